#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "niwashi/jardin/position.hpp"
#include "niwashi/search/rng.hpp"

// What a player may do (J2 to J6): moves, rolls, legality, and the position after.
namespace niwashi::jardin {

// Which decoration each face of a die gives; face n is at n - 1 (J1). It is data for owners whose
// dice differ, and enters the game only where a roll is read or thrown.
using Faces = std::array<Decoration, 6>;
inline constexpr Faces standard_faces = {Decoration::lantern, Decoration::bamboo,
                                         Decoration::tree,    Decoration::rock,
                                         Decoration::moss,    Decoration::bridge};

struct Die {
    std::uint8_t location = 1;  // 1 to 6
    Decoration decoration = Decoration::lantern;

    bool operator==(const Die&) const = default;
};

// Three dice by ascending location; dice are identical, so a roll is a multiset (J1).
struct Roll {
    std::array<Die, 3> dice;

    bool operator==(const Roll&) const = default;
};

// Throws std::invalid_argument for a location that is not 1 to 6.
Roll make_roll(int first, int second, int third, const Faces& faces = standard_faces);

// One of the 56 rolls, and how many of the 216 ordered throws give it.
struct ChanceOutcome {
    Roll roll;
    int weight = 0;
};
std::array<ChanceOutcome, 56> chance_outcomes(const Faces& faces = standard_faces);

enum class MoveKind : std::uint8_t {
    no_pond,  // trace nothing
    pond,     // trace a pond
    draw,     // J2
    prune,    // J3
    skip,     // J4
};

// A move in 64 bits. The order of moves is that in which they are listed: draws by location,
// decorations, spaces; then prunes by decoration and space; then the skip; at a pond decision the
// refusal, then ponds by their ascending spaces (ponds.hpp).
class Move {
 public:
    constexpr Move() = default;

    static constexpr Move no_pond() { return Move(MoveKind::no_pond, 0); }
    static constexpr Move pond(Bitboard spaces) { return Move(MoveKind::pond, spaces); }
    static constexpr Move skip() { return Move(MoveKind::skip, 0); }
    static constexpr Move prune(Decoration decoration, Space space) {
        return Move(MoveKind::prune, pack(0, decoration, Decoration::lantern, space, 0));
    }
    // Canonical whatever order the two decorations come in.
    static constexpr Move draw(int location, Decoration first, Space first_space, Decoration second,
                               Space second_space) {
        const bool swap = second < first || (second == first && second_space < first_space);
        return Move(MoveKind::draw, swap
                                        ? pack(location, second, first, second_space, first_space)
                                        : pack(location, first, second, first_space, second_space));
    }

    constexpr MoveKind kind() const { return static_cast<MoveKind>(code_ >> 60); }
    constexpr Bitboard pond_spaces() const { return code_ & whole_garden; }
    constexpr int location() const { return static_cast<int>(code_ >> 18 & 7U); }
    // The decoration and space of a prune, or the first of a draw.
    constexpr Decoration first() const { return static_cast<Decoration>(code_ >> 15 & 7U); }
    constexpr Decoration second() const { return static_cast<Decoration>(code_ >> 12 & 7U); }
    constexpr Space first_space() const { return static_cast<Space>(code_ >> 6 & 63U); }
    constexpr Space second_space() const { return static_cast<Space>(code_ & 63U); }

    // The spaces a draw or prune decorates, or a pond covers.
    constexpr Bitboard spaces() const {
        switch (kind()) {
            case MoveKind::pond:
                return pond_spaces();
            case MoveKind::draw:
                return bit(first_space()) | bit(second_space());
            case MoveKind::prune:
                return bit(first_space());
            default:
                return 0;
        }
    }

    constexpr std::uint64_t code() const { return code_; }
    static constexpr Move from_code(std::uint64_t code) {
        Move move;
        move.code_ = code;
        return move;
    }

    constexpr bool operator==(const Move&) const = default;
    friend constexpr bool operator<(Move left, Move right) {
        if (left.kind() != MoveKind::pond || right.kind() != MoveKind::pond) {
            return left.code_ < right.code_;
        }
        // Ascending lists of spaces differ at the first space that only one of the two has; the
        // list without it goes on with a later space, or ends there and comes first.
        const Bitboard difference = left.pond_spaces() ^ right.pond_spaces();
        if (difference == 0) return false;
        const Bitboard at = difference & (~difference + 1);
        const bool left_has_it = (left.pond_spaces() & at) != 0;
        const Bitboard other = left_has_it ? right.pond_spaces() : left.pond_spaces();
        const bool other_goes_on = other > at;  // some space of it lies behind `at`
        return left_has_it == other_goes_on;
    }

 private:
    constexpr Move(MoveKind kind, std::uint64_t payload)
        : code_(static_cast<std::uint64_t>(kind) << 60 | payload) {}

    static constexpr std::uint64_t pack(int location, Decoration first, Decoration second,
                                        Space first_space, Space second_space) {
        return static_cast<std::uint64_t>(location) << 18 |
               static_cast<std::uint64_t>(first) << 15 | static_cast<std::uint64_t>(second) << 12 |
               static_cast<std::uint64_t>(first_space) << 6 |
               static_cast<std::uint64_t>(second_space);
    }

    std::uint64_t code_ = 0;
};

// The moves of one turn, on the stack. Three different dice on an empty garden allow the most:
// 3 * 11 * 10 draws and 3 * 36 prunes.
class MoveList {
 public:
    void push_back(Move move) { moves_[size_++] = move; }
    std::size_t size() const { return size_; }
    Move operator[](std::size_t index) const { return moves_[index]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

 private:
    std::size_t size_ = 0;
    std::array<Move, 3 * 11 * 10 + 3 * 36> moves_;
};

// Every legal move of the turn whose roll this is, sorted, each once; never empty. The position
// must be at a turn. (The decisions at a pond clock are `-` and a PondTable of pondable(water).)
MoveList legal_moves(const Position& position, const Roll& roll);

// How many moves legal_moves gives, without making them.
int count_moves(const Position& position, const Roll& roll);

// One of the legal moves of a turn, each as likely, without making the others.
Move random_move(const Position& position, const Roll& roll, search::Rng& rng);

// Throws IllegalMove, with the reason, for a move that is not legal at a turn or pond decision.
void check_move(const Position& position, const Roll& roll, Move move);
void check_move(const Position& position, Move move);

// The position after a move that is known to be legal.
Position apply_unchecked(const Position& position, Move move);

// The position after a move at a turn, or at a pond decision. Throws IllegalMove.
Position apply(const Position& position, const Roll& roll, Move move);
Position apply(const Position& position, Move move);

// J4: true if this roll allows neither a draw nor a prune.
bool must_skip(const Position& position, const Roll& roll);

// The number of sequences of `depth` plies, a ply being a turn (each of the 56 rolls with each of
// its moves) or a pond decision; 0 if the game ends before.
std::uint64_t perft(const Position& position, int depth, const Faces& faces = standard_faces);

}  // namespace niwashi::jardin
