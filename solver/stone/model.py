"""The most beautiful garden that tiles and stones allow, full or not, as a CP-SAT model.

Independent of the core on purpose: every rule of scoring is written here a second time, as linear
rows, and the two are held together by tests and by scoring every answer in the core. One rule, one
method.

The rows are chosen for their LP relaxation, which is where the bound comes from. Two things
make it: how neighbours meet is one choice for each pair (what connects them, surfaces and arcs on
both sides of the edge), so that fits, arcs and surfaces cannot be mixed to taste; and what stones
can be worth on given moss is counted beforehand (`worth`), because one by one their rules say
little.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ortools.sat.python import cp_model

from niwashi.solver.stone.geometry import (
    ARRANGEMENTS,
    BELOW,
    BESIDE,
    BOTTOM_ROW,
    DIAGONAL_POINTS,
    FIRST_SPACES,
    KNIGHT_POINTS,
    MIDDLE_COLUMN,
    NEIGHBOURS,
    RECTANGLES,
    ROWS,
    SPACES,
    UPPER_ROW,
    VERTICES,
    WIDTH,
    Arrangement,
)
from niwashi.solver.stone.supply import STONES, Card, Layout, Pattern, Supply
from niwashi.solver.stone.worth import frontier

CIRCLE_POINTS: Final = 8
SEMICIRCLE_POINTS: Final = 2
ENDS: Final = {
    "north": ("nw", "ne"),
    "east": ("ne", "se"),
    "south": ("sw", "se"),
    "west": ("nw", "sw"),
}

Expr = cp_model.LinearExpr
Pair = tuple[int, int]


def _sum(terms: Sequence[Expr]) -> Expr:
    total: Expr = cp_model.LinearExpr.sum(list(terms))
    return total


class Tag(NamedTuple):
    """What matters on one side of a tile besides its edge: surface, arcs at the two ends."""

    moss: bool
    arcs: tuple[bool, bool]


class Side(NamedTuple):
    """One side of a tile, ends in reading order."""

    edge: str
    tag: Tag


class Meeting(NamedTuple):
    """How two neighbours meet; a tag is None where no tile lies.

    `bond` is the edge they share, "" where they need none, None where they do not connect.
    """

    bond: str | None
    one: Tag | None
    other: Tag | None


def facing(pair: Pair) -> tuple[str, str]:
    """The sides that two neighbours turn to each other."""
    return ("east", "west") if pair[1] == pair[0] + 1 else ("south", "north")


def side_of(pattern: Pattern, name: str) -> Side:
    """One side of a pattern."""
    first, last = (corner in pattern.arcs for corner in ENDS[name])
    return Side(getattr(pattern, name), Tag(pattern.moss, (first, last)))


def meeting_of(one: Side | None, other: Side | None, beside: bool) -> Meeting:
    """How two sides meet (S3): connected by an equal edge, or beside each other by sand."""
    tags = one and one.tag, other and other.tag
    if one is None or other is None:
        return Meeting("", *tags)
    if beside and not one.tag.moss and not other.tag.moss:
        return Meeting("", *tags)
    return Meeting(one.edge if one.edge == other.edge else None, *tags)


class Variables:
    """Every variable of the model, by what it says. Spaces are 0 to 14, row by row.

    `tile[s][p]`: pattern p lies on the space; `empty[s]`, `sand[s]`, `moss[s]`: nothing, any sand,
    any moss does; `stone[t][s]`: stone t stands there.

    `meets[pair][meeting]`: two neighbours meet like that; `whole`: all tiles lie and all connect.
    `area[i]`: the i-th rectangle counts. `mirrored[pair][p]`: two spaces of a row both show p;
    `symmetric[row]`. `circle`, `semicircle` by vertex. `type_there[t]`. `arrangement[i]`: the i-th
    knight or diagonal counts. `horaisan`, `honourable`: by first space. `named`: the Name Garden is
    there. `at_most[i]`: the stones are worth no more than the i-th of `frontier` says.

    Only if a garden may be left unfinished, `root[s]`, `parent[s, n]`, `rank[s]`: the first tile,
    the tile that n was laid next to, an order of laying.
    """

    def __init__(
        self, model: cp_model.CpModel, supply: Supply, card: Card | None, partial: bool
    ) -> None:
        self.supply = supply
        self.card = card
        self.partial = partial
        self.patterns = supply.patterns
        numbers = range(len(self.patterns))
        boolean = model.new_bool_var

        self.tile = [[boolean(f"tile_{s}_{p}") for p in numbers] for s in SPACES]
        self.empty = [boolean(f"empty_{s}") for s in SPACES]
        self.sand = [boolean(f"sand_{s}") for s in SPACES]
        self.moss = [boolean(f"moss_{s}") for s in SPACES]
        self.stone = {t: [boolean(f"stone_{t}_{s}") for s in SPACES] for t in STONES}

        self.sides = {name: [side_of(p, name) for p in self.patterns] for name in ENDS}
        meetings = {way: self._meetings(way) for way in ("beside", "below")}
        self.meets = {
            pair: {m: boolean(f"meets_{pair}_{i}") for i, m in enumerate(meetings[way])}
            for way, pairs in (("beside", BESIDE), ("below", BELOW))
            for pair in pairs
        }
        self.whole = boolean("whole")
        self.area = [boolean(f"area_{i}") for i in range(len(RECTANGLES))]
        self.mirrored = {
            (WIDTH * row + c, WIDTH * row + WIDTH - 1 - c): [
                boolean(f"mirrored_{row}_{c}_{p}") for p in numbers
            ]
            for row in ROWS
            for c in (0, 1)
        }
        self.symmetric = [boolean(f"symmetric_{row}") for row in ROWS]
        self.circle = {v: boolean(f"circle_{v}") for v, at in VERTICES.items() if len(at) == 4}
        self.semicircle = {v: boolean(f"semicircle_{v}") for v in VERTICES}

        self.type_there = {t: boolean(f"type_{t}") for t in STONES}
        self.arrangement = [boolean(f"arrangement_{i}") for i in range(len(ARRANGEMENTS))]
        self.horaisan = {s: boolean(f"horaisan_{s}") for s in UPPER_ROW[:-1]}
        self.honourable = {s: boolean(f"honourable_{s}") for s in UPPER_ROW[:-2]}
        self.named = boolean("named")
        standing = {s: c.stone for s, c in enumerate(supply.laid) if c is not None and c.stone}
        self.frontier = frontier(supply.stones, standing, card)
        self.at_most = [boolean(f"at_most_{i}") for i in range(len(self.frontier))]

        ways = [way for a, b in NEIGHBOURS for way in ((a, b), (b, a))] if partial else []
        self.root = {s: boolean(f"root_{s}") for s in FIRST_SPACES} if partial else {}
        self.parent = {way: boolean(f"parent_{way}") for way in ways}
        self.rank = [model.new_int_var(0, 14, f"rank_{s}") for s in SPACES] if partial else []

    def laid(self, space: int) -> Expr:
        """1 if a tile lies on the space."""
        return 1 - self.empty[space]

    def stands(self, space: int) -> Expr:
        """1 if a stone stands on the space."""
        return _sum([self.stone[t][space] for t in STONES])

    def shows(self, space: int, test: Callable[[Pattern], bool]) -> Expr:
        """1 if the pattern on the space passes the test."""
        tiles = zip(self.patterns, self.tile[space], strict=True)
        return _sum([variable for pattern, variable in tiles if test(pattern)])

    def unconnected(self, pair: Pair) -> Expr:
        """1 if two neighbouring tiles do not connect."""
        return _sum([v for meeting, v in self.meets[pair].items() if meeting.bond is None])

    def both_arcs(self, pair: Pair, end: int) -> Expr:
        """1 if both tiles have an arc at the first or second end of the edge between them."""
        return _sum(
            [
                v
                for (_, one, other), v in self.meets[pair].items()
                if one is not None and other is not None and one.arcs[end] and other.arcs[end]
            ]
        )

    def _meetings(self, way: str) -> list[Meeting]:
        """All ways in which two neighbours of these patterns can meet."""
        nothing = [None] if self.partial else []
        names = facing(BESIDE[0] if way == "beside" else BELOW[0])
        ones, others = ({*self.sides[name], *nothing} for name in names)
        found = {meeting_of(a, b, way == "beside") for a in ones for b in others}
        return sorted(found, key=repr)


class Constraints:
    """Adds the rules to a model, a method a rule. The docstrings give the ruling."""

    def __init__(self, model: cp_model.CpModel, variables: Variables) -> None:
        self._model = model
        self._v = variables

    def add_all(self) -> None:
        """Adds every rule."""
        self.one_tile_a_space()
        self.tiles_come_from_the_supply()
        self.laid_tiles_and_stones_stay()
        self.all_spaces_or_connected_ones()
        self.stones_stand_on_tiles()
        self.stones_come_from_the_supply()
        self.stones_keep_apart_off_moss()
        self.one_boat()
        self.neighbours_meet()
        self.whole_garden_connects()
        self.largest_sand_rectangle()
        self.symmetric_rows()
        self.whirlpools()
        self.stone_types()
        self.knights_and_diagonals()
        self.horaisan()
        self.three_honourable_stones()
        self.name_garden()
        self.worth_of_stones()

    def one_tile_a_space(self) -> None:
        """A space is empty or shows one pattern, on sand or moss (S2)."""
        v = self._v
        for s in SPACES:
            self._model.add_exactly_one(v.empty[s], *v.tile[s])
            self._model.add(v.moss[s] == v.shows(s, lambda p: p.moss))
            self._model.add(v.sand[s] == v.shows(s, lambda p: not p.moss))

    def tiles_come_from_the_supply(self) -> None:
        """No tile is laid more often than there is, either way round (S2)."""
        v = self._v
        for faces, count in v.supply.kinds.items():
            if count < len(SPACES):
                self._model.add(_sum([v.tile[s][p] for s in SPACES for p in faces]) <= count)

    def laid_tiles_and_stones_stay(self) -> None:
        """What lies in the garden at the start lies there at the end, as it does."""
        v = self._v
        start = v.supply.layout_of(v.supply.start)
        for s, (pattern, stone) in enumerate(zip(*start, strict=True)):
            if pattern is not None:
                self._model.add(v.tile[s][pattern] == 1)
            if stone is not None:
                self._model.add(v.stone[stone][s] == 1)

    def all_spaces_or_connected_ones(self) -> None:
        """The garden is full, or each tile was laid in a corner or next to another one (S6).

        A full garden can always be laid that way, from any start.
        """
        v = self._v
        if not v.partial:
            for s in SPACES:
                self._model.add(v.empty[s] == 0)
            return
        old = [s for s in SPACES if v.supply.laid[s] is not None]
        self._model.add(_sum(list(v.root.values())) <= (0 if old else 1))
        for s in SPACES:
            sources = [p for (_, n), p in v.parent.items() if n == s]
            if s in v.root:
                sources.append(v.root[s])
            self._model.add(_sum(sources) == (0 if s in old else v.laid(s)))
        for (s, n), parent in v.parent.items():
            self._model.add_implication(parent, ~v.empty[s])
            self._model.add(v.rank[n] >= v.rank[s] + 1).only_enforce_if(parent)

    def stones_stand_on_tiles(self) -> None:
        """At most one stone on a tile, none off the tiles (S5)."""
        v = self._v
        for s in SPACES:
            self._model.add(v.stands(s) <= v.laid(s))

    def stones_come_from_the_supply(self) -> None:
        """As many of a type as the number of players gives (S5)."""
        v = self._v
        for t in STONES:
            self._model.add(_sum(v.stone[t]) <= v.supply.stones[t])

    def stones_keep_apart_off_moss(self) -> None:
        """No stone next to another unless both tiles are moss (S5)."""
        v = self._v
        for s, n in NEIGHBOURS:
            self._model.add(v.stands(s) + v.stands(n) <= 1 + v.moss[s])
            self._model.add(v.stands(s) + v.stands(n) <= 1 + v.moss[n])

    def one_boat(self) -> None:
        """At most one boat a player (S5)."""
        self._model.add(_sum(self._v.stone["B"]) <= 1)

    def neighbours_meet(self) -> None:
        """Two neighbours meet in one way, which says whether they connect (S3).

        What connects them by its edge is on both sides of it; surfaces and arcs are those of the
        tiles.
        """
        v = self._v
        for pair, meets in v.meets.items():
            self._model.add_exactly_one(meets.values())
            for i, (space, name) in enumerate(zip(pair, facing(pair), strict=True)):
                by_tag: dict[Tag | None, list[cp_model.IntVar]] = {}
                by_edge: dict[Side, list[cp_model.IntVar]] = {}
                for meeting, variable in meets.items():
                    tag = meeting.other if i else meeting.one
                    by_tag.setdefault(tag, []).append(variable)
                    if meeting.bond and tag is not None:
                        by_edge.setdefault(Side(meeting.bond, tag), []).append(variable)
                sides: dict[Side, list[cp_model.IntVar]] = {}
                tags: dict[Tag | None, list[cp_model.IntVar]] = {None: [v.empty[space]]}
                for side, tile in zip(v.sides[name], v.tile[space], strict=True):
                    sides.setdefault(side, []).append(tile)
                    tags.setdefault(side.tag, []).append(tile)
                for seen, ways in by_tag.items():
                    self._model.add(_sum(ways) == _sum(tags[seen]))
                for side, ways in by_edge.items():
                    self._model.add(_sum(ways) <= _sum(sides[side]))

    def whole_garden_connects(self) -> None:
        """The bonus needs all 15 tiles and no unconnected pair (S13)."""
        v = self._v
        for s in SPACES:
            self._model.add_implication(v.whole, ~v.empty[s])
        for pair in NEIGHBOURS:
            self._model.add(v.whole + v.unconnected(pair) <= 1)

    def largest_sand_rectangle(self) -> None:
        """One rectangle counts, and it is all sand (S13)."""
        v = self._v
        self._model.add_at_most_one(v.area)
        for s in SPACES:
            over = [a for r, a in zip(RECTANGLES, v.area, strict=True) if s in r]
            self._model.add(_sum(over) <= v.sand[s])

    def symmetric_rows(self) -> None:
        """Columns 1 and 5 of the row show the same pattern, 2 and 4 too (S13)."""
        v = self._v
        for (s, n), same in v.mirrored.items():
            for p, both in enumerate(same):
                self._model.add_implication(both, v.tile[s][p])
                self._model.add_implication(both, v.tile[n][p])
            self._model.add(v.symmetric[s // WIDTH] <= _sum(same))
        # Follows from the supply: of 5 tiles there are 2 pairs at most.
        for faces, count in v.supply.kinds.items():
            pairs = [same[p] for same in v.mirrored.values() for p in faces]
            if count // 2 < len(v.mirrored):
                self._model.add(_sum(pairs) <= count // 2)

    def whirlpools(self) -> None:
        """A circle of four arcs at a vertex, or a semicircle of two neighbouring ones (S4)."""
        v = self._v
        for vertex, tiles in VERTICES.items():
            both = [
                v.both_arcs((tiles[one][0], tiles[other][0]), end)
                for one, other, end in (
                    ("nw", "ne", 1),
                    ("sw", "se", 0),
                    ("nw", "sw", 1),
                    ("ne", "se", 0),
                )
                if one in tiles and other in tiles
            ]
            half = v.semicircle[vertex]
            if vertex not in v.circle:
                self._model.add(half <= _sum(both))
                continue
            circle = v.circle[vertex]
            for arcs in both:
                self._model.add(circle <= arcs)
            self._model.add(half + 4 * circle <= _sum(both))
            # The same from the tiles, for the LP: of each diagonal one, or both.
            for diagonal in (("nw", "se"), ("ne", "sw")):
                there = [self._has_arc(*tiles[side]) for side in diagonal]
                self._model.add(half + 2 * circle <= _sum(there))

    def _has_arc(self, space: int, corner: str) -> Expr:
        return self._v.shows(space, lambda pattern: corner in pattern.arcs)

    def stone_types(self) -> None:
        """A type counts if there is one of it (S13)."""
        v = self._v
        for t in STONES:
            self._model.add(v.type_there[t] <= _sum(v.stone[t]))

    def knights_and_diagonals(self) -> None:
        """Their stones and no other in the block; each stone for one of them at most (S14)."""
        v = self._v
        for (_, stones, free), chosen in zip(ARRANGEMENTS, v.arrangement, strict=True):
            for s in stones:
                self._model.add(chosen <= v.stands(s))
            for s in free:
                self._model.add(chosen + v.stands(s) <= 1)
        for s in SPACES:
            self._model.add_at_most_one(
                chosen
                for (_, stones, _), chosen in zip(ARRANGEMENTS, v.arrangement, strict=True)
                if s in stones
            )

    def horaisan(self) -> None:
        """Two L side by side in row 1, both on moss, once (S14)."""
        v = self._v
        self._model.add_at_most_one(v.horaisan.values())
        for first, there in v.horaisan.items():
            for s in (first, first + 1):
                self._model.add_implication(there, v.stone["L"][s])
                self._model.add_implication(there, v.moss[s])

    def three_honourable_stones(self) -> None:
        """S, L, S on neighbouring spaces of row 1, all on moss, once (S14)."""
        v = self._v
        self._model.add_at_most_one(v.honourable.values())
        for first, there in v.honourable.items():
            for i, t in enumerate("SLS"):
                self._model.add_implication(there, v.stone[t][first + i])
                self._model.add_implication(there, v.moss[first + i])

    def name_garden(self) -> None:
        """The card's stones stand where it shows them (S15)."""
        v = self._v
        if v.card is None:
            self._model.add(v.named == 0)
            return
        for s, mark in v.card.stones.items():
            self._model.add(v.named <= (v.stands(s) if mark == "*" else v.stone[mark][s]))

    def worth_of_stones(self) -> None:
        """Follows from the rules above (S5, S13 to S15), and is what the bound rests on."""
        v = self._v
        self._model.add_exactly_one(v.at_most)
        for s in SPACES:
            needing = [
                chosen for (moss, _), chosen in zip(v.frontier, v.at_most, strict=True) if s in moss
            ]
            self._model.add(_sum(needing) <= v.moss[s])
        worth = cp_model.LinearExpr.weighted_sum(v.at_most, [points for _, points in v.frontier])
        self._model.add(Objective(v, 0).stones() <= worth)


class Objective:
    """The points of the garden, a method a criterion."""

    def __init__(self, variables: Variables, virtue: int) -> None:
        self._v = variables
        self._virtue = virtue

    def total(self) -> Expr:
        """All points (S13 to S16)."""
        return _sum(list(self.criteria().values()))

    def criteria(self) -> dict[str, Expr]:
        """By the names of the core's breakdown."""
        return {
            "sand": self.sand(),
            "moss": self.moss(),
            "symmetry": self.symmetry(),
            "whirlpool": self.whirlpool(),
            "pattern": self.pattern(),
            "connected": self.connected(),
            "stone_types": self.stone_types(),
            "knight": self.knight(),
            "diagonal": self.diagonal(),
            "horaisan": self.horaisan(),
            "three_honourable": self.three_honourable(),
            "reclining": self.reclining(),
            "boat": self.boat(),
            "name_garden": self.name_garden(),
            "virtue": self.virtue(),
        }

    def stones(self) -> Expr:
        """All points of stones, the Name Garden's too (S13 to S15)."""
        names = "stone_types knight diagonal horaisan three_honourable reclining boat name_garden"
        criteria = self.criteria()
        return _sum([criteria[name] for name in names.split()])

    def sand(self) -> Expr:
        """The area of the rectangle that counts (S13)."""
        v = self._v
        return cp_model.LinearExpr.weighted_sum(v.area, [len(r) for r in RECTANGLES])

    def moss(self) -> Expr:
        """2 a tile (S13)."""
        return 2 * _sum(self._v.moss)

    def symmetry(self) -> Expr:
        """5 a row (S13)."""
        return 5 * _sum(self._v.symmetric)

    def whirlpool(self) -> Expr:
        """8 a circle, 2 a semicircle (S4)."""
        v = self._v
        circles, semicircles = list(v.circle.values()), list(v.semicircle.values())
        return CIRCLE_POINTS * _sum(circles) + SEMICIRCLE_POINTS * _sum(semicircles)

    def pattern(self) -> Expr:
        """-2 an unconnected pair (S13)."""
        return -2 * _sum([self._v.unconnected(pair) for pair in NEIGHBOURS])

    def connected(self) -> Expr:
        """7 for a full garden without any (S13)."""
        return 7 * self._v.whole

    def stone_types(self) -> Expr:
        """2 a type (S13)."""
        return 2 * _sum(list(self._v.type_there.values()))

    def knight(self) -> Expr:
        """5 each (S14)."""
        return self._arranged(KNIGHT_POINTS)

    def diagonal(self) -> Expr:
        """7 each (S14)."""
        return self._arranged(DIAGONAL_POINTS)

    def horaisan(self) -> Expr:
        """10, once (S14)."""
        return 10 * _sum(list(self._v.horaisan.values()))

    def three_honourable(self) -> Expr:
        """15, once (S14)."""
        return 15 * _sum(list(self._v.honourable.values()))

    def reclining(self) -> Expr:
        """3 for each R in the middle column (S14)."""
        return 3 * _sum([self._v.stone["R"][s] for s in MIDDLE_COLUMN])

    def boat(self) -> Expr:
        """3 for the boat in the bottom row (S14)."""
        return 3 * _sum([self._v.stone["B"][s] for s in BOTTOM_ROW])

    def name_garden(self) -> Expr:
        """The card's own points (S15)."""
        v = self._v
        return (v.card.points if v.card is not None else 0) * v.named

    def virtue(self) -> Expr:
        """1 each (S16)."""
        return cp_model.LinearExpr.sum([self._virtue])

    def _arranged(self, points: int) -> Expr:
        v = self._v
        chosen = zip(ARRANGEMENTS, v.arrangement, strict=True)
        return points * _sum([variable for (worth, _, _), variable in chosen if worth == points])


class GardenModel:
    """Variables, constraints and objective for one supply of tiles and stones."""

    def __init__(
        self, supply: Supply, card: Card | None = None, virtue: int = 6, partial: bool = False
    ) -> None:
        self.supply = supply
        self.model = cp_model.CpModel()
        self.variables = Variables(self.model, supply, card, partial)
        self.constraints = Constraints(self.model, self.variables)
        self.constraints.add_all()
        self.objective = Objective(self.variables, virtue)
        self.model.maximize(self.objective.total())

    def hint(self, layout: Layout) -> None:
        """Gives the solver a whole garden to begin with: a value for every variable."""
        self.model.clear_hints()
        for variable, value in self.assignment(layout):
            self.model.add_hint(variable, value)

    def layout_of(self, values: "cp_model.CpSolver | cp_model.CpSolverSolutionCallback") -> Layout:
        """The garden of a solution."""
        v = self.variables
        layout = Layout([], [])
        for s in SPACES:
            shown = [p for p, tile in enumerate(v.tile[s]) if values.boolean_value(tile)]
            standing = [t for t in STONES if values.boolean_value(v.stone[t][s])]
            layout.patterns.append(shown[0] if shown else None)
            layout.stones.append(standing[0] if standing else None)
        return layout

    def assignment(self, layout: Layout) -> Iterator[tuple[cp_model.IntVar, int]]:
        """Every variable with its value in a garden, the criteria at their best."""
        v = self.variables
        shown = [None if p is None else v.patterns[p] for p in layout.patterns]
        moss = {s for s in SPACES if (face := shown[s]) is not None and face.moss}
        sand = {s for s in SPACES if shown[s] is not None} - moss
        for s in SPACES:
            for p, tile in enumerate(v.tile[s]):
                yield tile, int(layout.patterns[s] == p)
            yield v.empty[s], int(shown[s] is None)
            yield v.sand[s], int(s in sand)
            yield v.moss[s], int(s in moss)
            for t in STONES:
                yield v.stone[t][s], int(layout.stones[s] == t)

        unconnected = False
        for pair, meets in v.meets.items():
            one, other = (
                None if (shown_here := layout.patterns[s]) is None else v.sides[name][shown_here]
                for s, name in zip(pair, facing(pair), strict=True)
            )
            seen = meeting_of(one, other, pair in BESIDE)
            unconnected |= seen.bond is None
            for meeting, variable in meets.items():
                yield variable, int(meeting == seen)
        yield v.whole, int(None not in shown and not unconnected)

        largest = max((r for r in RECTANGLES if sand.issuperset(r)), key=len, default=None)
        for rectangle, counts in zip(RECTANGLES, v.area, strict=True):
            yield counts, int(rectangle == largest)
        symmetric = [True] * len(ROWS)
        for (s, n), same in v.mirrored.items():
            equal = shown[s] is not None and layout.patterns[s] == layout.patterns[n]
            symmetric[s // WIDTH] &= equal
            for p, both in enumerate(same):
                yield both, int(equal and layout.patterns[s] == p)
        for row in ROWS:
            yield v.symmetric[row], int(symmetric[row])
        for vertex, tiles in VERTICES.items():
            arcs = {
                side
                for side, (s, corner) in tiles.items()
                if (face := shown[s]) is not None and corner in face.arcs
            }
            if vertex in v.circle:
                yield v.circle[vertex], int(len(arcs) == 4)
            half = bool(arcs & {"nw", "se"}) and bool(arcs & {"ne", "sw"})
            yield v.semicircle[vertex], int(half and len(arcs) < 4)
        yield from self._stones_assigned(layout.stones, moss)
        yield from self._laying_assigned([s for s in SPACES if shown[s] is not None])

    def _stones_assigned(
        self, stones: Sequence[str | None], moss: set[int]
    ) -> Iterator[tuple[cp_model.IntVar, int]]:
        v = self.variables
        standing = {s for s in SPACES if stones[s]}
        upper = "".join(stones[s] or "." if s in moss else "." for s in UPPER_ROW)
        points = 0
        for t in STONES:
            yield v.type_there[t], int(t in stones)
            points += 2 * (t in stones)
        there = [a for a in ARRANGEMENTS if standing.issuperset(a.stones)]
        arranged = best_choice([a for a in there if standing.isdisjoint(a.free)])
        points += sum(a.points for a in arranged)
        for arrangement, chosen in zip(ARRANGEMENTS, v.arrangement, strict=True):
            yield chosen, int(arrangement in arranged)
        for text, worth, places in (("LL", 10, v.horaisan), ("SLS", 15, v.honourable)):
            points += worth * (text in upper)
            for first, counts in places.items():
                yield counts, int(first == upper.find(text))
        points += 3 * sum(stones[s] == "R" for s in MIDDLE_COLUMN)
        points += 3 * sum(stones[s] == "B" for s in BOTTOM_ROW)
        named = v.card is not None and v.card.is_shown(stones)
        points += v.card.points if v.card is not None and named else 0
        yield v.named, int(named)
        bound = next(i for i, (m, p) in enumerate(v.frontier) if moss.issuperset(m) and p >= points)
        for i, chosen in enumerate(v.at_most):
            yield chosen, int(i == bound)

    def _laying_assigned(self, laid: list[int]) -> Iterator[tuple[cp_model.IntVar, int]]:
        v = self.variables
        if not v.partial:
            return
        order = laying_order(self.supply, laid)
        for s, root in v.root.items():
            yield root, int(bool(order) and order[0] == (None, s))
        for way, parent in v.parent.items():
            yield parent, int(way in order)
        ranks = {s: i for i, (_, s) in enumerate(order, start=1)}
        for s, rank in enumerate(v.rank):
            yield rank, ranks.get(s, 0)


def best_choice(there: Sequence[Arrangement]) -> list[Arrangement]:
    """The arrangements worth most that share no stone (S14)."""
    best: list[Arrangement] = []
    for i, arrangement in enumerate(there):
        used = set(arrangement.stones)
        rest = best_choice([a for a in there[i + 1 :] if used.isdisjoint(a.stones)])
        best = max(best, [arrangement, *rest], key=lambda choice: sum(a.points for a in choice))
    return best


def laying_order(supply: Supply, laid: Sequence[int]) -> list[tuple[int | None, int]]:
    """The new tiles in an order that S6 allows, each with a neighbour that lies before it."""
    reached = [s for s in SPACES if supply.laid[s] is not None]
    order: list[tuple[int | None, int]] = []
    if not reached:
        reached = [s for s in FIRST_SPACES if s in laid][:1]
        order += [(None, s) for s in reached]
    for s in reached:  # it grows
        for one, other in NEIGHBOURS:
            for near, n in ((one, other), (other, one)):
                if near == s and n in laid and n not in reached:
                    reached.append(n)
                    order.append((s, n))
    return order
