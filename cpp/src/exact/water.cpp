#include "niwashi/exact/water.hpp"

#include <algorithm>

#include "niwashi/jardin/ponds.hpp"

namespace niwashi::exact {

using namespace jardin;

namespace {

constexpr Bitboard upper_rows = row_of_spaces(0) | row_of_spaces(1) | row_of_spaces(2);
constexpr Bitboard lower_rows = whole_garden & ~upper_rows;
constexpr auto lantern_reach = spaces_within(3);

// Two rows of water, the second below the first: no corner contact (J6).
bool rows_fit(unsigned upper, unsigned lower) {
    const unsigned both = upper | lower;
    // Two neighbouring columns with one water space each, in different rows, touch at a corner.
    const unsigned one = upper ^ lower;
    const unsigned crossed = one & (one >> 1) & ((upper ^ (upper >> 1)) & 0b011111U);
    return crossed == 0 && both < 64;
}

Position reflected(const Position& position) {
    Position result = position;
    for (Bitboard& set : result.decorations) set = exact::transposed(set);
    for (Bitboard& set : result.ponds) set = exact::transposed(set);
    result.late_trees = exact::transposed(position.late_trees);
    return result;
}

}  // namespace

Bitboard transposed(Bitboard set) {
    Bitboard result = 0;
    for (int row = 0; row < side; ++row) {
        for (Bitboard spaces = set >> (side * row) & 0b111111; spaces != 0;) {
            result |= bit(side * pop_first(spaces) + row);
        }
    }
    return result;
}

bool encloses_nothing(Bitboard water) {
    const Bitboard earth = whole_garden & ~water;
    return flood(earth & edge_of_garden, earth) == earth;
}

WaterRegion::WaterRegion(const Position& start, int most_ponds) : start_(start) {
    always_ = start.water();
    possible_ = always_ | (ponds_left(start) > 0 ? pondable(always_) : 0);
    for (const Bitboard pond : start.ponds) ponds_before_ += pond != 0 ? 1 : 0;
    ponds_after_ = std::min(ponds_before_ + ponds_left(start), most_ponds);
    symmetric_ = reflected(start) == start;
    const Bitboard lanterns = start[Decoration::lantern];
    for (Bitboard left = lanterns; left != 0;) {
        const Space space = pop_first(left);
        if ((lantern_reach[static_cast<std::size_t>(space)] & lanterns) == 0) {
            lonely_lanterns_ |= bit(space);
        }
    }
    const Bitboard rocks = start[Decoration::rock];
    lonely_rocks_ = rocks & ~around(rocks);
    const Bitboard bridges = start[Decoration::bridge];
    lonely_bridges_ = bridges & ~adjacent(bridges);
}

bool WaterRegion::allows(Bitboard water) const {
    if ((water & ~possible_) != 0 || (always_ & ~water) != 0 || !encloses_nothing(water)) {
        return false;
    }
    int ponds = ponds_before_;
    for (Bitboard left = water & ~always_; left != 0; ++ponds) {
        const Bitboard pond = flood(bit(first_space(left)), left);
        left &= ~pond;
        if ((around(pond) & left) != 0) return false;
    }
    return ponds <= ponds_after_;
}

Profile WaterRegion::profile(Bitboard water, Bitboard part) const {
    const Bitboard earth = whole_garden & ~water;
    const Bitboard wet = water & part;
    const Bitboard bare = earth & part & start_.empty_spaces();

    const Bitboard beside_east = water & west(water);
    const int pairs = count(wet & west(water)) + count(wet & north(water));
    const int blocks = count(wet & west(water) & north(beside_east));

    // Moss: how many of the four neighbours are water, by a bitwise counter.
    const Bitboard n = north(water), s = south(water), w = west(water), e = east(water);
    const Bitboard ns = n ^ s, ns2 = n & s, we = w ^ e, we2 = w & e;
    const Bitboard ones = ns ^ we;
    const Bitboard twos = (ns & we) ^ ns2 ^ we2;
    const Bitboard fours = ns2 & we2;
    const Bitboard moss = start_[Decoration::moss] & earth & part;

    const Bitboard lanterns = start_[Decoration::lantern] & part;
    const Bitboard bamboos = start_[Decoration::bamboo] & part;
    const Bitboard trees = start_[Decoration::tree] & part;
    const Bitboard bridges = start_[Decoration::bridge] & part;
    const Bitboard rocks = lonely_rocks_ & part;
    const int dry = 3 * count(lanterns & lonely_lanterns_ & earth) + 2 * count(bamboos & earth) +
                    count(trees & earth) + count(trees & earth & start_.late_trees) +
                    count(moss & ones) + 2 * count(moss & twos) + 4 * count(moss & fours) +
                    count(rocks & earth) + 2 * count(rocks & water);
    const int misplaced =
        count((lanterns | bamboos | trees | (start_[Decoration::moss] & part)) & water) +
        count(bridges & earth);
    const Bitboard connects = bridgeable(water);
    return Profile::of({
        count(bare & ones & ~twos),
        count(bare & twos & ~ones),
        count(bare & ((ones & twos) | fours)),
        count(connects & part & start_.empty_spaces()),
        count(connects & bridges & lonely_bridges_),
        dry - misplaced - count(bare),
        count(bare),
        count(wet) - pairs + blocks,
    });
}

WaterPatterns::WaterPatterns(const Position& start, int most_ponds) : region_(start, most_ponds) {
    std::array<bool, 64> row_allowed[side];
    for (int row = 0; row < side; ++row) {
        for (unsigned water = 0; water < 64; ++water) {
            const Bitboard set = Bitboard{water} << (side * row);
            row_allowed[row][water] = (set & ~region_.possible()) == 0 &&
                                      (region_.always() & row_of_spaces(row) & ~set) == 0;
        }
    }
    const auto triples = [&](int first_row, auto&& take) {
        for (unsigned a = 0; a < 64; ++a) {
            if (!row_allowed[first_row][a]) continue;
            for (unsigned b = 0; b < 64; ++b) {
                if (!row_allowed[first_row + 1][b] || !rows_fit(a, b)) continue;
                for (unsigned c = 0; c < 64; ++c) {
                    if (!row_allowed[first_row + 2][c] || !rows_fit(b, c)) continue;
                    take(a, c,
                         (Bitboard{a} | Bitboard{b} << side | Bitboard{c} << (2 * side))
                             << (side * first_row));
                }
            }
        }
    };
    triples(0,
            [&](unsigned, unsigned last, Bitboard half) { upper_by_row_[last].push_back(half); });
    triples(3,
            [&](unsigned first, unsigned, Bitboard half) { lower_by_row_[first].push_back(half); });
    for (unsigned upper = 0; upper < 64; ++upper) {
        for (unsigned lower = 0; lower < 64; ++lower) {
            if (rows_fit(upper, lower) && !upper_by_row_[upper].empty() &&
                !lower_by_row_[lower].empty()) {
                seams_.push_back(
                    {static_cast<std::uint8_t>(upper), static_cast<std::uint8_t>(lower)});
            }
        }
    }
}

void WaterPatterns::build(std::size_t index, Seam& seam) const {
    const auto [upper, lower] = seams_[index];
    const auto add = [this](const std::vector<Bitboard>& halves, Bitboard beside, Bitboard part,
                            std::vector<Half>& result) {
        const Space first = first_space(part);
        result.resize(halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i) {
            Half& half = result[i];
            half.water = halves[i];
            const Bitboard water = half.water | beside;
            half.profile = region_.profile(water, part);
            for (std::size_t s = 0; s < half.ground.size(); ++s) {
                half.ground[s] = ground(water, first + static_cast<Space>(s));
            }
        }
    };
    add(upper_by_row_[upper], Bitboard{lower} << (3 * side), upper_rows, seam.upper);
    add(lower_by_row_[lower], Bitboard{upper} << (2 * side), lower_rows, seam.lower);
}

std::array<std::uint64_t, 5> WaterPatterns::count_by_ponds() const {
    std::array<std::uint64_t, 5> total{};
    Seam seam;
    constexpr int most = 18;  // no half has more water spaces, pairs or blocks than this
    std::array<std::uint64_t, 4 * most> above, below;
    for (std::size_t i = 0; i < seam_count(); ++i) {
        build(i, seam);
        above.fill(0);
        below.fill(0);
        for (const Half& h : seam.upper) {
            ++above[static_cast<std::size_t>(h.profile[Profile::ponds] + 2 * most)];
        }
        for (const Half& h : seam.lower) {
            ++below[static_cast<std::size_t>(h.profile[Profile::ponds] + 2 * most)];
        }
        for (std::size_t a = 0; a < above.size(); ++a) {
            for (std::size_t ponds = 0; ponds < total.size(); ++ponds) {
                const std::size_t b = ponds + 4 * most - a;
                if (b < below.size()) total[ponds] += above[a] * below[b];
            }
        }
    }
    return total;
}

}  // namespace niwashi::exact
