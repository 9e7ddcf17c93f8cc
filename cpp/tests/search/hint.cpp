#include "niwashi/search/hint.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"

using namespace niwashi;
using namespace niwashi::jardin;
using namespace niwashi::search;

namespace {

ValueNetwork no_weights() {
    return ValueNetwork(*std::make_unique<ValueWeights>());
}

HintSearch search_at(const ValueNetwork& network, const Position& position,
                     std::optional<Roll> roll, std::optional<Move> asked = std::nullopt) {
    return HintSearch(network, position, roll, 7, asked, standard_faces, {});
}

Position at(const char* clock) {
    return position_from_text(std::string("L...../...B../..M.../.=..../....R./T..... "
                                          "....../....../....../....../....../...... ") +
                              clock + " 0");
}

}  // namespace

TEST_CASE("the ranking does not depend on the number of threads") {
    const ValueNetwork network = no_weights();
    HintSearch one = search_at(network, at("10"), make_roll(1, 2, 5));
    HintSearch four = search_at(network, at("10"), make_roll(1, 2, 5));
    for (int i = 0; i < 3; ++i) {
        one.round(8, 1);
        four.round(8, 4);
    }
    CHECK(one.leader() == four.leader());
    for (std::size_t i = 0; i < one.candidates().size(); ++i) {
        CHECK(one.candidates()[i].values == four.candidates()[i].values);
        CHECK(one.candidates()[i].finals == four.candidates()[i].finals);
        CHECK(one.candidates()[i].sums == four.candidates()[i].sums);
    }
}

TEST_CASE("the player's own idea is sampled to the end, however bad") {
    const ValueNetwork network = no_weights();
    const Roll roll = make_roll(1, 2, 5);
    const MoveList moves = legal_moves(at("11"), roll);
    const Move worst = rank_turns(network, at("11"), roll).back().move;
    HintSearch search = search_at(network, at("11"), roll, worst);
    for (int i = 0; i < 4; ++i) search.round(16, 1);
    const auto own = std::find_if(search.candidates().begin(), search.candidates().end(),
                                  [](const Candidate& candidate) { return candidate.asked; });
    REQUIRE(own != search.candidates().end());
    CHECK(own->move == worst);
    CHECK(own->values.size() == 64);
    CHECK(moves.size() > search.candidates().size());
}

TEST_CASE("nothing is sampled twice where no die is left") {
    const ValueNetwork network = no_weights();
    for (const auto& [clock, roll] :
         {std::pair{"12", std::optional(make_roll(1, 2, 5))}, {"12p", std::optional<Roll>()}}) {
        HintSearch search = search_at(network, at(clock), roll);
        CHECK_FALSE(search.is_decided());
        search.round(16, 2);
        CHECK(search.is_decided());
        search.round(16, 2);
        for (const Candidate& candidate : search.candidates()) {
            CHECK(candidate.values.size() == 1);
            CHECK(candidate.finals.size() == 1);
        }
        const std::size_t leader = search.leader();
        for (const Candidate& candidate : search.candidates()) {
            CHECK(candidate.finals[0] <= search.candidates()[leader].finals[0]);
        }
    }
}

TEST_CASE("a candidate that is dropped was behind, and gets no more samples") {
    const ValueNetwork network = no_weights();
    HintSearch search = search_at(network, at("11"), make_roll(1, 2, 5));
    for (int i = 0; i < 6; ++i) search.round(16, 2);
    const double best = search.expected(search.leader());
    for (std::size_t i = 0; i < search.candidates().size(); ++i) {
        const Candidate& candidate = search.candidates()[i];
        CHECK(search.expected(i) <= best);
        if (!candidate.active) CHECK(candidate.values.size() < 96 + 1);
        if (candidate.active) CHECK(candidate.values.size() == 96);
    }
    CHECK(search.candidates()[search.leader()].active);
}

TEST_CASE("on the last turn a move is worth what the garden comes to") {
    const ValueNetwork network = no_weights();
    const Roll roll = make_roll(1, 2, 5);
    const Move worst = rank_turns(network, at("12"), roll).back().move;
    HintSearch search = search_at(network, at("12"), roll, worst);
    search.round(1, 1);
    for (std::size_t i = 0; i < search.candidates().size(); ++i) {
        CHECK(search.expected(i) == search.candidates()[i].finals[0]);
    }
}

TEST_CASE("nothing is dropped after a handful of samples") {
    const ValueNetwork network = no_weights();
    HintSearch search = search_at(network, at("11"), make_roll(1, 2, 5));
    search.round(15, 2);
    CHECK(search.active() == search.candidates().size());
    search.round(1, 2);
    CHECK(search.active() < search.candidates().size());
}

TEST_CASE("a lead is the mean of what common samples differ by") {
    const ValueNetwork network = no_weights();
    HintSearch search = search_at(network, at("11"), make_roll(1, 2, 5));
    search.round(16, 1);
    const auto& first = search.candidates()[0].values;
    const auto& second = search.candidates()[1].values;
    double sum = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        sum += static_cast<double>(first[i]) - static_cast<double>(second[i]);
    }
    CHECK(search.lead(0, 1).mean == doctest::Approx(sum / 16));
    CHECK(search.lead(1, 0).mean == doctest::Approx(-sum / 16));
    CHECK(search.lead(0, 1).error == doctest::Approx(search.lead(1, 0).error));
    CHECK(search.lead(0, 0).error == 0);
}

TEST_CASE("a roll where none is due, or none where one is, is refused") {
    const ValueNetwork network = no_weights();
    CHECK_THROWS_AS(search_at(network, at("9p"), make_roll(1, 2, 5)), std::invalid_argument);
    CHECK_THROWS_AS(search_at(network, at("11"), std::nullopt), std::invalid_argument);
    CHECK_THROWS_AS(search_at(network, at("end"), std::nullopt), std::invalid_argument);
}
