#include "niwashi/stone/edition.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "niwashi/text.hpp"

namespace niwashi::stone {

namespace {

// An edge, cut into its segments: one UTF-8 character each.
using Segments = std::vector<std::string>;

Segments segments(std::string_view edge) {
    Segments result;
    for (const char c : edge) {
        const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
        if (!continues || result.empty()) result.emplace_back();
        result.back() += c;
    }
    return result;
}

// Blanks and what no terminal shows. Other scripts' blanks count too: two edges that look alike
// must be alike.
bool is_printable(const std::string& segment) {
    static const std::set<std::string> blanks = {"\u00A0", "\u00AD", "\u1680", "\u3000", "\uFEFF"};
    const auto first = static_cast<unsigned char>(segment[0]);
    if (first <= 32 || first == 127) return false;
    if (first == 0xC2 && segment.size() == 2 && static_cast<unsigned char>(segment[1]) < 0xA0) {
        return false;  // the second set of control characters
    }
    const bool general_punctuation_blank = segment.size() == 3 && first == 0xE2 &&
                                           static_cast<unsigned char>(segment[1]) == 0x80 &&
                                           (static_cast<unsigned char>(segment[2]) < 0x90 ||
                                            (static_cast<unsigned char>(segment[2]) >= 0xA8 &&
                                             static_cast<unsigned char>(segment[2]) <= 0xAF));
    return !general_punctuation_blank && blanks.count(segment) == 0;
}

Segments backwards(Segments edge) {
    std::reverse(edge.begin(), edge.end());
    return edge;
}

bool is_id(std::string_view id) {
    const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
    return !id.empty() && lower(id[0]) && std::all_of(id.begin(), id.end(), [lower](char c) {
        return lower(c) || (c >= '0' && c <= '9') || c == '-';
    });
}

std::string at(const char* table, std::size_t index) {
    return std::string(table) + '[' + std::to_string(index) + ']';
}

int find_corner(std::string_view name) {
    const auto found = std::find(corner_names.begin(), corner_names.end(), name);
    return found == corner_names.end() ? -1 : static_cast<int>(found - corner_names.begin());
}

void check_ids(std::vector<std::string>& found, std::set<std::string>& seen, const std::string& id,
               const std::string& place) {
    if (!is_id(id)) {
        found.push_back(place + ".id: " + quoted(id) +
                        " is not a small letter followed by small letters, digits and '-'");
    } else if (!seen.insert(id).second) {
        found.push_back(place + ".id: " + quoted(id) + " is there twice");
    }
}

void check_edge(std::vector<std::string>& found, const std::string& place, const std::string& edge,
                const std::string& model) {
    const Segments here = segments(edge);
    const std::size_t expected = segments(model).size();
    if (here.empty()) {
        found.push_back(place + ": no segment");
    } else if (here.size() > max_segments) {
        found.push_back(place + ": " + std::to_string(here.size()) + " segments, at most " +
                        std::to_string(max_segments) + " are allowed");
    } else if (here.size() != expected) {
        found.push_back(place + ": " + std::to_string(here.size()) + " segments here, " +
                        std::to_string(expected) + " in tile[0]");
    } else if (!std::all_of(here.begin(), here.end(), is_printable)) {
        found.push_back(place + ": " + quoted(edge) + " has a blank or unprintable segment");
    }
}

void check_layout(std::vector<std::string>& found, const NameGardenText& card,
                  const std::string& place, int moss_tiles) {
    if (card.layout.size() != rows) {
        found.push_back(place + ".layout: " + std::to_string(card.layout.size()) + " rows, not 3");
        return;
    }
    Spaces occupied = 0;
    std::array<int, stone_type_count> stones{};
    for (std::size_t row = 0; row < rows; ++row) {
        const std::string& line = card.layout[row];
        const std::string row_place = place + ".layout[" + std::to_string(row) + "]";
        if (line.size() != columns) {
            found.push_back(row_place + ": " + std::to_string(line.size()) + " spaces, not 5");
            return;
        }
        for (std::size_t column = 0; column < columns; ++column) {
            const char letter = line[column];
            if (letter == '.') continue;
            occupied |= bit(static_cast<Space>(row * columns + column));
            if (letter == '*') continue;
            const std::size_t stone = stone_letters.find(letter);
            if (stone == std::string_view::npos) {
                found.push_back(row_place + ": unknown letter " + quoted({&letter, 1}) +
                                ", allowed are . H S R L B *");
                return;
            }
            ++stones[stone];
        }
    }
    if (occupied == 0) found.push_back(place + ".layout: no stone");
    if (stones[static_cast<std::size_t>(Stone::boat)] > 1) {
        found.push_back(place + ".layout: more than one boat (S5)");
    }
    const StoneCounts supply = stone_supply(max_players);
    for (std::size_t stone = 0; stone < stones.size(); ++stone) {
        if (stones[stone] > supply[stone]) {
            found.push_back(place + ".layout: " + std::to_string(stones[stone]) + " stones " +
                            stone_letters[stone] + ", there are " + std::to_string(supply[stone]));
        }
    }
    if (count(occupied & adjacent(occupied)) > moss_tiles) {
        found.push_back(place + ".layout: " + std::to_string(count(occupied & adjacent(occupied))) +
                        " stones stand next to another, there are only " +
                        std::to_string(moss_tiles) + " moss tiles (S5)");
    }
}

int total_of(const EditionText& text) {
    int total = 0;
    for (const TileText& tile : text.tiles) total += std::clamp(tile.count, 0, max_tiles + 1);
    return total;
}

// Surface, edges and arcs of a tile as it lies.
struct Pattern {
    bool moss = false;
    Segments north, east, south, west;
    unsigned arcs = 0;

    auto key() const { return std::tie(moss, north, east, south, west, arcs); }
    bool operator<(const Pattern& other) const { return key() < other.key(); }
    bool operator==(const Pattern& other) const { return key() == other.key(); }
};

Pattern pattern_of(const TileText& tile) {
    Pattern result{tile.surface == "moss", segments(tile.north), segments(tile.east),
                   segments(tile.south),   segments(tile.west),  0};
    for (const std::string& arc : tile.arcs) result.arcs |= 1U << find_corner(arc);
    return result;
}

// S2: turned by 180 degrees.
Pattern turned(const Pattern& pattern) {
    Pattern result{pattern.moss,
                   backwards(pattern.south),
                   backwards(pattern.west),
                   backwards(pattern.north),
                   backwards(pattern.east),
                   0};
    for (unsigned corner = 0; corner < 4; ++corner) {
        if ((pattern.arcs >> corner & 1U) != 0) result.arcs |= 1U << (3 - corner);
    }
    return result;
}

// Numbers equal things equally, in the order in which they appear.
template <class Key>
class Numbering {
 public:
    std::size_t operator()(const Key& key) {
        return numbers_.emplace(key, numbers_.size()).first->second;
    }

 private:
    std::map<Key, std::size_t> numbers_;
};

}  // namespace

std::vector<std::string> problems(const EditionText& text) {
    std::vector<std::string> found;
    if (text.tiles.empty()) found.emplace_back("tile: the edition has no tile");
    std::set<std::string> tile_ids;
    int moss_tiles = 0;
    for (std::size_t i = 0; i < text.tiles.size(); ++i) {
        const TileText& tile = text.tiles[i];
        const TileText& model = text.tiles[0];
        const std::string place = at("tile", i);
        check_ids(found, tile_ids, tile.id, place);
        if (tile.surface != "sand" && tile.surface != "moss") {
            found.push_back(place + ".surface: " + quoted(tile.surface) +
                            " is neither 'sand' nor 'moss'");
        }
        if (tile.count < 1) {
            found.push_back(place + ".count: " + std::to_string(tile.count) + " is less than 1");
        } else if (tile.surface == "moss") {
            moss_tiles += std::min(tile.count, max_tiles);
        }
        check_edge(found, place + ".edges.north", tile.north, model.north);
        check_edge(found, place + ".edges.east", tile.east, model.east);
        check_edge(found, place + ".edges.south", tile.south, model.north);
        check_edge(found, place + ".edges.west", tile.west, model.east);
        for (std::size_t j = 0; j < tile.arcs.size(); ++j) {
            const std::string arc_place = place + ".arcs[" + std::to_string(j) + "]: ";
            if (find_corner(tile.arcs[j]) < 0) {
                found.push_back(arc_place + quoted(tile.arcs[j]) + " is not nw, ne, sw or se");
            } else if (std::count(tile.arcs.begin(), tile.arcs.end(), tile.arcs[j]) > 1 &&
                       std::find(tile.arcs.begin(), tile.arcs.end(), tile.arcs[j]) -
                               tile.arcs.begin() !=
                           static_cast<std::ptrdiff_t>(j)) {
                found.push_back(arc_place + quoted(tile.arcs[j]) + " is there twice");
            }
        }
    }
    if (total_of(text) > max_tiles) {
        found.push_back("tile: more than " + std::to_string(max_tiles) + " tiles");
    }
    if (text.name_gardens.size() > max_name_gardens) {
        found.push_back("name_garden: more than " + std::to_string(max_name_gardens) + " cards");
    }
    std::set<std::string> card_ids;
    for (std::size_t i = 0; i < text.name_gardens.size(); ++i) {
        const NameGardenText& card = text.name_gardens[i];
        const std::string place = at("name_garden", i);
        check_ids(found, card_ids, card.id, place);
        if (card.points < 1 || card.points > 99) {
            found.push_back(place + ".points: " + std::to_string(card.points) + " is not 1 to 99");
        }
        check_layout(found, card, place, moss_tiles);
    }
    return found;
}

std::vector<std::string> warnings(const EditionText& text) {
    std::vector<std::string> found;
    const int total = total_of(text);
    const auto cards = static_cast<int>(text.name_gardens.size());
    if (total != 80) {
        found.push_back("tile: " + std::to_string(total) + " tiles, the box has 80");
    }
    if (cards != 14) {
        found.push_back("name_garden: " + std::to_string(cards) + " cards, the box has 14");
    }
    for (int players = min_players; players <= max_players; ++players) {
        if (total < 16 * players + 3) {
            found.push_back("tile: " + std::to_string(players) + " players need at least " +
                            std::to_string(16 * players + 3) + " tiles, there are " +
                            std::to_string(total));
            break;
        }
    }
    for (int players = min_players; players <= max_players; ++players) {
        if (cards < players) {
            found.push_back("name_garden: " + std::to_string(players) + " players need as many " +
                            "cards, there are " + std::to_string(cards));
            break;
        }
    }
    if (!problems(text).empty()) return found;  // patterns need readable tiles
    std::map<Pattern, std::size_t> first_with;
    for (std::size_t i = 0; i < text.tiles.size(); ++i) {
        const Pattern pattern = pattern_of(text.tiles[i]);
        const auto [first, is_new] = first_with.emplace(pattern, i);
        if (is_new) {
            first_with.emplace(turned(pattern), i);
            continue;
        }
        const bool as_printed = pattern == pattern_of(text.tiles[first->second]);
        found.push_back(at("tile", i) + ": the same pattern as " + at("tile", first->second) +
                        (as_printed ? "" : ", turned"));
    }
    return found;
}

Edition::Edition(const EditionText& text) : text_(text) {
    const auto found = problems(text);
    if (!found.empty()) throw InvalidText("edition: " + found.front());

    tile_count_ = total_of(text);
    Numbering<Segments> edges;
    Numbering<Pattern> patterns;
    for (std::size_t tile = 0; tile < text.tiles.size(); ++tile) {
        Pattern pattern = pattern_of(text.tiles[tile]);
        for (std::size_t turn = 0; turn < 2; ++turn) {
            Face& face = faces_[2 * tile + turn];
            face.north = static_cast<std::uint16_t>(edges(pattern.north));
            face.east = static_cast<std::uint16_t>(edges(pattern.east));
            face.south = static_cast<std::uint16_t>(edges(pattern.south));
            face.west = static_cast<std::uint16_t>(edges(pattern.west));
            face.pattern = static_cast<std::uint8_t>(patterns(pattern));
            face.arcs = static_cast<std::uint8_t>(pattern.arcs);
            face.moss = pattern.moss ? 1 : 0;
            const bool same = turn == 1 && face.pattern == faces_[2 * tile].pattern;
            face.canonical = static_cast<std::uint8_t>(2 * tile + (same ? 0 : turn));
            pattern = turned(pattern);
        }
    }
    for (const NameGardenText& card : text.name_gardens) {
        NameGarden compiled{card.id, card.points, {}, 0};
        for (Space space = 0; space < space_count; ++space) {
            const char letter = card.layout[static_cast<std::size_t>(row_of(space))]
                                           [static_cast<std::size_t>(column_of(space))];
            if (letter == '*') compiled.any |= bit(space);
            const std::size_t stone = stone_letters.find(letter);
            if (stone != std::string_view::npos) compiled.stones[stone] |= bit(space);
        }
        name_gardens_.push_back(compiled);
    }
}

int Edition::find_tile(std::string_view id) const {
    for (int tile = 0; tile < tile_kinds(); ++tile) {
        if (tile_id(tile) == id) return tile;
    }
    return -1;
}

int Edition::find_name_garden(std::string_view id) const {
    for (std::size_t card = 0; card < name_gardens_.size(); ++card) {
        if (name_gardens_[card].id == id) return static_cast<int>(card);
    }
    return -1;
}

}  // namespace niwashi::stone
