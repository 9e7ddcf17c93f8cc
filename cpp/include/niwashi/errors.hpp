#pragma once

#include <stdexcept>

namespace niwashi {

// A text that cannot be read. The message names the thing and the place: "position: row 3 has 7
// spaces".
struct InvalidText : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// A well-formed move that the rules do not allow now. The message gives the reason.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Who decides next when no player does. Players are numbered from 0.
inline constexpr int chance_player = -1;
inline constexpr int no_player = -2;

}  // namespace niwashi
