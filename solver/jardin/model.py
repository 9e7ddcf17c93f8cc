"""The whole of Jardín Japonés for known dice, as a CP-SAT model.

Independent of the core on purpose: every rule that the core's `score` and `legal_moves` know is
written here a second time, as linear rows, and the two are held together by tests and by replaying
every answer. One rule, one method.

The rows are chosen for their LP relaxation, which is where the bound comes from. At its heart each
space is exactly one of 16 things: empty or holding one of 7 decorations (trees of the two
half-years count apart), on earth or in water.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ortools.sat.python import cp_model

from niwashi._core.jardin import Move, MoveKind, Position, Roll, scoring_spaces

SIDE: Final = 6
SPACES: Final = range(SIDE * SIDE)
CROSS: Final = {v: [s for s in SPACES if v - 1 in divmod(s, SIDE)] for v in range(1, SIDE + 1)}
MAX_PRUNINGS: Final = 3
TURNS: Final = 12
FIRST_LATE_TURN: Final = 7
BRIDGE_POINTS: Final = (0, 1, 4, 9, 15)

#: The decorations as the position text writes them; `t` and `T` are drawn as the dice letter `T`.
KINDS: Final = "LBtTRM="
DRY_KINDS: Final = "LBtTM"  #: misplaced in water (J14)

Expr = cp_model.LinearExpr


def sum_of(terms: Iterable[Expr]) -> Expr:
    """The sum of the terms, an expression also where there are none."""
    return cp_model.LinearExpr.sum(list(terms))


def weighted(terms: Sequence[Expr], weights: Sequence[int]) -> Expr:
    """The sum of each term times its weight."""
    return cp_model.LinearExpr.weighted_sum(terms, weights)


def adjacent(space: int) -> list[int]:
    """The spaces orthogonally next to a space."""
    row, column = divmod(space, SIDE)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [SIDE * r + c for r, c in steps if 0 <= r < SIDE and 0 <= c < SIDE]


def around(space: int) -> list[int]:
    """The spaces orthogonally or diagonally next to a space."""
    row, column = divmod(space, SIDE)
    return [
        s for s in SPACES if s != space and max(abs(s // SIDE - row), abs(s % SIDE - column)) == 1
    ]


def distance(first: int, second: int) -> int:
    """Manhattan distance."""
    return abs(first // SIDE - second // SIDE) + abs(first % SIDE - second % SIDE)


def blocks() -> Iterator[tuple[int, int, int, int]]:
    """The 25 blocks of 2x2 spaces: north-west, north-east, south-west, south-east."""
    for space in SPACES:
        if space // SIDE < SIDE - 1 and space % SIDE < SIDE - 1:
            yield space, space + 1, space + SIDE, space + SIDE + 1


def components(spaces: set[int]) -> list[list[int]]:
    """The orthogonally connected parts of a set, by first space; each ascending."""
    left = set(spaces)
    parts: list[list[int]] = []
    while left:
        stack = [min(left)]
        part: set[int] = set()
        while stack:
            space = stack.pop()
            if space in left:
                left.remove(space)
                part.add(space)
                stack.extend(adjacent(space))
        parts.append(sorted(part))
    return parts


@dataclass(frozen=True)
class Option:
    """One way to use a roll: a draw at a location (J2), a prune (J3), or the forced skip (J4)."""

    kind: MoveKind
    location: int
    letters: str  #: the decorations drawn, as on the dice

    @property
    def region(self) -> Sequence[int]:
        """Where the decorations may lie."""
        return CROSS[self.location] if self.kind is MoveKind.DRAW else SPACES


def options_of(roll: Roll) -> list[Option]:
    """The different draws and prunes of a roll (J1: equal dice give equal options)."""
    dice = list(zip(roll.locations, roll.decorations, strict=True))
    draws = {
        Option(MoveKind.DRAW, v, "".join(sorted(letter for _, letter in dice[:i] + dice[i + 1 :])))
        for i, (v, _) in enumerate(dice)
    }
    prunes = {Option(MoveKind.PRUNE, 0, letter) for _, letter in dice}
    return sorted(draws | prunes, key=lambda o: (o.kind.value, o.location, o.letters))


class Variables:
    """Every Boolean of the model, by what it says. All spaces are 0 to 35.

    `option[i][o]`: the i-th turn to come uses option o; `placed[i][o][k][s]`: it then draws the
    k-th different letter of o on space s; `earth[s]`, `water[s]`; `dry[kind][s]`, `wet[kind][s]`:
    a decoration of that kind lies there on earth, in water; `bare[s]`, `open_water[s]`: nothing
    does.
    """

    def __init__(self, model: cp_model.CpModel, start: Position, dice: Sequence[Roll]) -> None:
        self.start = start
        self.dice = list(dice)
        self.first_turn = TURNS - len(dice) + 1
        self._model = model
        self._names: list[cp_model.IntVar] = []
        boolean = self._boolean

        self.options = [[*options_of(roll), Option(MoveKind.SKIP, 0, "")] for roll in dice]
        self.option = [
            [boolean(f"option{i}_{o}") for o in range(len(options))]
            for i, options in enumerate(self.options)
        ]
        self.placed = [
            [
                [
                    {s: boolean(f"placed{i}_{o}_{letter}_{s}") for s in option.region}
                    for letter in sorted(set(option.letters))
                ]
                for o, option in enumerate(options)
            ]
            for i, options in enumerate(self.options)
        ]
        self.earth = [boolean(f"earth_{s}") for s in SPACES]
        self.water = [boolean(f"water_{s}") for s in SPACES]
        self.dry = {k: [boolean(f"dry_{k}_{s}") for s in SPACES] for k in KINDS}
        self.wet = {k: [boolean(f"wet_{k}_{s}") for s in SPACES] for k in KINDS}
        self.bare = [boolean(f"bare_{s}") for s in SPACES]
        self.open_water = [boolean(f"open_water_{s}") for s in SPACES]

        self.lantern = [boolean(f"lantern_{s}") for s in SPACES]
        self.bamboo = [boolean(f"bamboo_{s}") for s in SPACES]
        self.dry_rock = [boolean(f"dry_rock_{s}") for s in SPACES]
        self.wet_rock = [boolean(f"wet_rock_{s}") for s in SPACES]
        self.moss = {(s, n): boolean(f"moss_{s}_{n}") for s in SPACES for n in adjacent(s)}
        self.bridge = [boolean(f"bridge_{s}") for s in SPACES]
        self.spans = {
            (s, step): boolean(f"spans_{s}_{step}")
            for s in SPACES
            for step in (1, SIDE)
            if s - step in adjacent(s) and s + step in adjacent(s)
        }
        self.bridges = [boolean(f"bridges_{n}") for n in range(len(BRIDGE_POINTS))]

        self.pair = {(s, n): boolean(f"pair_{s}_{n}") for s in SPACES for n in adjacent(s) if n > s}
        self.block = {b: boolean(f"block_{b[0]}") for b in blocks()}
        self.grid_full = [boolean(f"grid_full{i}") for i in range(len(self.dice))]

        self.old_water = set(start.water)

    def _boolean(self, name: str) -> cp_model.IntVar:
        return self._model.new_bool_var(name)

    def lies(self, kind: str, space: int) -> Expr:
        """1 if a decoration of this kind lies on the space, wet or dry."""
        return self.dry[kind][space] + self.wet[kind][space]

    def kind_of(self, letter: str, i: int) -> str:
        """The kind that a letter of the i-th turn's dice becomes (J9)."""
        return "t" if letter == "T" and self.first_turn + i < FIRST_LATE_TURN else letter

    def drawn_by(self, i: int, spaces: Sequence[int]) -> Expr:
        """How many decorations the turns before the i-th to come put on these spaces."""
        wanted = set(spaces)
        return sum_of(
            [
                variable
                for turn in self.placed[:i]
                for option in turn
                for letter in option
                for s, variable in letter.items()
                if s in wanted
            ]
        )

    def ponds(self) -> Expr:
        """The number of new ponds (J5, J6): the Euler characteristic of the new water.

        With no diagonal contact it is spaces - adjacent pairs + full 2x2 blocks = ponds - rings,
        and rings are excluded. Old and new water never touch, so old spaces are left out.
        """
        old = self.old_water
        return (
            sum_of([self.water[s] for s in SPACES if s not in old])
            - sum_of([v for (s, _), v in self.pair.items() if s not in old])
            + sum_of([v for b, v in self.block.items() if b[0] not in old])
        )


class Constraints:
    """Adds the rules to a model, a method a rule. The docstrings give the ruling."""

    def __init__(self, model: cp_model.CpModel, variables: Variables) -> None:
        self._model = model
        self._v = variables

    def add_all(self) -> None:
        """Adds every rule but the exclusion of large rings, which is cut off when one appears."""
        self.one_thing_a_space()
        self.one_option_a_turn()
        self.decorations_come_from_the_dice()
        self.at_most_three_prunings()
        self.skip_only_when_forced()
        self.old_ponds_stay()
        self.no_diagonal_contact()
        self.at_most_one_pond_a_season()
        self.no_ring_around_one_or_two_spaces()
        self.lanterns_keep_their_distance()
        self.bamboo_has_company()
        self.rocks_stand_alone()
        self.moss_beside_water()
        self.bridges_connect_earth()

    def one_thing_a_space(self) -> None:
        """A space is earth or water, and empty or decorated once (J2)."""
        v = self._v
        for s in SPACES:
            self._model.add(v.earth[s] == v.bare[s] + sum_of(v.dry[k][s] for k in KINDS))
            self._model.add(v.water[s] == v.open_water[s] + sum_of(v.wet[k][s] for k in KINDS))
            self._model.add(v.earth[s] + v.water[s] == 1)

    def one_option_a_turn(self) -> None:
        """Each turn uses its roll in one way and draws all of it in its region (J2, J3)."""
        v = self._v
        for options, chosen, placed in zip(v.options, v.option, v.placed, strict=True):
            self._model.add_exactly_one(chosen)
            for option, use, letters in zip(options, chosen, placed, strict=True):
                for letter, spaces in zip(sorted(set(option.letters)), letters, strict=True):
                    number = option.letters.count(letter)
                    self._model.add(sum_of(spaces.values()) == number * use)
                    if number > 1:
                        for variable in spaces.values():
                            self._model.add_implication(variable, use)

    def decorations_come_from_the_dice(self) -> None:
        """What lies on a space was there at the start or is drawn there in one turn (J9)."""
        v = self._v
        sources: dict[tuple[str, int], list[cp_model.IntVar]] = {}
        for i, (options, placed) in enumerate(zip(v.options, v.placed, strict=True)):
            for option, letters in zip(options, placed, strict=True):
                for letter, spaces in zip(sorted(set(option.letters)), letters, strict=True):
                    for s, variable in spaces.items():
                        sources.setdefault((v.kind_of(letter, i), s), []).append(variable)
        for s in SPACES:
            old = v.start.decoration_at(s)
            for kind in KINDS:
                new = sum_of(sources.get((kind, s), []))
                self._model.add(v.lies(kind, s) == new + (1 if kind == old else 0))

    def at_most_three_prunings(self) -> None:
        """Three leaves in the whole game (J3)."""
        v = self._v
        self._model.add(self._prunings_before(len(v.dice)) <= MAX_PRUNINGS - v.start.prunings)

    def skip_only_when_forced(self) -> None:
        """A turn is skipped only if neither a prune nor a draw is possible (J4).

        No prune: three are used, or the grid is full. No draw: each cross of the roll has at most
        one empty space. That a turn with a possible move must not be skipped is this same rule read
        backwards, since every turn has one option.
        """
        v = self._v
        old = [s for s in SPACES if v.start.decoration_at(s)]
        for i, roll in enumerate(v.dice):
            skip = v.option[i][-1]
            full = v.grid_full[i]
            drawn_at_most = 2 * i
            crosses = sorted(set(roll.locations))
            if any(
                len(set(old) & set(CROSS[c])) + drawn_at_most < len(CROSS[c]) - 1 for c in crosses
            ):
                self._model.add(skip == 0)
                self._model.add(full == 0)
                continue
            everywhere = v.drawn_by(i, SPACES) + len(old)
            self._model.add(everywhere >= len(SPACES)).only_enforce_if(full)
            prunings = self._prunings_before(i) + v.start.prunings
            self._model.add(prunings + MAX_PRUNINGS * full >= MAX_PRUNINGS).only_enforce_if(skip)
            for c in crosses:
                occupied = v.drawn_by(i, CROSS[c]) + len(set(old) & set(CROSS[c]))
                self._model.add(occupied >= len(CROSS[c]) - 1).only_enforce_if(skip)

    def old_ponds_stay(self) -> None:
        """Traced water stays water, and no new pond has it around (J6); at the end none is new."""
        v = self._v
        for s in SPACES:
            if s in v.old_water:
                self._model.add(v.water[s] == 1)
            elif v.start.ponds_left == 0 or v.old_water & set(around(s)):
                self._model.add(v.water[s] == 0)

    def no_diagonal_contact(self) -> None:
        """Two water spaces never touch at a corner alone (J6)."""
        w = self._v.water
        for nw, ne, sw, se in blocks():
            self._model.add(w[nw] + w[se] - w[ne] - w[sw] <= 1)
            self._model.add(w[ne] + w[sw] - w[nw] - w[se] <= 1)

    def at_most_one_pond_a_season(self) -> None:
        """At most as many new ponds as seasons to come (J5)."""
        v = self._v
        for (s, n), pair in v.pair.items():
            self._both(pair, v.water[s], v.water[n])
        for (nw, ne, sw, se), block in v.block.items():
            self._both(block, v.pair[nw, ne], v.pair[sw, se])
            self._model.add_implication(block, v.pair[nw, sw])
            self._model.add_implication(block, v.pair[ne, se])
        self._model.add(v.ponds() <= v.start.ponds_left)
        self._model.add(v.ponds() >= 0)

    def no_ring_around_one_or_two_spaces(self) -> None:
        """The smallest rings (J6); `no_ring_around` cuts off larger ones when they appear."""
        for s in SPACES:
            self.no_ring_around([s])
            for n in adjacent(s):
                if n > s:
                    self.no_ring_around([s, n])

    def no_ring_around(self, inside: Sequence[int]) -> None:
        """If all neighbours of a connected set are water, so is the set (J6).

        Only for sets that do not touch the edge of the garden; others may be cut off.
        """
        if any(s // SIDE in (0, SIDE - 1) or s % SIDE in (0, SIDE - 1) for s in inside):
            return
        shore = {n for s in inside for n in adjacent(s)} - set(inside)
        w = self._v.water
        for s in inside:
            self._model.add(sum_of(w[n] for n in shore) - w[s] <= len(shore) - 1)

    def water_is(self, water: Sequence[int]) -> None:
        """Nothing but these spaces is water at the end."""
        for s in SPACES:
            self._model.add(self._v.water[s] == int(s in water))

    def lanterns_keep_their_distance(self) -> None:
        """A lantern scores on earth, with 3 spaces between it and every other (J7).

        Two adjacent spaces and all their neighbours are pairwise at distance 3 at most: one of them
        scores, and only if no other holds a lantern that does not.
        """
        v = self._v
        for s in SPACES:
            self._model.add(v.lantern[s] <= v.dry["L"][s])
        for s, n in v.pair:
            clique = sorted({s, n, *adjacent(s), *adjacent(n)})
            scoring = sum_of(v.lantern[m] for m in clique)
            for m in clique:
                self._model.add(scoring + v.lies("L", m) - v.lantern[m] <= 1)

    def bamboo_has_company(self) -> None:
        """Bamboo scores on earth beside any other bamboo (J8)."""
        v = self._v
        for s in SPACES:
            self._model.add(v.bamboo[s] <= v.dry["B"][s])
            self._model.add(v.bamboo[s] <= sum_of(v.lies("B", n) for n in adjacent(s)))

    def rocks_stand_alone(self) -> None:
        """A rock scores with no other rock around (J10)."""
        v = self._v
        for s in SPACES:
            self._model.add(v.dry_rock[s] <= v.dry["R"][s])
            self._model.add(v.wet_rock[s] <= v.wet["R"][s])
        for clique in blocks():
            scoring = sum_of(v.dry_rock[m] + v.wet_rock[m] for m in clique)
            for m in clique:
                idle = v.lies("R", m) - v.dry_rock[m] - v.wet_rock[m]
                self._model.add(scoring + idle <= 1)

    def moss_beside_water(self) -> None:
        """Moss on earth scores for each adjacent water space (J11)."""
        v = self._v
        for (s, n), side in v.moss.items():
            self._model.add_implication(side, v.dry["M"][s])
            self._model.add_implication(side, v.water[n])
        for s in SPACES:
            sides = sum_of(v.moss[s, n] for n in adjacent(s))
            self._model.add(sides <= min(3, len(adjacent(s))) * v.dry["M"][s])

    def bridges_connect_earth(self) -> None:
        """A bridge scores in water, between earth on an axis, with no bridge adjacent (J12)."""
        v = self._v
        for s in SPACES:
            axes = [v.spans[s, step] for step in (1, SIDE) if (s, step) in v.spans]
            self._model.add(v.bridge[s] <= v.wet["="][s])
            self._model.add(v.bridge[s] <= sum_of(axes))
            for n in adjacent(s):
                self._model.add(v.bridge[s] + v.lies("=", n) <= 1)
        for (s, step), spans in v.spans.items():
            self._model.add_implication(spans, v.earth[s - step])
            self._model.add_implication(spans, v.earth[s + step])
        self._model.add_exactly_one(v.bridges)
        counted = weighted(v.bridges, range(len(v.bridges)))
        self._model.add(counted <= sum_of(v.bridge))

    def _prunings_before(self, i: int) -> Expr:
        v = self._v
        return sum_of(
            [
                use
                for options, chosen in zip(v.options[:i], v.option[:i], strict=True)
                for option, use in zip(options, chosen, strict=True)
                if option.kind is MoveKind.PRUNE
            ]
        )

    def _both(self, both: cp_model.IntVar, first: cp_model.IntVar, second: cp_model.IntVar) -> None:
        self._model.add_implication(both, first)
        self._model.add_implication(both, second)
        self._model.add(both >= first + second - 1)


class Objective:
    """The points of the garden, a method a criterion."""

    def __init__(self, variables: Variables) -> None:
        self._v = variables

    def total(self) -> Expr:
        """All points (J7 to J14)."""
        return self.decorations() + self.bridges() + self.ponds() - self.penalty()

    def decorations(self) -> Expr:
        """Lanterns 3, bamboo 2, trees 1 or 2, rocks 1 or 2, moss 1 a side of water (J7 to J11)."""
        v = self._v
        return (
            3 * sum_of(v.lantern)
            + 2 * sum_of(v.bamboo)
            + sum_of(v.dry["t"])
            + 2 * sum_of(v.dry["T"])
            + sum_of(v.dry_rock)
            + 2 * sum_of(v.wet_rock)
            + sum_of(v.moss.values())
        )

    def bridges(self) -> Expr:
        """1, 4, 9, 15 for one to four (J12)."""
        return weighted(self._v.bridges, BRIDGE_POINTS)

    def ponds(self) -> Expr:
        """3 for each, old and new (J13)."""
        return 3 * self._v.ponds() + 3 * sum(bool(pond) for pond in self._v.start.ponds)

    def penalty(self) -> Expr:
        """1 for each bare earth space, wet lantern, bamboo, tree or moss, and dry bridge (J14)."""
        v = self._v
        return (
            sum_of(v.bare) + sum_of([x for k in DRY_KINDS for x in v.wet[k]]) + sum_of(v.dry["="])
        )


class Values(Protocol):
    """A value for every variable: CP-SAT's solver, its callback, or another solver's answer."""

    def boolean_value(self, variable: cp_model.IntVar, /) -> bool:
        """The value of one variable."""


class JardinModel:
    """Variables, constraints and objective for one start position and the rolls still to come."""

    def __init__(self, start: Position, dice: Sequence[Roll]) -> None:
        self.start = start
        self.model = cp_model.CpModel()
        self.variables = Variables(self.model, start, dice)
        self.constraints = Constraints(self.model, self.variables)
        self.constraints.add_all()
        self.total = Objective(self.variables).total()
        self.model.maximize(self.total)

    def at_least(self, points: int) -> None:
        """Only gardens worth so much are solutions."""
        self.model.add(self.total >= points)

    def hint(self, moves: Sequence[Move], final: Position) -> None:
        """Gives the solver a whole plan to begin with: a value for every variable."""
        self.model.clear_hints()
        for variable, value in self._assignment(moves, final):
            self.model.add_hint(variable, value)

    def moves_of(self, values: Values) -> list[Move]:
        """The plan of a solution, ponds given to the seasons to come in order of their first space.

        Not checked here: replaying it in the core is.
        """
        v = self.variables
        draws = iter([self._turn_of(i, values) for i in range(len(v.dice))])
        new_water = {s for s in SPACES if values.boolean_value(v.water[s])} - v.old_water
        ponds = iter([Move.pond(part) for part in components(new_water)])
        no_pond = Move.from_text("-")
        moves: list[Move] = []
        left = v.start.turns_left
        for decision in range(v.start.ponds_left, 0, -1):
            turns_after = 3 * (decision - 1)
            while left > turns_after:
                moves.append(next(draws))
                left -= 1
            moves.append(next(ponds, no_pond))
        return moves

    def rings_of(self, values: Values) -> list[list[int]]:
        """The parts of the earth that a solution's water encloses; none if it is a garden (J6)."""
        earth = {s for s in SPACES if not values.boolean_value(self.variables.water[s])}
        return [
            part
            for part in components(earth)
            if all(len(adjacent(s)) == 4 for s in part)  # none on the edge of the garden
        ]

    def _turn_of(self, i: int, values: Values) -> Move:
        v = self.variables
        o = next(o for o, use in enumerate(v.option[i]) if values.boolean_value(use))
        option = v.options[i][o]
        placings = [
            f"{letter}{s // SIDE + 1}{s % SIDE + 1}"
            for letter, spaces in zip(sorted(set(option.letters)), v.placed[i][o], strict=True)
            for s, variable in spaces.items()
            if values.boolean_value(variable)
        ]
        if option.kind is MoveKind.SKIP:
            return Move.from_text("X")
        head = f"{option.location}:" if option.kind is MoveKind.DRAW else "*"
        return Move.from_text(head + "+".join(placings))

    def _assignment(
        self, moves: Sequence[Move], final: Position
    ) -> Iterator[tuple[cp_model.IntVar, int]]:
        v = self.variables
        scoring = {rule: set(spaces) for rule, spaces in scoring_spaces(final).items()}
        water = set(final.water)
        held = {s: final.decoration_at(s) for s in SPACES}

        turns = [m for m in moves if m.kind not in (MoveKind.POND, MoveKind.NO_POND)]
        drawn = sum(kind is not None for s in SPACES if (kind := v.start.decoration_at(s)))
        for i, move in enumerate(turns):
            letters = "".join(sorted(letter for letter, _ in move.placings))
            used = Option(move.kind, move.location or 0, letters)
            for option, use, placed in zip(v.options[i], v.option[i], v.placed[i], strict=True):
                yield use, int(option == used)
                for letter, spaces in zip(sorted(set(option.letters)), placed, strict=True):
                    for s, variable in spaces.items():
                        yield variable, int(option == used and (letter, s) in move.placings)
            yield v.grid_full[i], int(drawn == len(SPACES))
            drawn += len(move.placings)

        for s in SPACES:
            wet = s in water
            yield v.earth[s], int(not wet)
            yield v.water[s], int(wet)
            yield v.bare[s], int(not wet and held[s] is None)
            yield v.open_water[s], int(wet and held[s] is None)
            for kind in KINDS:
                yield v.dry[kind][s], int(not wet and held[s] == kind)
                yield v.wet[kind][s], int(wet and held[s] == kind)
            yield v.lantern[s], int(s in scoring["lantern"])
            yield v.bamboo[s], int(s in scoring["bamboo"])
            yield v.dry_rock[s], int(not wet and s in scoring["rock"])
            yield v.wet_rock[s], int(wet and s in scoring["rock"])
            yield v.bridge[s], int(s in scoring["bridge"])
        for (s, n), side in v.moss.items():
            yield side, int(s in scoring["moss"] and n in water)
        for (s, step), spans in v.spans.items():
            yield spans, int(s - step not in water and s + step not in water)
        bridges = min(len(scoring["bridge"]), len(BRIDGE_POINTS) - 1)
        for n, counted in enumerate(v.bridges):
            yield counted, int(n == bridges)
        for (s, n), pair in v.pair.items():
            yield pair, int(s in water and n in water)
        for block, full in v.block.items():
            yield full, int(water.issuperset(block))
