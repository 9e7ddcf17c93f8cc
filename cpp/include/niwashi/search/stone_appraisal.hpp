#pragma once

#include <array>
#include <cstdint>

#include "niwashi/stone/position.hpp"

// What a player's garden is worth, in two parts that do not depend on each other: no move changes
// the tiles under stones, or the stones where tiles are laid. That makes comparing many moves of
// one decision cheap. Without prospects both parts and virtue add up to the score (S13 to S16).
namespace niwashi::search {

// Values are counted in sixteenths of a point.
inline constexpr int value_of_point = 16;

// What is not worth points yet but often becomes so, each in sixteenths of a point.
struct StoneProspects {
    int sand_room = 0;       // a space by which the largest sand rectangle may still grow
    int one_arc = 0;         // a vertex that may still get a circle, by the arcs it has
    int two_arcs = 0;        //
    int three_arcs = 0;      //
    int half_whirlpool = 0;  // an arc with an empty space on which it may be completed to two
    int mirrored = 0;        // a row that may still become symmetric, with one equal pair
    int mirror_open = 0;     // the same, with none
    int all_connected = 0;   // a garden that connects everywhere and is not full
    int connected_tile = 0;  // each tile of such a garden
    int name_garden = 0;     // a point of a Name Garden that can be finished, by the part done
};

// The tiles of a garden with the sums that laying another one changes a little.
class TileAppraisal {
 public:
    TileAppraisal(const stone::Edition& edition, const stone::Garden& garden);

    // The space must be empty. The order of laying does not matter.
    void lay(int face, stone::Space space);

    stone::Spaces laid() const { return laid_; }
    int value(const StoneProspects& prospects) const;

 private:
    int face(stone::Space space) const { return faces_[static_cast<std::size_t>(space)]; }
    int whirlpools(const StoneProspects& prospects) const;
    int symmetry(const StoneProspects& prospects) const;

    const stone::Edition* edition_;
    std::array<std::uint8_t, stone::space_count> faces_;
    stone::Spaces laid_ = 0;
    stone::Spaces moss_ = 0;
    int unconnected_ = 0;
    // Vertices 6 * row + column at which the tile on that side has an arc.
    std::uint32_t lower_right_ = 0;
    std::uint32_t lower_left_ = 0;
    std::uint32_t upper_right_ = 0;
    std::uint32_t upper_left_ = 0;
};

// All that stones give; `moss` are the spaces with moss, `turns` how many more the player has to
// finish a Name Garden.
int stone_value(const stone::Edition& edition, const stone::Player& player, stone::Spaces moss,
                int turns, const StoneProspects& prospects);

}  // namespace niwashi::search
