#include "niwashi/exact/diagram.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace niwashi::exact {

using namespace search::garden;

namespace {

constexpr int row_at(int step) {
    return step % rows;
}
constexpr int column_at(int step) {
    return step / rows;
}
constexpr int space_at(int step) {
    return columns * row_at(step) + column_at(step);
}

// What is asked of a neighbour: nothing, sand, or an edge.
constexpr int anything = 0;
constexpr int sand_only = 1;
constexpr int first_edge = 2;

// A node: by row what is asked of the next tile in it and the arcs at the eastern end of the last
// one; what the tile above asks and its sw arc; the se arc of the tile to the north-west.
struct Node {
    std::array<int, rows> asks{};
    std::array<int, rows> arcs{};  // ne and se bits
    int above_asks = anything;
    bool above_arc = false;
    bool diagonal_arc = false;

    std::uint64_t key() const {
        std::uint64_t k = 0;
        for (int r = 0; r < rows; ++r) {
            const auto i = static_cast<std::size_t>(r);
            k = k << 14 | static_cast<std::uint64_t>(asks[i]) << 2 |
                static_cast<std::uint64_t>((arcs[i] & ne) != 0) << 1 |
                static_cast<std::uint64_t>((arcs[i] & se) != 0);
        }
        k = k << 12 | static_cast<std::uint64_t>(above_asks);
        return k << 2 | static_cast<std::uint64_t>(above_arc) << 1 |
               static_cast<std::uint64_t>(diagonal_arc);
    }
};

struct Way {
    int asks;
    int gain;
};

bool is_met(int asks, const TilePattern& tile, int edge) {
    return asks == anything || (asks == sand_only ? !tile.moss : asks == edge + first_edge);
}

// Points of the vertices that are settled by the tile at this step (S4).
int whirlpools(const Node& node, int r, int c, int arcs) {
    const auto i = static_cast<std::size_t>(r);
    int points = 0;
    if (r > 0 && c > 0) {
        points += search::vertex_points(node.diagonal_arc, node.above_arc, (node.arcs[i] & ne) != 0,
                                        (arcs & nw) != 0);
    }
    if (r == 0 && c > 0 && (node.arcs[i] & ne) && (arcs & nw)) points += 2;
    if (c == 0 && r > 0 && node.above_arc && (arcs & nw)) points += 2;
    if (r == rows - 1 && c > 0 && (node.arcs[i] & se) && (arcs & sw)) points += 2;
    if (c == columns - 1 && r > 0 && (node.arcs[i - 1] & se) && (arcs & ne)) points += 2;
    return points;
}

constexpr std::int32_t highest_price = 100 << 16;

}  // namespace

Diagram::Diagram(std::vector<TilePattern> patterns, std::vector<int> supply, GardenCase garden,
                 std::size_t most_arcs)
    : patterns_(std::move(patterns)), supply_(std::move(supply)), case_(std::move(garden)) {
    prices_.assign(supply_.size() + 6 * patterns_.size(), 0);
    best_prices_ = prices_;
    best_ = -Total{never};
    for (auto& weights : weight_) weights.assign(patterns_.size(), 0);
    build(most_arcs, nullptr, 0);
}

Diagram Diagram::refined(int target, std::size_t most_arcs) {
    prices_ = best_prices_;
    weigh();
    backwards();
    Diagram finer = *this;
    ++finer.detail_;
    for (auto& layer : finer.layers_) layer = {};
    finer.complete_ = false;
    finer.step_size_ = 1;
    finer.since_better_ = 0;
    finer.work_ = 0;
    finer.build(most_arcs, this, target);
    return finer;
}

Diagram Diagram::restricted(GardenCase garden) const {
    Diagram narrower = *this;
    narrower.case_ = std::move(garden);
    narrower.prices_ = best_prices_;
    narrower.step_size_ = 1;
    narrower.since_better_ = 0;
    narrower.work_ = 0;
    narrower.found_.reset();
    for (std::size_t t = 0; t < spaces; ++t) {
        std::vector<bool> allowed(patterns_.size(), false);
        const auto s = static_cast<std::size_t>(space_at(static_cast<int>(t)));
        for (const int p : narrower.case_.domain[s]) allowed[static_cast<std::size_t>(p)] = true;
        auto& layer = narrower.layers_[t];
        std::size_t kept = 0;
        for (std::size_t n = 0; n + 1 < layer.first.size(); ++n) {
            const std::size_t begin =
                std::exchange(layer.first[n], static_cast<std::uint32_t>(kept));
            for (std::size_t a = begin; a < layer.first[n + 1]; ++a) {
                if (allowed[layer.arcs[a].pattern]) layer.arcs[kept++] = layer.arcs[a];
            }
        }
        layer.first.back() = static_cast<std::uint32_t>(kept);
        layer.arcs.resize(kept);
    }
    return narrower;
}

void Diagram::set_prices(const std::vector<std::int32_t>& prices) {
    if (prices.size() != prices_.size()) return;
    prices_ = prices;
    best_prices_ = prices;
    for (int pair = 0; pair < 6; ++pair) {
        if (case_.symmetric[static_cast<std::size_t>(pair / 2)]) continue;
        const auto begin = supply_.size() + static_cast<std::size_t>(pair) * patterns_.size();
        for (std::size_t p = 0; p < patterns_.size(); ++p) prices_[begin + p] = 0;
    }
}

std::size_t Diagram::arcs() const {
    std::size_t count = 0;
    for (const auto& layer : layers_) count += layer.arcs.size();
    return count;
}

int Diagram::bound() const {
    return static_cast<int>(std::floor(static_cast<double>(best_) / unit));
}

void Diagram::build(std::size_t most_arcs, const Diagram* guide, int target) {
    weigh();
    // What a tile on a space may ask of the next ones, and what that costs.
    const auto ways = [&](const TilePattern& tile, int edge, const std::vector<int>* next,
                          int level) {
        const bool beside = level > pairs_below;
        std::vector<Way> found;
        if (next == nullptr || detail_ < level) return std::vector<Way>{{anything, 0}};
        bool sand = false;
        bool moss = false;
        bool match = false;
        const bool free = beside && !tile.moss;
        for (const int p : *next) {
            const auto& other = patterns_[static_cast<std::size_t>(p)];
            (other.moss ? moss : sand) = true;
            if (free && !other.moss) continue;
            match |= (beside ? other.west : other.north) == edge;
        }
        if (free && !moss) return std::vector<Way>{{anything, 0}};
        if (free && sand) found.push_back({sand_only, 0});
        if (match) found.push_back({edge + first_edge, 0});
        if (!case_.whole) found.push_back({anything, -2});
        return found;
    };

    const Total least = Total{target} * unit - constant_;
    std::vector<Node> nodes{Node{}};
    std::vector<Length> ahead{0};
    layers_[0].keys = {Node{}.key()};
    std::size_t total = 0;
    for (int t = 0; t < spaces; ++t) {
        const int r = row_at(t);
        const int c = column_at(t);
        const auto i = static_cast<std::size_t>(r);
        const auto s = static_cast<std::size_t>(space_at(t));
        const auto& domain = case_.domain[s];
        std::vector<std::vector<Way>> east(patterns_.size());
        std::vector<std::vector<Way>> south(patterns_.size());
        std::unordered_map<int, std::vector<int>> by_north;
        std::unordered_map<int, std::vector<int>> by_west;
        for (const int p : domain) {
            const auto& tile = patterns_[static_cast<std::size_t>(p)];
            east[static_cast<std::size_t>(p)] =
                ways(tile, tile.east, c + 1 < columns ? &case_.domain[s + 1] : nullptr,
                     pairs_below + 1 + r);
            south[static_cast<std::size_t>(p)] = ways(
                tile, tile.south, r + 1 < rows ? &case_.domain[s + columns] : nullptr, pairs_below);
            by_north[tile.north + first_edge].push_back(p);
            by_west[tile.west + first_edge].push_back(p);
        }
        auto& layer = layers_[static_cast<std::size_t>(t)];
        layer.first.reserve(nodes.size() + 1);
        std::vector<Node> next;
        std::vector<Length> reached;
        std::unordered_map<std::uint64_t, std::uint32_t> numbers;
        std::unordered_map<std::uint64_t, Length> behind;
        if (guide != nullptr) {
            const auto& there = guide->layers_[static_cast<std::size_t>(t) + 1];
            for (std::size_t n = 0; n < there.keys.size(); ++n) {
                if (there.behind[n] != never) behind[there.keys[n]] = there.behind[n];
            }
        }
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const Node& node = nodes[n];
            layer.first.push_back(static_cast<std::uint32_t>(layer.arcs.size()));
            const auto* tiles = &domain;
            if (node.above_asks >= first_edge) {
                tiles = &by_north[node.above_asks];
            } else if (node.asks[i] >= first_edge) {
                tiles = &by_west[node.asks[i]];
            }
            for (const int p : *tiles) {
                const auto& tile = patterns_[static_cast<std::size_t>(p)];
                if (!is_met(node.asks[i], tile, tile.west) ||
                    !is_met(node.above_asks, tile, tile.north)) {
                    continue;
                }
                const int points = whirlpools(node, r, c, tile.arcs);
                Node child = node;
                child.diagonal_arc = r + 1 < rows && c > 0 && (node.arcs[i] & se);
                child.above_arc = r + 1 < rows && (tile.arcs & sw);
                child.arcs[i] = tile.arcs & (c + 1 < columns ? ne | se : r + 1 < rows ? se : 0);
                if (c + 1 == columns && r > 0) child.arcs[i - 1] = 0;
                const Length length =
                    ahead[n] + weight_[static_cast<std::size_t>(t)][static_cast<std::size_t>(p)] +
                    points * unit;
                for (const Way& beside : east[static_cast<std::size_t>(p)]) {
                    child.asks[i] = beside.asks;
                    for (const Way& below : south[static_cast<std::size_t>(p)]) {
                        child.above_asks = below.asks;
                        const Length there = length + (beside.gain + below.gain) * unit;
                        if (guide != nullptr) {
                            // What the guide would say of the child.
                            Node seen = child;
                            seen.asks[static_cast<std::size_t>(
                                std::max(0, guide->detail_ - pairs_below))] = anything;
                            if (guide->detail_ == no_pairs) seen.above_asks = anything;
                            const auto place = behind.find(seen.key());
                            if (place == behind.end() || there + place->second < least) continue;
                        }
                        const auto [place, fresh] = numbers.try_emplace(
                            child.key(), static_cast<std::uint32_t>(next.size()));
                        if (fresh) {
                            next.push_back(child);
                            reached.push_back(never);
                        }
                        auto& best = reached[place->second];
                        best = std::max(best, there);
                        layer.arcs.push_back(
                            {place->second, static_cast<std::uint16_t>(p),
                             static_cast<std::int16_t>(points + beside.gain + below.gain)});
                    }
                }
            }
            if (total + layer.arcs.size() > most_arcs) return;
        }
        layer.first.push_back(static_cast<std::uint32_t>(layer.arcs.size()));
        total += layer.arcs.size();
        work_ += layer.arcs.size() * 10;
        nodes = std::move(next);
        ahead = std::move(reached);
        auto& keys = layers_[static_cast<std::size_t>(t) + 1].keys;
        for (const Node& node : nodes) keys.push_back(node.key());
    }
    layers_[spaces].first.assign(nodes.size() + 1, 0);
    complete_ = true;
}

void Diagram::weigh() {
    constant_ = Total{case_.constant} * unit;
    for (std::size_t k = 0; k < supply_.size(); ++k) {
        constant_ += Total{prices_[k]} * std::min(supply_[k], spaces);
    }
    for (int t = 0; t < spaces; ++t) {
        const auto s = static_cast<std::size_t>(space_at(t));
        const int c = column_at(t);
        const int pair = 2 * row_at(t) + std::min(c, columns - 1 - c);
        const bool priced =
            c != columns / 2 && case_.symmetric[static_cast<std::size_t>(row_at(t))];
        const auto begin = supply_.size() + static_cast<std::size_t>(pair) * patterns_.size();
        for (const int tile : case_.domain[s]) {
            const auto p = static_cast<std::size_t>(tile);
            Length w = case_.points[s][patterns_[p].moss ? 1 : 0] * unit -
                       prices_[static_cast<std::size_t>(patterns_[p].kind)];
            if (priced) w += c < columns / 2 ? -prices_[begin + p] : prices_[begin + p];
            weight_[static_cast<std::size_t>(t)][p] = w;
        }
    }
}

void Diagram::forwards() {
    for (auto& layer : layers_) layer.ahead.assign(layer.first.size() - 1, never);
    if (layers_[0].ahead.empty()) return;
    layers_[0].ahead[0] = 0;
    for (std::size_t t = 0; t < spaces; ++t) {
        const auto& layer = layers_[t];
        auto& reached = layers_[t + 1].ahead;
        const auto& weight = weight_[t];
        for (std::size_t n = 0; n + 1 < layer.first.size(); ++n) {
            const Length here = layer.ahead[n];
            if (here == never) continue;
            for (std::size_t a = layer.first[n]; a < layer.first[n + 1]; ++a) {
                const Arc& arc = layer.arcs[a];
                const Length length = here + weight[arc.pattern] + arc.gain * unit;
                reached[arc.to] = std::max(reached[arc.to], length);
            }
        }
        work_ += layer.arcs.size();
    }
}

void Diagram::backwards() {
    layers_[spaces].behind.assign(layers_[spaces].first.size() - 1, 0);
    for (std::size_t t = spaces; t-- > 0;) {
        auto& layer = layers_[t];
        layer.behind.assign(layer.first.size() - 1, never);
        const auto& reached = layers_[t + 1].behind;
        const auto& weight = weight_[t];
        for (std::size_t n = 0; n + 1 < layer.first.size(); ++n) {
            Length best = never;
            for (std::size_t a = layer.first[n]; a < layer.first[n + 1]; ++a) {
                const Arc& arc = layer.arcs[a];
                if (reached[arc.to] == never) continue;
                best = std::max(best, reached[arc.to] + weight[arc.pattern] + arc.gain * unit);
            }
            layer.behind[n] = best;
        }
        work_ += layer.arcs.size();
    }
}

Diagram::Total Diagram::longest() const {
    Length best = never;
    for (const Length length : layers_[spaces].ahead) best = std::max(best, length);
    return best == never ? never : best + constant_;
}

// Needs `backwards` only.
Laid Diagram::longest_path() const {
    Laid garden{};
    std::size_t n = 0;
    for (std::size_t t = 0; t < spaces; ++t) {
        const auto& layer = layers_[t];
        for (std::size_t a = layer.first[n]; a < layer.first[n + 1]; ++a) {
            const Arc& arc = layer.arcs[a];
            const Length behind = layers_[t + 1].behind[arc.to];
            if (behind == never) continue;
            if (behind + weight_[t][arc.pattern] + arc.gain * unit == layer.behind[n]) {
                garden[static_cast<std::size_t>(space_at(static_cast<int>(t)))] = arc.pattern;
                n = arc.to;
                break;
            }
        }
    }
    return garden;
}

void Diagram::drop(int target) {
    const Total least = Total{target} * unit - constant_;
    std::vector<std::uint32_t> kept{0};  // nodes of the layer, by their old numbers
    for (std::size_t t = 0; t < spaces; ++t) {
        auto& layer = layers_[t];
        const auto& behind = layers_[t + 1].behind;
        std::vector<std::uint32_t> numbers(behind.size(), UINT32_MAX);
        std::vector<std::uint32_t> next;
        std::vector<std::uint32_t> first;
        std::vector<Arc> arcs;
        first.reserve(kept.size() + 1);
        for (const std::uint32_t n : kept) {
            first.push_back(static_cast<std::uint32_t>(arcs.size()));
            for (std::size_t a = layer.first[n]; a < layer.first[n + 1]; ++a) {
                Arc arc = layer.arcs[a];
                if (behind[arc.to] == never) continue;
                if (layer.ahead[n] + weight_[t][arc.pattern] + arc.gain * unit + behind[arc.to] <
                    least) {
                    continue;
                }
                auto& number = numbers[arc.to];
                if (number == UINT32_MAX) {
                    number = static_cast<std::uint32_t>(next.size());
                    next.push_back(arc.to);
                }
                arc.to = number;
                arcs.push_back(arc);
            }
        }
        first.push_back(static_cast<std::uint32_t>(arcs.size()));
        layer.first = std::move(first);
        layer.arcs = std::move(arcs);
        std::vector<std::uint64_t> keys;
        keys.reserve(next.size());
        for (const std::uint32_t n : next) keys.push_back(layers_[t + 1].keys[n]);
        layers_[t + 1].keys = std::move(keys);
        kept = std::move(next);
    }
    layers_[spaces].first.assign(kept.size() + 1, 0);
}

// Keeps a garden that is within the supply and symmetric where it must be.
bool Diagram::take(const Laid& garden) {
    std::vector<int> used(supply_.size(), 0);
    for (const int p : garden) {
        const auto k = static_cast<std::size_t>(patterns_[static_cast<std::size_t>(p)].kind);
        if (++used[k] > supply_[k]) return false;
    }
    const search::Joined join = search::joined(patterns_, garden);
    for (std::size_t r = 0; r < rows; ++r) {
        if (case_.symmetric[r] && !join.symmetric[r]) return false;
    }
    int points = case_.constant + join.whirlpools - 2 * join.unconnected;
    for (std::size_t s = 0; s < spaces; ++s) {
        points += case_.points[s][patterns_[static_cast<std::size_t>(garden[s])].moss ? 1 : 0];
    }
    if (!found_ || points > found_->points) found_ = Found{points, garden};
    return true;
}

// A step along the subgradient, of the length that Polyak gives for this target, smoothed.
void Diagram::step(const Laid& garden, Total target) {
    std::vector<double> slope(prices_.size(), 0);
    for (std::size_t k = 0; k < supply_.size(); ++k) slope[k] = std::min(supply_[k], spaces);
    for (const int p : garden) {
        slope[static_cast<std::size_t>(patterns_[static_cast<std::size_t>(p)].kind)] -= 1;
    }
    for (std::size_t k = 0; k < supply_.size(); ++k) {
        if (prices_[k] == 0 && slope[k] > 0) slope[k] = 0;
    }
    for (std::size_t r = 0; r < rows; ++r) {
        if (!case_.symmetric[r]) continue;
        for (std::size_t c = 0; c < columns / 2; ++c) {
            const auto begin = supply_.size() + (2 * r + c) * patterns_.size();
            slope[begin + static_cast<std::size_t>(garden[columns * r + c])] -= 1;
            slope[begin + static_cast<std::size_t>(garden[columns * r + columns - 1 - c])] += 1;
        }
    }
    if (direction_.empty()) direction_.assign(prices_.size(), 0);
    double norm = 0;
    for (std::size_t k = 0; k < slope.size(); ++k) {
        direction_[k] = slope[k] + 0.4 * direction_[k];
        norm += direction_[k] * direction_[k];
    }
    if (norm < 1e-9) return;
    const double length = step_size_ * static_cast<double>(longest() - target) / norm;
    for (std::size_t k = 0; k < slope.size(); ++k) {
        if (direction_[k] == 0) continue;
        double price = static_cast<double>(prices_[k]) - length * direction_[k];
        price = std::clamp(price, static_cast<double>(k < supply_.size() ? 0 : -highest_price),
                           static_cast<double>(highest_price));
        prices_[k] = static_cast<std::int32_t>(std::lround(price));
    }
}

bool Diagram::tighten(int target, int steps) {
    for (int i = 0; i < steps; ++i) {
        weigh();
        forwards();
        const Total length = longest();
        if (length < best_) {
            if (best_ - length > unit / 20) since_better_ = 0;
            best_ = length;
            best_prices_ = prices_;
        }
        if (++since_better_ > 12) {
            step_size_ = std::max(step_size_ * 0.6, 0.02);
            since_better_ = 0;
        }
        if (length < Total{target} * unit) return true;
        backwards();
        const auto garden = longest_path();
        const bool better =
            is_detailed() && case_.exact && take(garden) && found_->points >= target;
        drop(target);
        if (better) return false;
        step(garden, Total{target} * unit - unit / 4);
    }
    return false;
}

struct Diagram::Search {
    Diagram& d;
    std::uint64_t left;
    int target;
    Laid garden{};
    std::vector<int> supply;
    bool finished = true;

    void visit(std::size_t t, std::size_t n, Total length) {
        if (t == spaces) {
            if (!d.take(garden)) return;
            target = std::max(target, d.found_->points + 1);
            if (!d.case_.exact) {
                finished = false;
                left = 0;
            }
            return;
        }
        const auto s = static_cast<std::size_t>(space_at(static_cast<int>(t)));
        const auto r = s / columns;
        const auto c = s % columns;
        const int mirrored =
            d.case_.symmetric[r] && c > columns / 2 ? garden[columns * r + columns - 1 - c] : -1;
        const auto& layer = d.layers_[t];
        for (std::size_t a = layer.first[n]; a < layer.first[n + 1]; ++a) {
            if (left == 0) {
                finished = false;
                return;
            }
            --left;
            const Arc& arc = layer.arcs[a];
            if (mirrored >= 0 && arc.pattern != mirrored) continue;
            const Length behind = d.layers_[t + 1].behind[arc.to];
            if (behind == never) continue;
            const Total here = length + d.weight_[t][arc.pattern] + arc.gain * unit;
            if (here + behind < Total{target} * unit) continue;
            auto& tiles = supply[static_cast<std::size_t>(d.patterns_[arc.pattern].kind)];
            if (tiles == 0) continue;
            --tiles;
            garden[s] = arc.pattern;
            visit(t + 1, arc.to, here);
            ++tiles;
        }
    }
};

bool Diagram::enumerate(int target, std::uint64_t most_arcs) {
    prices_ = best_prices_;
    weigh();
    forwards();
    backwards();
    drop(target);
    forwards();
    backwards();
    if (longest() < Total{target} * unit) return true;
    Search search{*this, most_arcs, target, {}, supply_};
    search.visit(0, 0, constant_);
    work_ += most_arcs - search.left;
    return search.finished;
}

}  // namespace niwashi::exact
