#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "niwashi/errors.hpp"
#include "niwashi/stone/board.hpp"

// The tiles and Name Garden cards a game is played with (S1, S2). They are data: nothing else in
// the core knows a particular tile.
namespace niwashi::stone {

// Corners of a tile, and of the arcs on it. The bits are 1 << corner.
enum class Corner : std::uint8_t { nw, ne, sw, se };
inline constexpr std::array<std::string_view, 4> corner_names = {"nw", "ne", "sw", "se"};
constexpr unsigned corner_bit(Corner corner) {
    return 1U << static_cast<unsigned>(corner);
}

// What an edition file says, field by field, not yet checked.
struct TileText {
    std::string id;
    std::string surface;  // "sand" or "moss"
    int count = 0;
    std::string north, east, south, west;  // one character (UTF-8) a segment
    std::vector<std::string> arcs;         // names of corners

    bool operator==(const TileText&) const = default;
};
struct NameGardenText {
    std::string id;
    int points = 0;
    std::vector<std::string> layout;  // three rows of five: . H S R L B *

    bool operator==(const NameGardenText&) const = default;
};
struct EditionText {
    std::string name;
    std::string provenance;
    std::vector<TileText> tiles;
    std::vector<NameGardenText> name_gardens;

    bool operator==(const EditionText&) const = default;
};

// Everything that makes an edition unusable, each with its place: "tile[3].edges.north: 2 segments
// here, 3 in tile[0]". Empty if and only if it can be compiled.
std::vector<std::string> problems(const EditionText& text);

// What an owner of the box should look at again: not 80 tiles, not 14 Name Gardens, too little for
// four players, two entries with one pattern.
std::vector<std::string> warnings(const EditionText& text);

// A tile as it lies: face 2 * tile is the tile as printed, 2 * tile + 1 the tile turned by 180
// degrees. Two edges are equal if and only if their numbers are.
struct Face {
    std::uint16_t north = 0;
    std::uint16_t east = 0;
    std::uint16_t south = 0;
    std::uint16_t west = 0;
    std::uint8_t pattern = 0;    // equal if and only if surface, edges and arcs are
    std::uint8_t arcs = 0;       // bits by Corner
    std::uint8_t moss = 0;       // 1 moss, 0 sand
    std::uint8_t canonical = 0;  // this face, or the tile unturned if that looks the same
};

// 127 kinds of tiles and 127 tiles leave the face and tile number 255 free for "none".
inline constexpr int max_tiles = 127;
inline constexpr int max_name_gardens = 64;
inline constexpr int max_segments = 16;
inline constexpr std::uint8_t no_face = 255;
inline constexpr std::uint8_t no_tile = 255;

struct NameGarden {
    std::string id;
    int points = 0;
    std::array<Spaces, stone_type_count> stones{};  // where each type must stand
    Spaces any = 0;                                 // where some stone must stand
};

// An edition ready to play with. Immutable; gardens and positions refer to its tiles and cards by
// number and are read together with it.
class Edition {
 public:
    // Throws InvalidText with the first of problems(text).
    explicit Edition(const EditionText& text);

    const EditionText& text() const { return text_; }
    const std::string& name() const { return text_.name; }

    int tile_kinds() const { return static_cast<int>(text_.tiles.size()); }
    int tile_count() const { return tile_count_; }
    int tile_count(int tile) const { return text_.tiles[static_cast<std::size_t>(tile)].count; }
    const std::string& tile_id(int tile) const {
        return text_.tiles[static_cast<std::size_t>(tile)].id;
    }
    int find_tile(std::string_view id) const;  // -1 if there is none

    int face_count() const { return 2 * tile_kinds(); }
    // `no_face` has neither moss nor arcs.
    const Face& face(int face) const { return faces_[static_cast<std::size_t>(face)]; }
    int canonical(int number) const { return face(number).canonical; }
    bool looks_same_turned(int tile) const { return canonical(2 * tile + 1) == 2 * tile; }

    // S3: the tiles connect, one above the other.
    bool connects_below(int upper, int lower) const {
        return face(upper).south == face(lower).north;
    }
    // S3: the tiles connect, side by side.
    bool connects_beside(int left, int right) const {
        const bool equal = face(left).east == face(right).west;
        const bool sand = (face(left).moss | face(right).moss) == 0;
        return equal | sand;  // both are at hand; a branch would cost more
    }

    const std::vector<NameGarden>& name_gardens() const { return name_gardens_; }
    int find_name_garden(std::string_view id) const;  // -1 if there is none

    // S1: 16n + 3 tiles and n Name Gardens let n players play.
    bool allows(int players) const {
        return tile_count_ >= 16 * players + 3 && static_cast<int>(name_gardens_.size()) >= players;
    }

 private:
    EditionText text_;
    int tile_count_ = 0;
    std::array<Face, 256> faces_{};
    std::vector<NameGarden> name_gardens_;
};

}  // namespace niwashi::stone
