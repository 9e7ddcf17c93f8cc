#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/search/rng.hpp"

namespace niwashi::search {

// A complete way to play on: one move a ply from the start position to the end, and what the garden
// is worth then.
struct Plan {
    std::vector<jardin::Move> moves;
    int score = 0;
};

// Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over complete plans for known dice.
//
// The state is a legal plan: for every turn to come its option and spaces, for every season to come
// a pond or none. A step changes one of them and is scored in full by the core; so every state can
// be replayed. Moves commute as long as no space is used twice, except for the forced skip (J4),
// whose condition is checked again whenever the plan has one. Each restart begins with a random
// game on the given dice, which exists for every dice sequence, and cools over `steps_a_restart`
// steps.
//
// Deterministic: the same position, dice and seed give the same plan after the same number of
// steps, however these are divided over calls of run(). One object belongs to one thread at a time.
class Annealer {
 public:
    static constexpr std::uint64_t steps_a_restart = 2'000'000;

    // `dice` are the rolls still to come, one for each turn left; std::invalid_argument if their
    // number is wrong.
    Annealer(const jardin::Position& start, std::vector<jardin::Roll> dice, std::uint64_t seed);

    void run(std::uint64_t steps);

    std::uint64_t steps() const { return steps_; }
    int best_score() const { return best_.score; }
    Plan best() const;

 private:
    // What is done at one turn; the spaces are where its decorations lie.
    struct TurnPlan {
        jardin::MoveKind kind = jardin::MoveKind::skip;
        std::uint8_t location = 0;
        std::uint8_t size = 0;  // decorations drawn: 2, 1 or 0
        std::array<jardin::Decoration, 2> decorations{};
        std::array<std::uint8_t, 2> spaces{};
        jardin::Bitboard region = 0;  // where they may lie
    };
    struct State {
        jardin::Position garden;  // at the end of the game
        std::array<TurnPlan, jardin::turn_count> turns;
        int score = 0;
    };

    void restart();
    bool propose(State& state);
    bool propose_pond(State& state);
    bool propose_space(State& state);
    bool propose_option(State& state);
    bool skips_are_legal(const State& state) const;
    void place(State& state, std::size_t turn, std::size_t slot, jardin::Space space) const;
    void lift(State& state, std::size_t turn, std::size_t slot) const;
    int turn_number(std::size_t turn) const;

    jardin::Position start_;
    std::vector<jardin::Roll> dice_;
    Rng rng_;
    State current_;
    State best_;
    std::uint64_t steps_ = 0;
    std::uint64_t steps_in_restart_ = 0;
    std::array<double, 64> acceptance_{};  // chance to accept a loss of so many points
};

}  // namespace niwashi::search
