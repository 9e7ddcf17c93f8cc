#include "niwashi/search/stone_policy.hpp"

#include <algorithm>

#include "niwashi/stone/playout.hpp"

namespace niwashi::search {

using namespace stone;

namespace {

// What decides between equals: building is better than waiting.
constexpr int preference = 1;

// From so many laid tiles on, a planner thinks about swapping two: there are hundreds of ways.
constexpr int swap_from = 13;

// The best of the moves considered; among equals each is as likely.
class Choice {
 public:
    explicit Choice(Rng& rng) : rng_(rng) {}

    void consider(Move move, int value) {
        if (ties_ > 0 && value < value_) return;
        if (ties_ > 0 && value == value_) {
            if (rng_.below(++ties_) != 0) return;
        } else {
            ties_ = 1;
        }
        move_ = move;
        value_ = value;
    }
    bool is_empty() const { return ties_ == 0; }
    Move move() const { return move_; }
    int value() const { return value_; }

 private:
    Rng& rng_;
    std::uint32_t ties_ = 0;
    Move move_ = Move::plain(MoveKind::done);
    int value_ = 0;
};

// The most that a stone of each price adds, by column; the last column stands for all.
class StoneGains {
 public:
    StoneGains() {
        for (auto& column : gains_) column.fill(none);
    }
    void add(Stone stone, Space space, int gain) {
        for (const int column : {column_of(space), columns}) {
            int& best = at(column, price(stone));
            best = std::max(best, gain);
        }
    }
    static constexpr int none = -1'000'000;
    int& at(int column, int price) {
        return gains_[static_cast<std::size_t>(column)][static_cast<std::size_t>(price - 1)];
    }

 private:
    std::array<std::array<int, stone_type_count>, columns + 1> gains_;
};

// Values the moves of one decision for the player who decides: what he has once everything that
// the move begins is done as well as he can. The two parts of a garden's value and the virtue are
// only counted where the moves of the decision differ in them.
class Chooser {
 public:
    Chooser(const Edition& edition, const Position& position, const StoneWeights& weights, Rng& rng)
        : edition_(edition),
          position_(position),
          mover_(position.player(position.concerned)),
          weights_(weights),
          rng_(rng) {
        // The game ends when the last garden is full, so there are about as many turns to come.
        for (int i = 0; weights.plans && i < position.player_count; ++i) {
            turns_ = std::max(turns_, space_count - count(position.player(i).garden.laid));
        }
    }

    Move choose() const {
        Choice choice(rng_);
        switch (position_.decision) {
            case Decision::step1:
                step1(choice);
                break;
            case Decision::answer_offer:
                answer_offer(choice);
                break;
            case Decision::choose_taker:
                choose_taker(choice);
                break;
            case Decision::answer_robbery:
                answer_robbery(choice);
                break;
            case Decision::answer_reveal:
                answer_reveal(choice);
                break;
            case Decision::place:
                list_lays(choice, tiles(), declared_tile());
                break;
            case Decision::step2:
            case Decision::extra:
                step2(choice);
                break;
            case Decision::bonus:
                bonus(choice);
                break;
            case Decision::muso_soseki:
                list_takes(choice);
                break;
            case Decision::zen_ami:
            case Decision::sesshu:
                lay_drawn(choice);
                break;
            case Decision::sen_no_rikyu:
                move_monk(choice);
                break;
            case Decision::kentei:
                list_stone_moves(choice);
                break;
            case Decision::kobori_enshu:
                list_swaps(choice);
                break;
            case Decision::ishikawa_jozan:
            case Decision::ishikawa_jozan_more:
                list_stored(choice);
                if (position_.decision == Decision::ishikawa_jozan_more) {
                    choice.consider(Move::plain(MoveKind::stop), value(tiles()) - preference);
                }
                break;
            default:  // chance nodes and the end are not a player's
                break;
        }
        return choice.move();
    }

 private:
    // --- Values ----------------------------------------------------------------------------------

    TileAppraisal tiles() const { return TileAppraisal(edition_, mover_.garden); }
    int value(const TileAppraisal& tiles) const { return tiles.value(weights_.prospects); }

    // What is left of virtue at the end if the player only meditates from now on, and its power.
    int virtue(int amount, int turns) const {
        amount = std::clamp(amount, 0, max_virtue);
        return value_of_point * std::min(amount + turns, max_virtue) +
               (turns > 0 ? weights_.power * amount : 0);
    }
    int virtue(int amount) const { return virtue(amount, turns_); }

    int declared_tile() const {
        return position_.declared == Declared::drawn ? position_.hand[0]
                                                     : position_.player(position_.active).storage;
    }

    // --- Tiles -----------------------------------------------------------------------------------

    void list_lays(Choice& choice, const TileAppraisal& tiles, int tile) const {
        Spaces open = tiles.laid() == 0 ? mover_.garden.open_spaces()
                                        : adjacent(tiles.laid()) & ~tiles.laid();
        const int end = 2 * tile + (edition_.looks_same_turned(tile) ? 1 : 2);
        while (open != 0) {
            const Space space = pop_first(open);
            for (int face = 2 * tile; face < end; ++face) {
                TileAppraisal after = tiles;
                after.lay(face, space);
                choice.consider(Move::lay(space, face), value(after));
            }
        }
    }

    // What the tiles are worth once this one is laid as well as can be.
    int with(const TileAppraisal& tiles, int tile) const {
        if (tiles.laid() == whole_garden) return value(tiles);
        Choice choice(rng_);
        list_lays(choice, tiles, tile);
        return choice.value();
    }

    // Everything of step 1 but an offer (S7).
    void list_actions(Choice& choice, const TileAppraisal& tiles) const {
        const int virtue_now = virtue(mover_.virtue);
        const int now = value(tiles) + virtue_now;
        const auto lay = [&](MoveKind kind, int tile) {
            choice.consider(Move::plain(kind), with(tiles, tile) + virtue_now + preference);
        };
        if (mover_.storage != no_tile) lay(MoveKind::place_stored, mover_.storage);
        if (position_.hand_size == 0) {
            choice.consider(Move::plain(MoveKind::done), now + weights_.store);
            return;
        }
        lay(MoveKind::place, position_.hand[0]);
        if (mover_.virtue > 0 && !is_some_garden_full(position_)) {
            choice.consider(Move::plain(MoveKind::discard),
                            value(tiles) + virtue(mover_.virtue - 1) + weights_.discard);
        }
        if (mover_.storage == no_tile) {
            choice.consider(Move::plain(MoveKind::store), now + weights_.store);
        }
    }

    void step1(Choice& choice) const {
        const TileAppraisal now = tiles();
        list_actions(choice, now);
        if (position_.hand_size > 0 && position_.offered == 0 && !is_some_garden_full(position_)) {
            // Nobody need accept; a policy that hopes for the virtue loses to one that does not.
            choice.consider(Move::plain(MoveKind::offer),
                            value(now) + virtue(mover_.virtue) + weights_.offer);
        }
    }

    void answer_offer(Choice& choice) const {
        const TileAppraisal now = tiles();
        choice.consider(Move::plain(MoveKind::accept),
                        with(now, position_.hand[0]) + weights_.accept);
        choice.consider(Move::plain(MoveKind::decline), value(now));
    }

    void choose_taker(Choice& choice) const {
        const TileAppraisal now = tiles();
        for (int i = 0; i < position_.player_count; ++i) {
            if ((position_.answers >> i & 1) != 0) {
                choice.consider(Move::give(i), value(now) + virtue(mover_.virtue + 2));
            }
        }
        Choice otherwise(rng_);
        list_actions(otherwise, now);
        choice.consider(Move::plain(MoveKind::withdraw), otherwise.value());
    }

    void answer_robbery(Choice& choice) const {
        const TileAppraisal now = tiles();
        choice.consider(Move::plain(MoveKind::rob),
                        with(now, declared_tile()) + virtue(mover_.virtue - 2));
        choice.consider(Move::plain(MoveKind::pass), value(now) + virtue(mover_.virtue));
    }

    void answer_reveal(Choice& choice) const {
        const TileAppraisal now = tiles();
        if (mover_.holds(Master::shigemori_mirei)) {
            choice.consider(Move::plain(MoveKind::reveal), with(now, declared_tile()));
        }
        choice.consider(Move::plain(MoveKind::keep), value(now));
    }

    void lay_drawn(Choice& choice) const {
        const TileAppraisal now = tiles();
        const int without = value(now) - preference + weights_.store;
        for (std::size_t i = 0; i < position_.hand_size; ++i) {
            const int tile = position_.hand[i];
            if (i > 0 && tile == position_.hand[i - 1]) continue;
            if (!mover_.garden.is_full()) list_lays(choice, now, tile);
            if (position_.decision == Decision::zen_ami) {
                choice.consider(Move::discard_tile(tile), without);
            }
        }
        if (position_.decision == Decision::sesshu) {
            choice.consider(Move::plain(MoveKind::discard_all), without);
        }
    }

    void list_swaps(Choice& choice) const {
        Position swapping = position_;
        swapping.decision = Decision::kobori_enshu;
        for (const Move move : legal_moves(edition_, swapping)) {
            Garden after = mover_.garden;
            after.lay(move.face(), move.space());
            after.lay(move.second_face(), move.second_space());
            choice.consider(move, value(TileAppraisal(edition_, after)));
        }
    }

    void list_stored(Choice& choice) const {
        if (mover_.garden.is_full()) return;
        const TileAppraisal now = tiles();
        for (int i = 0; i < position_.player_count; ++i) {
            const int tile = position_.player(i).storage;
            if (i == position_.active || tile == no_tile) continue;
            Choice lays(rng_);
            list_lays(lays, now, tile);
            choice.consider(Move::from(i, lays.move().space(), lays.move().face()), lays.value());
        }
    }

    // --- Stones and the monk ---------------------------------------------------------------------

    static Spaces reach(const Player& player) {
        return player.virtue == max_virtue ? whole_garden
                                           : column_of_spaces(column_of(player.garden.monk));
    }

    // Calls visit(stone, space, gain) for every stone of the yard up to a price and every space
    // where it may stand, the monk's column aside.
    template <class Visit>
    void each_stone(const Player& player, int most, const Visit& visit) const {
        const Spaces allowed = may_stand(edition_, player.garden, Stone::horizontal);
        if (allowed == 0) return;
        const Spaces mossy = moss(edition_, player.garden);
        const auto worth = [&](const Player& of) {
            return stone_value(edition_, of, mossy, turns_, weights_.prospects);
        };
        const int now = worth(player);
        Player after = player;
        for (const Stone stone : all_stones) {
            if (price(stone) > most) break;
            if (position_.yard[static_cast<std::size_t>(stone)] == 0) continue;
            if (stone == Stone::boat && player.garden[Stone::boat] != 0) continue;
            for (Spaces left = allowed; left != 0;) {
                const Space space = pop_first(left);
                after.garden[stone] |= bit(space);
                visit(stone, space, worth(after) - now);
                after.garden[stone] = player.garden[stone];
            }
        }
    }

    // What the best stone that the monk's column allows will add if the player has this virtue,
    // meditates until he can pay for it and then buys it.
    int prospect(StoneGains& gains, int amount, int column) const {
        amount = std::min(amount, max_virtue);
        int best = 0;
        for (int price = 1; price <= stone_type_count; ++price) {
            const int wait = std::max(0, price - amount);
            if (wait >= turns_) break;
            const int paid = amount + wait;
            const int gain = gains.at(paid == max_virtue ? columns : column, price);
            if (gain == StoneGains::none) continue;
            best =
                std::max(best, gain + virtue(0, turns_ - wait - 1) - virtue(paid, turns_ - wait));
        }
        return weights_.next * best / value_of_point;
    }

    void step2(Choice& choice) const {
        const Garden& garden = mover_.garden;
        StoneGains gains;
        if (garden.laid != 0) {
            const Spaces where = reach(mover_);
            const int most = turns_ > 0 ? stone_type_count : int{mover_.virtue};
            each_stone(mover_, most, [&](Stone stone, Space space, int gain) {
                gains.add(stone, space, gain);
                if (price(stone) <= mover_.virtue && contains(where, space)) {
                    choice.consider(Move::buy(stone, space), gain + virtue(0) + preference);
                }
            });
            for (Spaces left = garden.monk_steps(); left != 0;) {
                const Space space = pop_first(left);
                choice.consider(
                    Move::step(space),
                    virtue(mover_.virtue) + prospect(gains, mover_.virtue, column_of(space)));
            }
        }
        const int column = garden.laid == 0 ? 0 : column_of(garden.monk);
        choice.consider(Move::plain(MoveKind::meditate),
                        virtue(mover_.virtue + 1) + prospect(gains, mover_.virtue + 1, column));
        if (position_.decision == Decision::step2 && mover_.master_used == 0 &&
            mover_.master < master_count) {
            use_card(choice, static_cast<Master>(mover_.master));
        }
    }

    void bonus(Choice& choice) const {
        StoneGains gains;
        if (turns_ > 0) {
            each_stone(mover_, stone_type_count,
                       [&](Stone stone, Space space, int gain) { gains.add(stone, space, gain); });
        }
        for (Spaces left = mover_.garden.monk_steps(); left != 0;) {
            const Space space = pop_first(left);
            choice.consider(Move::step(space), prospect(gains, mover_.virtue, column_of(space)));
        }
        choice.consider(Move::plain(MoveKind::stay),
                        prospect(gains, mover_.virtue, column_of(mover_.garden.monk)));
    }

    void list_takes(Choice& choice) const {
        each_stone(mover_, max_virtue, [&](Stone stone, Space space, int gain) {
            choice.consider(Move::take(stone, space), gain);
        });
    }

    void list_stone_moves(Choice& choice) const {
        const Spaces mossy = moss(edition_, mover_.garden);
        for (const Stone stone : all_stones) {
            for (Spaces from = mover_.garden[stone]; from != 0;) {
                const Space origin = pop_first(from);
                Player after = mover_;
                after.garden[stone] ^= bit(origin);
                const Spaces others = after.garden[stone];
                Spaces targets =
                    may_stand(edition_, after.garden, Stone::horizontal) & ~bit(origin);
                while (targets != 0) {
                    const Space space = pop_first(targets);
                    after.garden[stone] = others | bit(space);
                    choice.consider(
                        Move::move_stone(origin, space),
                        stone_value(edition_, after, mossy, turns_, weights_.prospects));
                }
            }
        }
    }

    void move_monk(Choice& choice) const {
        Player after = mover_;
        for (Spaces left = mover_.garden.laid & ~bit(mover_.garden.monk); left != 0;) {
            after.garden.monk = static_cast<std::uint8_t>(pop_first(left));
            int best = virtue(mover_.virtue + 1);
            each_stone(after, mover_.virtue, [&](Stone, Space space, int gain) {
                if (contains(reach(after), space)) best = std::max(best, gain + virtue(0));
            });
            choice.consider(Move::monk(after.garden.monk), best);
        }
    }

    // --- Cards (S11) -----------------------------------------------------------------------------

    void use_card(Choice& choice, Master master) const {
        const Garden& garden = mover_.garden;
        const int now = virtue(mover_.virtue);
        const auto use = [&](int worth) { choice.consider(Move::card(master), worth); };
        Choice effect(rng_);
        switch (master) {
            case Master::muso_soseki:
                list_takes(effect);
                if (!effect.is_empty()) use(now + effect.value());
                break;
            case Master::zen_ami:
                if (!garden.is_full()) use(now + 2 * gain_of_a_draw());
                break;
            case Master::sesshu:
                if (!garden.is_full()) {
                    use(now + std::max({gain_of_a_draw(), gain_of_a_draw(), gain_of_a_draw()}));
                }
                break;
            case Master::sen_no_rikyu: {
                if (count(garden.laid) < 2) break;
                int best = virtue(mover_.virtue + 1);
                each_stone(mover_, mover_.virtue, [&](Stone, Space, int gain) {
                    best = std::max(best, gain + virtue(0));
                });
                use(best);
                break;
            }
            case Master::kentei:
                list_stone_moves(effect);
                if (!effect.is_empty()) {
                    const int stones = stone_value(edition_, mover_, moss(edition_, garden), turns_,
                                                   weights_.prospects);
                    use(virtue(mover_.virtue + 1) + effect.value() - stones);
                }
                break;
            case Master::kobori_enshu:
                if (count(garden.laid & ~garden.occupied()) < 2) break;
                if (turns_ > 0 && count(garden.laid) < swap_from) break;
                list_swaps(effect);
                use(now + effect.value() - value(tiles()));
                break;
            case Master::kanamori_sowa:
                if (mover_.virtue < max_virtue) use(virtue(mover_.virtue + 4));
                break;
            case Master::ishikawa_jozan:
                list_stored(effect);
                if (!effect.is_empty()) use(now + effect.value() - value(tiles()));
                break;
            case Master::shigemori_mirei:
                break;  // answers a robbery
        }
    }

    // What one tile of the stack, whichever it is, would add.
    int gain_of_a_draw() const {
        if (position_.stack_size() == 0) return 0;
        int left = static_cast<int>(rng_.below(static_cast<std::uint32_t>(position_.stack_size())));
        int tile = 0;
        if (left < position_.known_size) {
            tile = position_.known[static_cast<std::size_t>(left)];
        } else {
            left -= position_.known_size;
            while (left >= position_.bag[static_cast<std::size_t>(tile)]) {
                left -= position_.bag[static_cast<std::size_t>(tile++)];
            }
        }
        const TileAppraisal now = tiles();
        return std::max(0, with(now, tile) - value(now));
    }

    const Edition& edition_;
    const Position& position_;
    const Player& mover_;
    const StoneWeights& weights_;
    Rng& rng_;
    int turns_ = 0;
};

constexpr StoneWeights greedy_weights{};

}  // namespace

Move choose_move(const Edition& edition, const Position& position, StonePolicy policy, Rng& rng) {
    switch (policy) {
        case StonePolicy::random:
            break;
        case StonePolicy::greedy:
            return choose_move(edition, position, greedy_weights, rng);
        case StonePolicy::planner:
            return choose_move(edition, position, planner_weights, rng);
    }
    return random_move(edition, position, rng);
}

Move choose_move(const Edition& edition, const Position& position, const StoneWeights& weights,
                 Rng& rng) {
    if (is_chance(position)) return sample_chance(edition, position, rng);
    return Chooser(edition, position, weights, rng).choose();
}

}  // namespace niwashi::search
