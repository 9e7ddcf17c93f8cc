#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "niwashi/stone/board.hpp"
#include "niwashi/stone/edition.hpp"

namespace niwashi::stone {

inline constexpr std::uint8_t no_monk = space_count;

// One player's garden: tiles as they lie, stones, monk. Faces are canonical (a tile that looks the
// same turned lies unturned), so gardens are equal if and only if all bytes are.
struct Garden {
    std::array<std::uint8_t, space_count> faces = {no_face, no_face, no_face, no_face, no_face,
                                                   no_face, no_face, no_face, no_face, no_face,
                                                   no_face, no_face, no_face, no_face, no_face};
    std::uint8_t monk = no_monk;                    // a space, or no_monk
    Spaces laid = 0;                                // where faces has a face
    std::array<Spaces, stone_type_count> stones{};  // by Stone; pairwise disjoint

    Spaces operator[](Stone stone) const { return stones[static_cast<std::size_t>(stone)]; }
    Spaces& operator[](Stone stone) { return stones[static_cast<std::size_t>(stone)]; }

    int face(Space space) const { return faces[static_cast<std::size_t>(space)]; }
    Spaces occupied() const { return stones[0] | stones[1] | stones[2] | stones[3] | stones[4]; }
    bool is_full() const { return laid == whole_garden; }

    // Where the next tile may lie (S6). Not empty unless the garden is full.
    Spaces open_spaces() const {
        return laid == 0 ? bit(0) | bit((rows - 1) * columns) : adjacent(laid) & ~laid;
    }

    // Where the monk may step to (S10).
    Spaces monk_steps() const { return monk == no_monk ? 0 : adjacent(bit(monk)) & laid; }

    void lay(int face, Space space) {
        faces[static_cast<std::size_t>(space)] = static_cast<std::uint8_t>(face);
        laid |= bit(space);
    }

    bool operator==(const Garden&) const = default;
};

static_assert(std::is_trivially_copyable_v<Garden>);
static_assert(std::has_unique_object_representations_v<Garden>);

// The spaces with a moss tile.
inline Spaces moss(const Edition& edition, const Garden& garden) {
    Spaces result = 0;
    for (Space space = 0; space < space_count; ++space) {
        result |= static_cast<Spaces>(edition.face(garden.face(space)).moss) << space;
    }
    return result;
}

// S5, monk's column and supply aside: where a stone may be added.
inline Spaces may_stand(const Edition& edition, const Garden& garden, Stone stone) {
    if (stone == Stone::boat && garden[Stone::boat] != 0) return 0;
    const Spaces occupied = garden.occupied();
    const Spaces free = garden.laid & ~occupied;
    if (occupied == 0) return free;
    const Spaces mossy = moss(edition, garden);
    return free & ~adjacent(occupied & ~mossy) & (mossy | ~adjacent(occupied));
}

// Refuses what S5 never allows in a garden: neighbouring stones off moss, two boats; and what is no
// garden: a stone or monk on an empty space, two stones on a tile, a face that is not in the
// edition or not canonical. Throws InvalidText.
void validate(const Edition& edition, const Garden& garden);

}  // namespace niwashi::stone
