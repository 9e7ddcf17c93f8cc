"""Jardín Japonés for CP-SAT as a modeller would write it down from the rules, one after another.

A variable for every drawing of a die on a space and for every space of a pond; ponds and earth hang
together by trees with depths; every criterion is a variable below all that it asks for. There is
no cut, no symmetry broken, no order of search, and no plan to begin with: this is what the
project's own model and its search over water are compared with.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from ortools.sat.python import cp_model

from niwashi.jardin import Move, Position, Roll

SPACES: Final = range(36)
LETTERS: Final = "LBTRM="
DICE: Final = range(3)
SEASONS: Final = range(1, 5)

Flag = cp_model.IntVar
Sum = cp_model.LinearExpr


def total(terms: Iterable[cp_model.LinearExprT]) -> Sum:
    """The terms added up."""
    return cp_model.LinearExpr.sum(list(terms))


def distance(one: int, other: int) -> int:
    """Steps between two spaces."""
    return abs(one // 6 - other // 6) + abs(one % 6 - other % 6)


ADJACENT: Final = [[t for t in SPACES if distance(s, t) == 1] for s in SPACES]
AROUND: Final = [
    [t for t in SPACES if t != s and abs(t // 6 - s // 6) <= 1 and abs(t % 6 - s % 6) <= 1]
    for s in SPACES
]
EDGE: Final = [s for s in SPACES if len(AROUND[s]) < 8]


class Textbook:
    """The model of a sheet and the rolls still to come."""

    def __init__(self, start: Position, dice: Sequence[Roll]) -> None:
        self.start = start
        self.model = cp_model.CpModel()
        first = 13 - start.turns_left
        #: The faces of each turn to come; face d gives decoration d and location d (J1).
        self.rolls = {first + i: [int(d) for d in r.to_text()] for i, r in enumerate(dice)}
        self.seasons = SEASONS[4 - start.ponds_left :]
        self._draw()
        self._trace()
        self.model.maximize(total(self._points()))

    def moves_of(self, value: Callable[[Flag], bool]) -> list[Move]:
        """The plan of a solution, by the values of the variables."""
        moves = []
        for turn in range(13 - self.start.turns_left, 13):
            moves.append(Move.from_text(self._turn_text(turn, value)))
            if turn % 3 == 0:
                moves.append(Move.from_text(self._pond_text(turn // 3, value)))
        if self.start.is_pond_decision:
            moves.insert(0, Move.from_text(self._pond_text(self.seasons[0], value)))
        return moves

    def claim(self, values: Sequence[int]) -> int:
        """The points that the model counts, by the values of all variables."""
        objective = self.model.proto.objective
        terms = zip(objective.vars, objective.coeffs, strict=True)
        value = sum(coefficient * values[variable] for variable, coefficient in terms)
        return int(objective.scaling_factor * (value + objective.offset))

    def _flag(self) -> Flag:
        return self.model.new_bool_var("")

    def _flag_below(self, *limits: cp_model.LinearExprT) -> Flag:
        """A variable that can be 1 only where all these are at least 1."""
        flag = self._flag()
        for limit in limits:
            self.model.add(flag <= limit)
        return flag

    # --- Turns -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.locates = {(t, d): self._flag() for t in self.rolls for d in DICE}
        self.prunes = {(t, d): self._flag() for t in self.rolls for d in DICE}
        self.skips = {t: self._flag() for t in self.rolls}
        self.draws = {(t, d, s): self._flag() for t in self.rolls for d in DICE for s in SPACES}
        for turn in self.rolls:
            options = [o[turn, d] for o in (self.locates, self.prunes) for d in DICE]
            self.model.add_exactly_one([*options, self.skips[turn]])
            for die in DICE:
                self._draw_die(turn, die)
            self._skip_only_if_forced(turn)
        self.model.add(total(self.prunes.values()) <= 3 - self.start.prunings)  # J3
        for space in SPACES:
            self.model.add(self._occupied(space) <= 1)

    def _draw_die(self, turn: int, die: int) -> None:
        """J2, J3: a die is drawn once if it is pruned or another is the location."""
        others = {d: self.locates[turn, d] for d in DICE if d != die}
        drawn = total([self.prunes[turn, die], *others.values()])
        self.model.add(total(self.draws[turn, die, s] for s in SPACES) == drawn)
        for space in SPACES:
            across = [flag for d, flag in others.items() if space in self._cross(turn, d)]
            allowed = total([self.prunes[turn, die], *across])
            self.model.add(self.draws[turn, die, space] <= allowed)

    def _cross(self, turn: int, die: int) -> list[int]:
        line = self.rolls[turn][die] - 1
        return [s for s in SPACES if line in divmod(s, 6)]

    def _skip_only_if_forced(self, turn: int) -> None:
        """J4: no pruning is left, and in no cross are two spaces empty."""
        skip = self.skips[turn]
        before = total(flag for (t, _), flag in self.prunes.items() if t < turn)
        self.model.add(before == 3 - self.start.prunings).only_enforce_if(skip)
        for die in DICE:
            cross = self._cross(turn, die)
            drawn = total(self._occupied(space, before=turn) for space in cross)
            self.model.add(drawn >= len(cross) - 1).only_enforce_if(skip)

    def _drawn(self, letters: str, space: int, turns: Sequence[int] = range(1, 13)) -> Sum:
        """How many such decorations are drawn on a space in these turns."""
        flags = [
            self.draws[t, d, space]
            for t, roll in self.rolls.items()
            for d in DICE
            if t in turns and LETTERS[roll[d] - 1] in letters
        ]
        return total(flags)

    def _has(self, letter: str, space: int) -> Sum:
        """1 if the space has this decoration in the end."""
        there = (self.start.decoration_at(space) or "").upper() == letter
        return self._drawn(letter, space) + int(there)

    def _occupied(self, space: int, before: int = 13) -> Sum:
        there = self.start.decoration_at(space) is not None
        return self._drawn(LETTERS, space, range(1, before)) + int(there)

    # --- Water -----------------------------------------------------------------------------------

    def _trace(self) -> None:
        self.water = {(p, s): self._flag() for p in SEASONS for s in SPACES}
        self.ponds = {p: self._flag() for p in SEASONS}
        self.wet: list[Sum] = [total(self.water[p, s] for p in SEASONS) for s in SPACES]
        self.earth: list[Sum] = [1 - wet for wet in self.wet]
        for season, spaces in enumerate(self.start.ponds, start=1):
            for space in SPACES if season not in self.seasons else ():
                self.model.add(self.water[season, space] == int(space in spaces))
        for season in SEASONS:
            self._hang_together(
                [self.water[season, s] for s in SPACES],
                self._one_of(self.ponds[season]),
            )
        for space in SPACES:
            self.model.add(self.wet[space] <= 1)
        for one in SEASONS:  # J6: ponds do not touch
            for other in SEASONS:
                for s in SPACES if one != other else ():
                    for t in AROUND[s]:
                        self.model.add(self.water[one, s] + self.water[other, t] <= 1)
        # J6: all earth reaches the edge of the grid.
        self._hang_together(self.earth, {s: self._flag() for s in EDGE})

    def _one_of(self, chosen: Flag) -> dict[int, Flag]:
        """A flag for each space, one of them set if `chosen` is."""
        roots = {s: self._flag() for s in SPACES}
        self.model.add(total(roots.values()) == chosen)
        return roots

    def _hang_together(
        self, inside: Sequence[cp_model.LinearExprT], roots: dict[int, Flag]
    ) -> None:
        """Every space inside is a root, or has a neighbour inside one step nearer to a root."""
        depth = [self.model.new_int_var(0, 35, "") for _ in SPACES]
        for space in SPACES:
            parents = {t: self._flag() for t in ADJACENT[space]}
            reached = total([*parents.values(), *([roots[space]] if space in roots else [])])
            self.model.add(reached == inside[space])
            for parent, flag in parents.items():
                self.model.add(flag <= inside[parent])
                self.model.add(depth[space] == depth[parent] + 1).only_enforce_if(flag)

    # --- Points ----------------------------------------------------------------------------------

    def _points(self) -> Iterator[Sum]:
        for space in SPACES:
            yield 3 * self._lantern(space)
            yield 2 * self._bamboo(space)
            yield from self._tree(space)
            yield from self._rock(space)
            yield from self._moss(space)
            yield -1 * self._penalty(space)
        yield from self._bridges()
        yield from (3 * pond for pond in self.ponds.values())  # J13

    def _lantern(self, space: int) -> Sum:
        """J7."""
        flag = self._flag_below(self._has("L", space), self.earth[space])
        for other in SPACES:
            if 0 < distance(space, other) < 4:
                self.model.add(flag + self._has("L", other) <= 1)
        return flag

    def _bamboo(self, space: int) -> Sum:
        """J8."""
        beside = total(self._has("B", other) for other in ADJACENT[space])
        return self._flag_below(self._has("B", space), self.earth[space], beside)

    def _tree(self, space: int) -> Iterator[Sum]:
        """J9."""
        late = self._drawn("T", space, range(7, 13)) + int(space in self.start.late_trees)
        yield self._flag_below(self._has("T", space), self.earth[space])
        yield self._flag_below(late, self.earth[space])

    def _rock(self, space: int) -> Iterator[Sum]:
        """J10."""
        alone = self._flag_below(self._has("R", space))
        for other in AROUND[space]:
            self.model.add(alone + self._has("R", other) <= 1)
        yield alone
        yield self._flag_below(alone, self.wet[space])

    def _moss(self, space: int) -> Iterator[Sum]:
        """J11."""
        for other in ADJACENT[space]:
            yield self._flag_below(self._has("M", space), self.earth[space], self.wet[other])

    def _bridges(self) -> Iterator[Sum]:
        """J12: the first to fourth scoring bridge add 1, 3, 5 and 6."""
        scoring = [self._bridge(space) for space in SPACES]
        steps = [self._flag() for _ in range(4)]
        self.model.add(total(steps) <= total(scoring))
        for step, after in pairwise(steps):
            self.model.add(after <= step)
        yield from (points * step for points, step in zip((1, 3, 5, 6), steps, strict=True))

    def _bridge(self, space: int) -> Sum:
        row, column = divmod(space, 6)
        axes = []
        if 0 < row < 5:
            axes.append(self._flag_below(self.earth[space - 6], self.earth[space + 6]))
        if 0 < column < 5:
            axes.append(self._flag_below(self.earth[space - 1], self.earth[space + 1]))
        flag = self._flag_below(self._has("=", space), self.wet[space], total(axes))
        for other in ADJACENT[space]:
            self.model.add(flag + self._has("=", other) <= 1)
        return flag

    def _penalty(self, space: int) -> Sum:
        """J14."""
        flag = self._flag()
        wrong = total(self._has(letter, space) for letter in "LBTM")
        self.model.add(flag >= self.earth[space] - self._occupied(space))
        self.model.add(flag >= wrong + self.wet[space] - 1)
        self.model.add(flag >= self._has("=", space) + self.earth[space] - 1)
        return flag

    # --- The plan --------------------------------------------------------------------------------

    def _turn_text(self, turn: int, value: Callable[[Flag], bool]) -> str:
        drawn = [
            f"{LETTERS[self.rolls[turn][die] - 1]}{space // 6 + 1}{space % 6 + 1}"
            for die in DICE
            for space in SPACES
            if value(self.draws[turn, die, space])
        ]
        for die in DICE:
            if value(self.locates[turn, die]):
                return f"{self.rolls[turn][die]}:{'+'.join(drawn)}"
        return f"*{drawn[0]}" if drawn else "X"

    def _pond_text(self, season: int, value: Callable[[Flag], bool]) -> str:
        spaces = [s for s in SPACES if value(self.water[season, s])]
        return "~" + ",".join(f"{s // 6 + 1}{s % 6 + 1}" for s in spaces) if spaces else "-"
