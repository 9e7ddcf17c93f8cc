#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/jardin/score.hpp"
#include "niwashi/search/policy.hpp"
#include "niwashi/search/value.hpp"

// Which move of Jardín to play: the network proposes, playouts on common dice decide.
namespace niwashi::search {

struct Candidate {
    jardin::Move move;
    float guess = 0;              // the network's value of the position after it
    bool asked = false;           // the player's own idea: sampled to the end
    bool active = true;           // false once it is clearly worse than the leader
    std::vector<float> values;    // by sample: what the network says after a few more plies
    std::vector<int> finals;      // points of the samples that were played to the end
    jardin::ScoreBreakdown sums;  // of the gardens of `finals`, rule by rule
};

// Successive elimination (Even-Dar, Mannor and Mansour 2006) with common random numbers: sample i
// of every candidate is played on the same dice, which depend on (seed, i) alone. What it has found
// after some rounds depends on the seed and their sizes, never on the number of threads.
//
// A sample is played for `depth` plies and then judged by the network; some go on to the end, to
// show how far final scores lie apart and where the points come from. All is played by the network
// alone, so a player who goes on using hints may expect a little more.
class HintSearch {
 public:
    struct Options {
        std::size_t candidates = 16;
        int depth = 4;                // plies
        std::size_t final_every = 8;  // of so many samples one is played to the end
        double drop_at = 3;           // standard errors behind the leader
        double guess_weight = 12;     // the guess counts as so many samples
    };

    // At a turn with its roll, at a pond decision without; std::invalid_argument for anything else.
    // `asked`, if any, must be legal. `network` must outlive the search.
    HintSearch(const ValueNetwork& network, const jardin::Position& position,
               std::optional<jardin::Roll> roll, std::uint64_t seed,
               std::optional<jardin::Move> asked, const jardin::Faces& faces, Options options);

    // Each active candidate gets `samples` more; then those clearly behind are dropped. Where no
    // die is to be thrown any more, one sample says all, and no more are taken.
    void round(std::size_t samples, unsigned threads);

    const std::vector<Candidate>& candidates() const { return candidates_; }
    // The mean of guess and samples; where no die is left, what the one sample says.
    double expected(std::size_t candidate) const;
    // The mean by which one candidate is ahead of another on their common samples, and its
    // standard error; both 0 without samples.
    struct Lead {
        double mean = 0;
        double error = 0;
    };
    Lead lead(std::size_t ahead, std::size_t behind) const;
    std::size_t leader() const;
    std::size_t active() const;
    // True once more samples cannot change the ranking: one candidate is left, or no die is.
    bool is_decided() const;

 private:
    bool is_dice_left() const;

    struct Playout;
    void play(Playout& playout) const;
    void drop();

    const ValueNetwork& network_;
    jardin::Position position_;
    std::uint64_t seed_;
    jardin::Faces faces_;
    Options options_;
    std::vector<Candidate> candidates_;
};

}  // namespace niwashi::search
