#pragma once

#include <pybind11/pybind11.h>

#include "niwashi/errors.hpp"

// One function a topic, each in its own file; module.cpp calls them in order.
void bind_bench(pybind11::module_& module);
void bind_jardin(pybind11::module_& module);
void bind_stone(pybind11::module_& module);
void bind_search(pybind11::module_& module);
void bind_exact(pybind11::module_& module);
