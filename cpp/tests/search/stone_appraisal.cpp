#include "niwashi/search/stone_appraisal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "../stone/fixtures.hpp"
#include "niwashi/search/stone_policy.hpp"
#include "niwashi/stone/score.hpp"

using namespace niwashi::search;
using namespace niwashi::stone;
using niwashi::stone::fixtures::small_edition;

namespace {

// Calls visit for every player of every state of some games by each policy.
template <class Visit>
void each_player(const Visit& visit) {
    const Edition& edition = small_edition();
    for (const StonePolicy policy :
         {StonePolicy::random, StonePolicy::greedy, StonePolicy::planner}) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            Rng rng(seed);
            Position position = deal(edition, 2 + static_cast<int>(seed % 3), seed);
            while (!is_over(position)) {
                make(position, choose_move(edition, position, policy, rng));
                for (int i = 0; i < position.player_count; ++i) visit(position.player(i));
            }
        }
    }
}

}  // namespace

TEST_CASE("stone appraisal: without prospects it is the score") {
    const Edition& edition = small_edition();
    each_player([&](const Player& player) {
        const int value = TileAppraisal(edition, player.garden).value({}) +
                          stone_value(edition, player, moss(edition, player.garden), 0, {}) +
                          value_of_point * player.virtue;
        REQUIRE(value == value_of_point * score(edition, player).total);
    });
}

TEST_CASE("stone appraisal: the order in which tiles are laid does not matter") {
    const Edition& edition = small_edition();
    Rng rng(1);
    each_player([&](const Player& player) {
        std::vector<Space> spaces;
        for (Spaces left = player.garden.laid; left != 0;) spaces.push_back(pop_first(left));
        for (std::size_t i = spaces.size(); i > 1; --i) {
            std::swap(spaces[i - 1], spaces[rng.below(static_cast<std::uint32_t>(i))]);
        }
        TileAppraisal tiles(edition, Garden{});
        for (const Space space : spaces) tiles.lay(player.garden.face(space), space);
        const StoneProspects& prospects = planner_weights.prospects;
        REQUIRE(tiles.laid() == player.garden.laid);
        REQUIRE(tiles.value(prospects) == TileAppraisal(edition, player.garden).value(prospects));
    });
}

TEST_CASE("stone appraisal: the tiles of a full garden have no prospects left") {
    const Edition& edition = small_edition();
    int full = 0;
    each_player([&](const Player& player) {
        if (!player.garden.is_full()) return;
        ++full;
        const TileAppraisal tiles(edition, player.garden);
        REQUIRE(tiles.value(planner_weights.prospects) == tiles.value({}));
    });
    CHECK(full > 0);
}

TEST_CASE("stone appraisal: a part of a Name Garden counts while it can be finished") {
    const Edition& edition = small_edition();
    const StoneProspects prospects = {.name_garden = 16};
    const auto value = [&](const char* text, int card, int turns) {
        Player player;
        player.garden = fixtures::garden(text);
        player.name_garden = static_cast<std::uint8_t>(card);
        return stone_value(edition, player, moss(edition, player.garden), turns, prospects) -
               stone_value(edition, player, moss(edition, player.garden), turns, {});
    };
    // "two" shows H on 11 and S on 23 and is worth 6: one of three virtue is spent.
    const char* half = "plain:H@,_,_,_,_/plain,plain,_,_,_/_,_,_,_,_";
    CHECK(value(half, 1, 15) == 16 * 6 / 3);
    CHECK(value(half, 1, 0) == 0);
    CHECK(value("plain:R@,_,_,_,_/plain,plain,_,_,_/_,_,_,_,_", 1, 15) == 0);
    CHECK(value("plain:H@,_,_,_,_/plain,plain,plain:S,_,_/_,_,_,_,_", 1, 15) == 0);
}
