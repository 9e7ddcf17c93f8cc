#pragma once

#include <bit>
#include <cstdint>

namespace niwashi::search {

// The one pseudo-random generator of the project: xoshiro256** (Blackman and Vigna, 2018) seeded
// through SplitMix64 (Steele, Lea and Flood, 2014). The distributions of the standard library
// differ between implementations; these do not, so a seed means the same game everywhere.
//
// Dice, deals and searches draw from different streams of one seed, so that changing how a search
// uses its numbers leaves the dice as they were.
enum class Stream : std::uint64_t { dice = 1, playout = 2, search = 3, deal = 4 };

class Rng {
 public:
    explicit constexpr Rng(std::uint64_t seed, Stream stream = Stream::search) : state_{} {
        std::uint64_t counter = seed ^ (static_cast<std::uint64_t>(stream) * 0xD1342543DE82EF95ULL);
        for (std::uint64_t& word : state_) word = split_mix(counter);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t carried = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= carried;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // A number in [0, bound), each exactly as likely (Lemire 2019: multiply, reject the overhang).
    // `bound` must be positive.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t overhang = (0U - bound) % bound;
            while (static_cast<std::uint32_t>(product) < overhang) {
                product = (next() >> 32) * bound;
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // A number in [0, 1) with 53 random bits.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
    static constexpr std::uint64_t split_mix(std::uint64_t& counter) {
        std::uint64_t z = (counter += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    std::uint64_t state_[4];
};

}  // namespace niwashi::search
