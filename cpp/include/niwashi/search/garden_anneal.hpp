#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "niwashi/search/rng.hpp"
#include "niwashi/search/tiles.hpp"

namespace niwashi::search {

// Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) over full gardens of the given tiles.
//
// A step lays another tile on a space, exchanges two tiles, or lays on a space what its mirror
// image in the row shows. What depends on the moss alone (moss, rectangle, stones) comes from a
// table by set of moss spaces; so stones are always the best for the moss. Each restart cools over
// `steps_a_restart` steps. Deterministic: the same arguments give the same garden after the same
// number of steps.
class GardenAnnealer {
 public:
    static constexpr std::uint64_t steps_a_restart = 400'000;

    // `supply` is the number of tiles by kind, `domain` the patterns allowed on a space; on a space
    // with only one it lies already. There must be tiles enough for a full garden.
    GardenAnnealer(std::vector<TilePattern> patterns, std::vector<int> supply,
                   std::array<std::vector<int>, garden::spaces> domain, std::vector<int> by_moss,
                   std::uint64_t seed);

    void run(std::uint64_t steps);

    // The best garden so far, and its points.
    const Laid& best() const { return best_; }
    int points() const { return best_points_; }

 private:
    int value(const Laid& laid) const;
    void restart();
    bool change(Laid& laid);
    int& left(int pattern) {
        return left_[static_cast<std::size_t>(patterns_[static_cast<std::size_t>(pattern)].kind)];
    }

    std::vector<TilePattern> patterns_;
    std::vector<int> supply_;
    std::array<std::vector<int>, garden::spaces> domain_;
    std::vector<std::size_t> free_;  // spaces on which more than one pattern can lie
    std::vector<int> by_moss_;
    Rng rng_;
    std::vector<int> left_;
    Laid current_{};
    int current_points_ = 0;
    Laid best_{};
    int best_points_ = 0;
    std::uint64_t steps_ = 0;
};

}  // namespace niwashi::search
