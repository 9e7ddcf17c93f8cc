#include "niwashi/stone/moves.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "niwashi/stone/notation.hpp"

namespace niwashi::stone {

namespace {

constexpr std::uint8_t one = 1;

std::uint8_t byte(int value) {
    return static_cast<std::uint8_t>(value);
}

int next_player(const Position& position, int player) {
    return player + 1 == position.player_count ? 0 : player + 1;
}

// --- The stack -----------------------------------------------------------------------------------

// S12: when a tile must be drawn and none is left, the discards become the stack.
void begin_draw(Position& position, Decision decision) {
    if (position.stack_size() == 0) {
        position.bag = position.discards;
        position.discards = {};
        for (const std::uint8_t tiles : position.bag) {
            position.bag_size = byte(position.bag_size + tiles);
        }
    }
    position.decision = decision;
}

void take_from_stack(Position& position, int tile) {
    if (position.known_size > 0) {
        position.known[--position.known_size] = 0;
    } else {
        --position.bag[static_cast<std::size_t>(tile)];
        --position.bag_size;
    }
}

void discard(Position& position, int tile) {
    ++position.discards[static_cast<std::size_t>(tile)];
}

void add_to_hand(Position& position, int tile) {
    position.hand[position.hand_size++] = byte(tile);
    std::sort(position.hand.begin(), position.hand.begin() + position.hand_size);
}

void take_from_hand(Position& position, int tile) {
    const auto found = std::find(position.hand.begin(), position.hand.end(), byte(tile));
    std::move(found + 1, position.hand.end(), found);
    position.hand.back() = no_tile;
    --position.hand_size;
}

// --- Turns ---------------------------------------------------------------------------------------

void begin_turn(Position& position, int player) {
    position.active = position.concerned = byte(player);
    if (position.player(player).garden.is_full()) {
        position.decision = Decision::step2;  // S12
    } else {
        begin_draw(position, Decision::draw);
    }
}

void end_turn(Position& position) {
    for (int i = 0; i < position.player_count; ++i) {
        if (!position.player(i).garden.is_full()) {
            begin_turn(position, next_player(position, position.active));
            return;
        }
    }
    position.decision = Decision::end;
}

void begin_step2(Position& position) {
    position.offered = position.shielded = 0;
    position.concerned = position.active;
    position.decision = Decision::step2;
}

// S7, S12: after the drawn tile's action or a placing.
void go_on_with_step1(Position& position) {
    Player& active = position.player(position.active);
    const bool full = active.garden.is_full();
    if (position.hand_size > 0 && full) {
        active.storage = position.hand[0];
        take_from_hand(position, position.hand[0]);
    }
    if (position.hand_size > 0 || (active.storage != no_tile && !full)) {
        position.concerned = position.active;
        position.decision = Decision::step1;
    } else {
        begin_step2(position);
    }
}

// --- Tiles and stones ----------------------------------------------------------------------------

void lay(Player& player, int face, Space space) {
    if (player.garden.laid == 0) player.garden.monk = byte(space);  // S6
    player.garden.lay(face, space);
}

void gain_virtue(Player& player, int virtue) {
    player.virtue = byte(std::min(player.virtue + virtue, max_virtue));
}

int declared_tile(const Position& position) {
    return position.declared == Declared::drawn ? position.hand[0]
                                                : position.player(position.active).storage;
}

// S5: a stone was put on a space; the monk may have earned a step.
void after_stone(Position& position, Stone stone, Space space) {
    --position.yard[static_cast<std::size_t>(stone)];
    Garden& garden = position.player(position.active).garden;
    garden[stone] |= bit(space);
    if (garden.monk == space && garden.monk_steps() != 0) {
        position.decision = Decision::bonus;
    } else {
        end_turn(position);
    }
}

// --- Robbery (S9) --------------------------------------------------------------------------------

void begin_place(Position& position, int player) {
    position.answers = 0;
    position.concerned = byte(player);
    position.decision = Decision::place;
}

void carry_out_robbery(Position& position) {
    int robber = -1;
    for (int i = next_player(position, position.active); i != position.active;
         i = next_player(position, i)) {
        if ((position.answers >> i & 1) == 0) continue;
        if (robber < 0 ||
            count(position.player(i).garden.laid) < count(position.player(robber).garden.laid)) {
            robber = i;
        }
    }
    position.player(robber).virtue = byte(position.player(robber).virtue - 2);
    begin_place(position, robber);
}

// Asks the next player after `player` who can rob; after the last, what they declared happens.
void ask_robber_after(Position& position, int player) {
    for (int i = next_player(position, player); i != position.active;
         i = next_player(position, i)) {
        if (position.player(i).virtue >= 2) {
            position.concerned = byte(i);
            position.decision = Decision::answer_robbery;
            return;
        }
    }
    if (position.answers == 0) {
        begin_place(position, position.active);
    } else if (position.player(position.active).master_used == 0) {
        // Whatever the card: being asked must not tell which one it is.
        position.concerned = position.active;
        position.decision = Decision::answer_reveal;
    } else {
        carry_out_robbery(position);
    }
}

void declare(Position& position, Declared declared) {
    position.declared = declared;
    if (is_some_garden_full(position) || position.shielded != 0) {
        begin_place(position, position.active);
    } else {
        ask_robber_after(position, position.active);
    }
}

// --- Transfer (S8) -------------------------------------------------------------------------------

void ask_taker_after(Position& position, int player) {
    const int next = next_player(position, player);
    if (next != position.active) {
        position.concerned = byte(next);
        position.decision = Decision::answer_offer;
        return;
    }
    position.concerned = position.active;
    position.decision = position.answers == 0 ? Decision::step1 : Decision::choose_taker;
}

// --- Lists of moves ------------------------------------------------------------------------------

void list_lays(const Edition& edition, const Garden& garden, int tile, MoveList& moves) {
    const bool both = !edition.looks_same_turned(tile);
    for (Spaces open = garden.open_spaces(); open != 0;) {
        const Space space = pop_first(open);
        moves.push_back(Move::lay(space, 2 * tile));
        if (both) moves.push_back(Move::lay(space, 2 * tile + 1));
    }
}

// Each different tile of the hand on each open space, by space first.
void list_hand_lays(const Edition& edition, const Position& position, MoveList& moves) {
    for (Spaces open = position.player(position.active).garden.open_spaces(); open != 0;) {
        const Space space = pop_first(open);
        for (std::size_t i = 0; i < position.hand_size; ++i) {
            const int tile = position.hand[i];
            if (i > 0 && tile == position.hand[i - 1]) continue;
            moves.push_back(Move::lay(space, 2 * tile));
            if (!edition.looks_same_turned(tile)) moves.push_back(Move::lay(space, 2 * tile + 1));
        }
    }
}

void list_stones(const Edition& edition, const Position& position, Spaces where, int most,
                 Move (*make_move)(Stone, Space), MoveList& moves) {
    const Garden& garden = position.player(position.active).garden;
    const Spaces allowed = may_stand(edition, garden, Stone::horizontal) & where;
    if (allowed == 0) return;
    for (const Stone stone : all_stones) {
        if (position.yard[static_cast<std::size_t>(stone)] == 0 || price(stone) > most) continue;
        if (may_stand(edition, garden, stone) == 0) continue;  // the second boat
        for (Spaces left = allowed; left != 0;) moves.push_back(make_move(stone, pop_first(left)));
    }
}

void list_stones_for_free(const Edition& edition, const Position& position, MoveList& moves) {
    list_stones(edition, position, whole_garden, max_virtue, Move::take, moves);
}

void list_stone_moves(const Edition& edition, const Position& position, MoveList& moves) {
    const Garden& garden = position.player(position.active).garden;
    for (Spaces from = garden.occupied(); from != 0;) {
        const Space origin = pop_first(from);
        Garden lifted = garden;
        for (Spaces& stones : lifted.stones) stones &= ~bit(origin);
        // The boat aside (it may always stand again once lifted) all types stand alike.
        Spaces targets = may_stand(edition, lifted, Stone::horizontal) & ~bit(origin);
        while (targets != 0) moves.push_back(Move::move_stone(origin, pop_first(targets)));
    }
}

void list_swaps(const Edition& edition, const Position& position, MoveList& moves) {
    const Garden& garden = position.player(position.active).garden;
    const Spaces free = garden.laid & ~garden.occupied();
    for (Spaces left = free; left != 0;) {
        const Space space = pop_first(left);
        for (Spaces others = left; others != 0;) {
            const Space second = pop_first(others);
            const int tile = garden.face(second) / 2;
            const int second_tile = garden.face(space) / 2;
            for (int turn = 0; turn < (edition.looks_same_turned(tile) ? 1 : 2); ++turn) {
                for (int second_turn = 0;
                     second_turn < (edition.looks_same_turned(second_tile) ? 1 : 2);
                     ++second_turn) {
                    moves.push_back(
                        Move::swap(space, 2 * tile + turn, second, 2 * second_tile + second_turn));
                }
            }
        }
    }
    std::sort(moves.begin(), moves.end());
}

bool can_take_stored_tile(const Position& position) {
    if (position.player(position.active).garden.is_full()) return false;
    for (int i = 0; i < position.player_count; ++i) {
        if (i != position.active && position.player(i).storage != no_tile) return true;
    }
    return false;
}

void list_stored_lays(const Edition& edition, const Position& position, MoveList& moves) {
    for (int i = 0; i < position.player_count; ++i) {
        const std::uint8_t tile = position.player(i).storage;
        if (i == position.active || tile == no_tile) continue;
        MoveList lays;
        list_lays(edition, position.player(position.active).garden, tile, lays);
        for (const Move move : lays) moves.push_back(Move::from(i, move.space(), move.face()));
    }
}

// S11: a card may be used only if its effect can happen.
bool is_usable(const Edition& edition, const Position& position, Master card) {
    const Player& active = position.player(position.active);
    const Garden& garden = active.garden;
    switch (card) {
        case Master::muso_soseki: {
            MoveList moves;
            list_stones_for_free(edition, position, moves);
            return moves.size() > 0;
        }
        case Master::zen_ami:
        case Master::sesshu:
            return !garden.is_full();
        case Master::sen_no_rikyu:
            return count(garden.laid) >= 2;
        case Master::kentei: {
            MoveList moves;
            list_stone_moves(edition, position, moves);
            return moves.size() > 0;
        }
        case Master::kobori_enshu:
            return count(garden.laid & ~garden.occupied()) >= 2;
        case Master::kanamori_sowa:
            return active.virtue < max_virtue;
        case Master::ishikawa_jozan:
            return can_take_stored_tile(position);
        case Master::shigemori_mirei:
            return false;  // answers a robbery, is no step 2
    }
    return false;
}

void list_step2(const Edition& edition, const Position& position, MoveList& moves) {
    const Player& active = position.player(position.active);
    const Garden& garden = active.garden;
    moves.push_back(Move::plain(MoveKind::meditate));
    if (garden.laid != 0) {
        for (Spaces left = garden.monk_steps(); left != 0;) {
            moves.push_back(Move::step(pop_first(left)));
        }
        if (active.virtue > 0) {
            const Spaces where = active.virtue == max_virtue
                                     ? whole_garden
                                     : column_of_spaces(column_of(garden.monk));
            list_stones(edition, position, where, active.virtue, Move::buy, moves);
        }
    }
    if (position.decision == Decision::step2 && active.master_used == 0 &&
        active.master < master_count) {
        const auto card = static_cast<Master>(active.master);
        if (is_usable(edition, position, card)) moves.push_back(Move::card(card));
    }
}

void list_step1(const Position& position, MoveList& moves) {
    const Player& active = position.player(position.active);
    if (position.hand_size > 0) moves.push_back(Move::plain(MoveKind::place));
    if (active.storage != no_tile) moves.push_back(Move::plain(MoveKind::place_stored));
    if (position.hand_size == 0) {
        moves.push_back(Move::plain(MoveKind::done));
        return;
    }
    const bool some_full = is_some_garden_full(position);
    if (position.offered == 0 && !some_full) moves.push_back(Move::plain(MoveKind::offer));
    if (active.virtue > 0 && !some_full) moves.push_back(Move::plain(MoveKind::discard));
    if (active.storage == no_tile) moves.push_back(Move::plain(MoveKind::store));
}

void use_card(Position& position, Master card) {
    Player& active = position.player(position.active);
    active.master_used = 1;
    switch (card) {
        case Master::muso_soseki:
            position.decision = Decision::muso_soseki;
            break;
        case Master::zen_ami:
            begin_draw(position, Decision::draw_zen_ami);
            break;
        case Master::sesshu:
            begin_draw(position, Decision::draw_sesshu);
            break;
        case Master::sen_no_rikyu:
            position.decision = Decision::sen_no_rikyu;
            break;
        case Master::kentei:
            position.decision = Decision::kentei;
            break;
        case Master::kobori_enshu:
            position.decision = Decision::kobori_enshu;
            break;
        case Master::kanamori_sowa:
            gain_virtue(active, 4);
            end_turn(position);
            break;
        case Master::ishikawa_jozan:
            position.decision = Decision::ishikawa_jozan;
            break;
        case Master::shigemori_mirei:
            break;  // never listed
    }
}

void after_draw(Position& position, int tile) {
    take_from_stack(position, tile);
    add_to_hand(position, tile);
    if (position.decision == Decision::draw) {
        position.decision = Decision::step1;
    } else if (position.decision == Decision::draw_zen_ami && position.hand_size == 2) {
        position.decision = Decision::zen_ami;
    } else if (position.decision == Decision::draw_sesshu && position.hand_size == 3) {
        position.decision = Decision::sesshu;
    } else {
        begin_draw(position, position.decision);
    }
}

void after_lay(Position& position, int face, Space space) {
    lay(position.player(position.concerned), face, space);
    const int tile = face / 2;
    if (position.decision == Decision::place) {
        if (position.declared == Declared::drawn) {
            take_from_hand(position, tile);
        } else {
            position.player(position.active).storage = no_tile;
        }
        position.declared = Declared::nothing;
        go_on_with_step1(position);
        return;
    }
    take_from_hand(position, tile);
    if (position.decision == Decision::sesshu) {
        while (position.hand_size > 0) {
            discard(position, position.hand[0]);
            take_from_hand(position, position.hand[0]);
        }
    }
    if (position.hand_size == 0) end_turn(position);
}

void after_deal(Position& position, bool masters) {
    const int next = position.concerned + 1;
    if (next < position.player_count) {
        position.concerned = byte(next);
    } else if (!masters) {
        position.concerned = 0;
        position.decision = Decision::deal_master;
    } else {
        begin_turn(position, 0);
    }
}

// Calls visit(move, weight) for every outcome of the pending chance node, in order.
template <class Visit>
void each_outcome(const Edition& edition, const Position& position, const Visit& visit) {
    const auto is_dealt = [&](int card, std::uint8_t Player::* slot) {
        for (int i = 0; i < position.player_count; ++i) {
            if (position.player(i).*slot == card) return true;
        }
        return false;
    };
    if (position.decision == Decision::deal_garden) {
        for (int card = 0; card < static_cast<int>(edition.name_gardens().size()); ++card) {
            if (!is_dealt(card, &Player::name_garden)) visit(Move::garden(card), 1);
        }
    } else if (position.decision == Decision::deal_master) {
        for (int card = 0; card < master_count; ++card) {
            if (!is_dealt(card, &Player::master)) visit(Move::master(static_cast<Master>(card)), 1);
        }
    } else if (is_chance(position)) {
        if (position.known_size > 0) {
            visit(Move::draw(position.known[position.known_size - 1U]), 1);
            return;
        }
        for (int tile = 0; tile < edition.tile_kinds(); ++tile) {
            const int tiles = position.bag[static_cast<std::size_t>(tile)];
            if (tiles > 0) visit(Move::draw(tile), tiles);
        }
    }
}

}  // namespace

MoveList legal_moves(const Edition& edition, const Position& position) {
    MoveList moves;
    const Player& active = position.player(position.active);
    switch (position.decision) {
        case Decision::deal_garden:
        case Decision::deal_master:
        case Decision::draw:
        case Decision::draw_zen_ami:
        case Decision::draw_sesshu:
            each_outcome(edition, position, [&](Move move, int) { moves.push_back(move); });
            break;
        case Decision::step1:
            list_step1(position, moves);
            break;
        case Decision::answer_offer:
            moves.push_back(Move::plain(MoveKind::accept));
            moves.push_back(Move::plain(MoveKind::decline));
            break;
        case Decision::choose_taker:
            for (int i = 0; i < position.player_count; ++i) {
                if ((position.answers >> i & 1) != 0) moves.push_back(Move::give(i));
            }
            moves.push_back(Move::plain(MoveKind::withdraw));
            break;
        case Decision::answer_robbery:
            moves.push_back(Move::plain(MoveKind::rob));
            moves.push_back(Move::plain(MoveKind::pass));
            break;
        case Decision::answer_reveal:
            if (active.holds(Master::shigemori_mirei)) {
                moves.push_back(Move::plain(MoveKind::reveal));
            }
            moves.push_back(Move::plain(MoveKind::keep));
            break;
        case Decision::place:
            list_lays(edition, position.player(position.concerned).garden, declared_tile(position),
                      moves);
            break;
        case Decision::step2:
        case Decision::extra:
            list_step2(edition, position, moves);
            break;
        case Decision::bonus:
            for (Spaces left = active.garden.monk_steps(); left != 0;) {
                moves.push_back(Move::step(pop_first(left)));
            }
            moves.push_back(Move::plain(MoveKind::stay));
            break;
        case Decision::muso_soseki:
            list_stones_for_free(edition, position, moves);
            break;
        case Decision::zen_ami:
            list_hand_lays(edition, position, moves);
            for (std::size_t i = 0; i < position.hand_size; ++i) {
                if (i > 0 && position.hand[i] == position.hand[i - 1]) continue;
                moves.push_back(Move::discard_tile(position.hand[i]));
            }
            break;
        case Decision::sesshu:
            list_hand_lays(edition, position, moves);
            moves.push_back(Move::plain(MoveKind::discard_all));
            break;
        case Decision::sen_no_rikyu:
            for (Spaces left = active.garden.laid & ~bit(active.garden.monk); left != 0;) {
                moves.push_back(Move::monk(pop_first(left)));
            }
            break;
        case Decision::kentei:
            list_stone_moves(edition, position, moves);
            break;
        case Decision::kobori_enshu:
            list_swaps(edition, position, moves);
            break;
        case Decision::ishikawa_jozan:
            list_stored_lays(edition, position, moves);
            break;
        case Decision::ishikawa_jozan_more:
            list_stored_lays(edition, position, moves);
            moves.push_back(Move::plain(MoveKind::stop));
            break;
        case Decision::end:
            break;
    }
    return moves;
}

std::vector<ChanceOutcome> chance_outcomes(const Edition& edition, const Position& position) {
    std::vector<ChanceOutcome> outcomes;
    each_outcome(edition, position,
                 [&](Move move, int weight) { outcomes.push_back({move, weight}); });
    return outcomes;
}

Move sample_chance(const Edition& edition, const Position& position, search::Rng& rng) {
    int total = 0;
    each_outcome(edition, position, [&](Move, int weight) { total += weight; });
    int left = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    Move chosen = Move::from_code(0);
    each_outcome(edition, position, [&](Move move, int weight) {
        if (left >= 0 && left < weight) chosen = move;
        left -= weight;
    });
    return chosen;
}

void check_move(const Edition& edition, const Position& position, Move move) {
    const MoveList moves = legal_moves(edition, position);
    if (std::binary_search(moves.begin(), moves.end(), move)) return;
    throw IllegalMove("move: '" + to_text(edition, move) + "' is not one of the " +
                      std::to_string(moves.size()) + " moves at the decision '" +
                      std::string(decision_names[static_cast<std::size_t>(position.decision)]) +
                      "' of player " + std::to_string(position.concerned + 1));
}

void make(Position& position, Move move) {
    Player& active = position.player(position.active);
    Player& concerned = position.player(position.concerned);
    switch (move.kind()) {
        case MoveKind::garden:
            concerned.name_garden = byte(move.card());
            after_deal(position, false);
            break;
        case MoveKind::master:
            concerned.master = byte(move.card());
            after_deal(position, true);
            break;
        case MoveKind::draw:
            after_draw(position, move.tile());
            break;
        case MoveKind::place:
            declare(position, Declared::drawn);
            break;
        case MoveKind::place_stored:
            declare(position, Declared::stored);
            break;
        case MoveKind::offer:
            position.offered = 1;
            ask_taker_after(position, position.active);
            break;
        case MoveKind::discard:
            active.virtue = byte(active.virtue - 1);
            discard(position, position.hand[0]);
            take_from_hand(position, position.hand[0]);
            go_on_with_step1(position);
            break;
        case MoveKind::store:
            active.storage = position.hand[0];
            take_from_hand(position, position.hand[0]);
            begin_step2(position);
            break;
        case MoveKind::done:
            begin_step2(position);
            break;
        case MoveKind::accept:
            position.answers = byte(position.answers | one << position.concerned);
            ask_taker_after(position, position.concerned);
            break;
        case MoveKind::decline:
            ask_taker_after(position, position.concerned);
            break;
        case MoveKind::give:
            gain_virtue(active, 2);
            position.declared = Declared::drawn;
            begin_place(position, move.player());
            break;
        case MoveKind::withdraw:
            position.answers = 0;
            position.decision = Decision::step1;
            break;
        case MoveKind::rob:
            position.answers = byte(position.answers | one << position.concerned);
            ask_robber_after(position, position.concerned);
            break;
        case MoveKind::pass:
            ask_robber_after(position, position.concerned);
            break;
        case MoveKind::reveal:
            active.master_used = 1;
            position.shielded = 1;
            begin_place(position, position.active);
            break;
        case MoveKind::keep:
            carry_out_robbery(position);
            break;
        case MoveKind::lay:
            after_lay(position, move.face(), move.space());
            break;
        case MoveKind::meditate:
            gain_virtue(active, 1);
            end_turn(position);
            break;
        case MoveKind::step:
            active.garden.monk = byte(move.space());
            end_turn(position);
            break;
        case MoveKind::stay:
            end_turn(position);
            break;
        case MoveKind::buy:
            active.virtue = 0;
            after_stone(position, move.stone(), move.space());
            break;
        case MoveKind::take:
            after_stone(position, move.stone(), move.space());
            break;
        case MoveKind::card:
            use_card(position, static_cast<Master>(move.card()));
            break;
        case MoveKind::discard_tile:
            discard(position, move.tile());
            take_from_hand(position, move.tile());
            if (position.hand_size == 0) end_turn(position);
            break;
        case MoveKind::discard_all:
            while (position.hand_size > 0) {
                discard(position, position.hand[0]);
                take_from_hand(position, position.hand[0]);
            }
            end_turn(position);
            break;
        case MoveKind::monk:
            active.garden.monk = byte(move.space());
            position.decision = Decision::extra;
            break;
        case MoveKind::move_stone:
            for (Spaces& stones : active.garden.stones) {
                if (!contains(stones, move.origin())) continue;
                stones ^= bit(move.origin()) | bit(move.space());
                break;
            }
            position.decision = Decision::extra;
            break;
        case MoveKind::swap:
            active.garden.lay(move.face(), move.space());
            active.garden.lay(move.second_face(), move.second_space());
            end_turn(position);
            break;
        case MoveKind::from:
            position.player(move.player()).storage = no_tile;
            lay(active, move.face(), move.space());
            if (can_take_stored_tile(position)) {
                position.decision = Decision::ishikawa_jozan_more;
            } else {
                end_turn(position);
            }
            break;
        case MoveKind::stop:
            end_turn(position);
            break;
    }
}

Position apply(const Edition& edition, const Position& position, Move move) {
    check_move(edition, position, move);
    Position after = position;
    make(after, move);
    return after;
}

Position shuffle_stack(const Position& position, search::Rng& rng) {
    Position shuffled = position;
    // The bag goes below what is known: the known tiles move up to make room.
    const std::size_t size = position.bag_size;
    std::copy_backward(
        position.known.begin(), position.known.begin() + position.known_size,
        shuffled.known.begin() + position.known_size + static_cast<std::ptrdiff_t>(size));
    std::size_t next = 0;
    for (std::size_t tile = 0; tile < position.bag.size(); ++tile) {
        for (int i = 0; i < position.bag[tile]; ++i) {
            shuffled.known[next++] = static_cast<std::uint8_t>(tile);
        }
    }
    for (std::size_t i = size; i > 1; --i) {
        std::swap(shuffled.known[i - 1], shuffled.known[rng.below(static_cast<std::uint32_t>(i))]);
    }
    shuffled.known_size = byte(position.stack_size());
    shuffled.bag = {};
    shuffled.bag_size = 0;
    return shuffled;
}

Position deal(const Edition& edition, int players, std::uint64_t seed) {
    search::Rng rng(seed, search::Stream::deal);
    Position position = new_game(edition, players);
    while (position.decision != Decision::draw) {
        make(position, sample_chance(edition, position, rng));
    }
    return shuffle_stack(position, rng);
}

Position guess_unknown(const Edition& edition, const Position& position, search::Rng& rng) {
    Position guess = position;
    const auto fill = [&](std::uint8_t Player::* slot, int cards) {
        for (int i = 0; i < guess.player_count; ++i) {
            if (guess.player(i).*slot != unknown_card) continue;
            std::array<std::uint8_t, max_name_gardens> unseen{};
            std::uint32_t size = 0;
            for (int card = 0; card < cards; ++card) {
                bool seen = false;
                for (int j = 0; j < guess.player_count; ++j) seen |= guess.player(j).*slot == card;
                if (!seen) unseen[size++] = byte(card);
            }
            guess.player(i).*slot = unseen[rng.below(size)];
        }
    };
    fill(&Player::name_garden, static_cast<int>(edition.name_gardens().size()));
    fill(&Player::master, master_count);
    return guess;
}

std::uint64_t perft(const Edition& edition, const Position& position, int depth) {
    if (depth <= 0) return 1;
    if (is_over(position)) return 0;
    const MoveList moves = legal_moves(edition, position);
    if (depth == 1) return moves.size();
    std::uint64_t sequences = 0;
    for (const Move move : moves) {
        Position after = position;
        make(after, move);
        sequences += perft(edition, after, depth - 1);
    }
    return sequences;
}

}  // namespace niwashi::stone
