#include "niwashi/stone/garden.hpp"

#include <string>

namespace niwashi::stone {

namespace {

[[noreturn]] void refuse(const std::string& what, Spaces where) {
    const Space space = first_space(where);
    throw InvalidText("garden: " + what + " on space " + std::to_string(row_of(space) + 1) +
                      std::to_string(column_of(space) + 1));
}

}  // namespace

void validate(const Edition& edition, const Garden& garden) {
    if ((garden.laid & ~whole_garden) != 0) throw InvalidText("garden: a tile outside the garden");
    Spaces laid = 0;
    Spaces unknown = 0;
    for (Space space = 0; space < space_count; ++space) {
        const int face = garden.face(space);
        const bool known = face < edition.face_count() && edition.canonical(face) == face;
        laid |= static_cast<Spaces>(face != no_face) << space;
        unknown |= static_cast<Spaces>(!known && face != no_face) << space;
    }
    if (laid != garden.laid) refuse("tile and set of laid spaces differ", laid ^ garden.laid);
    if (unknown != 0) refuse("no face of this edition", unknown);
    Spaces occupied = 0;
    for (const Spaces stones : garden.stones) {
        if ((stones & ~garden.laid) != 0) refuse("a stone without a tile", stones & ~garden.laid);
        if ((stones & occupied) != 0) refuse("two stones", stones & occupied);
        occupied |= stones;
    }
    if (garden.monk > no_monk) throw InvalidText("garden: the monk stands outside the garden");
    if (garden.monk != no_monk && !contains(garden.laid, garden.monk)) {
        refuse("the monk without a tile", bit(garden.monk));
    }
    const Spaces crowded = occupied & adjacent(occupied) & ~moss(edition, garden);
    if (crowded != 0) refuse("a stone next to another, off moss (S5)", crowded);
    if (count(garden[Stone::boat]) > 1) throw InvalidText("garden: two boats (S5)");
}

}  // namespace niwashi::stone
