"""How the tests write gardens down: only what is on the sheet, space by space."""

from collections.abc import Sequence

from niwashi import jardin

BARE = "....../....../....../....../....../......"


def grid(marks: dict[str, str]) -> str:
    """One field of a position text from the marked spaces, named `11` to `66`."""
    rows = range(1, 7)
    return "/".join("".join(marks.get(f"{row}{column}", ".") for column in rows) for row in rows)


def position_text(
    decorations: str = "", ponds: Sequence[str] = (), clock: str = "end", prunings: int = 0
) -> str:
    """The text of a garden: `L11 t25` are its decorations, `"24 25"` the spaces of each pond."""
    letters = {item[1:]: item[0] for item in decorations.split()}
    water = {
        space: str(season)
        for season, spaces in enumerate(ponds, start=1)
        for space in spaces.split()
    }
    return f"{grid(letters)} {grid(water)} {clock} {prunings}"


def sheet(
    decorations: str = "", ponds: Sequence[str] = (), clock: str = "end", prunings: int = 0
) -> jardin.Position:
    """The same garden as a position; ponds are those of autumn, winter, spring, summer in order."""
    return jardin.Position.from_text(position_text(decorations, ponds, clock, prunings))


def full_but(empty: str, letter: str = "R") -> str:
    """Decorations on every space but the named ones."""
    spaces = [f"{row}{column}" for row in range(1, 7) for column in range(1, 7)]
    return " ".join(f"{letter}{space}" for space in spaces if space not in empty.split())


def numbers(names: str) -> list[int]:
    """Spaces as the core numbers them: `11` is 0 and `66` is 35."""
    return [6 * (int(name[0]) - 1) + int(name[1]) - 1 for name in names.split()]


def played_to(clock: str) -> jardin.Position:
    """A sheet as good play leaves it at a clock, on the dice of seed 5."""
    dice = jardin.random_dice(5)
    policy = jardin.make_policy("network", 0, faces=jardin.standard_faces)
    steps = jardin.replay(jardin.Position(), dice, policy.play(jardin.Position(), dice).moves)
    return next(step.before for step in steps if step.before.clock == clock)
