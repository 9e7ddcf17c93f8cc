#include "niwashi/bench/signature.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

using namespace niwashi;

namespace {

search::ValueNetwork shipped_network() {
    std::ifstream file(NIWASHI_SOURCE "/python/niwashi/jardin/value.bin", std::ios::binary);
    const std::vector<std::uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
    return search::ValueNetwork(*search::ValueWeights::from_bytes(bytes));
}

std::map<std::string, std::uint32_t> recorded() {
    std::ifstream file(NIWASHI_SOURCE "/bench/signature.txt");
    std::map<std::string, std::uint32_t> numbers;
    std::string name;
    for (std::uint32_t number = 0; file >> name >> number;) numbers[name] = number;
    return numbers;
}

}  // namespace

TEST_CASE("the signature is the recorded one, in this build too") {
    const auto expected = recorded();
    REQUIRE(expected.size() == bench::signature_parts.size() + 1);
    const bench::Signature signature = bench::signature(shipped_network(), 2);
    for (std::size_t i = 0; i < signature.size(); ++i) {
        const std::string part(bench::signature_parts[i]);
        INFO(part);
        CHECK(signature[i] == expected.at(part));
    }
    CHECK(bench::whole(signature) == expected.at("signature"));
}

TEST_CASE("every part of the signature changes the whole") {
    bench::Signature signature{};
    const std::uint32_t before = bench::whole(signature);
    for (std::uint32_t& part : signature) {
        ++part;
        CHECK(bench::whole(signature) != before);
        --part;
    }
    CHECK(bench::whole(signature) == before);
}
