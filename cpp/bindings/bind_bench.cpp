#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "niwashi/bench/loops.hpp"
#include "niwashi/bench/signature.hpp"
#include "niwashi/jardin/notation.hpp"
#include "with_edition.hpp"

namespace py = pybind11;
using namespace niwashi;

void bind_bench(py::module_& module) {
    module.doc() = "What `niwashi bench` runs: the signature, and loops to be timed.";

    module.def(
        "signature",
        [](const search::ValueNetwork& network, unsigned threads) {
            bench::Signature parts;
            {
                const py::gil_scoped_release release;
                parts = bench::signature(network, threads);
            }
            py::dict numbers;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                numbers[py::str(bench::signature_parts[i])] = parts[i];
            }
            return std::make_pair(bench::whole(parts), numbers);
        },
        py::arg("network"), py::arg("threads") = 1);

    module.def(
        "score_jardin",
        [](const std::vector<jardin::Position>& gardens, int rounds) {
            return bench::score_repeatedly(gardens, rounds);
        },
        py::arg("gardens"), py::arg("rounds"), py::call_guard<py::gil_scoped_release>());
    module.def(
        "score_stone",
        [](const std::vector<PyGarden>& gardens, int rounds) {
            if (gardens.empty()) throw py::value_error("gardens: at least one is needed");
            std::vector<stone::Garden> values;
            for (const PyGarden& garden : gardens) {
                if (!is_same(garden.edition, gardens[0].edition)) {
                    throw py::value_error("gardens: they are of different editions");
                }
                values.push_back(garden.value);
            }
            const py::gil_scoped_release release;
            return bench::score_repeatedly(*gardens[0].edition, values, rounds);
        },
        py::arg("gardens"), py::arg("rounds"));
    module.def(
        "play_jardin",
        [](const jardin::Position& start, std::uint64_t seed, std::size_t games) {
            return bench::play_random_games(start, seed, games);
        },
        py::arg("start"), py::arg("seed"), py::arg("games"),
        py::call_guard<py::gil_scoped_release>());
    module.def(
        "play_stone",
        [](const PyPosition& start, std::uint64_t seed, std::size_t games) {
            return bench::play_random_games(*start.edition, start.value, seed, games);
        },
        py::arg("start"), py::arg("seed"), py::arg("games"),
        py::call_guard<py::gil_scoped_release>());
}
