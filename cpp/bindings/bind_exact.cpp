#include <pybind11/stl.h>

#include "bindings.hpp"
#include "niwashi/exact/diagram.hpp"
#include "niwashi/exact/exhaustive.hpp"

namespace py = pybind11;
using namespace niwashi;

void bind_exact(py::module_& module) {
    module.doc() = "Searches that prove that nothing is better.";

    py::class_<exact::Exhaustive>(module, "Exhaustive")
        .def_readonly("best", &exact::Exhaustive::best)
        .def_readonly("leaves", &exact::Exhaustive::leaves)
        .def_readonly("complete", &exact::Exhaustive::complete);

    module.def("exhaustive_search", &exact::exhaustive_search, py::arg("start"), py::arg("dice"),
               py::arg("max_leaves") = 10'000'000, py::call_guard<py::gil_scoped_release>());

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
