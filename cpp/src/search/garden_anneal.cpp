#include "niwashi/search/garden_anneal.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace niwashi::search {

using namespace garden;

namespace {

constexpr double hottest = 4.0;  // points
constexpr double coldest = 0.4;  // points
constexpr int symmetry_points = 5;
constexpr int connected_points = 7;

bool holds(const std::vector<int>& domain, int pattern) {
    return std::find(domain.begin(), domain.end(), pattern) != domain.end();
}

}  // namespace

GardenAnnealer::GardenAnnealer(std::vector<TilePattern> patterns, std::vector<int> supply,
                               std::array<std::vector<int>, spaces> domain,
                               std::vector<int> by_moss, std::uint64_t seed)
    : patterns_(std::move(patterns)),
      supply_(std::move(supply)),
      domain_(std::move(domain)),
      by_moss_(std::move(by_moss)),
      rng_(seed, Stream::search) {
    if (by_moss_.size() != std::size_t{1} << spaces) throw std::invalid_argument("by_moss: size");
    for (std::size_t s = 0; s < spaces; ++s) {
        if (domain_[s].size() > 1) free_.push_back(s);
    }
    restart();
    best_ = current_;
    best_points_ = current_points_;
}

int GardenAnnealer::value(const Laid& laid) const {
    const Joined join = joined(patterns_, laid);
    std::size_t moss = 0;
    for (std::size_t s = 0; s < spaces; ++s) {
        if (patterns_[static_cast<std::size_t>(laid[s])].moss) moss |= std::size_t{1} << s;
    }
    int points = by_moss_[moss] + join.whirlpools - 2 * join.unconnected;
    if (join.unconnected == 0) points += connected_points;
    for (const bool row : join.symmetric) points += row ? symmetry_points : 0;
    return points;
}

// Random tiles, those that lie already first.
void GardenAnnealer::restart() {
    left_ = supply_;
    const auto lay = [&](std::size_t s, const std::vector<int>& choices) {
        const auto count = static_cast<std::uint32_t>(choices.size());
        const std::uint32_t first = count == 0 ? 0 : rng_.below(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const int pattern = choices[(first + i) % count];
            if (left(pattern) == 0) continue;
            --left(pattern);
            current_[s] = pattern;
            return;
        }
        throw std::invalid_argument("supply: too few tiles");
    };
    for (std::size_t s = 0; s < spaces; ++s) {
        if (domain_[s].size() <= 1) lay(s, domain_[s]);
    }
    for (const std::size_t s : free_) lay(s, domain_[s]);
    current_points_ = value(current_);
}

// One step; false if it is none. `left_` is that of the garden after it.
bool GardenAnnealer::change(Laid& laid) {
    const std::size_t s = free_[rng_.below(static_cast<std::uint32_t>(free_.size()))];
    const std::uint32_t kind = rng_.below(8);
    if (kind == 0) {
        const std::size_t other = free_[rng_.below(static_cast<std::uint32_t>(free_.size()))];
        if (laid[s] == laid[other] || !holds(domain_[s], laid[other]) ||
            !holds(domain_[other], laid[s])) {
            return false;
        }
        std::swap(laid[s], laid[other]);
        return true;
    }
    const auto& domain = domain_[s];
    const int pattern = kind == 1 ? laid[s / columns * columns + (columns - 1 - s % columns)]
                                  : domain[rng_.below(static_cast<std::uint32_t>(domain.size()))];
    if (pattern == laid[s] || (kind == 1 && !holds(domain, pattern))) return false;
    ++left(laid[s]);
    if (left(pattern) == 0) {
        --left(laid[s]);
        return false;
    }
    --left(pattern);
    laid[s] = pattern;
    return true;
}

void GardenAnnealer::run(std::uint64_t steps) {
    if (free_.empty()) return;
    double temperature = hottest;
    for (std::uint64_t i = 0; i < steps; ++i, ++steps_) {
        const std::uint64_t since = steps_ % steps_a_restart;
        if (since == 0 && steps_ > 0) restart();
        if (since % 256 == 0 || i == 0) {
            temperature =
                hottest * std::pow(coldest / hottest, static_cast<double>(since) / steps_a_restart);
        }
        Laid next = current_;
        if (!change(next)) continue;
        const int points = value(next);
        if (points >= current_points_ ||
            rng_.uniform() < std::exp((points - current_points_) / temperature)) {
            current_ = next;
            current_points_ = points;
            if (points > best_points_) {
                best_ = next;
                best_points_ = points;
            }
            continue;
        }
        for (std::size_t s = 0; s < spaces; ++s) {
            if (next[s] != current_[s]) {
                ++left(next[s]);
                --left(current_[s]);
            }
        }
    }
}

}  // namespace niwashi::search
