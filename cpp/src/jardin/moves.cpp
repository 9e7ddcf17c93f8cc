#include "niwashi/jardin/moves.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/ponds.hpp"

namespace niwashi::jardin {

Roll make_roll(int first, int second, int third, const Faces& faces) {
    std::array<int, 3> locations = {first, second, third};
    std::sort(locations.begin(), locations.end());
    Roll roll;
    for (std::size_t i = 0; i < 3; ++i) {
        if (locations[i] < 1 || locations[i] > 6) {
            throw std::invalid_argument("a die shows 1 to 6, not " + std::to_string(locations[i]));
        }
        roll.dice[i] = {static_cast<std::uint8_t>(locations[i]),
                        faces[static_cast<std::size_t>(locations[i] - 1)]};
    }
    return roll;
}

std::array<ChanceOutcome, 56> chance_outcomes(const Faces& faces) {
    std::array<ChanceOutcome, 56> outcomes;
    std::size_t n = 0;
    for (int a = 1; a <= 6; ++a) {
        for (int b = a; b <= 6; ++b) {
            for (int c = b; c <= 6; ++c) {
                const int weight = a == c ? 1 : (a == b || b == c) ? 3 : 6;
                outcomes[n++] = {make_roll(a, b, c, faces), weight};
            }
        }
    }
    return outcomes;
}

namespace {

// One way to use the dice as option A (J2): a location, and the decorations of the other two.
struct DrawOption {
    int location = 0;
    Decoration first = Decoration::lantern;
    Decoration second = Decoration::lantern;
};

// The different ones among a roll's three, by location.
struct DrawOptions {
    std::array<DrawOption, 3> options;
    std::size_t size = 0;

    explicit DrawOptions(const Roll& roll) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (i > 0 && roll.dice[i] == roll.dice[i - 1]) continue;
            Decoration first = roll.dice[i == 0 ? 1 : 0].decoration;
            Decoration second = roll.dice[i == 2 ? 1 : 2].decoration;
            if (second < first) std::swap(first, second);
            options[size++] = {roll.dice[i].location, first, second};
        }
    }
    const DrawOption* begin() const { return options.data(); }
    const DrawOption* end() const { return options.data() + size; }
};

// The different decorations of a roll, in the order of the letters.
struct PruneOptions {
    std::array<Decoration, 3> options;
    std::size_t size = 0;

    explicit PruneOptions(const Roll& roll) {
        for (const Die& die : roll.dice) options[size++] = die.decoration;
        std::sort(options.begin(), options.end());
        size =
            static_cast<std::size_t>(std::unique(options.begin(), options.end()) - options.begin());
    }
    const Decoration* begin() const { return options.data(); }
    const Decoration* end() const { return options.data() + size; }
};

bool can_prune(const Position& position) {
    return position.prunings < max_prunings && position.empty_spaces() != 0;
}

// J2, J4: both decorations must find a space.
bool can_draw_at(const Position& position, int location) {
    return count(position.empty_spaces() & cross(location)) >= 2;
}

}  // namespace

bool must_skip(const Position& position, const Roll& roll) {
    return !can_prune(position) &&
           std::none_of(roll.dice.begin(), roll.dice.end(),
                        [&](const Die& die) { return can_draw_at(position, die.location); });
}

MoveList legal_moves(const Position& position, const Roll& roll) {
    MoveList moves;
    const Bitboard empty = position.empty_spaces();
    for (const DrawOption& option : DrawOptions(roll)) {
        const Bitboard open = empty & cross(option.location);
        for (Bitboard firsts = open; firsts != 0;) {
            const Space first = pop_first(firsts);
            // Two equal decorations: each pair of spaces once.
            Bitboard seconds = option.first == option.second ? firsts : open & ~bit(first);
            while (seconds != 0) {
                moves.push_back(Move::draw(option.location, option.first, first, option.second,
                                           pop_first(seconds)));
            }
        }
    }
    if (position.prunings < max_prunings) {
        for (const Decoration decoration : PruneOptions(roll)) {
            for (Bitboard open = empty; open != 0;) {
                moves.push_back(Move::prune(decoration, pop_first(open)));
            }
        }
    }
    if (moves.size() == 0) moves.push_back(Move::skip());
    return moves;
}

int count_moves(const Position& position, const Roll& roll) {
    const Bitboard empty = position.empty_spaces();
    int moves = 0;
    for (const DrawOption& option : DrawOptions(roll)) {
        const int open = count(empty & cross(option.location));
        const int ordered = open * (open - 1);
        moves += option.first == option.second ? ordered / 2 : ordered;
    }
    if (position.prunings < max_prunings) {
        moves += static_cast<int>(PruneOptions(roll).size) * count(empty);
    }
    return std::max(moves, 1);  // the skip
}

Move random_move(const Position& position, const Roll& roll, search::Rng& rng) {
    const auto choose = [&](int bound) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(bound)));
    };
    const Bitboard empty = position.empty_spaces();
    // Counts down through the blocks of equal options that legal_moves would list.
    int left = choose(count_moves(position, roll));
    for (const DrawOption& option : DrawOptions(roll)) {
        const Bitboard open = empty & cross(option.location);
        const int spaces = count(open);
        const int ordered = spaces * (spaces - 1);
        const int block = option.first == option.second ? ordered / 2 : ordered;
        if (left >= block) {
            left -= block;
            continue;
        }
        const Space first = nth_space(open, choose(spaces));
        const Space second = nth_space(open & ~bit(first), choose(spaces - 1));
        return Move::draw(option.location, option.first, first, option.second, second);
    }
    const PruneOptions prunes(roll);
    if (!can_prune(position)) return Move::skip();
    return Move::prune(prunes.options[static_cast<std::size_t>(left / count(empty))],
                       nth_space(empty, choose(count(empty))));
}

void check_move(const Position& position, const Roll& roll, Move move) {
    const auto refuse = [&](const std::string& reason) {
        throw IllegalMove(to_text(move) + " is not legal: " + reason);
    };
    const auto check_empty = [&](Space space) {
        if ((position.empty_spaces() & bit(space)) == 0) {
            refuse("space " + space_to_text(space) + " is not empty");
        }
    };
    if (is_over(position)) refuse("the game is over");
    if (is_pond_decision(position)) refuse("a pond decision comes next");
    switch (move.kind()) {
        case MoveKind::draw: {
            const DrawOptions options(roll);
            if (std::none_of(options.begin(), options.end(), [&](const DrawOption& option) {
                    return option.location == move.location() && option.first == move.first() &&
                           option.second == move.second();
                })) {
                refuse("roll " + to_text(roll) + " does not give it");
            }
            if (move.first_space() == move.second_space()) refuse("both go on one space");
            for (const Space space : {move.first_space(), move.second_space()}) {
                if ((cross(move.location()) & bit(space)) == 0) {
                    refuse("space " + space_to_text(space) + " is not in row or column " +
                           std::to_string(move.location()));
                }
                check_empty(space);
            }
            return;
        }
        case MoveKind::prune: {
            const PruneOptions options(roll);
            if (std::find(options.begin(), options.end(), move.first()) == options.end()) {
                refuse("roll " + to_text(roll) + " does not give it");
            }
            if (position.prunings >= max_prunings) refuse("all 3 prunings are used");
            check_empty(move.first_space());
            return;
        }
        case MoveKind::skip:
            if (!must_skip(position, roll)) refuse("something can be drawn");
            return;
        case MoveKind::pond:
        case MoveKind::no_pond:
            refuse("a roll is drawn now, no pond traced");
    }
    refuse("it is no move");
}

void check_move(const Position& position, Move move) {
    const auto refuse = [&](const std::string& reason) {
        throw IllegalMove(to_text(move) + " is not legal: " + reason);
    };
    if (is_over(position)) refuse("the game is over");
    if (!is_pond_decision(position))
        refuse("turn " + std::to_string(turn(position)) + " is drawn first");
    if (move.kind() == MoveKind::no_pond) return;
    if (move.kind() != MoveKind::pond) refuse("a pond decision comes next");
    const Bitboard spaces = move.pond_spaces();
    if (spaces == 0) refuse("the pond has no space");
    const Bitboard blocked = spaces & ~pondable(position.water());
    if (blocked != 0) {
        const Space space = first_space(blocked);
        refuse("space " + space_to_text(space) +
               ((position.water() & bit(space)) != 0 ? " is water already"
                                                     : " has another pond around it"));
    }
    if (flood(bit(first_space(spaces)), spaces) != spaces) refuse("the pond is not connected");
    if (!is_pond_shape(spaces)) refuse("the pond encloses earth");
}

Position apply_unchecked(const Position& position, Move move) {
    Position next = position;
    switch (move.kind()) {
        case MoveKind::draw:
        case MoveKind::prune: {
            const bool draws_two = move.kind() == MoveKind::draw;
            next[move.first()] |= bit(move.first_space());
            if (draws_two) {
                next[move.second()] |= bit(move.second_space());
            } else {
                ++next.prunings;
            }
            if (turn(position) >= first_late_turn) {
                next.late_trees |= next[Decoration::tree] & ~position[Decoration::tree];
            }
            break;
        }
        case MoveKind::pond:
            next.ponds[static_cast<std::size_t>(season(position))] = move.pond_spaces();
            break;
        case MoveKind::skip:
        case MoveKind::no_pond:
            break;
    }
    ++next.clock;
    return next;
}

Position apply(const Position& position, const Roll& roll, Move move) {
    check_move(position, roll, move);
    return apply_unchecked(position, move);
}

Position apply(const Position& position, Move move) {
    check_move(position, move);
    return apply_unchecked(position, move);
}

std::uint64_t perft(const Position& position, int depth, const Faces& faces) {
    if (depth <= 0) return 1;
    if (is_over(position)) return 0;
    std::uint64_t nodes = 0;
    if (is_pond_decision(position)) {
        const PondTable ponds(pondable(position.water()));
        if (depth == 1) return ponds.size() + 1;
        nodes += perft(apply_unchecked(position, Move::no_pond()), depth - 1, faces);
        for (std::uint64_t i = 0; i < ponds.size(); ++i) {
            nodes += perft(apply_unchecked(position, Move::pond(ponds.at(i))), depth - 1, faces);
        }
        return nodes;
    }
    for (const ChanceOutcome& outcome : chance_outcomes(faces)) {
        if (depth == 1) {
            nodes += static_cast<std::uint64_t>(count_moves(position, outcome.roll));
            continue;
        }
        for (const Move move : legal_moves(position, outcome.roll)) {
            nodes += perft(apply_unchecked(position, move), depth - 1, faces);
        }
    }
    return nodes;
}

}  // namespace niwashi::jardin
