#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "niwashi/jardin/moves.hpp"
#include "niwashi/jardin/position.hpp"

// Texts: one line in, one line out. Readers accept any order within a move or roll, writers give
// the canonical one. Every reader throws InvalidText with a message that names thing and place.
namespace niwashi::jardin {

inline constexpr std::string_view decoration_letters = "LBTRM=";

std::string space_to_text(Space space);  // "53" is row 5, column 3
Space space_from_text(std::string_view text);

std::string to_text(const Position& position);  // "decorations ponds clock prunings"
Position position_from_text(std::string_view text);
std::string clock_to_text(const Position& position);

std::string to_text(Move move);  // 5:L53+B25  *L66  X  ~11,12,22  -
Move move_from_text(std::string_view text);

std::string to_text(const Roll& roll);  // "125"
Roll roll_from_text(std::string_view text, const Faces& faces = standard_faces);

// A dice sequence: rolls separated by blanks. Any number of them; who needs twelve counts them.
std::vector<Roll> dice_from_text(std::string_view text, const Faces& faces = standard_faces);
std::string to_text(const std::vector<Roll>& dice);

std::string to_text(const Faces& faces);  // "LBTRM="
Faces faces_from_text(std::string_view text);

}  // namespace niwashi::jardin
