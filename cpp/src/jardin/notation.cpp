#include "niwashi/jardin/notation.hpp"

#include <algorithm>
#include <optional>

#include "niwashi/jardin/ponds.hpp"
#include "niwashi/text.hpp"

namespace niwashi::jardin {

namespace {

constexpr std::string_view plane_letters = "LBtTRM=";
constexpr std::array<std::string_view, end_of_game + 1> clock_texts = {
    "1", "2", "3", "3p", "4", "5", "6", "6p", "7", "8", "9", "9p", "10", "11", "12", "12p", "end"};
constexpr std::array<std::string_view, season_count> season_names = {"autumn", "winter", "spring",
                                                                     "summer"};

std::string row_name(std::size_t row) {
    return "row " + std::to_string(row + 1);
}

// The 36 characters of a field of six rows joined by '/'.
std::string read_rows(std::string_view field, const std::string& name) {
    const auto rows = split(field, '/');
    if (rows.size() != side) {
        throw InvalidText("position: " + name + " have " + std::to_string(rows.size()) +
                          " rows, not 6");
    }
    std::string cells;
    for (std::size_t row = 0; row < side; ++row) {
        if (rows[row].size() != side) {
            throw InvalidText("position: " + row_name(row) +
                              (name == "ponds" ? " of the ponds" : "") + " has " +
                              std::to_string(rows[row].size()) + " spaces");
        }
        cells += rows[row];
    }
    return cells;
}

std::optional<Decoration> decoration_from_letter(char letter) {
    const std::size_t at = decoration_letters.find(letter);
    if (letter == '\0' || at == std::string_view::npos) return std::nullopt;
    return static_cast<Decoration>(at);
}

char letter_of(Decoration decoration) {
    return decoration_letters[static_cast<std::size_t>(decoration)];
}

// "L53" in a draw or prune.
std::pair<Decoration, Space> read_placing(std::string_view part, std::string_view move) {
    const auto decoration = part.empty() ? std::nullopt : decoration_from_letter(part[0]);
    if (!decoration) {
        throw InvalidText("move: " + quoted(move) + " wants one of L B T R M = and a space where " +
                          quoted(part) + " stands");
    }
    try {
        return {*decoration, space_from_text(part.substr(1))};
    } catch (const InvalidText&) {
        throw InvalidText("move: " + quoted(move) + " has no space 11 to 66 after " + part[0]);
    }
}

}  // namespace

std::string space_to_text(Space space) {
    return {static_cast<char>('1' + space / side), static_cast<char>('1' + space % side)};
}

Space space_from_text(std::string_view text) {
    if (text.size() != 2 || text[0] < '1' || text[0] > '6' || text[1] < '1' || text[1] > '6') {
        throw InvalidText("space: " + quoted(text) + " is not 11 to 66");
    }
    return side * (text[0] - '1') + (text[1] - '1');
}

std::string clock_to_text(const Position& position) {
    return std::string(clock_texts[std::min<std::size_t>(position.clock, end_of_game)]);
}

std::string to_text(const Position& position) {
    std::string decorations;
    std::string ponds;
    for (Space space = 0; space < space_count; ++space) {
        if (space > 0 && space % side == 0) {
            decorations += '/';
            ponds += '/';
        }
        char letter = '.';
        for (std::size_t i = 0; i < decoration_count; ++i) {
            if ((position.decorations[i] & bit(space)) != 0) letter = decoration_letters[i];
        }
        if (letter == 'T' && (position.late_trees & bit(space)) == 0) letter = 't';
        decorations += letter;
        char pond = '.';
        for (std::size_t i = 0; i < season_count; ++i) {
            if ((position.ponds[i] & bit(space)) != 0) pond = static_cast<char>('1' + i);
        }
        ponds += pond;
    }
    return decorations + ' ' + ponds + ' ' + clock_to_text(position) + ' ' +
           std::to_string(position.prunings);
}

Position position_from_text(std::string_view text) {
    if (std::any_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; })) {
        throw InvalidText("position: it holds a character that is not plain ASCII");
    }
    const auto fields = split(text, ' ');
    if (fields.size() != 4) {
        throw InvalidText("position: " + std::to_string(fields.size()) +
                          " fields separated by single spaces, not 4 (decorations ponds clock "
                          "prunings)");
    }
    Position position;
    const std::string decorations = read_rows(fields[0], "decorations");
    const std::string ponds = read_rows(fields[1], "ponds");
    for (Space space = 0; space < space_count; ++space) {
        const char letter = decorations[static_cast<std::size_t>(space)];
        if (letter != '.') {
            if (plane_letters.find(letter) == std::string_view::npos) {
                throw InvalidText("position: space " + space_to_text(space) +
                                  " holds unknown letter " + quoted({&letter, 1}));
            }
            position[*decoration_from_letter(letter == 't' ? 'T' : letter)] |= bit(space);
            if (letter == 'T') position.late_trees |= bit(space);
        }
        const char pond = ponds[static_cast<std::size_t>(space)];
        if (pond != '.') {
            if (pond < '1' || pond > '4') {
                throw InvalidText("position: space " + space_to_text(space) +
                                  " of the ponds holds unknown letter " + quoted({&pond, 1}));
            }
            position.ponds[static_cast<std::size_t>(pond - '1')] |= bit(space);
        }
    }
    const auto clock = std::find(clock_texts.begin(), clock_texts.end(), fields[2]);
    if (clock == clock_texts.end()) {
        throw InvalidText("position: clock " + quoted(fields[2]) +
                          " is not 1 to 12, 3p, 6p, 9p, 12p or end");
    }
    position.clock = static_cast<std::uint64_t>(clock - clock_texts.begin());
    if (fields[3].size() != 1 || fields[3][0] < '0' || fields[3][0] > '3') {
        throw InvalidText("position: prunings " + quoted(fields[3]) + " is not 0 to 3");
    }
    position.prunings = static_cast<std::uint64_t>(fields[3][0] - '0');
    validate(position);
    return position;
}

void validate(const Position& position) {
    Bitboard seen = 0;
    for (const Bitboard decorations : position.decorations) {
        if ((decorations & ~whole_garden) != 0) {
            throw InvalidText("position: a decoration lies outside the garden");
        }
        if ((decorations & seen) != 0) {
            throw InvalidText("position: space " + space_to_text(first_space(decorations & seen)) +
                              " holds two decorations");
        }
        seen |= decorations;
    }
    if (position.clock > end_of_game) throw InvalidText("position: the clock is past the end");
    if (position.prunings > max_prunings) throw InvalidText("position: more than 3 prunings");
    if ((position.late_trees & ~position[Decoration::tree]) != 0) {
        throw InvalidText("position: a late tree is no tree");
    }
    const bool may_have_late_trees =
        position.clock == end_of_game || turn(position) > first_late_turn ||
        (is_pond_decision(position) && turn(position) >= first_late_turn);
    if (position.late_trees != 0 && !may_have_late_trees) {
        throw InvalidText("position: space " + space_to_text(first_space(position.late_trees)) +
                          " holds a tree of spring or summer (T) before turn 7 is drawn");
    }
    Bitboard water = 0;
    for (std::size_t i = 0; i < season_count; ++i) {
        const Bitboard pond = position.ponds[i];
        if (pond == 0) continue;
        const std::string name = "pond " + std::to_string(i + 1);
        if (static_cast<int>(i) >= season(position)) {
            throw InvalidText("position: " + name + " is traced before the end of " +
                              std::string(season_names[i]) + " (clock " + clock_to_text(position) +
                              ")");
        }
        if ((pond & ~whole_garden) != 0) {
            throw InvalidText("position: " + name + " lies outside the garden");
        }
        const Bitboard touching = pond & ~pondable(water);
        if (touching != 0) {
            throw InvalidText("position: " + name + " touches another pond at space " +
                              space_to_text(first_space(touching)));
        }
        if (flood(bit(first_space(pond)), pond) != pond) {
            throw InvalidText("position: " + name + " is not connected");
        }
        if (!is_pond_shape(pond)) throw InvalidText("position: " + name + " encloses earth");
        water |= pond;
    }
}

std::string to_text(Move move) {
    switch (move.kind()) {
        case MoveKind::no_pond:
            return "-";
        case MoveKind::skip:
            return "X";
        case MoveKind::prune:
            return {'*', letter_of(move.first()), space_to_text(move.first_space())[0],
                    space_to_text(move.first_space())[1]};
        case MoveKind::draw:
            return std::to_string(move.location()) + ":" + letter_of(move.first()) +
                   space_to_text(move.first_space()) + "+" + letter_of(move.second()) +
                   space_to_text(move.second_space());
        case MoveKind::pond:
            break;
    }
    std::string text;
    for (Bitboard spaces = move.pond_spaces(); spaces != 0;) {
        text += text.empty() ? '~' : ',';
        text += space_to_text(pop_first(spaces));
    }
    return text.empty() ? "~" : text;
}

Move move_from_text(std::string_view text) {
    if (text == "-") return Move::no_pond();
    if (text == "X") return Move::skip();
    if (!text.empty() && text[0] == '*') {
        const auto [decoration, space] = read_placing(text.substr(1), text);
        return Move::prune(decoration, space);
    }
    if (!text.empty() && text[0] == '~') {
        Bitboard spaces = 0;
        for (const std::string_view part : split(text.substr(1), ',')) {
            Space space = 0;
            try {
                space = space_from_text(part);
            } catch (const InvalidText&) {
                throw InvalidText("move: " + quoted(text) + " has no space 11 to 66 where " +
                                  quoted(part) + " stands");
            }
            if ((spaces & bit(space)) != 0) {
                throw InvalidText("move: " + quoted(text) + " names space " + std::string(part) +
                                  " twice");
            }
            spaces |= bit(space);
        }
        return Move::pond(spaces);
    }
    if (text.size() >= 2 && text[0] >= '1' && text[0] <= '6' && text[1] == ':') {
        const auto parts = split(text.substr(2), '+');
        if (parts.size() != 2) {
            throw InvalidText("move: " + quoted(text) + " draws " + std::to_string(parts.size()) +
                              (parts.size() == 1 ? " decoration" : " decorations") +
                              " where two are wanted, as in 5:L53+B25");
        }
        const auto [first, first_at] = read_placing(parts[0], text);
        const auto [second, second_at] = read_placing(parts[1], text);
        return Move::draw(text[0] - '0', first, first_at, second, second_at);
    }
    throw InvalidText("move: " + quoted(text) +
                      " is none of 5:L53+B25 (draw), *L66 (prune), X (skip), ~11,12 (pond), - (no "
                      "pond)");
}

std::string to_text(const Roll& roll) {
    std::string text;
    for (const Die& die : roll.dice) text += static_cast<char>('0' + die.location);
    return text;
}

Roll roll_from_text(std::string_view text, const Faces& faces) {
    if (text.size() != 3) {
        throw InvalidText("roll: " + quoted(text) + " is not three dice, as in 125");
    }
    for (const char c : text) {
        if (c < '1' || c > '6') {
            throw InvalidText("roll: " + quoted(text) + " has a die that shows " + quoted({&c, 1}) +
                              ", not 1 to 6");
        }
    }
    return make_roll(text[0] - '0', text[1] - '0', text[2] - '0', faces);
}

std::vector<Roll> dice_from_text(std::string_view text, const Faces& faces) {
    std::vector<Roll> dice;
    while (true) {
        const std::size_t start = text.find_first_not_of(" \t\r\n");
        if (start == std::string_view::npos) return dice;
        text.remove_prefix(start);
        const std::size_t length = std::min(text.find_first_of(" \t\r\n"), text.size());
        try {
            dice.push_back(roll_from_text(text.substr(0, length), faces));
        } catch (const InvalidText& error) {
            throw InvalidText("dice: roll " + std::to_string(dice.size() + 1) + ": " +
                              std::string(error.what()).substr(6));
        }
        text.remove_prefix(length);
    }
}

std::string to_text(const std::vector<Roll>& dice) {
    std::string text;
    for (const Roll& roll : dice) {
        if (!text.empty()) text += ' ';
        text += to_text(roll);
    }
    return text;
}

std::string to_text(const Faces& faces) {
    std::string text;
    for (const Decoration decoration : faces) text += letter_of(decoration);
    return text;
}

Faces faces_from_text(std::string_view text) {
    Faces faces = standard_faces;
    std::string sorted(text);
    std::string wanted(decoration_letters);
    std::sort(sorted.begin(), sorted.end());
    std::sort(wanted.begin(), wanted.end());
    if (sorted != wanted) {
        throw InvalidText("faces: " + quoted(text) + " does not name each of L B T R M = once");
    }
    for (std::size_t i = 0; i < faces.size(); ++i) faces[i] = *decoration_from_letter(text[i]);
    return faces;
}

}  // namespace niwashi::jardin
