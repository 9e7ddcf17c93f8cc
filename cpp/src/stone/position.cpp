#include "niwashi/stone/position.hpp"

#include <stdexcept>
#include <string>

#include "niwashi/stone/moves.hpp"

namespace niwashi::stone {

Position new_game(const Edition& edition, int players) {
    if (players < min_players || players > max_players) {
        throw std::invalid_argument("players: " + std::to_string(players) + " is not 2 to 4");
    }
    if (!edition.allows(players)) {
        throw std::invalid_argument(
            "edition: a game of " + std::to_string(players) + " players needs " +
            std::to_string(16 * players + 3) + " tiles and " + std::to_string(players) +
            " Name Gardens, '" + edition.name() + "' has " + std::to_string(edition.tile_count()) +
            " and " + std::to_string(edition.name_gardens().size()));
    }
    Position position;
    position.player_count = static_cast<std::uint8_t>(players);
    position.yard = stone_supply(players);
    for (int tile = 0; tile < edition.tile_kinds(); ++tile) {
        position.bag[static_cast<std::size_t>(tile)] =
            static_cast<std::uint8_t>(edition.tile_count(tile));
    }
    position.bag_size = static_cast<std::uint8_t>(edition.tile_count());
    return position;
}

Position view(const Position& position, int viewer) {
    Position seen = position;
    for (int i = 0; i < seen.player_count; ++i) {
        Player& player = seen.player(i);
        if (i == viewer) continue;
        if (player.name_garden != no_card && !is_over(seen)) player.name_garden = unknown_card;
        if (player.master != no_card && player.master_used == 0) player.master = unknown_card;
    }
    for (std::size_t i = 0; i < seen.known_size; ++i) ++seen.bag[seen.known[i]];
    seen.bag_size = static_cast<std::uint8_t>(seen.stack_size());
    seen.known = {};
    seen.known_size = 0;
    return seen;
}

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw InvalidText("state: " + what);
}

std::string named(int player) {
    return "player " + std::to_string(player + 1);
}

void check_tiles(const Edition& edition, const Position& position) {
    std::array<int, max_tiles> tiles{};
    const auto add = [&](int tile) {
        if (tile >= edition.tile_kinds()) refuse("a tile that the edition does not have");
        ++tiles[static_cast<std::size_t>(tile)];
    };
    for (int i = 0; i < position.player_count; ++i) {
        const Player& player = position.player(i);
        for (Spaces left = player.garden.laid; left != 0;) {
            add(player.garden.face(pop_first(left)) / 2);
        }
        if (player.storage != no_tile) add(player.storage);
    }
    for (std::size_t i = 0; i < position.hand_size; ++i) add(position.hand[i]);
    for (std::size_t i = 0; i < position.known_size; ++i) add(position.known[i]);
    for (int tile = 0; tile < edition.tile_kinds(); ++tile) {
        const auto at = static_cast<std::size_t>(tile);
        const int here = tiles[at] + position.bag[at] + position.discards[at];
        if (here != edition.tile_count(tile)) {
            refuse(std::to_string(here) + " tiles '" + edition.tile_id(tile) +
                   "', the edition has " + std::to_string(edition.tile_count(tile)));
        }
    }
}

void check_stones(const Position& position) {
    const StoneCounts supply = stone_supply(position.player_count);
    for (std::size_t stone = 0; stone < supply.size(); ++stone) {
        int here = position.yard[stone];
        for (int i = 0; i < position.player_count; ++i) {
            here += count(position.player(i).garden.stones[stone]);
        }
        if (here != supply[stone]) {
            refuse(std::to_string(here) + " stones " + stone_letters[stone] + ", " +
                   std::to_string(position.player_count) + " players have " +
                   std::to_string(supply[stone]));
        }
    }
}

// A card is dealt to `player` already, given that deals go round.
bool is_dealt(const Position& position, Decision deal, int player) {
    return position.decision > deal || (position.decision == deal && player < position.concerned);
}

void check_cards(const Edition& edition, const Position& position) {
    const auto check = [&](const char* name, std::uint8_t Player::* slot, int cards,
                           Decision deal) {
        for (int i = 0; i < position.player_count; ++i) {
            const std::uint8_t card = position.player(i).*slot;
            const std::string whose = named(i) + ": the " + name;
            if ((card != no_card) != is_dealt(position, deal, i)) {
                refuse(whose + (card == no_card ? " is missing" : " is not dealt yet"));
            }
            if (card >= cards && card < unknown_card) refuse(whose + " is none of the edition");
            for (int j = 0; card < cards && j < i; ++j) {
                if (position.player(j).*slot == card) {
                    refuse(whose + " is also that of " + named(j));
                }
            }
        }
    };
    check("Name Garden", &Player::name_garden, static_cast<int>(edition.name_gardens().size()),
          Decision::deal_garden);
    check("Master card", &Player::master, master_count, Decision::deal_master);
    for (int i = 0; i < position.player_count; ++i) {
        const Player& player = position.player(i);
        if (player.master_used != 0 && player.master >= master_count) {
            refuse(named(i) + ": a used Master card is known to all");
        }
    }
}

// The card whose effect is going on, or master_count.
int card_in_effect(Decision decision) {
    switch (decision) {
        case Decision::muso_soseki:
            return static_cast<int>(Master::muso_soseki);
        case Decision::draw_zen_ami:
        case Decision::zen_ami:
            return static_cast<int>(Master::zen_ami);
        case Decision::draw_sesshu:
        case Decision::sesshu:
            return static_cast<int>(Master::sesshu);
        case Decision::sen_no_rikyu:
            return static_cast<int>(Master::sen_no_rikyu);
        case Decision::kentei:
            return static_cast<int>(Master::kentei);
        case Decision::kobori_enshu:
            return static_cast<int>(Master::kobori_enshu);
        case Decision::ishikawa_jozan:
        case Decision::ishikawa_jozan_more:
            return static_cast<int>(Master::ishikawa_jozan);
        default:
            return master_count;
    }
}

void check_decision(const Position& position) {
    const Player& active = position.player(position.active);
    const bool dealing = position.decision <= Decision::deal_master;
    const bool answering_offer =
        position.decision == Decision::answer_offer || position.decision == Decision::choose_taker;
    const bool answering_robbery = position.decision == Decision::answer_robbery ||
                                   position.decision == Decision::answer_reveal;
    const bool placing = position.decision == Decision::place;
    const bool in_step1 =
        position.decision == Decision::step1 || answering_offer || answering_robbery || placing;
    const bool some_full = is_some_garden_full(position);
    const std::string decision(decision_names[static_cast<std::size_t>(position.decision)]);

    const bool others_decide = position.decision == Decision::answer_offer ||
                               position.decision == Decision::answer_robbery;
    if (dealing && position.active != 0) refuse("player 1 is active while cards are dealt");
    if (others_decide && position.concerned == position.active) {
        refuse("the active player does not decide at '" + decision + "'");
    }
    if (!dealing && !others_decide && !placing && position.concerned != position.active) {
        refuse("only the active player is concerned at '" + decision + "'");
    }

    int least = 0;
    int most = 0;
    if (in_step1) most = 1;
    if (answering_offer || (in_step1 && position.declared == Declared::drawn)) least = 1;
    if (position.decision == Decision::step1 && active.storage == no_tile) least = 1;
    if (position.decision == Decision::draw_zen_ami) most = 1;
    if (position.decision == Decision::draw_sesshu) most = 2;
    if (position.decision == Decision::zen_ami) least = 1, most = 2;
    if (position.decision == Decision::sesshu) least = most = 3;
    if (position.hand_size < least || position.hand_size > most) {
        refuse(std::to_string(position.hand_size) + " tiles in hand at '" + decision + "'");
    }

    if ((position.declared != Declared::nothing) != (answering_robbery || placing)) {
        refuse("the declared tile does not go with '" + decision + "'");
    }
    if (position.declared == Declared::stored && active.storage == no_tile) {
        refuse("the storage of which a tile is declared is empty");
    }
    if (!in_step1 && (position.offered != 0 || position.shielded != 0)) {
        refuse("marks outside step 1");
    }
    if (answering_offer && position.offered == 0) refuse("no mark 'o' during an offer");
    if (position.shielded != 0 && !active.master_used) {
        refuse("mark 's', but the active player has not used a card");
    }
    if (position.shielded != 0 &&
        active.master != static_cast<std::uint8_t>(Master::shigemori_mirei)) {
        refuse("mark 's', but the active player's card is not shigemori-mirei");
    }
    if (answering_robbery && position.shielded != 0) refuse("robbery under mark 's'");
    const bool taking = placing && position.concerned != position.active;
    if ((answering_robbery || answering_offer || taking) && some_full) {
        refuse("'" + decision + "' although a garden is full (S12)");
    }
    if (position.decision == Decision::answer_robbery &&
        position.player(position.concerned).virtue < 2) {
        refuse(named(position.concerned) + " cannot rob with less than 2 virtue");
    }
    if (position.decision == Decision::answer_reveal && active.master_used != 0) {
        refuse("'answer-reveal', but the active player's card is used");
    }

    const bool wants_answers =
        position.decision == Decision::choose_taker || position.decision == Decision::answer_reveal;
    if (wants_answers && position.answers == 0) refuse("no answers at '" + decision + "'");
    for (int i = 0; i < max_players; ++i) {
        if ((position.answers >> i & 1) == 0) continue;
        const auto place_in_turn = [&](int player) {
            return (player - position.active + position.player_count) % position.player_count;
        };
        if ((!answering_offer && !answering_robbery) || i >= position.player_count ||
            i == position.active ||
            (others_decide && place_in_turn(i) >= place_in_turn(position.concerned))) {
            refuse(named(i) + " cannot have answered");
        }
        if (answering_robbery && position.player(i).virtue < 2) {
            refuse(named(i) + " cannot rob with less than 2 virtue");
        }
    }

    if ((position.decision == Decision::draw || in_step1) && active.garden.is_full()) {
        refuse("the active player's garden is full, he has no step 1 (S12)");
    }
    if (placing && position.player(position.concerned).garden.is_full()) {
        refuse("no tile fits in the garden of " + named(position.concerned));
    }
    const int effect = card_in_effect(position.decision);
    if (effect != master_count && (active.master != effect || active.master_used == 0)) {
        refuse("'" + decision + "', but the active player has not used this card");
    }
    if (position.decision == Decision::extra &&
        ((active.master != static_cast<std::uint8_t>(Master::sen_no_rikyu) &&
          active.master != static_cast<std::uint8_t>(Master::kentei)) ||
         active.master_used == 0)) {
        refuse("'extra', but the active player has not used sen-no-rikyu or kentei");
    }
    if (position.decision == Decision::bonus &&
        (active.garden.monk_steps() == 0 ||
         !contains(active.garden.occupied(), active.garden.monk))) {
        refuse("'bonus', but the monk has no step to take or no stone where he stands");
    }
    if (position.decision == Decision::end) {
        for (int i = 0; i < position.player_count; ++i) {
            if (!position.player(i).garden.is_full()) {
                refuse("the end, but the garden of " + named(i) + " is not full");
            }
        }
    }
}

}  // namespace

void validate(const Edition& edition, const Position& position) {
    if (position.player_count < min_players || position.player_count > max_players) {
        refuse(std::to_string(position.player_count) + " players, not 2 to 4");
    }
    if (!edition.allows(position.player_count)) {
        refuse("the edition does not allow " + std::to_string(position.player_count) + " players");
    }
    if (position.active >= position.player_count || position.concerned >= position.player_count) {
        refuse("no such player");
    }
    for (int i = 0; i < position.player_count; ++i) {
        const Player& player = position.player(i);
        try {
            stone::validate(edition, player.garden);
        } catch (const InvalidText& error) {
            refuse(named(i) + ": " + error.what());
        }
        if ((player.garden.laid == 0) != (player.garden.monk == no_monk)) {
            refuse(named(i) + (player.garden.laid == 0 ? ": a monk" : ": no monk"));
        }
        if (player.virtue > max_virtue) {
            refuse(named(i) + ": virtue " + std::to_string(player.virtue) + " is not 0 to 6");
        }
    }
    check_tiles(edition, position);
    check_stones(position);
    check_cards(edition, position);
    check_decision(position);
    if (!is_over(position) && legal_moves(edition, position).size() == 0) {
        refuse("no move is possible at '" +
               std::string(decision_names[static_cast<std::size_t>(position.decision)]) + "'");
    }
}

}  // namespace niwashi::stone
