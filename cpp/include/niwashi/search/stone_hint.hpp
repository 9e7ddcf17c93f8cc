#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "niwashi/stone/moves.hpp"

namespace niwashi::search {

// How a sampled game ended for the player who asks.
struct StoneOutcome {
    std::int16_t points = 0;  // the player's total
    std::int16_t lead = 0;    // that, less the best total of the others
    std::int16_t win = 0;     // twelfths of a victory: ties share it (S16)
    std::int16_t worth = 0;   // what moves are ranked by, 0 to 1000
};

// A move and what the sampled games say of it.
struct StoneHint {
    stone::Move move = stone::Move::plain(stone::MoveKind::done);
    int score_now = 0;        // the player's total if the game ended after the move
    std::size_t samples = 0;  // games played on after the move; the rest is 0 without any
    double expected = 0;      // mean of the player's final points
    double sd = 0;            // their standard deviation
    double error = 0;         // standard error of `expected`
    double lead = 0;          // mean of the points ahead of the best other player
    double win = 0;           // chance to win
    double win_error = 0;     // standard error of `win`
    double diff = 0;          // `expected` less that of the first move, in the same samples
    double diff_error = 0;    // standard error of `diff`
    double win_diff = 0;      // the same of `win`
    double win_diff_error = 0;
};

// Ranks the moves of a decision by games that are played on at random from each of them.
//
// Sample i is one guess of all that the player cannot know (S17: the others' cards, the order of
// the stack), the same for every move, and depends on seed and i alone; from there all players
// follow the policy `planner` to the end. What is known of the position but hidden from the player
// is never used. Moves are compared in the samples they share, which cancels much of the luck. A
// sample is worth a smooth step of the lead instead of a victory or none: a lead of 8 points is
// 0.73, and who wins narrowly might as well have lost. Samples come in rounds: a move takes part
// until it is behind the best by `pausing_errors` standard errors, and when all are, until they are
// behind by `clear_errors`. The planner's own choice takes part in every round, and is the best
// until another move is ahead of it by `doubting_errors`: with few samples luck would choose
// otherwise.
//
// A round is prepare(), then work() by as many threads as are wanted, each once, then finish().
// Nothing depends on how many: the same seed and number of rounds give the same ranking.
class StoneHintSearch {
 public:
    static constexpr double pausing_errors = 2;
    static constexpr double clear_errors = 3;
    static constexpr double doubting_errors = 1;

    // A move `asked` for takes part in every round. Throws std::invalid_argument unless a player
    // has to decide, IllegalMove if `asked` is not allowed. The edition must outlive the search.
    StoneHintSearch(const stone::Edition& edition, const stone::Position& position,
                    std::uint64_t seed, std::optional<stone::Move> asked = std::nullopt);

    // Plans a round and returns how many games it has: 0 if the best move is clear.
    std::size_t prepare();
    // Plays games of the round until none is left.
    void work();
    // Ends a running round early, from any thread; finish() will drop it.
    void stop() { stopped_ = true; }
    // Adds the round to what is known. False if it was stopped: then nothing changes.
    bool finish();

    bool is_clear() const { return clear_; }
    std::size_t games() const { return games_; }
    int player() const { return player_; }

    // Every move, best first: then by how far behind. Equal moves stay in the order of moves.
    std::vector<StoneHint> ranking() const;

 private:
    struct Candidate {
        stone::Move move = stone::Move::plain(stone::MoveKind::done);
        std::vector<StoneOutcome> outcomes;  // of samples 0, 1, 2, ...
    };
    struct Unit {  // samples of one move that one thread plays
        std::size_t candidate, begin, end;
    };

    StoneOutcome play(stone::Move move, std::size_t sample) const;
    // Behind the best by so many standard errors, or never any different from it.
    bool is_settled(const Candidate& candidate, double errors) const;
    std::size_t choose_best() const;
    StoneHint hint(const Candidate& candidate) const;

    const stone::Edition& edition_;
    const stone::Position view_;
    const int player_;
    const std::uint64_t seed_;
    std::vector<Candidate> candidates_;
    std::optional<std::size_t> asked_;
    std::size_t favourite_ = 0;  // what the planner would do
    std::size_t best_ = 0;       // among those with the most samples
    std::size_t games_ = 0;
    bool clear_ = false;

    std::vector<Unit> units_;
    std::vector<std::vector<StoneOutcome>> found_;  // by unit
    std::atomic<std::size_t> next_unit_ = 0;
    std::atomic<std::size_t> units_done_ = 0;
    std::atomic<bool> stopped_ = false;
};

}  // namespace niwashi::search
