"""Benchmarks: `python -m pytest bench --benchmark-enable`, and whole-solver runs as modules."""
