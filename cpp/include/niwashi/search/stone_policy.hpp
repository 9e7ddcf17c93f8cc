#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "niwashi/search/rng.hpp"
#include "niwashi/search/stone_appraisal.hpp"
#include "niwashi/stone/moves.hpp"

// Ways to choose a move of Stone Garden at once. None of them looks at what the mover may not know
// (S17), or ahead of what his move begins.
namespace niwashi::search {

enum class StonePolicy : std::uint8_t {
    random,   // every legal move equally likely
    greedy,   // the best immediate gain of final points
    planner,  // the same, with prospects: what searches play their games with
};
inline constexpr std::array<std::string_view, 3> stone_policy_names = {"random", "greedy",
                                                                       "planner"};

// How a policy weighs moves, in sixteenths of a point. All zero: final points alone.
struct StoneWeights {
    StoneProspects prospects;
    bool plans = false;  // whether turns to come count
    int store = 0;       // a tile kept for later
    int discard = 0;
    int offer = 0;
    int accept = 0;  // taking an offered tile, which gives the other player virtue
    int power = 0;   // a virtue, for what it may buy, as long as there are turns to come
    int next = 0;    // a stone that may be bought later: sixteenths of its gain
};

// Found by playing against each other; docs/hints-stone.md.
inline constexpr StoneWeights planner_weights = {
    .prospects = {.sand_room = 14,
                  .one_arc = 13,
                  .two_arcs = 12,
                  .three_arcs = 52,
                  .half_whirlpool = 4,
                  .mirrored = 20,
                  .mirror_open = 10,
                  .all_connected = 8,
                  .connected_tile = 2,
                  .name_garden = 4},
    .plans = true,
    .store = -4,
    .discard = -36,
    .offer = 16,
    .accept = -36,
    .power = 8,
    .next = 16,
};

// One move or chance outcome. The game must not be over.
stone::Move choose_move(const stone::Edition& edition, const stone::Position& position,
                        StonePolicy policy, Rng& rng);

// The move of a player, by any weights.
stone::Move choose_move(const stone::Edition& edition, const stone::Position& position,
                        const StoneWeights& weights, Rng& rng);

}  // namespace niwashi::search
