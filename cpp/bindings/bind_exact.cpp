#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "niwashi/exact/diagram.hpp"
#include "niwashi/exact/exhaustive.hpp"
#include "niwashi/exact/proof.hpp"
#include "niwashi/jardin/notation.hpp"

namespace py = pybind11;
using namespace niwashi;

namespace {

std::vector<jardin::Space> to_spaces(jardin::Bitboard set) {
    std::vector<jardin::Space> spaces;
    while (set != 0) spaces.push_back(jardin::pop_first(set));
    return spaces;
}

jardin::Bitboard to_set(const std::vector<jardin::Space>& spaces) {
    jardin::Bitboard set = 0;
    for (const jardin::Space space : spaces) {
        if (space < 0 || space >= jardin::space_count) {
            throw py::value_error("space " + std::to_string(space) + " is not 0 to 35");
        }
        set |= jardin::bit(space);
    }
    return set;
}

// Water as a list of spaces that a game going on from `start` can end with.
jardin::Bitboard to_water(const std::vector<jardin::Space>& spaces,
                          const exact::WaterRegion& region) {
    const jardin::Bitboard water = to_set(spaces);
    if (!region.allows(water)) throw py::value_error("the ponds to come do not allow this water");
    return water;
}

std::size_t checked_seam(std::size_t seam, const exact::WaterProblem& problem) {
    if (seam >= problem.patterns.seam_count()) throw py::index_error("no such seam");
    return seam;
}

}  // namespace

void bind_exact(py::module_& module) {
    module.doc() = "Searches that prove that nothing is better.";

    py::class_<exact::Exhaustive>(module, "Exhaustive")
        .def_readonly("best", &exact::Exhaustive::best)
        .def_readonly("leaves", &exact::Exhaustive::leaves)
        .def_readonly("complete", &exact::Exhaustive::complete);

    module.def("exhaustive_search", &exact::exhaustive_search, py::arg("start"), py::arg("dice"),
               py::arg("max_leaves") = 10'000'000, py::call_guard<py::gil_scoped_release>());

    py::class_<exact::WaterProblem, std::shared_ptr<exact::WaterProblem>>(module, "WaterProblem")
        .def(py::init([](const jardin::Position& start, std::vector<jardin::Roll> dice) {
                 jardin::validate(start);
                 const py::gil_scoped_release release;
                 return std::make_shared<exact::WaterProblem>(
                     exact::Question(start, std::move(dice)));
             }),
             py::arg("start"), py::arg("dice"))
        .def_static(
            "any_dice",
            [](int ponds, std::optional<int> prunings, std::optional<char> without) {
                exact::Question::Limits limits{ponds, prunings, std::nullopt};
                if (without) {
                    const std::size_t at = jardin::decoration_letters.find(*without);
                    if (at == std::string_view::npos) {
                        throw py::value_error("without: one of L B T R M =");
                    }
                    limits.without = static_cast<jardin::Decoration>(at);
                }
                const py::gil_scoped_release release;
                return std::make_shared<exact::WaterProblem>(exact::Question(limits));
            },
            py::arg("ponds") = jardin::season_count, py::arg("prunings") = py::none(),
            py::arg("without") = py::none())
        .def_property_readonly(
            "seam_count",
            [](const exact::WaterProblem& problem) { return problem.patterns.seam_count(); })
        .def("count_by_ponds", [](const exact::WaterProblem& problem) {
            const py::gil_scoped_release release;
            return problem.patterns.count_by_ponds();
        });

    py::class_<exact::Market>(module, "Market")
        .def_readonly("price", &exact::Market::price)
        .def_readonly("pair", &exact::Market::pair)
        .def_readonly("block", &exact::Market::block);

    py::class_<exact::Assignment>(module, "Assignment")
        .def(py::init([](const exact::WaterProblem& problem) {
                 return std::make_unique<exact::Assignment>(problem.question);
             }),
             py::arg("problem"))
        .def_property(
            "market", [](const exact::Assignment& self) { return self.market(); },
            [](exact::Assignment& self, const exact::Market& market) { self.market() = market; })
        .def(
            "price_out",
            [](exact::Assignment& self, const std::vector<jardin::Space>& water, int target,
               int steps) {
                const jardin::Bitboard set = to_set(water);
                const py::gil_scoped_release release;
                return self.price_out(set, target, steps);
            },
            py::arg("water"), py::arg("target"), py::arg("steps"));

    py::class_<exact::SeamReport>(module, "SeamReport")
        .def_readonly("pairs", &exact::SeamReport::pairs)
        .def_readonly("unpriced", &exact::SeamReport::unpriced)
        .def_readonly("reflected", &exact::SeamReport::reflected)
        .def_readonly("counted", &exact::SeamReport::counted)
        .def_readonly("priced", &exact::SeamReport::priced)
        .def_readonly("searched", &exact::SeamReport::searched)
        .def_readonly("rings", &exact::SeamReport::rings)
        .def_readonly("steps", &exact::SeamReport::steps)
        .def_readonly("nodes", &exact::SeamReport::nodes)
        .def_property_readonly("undecided",
                               [](const exact::SeamReport& report) {
                                   std::vector<std::vector<jardin::Space>> waters;
                                   for (const jardin::Bitboard water : report.undecided) {
                                       waters.push_back(to_spaces(water));
                                   }
                                   return waters;
                               })
        .def_readonly("found", &exact::SeamReport::found)
        .def_readonly("stopped", &exact::SeamReport::stopped);

    py::class_<exact::SeamWorker>(module, "SeamWorker")
        .def(py::init([](std::shared_ptr<exact::WaterProblem> problem) {
                 return std::make_unique<exact::SeamWorker>(std::move(problem));
             }),
             py::arg("problem").none(false))
        .def(
            "learn",
            [](exact::SeamWorker& worker, const std::vector<jardin::Space>& water, int steps) {
                const jardin::Bitboard set = to_water(water, worker.problem().patterns.region());
                const py::gil_scoped_release release;
                worker.learn(set, steps);
            },
            py::arg("water"), py::arg("steps") = 2000)
        .def(
            "bound",
            [](exact::SeamWorker& worker, std::size_t seam) {
                checked_seam(seam, worker.problem());
                const py::gil_scoped_release release;
                return worker.bound(seam);
            },
            py::arg("seam"))
        .def(
            "prove",
            [](exact::SeamWorker& worker, std::size_t seam, int target, std::uint64_t node_limit) {
                checked_seam(seam, worker.problem());
                const py::gil_scoped_release release;
                return worker.prove(seam, target, node_limit);
            },
            py::arg("seam"), py::arg("target"), py::arg("node_limit") = 20'000)
        .def(
            "prove_pattern",
            [](exact::SeamWorker& worker, const std::vector<jardin::Space>& water, int target,
               std::uint64_t node_limit) {
                const jardin::Bitboard set = to_water(water, worker.problem().patterns.region());
                const py::gil_scoped_release release;
                return worker.prove_pattern(set, target, node_limit);
            },
            py::arg("water"), py::arg("target"), py::arg("node_limit") = 20'000)
        .def("stop", &exact::SeamWorker::stop);

    py::class_<exact::Diagram>(module, "Diagram")
        .def(py::init([](std::vector<exact::TilePattern> patterns, std::vector<int> supply,
                         std::array<std::vector<int>, 15> domain, std::array<bool, 3> symmetric,
                         bool whole, bool exact, std::array<std::array<int, 2>, 15> points,
                         int constant, std::size_t most_arcs) {
                 return exact::Diagram(
                     std::move(patterns), std::move(supply),
                     {std::move(domain), symmetric, whole, exact, points, constant}, most_arcs);
             }),
             py::arg("patterns"), py::arg("supply"), py::arg("domain"), py::arg("symmetric"),
             py::arg("whole"), py::arg("exact"), py::arg("points"), py::arg("constant"),
             py::arg("most_arcs"), py::call_guard<py::gil_scoped_release>())
        .def_property_readonly("is_complete", &exact::Diagram::is_complete)
        .def_property_readonly("is_detailed", &exact::Diagram::is_detailed)
        .def_property_readonly("arcs", &exact::Diagram::arcs)
        .def_property_readonly("work", &exact::Diagram::work)
        .def_property_readonly("bound", &exact::Diagram::bound)
        .def_property_readonly(
            "found",
            [](const exact::Diagram& self) -> std::optional<std::pair<int, std::array<int, 15>>> {
                if (!self.found()) return std::nullopt;
                return std::pair{self.found()->points, self.found()->patterns};
            })
        .def_property("prices", &exact::Diagram::prices, &exact::Diagram::set_prices)
        .def("refined", &exact::Diagram::refined, py::arg("target"), py::arg("most_arcs"),
             py::call_guard<py::gil_scoped_release>())
        .def(
            "restricted",
            [](const exact::Diagram& self, std::array<std::vector<int>, 15> domain,
               std::array<bool, 3> symmetric, bool whole, bool exact,
               std::array<std::array<int, 2>, 15> points, int constant) {
                return self.restricted(
                    {std::move(domain), symmetric, whole, exact, points, constant});
            },
            py::arg("domain"), py::arg("symmetric"), py::arg("whole"), py::arg("exact"),
            py::arg("points"), py::arg("constant"), py::call_guard<py::gil_scoped_release>())
        .def("tighten", &exact::Diagram::tighten, py::arg("target"), py::arg("steps"),
             py::call_guard<py::gil_scoped_release>())
        .def("enumerate", &exact::Diagram::enumerate, py::arg("target"), py::arg("most_arcs"),
             py::call_guard<py::gil_scoped_release>());
}
