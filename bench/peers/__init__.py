"""The proof of the best garden, beside other solvers: see `python -m bench.peers --help`."""
