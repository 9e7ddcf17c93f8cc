#include "niwashi/stone/score.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace niwashi::stone {

namespace {

constexpr int knight_points = 5;
constexpr int diagonal_points = 7;

// Stones that score together if the block around them holds no other.
struct Arrangement {
    Spaces stones = 0;
    Spaces block = 0;
};

constexpr Spaces block_of(int row, int column, int height, int width) {
    Spaces block = 0;
    for (int r = row; r < row + height; ++r) {
        for (int c = column; c < column + width; ++c) block |= bit(columns * r + c);
    }
    return block;
}

// Both diagonals of every block of the given size: its corners, and the middle of a 3x3 block.
template <std::size_t Size>
constexpr std::array<Arrangement, Size> arrangements_in(
    const std::array<std::array<int, 2>, 2>& sizes, int size_count, bool middle) {
    std::array<Arrangement, Size> result{};
    std::size_t next = 0;
    for (int i = 0; i < size_count; ++i) {
        const int height = sizes[static_cast<std::size_t>(i)][0];
        const int width = sizes[static_cast<std::size_t>(i)][1];
        for (int row = 0; row + height <= rows; ++row) {
            for (int column = 0; column + width <= columns; ++column) {
                const Space upper_left = columns * row + column;
                const Space upper_right = upper_left + width - 1;
                const Space lower_left = upper_left + columns * (height - 1);
                const Space lower_right = lower_left + width - 1;
                const Spaces centre = middle ? bit(upper_left + columns + 1) : 0;
                const Spaces block = block_of(row, column, height, width);
                result[next++] = {bit(upper_left) | bit(lower_right) | centre, block};
                result[next++] = {bit(upper_right) | bit(lower_left) | centre, block};
            }
        }
    }
    return result;
}

constexpr auto knight_arrangements = arrangements_in<20>({{{2, 3}, {3, 2}}}, 2, false);
constexpr auto diagonal_arrangements = arrangements_in<6>({{{3, 3}, {0, 0}}}, 1, true);

struct Found {
    std::array<Spaces, 26> stones;  // of each arrangement there is, knights before diagonals
    int knights = 0;
    int size = 0;
};

// The best choice among arrangements from `index` on that use none of the stones `used`.
Arrangements best_of(const Found& found, int index, Spaces used) {
    while (index < found.size && (found.stones[static_cast<std::size_t>(index)] & used) != 0) {
        ++index;
    }
    if (index == found.size) return {};
    Arrangements with =
        best_of(found, index + 1, used | found.stones[static_cast<std::size_t>(index)]);
    ++(index < found.knights ? with.knights : with.diagonals);
    const Arrangements without = best_of(found, index + 1, used);
    const auto points = [](const Arrangements& choice) {
        return knight_points * choice.knights + diagonal_points * choice.diagonals;
    };
    return points(without) > points(with) ? without : with;
}

// The longest run of ones in five bits.
constexpr std::array<std::uint8_t, 32> longest_runs = [] {
    std::array<std::uint8_t, 32> result{};
    for (unsigned bits = 0; bits < 32; ++bits) {
        std::uint8_t run = 0;
        for (unsigned left = bits; left != 0; left &= left << 1) ++run;
        result[bits] = run;
    }
    return result;
}();

// Area of the largest rectangle inside a set of spaces.
int largest_rectangle(Spaces set) {
    const std::array<Spaces, rows> lines = {set & 31U, set >> 5 & 31U, set >> 10 & 31U};
    int best = 0;
    for (std::size_t top = 0; top < rows; ++top) {
        Spaces common = 31;
        for (std::size_t bottom = top; bottom < rows; ++bottom) {
            common &= lines[bottom];
            const int height = static_cast<int>(bottom - top) + 1;
            best = std::max(best, height * longest_runs[common]);
        }
    }
    return best;
}

// Rows whose outer tiles agree and whose second tiles agree (S13).
int symmetric_rows(const Edition& edition, const Garden& garden) {
    int result = 0;
    for (int row = 0; row < rows; ++row) {
        const Space first = columns * row;
        const Spaces four = bit(first) | bit(first + 1) | bit(first + 3) | bit(first + 4);
        if ((garden.laid & four) != four) continue;
        const auto agree = [&](int left, int right) {
            return edition.face(garden.face(first + left)).pattern ==
                   edition.face(garden.face(first + right)).pattern;
        };
        if (agree(0, 4) && agree(1, 3)) ++result;
    }
    return result;
}

std::array<int, breakdown_size> as_array(const ScoreBreakdown& points) {
    return {points.sand,     points.moss,        points.symmetry,         points.whirlpool,
            points.pattern,  points.connected,   points.stone_types,      points.knight,
            points.diagonal, points.horaisan,    points.three_honourable, points.reclining,
            points.boat,     points.name_garden, points.virtue,           points.total};
}

}  // namespace

namespace {

Arrangements find_best_arrangements(Spaces stones) {
    Found found;
    for (const Arrangement& knight : knight_arrangements) {
        if ((stones & knight.block) == knight.stones) {
            found.stones[static_cast<std::size_t>(found.size++)] = knight.stones;
        }
    }
    found.knights = found.size;
    for (const Arrangement& diagonal : diagonal_arrangements) {
        if ((stones & diagonal.block) == diagonal.stones) {
            found.stones[static_cast<std::size_t>(found.size++)] = diagonal.stones;
        }
    }
    return best_of(found, 0, 0);
}

}  // namespace

Arrangements best_arrangements(Spaces stones) {
    // It depends on nothing but which of the 15 spaces have a stone, so it is looked up.
    static const auto table = [] {
        std::array<Arrangements, whole_garden + 1> result{};
        for (Spaces set = 0; set <= whole_garden; ++set) result[set] = find_best_arrangements(set);
        return result;
    }();
    return table[stones & whole_garden];
}

Whirlpools whirlpools(const Edition& edition, const Garden& garden) {
    // Vertices at which the tile to the lower right, lower left, upper right, upper left has an
    // arc.
    std::uint32_t lower_right = 0;
    std::uint32_t lower_left = 0;
    std::uint32_t upper_right = 0;
    std::uint32_t upper_left = 0;
    for (Space space = 0; space < space_count; ++space) {
        const std::uint32_t arcs = edition.face(garden.face(space)).arcs;
        const int vertex = space + row_of(space);  // 6 * row + column
        lower_right |= (arcs & 1U) << vertex;
        lower_left |= (arcs >> 1 & 1U) << (vertex + 1);
        upper_right |= (arcs >> 2 & 1U) << (vertex + 6);
        upper_left |= (arcs >> 3 & 1U) << (vertex + 7);
    }
    Whirlpools result;
    result.circles = lower_right & lower_left & upper_right & upper_left;
    result.semicircles = ((lower_right & lower_left) | (upper_right & upper_left) |
                          (lower_right & upper_right) | (lower_left & upper_left)) &
                         ~result.circles;
    return result;
}

Unconnected unconnected(const Edition& edition, const Garden& garden) {
    // All 22 pairs, without a branch: this is the greater part of scoring. What is not laid is
    // masked out at the end.
    Unconnected result;
    for (Space space = 0; space + 1 < space_count; ++space) {
        const bool connects = edition.connects_beside(garden.face(space), garden.face(space + 1));
        result.beside |= static_cast<Spaces>(!connects) << space;
    }
    for (Space space = 0; space + columns < space_count; ++space) {
        const bool connects =
            edition.connects_below(garden.face(space), garden.face(space + columns));
        result.below |= static_cast<Spaces>(!connects) << space;
    }
    result.beside &= garden.laid & west(garden.laid);
    result.below &= garden.laid & north(garden.laid);
    return result;
}

bool matches(const NameGarden& card, const Garden& garden) {
    if ((card.any & ~garden.occupied()) != 0) return false;
    for (std::size_t stone = 0; stone < stone_type_count; ++stone) {
        if ((card.stones[stone] & ~garden.stones[stone]) != 0) return false;
    }
    return true;
}

ScoreBreakdown score(const Edition& edition, const Garden& garden, int card, int virtue) {
    const Spaces mossy = moss(edition, garden);
    const Spaces upper_moss = mossy & row_of_spaces(0);
    const Spaces large = garden[Stone::large_standing] & upper_moss;
    const Spaces small = garden[Stone::small_standing] & upper_moss;
    const Whirlpools pools = whirlpools(edition, garden);
    const Unconnected pairs = unconnected(edition, garden);
    const int unconnected_pairs = count(pairs.beside) + count(pairs.below);
    const Arrangements arrangements = best_arrangements(garden.occupied());

    ScoreBreakdown points;
    points.sand = largest_rectangle(garden.laid & ~mossy);
    points.moss = 2 * count(mossy);
    points.symmetry = 5 * symmetric_rows(edition, garden);
    points.whirlpool = 8 * count(pools.circles) + 2 * count(pools.semicircles);
    points.pattern = -2 * unconnected_pairs;
    points.connected = garden.is_full() && unconnected_pairs == 0 ? 7 : 0;
    for (const Spaces stones : garden.stones) points.stone_types += stones != 0 ? 2 : 0;
    points.knight = knight_points * arrangements.knights;
    points.diagonal = diagonal_points * arrangements.diagonals;
    points.horaisan = (large & west(large)) != 0 ? 10 : 0;
    points.three_honourable = (large & west(small) & east(small)) != 0 ? 15 : 0;
    points.reclining = 3 * count(garden[Stone::reclining] & column_of_spaces(2));
    points.boat = (garden[Stone::boat] & row_of_spaces(rows - 1)) != 0 ? 3 : 0;
    if (card >= 0 && card < static_cast<int>(edition.name_gardens().size())) {
        const NameGarden& shown = edition.name_gardens()[static_cast<std::size_t>(card)];
        points.name_garden = matches(shown, garden) ? shown.points : 0;
    }
    points.virtue = virtue;
    points.total = points.sand + points.moss + points.symmetry + points.whirlpool + points.pattern +
                   points.connected + points.stone_types + points.knight + points.diagonal +
                   points.horaisan + points.three_honourable + points.reclining + points.boat +
                   points.name_garden + points.virtue;
    return points;
}

ScoreBreakdown score(const Edition& edition, const Player& player) {
    return score(edition, player.garden, player.name_garden, player.virtue);
}

std::vector<ScoreBreakdown> scores(const Edition& edition, const Position& position) {
    std::vector<ScoreBreakdown> result;
    for (int i = 0; i < position.player_count; ++i) {
        result.push_back(score(edition, position.player(i)));
    }
    return result;
}

std::vector<int> winners(const Edition& edition, const Position& position) {
    const auto all = scores(edition, position);
    int best = all[0].total;
    for (const ScoreBreakdown& points : all) best = std::max(best, points.total);
    std::vector<int> result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].total == best) result.push_back(static_cast<int>(i));
    }
    return result;
}

void score_batch(const Edition& edition, std::span<const std::uint8_t> faces,
                 std::span<const std::uint8_t> stones, std::span<const std::int16_t> cards,
                 std::span<const std::uint8_t> virtue, std::span<std::int16_t> out) {
    const std::size_t size = faces.size() / space_count;
    if (faces.size() != size * space_count || stones.size() != faces.size() ||
        (!cards.empty() && cards.size() != size) || (!virtue.empty() && virtue.size() != size) ||
        out.size() != size * breakdown_size) {
        throw std::invalid_argument(
            "score_batch: the arrays do not have the same number of gardens");
    }
    const auto card_count = static_cast<int>(edition.name_gardens().size());
    for (std::size_t i = 0; i < size; ++i) {
        const auto refuse = [i](const std::string& what) {
            throw InvalidText("garden " + std::to_string(i) + ": " + what);
        };
        Garden garden;
        for (std::size_t space = 0; space < space_count; ++space) {
            const std::uint8_t face = faces[i * space_count + space];
            const std::uint8_t stone = stones[i * space_count + space];
            if (face != no_face) {
                if (face >= edition.face_count()) refuse("face " + std::to_string(face));
                garden.lay(edition.canonical(face), static_cast<Space>(space));
            }
            if (stone > stone_type_count) refuse("stone " + std::to_string(stone));
            if (stone != 0) garden.stones[stone - 1U] |= bit(static_cast<Space>(space));
        }
        try {
            validate(edition, garden);
        } catch (const InvalidText& error) {
            refuse(error.what());
        }
        const int card = cards.empty() ? -1 : cards[i];
        if (card < -1 || card >= card_count) refuse("card " + std::to_string(card));
        const int left = virtue.empty() ? 0 : virtue[i];
        if (left > max_virtue) refuse("virtue " + std::to_string(left));

        const auto points = as_array(score(edition, garden, card, left));
        std::transform(points.begin(), points.end(),
                       out.begin() + static_cast<std::ptrdiff_t>(i * breakdown_size),
                       [](int value) { return static_cast<std::int16_t>(value); });
    }
}

}  // namespace niwashi::stone
