#include "niwashi/bench/signature.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"
#include "niwashi/search/anneal.hpp"
#include "niwashi/search/garden_anneal.hpp"
#include "niwashi/search/hint.hpp"
#include "niwashi/search/stone_hint.hpp"
#include "niwashi/stone/notation.hpp"
#include "niwashi/stone/playout.hpp"
#include "niwashi/stone/score.hpp"

namespace niwashi::bench {

namespace {

// FNV-1a (Fowler, Noll and Vo), of texts and numbers. Moves enter as texts: how they are packed is
// not behaviour.
class Digest {
 public:
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
        add_byte(0);
    }
    void add(std::uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8) add_byte(number >> shift & 255U);
    }
    void add(int number) { add(static_cast<std::uint64_t>(number)); }
    void add(float number) { add(std::uint64_t{std::bit_cast<std::uint32_t>(number)}); }
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }

    std::uint32_t value() const { return static_cast<std::uint32_t>(state_ ^ state_ >> 32); }

 private:
    void add_byte(std::uint64_t byte) { state_ = (state_ ^ byte) * 0x100000001B3ULL; }

    std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

void add_score(Digest& digest, const jardin::ScoreBreakdown& s) {
    for (const int points :
         {s.lantern, s.bamboo, s.tree, s.rock, s.moss, s.bridge, s.pond, s.penalty, s.total}) {
        digest.add(points);
    }
}

std::uint32_t jardin_moves() {
    using namespace jardin;
    Digest digest;
    digest.add(perft(Position{}, 1));
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        search::Rng rng(seed, search::Stream::playout);
        for (Position position; !is_over(position);) {
            if (is_pond_decision(position)) {
                digest.add(PondTable(pondable(position.water())).size());
                position = apply_unchecked(position, random_pond_move(position, rng));
                continue;
            }
            const Roll roll = random_roll(rng);
            for (const Move move : legal_moves(position, roll)) digest.add(to_text(move));
            position = apply_unchecked(position, random_move(position, roll, rng));
        }
    }
    return digest.value();
}

std::uint32_t jardin_scores() {
    std::vector<jardin::Position> games(2000);
    jardin::random_games(jardin::Position{}, 0, games);
    Digest digest;
    for (const jardin::Position& game : games) add_score(digest, jardin::score(game));
    return digest.value();
}

std::uint32_t jardin_annealing() {
    Digest digest;
    for (const char* dice : {"125 366 124 556 235 146 112 346 256 245 136 444",
                             "111 222 333 444 555 666 123 123 123 456 456 456"}) {
        search::Annealer annealer(jardin::Position{}, jardin::dice_from_text(dice), 0);
        annealer.run(50'000);
        const search::Plan plan = annealer.best();
        for (const jardin::Move move : plan.moves) digest.add(to_text(move));
        digest.add(plan.score);
    }
    return digest.value();
}

// A turn, a pond decision, and the last turn, on which no samples are taken. The garden is nearly
// full, so that a build without optimisation has little to do.
std::uint32_t jardin_hints(const search::ValueNetwork& network, unsigned threads) {
    const std::string garden =
        "RLB.RL/...=.M/MRT.T./LM..M=/.RTB.B/LM.=BR ....../..11../..1.../....../..22../..2... ";
    search::HintSearch::Options options;
    options.candidates = 3;
    Digest digest;
    for (const auto& [clock, roll] : {std::pair{"9 1", std::optional(jardin::make_roll(3, 4, 6))},
                                      {"9p 1", std::nullopt},
                                      {"12 3", jardin::make_roll(1, 2, 5)}}) {
        search::HintSearch hints(network, jardin::position_from_text(garden + clock), roll, 0,
                                 std::nullopt, jardin::standard_faces, options);
        for (const std::size_t samples : {8U, 8U, 4U}) hints.round(samples, threads);
        const std::size_t leader = hints.leader();
        for (std::size_t i = 0; i < hints.candidates().size(); ++i) {
            const search::Candidate& candidate = hints.candidates()[i];
            digest.add(to_text(candidate.move));
            digest.add(candidate.guess);
            digest.add(hints.expected(i));
            digest.add(hints.lead(leader, i).error);
            add_score(digest, candidate.sums);
        }
    }
    return digest.value();
}

// Sand and moss, with and without arcs, that fit and that do not; enough for four players.
stone::Edition edition() {
    return stone::Edition(
        stone::EditionText{"signature",
                           "made for the signature",
                           {
                               {"plain", "sand", 20, "--", "s", "--", "s", {}},
                               {"nw", "sand", 15, "o-", "s", "--", "s", {"nw"}},
                               {"ne", "sand", 15, "-o", "s", "--", "s", {"ne"}},
                               {"top", "sand", 6, "oo", "s", "--", "s", {"nw", "ne"}},
                               {"island", "moss", 12, "--", "s", "--", "s", {}},
                               {"shore", "moss", 12, "m-", "m", "--", "s", {}},
                           },
                           {
                               {"one", 5, {"*....", ".....", "....*"}},
                               {"two", 6, {"H....", "..S..", "....."}},
                               {"three", 7, {"...LL", ".....", "....."}},
                               {"four", 8, {".....", "..R..", "....."}},
                               {"five", 9, {"B....", ".....", "....."}},
                           }});
}

std::uint32_t stone_moves(const stone::Edition& edition) {
    using namespace stone;
    Digest digest;
    for (const int players : {2, 3, 4}) {
        Position position = deal(edition, players, 0);
        digest.add(perft(edition, position, 8));
        search::Rng rng(0, search::Stream::playout);
        while (!is_over(position)) {
            if (!is_chance(position)) {
                for (const Move move : legal_moves(edition, position)) {
                    digest.add(to_text(edition, move));
                }
            }
            make(position, random_move(edition, position, rng));
        }
        digest.add(to_text(edition, position));
    }
    return digest.value();
}

std::uint32_t stone_scores(const stone::Edition& edition) {
    std::vector<stone::Playout> games(100);
    stone::random_games(edition, stone::new_game(edition, 4), 0, games);
    Digest digest;
    for (const stone::Playout& game : games) {
        for (const stone::ScoreBreakdown& s : stone::scores(edition, game.position)) {
            for (const int points :
                 {s.sand, s.moss, s.symmetry, s.whirlpool, s.pattern, s.connected, s.stone_types,
                  s.knight, s.diagonal, s.horaisan, s.three_honourable, s.reclining, s.boat,
                  s.name_garden, s.virtue, s.total}) {
                digest.add(points);
            }
        }
    }
    return digest.value();
}

std::uint32_t stone_annealing(const stone::Edition& edition) {
    std::vector<search::TilePattern> patterns;
    std::vector<int> supply;
    std::vector<int> all;
    for (int face = 0; face < edition.face_count(); ++face) {
        const stone::Face& lies = edition.face(face);
        all.push_back(face);
        patterns.push_back(
            {lies.moss != 0, lies.north, lies.east, lies.south, lies.west, lies.arcs, face / 2});
        if (face % 2 == 0) supply.push_back(edition.tile_count(face / 2));
    }
    std::array<std::vector<int>, search::garden::spaces> domain;
    domain.fill(all);
    std::vector<int> by_moss;
    for (unsigned moss = 0; moss < 1U << search::garden::spaces; ++moss) {
        by_moss.push_back(2 * std::popcount(moss));
    }
    search::GardenAnnealer annealer(patterns, supply, domain, by_moss, 0);
    annealer.run(50'000);
    Digest digest;
    for (const int pattern : annealer.best()) digest.add(pattern);
    digest.add(annealer.points());
    return digest.value();
}

// The first decision of a game, and one in the middle of another.
std::uint32_t stone_hints(const stone::Edition& edition, unsigned threads) {
    Digest digest;
    for (const auto& [players, moves] : {std::pair{2, 0}, {3, 60}}) {
        search::Rng rng(0, search::Stream::playout);
        stone::Position position = stone::deal(edition, players, 0);
        for (int i = 0; i < moves || stone::is_chance(position); ++i) {
            stone::make(position, stone::random_move(edition, position, rng));
        }
        search::StoneHintSearch hints(edition, position, 0);
        for (int round = 0; round < 6 && hints.prepare() > 0; ++round) {
            std::vector<std::thread> team;
            for (unsigned i = 1; i < threads; ++i) team.emplace_back([&] { hints.work(); });
            hints.work();
            for (std::thread& thread : team) thread.join();
            hints.finish();
        }
        for (const search::StoneHint& hint : hints.ranking()) {
            digest.add(to_text(edition, hint.move));
            digest.add(std::uint64_t{hint.samples});
            for (const double number : {hint.expected, hint.error, hint.win, hint.diff_error}) {
                digest.add(number);
            }
        }
    }
    return digest.value();
}

}  // namespace

Signature signature(const search::ValueNetwork& network, unsigned threads) {
    const stone::Edition own = edition();
    return {
        jardin_moves(),   jardin_scores(),   jardin_annealing(),   jardin_hints(network, threads),
        stone_moves(own), stone_scores(own), stone_annealing(own), stone_hints(own, threads)};
}

std::uint32_t whole(const Signature& signature) {
    Digest digest;
    for (const std::uint32_t part : signature) digest.add(std::uint64_t{part});
    return digest.value();
}

}  // namespace niwashi::bench
