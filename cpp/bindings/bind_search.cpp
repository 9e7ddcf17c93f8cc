
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "bindings.hpp"
#include "niwashi/jardin/notation.hpp"
#include "niwashi/jardin/playout.hpp"
#include "niwashi/search/anneal.hpp"
#include "niwashi/search/garden_anneal.hpp"
#include "niwashi/search/hint.hpp"
#include "niwashi/search/stone_hint.hpp"
#include "niwashi/search/stone_policy.hpp"
#include "with_edition.hpp"

namespace py = pybind11;
using namespace niwashi;

namespace {

// Plays a game by a policy: `turn(position, roll)` and `pond(position)` give the moves.
template <class Turn, class Pond>
std::vector<jardin::Move> play(jardin::Position position, const std::vector<jardin::Roll>& dice,
                               const Turn& turn, const Pond& pond) {
    jardin::validate(position);
    if (dice.size() != static_cast<std::size_t>(jardin::turns_left(position))) {
        throw py::value_error("dice: as many rolls are wanted as turns are left");
    }
    const py::gil_scoped_release release;
    std::vector<jardin::Move> moves;
    for (auto roll = dice.begin(); !jardin::is_over(position);) {
        moves.push_back(jardin::is_pond_decision(position) ? pond(position)
                                                           : turn(position, *roll++));
        position = jardin::apply_unchecked(position, moves.back());
    }
    return moves;
}

void bind_jardin_hints(py::module_& module) {
    using search::HintSearch;
    using search::ValueNetwork;

    py::class_<ValueNetwork>(
        module, "ValueNetwork",
        "A learned guess of the final score of a Jardín position after a move.")
        .def_static(
            "from_bytes",
            [](const py::bytes& weights) {
                const std::string_view view = weights;
                return ValueNetwork(*search::ValueWeights::from_bytes(
                    {reinterpret_cast<const std::uint8_t*>(view.data()), view.size()}));
            },
            py::arg("weights"), "Reads a file of weights; raises ValueError for what is none.")
        .def("value", &ValueNetwork::value, py::arg("position"),
             "The guessed final score; at the end of the game the score itself.");

    py::class_<search::Candidate>(module, "Candidate")
        .def_readonly("move", &search::Candidate::move)
        .def_readonly("guess", &search::Candidate::guess)
        .def_readonly("asked", &search::Candidate::asked)
        .def_readonly("active", &search::Candidate::active)
        .def_readonly("values", &search::Candidate::values)
        .def_readonly("finals", &search::Candidate::finals)
        .def_readonly("sums", &search::Candidate::sums);

    py::class_<HintSearch>(module, "HintSearch")
        .def(py::init([](const ValueNetwork& network, const jardin::Position& position,
                         std::optional<jardin::Roll> roll, std::uint64_t seed,
                         std::optional<jardin::Move> asked, const std::string& faces,
                         std::size_t candidates) {
                 jardin::validate(position);
                 if (asked && roll) jardin::check_move(position, *roll, *asked);
                 if (asked && !roll) jardin::check_move(position, *asked);
                 HintSearch::Options options;
                 options.candidates = candidates;
                 return std::make_unique<HintSearch>(network, position, roll, seed, asked,
                                                     jardin::faces_from_text(faces), options);
             }),
             py::arg("network"), py::arg("position"), py::arg("roll"), py::arg("seed"),
             py::arg("asked"), py::arg("faces"), py::arg("candidates"), py::keep_alive<1, 2>())
        .def("round", &HintSearch::round, py::arg("samples"), py::arg("threads"),
             py::call_guard<py::gil_scoped_release>())
        .def_property_readonly("candidates", &HintSearch::candidates)
        .def("expected", &HintSearch::expected, py::arg("candidate"))
        .def(
            "lead",
            [](const HintSearch& self, std::size_t ahead, std::size_t behind) {
                const HintSearch::Lead lead = self.lead(ahead, behind);
                return std::make_pair(lead.mean, lead.error);
            },
            py::arg("ahead"), py::arg("behind"))
        .def_property_readonly("leader", &HintSearch::leader)
        .def_property_readonly("active", &HintSearch::active)
        .def_property_readonly("is_decided", &HintSearch::is_decided);

    module.def(
        "play_randomly",
        [](const jardin::Position& start, const std::vector<jardin::Roll>& dice,
           std::uint64_t seed) {
            search::Rng rng(seed, search::Stream::playout);
            return play(
                start, dice,
                [&](const jardin::Position& position, const jardin::Roll& roll) {
                    return jardin::random_move(position, roll, rng);
                },
                [&](const jardin::Position& position) {
                    return jardin::random_pond_move(position, rng);
                });
        },
        py::arg("start"), py::arg("dice"), py::arg("seed"));
    module.def(
        "play_greedily",
        [](const jardin::Position& start, const std::vector<jardin::Roll>& dice) {
            return play(start, dice, search::greedy_turn, search::greedy_pond);
        },
        py::arg("start"), py::arg("dice"));
    module.def(
        "play_by_value",
        [](const ValueNetwork& network, const jardin::Position& start,
           const std::vector<jardin::Roll>& dice) {
            return play(
                start, dice,
                [&](const jardin::Position& position, const jardin::Roll& roll) {
                    return search::choose_turn(network, position, roll).move;
                },
                [&](const jardin::Position& position) {
                    return search::choose_pond(network, position).move;
                });
        },
        py::arg("network"), py::arg("start"), py::arg("dice"));
}

// The core only refers to the edition; these keep it alive.
struct PyStoneHintSearch {
    PyStoneHintSearch(const PyPosition& position, std::uint64_t seed,
                      const std::optional<PyMove>& asked)
        : edition(position.edition),
          search(*edition, position.value, seed,
                 asked ? std::optional(asked->value) : std::nullopt) {}

    EditionPtr edition;
    search::StoneHintSearch search;
};
struct PyStoneHint {
    EditionPtr edition;
    search::StoneHint value;
};

class PyStonePlayer {
 public:
    PyStonePlayer(const std::string& policy, std::uint64_t seed)
        : rng_(seed, search::Stream::playout) {
        const auto& names = search::stone_policy_names;
        const auto found = std::find(names.begin(), names.end(), policy);
        if (found == names.end()) throw py::value_error("policy: unknown policy '" + policy + "'");
        policy_ = static_cast<search::StonePolicy>(found - names.begin());
    }
    PyMove choose(const PyPosition& position) {
        if (stone::is_over(position.value)) throw py::value_error("policy: the game is over");
        return {position.edition,
                search::choose_move(*position.edition, position.value, policy_, rng_)};
    }

 private:
    search::StonePolicy policy_;
    search::Rng rng_;
};

void bind_stone_hints(py::module_& module) {
    module.attr("stone_policy_names") = py::tuple(py::cast(std::vector<std::string>(
        search::stone_policy_names.begin(), search::stone_policy_names.end())));

    py::class_<PyStonePlayer>(module, "StonePlayer")
        .def(py::init<const std::string&, std::uint64_t>(), py::arg("policy"), py::arg("seed"))
        .def("choose", &PyStonePlayer::choose, py::arg("position"));

    py::class_<PyStoneHint> hint(module, "StoneHint");
    hint.def_property_readonly(
        "move", [](const PyStoneHint& self) { return PyMove{self.edition, self.value.move}; });
    const auto number = [&hint](const char* name, auto member) {
        hint.def_property_readonly(
            name, [member](const PyStoneHint& self) { return self.value.*member; });
    };
    number("score_now", &search::StoneHint::score_now);
    number("samples", &search::StoneHint::samples);
    number("expected", &search::StoneHint::expected);
    number("sd", &search::StoneHint::sd);
    number("error", &search::StoneHint::error);
    number("lead", &search::StoneHint::lead);
    number("win", &search::StoneHint::win);
    number("win_error", &search::StoneHint::win_error);
    number("diff", &search::StoneHint::diff);
    number("diff_error", &search::StoneHint::diff_error);
    number("win_diff", &search::StoneHint::win_diff);
    number("win_diff_error", &search::StoneHint::win_diff_error);

    py::class_<PyStoneHintSearch>(module, "StoneHintSearch")
        .def(py::init<const PyPosition&, std::uint64_t, const std::optional<PyMove>&>(),
             py::arg("position"), py::arg("seed"), py::arg("asked") = py::none())
        .def("prepare", [](PyStoneHintSearch& self) { return self.search.prepare(); })
        .def(
            "work", [](PyStoneHintSearch& self) { self.search.work(); },
            py::call_guard<py::gil_scoped_release>())
        .def("stop", [](PyStoneHintSearch& self) { self.search.stop(); })
        .def("finish", [](PyStoneHintSearch& self) { return self.search.finish(); })
        .def_property_readonly("is_clear",
                               [](const PyStoneHintSearch& self) { return self.search.is_clear(); })
        .def_property_readonly("games",
                               [](const PyStoneHintSearch& self) { return self.search.games(); })
        .def_property_readonly("player",
                               [](const PyStoneHintSearch& self) { return self.search.player(); })
        .def("ranking", [](const PyStoneHintSearch& self) {
            std::vector<PyStoneHint> result;
            for (const search::StoneHint& entry : self.search.ranking()) {
                result.push_back({self.edition, entry});
            }
            return result;
        });
}

}  // namespace

void bind_search(py::module_& module) {
    module.doc() = "Searches that find good plans and prove nothing.";
    bind_jardin_hints(module);

    py::class_<search::Plan>(module, "Plan")
        .def_readonly("moves", &search::Plan::moves)
        .def_readonly("score", &search::Plan::score);

    py::class_<search::Annealer>(module, "Annealer")
        .def(py::init([](const jardin::Position& start, std::vector<jardin::Roll> dice,
                         std::uint64_t seed) {
                 jardin::validate(start);
                 return search::Annealer(start, std::move(dice), seed);
             }),
             py::arg("start"), py::arg("dice"), py::arg("seed"))
        .def("run", &search::Annealer::run, py::arg("steps"),
             py::call_guard<py::gil_scoped_release>())
        .def("best", &search::Annealer::best)
        .def_property_readonly("best_score", &search::Annealer::best_score)
        .def_property_readonly("steps", &search::Annealer::steps);

    py::class_<search::TilePattern>(module, "TilePattern")
        .def(py::init([](bool moss, int north, int east, int south, int west, std::uint8_t arcs,
                         int kind) {
                 return search::TilePattern{moss, north, east, south, west, arcs, kind};
             }),
             py::arg("moss"), py::arg("north"), py::arg("east"), py::arg("south"), py::arg("west"),
             py::arg("arcs"), py::arg("kind"));

    py::class_<search::GardenAnnealer>(module, "GardenAnnealer")
        .def(py::init<std::vector<search::TilePattern>, std::vector<int>,
                      std::array<std::vector<int>, search::garden::spaces>, std::vector<int>,
                      std::uint64_t>(),
             py::arg("patterns"), py::arg("supply"), py::arg("domain"), py::arg("by_moss"),
             py::arg("seed"))
        .def("run", &search::GardenAnnealer::run, py::arg("steps"),
             py::call_guard<py::gil_scoped_release>())
        .def("best", &search::GardenAnnealer::best)
        .def_property_readonly("points", &search::GardenAnnealer::points);

    bind_stone_hints(module);
}
