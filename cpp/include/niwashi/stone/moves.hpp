#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "niwashi/search/rng.hpp"
#include "niwashi/stone/position.hpp"

// What may happen next (S6 to S12): moves, chance outcomes, legality, and the position after.
namespace niwashi::stone {

enum class MoveKind : std::uint8_t {
    garden,  // chance
    master,
    draw,
    place,  // step 1
    place_stored,
    offer,
    discard,
    store,
    done,
    accept,  // an offer
    decline,
    give,
    withdraw,
    rob,  // a declared placing
    pass,
    reveal,
    keep,
    lay,
    meditate,  // step 2
    step,
    buy,
    card,
    stay,
    take,  // within cards
    discard_tile,
    discard_all,
    monk,
    move_stone,
    swap,
    from,
    stop,
};

// A move or chance outcome in 32 bits. The order of moves is that in which they are listed: by
// kind, then by the parts in the order in which they are written.
class Move {
 public:
    Move() = default;  // indeterminate, so that a MoveList costs nothing to make

    static constexpr Move plain(MoveKind kind) { return Move(kind, 0); }
    static constexpr Move garden(int card) { return Move(MoveKind::garden, card); }
    static constexpr Move master(Master card) {
        return Move(MoveKind::master, static_cast<int>(card));
    }
    static constexpr Move draw(int tile) { return Move(MoveKind::draw, tile); }
    static constexpr Move give(int player) { return Move(MoveKind::give, player); }
    static constexpr Move lay(Space space, int face) {
        return Move(MoveKind::lay, space << 8 | face);
    }
    static constexpr Move step(Space space) { return Move(MoveKind::step, space); }
    static constexpr Move buy(Stone stone, Space space) {
        return Move(MoveKind::buy, static_cast<int>(stone) << 4 | space);
    }
    static constexpr Move card(Master card) { return Move(MoveKind::card, static_cast<int>(card)); }
    static constexpr Move take(Stone stone, Space space) {
        return Move(MoveKind::take, static_cast<int>(stone) << 4 | space);
    }
    static constexpr Move discard_tile(int tile) { return Move(MoveKind::discard_tile, tile); }
    static constexpr Move monk(Space space) { return Move(MoveKind::monk, space); }
    static constexpr Move move_stone(Space origin, Space target) {
        return Move(MoveKind::move_stone, origin << 4 | target);
    }
    // `face` lies on `space` afterwards, `second_face` on `second_space`. Canonical whatever order
    // the two come in.
    static constexpr Move swap(Space space, int face, Space second_space, int second_face) {
        return space < second_space ? Move(MoveKind::swap, space << 20 | face << 12 |
                                                               second_space << 8 | second_face)
                                    : swap(second_space, second_face, space, face);
    }
    static constexpr Move from(int player, Space space, int face) {
        return Move(MoveKind::from, player << 12 | space << 8 | face);
    }

    constexpr MoveKind kind() const { return static_cast<MoveKind>(code_ >> 24); }
    // The tile, card or player of kinds that name one.
    constexpr int tile() const { return low(8); }
    constexpr int card() const { return low(8); }
    constexpr int player() const { return kind() == MoveKind::from ? low(16) >> 12 : low(8); }
    constexpr Stone stone() const { return static_cast<Stone>(low(8) >> 4); }
    // Where something is laid, put or moved to.
    constexpr Space space() const {
        switch (kind()) {
            case MoveKind::lay:
            case MoveKind::from:
                return low(12) >> 8;
            case MoveKind::swap:
                return low(24) >> 20;
            default:
                return low(4);
        }
    }
    constexpr int face() const { return kind() == MoveKind::swap ? low(20) >> 12 : low(8); }
    constexpr Space origin() const { return low(8) >> 4; }         // of a moved stone
    constexpr Space second_space() const { return low(12) >> 8; }  // of a swap
    constexpr int second_face() const { return low(8); }           // of a swap

    constexpr std::uint32_t code() const { return code_; }
    static constexpr Move from_code(std::uint32_t code) {
        Move move = plain(MoveKind::garden);
        move.code_ = code;
        return move;
    }

    constexpr bool operator==(const Move&) const = default;
    friend constexpr bool operator<(Move left, Move right) { return left.code_ < right.code_; }

 private:
    constexpr Move(MoveKind kind, int parts)
        : code_(static_cast<std::uint32_t>(kind) << 24 | static_cast<std::uint32_t>(parts)) {}

    constexpr int low(int bits) const { return static_cast<int>(code_ & ((1U << bits) - 1)); }

    std::uint32_t code_;
};

// The moves of one decision, on the stack. Kobori Enshu allows the most: 105 pairs of spaces, each
// tile in two rotations.
class MoveList {
 public:
    void push_back(Move move) { moves_[size_++] = move; }
    std::size_t size() const { return size_; }
    Move operator[](std::size_t index) const { return moves_[index]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }

 private:
    std::size_t size_ = 0;
    std::array<Move, 105 * 4> moves_;
};

// Every move that is legal now, sorted, each once; at a chance node its outcomes. Empty at the end
// and only there.
MoveList legal_moves(const Edition& edition, const Position& position);

// An outcome of the pending chance node, and how many of the tiles or cards give it.
struct ChanceOutcome {
    Move move;
    int weight = 0;
};

// Sorted; empty if no chance node is pending.
std::vector<ChanceOutcome> chance_outcomes(const Edition& edition, const Position& position);

// One outcome of the pending chance node, drawn with its weight.
Move sample_chance(const Edition& edition, const Position& position, search::Rng& rng);

// Throws IllegalMove for a move or outcome that is not possible now.
void check_move(const Edition& edition, const Position& position, Move move);

// Makes a move or outcome that is known to be possible.
void make(Position& position, Move move);

// The position after a move or outcome. Throws IllegalMove; the position given stays as it was.
Position apply(const Edition& edition, const Position& position, Move move);

// Settles the order of the whole stack: the bag is shuffled and lies, known, below what is known.
Position shuffle_stack(const Position& position, search::Rng& rng);

// A new game with all cards dealt and the stack in a settled order, all from one seed.
// Throws as new_game does.
Position deal(const Edition& edition, int players, std::uint64_t seed);

// Fills in every unknown card at random with cards not seen elsewhere. For searches that start from
// a view.
Position guess_unknown(const Edition& edition, const Position& position, search::Rng& rng);

// The number of sequences of `depth` moves, chance outcomes counted as moves; 0 if the game ends
// before.
std::uint64_t perft(const Edition& edition, const Position& position, int depth);

}  // namespace niwashi::stone
