#include "niwashi/exact/counting.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

#include "niwashi/jardin/score.hpp"

namespace niwashi::exact {

using namespace jardin;

namespace {

// The different ways to use a roll, or a roll that may be chosen. The skip is always among them: it
// is possible only where the garden is full, or prunings and cross are used up (J4).
std::vector<TurnOption> options_of(const Roll& roll) {
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
    add({MoveKind::skip, 0, {}});
    return options;
}

std::vector<TurnOption> options_without(std::optional<Decoration> missing) {
    std::vector<Decoration> faces;
    for (const Decoration decoration : standard_faces) {
        if (decoration != missing) faces.push_back(decoration);
    }
    std::vector<TurnOption> options;
    for (int location = 1; location <= side; ++location) {
        for (std::size_t a = 0; a < faces.size(); ++a) {
            for (std::size_t b = a; b < faces.size(); ++b) {
                options.push_back({MoveKind::draw, location, {faces[a], faces[b]}});
            }
        }
    }
    for (const Decoration face : faces) options.push_back({MoveKind::prune, 0, {face}});
    options.push_back({MoveKind::skip, 0, {}});
    return options;
}

}  // namespace

Question::Question(const Position& start_position, std::vector<Roll> rolls)
    : start(start_position), dice(std::move(rolls)) {
    if (dice.size() != static_cast<std::size_t>(turns_left(start))) {
        throw std::invalid_argument("dice: " + std::to_string(dice.size()) + " rolls, " +
                                    std::to_string(turns_left(start)) + " to come");
    }
    for (const Roll& roll : dice) turns.push_back(options_of(roll));
}

Question::Question(const Limits& wanted) : limits(wanted) {
    if (limits.ponds < 0 || limits.ponds > season_count) {
        throw std::invalid_argument("ponds: 0 to 4");
    }
    if (limits.prunings && (*limits.prunings < 0 || *limits.prunings > max_prunings)) {
        throw std::invalid_argument("prunings: 0 to 3");
    }
    turns.assign(turn_count, options_without(limits.without));
}

namespace {

// A reduced count in one index; lanterns beyond 7 and bridges beyond 4 are not told apart, nor are
// more than two bamboos.
constexpr int most_drawn = 2 * turn_count;
struct Counts {
    int moss = 0, dry = 0, bridges = 0, lanterns = 0, bamboos = 0, prunings = 0;

    static constexpr std::size_t size = (most_drawn + 1) * (most_drawn + 1) * 5 * 8 * 3 * 4;
    constexpr std::size_t index() const {
        return static_cast<std::size_t>(
            ((((moss * (most_drawn + 1) + dry) * 5 + bridges) * 8 + lanterns) * 3 + bamboos) * 4 +
            prunings);
    }
    static constexpr Counts at(std::size_t index) {
        auto rest = static_cast<int>(index);
        Counts counts;
        const auto take = [&rest](int base) {
            const int digit = rest % base;
            rest /= base;
            return digit;
        };
        counts.prunings = take(4);
        counts.bamboos = take(3);
        counts.lanterns = take(8);
        counts.bridges = take(5);
        counts.dry = take(most_drawn + 1);
        counts.moss = take(most_drawn + 1);
        return counts;
    }
};

// What an option brings: its counts, and the points of trees and rocks.
struct Brought {
    Counts counts;
    int value = 0;
    bool operator<(const Brought& other) const {
        return std::pair(counts.index(), value) < std::pair(other.counts.index(), other.value);
    }
    bool operator==(const Brought& other) const {
        return counts.index() == other.counts.index() && value == other.value;
    }
};

Brought brought_by(const TurnOption& option, bool late) {
    Brought brought;
    brought.counts.prunings = option.kind == MoveKind::prune ? 1 : 0;
    for (const Decoration decoration : option.drawn) {
        switch (decoration) {
            case Decoration::lantern:
                ++brought.counts.lanterns;
                ++brought.counts.dry;
                break;
            case Decoration::bamboo:
                ++brought.counts.bamboos;
                ++brought.counts.dry;
                break;
            case Decoration::tree:
                brought.value += late ? 3 : 2;
                ++brought.counts.dry;
                break;
            case Decoration::rock:
                brought.value += 2;
                break;
            case Decoration::moss:
                ++brought.counts.moss;
                break;
            case Decoration::bridge:
                ++brought.counts.bridges;
                break;
        }
    }
    brought.value += 3 * brought.counts.bamboos;
    return brought;
}

}  // namespace

CountingBound::CountingBound(const Question& question) {
    // The most points of bamboos, trees and rocks, and of lanterns beyond the seventh, 1 each.
    constexpr int unreached = -1000;
    std::vector<int> values(Counts::size, unreached);
    std::vector<std::size_t> reached;
    Counts none;
    none.prunings = static_cast<int>(question.start.prunings);
    values[none.index()] = 0;
    reached.push_back(none.index());
    for (std::size_t i = 0; i < question.turns.size(); ++i) {
        std::vector<Brought> ways;
        for (const TurnOption& option : question.turns[i]) {
            ways.push_back(brought_by(option, question.is_late(i)));
        }
        std::sort(ways.begin(), ways.end());
        ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
        std::vector<int> next(Counts::size, unreached);
        std::vector<std::size_t> next_reached;
        for (const std::size_t index : reached) {
            const Counts before = Counts::at(index);
            for (const Brought& way : ways) {
                Counts after = before;
                after.prunings += way.counts.prunings;
                if (after.prunings > max_prunings) continue;
                after.moss += way.counts.moss;
                after.dry += way.counts.dry;
                after.bridges = std::min(after.bridges + way.counts.bridges, max_bridges);
                after.bamboos = std::min(after.bamboos + way.counts.bamboos, 2);
                after.lanterns += way.counts.lanterns;
                const int beyond = std::max(0, after.lanterns - (max_lanterns + 1));
                after.lanterns -= beyond;
                int& value = next[after.index()];
                if (value == unreached) next_reached.push_back(after.index());
                value = std::max(value, values[index] + way.value + beyond);
            }
        }
        values = std::move(next);
        reached = std::move(next_reached);
    }

    const bool company = question.start[Decoration::bamboo] != 0;
    for (int cap = 0; cap <= max_lanterns; ++cap) {
        // The most value for each number of moss, bridges and dry decorations; what needs more
        // earth than something worth as much is left out.
        constexpr std::size_t most = most_drawn + 1;
        std::vector<int> best(most * (max_bridges + 1) * most, -1);
        const auto at = [&](int moss, int bridge, int dry) -> int& {
            return best[(static_cast<std::size_t>(moss) * (max_bridges + 1) +
                         static_cast<std::size_t>(bridge)) *
                            most +
                        static_cast<std::size_t>(dry)];
        };
        for (const std::size_t index : reached) {
            const Counts n = Counts::at(index);
            if (question.limits.prunings && n.prunings != *question.limits.prunings) continue;
            const int scoring = std::min(n.lanterns, cap);
            const int alone = n.bamboos == 1 && !company ? 2 : 0;
            const int value = values[index] - alone + 4 * scoring + (n.lanterns - scoring);
            int& known = at(n.moss, n.bridges, n.dry);
            known = std::max(known, value);
        }
        for (int moss = 0; moss <= most_drawn; ++moss) {
            for (int bridge = 0; bridge <= max_bridges; ++bridge) {
                int kept = -1;
                for (int dry = 0; dry <= most_drawn; ++dry) {
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
