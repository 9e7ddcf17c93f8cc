"""What each space of a Jardín Japonés garden gives, in numbers and words, for every renderer.

The core decides which decorations score; here their points are only shared out and named.
"""

from dataclasses import dataclass

from niwashi import jardin

SIDE = 6
SPACES = range(SIDE * SIDE)
SEASONS = ("autumn", "winter", "spring", "summer")

_NAMES = {
    "L": "lantern",
    "B": "bamboo",
    "t": "autumn or winter tree",
    "T": "spring or summer tree",
    "R": "rock",
    "M": "moss",
    "=": "bridge",
}
_RULE_OF = _NAMES | {"t": "tree", "T": "tree"}
_PLURALS = {rule: rule if rule in ("bamboo", "moss") else f"{rule}s" for rule in _RULE_OF.values()}


@dataclass(frozen=True, slots=True)
class Plot:
    """One space of a garden as it counts now."""

    space: int
    decoration: str | None  # a letter of the position text
    pond: int  # the season 1 to 4 whose pond is here, 0 on earth
    scores: bool
    misplaced: bool
    points: int | None  # None where a bridge scores: bridges count together

    @property
    def name(self) -> str:
        """The space as players write it, row then column: `53`."""
        return f"{self.space // SIDE + 1}{self.space % SIDE + 1}"

    def describe(self) -> str:
        """The space in words: `53: rock, scores 2, in water`."""
        if self.decoration is None:
            return (
                f"{self.name}: empty water" if self.pond else f"{self.name}: empty earth, costs 1"
            )
        ground = "in water" if self.pond else "on earth"
        return f"{self.name}: {_NAMES[self.decoration]}, {self._worth()}, {ground}"

    def _worth(self) -> str:
        if self.misplaced:
            return "misplaced, costs 1"
        if not self.scores:
            return "scores nothing"
        return "scores" if self.points is None else f"scores {self.points}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: the rule, what gave the points in words, and the points."""

    rule: str
    reason: str
    points: int


def neighbours(space: int) -> list[int]:
    """The spaces adjacent to a space, 2 to 4 of them."""
    row, column = divmod(space, SIDE)
    near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [SIDE * r + c for r, c in near if r in range(SIDE) and c in range(SIDE)]


def plots(position: jardin.Position) -> list[Plot]:
    """The 36 spaces in order, with what they count for."""
    found = jardin.scoring_spaces(position)
    water = frozenset(position.water)
    season_of = {s: season for season, pond in enumerate(position.ponds, 1) for s in pond}

    def plot(space: int) -> Plot:
        letter = position.decoration_at(space)
        scores = letter is not None and space in found[_RULE_OF[letter]]
        misplaced = space in found["misplaced"]
        points: int | None = 0
        if misplaced or space in found["empty_earth"]:
            points = -1
        elif letter is not None and scores:
            points = _worth(letter, space, water)
        return Plot(space, letter, season_of.get(space, 0), scores, misplaced, points)

    return [plot(space) for space in SPACES]


def _worth(letter: str, space: int, water: frozenset[int]) -> int | None:
    """The points of a decoration that scores."""
    match letter:
        case "R":
            return 2 if space in water else 1
        case "M":
            return sum(near in water for near in neighbours(space))
        case "=":
            return None
        case _:
            return {"L": 3, "B": 2, "t": 1, "T": 2}[letter]


def score_lines(position: jardin.Position) -> list[Line]:
    """The score rule by rule, in the order of the score sheet; the points add up to the total."""
    points = jardin.score(position).as_dict()
    ground = plots(position)
    reasons = {
        "lantern": _scorers(ground, "lantern"),
        "bamboo": _scorers(ground, "bamboo"),
        "tree": _scorers(ground, "tree") + _early_and_late(ground),
        "rock": _scorers(ground, "rock") + _wet_rocks(ground),
        "moss": _scorers(ground, "moss") + _sides(ground),
        "bridge": _scorers(ground, "bridge") + _together(ground),
        "pond": _counted(sum(1 for pond in position.ponds if pond), "pond"),
        "penalty": _penalties(ground),
    }
    return [Line(rule, reason, points[rule]) for rule, reason in reasons.items()]


def _of(ground: list[Plot], rule: str) -> list[Plot]:
    return [plot for plot in ground if plot.decoration and _RULE_OF[plot.decoration] == rule]


def _scoring(ground: list[Plot], rule: str) -> list[Plot]:
    return [plot for plot in _of(ground, rule) if plot.scores]


def _counted(number: int, name: str) -> str:
    return f"{number or 'no'} {name if number == 1 else _PLURALS.get(name, name + 's')}"


def _scorers(ground: list[Plot], rule: str) -> str:
    """`3 of 4 lanterns score`, or `no lanterns`."""
    drawn = len(_of(ground, rule))
    if drawn == 0:
        return _counted(0, rule)
    verb = "scores" if drawn == 1 else "score"
    return f"{len(_scoring(ground, rule))} of {_counted(drawn, rule)} {verb}"


def _early_and_late(ground: list[Plot]) -> str:
    trees = [plot.decoration for plot in _scoring(ground, "tree")]
    return f": {trees.count('t')} early, {trees.count('T')} late" if trees else ""


def _wet_rocks(ground: list[Plot]) -> str:
    rocks = _scoring(ground, "rock")
    return f", {sum(plot.pond > 0 for plot in rocks)} in water" if rocks else ""


def _sides(ground: list[Plot]) -> str:
    sides = sum(plot.points or 0 for plot in _scoring(ground, "moss"))
    return f": {_counted(sides, 'side')}" if sides else ""


def _together(ground: list[Plot]) -> str:
    bridges = len(_scoring(ground, "bridge"))
    return "" if bridges < 2 else " together" if bridges <= 4 else ", 4 at most count"


def _penalties(ground: list[Plot]) -> str:
    """`2 empty earth, 1 wet lantern`, or `none`."""
    costs = []
    if empty := sum(plot.decoration is None and not plot.pond for plot in ground):
        costs.append(f"{empty} empty earth")
    for rule in ("lantern", "bamboo", "tree", "moss", "bridge"):
        if number := sum(plot.misplaced for plot in _of(ground, rule)):
            where = "dry" if rule == "bridge" else "wet"
            costs.append(f"{number} {where} {rule if number == 1 else _PLURALS[rule]}")
    return ", ".join(costs) or "none"
