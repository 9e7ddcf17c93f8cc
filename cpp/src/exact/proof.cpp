#include "niwashi/exact/proof.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace niwashi::exact {

using namespace jardin;

namespace {

constexpr auto lantern_reach = spaces_within(3);
constexpr int unit = LinearBound::unit;

// How many patterns that only counting refutes may pass before one of them is priced.
constexpr int patience = 500;

// Whether n of these spaces can be so chosen that none is in the reach of another.
template <typename Reach>
bool fit(Bitboard spaces, int n, const Reach& reach) {
    if (n == 0) return true;
    while (count(spaces) >= n) {
        const Space space = pop_first(spaces);
        if (fit(spaces & ~reach(space), n - 1, reach)) return true;
    }
    return false;
}

// The largest n up to `most` that fits.
template <typename Reach>
int most_that_fit(Bitboard spaces, int most, const Reach& reach) {
    while (!fit(spaces, most, reach)) --most;
    return most;
}

}  // namespace

WaterProblem::WaterProblem(Question asked)
    : question(std::move(asked)),
      patterns(question.start, question.limits.ponds),
      counting(question) {}

SeamWorker::SeamWorker(std::shared_ptr<const WaterProblem> problem)
    : problem_(std::move(problem)),
      counting_(problem_->counting),
      assignment_(problem_->question, &stop_) {
    for (Kept& k : kept_) k = {assignment_.market(), assignment_.linear_bound()};
}

void SeamWorker::learn(Bitboard water, int steps) {
    // A target that is out of reach makes the steps too long, one that is reached ends them.
    const auto before = assignment_.steps();
    int target = 4 * space_count;
    while (assignment_.steps() - before < static_cast<std::uint64_t>(steps)) {
        if (!assignment_.price_out(water, target, steps / 4)) break;
        --target;
    }
    for (Kept& k : kept_) k = {assignment_.market(), assignment_.linear_bound()};
}

void SeamWorker::build(std::size_t seam) {
    problem_->patterns.build(seam, seam_);
    sum(leading_);
    const auto& sums = lower_.bounds[leading_];
    order_.resize(seam_.lower.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::sort(order_.begin(), order_.end(), [&sums](std::uint32_t a, std::uint32_t b) {
        return sums[a] != sums[b] ? sums[a] > sums[b] : a < b;
    });
    unsorted_.assign(seam_.lower.begin(), seam_.lower.end());
    for (std::size_t l = 0; l < order_.size(); ++l) seam_.lower[l] = unsorted_[order_[l]];
    for (std::size_t b = 0; b < kept; ++b) sum(b);
    const auto add = [](const std::vector<Half>& halves, std::vector<std::int16_t>& ponds) {
        ponds.resize(halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i) {
            ponds[i] = static_cast<std::int16_t>(halves[i].profile[Profile::ponds]);
        }
    };
    add(seam_.upper, upper_.ponds);
    add(seam_.lower, lower_.ponds);
}

void SeamWorker::sum(std::size_t bound) {
    const auto add = [&](const std::vector<Half>& halves, std::size_t first,
                         std::vector<std::int16_t>& sums) {
        const auto& ground = kept_[bound].bound.ground;
        sums.resize(halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i) {
            const Half& half = halves[i];
            int total = (3 * half.profile[Profile::ponds] + half.profile[Profile::points]) * unit;
            for (std::size_t s = 0; s < half.ground.size(); ++s) {
                total += ground[first + s][half.ground[s]];
            }
            // What is lifted to the least number only passes more; nothing is ever as large.
            if (total > std::numeric_limits<std::int16_t>::max()) {
                throw std::overflow_error("a bound of half a garden exceeds 127 points");
            }
            sums[i] = static_cast<std::int16_t>(
                std::max<int>(total, std::numeric_limits<std::int16_t>::min()));
        }
    };
    add(seam_.upper, 0, upper_.bounds[bound]);
    add(seam_.lower, space_count / 2, lower_.bounds[bound]);
}

void SeamWorker::keep(const Market& market, std::size_t bound) {
    kept_[bound] = {market, assignment_.linear_bound()};
    sum(bound);
}

int SeamWorker::bound(std::size_t seam) {
    build(seam);
    // The best half of each number of ponds; more ponds than can be traced do not count.
    constexpr int span = 64;
    std::array<int, 2 * span> above, below;
    const WaterRegion& region = problem_->patterns.region();
    int least = std::numeric_limits<int>::max();
    for (std::size_t b = 0; b < kept; ++b) {
        const auto best = [b](const Sums& sums, std::array<int, 2 * span>& by_ponds) {
            by_ponds.fill(std::numeric_limits<int>::min() / 4);
            for (std::size_t i = 0; i < sums.ponds.size(); ++i) {
                int& most = by_ponds[static_cast<std::size_t>(sums.ponds[i] + span)];
                most = std::max<int>(most, sums.bounds[b][i]);
            }
        };
        best(upper_, above);
        best(lower_, below);
        int most = std::numeric_limits<int>::min() / 2;
        for (int u = 0; u < 2 * span; ++u) {
            for (int ponds = region.ponds_before(); ponds <= region.ponds_after(); ++ponds) {
                const int l = ponds - (u - span) + span;
                if (l < 0 || l >= 2 * span) continue;
                most = std::max(
                    most, above[static_cast<std::size_t>(u)] + below[static_cast<std::size_t>(l)]);
            }
        }
        least = std::min(least, kept_[b].bound.constant + most);
    }
    // Rounded down; a seam without patterns has no bound worth telling.
    return std::max(least, -1000 * unit) >= 0
               ? least / unit
               : -((-std::max(least, -1000 * unit) + unit - 1) / unit);
}

// Whether counting lets a pattern reach the target.
bool SeamWorker::fits_counting(Profile profile, Bitboard water, int target) {
    if (counting_(profile) < target) return false;
    const Position& start = problem_->question.start;
    Bitboard lanterns = whole_garden & ~water & start.empty_spaces();
    for (Bitboard left = start[Decoration::lantern]; left != 0;) {
        lanterns &= ~lantern_reach[static_cast<std::size_t>(pop_first(left))];
    }
    const Bitboard bridges =
        bridgeable(water) & start.empty_spaces() & ~adjacent(start[Decoration::bridge]);
    const int lantern_cap = most_that_fit(lanterns, CountingBound::max_lanterns, [](Space s) {
        return lantern_reach[static_cast<std::size_t>(s)];
    });
    const int bridge_cap = most_that_fit(bridges, CountingBound::max_bridges,
                                         [](Space s) { return adjacent(bit(s)); });
    return counting_(profile, lantern_cap, bridge_cap) >= target;
}

SeamReport SeamWorker::prove(std::size_t seam, int target, std::uint64_t node_limit) {
    stop_ = false;
    const std::uint64_t steps = assignment_.steps();
    const std::uint64_t nodes = assignment_.nodes();
    SeamReport report = look_through(seam, conceivable(target), node_limit);
    report.steps = assignment_.steps() - steps;
    report.nodes = assignment_.nodes() - nodes;
    return report;
}

SeamReport SeamWorker::prove_pattern(Bitboard water, int target, std::uint64_t node_limit) {
    stop_ = false;
    const std::uint64_t steps = assignment_.steps();
    const std::uint64_t nodes = assignment_.nodes();
    SeamReport report;
    report.pairs = 1;
    report.unpriced = 1;
    switch (assignment_.decide(water, target, node_limit)) {
        case Verdict::priced_out:
            report.priced = 1;
            break;
        case Verdict::refuted:
            report.searched = 1;
            break;
        case Verdict::undecided:
            report.undecided.push_back(water);
            report.stopped = stop_;
            break;
        case Verdict::found:
            report.found = assignment_.plan();
            break;
    }
    report.steps = assignment_.steps() - steps;
    report.nodes = assignment_.nodes() - nodes;
    return report;
}

SeamReport SeamWorker::look_through(std::size_t seam, int target, std::uint64_t node_limit) {
    SeamReport report;
    build(seam);
    const WaterRegion& region = problem_->patterns.region();
    passed_.resize(seam_.lower.size());

    // The least that the lower half must add to pass bound b beside upper half u.
    const auto missing = [&](std::size_t b, std::size_t u) {
        return target * unit - kept_[b].bound.constant - upper_.bounds[b][u];
    };
    std::array<int, kept> most_below;
    const auto survey = [&](std::size_t b) {
        most_below[b] = *std::max_element(lower_.bounds[b].begin(), lower_.bounds[b].end());
    };
    for (std::size_t b = 0; b < kept; ++b) survey(b);

    int waited = 0;
    for (std::size_t u = 0; u < seam_.upper.size(); ++u) {
        if (stop_) {
            report.stopped = true;
            return report;
        }
        bool some = true;
        for (std::size_t b = 0; b < kept && some; ++b) some = most_below[b] >= missing(b, u);
        if (!some) continue;
        // Lower halves are sorted by the leading bound.
        const auto& leading = lower_.bounds[leading_];
        const std::size_t below = static_cast<std::size_t>(
            std::upper_bound(leading.begin(), leading.end(), missing(leading_, u),
                             [](int least, std::int16_t sum) { return least > sum; }) -
            leading.begin());
        report.pairs += below;

        // One number a lower half: not 0 where the pair passes everything kept.
        const auto sift = [&](std::size_t b, std::size_t from) {
            const int least =
                std::clamp<int>(missing(b, u), std::numeric_limits<std::int16_t>::min(),
                                std::numeric_limits<std::int16_t>::max());
            const auto limit = static_cast<std::int16_t>(least);
            const std::int16_t* sums = lower_.bounds[b].data();
            std::int16_t* passed = passed_.data();
            for (std::size_t l = from; l < below; ++l) {
                passed[l] = static_cast<std::int16_t>(passed[l] & -(sums[l] >= limit));
            }
        };
        const auto ponds_here = upper_.ponds[u];
        const auto fewest = static_cast<std::int16_t>(region.ponds_before() - ponds_here);
        const auto most = static_cast<std::int16_t>(region.ponds_after() - ponds_here);
        for (std::size_t l = 0; l < below; ++l) {
            const std::int16_t ponds = lower_.ponds[l];
            passed_[l] = static_cast<std::int16_t>(-((ponds >= fewest) & (ponds <= most)));
        }
        for (std::size_t b = 0; b < kept; ++b) {
            if (b != leading_) sift(b, 0);
        }

        for (std::size_t l = 0; l < below; ++l) {
            std::uint64_t four;  // skip four at a time
            while (l + 4 <= below && (std::memcpy(&four, &passed_[l], sizeof four), four == 0)) {
                l += 4;
            }
            if (l >= below || passed_[l] == 0) continue;
            ++report.unpriced;
            const Bitboard water = seam_.upper[u].water | seam_.lower[l].water;
            if (region.symmetric() && transposed(water) < water) {
                ++report.reflected;
                continue;
            }
            const Profile profile = seam_.upper[u].profile + seam_.lower[l].profile;
            const bool counted = !fits_counting(profile, water, target);
            if (counted) ++report.counted;
            if (counted && ++waited < patience) continue;
            if (!encloses_nothing(water)) {
                if (!counted) ++report.rings;
                continue;
            }
            // The kept bound that was nearest to refuting it is the first to try.
            std::size_t nearest = 0;
            for (std::size_t b = 1; b < kept; ++b) {
                if (lower_.bounds[b][l] - missing(b, u) <
                    lower_.bounds[nearest][l] - missing(nearest, u)) {
                    nearest = b;
                }
            }
            assignment_.market() = kept_[nearest].market;
            Verdict verdict = Verdict::refuted;
            if (!counted) {
                verdict = assignment_.decide(water, target, node_limit);
            } else {
                waited = 0;
                if (assignment_.price_out(water, target, patience)) verdict = Verdict::priced_out;
            }
            switch (verdict) {
                case Verdict::priced_out: {
                    if (!counted) ++report.priced;
                    if (oldest_ == leading_) oldest_ = (oldest_ + 1) % kept;
                    const std::size_t b = oldest_;
                    oldest_ = (oldest_ + 1) % kept;
                    keep(assignment_.market(), b);
                    survey(b);
                    sift(b, l + 1);
                    break;
                }
                case Verdict::refuted:
                    if (!counted) ++report.searched;
                    break;
                case Verdict::undecided:
                    if (stop_) {
                        report.stopped = true;
                        return report;
                    }
                    report.undecided.push_back(water);
                    break;
                case Verdict::found:
                    report.found = assignment_.plan();
                    return report;
            }
        }
    }
    // The bound that was best here leads in the next seam, which is often a similar one.
    int least = std::numeric_limits<int>::max();
    for (std::size_t b = 0; b < kept; ++b) {
        const int most = kept_[b].bound.constant + most_below[b] +
                         *std::max_element(upper_.bounds[b].begin(), upper_.bounds[b].end());
        if (most < least) {
            least = most;
            leading_ = b;
        }
    }
    return report;
}

}  // namespace niwashi::exact
