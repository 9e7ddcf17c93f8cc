#include "niwashi/jardin/playout.hpp"

#include "niwashi/jardin/ponds.hpp"

namespace niwashi::jardin {

namespace {

Space random_space(Bitboard set, search::Rng& rng) {
    return nth_space(set, static_cast<int>(rng.below(static_cast<std::uint32_t>(count(set)))));
}

}  // namespace

Roll random_roll(search::Rng& rng, const Faces& faces) {
    const auto thrown = static_cast<int>(rng.below(216));
    return make_roll(1 + thrown % 6, 1 + thrown / 6 % 6, 1 + thrown / 36, faces);
}

Move random_pond_move(const Position& position, search::Rng& rng) {
    const Bitboard allowed = pondable(position.water());
    if (allowed == 0 || rng.below(4) == 0) return Move::no_pond();
    Bitboard pond = bit(random_space(allowed, rng));
    Bitboard refused = 0;
    for (auto wanted = static_cast<int>(rng.below(8)); wanted > 0;) {
        const Bitboard candidates = adjacent(pond) & allowed & ~pond & ~refused;
        if (candidates == 0) break;
        const Bitboard grown = pond | bit(random_space(candidates, rng));
        if (is_pond_shape(grown)) {
            pond = grown;
            refused = 0;
            --wanted;
        } else {
            refused |= grown & ~pond;
        }
    }
    return Move::pond(pond);
}

Position random_game(const Position& start, search::Rng& rng, const Faces& faces) {
    Position position = start;
    while (!is_over(position)) {
        const Move move = is_pond_decision(position)
                              ? random_pond_move(position, rng)
                              : random_move(position, random_roll(rng, faces), rng);
        position = apply_unchecked(position, move);
    }
    return position;
}

void random_games(const Position& start, std::uint64_t seed, std::span<Position> games,
                  const Faces& faces) {
    std::uint64_t number = 0;
    for (Position& game : games) {
        search::Rng rng(seed + 0x9E3779B97F4A7C15ULL * number++, search::Stream::playout);
        game = random_game(start, rng, faces);
    }
}

}  // namespace niwashi::jardin
