#include "niwashi/stone/notation.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "niwashi/text.hpp"

namespace niwashi::stone {

namespace {

template <std::size_t Size>
int find_name(const std::array<std::string_view, Size>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

int tile_from_text(const Edition& edition, std::string_view text, const std::string& where) {
    const int tile = edition.find_tile(text);
    if (tile < 0) throw InvalidText(where + ": unknown tile " + quoted(text));
    return tile;
}

// A number without sign or leading zeros, at most `most`.
int number_from_text(std::string_view text, int most, const std::string& where) {
    const bool digits =
        !text.empty() && text.size() <= 3 && (text.size() == 1 || text[0] != '0') &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    int number = 0;
    for (const char c : text) number = digits ? 10 * number + (c - '0') : most + 1;
    if (!digits || number > most) {
        throw InvalidText(where + ": " + quoted(text) + " is not a number up to " +
                          std::to_string(most));
    }
    return number;
}

int player_from_text(std::string_view text, int players, const std::string& where) {
    if (text.size() != 1 || text[0] < '1' || text[0] >= '1' + players) {
        throw InvalidText(where + ": " + quoted(text) + " is not a player from 1 to " +
                          std::to_string(players));
    }
    return text[0] - '1';
}

Stone stone_from_letter(char letter, const std::string& where) {
    const std::size_t stone = stone_letters.find(letter);
    if (stone == std::string_view::npos) {
        throw InvalidText(where + ": unknown stone " + quoted({&letter, 1}) +
                          ", there are H S R L B");
    }
    return static_cast<Stone>(stone);
}

std::string stone_to_text(Stone stone, Space space) {
    return stone_letters[static_cast<std::size_t>(stone)] + space_to_text(space);
}

// --- Moves ---------------------------------------------------------------------------------------

// How moves are written: a word, and for some kinds parts after it.
struct Word {
    MoveKind kind;
    std::string_view text;
};
constexpr std::array<Word, 17> plain_words = {{
    {MoveKind::place, "place"},
    {MoveKind::place_stored, "place-stored"},
    {MoveKind::offer, "offer"},
    {MoveKind::discard, "discard"},
    {MoveKind::store, "store"},
    {MoveKind::done, "done"},
    {MoveKind::accept, "accept"},
    {MoveKind::decline, "decline"},
    {MoveKind::withdraw, "withdraw"},
    {MoveKind::rob, "rob"},
    {MoveKind::pass, "pass"},
    {MoveKind::reveal, "reveal"},
    {MoveKind::keep, "keep"},
    {MoveKind::meditate, "meditate"},
    {MoveKind::stay, "stay"},
    {MoveKind::discard_all, "discard-all"},
    {MoveKind::stop, "stop"},
}};
constexpr std::array<Word, 12> prefix_words = {{
    {MoveKind::garden, "garden"},
    {MoveKind::master, "master"},
    {MoveKind::draw, "draw"},
    {MoveKind::give, "give"},
    {MoveKind::step, "step"},
    {MoveKind::buy, "buy"},
    {MoveKind::card, "card"},
    {MoveKind::take, "take"},
    {MoveKind::discard_tile, "discard"},
    {MoveKind::monk, "monk"},
    {MoveKind::move_stone, "move"},
    {MoveKind::swap, "swap"},
}};

Master master_from_text(std::string_view text, const std::string& where) {
    const int card = find_name(master_names, text);
    if (card < 0) throw InvalidText(where + ": unknown Master card " + quoted(text));
    return static_cast<Master>(card);
}

// "23=nw'"
std::pair<Space, int> lay_from_text(const Edition& edition, std::string_view text,
                                    const std::string& where) {
    const std::size_t at = text.find('=');
    if (at == std::string_view::npos) {
        throw InvalidText(where + ": " + quoted(text) + " is not SPACE=TILE");
    }
    try {
        return {space_from_text(text.substr(0, at)), face_from_text(edition, text.substr(at + 1))};
    } catch (const InvalidText& error) {
        throw InvalidText(where + ": " + error.what());
    }
}

std::string lay_to_text(const Edition& edition, Space space, int face) {
    return space_to_text(space) + '=' + face_to_text(edition, face);
}

std::pair<Stone, Space> stone_from_text(std::string_view text, const std::string& where) {
    if (text.empty()) throw InvalidText(where + ": a stone and a space are missing");
    const Stone stone = stone_from_letter(text[0], where);
    return {stone, space_from_text(text.substr(1))};
}

Move parts_from_text(const Edition& edition, MoveKind kind, std::string_view parts,
                     const std::string& where) {
    switch (kind) {
        case MoveKind::garden: {
            const int card = edition.find_name_garden(parts);
            if (card < 0) throw InvalidText(where + ": unknown Name Garden " + quoted(parts));
            return Move::garden(card);
        }
        case MoveKind::master:
            return Move::master(master_from_text(parts, where));
        case MoveKind::draw:
            return Move::draw(tile_from_text(edition, parts, where));
        case MoveKind::give:
            return Move::give(player_from_text(parts, max_players, where));
        case MoveKind::step:
            return Move::step(space_from_text(parts));
        case MoveKind::buy: {
            const auto [stone, space] = stone_from_text(parts, where);
            return Move::buy(stone, space);
        }
        case MoveKind::card:
            return Move::card(master_from_text(parts, where));
        case MoveKind::take: {
            const auto [stone, space] = stone_from_text(parts, where);
            return Move::take(stone, space);
        }
        case MoveKind::discard_tile:
            return Move::discard_tile(tile_from_text(edition, parts, where));
        case MoveKind::monk:
            return Move::monk(space_from_text(parts));
        case MoveKind::move_stone: {
            const auto spaces = split(parts, '-');
            if (spaces.size() != 2) {
                throw InvalidText(where + ": " + quoted(parts) +
                                  " is not two spaces joined by '-'");
            }
            return Move::move_stone(space_from_text(spaces[0]), space_from_text(spaces[1]));
        }
        default: {  // swap
            const auto lays = split(parts, '+');
            if (lays.size() != 2) {
                throw InvalidText(where + ": " + quoted(parts) +
                                  " is not two SPACE=TILE joined by '+'");
            }
            const auto [space, face] = lay_from_text(edition, lays[0], where);
            const auto [second_space, second_face] = lay_from_text(edition, lays[1], where);
            if (space == second_space) {
                throw InvalidText(where + ": a space cannot be swapped with itself");
            }
            return Move::swap(space, face, second_space, second_face);
        }
    }
}

// --- States --------------------------------------------------------------------------------------

using Counts = std::array<std::uint8_t, max_tiles>;

std::string counts_to_text(const Edition& edition, const Counts& counts) {
    std::string text;
    for (int tile = 0; tile < edition.tile_kinds(); ++tile) {
        const int here = counts[static_cast<std::size_t>(tile)];
        if (here == 0) continue;
        if (!text.empty()) text += ',';
        text += edition.tile_id(tile) + '=' + std::to_string(here);
    }
    return text;
}

// Reads "id=count,..." and returns how many tiles that are.
int counts_from_text(const Edition& edition, std::string_view text, Counts& counts,
                     const std::string& where) {
    int total = 0;
    for (const std::string_view part : split(text, ',')) {
        const std::size_t at = part.find('=');
        if (at == std::string_view::npos) {
            throw InvalidText(where + ": " + quoted(part) + " is not TILE=COUNT");
        }
        const int tile = tile_from_text(edition, part.substr(0, at), where);
        const int here = number_from_text(part.substr(at + 1), max_tiles, where);
        std::uint8_t& slot = counts[static_cast<std::size_t>(tile)];
        if (here == 0 || slot != 0) {
            throw InvalidText(where + ": tile '" + edition.tile_id(tile) +
                              (here == 0 ? "' with count 0" : "' is there twice"));
        }
        slot = static_cast<std::uint8_t>(here);
        total += here;
    }
    if (total > max_tiles) {
        throw InvalidText(where + ": more than " + std::to_string(max_tiles) + " tiles");
    }
    return total;
}

std::string card_to_text(const Edition& edition, std::uint8_t card) {
    if (card == no_card) return "-";
    if (card == unknown_card) return "?";
    return edition.name_gardens()[card].id;
}

std::string master_to_text(const Player& player) {
    if (player.master == no_card) return "-";
    if (player.master == unknown_card) return "?";
    return std::string(master_names[player.master]) + (player.master_used != 0 ? "!" : "");
}

std::string player_to_text(const Edition& edition, const Player& player) {
    return to_text(edition, player.garden) + ';' +
           (player.storage == no_tile ? "-" : edition.tile_id(player.storage)) + ';' +
           std::to_string(player.virtue) + ';' + card_to_text(edition, player.name_garden) + ';' +
           master_to_text(player);
}

Player read_player(const Edition& edition, std::string_view text, const std::string& where) {
    const auto parts = split(text, ';');
    if (parts.size() != 5) {
        throw InvalidText(where + ": " + std::to_string(parts.size()) +
                          " parts joined by ';', not 5 (garden;stored;virtue;name-garden;master)");
    }
    Player player;
    try {
        player.garden = garden_from_text(edition, parts[0]);
    } catch (const InvalidText& error) {
        throw InvalidText(where + ": " + error.what());
    }
    if (parts[1] != "-") {
        player.storage =
            static_cast<std::uint8_t>(tile_from_text(edition, parts[1], where + ": storage"));
    }
    player.virtue =
        static_cast<std::uint8_t>(number_from_text(parts[2], max_virtue, where + ": virtue"));
    if (parts[3] == "?") {
        player.name_garden = unknown_card;
    } else if (parts[3] != "-") {
        const int card = edition.find_name_garden(parts[3]);
        if (card < 0) throw InvalidText(where + ": unknown Name Garden " + quoted(parts[3]));
        player.name_garden = static_cast<std::uint8_t>(card);
    }
    std::string_view master = parts[4];
    if (master == "?") {
        player.master = unknown_card;
    } else if (master != "-") {
        player.master_used = !master.empty() && master.back() == '!' ? 1 : 0;
        if (player.master_used != 0) master.remove_suffix(1);
        player.master = static_cast<std::uint8_t>(master_from_text(master, where));
    }
    return player;
}

void read_hand(const Edition& edition, std::string_view text, Position& position) {
    if (text == "-") return;
    const auto tiles = split(text, ',');
    if (tiles.size() > max_hand) {
        throw InvalidText("state: hand: " + std::to_string(tiles.size()) + " tiles, at most 3");
    }
    for (const std::string_view id : tiles) {
        position.hand[position.hand_size++] =
            static_cast<std::uint8_t>(tile_from_text(edition, id, "state: hand"));
    }
    std::sort(position.hand.begin(), position.hand.begin() + position.hand_size);
}

void read_yard(std::string_view text, Position& position) {
    if (text.size() != 2 * stone_type_count) {
        throw InvalidText("state: yard: " + quoted(text) + " is not like H4S5R2L3B1");
    }
    for (std::size_t stone = 0; stone < stone_type_count; ++stone) {
        if (text[2 * stone] != stone_letters[stone]) {
            throw InvalidText("state: yard: " + quoted(text) + " is not like H4S5R2L3B1");
        }
        position.yard[stone] = static_cast<std::uint8_t>(
            number_from_text(text.substr(2 * stone + 1, 1), 9, "state: yard"));
    }
}

void read_stack(const Edition& edition, std::string_view text, Position& position) {
    if (text == "-") return;
    auto known = split(text, '>');
    const std::string_view bag = known.back();
    known.pop_back();
    if (known.size() > max_tiles) throw InvalidText("state: stack: too many tiles");
    std::reverse(known.begin(), known.end());  // written from the top, kept from the bottom
    for (const std::string_view id : known) {
        position.known[position.known_size++] =
            static_cast<std::uint8_t>(tile_from_text(edition, id, "state: stack"));
    }
    if (!bag.empty()) {
        position.bag_size =
            static_cast<std::uint8_t>(counts_from_text(edition, bag, position.bag, "state: stack"));
    }
    if (position.stack_size() > max_tiles) throw InvalidText("state: stack: too many tiles");
}

}  // namespace

std::string space_to_text(Space space) {
    return {static_cast<char>('1' + row_of(space)), static_cast<char>('1' + column_of(space))};
}

Space space_from_text(std::string_view text) {
    if (text.size() != 2 || text[0] < '1' || text[0] > '3' || text[1] < '1' || text[1] > '5') {
        throw InvalidText("space: " + quoted(text) + " is not row 1 to 3 and column 1 to 5");
    }
    return columns * (text[0] - '1') + (text[1] - '1');
}

std::string face_to_text(const Edition& edition, int face) {
    return edition.tile_id(face / 2) + (face % 2 != 0 ? "'" : "");
}

int face_from_text(const Edition& edition, std::string_view text) {
    const bool turned = !text.empty() && text.back() == '\'';
    if (turned) text.remove_suffix(1);
    return edition.canonical(2 * tile_from_text(edition, text, "tile") + (turned ? 1 : 0));
}

std::string to_text(const Edition& edition, const Garden& garden) {
    std::string text;
    for (Space space = 0; space < space_count; ++space) {
        if (space > 0) text += column_of(space) == 0 ? '/' : ',';
        if (!contains(garden.laid, space)) {
            text += '_';
            continue;
        }
        text += face_to_text(edition, garden.face(space));
        for (const Stone stone : all_stones) {
            if (!contains(garden[stone], space)) continue;
            text += ':';
            text += stone_letters[static_cast<std::size_t>(stone)];
        }
        if (garden.monk == space) text += '@';
    }
    return text;
}

Garden garden_from_text(const Edition& edition, std::string_view text) {
    Garden garden;
    const auto lines = split(text, '/');
    if (lines.size() != rows) {
        throw InvalidText("garden: " + std::to_string(lines.size()) + " rows joined by '/', not 3");
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const auto cells = split(lines[row], ',');
        if (cells.size() != columns) {
            throw InvalidText("garden: row " + std::to_string(row + 1) + " has " +
                              std::to_string(cells.size()) + " spaces, not 5");
        }
        for (std::size_t column = 0; column < columns; ++column) {
            std::string_view cell = cells[column];
            if (cell == "_") continue;
            const auto space = static_cast<Space>(row * columns + column);
            const std::string where = "garden: space " + space_to_text(space);
            const bool monk = !cell.empty() && cell.back() == '@';
            if (monk) cell.remove_suffix(1);
            const std::size_t colon = cell.find(':');
            const std::string_view tile = cell.substr(0, colon);
            if (tile == "_") {
                throw InvalidText(where + " is empty but has a " + (monk ? "monk" : "stone"));
            }
            if (colon != std::string_view::npos) {
                const std::string_view letter = cell.substr(colon + 1);
                if (letter.size() != 1) {
                    throw InvalidText(where + ": " + quoted(letter) +
                                      " is not one stone H S R L B");
                }
                garden[stone_from_letter(letter[0], where)] |= bit(space);
            }
            try {
                garden.lay(face_from_text(edition, tile), space);
            } catch (const InvalidText& error) {
                throw InvalidText(where + ": " + error.what());
            }
            if (monk) {
                if (garden.monk != no_monk) {
                    throw InvalidText(where + ": a second monk, the first stands on " +
                                      space_to_text(garden.monk));
                }
                garden.monk = static_cast<std::uint8_t>(space);
            }
        }
    }
    validate(edition, garden);
    return garden;
}

std::string to_text(const Edition& edition, Move move) {
    switch (move.kind()) {
        case MoveKind::lay:
            return lay_to_text(edition, move.space(), move.face());
        case MoveKind::from:
            return "from:" + std::to_string(move.player() + 1) + ':' +
                   lay_to_text(edition, move.space(), move.face());
        case MoveKind::garden:
            return "garden:" + edition.name_gardens()[static_cast<std::size_t>(move.card())].id;
        case MoveKind::master:
            return "master:" + std::string(master_names[static_cast<std::size_t>(move.card())]);
        case MoveKind::draw:
            return "draw:" + edition.tile_id(move.tile());
        case MoveKind::give:
            return "give:" + std::to_string(move.player() + 1);
        case MoveKind::step:
            return "step:" + space_to_text(move.space());
        case MoveKind::buy:
            return "buy:" + stone_to_text(move.stone(), move.space());
        case MoveKind::card:
            return "card:" + std::string(master_names[static_cast<std::size_t>(move.card())]);
        case MoveKind::take:
            return "take:" + stone_to_text(move.stone(), move.space());
        case MoveKind::discard_tile:
            return "discard:" + edition.tile_id(move.tile());
        case MoveKind::monk:
            return "monk:" + space_to_text(move.space());
        case MoveKind::move_stone:
            return "move:" + space_to_text(move.origin()) + '-' + space_to_text(move.space());
        case MoveKind::swap:
            return "swap:" + lay_to_text(edition, move.space(), move.face()) + '+' +
                   lay_to_text(edition, move.second_space(), move.second_face());
        default:
            break;
    }
    for (const Word& word : plain_words) {
        if (word.kind == move.kind()) return std::string(word.text);
    }
    return {};
}

Move move_from_text(const Edition& edition, std::string_view text) {
    for (const Word& word : plain_words) {
        if (word.text == text) return Move::plain(word.kind);
    }
    const std::string where = "move: " + quoted(text);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        if (text.find('=') == std::string_view::npos) {
            throw InvalidText(where + " is not a move");
        }
        const auto [space, face] = lay_from_text(edition, text, where);
        return Move::lay(space, face);
    }
    const std::string_view head = text.substr(0, colon);
    const std::string_view parts = text.substr(colon + 1);
    try {
        if (head == "from") {
            const std::size_t second = parts.find(':');
            if (second == std::string_view::npos) {
                throw InvalidText(where + " is not from:PLAYER:SPACE=TILE");
            }
            const int player = player_from_text(parts.substr(0, second), max_players, where);
            const auto [space, face] = lay_from_text(edition, parts.substr(second + 1), where);
            return Move::from(player, space, face);
        }
        for (const Word& word : prefix_words) {
            if (word.text == head) return parts_from_text(edition, word.kind, parts, where);
        }
    } catch (const InvalidText& error) {
        const std::string message = error.what();
        throw InvalidText(message.rfind(where, 0) == 0 ? message : where + ": " + message);
    }
    throw InvalidText(where + " is not a move");
}

std::string to_text(const Edition& edition, const Position& position) {
    std::string text(decision_names[static_cast<std::size_t>(position.decision)]);
    text += ' ' + std::to_string(position.active + 1) + ' ' +
            std::to_string(position.concerned + 1) + ' ';
    for (std::size_t i = 0; i < position.hand_size; ++i) {
        text += (i > 0 ? "," : "") + edition.tile_id(position.hand[i]);
    }
    if (position.hand_size == 0) text += '-';
    constexpr std::array<std::string_view, 3> declared_names = {" - ", " drawn ", " stored "};
    text += declared_names[static_cast<std::size_t>(position.declared)];
    if (position.offered != 0) text += 'o';
    if (position.shielded != 0) text += 's';
    if (position.offered == 0 && position.shielded == 0) text += '-';
    text += ' ';
    std::string answers;
    for (int i = 0; i < position.player_count; ++i) {
        if ((position.answers >> i & 1) == 0) continue;
        if (!answers.empty()) answers += ',';
        answers += std::to_string(i + 1);
    }
    text += (answers.empty() ? "-" : answers) + ' ';
    for (std::size_t stone = 0; stone < stone_type_count; ++stone) {
        text += stone_letters[stone] + std::to_string(position.yard[stone]);
    }
    const std::string discards = counts_to_text(edition, position.discards);
    text += ' ' + (discards.empty() ? "-" : discards) + ' ';
    for (std::size_t i = position.known_size; i > 0; --i) {
        text += edition.tile_id(position.known[i - 1]) + '>';
    }
    text += position.stack_size() == 0 ? "-" : counts_to_text(edition, position.bag);
    for (int i = 0; i < position.player_count; ++i) {
        text += ' ' + player_to_text(edition, position.player(i));
    }
    return text;
}

Position position_from_text(const Edition& edition, std::string_view text) {
    constexpr std::size_t common_fields = 10;
    const auto fields = split(text, ' ');
    if (fields.size() < common_fields + min_players ||
        fields.size() > common_fields + max_players) {
        throw InvalidText("state: " + std::to_string(fields.size()) +
                          " fields separated by single blanks, not 10 and one for each of 2 to 4 "
                          "players");
    }
    Position position;
    const auto players = static_cast<int>(fields.size() - common_fields);
    position.player_count = static_cast<std::uint8_t>(players);

    const int decision = find_name(decision_names, fields[0]);
    if (decision < 0) throw InvalidText("state: unknown decision " + quoted(fields[0]));
    position.decision = static_cast<Decision>(decision);
    position.active =
        static_cast<std::uint8_t>(player_from_text(fields[1], players, "state: active player"));
    position.concerned =
        static_cast<std::uint8_t>(player_from_text(fields[2], players, "state: player concerned"));
    read_hand(edition, fields[3], position);

    constexpr std::array<std::string_view, 3> declared_names = {"-", "drawn", "stored"};
    const int declared = find_name(declared_names, fields[4]);
    if (declared < 0) {
        throw InvalidText("state: declared tile: " + quoted(fields[4]) +
                          " is not drawn, stored or -");
    }
    position.declared = static_cast<Declared>(declared);

    constexpr std::array<std::string_view, 4> marks = {"-", "o", "s", "os"};
    const int mark = find_name(marks, fields[5]);
    if (mark < 0) throw InvalidText("state: marks: " + quoted(fields[5]) + " is not o, s, os or -");
    position.offered = static_cast<std::uint8_t>(mark & 1);
    position.shielded = static_cast<std::uint8_t>(mark >> 1);

    if (fields[6] != "-") {
        for (const std::string_view number : split(fields[6], ',')) {
            const int player = player_from_text(number, players, "state: answers");
            if (position.answers >> player != 0) {
                throw InvalidText("state: answers: " + quoted(fields[6]) + " is not ascending");
            }
            position.answers = static_cast<std::uint8_t>(position.answers | 1 << player);
        }
    }
    read_yard(fields[7], position);
    if (fields[8] != "-") {
        counts_from_text(edition, fields[8], position.discards, "state: discards");
    }
    read_stack(edition, fields[9], position);
    for (int i = 0; i < players; ++i) {
        position.player(i) =
            read_player(edition, fields[common_fields + static_cast<std::size_t>(i)],
                        "state: player " + std::to_string(i + 1));
    }
    validate(edition, position);
    return position;
}

}  // namespace niwashi::stone
