#pragma once

#include <string>
#include <string_view>

#include "niwashi/stone/moves.hpp"
#include "niwashi/stone/position.hpp"

// Texts, as docs/notation-stone.md fixes them: one line in, one line out. Readers throw InvalidText
// with a message that names thing and place.
namespace niwashi::stone {

std::string space_to_text(Space space);  // "35" is the lower right corner
Space space_from_text(std::string_view text);

std::string face_to_text(const Edition& edition, int face);  // "nw'"
int face_from_text(const Edition& edition, std::string_view text);

std::string to_text(const Edition& edition, const Garden& garden);
Garden garden_from_text(const Edition& edition, std::string_view text);

std::string to_text(const Edition& edition, const Position& position);
Position position_from_text(const Edition& edition, std::string_view text);

std::string to_text(const Edition& edition, Move move);
Move move_from_text(const Edition& edition, std::string_view text);

}  // namespace niwashi::stone
