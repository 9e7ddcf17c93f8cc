"""Slow reference implementations, written from the rules alone, to check the fast core against."""
