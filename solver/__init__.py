"""Exact solvers on OR-Tools CP-SAT; importing a game's subpackage imports OR-Tools."""
