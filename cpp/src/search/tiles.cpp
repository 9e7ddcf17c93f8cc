#include "niwashi/search/tiles.hpp"

#include <cstddef>

namespace niwashi::search {

using namespace garden;

Joined joined(const std::vector<TilePattern>& patterns, const Laid& laid) {
    std::array<const TilePattern*, spaces> tiles{};
    for (std::size_t s = 0; s < spaces; ++s)
        tiles[s] = &patterns[static_cast<std::size_t>(laid[s])];
    const auto has = [&](int row, int column, int corner) {
        return row >= 0 && row < rows && column >= 0 && column < columns &&
               (tiles[static_cast<std::size_t>(columns * row + column)]->arcs & corner) != 0;
    };
    Joined found;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column) {
            found.whirlpools +=
                vertex_points(has(row - 1, column - 1, se), has(row - 1, column, sw),
                              has(row, column - 1, ne), has(row, column, nw));
        }
    }
    for (std::size_t s = 0; s < spaces; ++s) {
        if (s % columns + 1 < columns) {
            const auto& east = *tiles[s + 1];
            found.unconnected += (tiles[s]->moss || east.moss) && tiles[s]->east != east.west;
        }
        if (s + columns < spaces) found.unconnected += tiles[s]->south != tiles[s + columns]->north;
    }
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t s = columns * row;
        found.symmetric[row] = laid[s] == laid[s + 4] && laid[s + 1] == laid[s + 3];
    }
    return found;
}

}  // namespace niwashi::search
