#include "niwashi/exact/assignment.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "niwashi/jardin/score.hpp"

namespace niwashi::exact {

using namespace jardin;

namespace {

constexpr auto lantern_reach = spaces_within(3);

// Subgradient steps: of the market, of the prices of spaces at the root and at each other node.
constexpr int market_steps = 150;
constexpr int root_steps = 60;
constexpr int node_steps = 8;

// Two adjacent spaces and all their neighbours: any two of these are nearer than 4 (J7).
constexpr std::array<Bitboard, 60> make_pairs() {
    std::array<Bitboard, 60> pairs{};
    std::size_t n = 0;
    for (Space s = 0; s < space_count; ++s) {
        for (const Bitboard other : {east(bit(s)), south(bit(s))}) {
            if (other != 0) pairs[n++] = bit(s) | other | adjacent(bit(s) | other);
        }
    }
    return pairs;
}
constexpr auto lantern_pairs = make_pairs();

constexpr std::array<Bitboard, 25> make_blocks() {
    std::array<Bitboard, 25> blocks{};
    std::size_t n = 0;
    for (Space s = 0; s < space_count; ++s) {
        const Bitboard top = bit(s) | east(bit(s));
        if (count(top | south(top)) == 4) blocks[n++] = top | south(top);
    }
    return blocks;
}
constexpr auto rock_blocks = make_blocks();

// The spaces of each set, as lists of at most `width`; shorter ones repeat nothing: they end.
struct SpaceList {
    std::array<std::uint8_t, 8> spaces{};
    std::uint8_t size = 0;
    constexpr const std::uint8_t* begin() const { return spaces.data(); }
    constexpr const std::uint8_t* end() const { return spaces.data() + size; }
};
template <std::size_t n>
constexpr std::array<SpaceList, n> listed(const std::array<Bitboard, n>& sets) {
    std::array<SpaceList, n> lists{};
    for (std::size_t i = 0; i < n; ++i) {
        for (Bitboard left = sets[i]; left != 0;) {
            lists[i].spaces[lists[i].size++] = static_cast<std::uint8_t>(pop_first(left));
        }
    }
    return lists;
}
constexpr auto pair_spaces = listed(lantern_pairs);
constexpr auto block_spaces = listed(rock_blocks);

// Which sets a space belongs to, ended by no_set.
constexpr std::uint8_t no_set = 255;
template <std::size_t n>
constexpr auto sets_with(const std::array<Bitboard, n>& sets) {
    std::array<std::array<std::uint8_t, 17>, space_count> result{};
    for (std::size_t s = 0; s < space_count; ++s) {
        std::size_t size = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if ((sets[i] >> s & 1) != 0) result[s][size++] = static_cast<std::uint8_t>(i);
        }
        result[s][size] = no_set;
    }
    return result;
}
constexpr auto pairs_of = sets_with(lantern_pairs);
constexpr auto blocks_of = sets_with(rock_blocks);

// The spaces of each cross, and of the whole garden at [0].
struct Region {
    std::array<std::uint8_t, space_count> spaces{};
    std::size_t size = 0;
};
constexpr std::array<Region, 7> make_regions() {
    std::array<Region, 7> regions{};
    for (int v = 0; v < 7; ++v) {
        Region& region = regions[static_cast<std::size_t>(v)];
        for (Bitboard left = v == 0 ? whole_garden : cross(v); left != 0;) {
            region.spaces[region.size++] = static_cast<std::uint8_t>(pop_first(left));
        }
    }
    return regions;
}
constexpr auto regions = make_regions();

}  // namespace

Assignment::Assignment(const Question& question, const std::atomic<bool>* stop)
    : start_(question.start),
      dice_(question.dice),
      turn_total_(question.turns.size()),
      exact_prunings_(question.limits.prunings),
      stop_(stop) {
    for (auto& prices : market_.price) prices.fill(2 * unit);
    for (std::size_t i = 0; i < turn_total_; ++i) {
        const bool late = question.is_late(i);
        const auto kind_of = [late](Decoration decoration) {
            constexpr std::array<Kind, decoration_count> kinds = {lantern, bamboo, early_tree,
                                                                  rock,    moss,   bridge};
            return decoration == Decoration::tree && late
                       ? late_tree
                       : kinds[static_cast<std::size_t>(decoration)];
        };
        std::vector<Option> options;
        std::array<bool, effect_count> possible{};
        for (const TurnOption& from : question.turns[i]) {
            Option option{from.kind,
                          static_cast<std::uint8_t>(from.location),
                          static_cast<std::uint8_t>(from.drawn.size()),
                          {lantern, lantern}};
            std::size_t bridges = 0;
            for (std::size_t d = 0; d < from.drawn.size(); ++d) {
                option.drawn[d] = kind_of(from.drawn[d]);
                bridges += option.drawn[d] == bridge ? 1 : 0;
            }
            const std::size_t least = option.size == 2   ? std::size_t{plain}
                                      : option.size == 1 ? std::size_t{pruned}
                                                         : std::size_t{skipped};
            for (std::size_t b = 0; b <= bridges; ++b) possible[least + b] = true;
            options.push_back(option);
        }
        for (const Option& option : options) {
            for (std::size_t d = 0; d < option.size; ++d) {
                const auto region = static_cast<std::uint8_t>(1U << option.location);
                offered_[option.drawn[d]] |= region;
                if (option.drawn[d] == bridge) offered_[kind_count] |= region;
            }
        }
        like_last_[i] =
            i > 0 && question.is_late(i - 1) == late && question.turns[i - 1] == question.turns[i];
        options_.push_back(options);
        for (std::uint8_t e = 0; e < effect_count; ++e) {
            if (possible[e]) effects_[i].push_back(e);
        }
    }
    // All turns are alike but for the half-year, or none is worth looking for it.
    const bool alike = question.any_dice() && turn_total_ > 0;
    for (std::size_t i = 0; i < turn_total_; ++i) half_year_[i] = question.is_late(i) ? 1 : 0;
    if (alike) ruled_out_.assign(2 * options_[0].size() * space_count * space_count, 0);
    const bool may_fill = count(start_.empty_spaces()) <= 2 * static_cast<int>(turn_total_);
    for (std::size_t state = 0; state < state_count; ++state) {
        for (std::size_t e = 0; e < effect_count; ++e) {
            const int prunings = static_cast<int>(state) / bridge_states +
                                 (e == pruned || e == pruned_bridge ? 1 : 0);
            const int bridges = static_cast<int>(state) % bridge_states +
                                (e == two_bridges ? 2 : e == one_bridge || e == pruned_bridge);
            const bool possible =
                prunings <= max_prunings && (e != skipped || prunings == max_prunings || may_fill);
            after_[state][e] = possible
                                   ? static_cast<std::uint8_t>(prunings * bridge_states +
                                                               std::min(bridges, bridge_states - 1))
                                   : no_state;
        }
    }
}

Assignment::Node Assignment::root(Bitboard water) {
    water_ = water;
    for (Space s = 0; s < space_count; ++s) {
        wet_neighbours_[static_cast<std::size_t>(s)] =
            static_cast<std::uint8_t>(count(adjacent(bit(s)) & water));
    }
    Node node;
    node.placed = {start_[Decoration::lantern],
                   start_[Decoration::bamboo],
                   start_[Decoration::tree] & ~start_.late_trees,
                   start_.late_trees,
                   start_[Decoration::rock],
                   start_[Decoration::moss],
                   start_[Decoration::bridge]};
    node.occupied = start_.decorated();
    node.open_turns = (1U << turn_total_) - 1;
    node.prunings = static_cast<int>(start_.prunings);
    return node;
}

Assignment::Settled Assignment::settle(const Node& node) const {
    const Bitboard earth = whole_garden & ~water_;
    const Bitboard lanterns = node.placed[lantern];
    const Bitboard rocks = node.placed[rock];
    const Bitboard bridges = node.placed[bridge];
    Settled settled;
    settled.free = whole_garden & ~node.occupied;

    Bitboard near_lantern = 0;
    for (Bitboard left = lanterns; left != 0;) {
        const Space space = pop_first(left);
        const Bitboard reach = lantern_reach[static_cast<std::size_t>(space)];
        near_lantern |= reach;
        if ((reach & lanterns) == 0) settled.lanterns |= bit(space) & earth;
    }
    settled.rocks = rocks & ~around(rocks);
    const Bitboard connects = bridgeable(water_);
    settled.bridge_spaces = connects & ~adjacent(bridges) & settled.free;
    settled.state = static_cast<std::uint8_t>(
        node.prunings * bridge_states +
        std::min(count(bridges & connects & ~adjacent(bridges)), bridge_states - 1));
    const Bitboard dry_kinds = lanterns | node.placed[bamboo] | node.placed[early_tree] |
                               node.placed[late_tree] | node.placed[moss];
    int points = 2 * count(node.placed[bamboo] & earth) + count(node.placed[early_tree] & earth) +
                 2 * count(node.placed[late_tree] & earth) - count(dry_kinds & water_) -
                 count(bridges & earth) - count(earth & settled.free);
    for (Bitboard left = node.placed[moss] & earth; left != 0;) {
        points += wet_neighbours_[static_cast<std::size_t>(pop_first(left))];
    }
    for (const Bitboard pond : start_.ponds) points += pond != 0 ? 3 : 0;
    settled.points = points * unit;

    const Bitboard near_rock = around(rocks);
    for (std::size_t s = 0; s < space_count; ++s) {
        const Bitboard here = bit(static_cast<Space>(s));
        const bool free = (here & settled.free) != 0;
        const bool wet = (here & water_) != 0;
        const int dry = !free ? never : wet ? -unit : unit;  // a dry one fills bare earth (J14)
        settled.value[lantern][s] = dry;
        settled.value[bamboo][s] = dry + (wet ? 0 : 2 * unit);
        settled.value[early_tree][s] = dry + (wet ? 0 : unit);
        settled.value[late_tree][s] = dry + (wet ? 0 : 2 * unit);
        settled.value[moss][s] = dry + (wet ? 0 : wet_neighbours_[s] * unit);
        settled.value[rock][s] = dry + (wet ? unit : 0);
        settled.value[bridge][s] = free ? 0 : never;
        settled.lantern_extra[s] = wet || (here & near_lantern) != 0 ? 0 : 3 * unit;
        settled.rock_extra[s] = (here & near_rock) != 0 ? 0 : wet ? 2 * unit : unit;
    }
    for (std::size_t i = 0; i < turn_total_; ++i) {
        if ((node.open_turns >> i & 1) == 0) continue;
        for (const Option& option : options_[i]) {
            for (std::size_t d = 0; d < option.size; ++d) settled.wanted[option.drawn[d]] = true;
        }
    }
    return settled;
}

void Assignment::evaluate(const Node& node, const Settled& settled, Evaluation& result) const {
    int constant = settled.points;
    std::array<int, space_count> lantern_price{}, rock_price{};
    for (std::size_t p = 0; p < pair_count; ++p) {
        const int price = prices_.pair[p];
        if (price == 0) continue;
        constant += price;
        for (const std::uint8_t s : pair_spaces[p]) lantern_price[s] += price;
    }
    for (std::size_t b = 0; b < block_count; ++b) {
        const int price = prices_.block[b];
        if (price == 0) continue;
        constant += price;
        for (const std::uint8_t s : block_spaces[b]) rock_price[s] += price;
    }
    result.paid_lanterns = 0;
    for (Bitboard left = settled.lanterns; left != 0;) {
        const Space space = pop_first(left);
        const int extra = 3 * unit - lantern_price[static_cast<std::size_t>(space)];
        if (extra > 0) {
            constant += extra;
            result.paid_lanterns |= bit(space);
        }
    }
    result.paid_rocks = 0;
    for (Bitboard left = settled.rocks; left != 0;) {
        const Space space = pop_first(left);
        const int extra = ((bit(space) & water_) != 0 ? 2 : 1) * unit -
                          rock_price[static_cast<std::size_t>(space)];
        if (extra > 0) {
            constant += extra;
            result.paid_rocks |= bit(space);
        }
    }
    for (Bitboard left = settled.free; left != 0;) {
        constant += prices_.space[static_cast<std::size_t>(pop_first(left))];
    }
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        if (!settled.wanted[kind]) continue;
        for (std::size_t s = 0; s < space_count; ++s) {
            result.value[kind][s] = settled.value[kind][s] - prices_.space[s];
        }
    }
    const auto add = [&](Kind kind, const auto& extra, const auto& price) {
        if (!settled.wanted[kind]) return;
        for (std::size_t s = 0; s < space_count; ++s) {
            result.value[kind][s] += std::max(0, extra[s] - price[s]);
        }
    };
    add(lantern, settled.lantern_extra, lantern_price);
    add(rock, settled.rock_extra, rock_price);

    std::array<std::array<Best, 7>, kind_count + 1> best;
    std::array<std::uint8_t, kind_count + 1> known{};
    const auto find = [&](std::size_t kind, std::size_t location) -> const Best& {
        Best& found = best[kind][location];
        if ((known[kind] >> location & 1) != 0) return found;
        known[kind] = static_cast<std::uint8_t>(known[kind] | 1U << location);
        const auto& values = result.value[kind == kind_count ? std::size_t{bridge} : kind];
        const Bitboard allowed = kind == kind_count ? settled.bridge_spaces : settled.free;
        // Value and space in one number, so that the two greatest need no branch.
        int first = never * 64;
        int second = never * 64;
        const Region& region = regions[location];
        for (std::size_t i = 0; i < region.size; ++i) {
            const std::uint8_t s = region.spaces[i];
            const int value = (allowed >> s & 1) != 0 ? values[s] * 64 + s : never * 64;
            second = std::max(second, std::min(first, value));
            first = std::max(first, value);
        }
        found = {first >> 6, second >> 6, static_cast<std::uint8_t>(first & 63),
                 static_cast<std::uint8_t>(second & 63)};
        return found;
    };
    join_turns(node, settled.state, find, result);
    result.constant = constant;
    result.bound = constant + result.from[0][settled.state];
}

// The best of each turn for each effect, given the best of each kind in each region, and of all
// turns together.
template <typename Find>
void Assignment::join_turns(const Node& node, std::size_t start_state, Find&& find,
                            Evaluation& result) const {
    const std::size_t turn_total = turn_total_;
    for (std::size_t i = 0; i < turn_total; ++i) {
        if ((node.open_turns >> i & 1) == 0) continue;
        TurnValue& turn = result.turns[i];
        if (like_last_[i] && (node.open_turns >> (i - 1) & 1) != 0) {
            turn = result.turns[i - 1];
            continue;
        }
        turn.value.fill(never);
        const auto offer = [&turn](std::size_t effect, int value, std::size_t option,
                                   std::uint8_t a, std::uint8_t b) {
            if (value > turn.value[effect]) {
                turn.value[effect] = value;
                turn.placement[effect] = {static_cast<std::uint8_t>(option), {a, b}};
            }
        };
        // The best two different spaces.
        const auto offer_two = [&](std::size_t effect, const Best& a, const Best& b,
                                   std::size_t option) {
            if (a.first_space != b.first_space) {
                offer(effect, a.first + b.first, option, a.first_space, b.first_space);
            } else if (a.first + b.second > a.second + b.first) {
                offer(effect, a.first + b.second, option, a.first_space, b.second_space);
            } else {
                offer(effect, a.second + b.first, option, a.second_space, b.first_space);
            }
        };
        for (std::size_t o = 0; o < options_[i].size(); ++o) {
            const Option& option = options_[i][o];
            const std::size_t v = option.location;
            if (option.size == 0) {
                offer(skipped, 0, o, 0, 0);
            } else if (option.size == 1) {
                const Best& a = find(option.drawn[0], v);
                offer(pruned, a.first, o, a.first_space, 0);
                if (option.drawn[0] == bridge) {
                    const Best& scoring = find(kind_count, v);
                    offer(pruned_bridge, scoring.first, o, scoring.first_space, 0);
                }
            } else {
                const Best& a = find(option.drawn[0], v);
                offer_two(plain, a, find(option.drawn[1], v), o);
                if (option.drawn[1] == bridge) {  // bridges are the last kind
                    const Best& scoring = find(kind_count, v);
                    offer_two(one_bridge, a, scoring, o);
                    if (option.drawn[0] == bridge) offer_two(two_bridges, scoring, scoring, o);
                }
            }
        }
    }

    // Backwards over the turns: the best of the later ones from each state.
    for (std::size_t state = 0; state < state_count; ++state) {
        const bool allowed =
            !exact_prunings_ || static_cast<int>(state / bridge_states) == *exact_prunings_;
        result.from[turn_total][state] =
            allowed ? unit * bridge_points[state % bridge_states] : never;
    }
    for (std::size_t i = turn_total; i-- > 0;) {
        auto& from = result.from[i];
        const auto& later = result.from[i + 1];
        if ((node.open_turns >> i & 1) == 0) {
            from = later;
            continue;
        }
        const auto& value = result.turns[i].value;
        for (std::size_t state = start_state / bridge_states * bridge_states; state < state_count;
             ++state) {
            int most = never;
            for (const std::uint8_t e : effects_[i]) {
                const std::uint8_t next = after_[state][e];
                if (next != no_state) most = std::max(most, value[e] + later[next]);
            }
            from[state] = most;
        }
    }
}

// What the market comes to for one pattern: the bound, and how often turns and spaces want what.
struct Assignment::MarketSums {
    int bound = 0;
    std::array<std::array<int, 7>, kind_count + 1> excess;  // bought by turns - sold by spaces
    std::array<int, pair_count> pair_slope;
    std::array<int, block_count> block_slope;
    Evaluation turns;
    std::array<int, space_count> earned;
};

void Assignment::clear(const Settled& settled, const Market& market, MarketSums& sums) const {
    for (auto& row : sums.excess) row.fill(0);
    sums.pair_slope.fill(-1);
    sums.block_slope.fill(-1);
    int total = settled.points;
    std::array<int, space_count> lantern_price{}, rock_price{};
    for (std::size_t p = 0; p < pair_count; ++p) {
        if (market.pair[p] == 0) continue;
        total += market.pair[p];
        for (const std::uint8_t s : pair_spaces[p]) lantern_price[s] += market.pair[p];
    }
    for (std::size_t b = 0; b < block_count; ++b) {
        if (market.block[b] == 0) continue;
        total += market.block[b];
        for (const std::uint8_t s : block_spaces[b]) rock_price[s] += market.block[b];
    }
    const auto use = [](auto& slopes, const auto& sets, std::size_t s) {
        for (const std::uint8_t set : sets[s]) {
            if (set == no_set) break;
            ++slopes[set];
        }
    };
    for (Bitboard left = settled.lanterns; left != 0;) {
        const auto s = static_cast<std::size_t>(pop_first(left));
        if (3 * unit <= lantern_price[s]) continue;
        total += 3 * unit - lantern_price[s];
        use(sums.pair_slope, pairs_of, s);
    }
    for (Bitboard left = settled.rocks; left != 0;) {
        const auto s = static_cast<std::size_t>(pop_first(left));
        const int extra = ((water_ >> s & 1) != 0 ? 2 : 1) * unit - rock_price[s];
        if (extra <= 0) continue;
        total += extra;
        use(sums.block_slope, blocks_of, s);
    }

    // Each space takes the kind that adds most beyond its price.
    std::array<int, space_count> most{};  // with kind and region of the price in the lowest 6 bits
    most.fill(kind_count + 1);
    for (std::size_t kind = 0; kind <= kind_count; ++kind) {
        if (offered_[kind] == 0) continue;
        const auto& price = market.price[kind];
        const int anywhere = (offered_[kind] & 1) != 0 ? price[0] * 8 : -never * 8;
        std::array<int, side> line;  // price and region of each row, and of each column
        for (std::size_t v = 1; v <= side; ++v) {
            line[v - 1] = (offered_[kind] >> v & 1) != 0
                              ? std::min(anywhere, price[v] * 8 + static_cast<int>(v))
                              : anywhere;
        }
        const auto& values = settled.value[kind == kind_count ? std::size_t{bridge} : kind];
        const Bitboard allowed = kind == kind_count ? settled.bridge_spaces : settled.free;
        for (std::size_t s = 0; s < space_count; ++s) {
            int value = values[s];
            if (kind == lantern) value += std::max(0, settled.lantern_extra[s] - lantern_price[s]);
            if (kind == rock) value += std::max(0, settled.rock_extra[s] - rock_price[s]);
            const int charge = std::min(line[s / side], line[s % side]);
            // (value - price) * 64 + region * 8 + kind
            const int region = charge & 7;
            const int offer =
                (value * 8 - (charge - region)) * 8 + region * 8 + static_cast<int>(kind);
            if ((allowed >> s & 1) != 0) most[s] = std::max(most[s], offer);
        }
    }
    for (std::size_t s = 0; s < space_count; ++s) {
        sums.earned[s] = most[s] >> 6;
        if (most[s] < 64) {  // left bare
            sums.earned[s] = 0;
            continue;
        }
        total += sums.earned[s];
        const auto kind = static_cast<std::size_t>(most[s] & 7);
        --sums.excess[kind][static_cast<std::size_t>(most[s] >> 3 & 7)];
        if (kind == lantern && settled.lantern_extra[s] > lantern_price[s]) {
            use(sums.pair_slope, pairs_of, s);
        }
        if (kind == rock && settled.rock_extra[s] > rock_price[s]) {
            use(sums.block_slope, blocks_of, s);
        }
    }

    // Each turn what is dearest.
    Node node;
    node.open_turns = (1U << turn_total_) - 1;
    join_turns(
        node, settled.state,
        [&](std::size_t kind, std::size_t location) {
            const int price = market.price[kind][location];
            return Best{price, price, 0, 0};
        },
        sums.turns);
    std::size_t state = settled.state;
    for (std::size_t i = 0; i < turn_total_; ++i) {
        for (const std::uint8_t e : effects_[i]) {
            const std::uint8_t next = after_[state][e];
            if (next == no_state || sums.turns.turns[i].value[e] + sums.turns.from[i + 1][next] !=
                                        sums.turns.from[i][state]) {
                continue;
            }
            const Option& option = options_[i][sums.turns.turns[i].placement[e].option];
            std::size_t scoring = e == two_bridges ? 2 : e == one_bridge || e == pruned_bridge;
            for (std::size_t d = option.size; d-- > 0;) {
                const bool scores = option.drawn[d] == bridge && scoring > 0;
                if (scores) --scoring;
                ++sums.excess[scores ? std::size_t{kind_count} : std::size_t{option.drawn[d]}]
                             [option.location];
            }
            state = next;
            break;
        }
    }
    sums.bound = total + sums.turns.from[0][settled.state];
}

bool Assignment::price_out(Bitboard water, int target, int steps) {
    target = conceivable(target);
    const Settled settled = settle(root(water));
    const int least = (target - 3 * new_ponds(water)) * unit;
    const int goal = least - unit / 4;
    Market best = market_;
    int best_bound = 1 << 30;
    MarketSums sums;
    for (int i = 0;; ++i) {
        clear(settled, market_, sums);
        if (sums.bound < best_bound) {
            best_bound = sums.bound;
            best = market_;
        }
        if (best_bound < least || i >= steps) break;
        int norm = 0;
        for (std::size_t kind = 0; kind <= kind_count; ++kind) {
            for (const int excess : sums.excess[kind]) norm += excess * excess;
        }
        const auto clip = [&norm](auto& slopes, const auto& prices) {
            for (std::size_t n = 0; n < slopes.size(); ++n) {
                if (slopes[n] < 0 && prices[n] == 0) slopes[n] = 0;
                norm += slopes[n] * slopes[n];
            }
        };
        clip(sums.pair_slope, market_.pair);
        clip(sums.block_slope, market_.block);
        if (norm == 0) break;
        ++steps_;
        const int size = std::max(1, (sums.bound - goal) / norm);
        for (std::size_t kind = 0; kind <= kind_count; ++kind) {
            for (std::size_t v = 0; v < 7; ++v) {
                market_.price[kind][v] -= size * sums.excess[kind][v];
            }
        }
        const auto move = [size](auto& prices, const auto& slopes) {
            for (std::size_t n = 0; n < slopes.size(); ++n) {
                prices[n] = std::max(0, prices[n] + size * slopes[n]);
            }
        };
        move(market_.pair, sums.pair_slope);
        move(market_.block, sums.block_slope);
    }
    market_ = best;
    if (best_bound < least) return true;
    clear(settled, market_, sums);
    prices_ = {sums.earned, market_.pair, market_.block};
    return false;
}

LinearBound Assignment::linear_bound() const {
    LinearBound result;
    std::array<int, space_count> lantern_price{}, rock_price{};
    for (std::size_t p = 0; p < pair_count; ++p) {
        result.constant += market_.pair[p];
        for (const std::uint8_t s : pair_spaces[p]) lantern_price[s] += market_.pair[p];
    }
    for (std::size_t b = 0; b < block_count; ++b) {
        result.constant += market_.block[b];
        for (const std::uint8_t s : block_spaces[b]) rock_price[s] += market_.block[b];
    }
    Node node;
    node.open_turns = (1U << turn_total_) - 1;
    Evaluation joined;
    // Old bridges may score under other water, as many as there are.
    const auto old_bridges =
        static_cast<std::size_t>(std::min(count(start_[Decoration::bridge]), bridge_states - 1));
    const std::size_t state = start_.prunings * bridge_states + old_bridges;
    join_turns(
        node, state,
        [&](std::size_t kind, std::size_t location) {
            const int price = market_.price[kind][location];
            return Best{price, price, 0, 0};
        },
        joined);
    result.constant += joined.from[0][state];
    // Old lanterns and rocks that may score pay too; near them no new one does.
    const Bitboard lanterns = start_[Decoration::lantern];
    const Bitboard rocks = start_[Decoration::rock];
    Bitboard near_lantern = 0;
    for (Bitboard left = lanterns; left != 0;) {
        near_lantern |= lantern_reach[static_cast<std::size_t>(pop_first(left))];
    }
    const Bitboard near_rock = around(rocks);
    for (std::size_t s = 0; s < space_count; ++s) {
        const Bitboard here = bit(static_cast<Space>(s));
        if ((start_.decorated() & here) != 0) {
            for (std::size_t g = 0; g < ground_count; ++g) {
                const bool is_wet = g == wet || g == spanned;
                if ((lanterns & here & ~near_lantern) != 0 && !is_wet) {
                    result.ground[s][g] = -std::min(3 * unit, lantern_price[s]);
                } else if ((rocks & here & ~near_rock) != 0) {
                    result.ground[s][g] = -std::min((is_wet ? 2 : 1) * unit, rock_price[s]);
                }
            }
            continue;
        }
        const auto extra = [here](Bitboard near, int most, int price) {
            return (near & here) != 0 ? 0 : std::max(0, most - price);
        };
        std::array<int, kind_count + 1> charge;
        for (std::size_t kind = 0; kind <= kind_count; ++kind) {
            charge[kind] = -never;
            for (const std::size_t v : {std::size_t{0}, s / side + 1, s % side + 1}) {
                if ((offered_[kind] >> v & 1) == 0) continue;
                charge[kind] = std::min(charge[kind], market_.price[kind][v]);
            }
        }
        for (std::size_t g = 0; g < ground_count; ++g) {
            const bool is_wet = g == wet || g == spanned;
            const int dry = is_wet ? -unit : unit;
            const int beside = is_wet ? 0 : static_cast<int>(g) * unit;
            int& most = result.ground[s][g];
            const auto earn = [&](std::size_t kind, int value) {
                most = std::max(most, value - charge[kind]);
            };
            earn(lantern, dry + (is_wet ? 0 : extra(near_lantern, 3 * unit, lantern_price[s])));
            earn(bamboo, dry + (is_wet ? 0 : 2 * unit));
            earn(early_tree, dry + (is_wet ? 0 : unit));
            earn(late_tree, dry + (is_wet ? 0 : 2 * unit));
            earn(rock, is_wet ? extra(near_rock, 2 * unit, rock_price[s])
                              : unit + extra(near_rock, unit, rock_price[s]));
            earn(moss, dry + beside);
            earn(bridge, 0);
            if (g == spanned) earn(kind_count, 0);
        }
    }
    return result;
}

// One subgradient step from the prices of `at`; false if there is nothing to move.
bool Assignment::step(const Node& node, const Settled& settled, const Evaluation& at, int target) {
    // How often each space is used on the best path.
    std::array<int, space_count> space_slope{};
    std::array<int, pair_count> pair_slope;
    std::array<int, block_count> block_slope;
    pair_slope.fill(-1);
    block_slope.fill(-1);
    const auto use_lantern = [&](std::size_t s) {
        for (const std::uint8_t p : pairs_of[s]) {
            if (p == no_set) break;
            ++pair_slope[p];
        }
    };
    const auto use_rock = [&](std::size_t s) {
        for (const std::uint8_t b : blocks_of[s]) {
            if (b == no_set) break;
            ++block_slope[b];
        }
    };
    for (Bitboard left = settled.lanterns & at.paid_lanterns; left != 0;) {
        use_lantern(static_cast<std::size_t>(pop_first(left)));
    }
    for (Bitboard left = settled.rocks & at.paid_rocks; left != 0;) {
        use_rock(static_cast<std::size_t>(pop_first(left)));
    }
    std::size_t state = settled.state;
    for (std::size_t i = 0; i < turn_total_; ++i) {
        if ((node.open_turns >> i & 1) == 0) continue;
        for (const std::uint8_t e : effects_[i]) {
            const std::uint8_t next = after_[state][e];
            if (next == no_state ||
                at.turns[i].value[e] + at.from[i + 1][next] != at.from[i][state]) {
                continue;
            }
            const Placement& placement = at.turns[i].placement[e];
            const Option& option = options_[i][placement.option];
            for (std::size_t d = 0; d < option.size; ++d) {
                const std::size_t s = placement.spaces[d];
                ++space_slope[s];
                // A lantern or rock that adds something here pays its price.
                if (option.drawn[d] == lantern &&
                    at.value[lantern][s] > settled.value[lantern][s] - prices_.space[s]) {
                    use_lantern(s);
                }
                if (option.drawn[d] == rock &&
                    at.value[rock][s] > settled.value[rock][s] - prices_.space[s]) {
                    use_rock(s);
                }
            }
            state = next;
            break;
        }
    }

    int norm = 0;
    const auto clip = [&norm](int& slope, int price) {
        if (slope < 0 && price == 0) slope = 0;
        norm += slope * slope;
    };
    for (std::size_t s = 0; s < space_count; ++s) {
        space_slope[s] -= 1;
        if ((settled.free >> s & 1) == 0) space_slope[s] = 0;
        clip(space_slope[s], prices_.space[s]);
    }
    for (std::size_t p = 0; p < pair_count; ++p) clip(pair_slope[p], prices_.pair[p]);
    for (std::size_t b = 0; b < block_count; ++b) clip(block_slope[b], prices_.block[b]);
    if (norm == 0) return false;
    const int goal = target * unit - unit / 2;
    const int size = std::max(1, (at.bound - goal) / norm);
    const auto move = [size](int& price, int slope) { price = std::max(0, price + size * slope); };
    for (std::size_t s = 0; s < space_count; ++s) move(prices_.space[s], space_slope[s]);
    for (std::size_t p = 0; p < pair_count; ++p) move(prices_.pair[p], pair_slope[p]);
    for (std::size_t b = 0; b < block_count; ++b) move(prices_.block[b], block_slope[b]);
    return true;
}

// Leaves the best prices found in prices_, and their evaluation in `best`.
void Assignment::lower(const Node& node, const Settled& settled, int target, int steps,
                       Evaluation& best) {
    evaluate(node, settled, best);
    if (best.bound < target * unit) return;
    Prices best_prices = prices_;
    Evaluation now = best;
    for (int i = 0; i < steps; ++i) {
        if (!step(node, settled, now, target)) break;
        ++steps_;
        evaluate(node, settled, now);
        if (now.bound < best.bound) {
            best_prices = prices_;
            if (now.bound < target * unit) {
                best.bound = now.bound;
                break;
            }
            best = now;
        }
    }
    prices_ = best_prices;
}

// The ponds that are still to be traced.
int Assignment::new_ponds(Bitboard water) const {
    int ponds = 0;
    for (Bitboard left = water & ~start_.water(); left != 0; ++ponds) {
        left &= ~flood(bit(first_space(left)), left);
    }
    return ponds;
}

Verdict Assignment::decide(Bitboard water, int target, std::uint64_t node_limit) {
    target = conceivable(target);
    if (price_out(water, target, market_steps)) return Verdict::priced_out;
    constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
    node_limit_ = node_limit < no_limit - nodes_ ? nodes_ + node_limit : no_limit;
    refuted_.clear();
    // Ponds to come are the same in every node: they are taken off the target.
    return search(root(water), target - 3 * new_ponds(water), root_steps);
}

Assignment::NodeKey Assignment::key_of(const Node& node) {
    // The kind of each space, 1 to 7, as three bit boards.
    std::array<Bitboard, 3> digits{};
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
        for (std::size_t digit = 0; digit < digits.size(); ++digit) {
            if (((kind + 1) >> digit & 1) != 0) digits[digit] |= node.placed[kind];
        }
    }
    return {digits[0] | digits[1] << space_count, digits[1] >> (64 - space_count) | digits[2] << 8 |
                                                      std::uint64_t{node.open_turns} << 44 |
                                                      static_cast<std::uint64_t>(node.prunings)
                                                          << 56};
}

Verdict Assignment::search(const Node& node, int target, int steps) {
    if (nodes_ >= node_limit_ || stopped()) return Verdict::undecided;
    const NodeKey key = key_of(node);
    if (refuted_.contains(key)) return Verdict::refuted;
    const std::uint64_t refused_before = skips_refused_;
    ++nodes_;
    const Settled settled = settle(node);
    Evaluation at;
    lower(node, settled, target, steps, at);
    if (at.bound < target * unit) return Verdict::refuted;
    if (node.open_turns == 0) return finish(node, target) ? Verdict::found : Verdict::refuted;

    // Forwards: the best of the turns before, to each state.
    const std::size_t turn_total = turn_total_;
    std::array<std::array<int, state_count>, max_turns + 1> to;
    to[0].fill(never);
    to[0][settled.state] = 0;
    for (std::size_t i = 0; i < turn_total; ++i) {
        if ((node.open_turns >> i & 1) == 0) {
            to[i + 1] = to[i];
            continue;
        }
        to[i + 1].fill(never);
        for (std::size_t state = 0; state < state_count; ++state) {
            if (to[i][state] < never / 2) continue;
            for (const std::uint8_t e : effects_[i]) {
                const std::uint8_t next = after_[state][e];
                if (next == no_state) continue;
                to[i + 1][next] = std::max(to[i + 1][next], to[i][state] + at.turns[i].value[e]);
            }
        }
    }

    // The least a turn's own value must be, for each effect, to reach the target.
    std::vector<Candidate> fewest, candidates;
    std::size_t fewest_turn = turn_total;
    for (std::size_t i = 0; i < turn_total; ++i) {
        if ((node.open_turns >> i & 1) == 0) continue;
        std::array<int, effect_count> rest;
        rest.fill(never);
        for (const std::uint8_t e : effects_[i]) {
            for (std::size_t state = 0; state < state_count; ++state) {
                const std::uint8_t next = after_[state][e];
                // Where no way leads to a state, nothing is known of what follows it.
                if (next == no_state || to[i][state] < never / 2) continue;
                rest[e] = std::max(rest[e], to[i][state] + at.from[i + 1][next]);
            }
        }
        candidates.clear();
        const auto consider = [&](std::size_t option, std::size_t a, std::size_t b, int value,
                                  std::size_t effect) {
            const int bound = at.constant + rest[effect] + value;
            const Placement placement{static_cast<std::uint8_t>(option),
                                      {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}};
            if (bound >= target * unit &&
                (ruled_out_.empty() || ruled_out_[placement_index(i, placement)] == 0)) {
                candidates.push_back({placement, bound});
            }
        };
        for (std::size_t o = 0; o < options_[i].size(); ++o) {
            const Option& option = options_[i][o];
            const Region& region = regions[option.location];
            if (option.size == 0) {
                consider(o, 0, 0, 0, skipped);
                continue;
            }
            for (std::size_t x = 0; x < region.size; ++x) {
                const std::size_t a = region.spaces[x];
                if ((node.occupied >> a & 1) != 0) continue;
                // A bridge where it may score counts as scoring: that is its best.
                const bool a_scores =
                    option.drawn[0] == bridge && (settled.bridge_spaces >> a & 1) != 0;
                const int a_value = at.value[option.drawn[0]][a];
                if (option.size == 1) {
                    consider(o, a, 0, a_value, a_scores ? pruned_bridge : pruned);
                    continue;
                }
                for (std::size_t y = option.drawn[0] == option.drawn[1] ? x + 1 : 0;
                     y < region.size; ++y) {
                    const std::size_t b = region.spaces[y];
                    if (a == b || (node.occupied >> b & 1) != 0) continue;
                    const bool b_scores =
                        option.drawn[1] == bridge && (settled.bridge_spaces >> b & 1) != 0;
                    consider(o, a, b, a_value + at.value[option.drawn[1]][b],
                             plain + (a_scores ? 1U : 0U) + (b_scores ? 1U : 0U));
                }
            }
        }
        if (fewest_turn == turn_total || candidates.size() < fewest.size()) {
            fewest_turn = i;
            std::swap(fewest, candidates);
            if (fewest.empty()) return Verdict::refuted;
        }
    }

    std::stable_sort(fewest.begin(), fewest.end(),
                     [](const Candidate& a, const Candidate& b) { return a.bound > b.bound; });
    const Prices here = prices_;
    Verdict verdict = Verdict::refuted;
    std::vector<std::size_t> ruled_out_here;
    for (const Candidate& candidate : fewest) {
        Node child = node;
        child.open_turns &= ~(1U << fewest_turn);
        child.settled[fewest_turn] = candidate.placement;
        const Option& option = options_[fewest_turn][candidate.placement.option];
        for (std::size_t d = 0; d < option.size; ++d) {
            const Bitboard space = bit(candidate.placement.spaces[d]);
            child.placed[option.drawn[d]] |= space;
            child.occupied |= space;
        }
        if (option.kind == MoveKind::prune) ++child.prunings;
        prices_ = here;
        const Verdict below = search(child, target, node_steps);
        const bool out_of_time = nodes_ >= node_limit_ || stopped();
        if (below == Verdict::found || (below == Verdict::undecided && out_of_time)) {
            verdict = below;
            break;
        }
        if (below == Verdict::undecided) {
            verdict = below;
        } else if (!ruled_out_.empty() && option.size > 0) {
            // If another turn of this half-year were used so, the two could change places.
            ruled_out_here.push_back(placement_index(fewest_turn, candidate.placement));
            ++ruled_out_[ruled_out_here.back()];
        }
    }
    for (const std::size_t index : ruled_out_here) --ruled_out_[index];
    // With placements ruled out from above, what was refuted is less than the whole node; and
    // whether a turn may be skipped depends on what the turns before it did, which the key does not
    // tell.
    if (verdict == Verdict::refuted && ruled_out_.empty() && skips_refused_ == refused_before) {
        refuted_.insert(key);
    }
    prices_ = here;
    return verdict;
}

// The roll of a turn, or one that allows the move if any roll may be chosen.
std::optional<Roll> Assignment::roll_for(const Position& position, std::size_t turn,
                                         Move move) const {
    const auto face = [](Decoration decoration) { return static_cast<int>(decoration) + 1; };
    if (!dice_.empty()) {
        if (move.kind() == MoveKind::skip && !must_skip(position, dice_[turn])) return std::nullopt;
        return dice_[turn];
    }
    if (move.kind() == MoveKind::draw) {
        return make_roll(move.location(), face(move.first()), face(move.second()));
    }
    if (move.kind() == MoveKind::prune) {
        const int shown = face(move.first());
        return make_roll(shown, shown, shown);
    }
    for (int location = 1; location <= side; ++location) {
        const Roll roll = make_roll(location, location, location);
        if (must_skip(position, roll)) return roll;
    }
    return std::nullopt;
}

// Plays the plan in the core: turns in order, new ponds at the first pond decisions. Where the dice
// may be chosen, skipped turns come last in their half-year: what makes a skip legal then does not
// depend on the order of the others, and no other turn minds being earlier.
bool Assignment::finish(const Node& node, int target) {
    search::Plan plan;
    Position position = start_;
    Bitboard to_trace = water_ & ~start_.water();
    int ponds = 0;
    std::array<std::size_t, max_turns> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!ruled_out_.empty()) {
        std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(turn_total_),
                         [&](std::size_t a, std::size_t b) {
                             const auto key = [&](std::size_t i) {
                                 const Option& option = options_[i][node.settled[i].option];
                                 return 2 * half_year_[i] + (option.size == 0 ? 1 : 0);
                             };
                             return key(a) < key(b);
                         });
    }
    std::size_t turn = 0;
    while (!is_over(position)) {
        Move move = Move::no_pond();
        if (is_pond_decision(position)) {
            if (to_trace != 0) {
                const Bitboard pond = flood(bit(first_space(to_trace)), to_trace);
                to_trace &= ~pond;
                ++ponds;
                move = Move::pond(pond);
            }
            position = apply(position, move);
        } else {
            const Placement& placement = node.settled[order[turn]];
            const Option& option = options_[order[turn]][placement.option];
            const auto decoration = [&](std::size_t d) {
                constexpr std::array<Decoration, kind_count> decorations = {
                    Decoration::lantern, Decoration::bamboo, Decoration::tree,  Decoration::tree,
                    Decoration::rock,    Decoration::moss,   Decoration::bridge};
                return decorations[option.drawn[d]];
            };
            if (option.kind == MoveKind::draw) {
                move = Move::draw(option.location, decoration(0), placement.spaces[0],
                                  decoration(1), placement.spaces[1]);
            } else if (option.kind == MoveKind::prune) {
                move = Move::prune(decoration(0), placement.spaces[0]);
            } else {
                move = Move::skip();
            }
            const std::optional<Roll> roll = roll_for(position, turn, move);
            if (!roll) {
                ++skips_refused_;
                return false;
            }
            position = apply(position, *roll, move);
            ++turn;
        }
        plan.moves.push_back(move);
    }
    plan.score = score(position).total;
    if (plan.score < target + 3 * ponds) return false;
    plan_ = std::move(plan);
    return true;
}

}  // namespace niwashi::exact
