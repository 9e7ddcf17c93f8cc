#include "niwashi/exact/counting.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "niwashi/jardin/score.hpp"

namespace niwashi::exact {

using namespace jardin;

namespace {

// Numbers of decorations, six bits each: L B t T R M = and the prunings used.
using Counts = std::uint64_t;
enum Slot : int { lanterns, bamboos, early_trees, late_trees, rocks, mosses, bridges, prunings };

constexpr Counts one(Slot slot) {
    return Counts{1} << (6 * slot);
}
constexpr int of(Counts counts, Slot slot) {
    return static_cast<int>(counts >> (6 * slot) & 63);
}

Slot slot_of(Decoration decoration, bool late) {
    constexpr std::array<Slot, decoration_count> slots = {lanterns, bamboos, early_trees,
                                                          rocks,    mosses,  bridges};
    return decoration == Decoration::tree && late ? late_trees
                                                  : slots[static_cast<std::size_t>(decoration)];
}

}  // namespace

std::vector<TurnOption> turn_options(const Roll& roll, bool skip_possible) {
    std::vector<TurnOption> options;
    const auto add = [&](TurnOption option) {
        std::sort(option.drawn.begin(), option.drawn.end());
        if (std::find(options.begin(), options.end(), option) == options.end()) {
            options.push_back(std::move(option));
        }
    };
    for (std::size_t i = 0; i < 3; ++i) {
        const Die& other = roll.dice[(i + 1) % 3];
        const Die& another = roll.dice[(i + 2) % 3];
        add({MoveKind::draw, roll.dice[i].location, {other.decoration, another.decoration}});
    }
    for (const Die& die : roll.dice) add({MoveKind::prune, 0, {die.decoration}});
    if (skip_possible) add({MoveKind::skip, 0, {}});
    return options;
}

CountingBound::CountingBound(const Position& start, const std::vector<Roll>& dice) {
    if (dice.size() != static_cast<std::size_t>(turns_left(start))) {
        throw std::invalid_argument("dice: " + std::to_string(dice.size()) + " rolls, " +
                                    std::to_string(turns_left(start)) + " to come");
    }
    std::vector<Counts> reached = {one(prunings) * start.prunings};
    for (std::size_t i = 0; i < dice.size(); ++i) {
        const bool late =
            turn_count - turns_left(start) + static_cast<int>(i) + 1 >= first_late_turn;
        std::vector<Counts> next;
        for (const TurnOption& option : turn_options(dice[i], true)) {
            Counts more = option.kind == MoveKind::prune ? one(prunings) : 0;
            for (const Decoration decoration : option.drawn) more += one(slot_of(decoration, late));
            for (const Counts counts : reached) {
                const bool leaf_left = of(counts, prunings) < max_prunings;
                // J3: a fourth pruning is not possible; J4: a skip is not while one is left, but
                // where the garden is full.
                if (option.kind == MoveKind::prune && !leaf_left) continue;
                next.push_back(counts + more);
            }
        }
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        reached = std::move(next);
    }
    vectors_ = reached.size();

    const bool company = start[Decoration::bamboo] != 0;
    for (int cap = 0; cap <= max_lanterns; ++cap) {
        // The most value for each number of moss, bridges and dry decorations; what needs more
        // earth than something worth as much is left out.
        constexpr std::size_t most = 2 * turn_count + 1;
        std::vector<int> values(most * (max_bridges + 1) * most, -1);
        const auto at = [&](int moss, int bridge, int dry) -> int& {
            return values[(static_cast<std::size_t>(moss) * (max_bridges + 1) +
                           static_cast<std::size_t>(bridge)) *
                              most +
                          static_cast<std::size_t>(dry)];
        };
        for (const Counts n : reached) {
            const int scoring = std::min(of(n, lanterns), cap);
            const int bamboo = of(n, bamboos) == 1 && !company ? 1 : 3 * of(n, bamboos);
            const int value = 4 * scoring + (of(n, lanterns) - scoring) + bamboo +
                              2 * of(n, early_trees) + 3 * of(n, late_trees) + 2 * of(n, rocks);
            const int dry =
                of(n, lanterns) + of(n, bamboos) + of(n, early_trees) + of(n, late_trees);
            int& best = at(of(n, mosses), std::min(of(n, bridges), max_bridges), dry);
            best = std::max(best, value);
        }
        for (int moss = 0; moss < static_cast<int>(most); ++moss) {
            for (int bridge = 0; bridge <= max_bridges; ++bridge) {
                int kept = -1;
                for (int dry = 0; dry < static_cast<int>(most); ++dry) {
                    const int value = at(moss, bridge, dry);
                    if (value <= kept) continue;
                    kept = value;
                    entries_[cap].push_back(
                        {static_cast<std::uint8_t>(moss), static_cast<std::uint8_t>(bridge),
                         static_cast<std::uint8_t>(dry), static_cast<std::uint8_t>(value)});
                }
            }
        }
    }
}

int CountingBound::operator()(Profile profile, int lantern_cap, int bridge_cap) const {
    const int earth = profile[Profile::earth];
    const int moss_1 = profile[Profile::moss_1];
    const int moss_2 = profile[Profile::moss_2];
    const int moss_3 = profile[Profile::moss_3];
    const int new_bridges = std::min(profile[Profile::bridges], bridge_cap);
    const int old_bridges = profile[Profile::old_bridges];
    int best = -1000;
    for (const Entry& entry : entries_[lantern_cap]) {
        const int moss = entry.moss;
        int gain = moss + std::min(moss, moss_3) + std::min(moss, moss_3 + moss_2) +
                   std::min(moss, moss_3 + moss_2 + moss_1);
        const int bridges =
            std::min(max_bridges, old_bridges + std::min<int>(entry.bridges, new_bridges));
        gain += bridge_points[static_cast<std::size_t>(bridges)] + entry.value -
                2 * std::max(0, moss + entry.dry - earth);
        best = std::max(best, gain);
    }
    return 3 * profile[Profile::ponds] + profile[Profile::points] + best;
}

void BoundTable::reserve(std::size_t slots) {
    std::vector<Slot> before = std::move(slots_);
    slots_.assign(slots, {});
    mask_ = slots - 1;
    for (const Slot& slot : before) {
        if (slot.key == 0) continue;
        std::size_t at = hash(slot.key);
        while (slots_[at].key != 0) at = (at + 1) & mask_;
        slots_[at] = slot;
    }
}

int BoundTable::remember(std::uint64_t key, Profile profile, int lantern_cap, int bridge_cap) {
    if (2 * ++used_ > slots_.size()) reserve(2 * slots_.size());
    std::size_t at = hash(key);
    while (slots_[at].key != 0) at = (at + 1) & mask_;
    slots_[at] = {key, (*bound_)(profile, lantern_cap, bridge_cap)};
    return slots_[at].value;
}

}  // namespace niwashi::exact
