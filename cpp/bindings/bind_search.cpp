
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "niwashi/search/anneal.hpp"
#include "niwashi/search/garden_anneal.hpp"

namespace py = pybind11;
using namespace niwashi;

void bind_search(py::module_& module) {
    module.doc() = "Searches that find good plans and prove nothing.";

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
}
