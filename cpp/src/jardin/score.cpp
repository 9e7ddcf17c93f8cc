#include "niwashi/jardin/score.hpp"

#include <algorithm>

namespace niwashi::jardin {

namespace {

// A lantern scores with 3 spaces between it and every other, so none may be this near (J7).
constexpr auto lantern_reach = spaces_within(3);

}  // namespace

ScoringSpaces scoring_spaces(const Position& position) {
    const Bitboard water = position.water();
    const Bitboard earth = whole_garden & ~water;
    const Bitboard lanterns = position[Decoration::lantern];
    const Bitboard bamboos = position[Decoration::bamboo];
    const Bitboard trees = position[Decoration::tree];
    const Bitboard rocks = position[Decoration::rock];
    const Bitboard moss = position[Decoration::moss];
    const Bitboard bridges = position[Decoration::bridge];

    ScoringSpaces spaces;
    for (Bitboard dry = lanterns & earth; dry != 0;) {
        const Space space = pop_first(dry);
        if ((lantern_reach[static_cast<std::size_t>(space)] & lanterns) == 0) {
            spaces.lantern |= bit(space);
        }
    }
    spaces.bamboo = bamboos & earth & adjacent(bamboos);
    spaces.tree = trees & earth;
    spaces.rock = rocks & ~around(rocks);
    spaces.moss = moss & earth & adjacent(water);
    const Bitboard connects = (north(earth) & south(earth)) | (west(earth) & east(earth));
    spaces.bridge = bridges & water & connects & ~adjacent(bridges);
    spaces.empty_earth = earth & position.empty_spaces();
    spaces.misplaced = ((lanterns | bamboos | trees | moss) & water) | (bridges & earth);
    return spaces;
}

ScoreBreakdown score(const Position& position) {
    const ScoringSpaces spaces = scoring_spaces(position);
    const Bitboard water = position.water();

    ScoreBreakdown points;
    points.lantern = 3 * count(spaces.lantern);
    points.bamboo = 2 * count(spaces.bamboo);
    points.tree = count(spaces.tree) + count(spaces.tree & position.late_trees);
    points.rock = count(spaces.rock) + count(spaces.rock & water);
    points.moss = count(spaces.moss & north(water)) + count(spaces.moss & south(water)) +
                  count(spaces.moss & west(water)) + count(spaces.moss & east(water));
    points.bridge = bridge_points[static_cast<std::size_t>(std::min(count(spaces.bridge), 4))];
    for (const Bitboard pond : position.ponds) points.pond += pond != 0 ? 3 : 0;  // J13
    points.penalty = -count(spaces.empty_earth | spaces.misplaced);               // disjoint
    points.total = points.lantern + points.bamboo + points.tree + points.rock + points.moss +
                   points.bridge + points.pond + points.penalty;
    return points;
}

int solo_rank(int total) {
    constexpr std::array<int, 5> starts = {20, 31, 41, 51, 61};
    return static_cast<int>(
        std::count_if(starts.begin(), starts.end(), [total](int start) { return total >= start; }));
}

bool ranks_before(const Position& first, const Position& second) {
    const int ahead = score(first).total - score(second).total;
    return ahead > 0 || (ahead == 0 && first.prunings < second.prunings);
}

}  // namespace niwashi::jardin
