#include "niwashi/search/value.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "niwashi/jardin/ponds.hpp"
#include "niwashi/jardin/score.hpp"

namespace niwashi::search {

using namespace jardin;

namespace {

constexpr auto lantern_reach = spaces_within(3);

// at_least[n]: the spaces with at least n + 1 members of the set adjacent.
std::array<Bitboard, 3> adjacent_at_least(Bitboard set) {
    const std::array<Bitboard, 4> sides = {north(set), south(set), west(set), east(set)};
    std::array<Bitboard, 3> at_least{};
    for (const Bitboard side_set : sides) {
        at_least[2] |= at_least[1] & side_set;
        at_least[1] |= at_least[0] & side_set;
        at_least[0] |= side_set;
    }
    return at_least;
}

}  // namespace

void FeatureList::add_plane(std::size_t plane, Bitboard set) {
    const std::size_t offset = plane * features::spaces;
    while (set != 0) {
        indices_[size_++] =
            static_cast<std::uint16_t>(offset + static_cast<std::size_t>(pop_first(set)));
    }
}

void FeatureList::add_number(std::size_t number, int value) {
    std::size_t offset = features::plane_count * features::spaces;
    for (std::size_t i = 0; i < number; ++i) offset += features::number_sizes[i];
    const std::size_t last = features::number_sizes[number] - 1;
    indices_[size_++] =
        static_cast<std::uint16_t>(offset + std::min(static_cast<std::size_t>(value), last));
}

FeatureList::FeatureList(const Position& position) {
    const ScoringSpaces scoring = scoring_spaces(position);
    const Bitboard water = position.water();
    const Bitboard earth = whole_garden & ~water;
    const Bitboard empty = position.empty_spaces();
    const Bitboard lanterns = position[Decoration::lantern];
    const Bitboard bamboos = position[Decoration::bamboo];
    const Bitboard trees = position[Decoration::tree];
    const Bitboard rocks = position[Decoration::rock];
    const Bitboard moss = position[Decoration::moss];
    const Bitboard bridges = position[Decoration::bridge];
    const std::array<Bitboard, 3> shores = adjacent_at_least(water);
    const Bitboard connects = (north(earth) & south(earth)) | (west(earth) & east(earth));

    Bitboard near_lantern = 0;
    for (Bitboard left = lanterns; left != 0;) {
        near_lantern |= lantern_reach[static_cast<std::size_t>(pop_first(left))];
    }

    std::size_t plane = 0;
    const auto add = [&](Bitboard set) { add_plane(plane++, set); };
    add(empty & water);
    add(scoring.lantern);
    add(lanterns & earth & ~scoring.lantern);
    add(lanterns & water);
    add(scoring.bamboo);
    add(bamboos & earth & ~scoring.bamboo);
    add(bamboos & water);
    add(trees & earth & ~position.late_trees);
    add(trees & earth & position.late_trees);
    add((trees | moss) & water);
    add(scoring.rock & earth);
    add(scoring.rock & water);
    add(rocks & ~scoring.rock);
    add(moss & earth);
    for (const Bitboard shore : shores) add(moss & earth & shore);
    add(bridges & earth);
    add(scoring.bridge);
    add(bridges & water & ~scoring.bridge);

    // What may come yet.
    const Bitboard may_be_water = ponds_left(position) > 0 ? pondable(water) : 0;
    add(may_be_water & empty);
    add(may_be_water & (lanterns | bamboos | trees | moss));
    add(may_be_water & (rocks | bridges));
    add(empty & earth & ~near_lantern);
    add(empty & earth & adjacent(bamboos));
    add(empty & ~around(rocks));
    for (const Bitboard shore : shores) add(empty & earth & shore);
    add(empty & water & connects & ~adjacent(bridges));

    // What a pond would do: shores of moss, and the surroundings of bridges still dry.
    const Bitboard open = may_be_water & empty;
    for (const Bitboard shore : adjacent_at_least(moss)) add(open & shore);
    for (const Bitboard shore : adjacent_at_least(open)) add(moss & earth & shore);
    for (const Bitboard shore : adjacent_at_least(open)) add(bridges & may_be_water & shore);
    add(open & adjacent(bridges));

    int ponds = 0;
    for (const Bitboard pond : position.ponds) ponds += pond != 0 ? 1 : 0;
    std::size_t number = 0;
    add_number(number++, static_cast<int>(position.prunings));
    add_number(number++, ponds);
    add_number(number++, count(scoring.bridge));
    add_number(number++, count(bridges & earth));
    add_number(number++, count(lanterns));
    add_number(number++, count(scoring.empty_earth));
    add_number(number++, count(water) / 2);
    score_ = jardin::score(position).total;
}

namespace {

constexpr std::array<std::uint8_t, 8> mark = {'n', 'i', 'w', 'a', 'v', 'a', 'l', '1'};
constexpr std::size_t number_count = sizeof(ValueWeights) / sizeof(float);
static_assert(std::is_trivially_copyable_v<ValueWeights>);

// bfloat16: the upper half of a float, rounded to nearest.
std::uint16_t to_half(float x) {
    return static_cast<std::uint16_t>((std::bit_cast<std::uint32_t>(x) + 0x8000U) >> 16);
}
float from_half(unsigned x) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(x) << 16);
}

}  // namespace

std::vector<std::uint8_t> ValueWeights::to_bytes() const {
    std::vector<float> numbers(number_count);
    std::memcpy(numbers.data(), this, sizeof *this);
    std::vector<std::uint8_t> bytes(mark.begin(), mark.end());
    bytes.reserve(mark.size() + 2 * number_count);
    for (const float number : numbers) {
        const std::uint16_t half = to_half(number);
        bytes.push_back(static_cast<std::uint8_t>(half & 255U));
        bytes.push_back(static_cast<std::uint8_t>(half >> 8));
    }
    return bytes;
}

std::unique_ptr<ValueWeights> ValueWeights::from_bytes(std::span<const std::uint8_t> bytes) {
    if (bytes.size() != mark.size() + 2 * number_count ||
        !std::equal(mark.begin(), mark.end(), bytes.begin())) {
        throw std::invalid_argument("these are not the weights of this value network");
    }
    std::vector<float> numbers(number_count);
    for (std::size_t i = 0; i < number_count; ++i) {
        const std::size_t at = mark.size() + 2 * i;
        numbers[i] = from_half(static_cast<unsigned>(bytes[at] | bytes[at + 1] << 8));
    }
    auto weights = std::make_unique<ValueWeights>();
    std::memcpy(weights.get(), numbers.data(), sizeof *weights);
    return weights;
}

ValueNetwork::ValueNetwork(const ValueWeights& weights)
    : first_(weights.first.size()),
      first_bias_(weights.heads.size()),
      heads_(weights.heads.begin(), weights.heads.end()) {
    const auto round = [](const std::array<float, ValueWeights::width>& from, Row& to) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            to[i] = static_cast<std::int16_t>(
                std::lround(std::clamp(from[i] / unit, -30'000.0F, 30'000.0F)));
        }
    };
    for (std::size_t i = 0; i < first_.size(); ++i) round(weights.first[i], first_[i]);
    for (std::size_t i = 0; i < heads_.size(); ++i) round(heads_[i].first_bias, first_bias_[i]);
}

float ValueNetwork::value(const Position& position) const {
    if (is_over(position)) return static_cast<float>(score(position).total);
    const FeatureList list(position);
    const auto clock = static_cast<std::size_t>(position.clock);
    const ValueWeights::Head& head = heads_[clock];

    Row sums = first_bias_[clock];
    for (const std::uint16_t feature : list) {
        const Row row = first_[feature];  // a copy: the compiler then knows it apart from `sums`
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] = static_cast<std::int16_t>(sums[i] + row[i]);
        }
    }
    float gain = head.output_bias;
    std::array<float, ValueWeights::second_width> second = head.second_bias;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] <= 0) continue;
        const float active = static_cast<float>(sums[i]) * unit;
        gain += active * head.direct[i];
        for (std::size_t j = 0; j < second.size(); ++j) second[j] += active * head.second[i][j];
    }
    for (std::size_t j = 0; j < second.size(); ++j) {
        gain += std::max(second[j], 0.0F) * head.output[j];
    }
    return static_cast<float>(list.score()) + gain;
}

}  // namespace niwashi::search
