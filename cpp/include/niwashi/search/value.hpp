#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "niwashi/jardin/position.hpp"

// What a Jardín position after a move ("afterstate") is worth: a learned guess of the final score.
namespace niwashi::search {

// The features of a position: sets of spaces (`planes`), and numbers as one-hot codes. About
// eighty of the 1,523 hold in a position; the network adds one row of weights for each.
namespace features {

inline constexpr std::size_t plane_count = 40;
inline constexpr std::size_t spaces = static_cast<std::size_t>(jardin::space_count);

// Numbers coded one-hot after the planes: how many values each may take.
inline constexpr std::array<std::size_t, 7> number_sizes = {
    4,                // prunings
    5,                // ponds traced
    5,                // scoring bridges, 4 for more
    5,                // dry bridges, 4 for more
    8,                // lanterns, 7 for more
    spaces + 1,       // earth spaces without decoration
    spaces / 2 + 1};  // water spaces, halved

inline constexpr std::size_t count = [] {
    std::size_t sum = plane_count * spaces;
    for (const std::size_t size : number_sizes) sum += size;
    return sum;
}();

}  // namespace features

// The indices of the features that hold, in no particular order, on the stack.
class FeatureList {
 public:
    explicit FeatureList(const jardin::Position& position);

    std::size_t size() const { return size_; }
    std::uint16_t operator[](std::size_t index) const { return indices_[index]; }
    const std::uint16_t* begin() const { return indices_.data(); }
    const std::uint16_t* end() const { return indices_.data() + size_; }
    int score() const { return score_; }

 private:
    void add_plane(std::size_t plane, jardin::Bitboard spaces);
    void add_number(std::size_t number, int value);

    std::size_t size_ = 0;
    int score_ = 0;
    std::array<std::uint16_t, 512> indices_;
};

// A network with two hidden layers that guesses how many points a position will gain until the end.
// The first layer's weights are shared by all clocks; everything behind it belongs to one clock.
struct ValueWeights {
    static constexpr std::size_t width = 96;
    static constexpr std::size_t second_width = 16;

    struct Head {
        std::array<float, width> first_bias;
        std::array<std::array<float, second_width>, width> second;  // by unit of the first layer
        std::array<float, second_width> second_bias;
        std::array<float, width> direct;  // from the first layer to the output
        std::array<float, second_width> output;
        float output_bias;
    };
    std::array<std::array<float, width>, features::count> first;
    std::array<Head, jardin::end_of_game> heads;

    // The weights as bfloat16 numbers, little-endian, behind a mark. The reader throws
    // std::invalid_argument if mark or length is wrong.
    std::vector<std::uint8_t> to_bytes() const;
    static std::unique_ptr<ValueWeights> from_bytes(std::span<const std::uint8_t> bytes);
};

// The network as it plays: the first layer in whole numbers, so that a plain processor adds eight
// of them at once.
class ValueNetwork {
 public:
    explicit ValueNetwork(const ValueWeights& weights);

    // The guessed final score; at the end of the game the score itself.
    float value(const jardin::Position& position) const;

 private:
    using Row = std::array<std::int16_t, ValueWeights::width>;
    static constexpr float unit = 1.0F / 256;  // what 1 in a row stands for

    std::vector<Row> first_;                 // by feature
    std::vector<Row> first_bias_;            // by clock
    std::vector<ValueWeights::Head> heads_;  // by clock
};

}  // namespace niwashi::search
