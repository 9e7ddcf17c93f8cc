#include "niwashi/search/value.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/jardin/score.hpp"

using namespace niwashi;
using namespace niwashi::jardin;
using namespace niwashi::search;

namespace {

// Weights that differ everywhere, so that nothing can be mixed up unseen.
std::unique_ptr<ValueWeights> any_weights() {
    auto weights = std::make_unique<ValueWeights>();
    Rng rng(5);
    const auto draw = [&] { return static_cast<float>(rng.uniform() - 0.5) / 8; };
    for (auto& row : weights->first) {
        for (float& x : row) x = draw();
    }
    for (ValueWeights::Head& head : weights->heads) {
        for (float& x : head.first_bias) x = draw();
        for (auto& row : head.second) {
            for (float& x : row) x = draw();
        }
        for (float& x : head.second_bias) x = draw();
        for (float& x : head.direct) x = draw();
        for (float& x : head.output) x = draw();
        head.output_bias = draw();
    }
    return weights;
}

}  // namespace

TEST_CASE("every feature is listed once and lies in range") {
    std::vector<Position> games(200);
    random_games(Position{}, 3, games);
    for (Position position : games) {
        position.ponds[2] = position.ponds[3] = 0;
        position.clock = 7;
        const FeatureList list(position);
        const std::set<std::uint16_t> different(list.begin(), list.end());
        CHECK(different.size() == list.size());
        CHECK(*different.rbegin() < features::count);
    }
}

TEST_CASE("positions that differ have different features") {
    const char* texts[] = {
        "....../....../....../....../....../...... ....../....../....../....../....../...... 4 0",
        "....../....../....../....../....../...... ....../....../....../....../....../...... 4 1",
        "....../.L..../....../....../....../...... ....../....../....../....../....../...... 4 0",
        "....../.B..../....../....../....../...... ....../....../....../....../....../...... 4 0",
        "....../.M..../....../....../....../...... ....../....../....../....../....../...... 4 0",
        "....../....../....../....../....../...... ....../.1..../....../....../....../...... 4 0",
        "....../.=..../....../....../....../...... ....../.1..../....../....../....../...... 4 0",
        "....../.R..../....../....../....../...... ....../.1..../....../....../....../...... 4 0",
    };
    std::set<std::set<std::uint16_t>> seen;
    for (const char* text : texts) {
        const FeatureList list(position_from_text(text));
        seen.emplace(list.begin(), list.end());
    }
    CHECK(seen.size() == std::size(texts));
}

TEST_CASE("a finished garden is worth its score") {
    std::vector<Position> games(20);
    random_games(Position{}, 1, games);
    const ValueNetwork network(*any_weights());
    for (const Position& garden : games) {
        CHECK(network.value(garden) == static_cast<float>(score(garden).total));
    }
}

TEST_CASE("weights come back from their bytes") {
    const auto weights = any_weights();
    const std::vector<std::uint8_t> bytes = weights->to_bytes();
    const auto read = ValueWeights::from_bytes(bytes);
    CHECK(read->to_bytes() == bytes);
    CHECK(read->first[7][3] == doctest::Approx(weights->first[7][3]).epsilon(0.01));
    CHECK(read->heads[9].output[2] == doctest::Approx(weights->heads[9].output[2]).epsilon(0.01));
}

TEST_CASE("other bytes are refused") {
    std::vector<std::uint8_t> bytes = any_weights()->to_bytes();
    bytes.pop_back();
    CHECK_THROWS_AS(ValueWeights::from_bytes(bytes), std::invalid_argument);
    bytes.push_back(0);
    bytes[0] = 'x';
    CHECK_THROWS_AS(ValueWeights::from_bytes(bytes), std::invalid_argument);
}
