#include "niwashi/jardin/ponds.hpp"

#include <map>
#include <utility>

namespace niwashi::jardin {

bool is_pond_shape(Bitboard spaces) {
    if (spaces == 0 || (spaces & ~whole_garden) != 0) return false;
    if (flood(bit(first_space(spaces)), spaces) != spaces) return false;
    // Two of its spaces that touch only diagonally, with a way round through the pond, enclose one
    // of the two spaces between them; so this also refuses diagonal contact.
    const Bitboard earth = whole_garden & ~spaces;
    return flood(earth & edge_of_garden, earth) == earth;
}

namespace {

constexpr int corner_side = side + 1;
constexpr int corner_count = corner_side * corner_side;

// What the frontier knows. Its places, from west to east: the corner points of the current row
// already passed (crossings below them), the crossing to the west of the current point, and the
// points not yet passed (crossings above them). Two bits a place.
class Frontier {
 public:
    enum Mark : std::uint32_t { none = 0, opening = 1, closing = 2 };

    Mark operator[](int place) const { return static_cast<Mark>((marks_ >> (2 * place)) & 3U); }
    void set(int place, Mark mark) {
        marks_ =
            (marks_ & ~(3U << (2 * place))) | (static_cast<std::uint32_t>(mark) << (2 * place));
    }
    bool is_clear() const { return marks_ == 0; }
    bool is_closed() const { return closed_; }
    void close() { closed_ = true; }

    // The place of the bracket that belongs to the one at `place`.
    int partner(int place) const {
        const int step = (*this)[place] == opening ? 1 : -1;
        int depth = 0;
        for (;; place += step) {
            const Mark mark = (*this)[place];
            if (mark == opening) ++depth;
            if (mark == closing) --depth;
            if (depth == 0) return place;
        }
    }

    // True if an odd number of crossings lies west of `place`: the space there is water.
    bool is_inside(int place) const {
        const std::uint32_t west_of = marks_ & ((1U << (2 * place)) - 1U);
        return count((west_of | (west_of >> 1)) & 0x55555555U) % 2 == 1;
    }

    // The row is passed: the place east of its last point is empty and becomes the place west of
    // the next row's first point.
    void next_row() { marks_ <<= 2; }

    auto operator<=>(const Frontier&) const = default;

 private:
    std::uint32_t marks_ = 0;
    bool closed_ = false;
};

// Passes the corner point at `column` when the space south-east of it becomes water or earth.
// False if no single cycle can pass so. Before, places `column` and `column + 1` hold the crossings
// west and north of the point; after, those south and east of it.
bool pass(Frontier& frontier, int column, bool water) {
    const int first = column;
    const int second = column + 1;
    const Frontier::Mark from_west = frontier[first];
    const Frontier::Mark from_north = frontier[second];
    const bool south_west = frontier.is_inside(first);
    const bool north_west = south_west != (from_west != Frontier::none);
    const bool north_east = north_west != (from_north != Frontier::none);
    const bool to_south = south_west != water;
    const bool to_east = north_east != water;

    if (from_west == Frontier::none && from_north == Frontier::none) {
        if (!to_south) return true;
        if (frontier.is_closed()) return false;  // a second pond
        frontier.set(first, Frontier::opening);
        frontier.set(second, Frontier::closing);
        return true;
    }
    if (from_west == Frontier::none || from_north == Frontier::none) {
        const Frontier::Mark mark = from_west == Frontier::none ? from_north : from_west;
        frontier.set(first, to_south ? mark : Frontier::none);
        frontier.set(second, to_south ? Frontier::none : mark);
        return true;
    }
    if (to_south && to_east) return false;  // four lines at one point: diagonal contact
    if (from_west == Frontier::opening && from_north == Frontier::closing) {
        frontier.set(first, Frontier::none);
        frontier.set(second, Frontier::none);
        if (!frontier.is_clear()) return false;  // closed, and more than one cycle
        frontier.close();
        return true;
    }
    if (from_west == from_north) {
        // Two arcs that open (or close) alike are joined; the inner partner changes its role.
        const bool opens = from_west == Frontier::opening;
        const int inner = frontier.partner(opens ? second : first);
        frontier.set(inner, opens ? Frontier::opening : Frontier::closing);
    }
    frontier.set(first, Frontier::none);
    frontier.set(second, Frontier::none);
    return true;
}

}  // namespace

PondTable::PondTable(Bitboard allowed) : layers_(corner_count + 1) {
    std::map<Frontier, std::int32_t> current{{Frontier{}, 0}};
    layers_[0].resize(1);
    for (int corner = 0; corner < corner_count; ++corner) {
        const int row = corner / corner_side;
        const int column = corner % corner_side;
        const bool may_be_water =
            row < side && column < side && (allowed & bit(side * row + column)) != 0;
        std::map<Frontier, std::int32_t> following;
        const auto reach = [&](Frontier frontier, bool water) -> std::int32_t {
            if (!pass(frontier, column, water)) return -1;
            if (column == side) frontier.next_row();
            const auto fresh = static_cast<std::int32_t>(following.size());
            return following.emplace(frontier, fresh).first->second;
        };
        auto& layer = layers_[static_cast<std::size_t>(corner)];
        for (const auto& [frontier, index] : current) {
            Node& node = layer[static_cast<std::size_t>(index)];
            node.if_earth = reach(frontier, false);
            node.if_water = may_be_water ? reach(frontier, true) : -1;
        }
        layers_[static_cast<std::size_t>(corner) + 1].resize(following.size());
        current = std::move(following);
    }
    for (const auto& [frontier, index] : current) {
        if (!frontier.is_closed()) continue;
        Node& node = layers_.back()[static_cast<std::size_t>(index)];
        node.completions = 1;
        node.may_stop = true;
    }
    for (std::size_t corner = corner_count; corner-- > 0;) {
        const auto& following = layers_[corner + 1];
        for (Node& node : layers_[corner]) {
            for (std::int32_t* next : {&node.if_earth, &node.if_water}) {
                if (*next < 0) continue;
                const std::uint64_t more = following[static_cast<std::size_t>(*next)].completions;
                if (more == 0) *next = -1;
                node.completions += more;
            }
            node.may_stop =
                node.if_earth >= 0 && following[static_cast<std::size_t>(node.if_earth)].may_stop;
        }
    }
    size_ = layers_.front().front().completions;
}

Bitboard PondTable::at(std::uint64_t index) const {
    Bitboard pond = 0;
    std::size_t node_index = 0;
    for (std::size_t corner = 0; corner < corner_count; ++corner) {
        const Node& node = layers_[corner][node_index];
        if (node.may_stop) {
            if (index == 0) break;
            --index;
        }
        std::uint64_t with_water = 0;
        if (node.if_water >= 0) {
            with_water = layers_[corner + 1][static_cast<std::size_t>(node.if_water)].completions;
        }
        if (index < with_water) {
            pond |= bit(static_cast<Space>(side * (corner / corner_side) + corner % corner_side));
            node_index = static_cast<std::size_t>(node.if_water);
        } else {
            index -= with_water;
            node_index = static_cast<std::size_t>(node.if_earth);
            // Among the ponds that have earth here, the one that stops was dealt with above.
            if (node.may_stop) ++index;
        }
    }
    return pond;
}

std::uint64_t PondTable::index_of(Bitboard pond) const {
    const IllegalMove not_here("this pond cannot be traced here");
    if (!is_pond_shape(pond)) throw not_here;
    std::uint64_t index = 0;
    std::size_t node_index = 0;
    Bitboard left = pond;
    for (std::size_t corner = 0; corner < corner_count && left != 0; ++corner) {
        const Node& node = layers_[corner][node_index];
        const auto space = static_cast<Space>(side * (corner / corner_side) + corner % corner_side);
        const bool inside = corner % corner_side < side && corner / corner_side < side;
        if (inside && (left & bit(space)) != 0) {
            if (node.if_water < 0) throw not_here;
            left &= ~bit(space);
            if (node.may_stop) ++index;
            node_index = static_cast<std::size_t>(node.if_water);
        } else {
            if (node.if_earth < 0) throw not_here;
            if (node.if_water >= 0) {
                index += layers_[corner + 1][static_cast<std::size_t>(node.if_water)].completions;
            }
            node_index = static_cast<std::size_t>(node.if_earth);
        }
    }
    return index;
}

}  // namespace niwashi::jardin
