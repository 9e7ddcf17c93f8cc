#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
    module.doc() =
        "The compiled core of niwashi: rules, search and proofs. Use niwashi.jardin and "
        "niwashi.stone.";
    module.attr("__version__") = NIWASHI_VERSION;
    module.attr("compiler") = NIWASHI_COMPILER;
    module.attr("build_type") = NIWASHI_BUILD_TYPE;
    pybind11::register_exception<niwashi::InvalidText>(module, "InvalidText", PyExc_ValueError);
    pybind11::register_exception<niwashi::IllegalMove>(module, "IllegalMove", PyExc_ValueError);

    auto bench = module.def_submodule("bench");
    auto jardin = module.def_submodule("jardin");
    auto stone = module.def_submodule("stone");
    auto search = module.def_submodule("search");
    auto exact = module.def_submodule("exact");
    bind_jardin(jardin);
    bind_stone(stone);
    bind_search(search);
    bind_exact(exact);
    bind_bench(bench);
}
