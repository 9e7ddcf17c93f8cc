#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "niwashi/errors.hpp"
#include "niwashi/stone/edition.hpp"
#include "niwashi/stone/garden.hpp"

namespace niwashi::stone {

// What is to be decided next. docs/notation-stone.md describes each.
enum class Decision : std::uint8_t {
    deal_garden,
    deal_master,
    draw,
    step1,
    answer_offer,
    choose_taker,
    answer_robbery,
    answer_reveal,
    place,
    step2,
    extra,
    bonus,
    muso_soseki,
    draw_zen_ami,
    zen_ami,
    draw_sesshu,
    sesshu,
    sen_no_rikyu,
    kentei,
    kobori_enshu,
    ishikawa_jozan,
    ishikawa_jozan_more,
    end,
};
inline constexpr int decision_count = 23;
inline constexpr std::array<std::string_view, decision_count> decision_names = {
    "deal-garden",
    "deal-master",
    "draw",
    "step1",
    "answer-offer",
    "choose-taker",
    "answer-robbery",
    "answer-reveal",
    "place",
    "step2",
    "extra",
    "bonus",
    "muso-soseki",
    "draw-zen-ami",
    "zen-ami",
    "draw-sesshu",
    "sesshu",
    "sen-no-rikyu",
    "kentei",
    "kobori-enshu",
    "ishikawa-jozan",
    "ishikawa-jozan-more",
    "end"};

// The Master Gardener cards (S11).
enum class Master : std::uint8_t {
    muso_soseki,
    zen_ami,
    sesshu,
    sen_no_rikyu,
    kentei,
    kobori_enshu,
    kanamori_sowa,
    ishikawa_jozan,
    shigemori_mirei,
};
inline constexpr int master_count = 9;
inline constexpr std::array<std::string_view, master_count> master_names = {
    "muso-soseki",  "zen-ami",       "sesshu",         "sen-no-rikyu",   "kentei",
    "kobori-enshu", "kanamori-sowa", "ishikawa-jozan", "shigemori-mirei"};

enum class Declared : std::uint8_t { nothing, drawn, stored };

// A card's number, or one of these.
inline constexpr std::uint8_t unknown_card = 254;  // hidden from whom this view is for (S17)
inline constexpr std::uint8_t no_card = 255;       // not dealt yet

inline constexpr int max_virtue = 6;
inline constexpr int max_hand = 3;

// All that belongs to one player.
struct Player {
    Garden garden;
    std::uint8_t storage = no_tile;      // a tile, or no_tile
    std::uint8_t virtue = 0;             // 0 to 6
    std::uint8_t name_garden = no_card;  // number in the edition
    std::uint8_t master = no_card;       // a Master

    std::uint8_t master_used = 0;
    std::array<std::uint8_t, 3> spare{};  // no byte is left to chance

    bool holds(Master card) const {
        return master == static_cast<std::uint8_t>(card) && master_used == 0;
    }
    bool operator==(const Player&) const = default;
};

// A state of the game of 2 to 4 players: the whole truth, or (view) what one player knows of it.
// It is read together with the Edition it was made for. It holds no random number: the stack is the
// tiles known to lie on top, and a bag; drawing from the bag is a chance node. Trivially copyable,
// no pointer, equal if and only if all bytes are.
struct Position {
    std::array<Player, max_players> players{};  // from player_count on untouched
    std::uint8_t player_count = min_players;
    Decision decision = Decision::deal_garden;
    std::uint8_t active = 0;     // whose turn it is
    std::uint8_t concerned = 0;  // who decides, or gets the card or tile
    Declared declared = Declared::nothing;
    std::uint8_t offered = 0;   // S8: an offer was made this turn; until step 2 begins
    std::uint8_t shielded = 0;  // S11: Shigemori Mirei was revealed this turn; until step 2 begins
    std::uint8_t answers = 0;   // bits of the players who accepted, or declared a robbery
    std::array<std::uint8_t, max_hand> hand = {no_tile, no_tile, no_tile};  // ascending
    std::uint8_t hand_size = 0;
    StoneCounts yard{};
    std::uint8_t known_size = 0;
    std::uint8_t bag_size = 0;                       // sum of bag
    std::array<std::uint8_t, max_tiles> known{};     // the top of the stack is at known_size - 1
    std::array<std::uint8_t, max_tiles> bag{};       // how many of each tile
    std::array<std::uint8_t, max_tiles> discards{};  // how many of each tile

    Player& player(int number) { return players[static_cast<std::size_t>(number)]; }
    const Player& player(int number) const { return players[static_cast<std::size_t>(number)]; }
    int stack_size() const { return known_size + bag_size; }

    bool operator==(const Position&) const = default;
};

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(std::has_unique_object_representations_v<Position>);

constexpr bool is_over(const Position& position) {
    return position.decision == Decision::end;
}

constexpr bool is_chance(const Position& position) {
    return position.decision <= Decision::draw || position.decision == Decision::draw_zen_ami ||
           position.decision == Decision::draw_sesshu;
}

// Whoever decides next: a player from 0, chance_player, or no_player at the end.
constexpr int to_move(const Position& position) {
    if (is_over(position)) return no_player;
    return is_chance(position) ? chance_player : position.concerned;
}

// S12: from the moment any garden is full.
inline bool is_some_garden_full(const Position& position) {
    for (int i = 0; i < position.player_count; ++i) {
        if (position.player(i).garden.is_full()) return true;
    }
    return false;
}

// The game before the first card is dealt. Throws std::invalid_argument for a number of players
// that is not 2 to 4 or that the edition does not allow (S1).
Position new_game(const Edition& edition, int players);

// What `viewer` (from 0) may know (S17): the others' Name Gardens (until the end) and unused Master
// cards become unknown, the order of the stack is forgotten.
Position view(const Position& position, int viewer);

// Refuses what breaks an invariant that every state keeps (docs/notation-stone.md, section 5):
// conservation of tiles, stones and cards, virtue 0 to 6, and what each decision needs. Throws
// InvalidText.
void validate(const Edition& edition, const Position& position);

}  // namespace niwashi::stone
