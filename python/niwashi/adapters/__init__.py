"""The games as other libraries want them: Gymnasium, PettingZoo, OpenSpiel.

Each library has a module of its own here, of its name, and is imported by that module alone;
`docs/adapters.md` tells what a learner sees. `jardin_steps` and `stone_actions` number the
decisions of the two games for all of them.
"""
