#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "niwashi/exact/assignment.hpp"
#include "niwashi/exact/counting.hpp"
#include "niwashi/exact/water.hpp"

// The best garden for known dice, or for any, water first: every water pattern is shown to be worth
// less than a target, or decorated.
namespace niwashi::exact {

// A question and what its workers share. Nothing changes it.
struct WaterProblem {
    explicit WaterProblem(Question asked);

    Question question;
    WaterPatterns patterns;
    CountingBound counting;
};

// What became of one seam's patterns, each counted once, where the first test that refutes it does.
struct SeamReport {
    std::uint64_t pairs = 0;      // patterns, by pairs of halves that were not refuted together
    std::uint64_t unpriced = 0;   // those that the prices kept from earlier patterns let pass
    std::uint64_t reflected = 0;  // of these: the reflection is looked at instead
    std::uint64_t counted = 0;    // refuted by counting
    std::uint64_t priced = 0;     // refuted by new prices
    std::uint64_t searched = 0;   // refuted by a search
    std::uint64_t rings = 0;      // enclose earth
    std::uint64_t steps = 0;      // of prices
    std::uint64_t nodes = 0;      // of searches
    std::vector<Bitboard> undecided;
    std::optional<search::Plan>
        found;             // reaches the target; the rest of the seam was not looked at
    bool stopped = false;  // so was it, for another reason
};

// Looks through seams, and learns prices while doing so. One object belongs to one thread.
//
// Prices found for one pattern bound them all (LinearBound), and such a bound is a sum over the two
// halves of a pattern. Six bounds are kept; a pair of halves must pass all of them before anything
// else looks at it. What passes is counted, then priced, then searched; whenever new prices refute
// a pattern that passed, they take the place of the oldest of the six.
class SeamWorker {
 public:
    explicit SeamWorker(std::shared_ptr<const WaterProblem> problem);

    const WaterProblem& problem() const { return *problem_; }

    // Learns prices from one pattern, those that take its bound lowest; a good garden's water is a
    // good one to learn from.
    void learn(Bitboard water, int steps);

    // No garden with water of this seam is worth more, in points.
    int bound(std::size_t seam);

    // Looks for a garden worth at least `target` among the patterns of a seam. Patterns that take
    // more than `node_limit` nodes are left undecided. stop() ends it early.
    SeamReport prove(std::size_t seam, int target, std::uint64_t node_limit);

    // The same for a single pattern, water that the ponds to come allow.
    SeamReport prove_pattern(Bitboard water, int target, std::uint64_t node_limit);

    // May be called from any thread: ends a running prove() or prove_pattern() soon.
    void stop() { stop_ = true; }

 private:
    static constexpr std::size_t kept = 6;
    struct Kept {
        Market market;
        LinearBound bound;
    };
    // Sums of the kept bounds over halves, in units of 1/256 point: [bound][half].
    struct Sums {
        std::array<std::vector<std::int16_t>, kept> bounds;
        std::vector<std::int16_t> ponds;
    };

    SeamReport look_through(std::size_t seam, int target, std::uint64_t node_limit);
    void build(std::size_t seam);
    void sum(std::size_t bound);
    void keep(const Market& market, std::size_t bound);
    int threshold(std::size_t bound, int target) const;
    bool fits_counting(Profile profile, Bitboard water, int target);

    std::shared_ptr<const WaterProblem> problem_;
    std::atomic<bool> stop_ = false;
    BoundTable counting_;
    Assignment assignment_;
    std::array<Kept, kept> kept_;
    std::size_t oldest_ = 0;
    // The bound by which lower halves are sorted, greatest first; it stays for a whole seam.
    std::size_t leading_ = 0;
    Seam seam_;
    Sums upper_, lower_;
    std::vector<std::int16_t> passed_;
    std::vector<std::uint32_t> order_;
    std::vector<Half> unsorted_;
};

}  // namespace niwashi::exact
