#include "niwashi/search/stone_appraisal.hpp"

#include <algorithm>

#include "niwashi/stone/score.hpp"

namespace niwashi::search {

using namespace stone;

namespace {

// The longest run of ones in five bits.
constexpr auto longest_runs = [] {
    std::array<std::uint8_t, 32> result{};
    for (unsigned bits = 0; bits < 32; ++bits) {
        std::uint8_t run = 0;
        for (unsigned left = bits; left != 0; left &= left << 1) ++run;
        result[bits] = run;
    }
    return result;
}();

int largest_rectangle(Spaces set) {
    const Spaces upper = set & 31U;
    const Spaces middle = set >> columns & 31U;
    const Spaces lower = set >> (2 * columns) & 31U;
    const int one = std::max({longest_runs[upper], longest_runs[middle], longest_runs[lower]});
    const int two = std::max(longest_runs[upper & middle], longest_runs[middle & lower]);
    const int three = longest_runs[upper & middle & lower];
    return std::max({one, 2 * two, 3 * three});
}

// The vertices at the upper left corners of spaces.
constexpr std::uint32_t upper_left_corners(Spaces set) {
    return (set & 31U) | (set & 31U << columns) << 1 | (set & 31U << (2 * columns)) << 2;
}

// A Name Garden that is not finished: the price of its stones that stand and of all, the turns that
// the others take (one to buy, one a virtue), and whether another stone is in the way.
struct Unfinished {
    int placed = 0;
    int price = 0;
    int turns = 0;
    bool blocked = false;
};

Unfinished unfinished(const NameGarden& card, const Garden& garden) {
    Unfinished result;
    const Spaces occupied = garden.occupied();
    const auto add = [&](Spaces shown, Spaces standing, int each) {
        const int placed = count(shown & standing);
        const int missing = count(shown) - placed;
        result.placed += each * placed;
        result.price += each * (placed + missing);
        result.turns += (each + 1) * missing;
    };
    for (const Stone stone : all_stones) {
        const Spaces shown = card.stones[static_cast<std::size_t>(stone)];
        add(shown, garden[stone], price(stone));
        result.blocked |= (shown & occupied & ~garden[stone]) != 0;
    }
    add(card.any, occupied, price(Stone::horizontal));
    return result;
}

}  // namespace

TileAppraisal::TileAppraisal(const Edition& edition, const Garden& garden) : edition_(&edition) {
    faces_.fill(no_face);
    for (Spaces left = garden.laid; left != 0;) {
        const Space space = pop_first(left);
        lay(garden.face(space), space);
    }
}

void TileAppraisal::lay(int number, Space space) {
    const Face& face = edition_->face(number);
    const auto laid = [&](Space neighbour) { return contains(laid_, neighbour); };
    if (row_of(space) > 0 && laid(space - columns)) {
        unconnected_ += !edition_->connects_below(this->face(space - columns), number);
    }
    if (row_of(space) + 1 < rows && laid(space + columns)) {
        unconnected_ += !edition_->connects_below(number, this->face(space + columns));
    }
    if (column_of(space) > 0 && laid(space - 1)) {
        unconnected_ += !edition_->connects_beside(this->face(space - 1), number);
    }
    if (column_of(space) + 1 < columns && laid(space + 1)) {
        unconnected_ += !edition_->connects_beside(number, this->face(space + 1));
    }
    faces_[static_cast<std::size_t>(space)] = static_cast<std::uint8_t>(number);
    laid_ |= bit(space);
    moss_ |= static_cast<Spaces>(face.moss) << space;
    const std::uint32_t arcs = face.arcs;
    const int vertex = space + row_of(space);
    lower_right_ |= (arcs & 1U) << vertex;
    lower_left_ |= (arcs >> 1 & 1U) << (vertex + 1);
    upper_right_ |= (arcs >> 2 & 1U) << (vertex + 6);
    upper_left_ |= (arcs >> 3 & 1U) << (vertex + 7);
}

int TileAppraisal::value(const StoneProspects& prospects) const {
    const int sand = largest_rectangle(laid_ & ~moss_);
    const int room = largest_rectangle(whole_garden & ~moss_) - sand;
    const int points = sand + 2 * count(moss_) - 2 * unconnected_;
    int value = value_of_point * points + prospects.sand_room * room;
    if (unconnected_ == 0) {
        value += laid_ == whole_garden
                     ? 7 * value_of_point
                     : prospects.all_connected + prospects.connected_tile * count(laid_);
    }
    return value + whirlpools(prospects) + symmetry(prospects);
}

int TileAppraisal::whirlpools(const StoneProspects& prospects) const {
    const std::uint32_t a = lower_right_;
    const std::uint32_t b = lower_left_;
    const std::uint32_t c = upper_right_;
    const std::uint32_t d = upper_left_;
    const std::uint32_t circles = a & b & c & d;
    const std::uint32_t halves = ((a & b) | (c & d) | (a & c) | (b & d)) & ~circles;
    const int points = 8 * count(circles) + 2 * count(halves);

    const std::uint32_t empty_a = upper_left_corners(whole_garden & ~laid_);
    const std::uint32_t empty_b = empty_a << 1;
    const std::uint32_t empty_c = empty_a << 6;
    const std::uint32_t empty_d = empty_a << 7;
    const std::uint32_t possible =
        (a | empty_a) & (b | empty_b) & (c | empty_c) & (d | empty_d) & ~circles;
    const std::uint32_t three = possible & ((a & b & (c | d)) | (c & d & (a | b)));
    const std::uint32_t two = possible & ~three & ((a & (b | c | d)) | (b & (c | d)) | (c & d));
    const std::uint32_t one = possible & ~three & ~two & (a | b | c | d);
    const std::uint32_t half =
        (((a | d) & (empty_b | empty_c)) | ((b | c) & (empty_a | empty_d))) & ~halves & ~circles;
    return value_of_point * points + prospects.three_arcs * count(three) +
           prospects.two_arcs * count(two) + prospects.one_arc * count(one) +
           prospects.half_whirlpool * count(half);
}

int TileAppraisal::symmetry(const StoneProspects& prospects) const {
    int value = 0;
    for (Space first = 0; first < space_count; first += columns) {
        int equal = 0;
        bool possible = true;
        for (int i = 0; i < columns / 2; ++i) {
            const int left = face(first + i);
            const int right = face(first + columns - 1 - i);
            if (left == no_face || right == no_face) continue;
            const bool agree = edition_->face(left).pattern == edition_->face(right).pattern;
            equal += agree;
            possible &= agree;
        }
        if (!possible) continue;
        value += equal == 2   ? 5 * value_of_point
                 : equal == 1 ? prospects.mirrored
                              : prospects.mirror_open;
    }
    return value;
}

int stone_value(const Edition& edition, const Player& player, Spaces moss, int turns,
                const StoneProspects& prospects) {
    const Garden& garden = player.garden;
    const Arrangements arrangements = best_arrangements(garden.occupied());
    const Spaces upper_moss = moss & row_of_spaces(0);
    const Spaces large = garden[Stone::large_standing] & upper_moss;
    const Spaces small = garden[Stone::small_standing] & upper_moss;
    int points = 5 * arrangements.knights + 7 * arrangements.diagonals;
    for (const Spaces stones : garden.stones) points += stones != 0 ? 2 : 0;
    points += (large & west(large)) != 0 ? 10 : 0;
    points += (large & west(small) & east(small)) != 0 ? 15 : 0;
    points += 3 * count(garden[Stone::reclining] & column_of_spaces(columns / 2));
    points += (garden[Stone::boat] & row_of_spaces(rows - 1)) != 0 ? 3 : 0;
    if (player.name_garden >= edition.name_gardens().size()) return value_of_point * points;

    const NameGarden& card = edition.name_gardens()[player.name_garden];
    if (matches(card, garden)) return value_of_point * (points + card.points);
    if (prospects.name_garden == 0) return value_of_point * points;
    const Unfinished rest = unfinished(card, garden);
    // Virtue in hand saves turns.
    const bool possible = !rest.blocked && rest.turns <= turns + player.virtue + 2;
    return value_of_point * points +
           (possible ? prospects.name_garden * card.points * rest.placed / rest.price : 0);
}

}  // namespace niwashi::search
