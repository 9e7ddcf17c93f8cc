"""Seeds of whatever is done many times: games of a match, decisions of a player."""

# As the core steps from one random game to the next.
_STEP = 0x9E3779B97F4A7C15


def derived_seed(seed: int, number: int) -> int:
    """Seed `number` of a series that begins with `seed`."""
    return (seed + _STEP * number) % 2**64
