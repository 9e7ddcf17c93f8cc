#include <pybind11/stl.h>

#include "bindings.hpp"
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
}
