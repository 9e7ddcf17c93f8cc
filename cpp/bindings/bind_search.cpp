
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "niwashi/search/anneal.hpp"

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
}
