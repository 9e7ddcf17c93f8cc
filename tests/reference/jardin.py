"""Jardín Japonés, written from the rules alone: slow, plain, and meant to be checked by eye.

It is an oracle for the fast core, so it shares nothing with it: spaces are (row, column) pairs,
gardens are dictionaries, and each rule is one function whose docstring names its ruling.
All input and output uses the text notations of the rules. Whatever is unreadable or illegal
raises `ValueError`.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations

Space = tuple[int, int]
Placement = tuple[str, Space]

SIZE = 6
NUMBERS = range(1, SIZE + 1)
GRID = frozenset((row, column) for row in NUMBERS for column in NUMBERS)

MOVE_LETTERS = "LBTRM="
POSITION_LETTERS = "LBtTRM="
DEFAULT_FACES = "LBTRM="
MAX_PRUNINGS = 3

SEASON_OF_POND_CLOCK = {"3p": 1, "6p": 2, "9p": 3, "12p": 4}
CLOCKS = (
    *("1", "2", "3", "3p"),
    *("4", "5", "6", "6p"),
    *("7", "8", "9", "9p"),
    *("10", "11", "12", "12p"),
    "end",
)


@dataclass(frozen=True)
class Garden:
    """One player's position: what the position text says, and nothing more."""

    decorations: dict[Space, str]
    ponds: dict[Space, int]
    clock: str
    prunings: int


def start() -> Garden:
    """The empty garden before the first turn."""
    return Garden({}, {}, "1", 0)


# --- Geometry ------------------------------------------------------------------------------------


def adjacent(space: Space) -> set[Space]:
    """The orthogonal neighbours of a space that lie on the grid."""
    row, column = space
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return {other for other in beside if other in GRID}


def around(space: Space) -> set[Space]:
    """All neighbours of a space that lie on the grid, the diagonal ones too."""
    row, column = space
    block = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return {other for other in block if other in GRID and other != space}


def cross(number: int) -> set[Space]:
    """J2: the spaces of row `number` and of column `number`."""
    return {(row, column) for row, column in GRID if number in (row, column)}


def reachable(origins: AbstractSet[Space], inside: AbstractSet[Space]) -> set[Space]:
    """The spaces of `inside` that orthogonal steps within `inside` reach from `origins`."""
    reached = {space for space in origins if space in inside}
    waiting = list(reached)
    while waiting:
        for neighbour in adjacent(waiting.pop()):
            if neighbour in inside and neighbour not in reached:
                reached.add(neighbour)
                waiting.append(neighbour)
    return reached


# --- Position text -------------------------------------------------------------------------------


def read(text: str) -> Garden:
    """The garden of a position text; `ValueError` unless the text is exactly as the rules say."""
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError(f"a position has four fields separated by one space: {text!r}")
    decoration_text, pond_text, clock, pruning_text = fields
    decorations = read_grid(decoration_text, POSITION_LETTERS)
    ponds = {space: int(digit) for space, digit in read_grid(pond_text, "1234").items()}
    if clock not in CLOCKS:
        raise ValueError(f"not a clock: {clock!r}")
    if pruning_text not in ("0", "1", "2", "3"):
        raise ValueError(f"not a number of prunings: {pruning_text!r}")
    garden = Garden(decorations, ponds, clock, int(pruning_text))
    check_ponds(garden)
    check_trees(garden)
    return garden


def read_grid(text: str, letters: str) -> dict[Space, str]:
    """The marked spaces of one grid field: six rows of six characters joined by slashes."""
    rows = text.split("/")
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise ValueError(f"a grid has six rows of six spaces: {text!r}")
    marks: dict[Space, str] = {}
    for row, column in GRID:
        mark = rows[row - 1][column - 1]
        if mark == ".":
            continue
        if mark not in letters:
            raise ValueError(f"not a letter of this grid: {mark!r}")
        marks[(row, column)] = mark
    return marks


def check_ponds(garden: Garden) -> None:
    """J5, J6: each pond's season is over, and the water can have been traced pond by pond."""
    over = seasons_with_pond_decided(garden.clock)
    traced = Garden({}, {}, garden.clock, 0)
    for season in sorted(set(garden.ponds.values())):
        if season not in over:
            raise ValueError(f"pond {season} belongs to a season that is not over")
        pond = {space for space, number in garden.ponds.items() if number == season}
        if not is_legal_pond(traced, pond):
            raise ValueError(f"pond {season} is not a legal pond")
        traced = Garden({}, traced.ponds | dict.fromkeys(pond, season), garden.clock, 0)


def check_trees(garden: Garden) -> None:
    """J9: a tree of spring or summer cannot stand before turn 7 is drawn."""
    turn_7_drawn = CLOCKS.index(garden.clock) > CLOCKS.index("7")
    if "T" in garden.decorations.values() and not turn_7_drawn:
        raise ValueError("a spring or summer tree before turn 7 is drawn")


def seasons_with_pond_decided(clock: str) -> set[int]:
    """J5: the seasons whose pond decision lies before this clock."""
    now = CLOCKS.index(clock)
    return {
        season
        for pond_clock, season in SEASON_OF_POND_CLOCK.items()
        if CLOCKS.index(pond_clock) < now
    }


def write(garden: Garden) -> str:
    """The position text of a garden."""
    decorations = write_grid(garden.decorations)
    ponds = write_grid({space: str(number) for space, number in garden.ponds.items()})
    return f"{decorations} {ponds} {garden.clock} {garden.prunings}"


def write_grid(marks: dict[Space, str]) -> str:
    """One grid field."""
    return "/".join("".join(marks.get((row, column), ".") for column in NUMBERS) for row in NUMBERS)


# --- Scoring -------------------------------------------------------------------------------------


def score(garden: Garden) -> dict[str, int]:
    """Points by criterion and in all; the penalty is zero or negative."""
    points = {
        "lantern": lantern_points(garden),
        "bamboo": bamboo_points(garden),
        "tree": tree_points(garden),
        "rock": rock_points(garden),
        "moss": moss_points(garden),
        "bridge": bridge_points(garden),
        "pond": pond_points(garden),
        "penalty": penalty_points(garden),
    }
    points["total"] = sum(points.values())
    return points


def is_water(garden: Garden, space: Space) -> bool:
    return space in garden.ponds


def is_earth(garden: Garden, space: Space) -> bool:
    return space in GRID and space not in garden.ponds


def spaces_with(garden: Garden, letter: str) -> set[Space]:
    """All spaces that hold this decoration, on earth or on water."""
    return {space for space, mark in garden.decorations.items() if mark == letter}


def lantern_points(garden: Garden) -> int:
    """J7: 3 for a lantern on earth that is at least 4 steps from every other, wet ones too."""
    lanterns = spaces_with(garden, "L")
    points = 0
    for lantern in lanterns:
        far_enough = all(
            abs(lantern[0] - other[0]) + abs(lantern[1] - other[1]) >= 4
            for other in lanterns - {lantern}
        )
        if is_earth(garden, lantern) and far_enough:
            points += 3
    return points


def bamboo_points(garden: Garden) -> int:
    """J8: 2 for a bamboo on earth beside any other bamboo, wet ones too."""
    bamboos = spaces_with(garden, "B")
    points = 0
    for bamboo in bamboos:
        if is_earth(garden, bamboo) and adjacent(bamboo) & bamboos:
            points += 2
    return points


def tree_points(garden: Garden) -> int:
    """J9: on earth, 1 for a tree of autumn or winter and 2 for one of spring or summer."""
    points = 0
    for letter, value in (("t", 1), ("T", 2)):
        for tree in spaces_with(garden, letter):
            if is_earth(garden, tree):
                points += value
    return points


def rock_points(garden: Garden) -> int:
    """J10: with no other rock around, 1 on earth and 2 on water."""
    rocks = spaces_with(garden, "R")
    points = 0
    for rock in rocks:
        if not around(rock) & rocks:
            points += 2 if is_water(garden, rock) else 1
    return points


def moss_points(garden: Garden) -> int:
    """J11: on earth, 1 for each adjacent water space."""
    points = 0
    for moss in spaces_with(garden, "M"):
        if is_earth(garden, moss):
            points += sum(1 for space in adjacent(moss) if is_water(garden, space))
    return points


def bridge_points(garden: Garden) -> int:
    """J12: 1, 4, 9, 15 in all for one to four scoring bridges; more give no more."""
    scoring = [bridge for bridge in spaces_with(garden, "=") if bridge_scores(garden, bridge)]
    return [0, 1, 4, 9, 15][min(len(scoring), 4)]


def bridge_scores(garden: Garden, bridge: Space) -> bool:
    """J12: on water, earth at both ends of one axis, and no bridge of any kind beside it."""
    row, column = bridge
    spans_column = is_earth(garden, (row - 1, column)) and is_earth(garden, (row + 1, column))
    spans_row = is_earth(garden, (row, column - 1)) and is_earth(garden, (row, column + 1))
    alone = not adjacent(bridge) & spaces_with(garden, "=")
    return is_water(garden, bridge) and (spans_column or spans_row) and alone


def pond_points(garden: Garden) -> int:
    """J13: 3 for each pond."""
    return 3 * len(set(garden.ponds.values()))


def penalty_points(garden: Garden) -> int:
    """J14: -1 for each bare earth space and for each decoration out of place."""
    penalty = 0
    for space in GRID:
        decoration = garden.decorations.get(space)
        if is_earth(garden, space):
            # An earth space counts once at most: it is either bare or holds a stranded bridge.
            if decoration is None or decoration == "=":
                penalty -= 1
        elif decoration in ("L", "B", "t", "T", "M"):
            penalty -= 1
    return penalty


def solo_rank(points: int) -> int:
    """J16: the rank of a solo game, from 0 (up to 19 points) to 5 (61 and more)."""
    rank = 0
    for least in (20, 31, 41, 51, 61):
        if points >= least:
            rank += 1
    return rank


def standings(results: list[tuple[int, int]]) -> list[int]:
    """J15: the place of each (points, prunings), in the order given; ties share a place."""
    places = []
    for points, prunings in results:
        better = [
            (other_points, other_prunings)
            for other_points, other_prunings in results
            if other_points > points or (other_points == points and other_prunings < prunings)
        ]
        places.append(1 + len(better))
    return places


# --- Dice ----------------------------------------------------------------------------------------


def rolls() -> dict[str, int]:
    """J1: the 56 different rolls of three identical dice; of 216 throws, how many give each."""
    weights: dict[str, int] = {}
    for dice in combinations_with_replacement("123456", 3):
        weights["".join(dice)] = len(set(permutations(dice)))
    return weights


def read_roll(text: str) -> list[int]:
    """The three numbers of a roll, ascending; the text may name them in any order."""
    if len(text) != 3 or any(die not in "123456" for die in text):
        raise ValueError(f"not a roll: {text!r}")
    return sorted(int(die) for die in text)


def check_faces(faces: str) -> None:
    """J1: the faces are the six decorations in some order."""
    if sorted(faces) != sorted(MOVE_LETTERS):
        raise ValueError(f"not an order of the six faces: {faces!r}")


# --- Move text -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draw:
    """J2: two decorations drawn at a location."""

    location: int
    placements: tuple[Placement, Placement]


@dataclass(frozen=True)
class Prune:
    """J3: one decoration drawn anywhere."""

    placement: Placement


@dataclass(frozen=True)
class Skip:
    """J4: nothing drawn."""


@dataclass(frozen=True)
class Pond:
    """J6: a pond traced."""

    spaces: frozenset[Space]


@dataclass(frozen=True)
class NoPond:
    """J5: no pond this season."""


Move = Draw | Prune | Skip | Pond | NoPond


def read_move(text: str) -> Move:
    """The move of a text. Whether the move is legal depends on the garden and is not asked here."""
    if text == "X":
        return Skip()
    if text == "-":
        return NoPond()
    if text.startswith("*"):
        return Prune(read_placement(text[1:]))
    if text.startswith("~"):
        spaces = [read_space(part) for part in text[1:].split(",")]
        if len(set(spaces)) != len(spaces):
            raise ValueError(f"a pond names a space twice: {text!r}")
        return Pond(frozenset(spaces))
    if len(text) == 9 and text[0] in "123456" and text[1] == ":" and text[5] == "+":
        first, second = read_placement(text[2:5]), read_placement(text[6:])
        if first[1] == second[1]:
            raise ValueError(f"two decorations on one space: {text!r}")
        return Draw(int(text[0]), (first, second))
    raise ValueError(f"not a move: {text!r}")


def read_placement(text: str) -> Placement:
    """A decoration letter and a space."""
    if len(text) != 3 or text[0] not in MOVE_LETTERS:
        raise ValueError(f"not a decoration and a space: {text!r}")
    return text[0], read_space(text[1:])


def read_space(text: str) -> Space:
    """A space named by its row and its column."""
    if len(text) != 2 or any(digit not in "123456" for digit in text):
        raise ValueError(f"not a space: {text!r}")
    return int(text[0]), int(text[1])


def write_move(move: Move) -> str:
    """The canonical text of a move."""
    match move:
        case Draw(location, placements):
            # The order is that of the letters in the notation, never that of the dice's faces.
            ordered = sorted(placements, key=lambda place: (MOVE_LETTERS.index(place[0]), place[1]))
            return f"{location}:" + "+".join(write_placement(place) for place in ordered)
        case Prune(placement):
            return "*" + write_placement(placement)
        case Skip():
            return "X"
        case Pond(spaces):
            return "~" + ",".join(write_space(space) for space in sorted(spaces))
        case NoPond():
            return "-"


def write_placement(placement: Placement) -> str:
    letter, space = placement
    return letter + write_space(space)


def write_space(space: Space) -> str:
    return f"{space[0]}{space[1]}"


def canonical_move(text: str) -> str:
    """The same move as the writers print it."""
    return write_move(read_move(text))


# --- Turns ---------------------------------------------------------------------------------------


def empty_spaces(garden: Garden) -> set[Space]:
    """The spaces that can take a decoration, on earth or on water."""
    return {space for space in GRID if space not in garden.decorations}


def draws(garden: Garden, dice: list[int], faces: str) -> set[str]:
    """J2: one die is the location; both others are drawn on different empty spaces of its cross."""
    moves: set[str] = set()
    for chosen in range(3):
        location = dice[chosen]
        letters = [faces[dice[other] - 1] for other in range(3) if other != chosen]
        empty = empty_spaces(garden) & cross(location)
        for first in empty:
            for second in empty:
                if first != second:
                    draw = Draw(location, ((letters[0], first), (letters[1], second)))
                    # Equal dice and equal decorations lead here twice with the same text: the
                    # set keeps one, because it is one move.
                    moves.add(write_move(draw))
    return moves


def prunes(garden: Garden, dice: list[int], faces: str) -> set[str]:
    """J3: one die's decoration on any empty space, while prunings are left."""
    moves: set[str] = set()
    if garden.prunings < MAX_PRUNINGS:
        for die in dice:
            for space in empty_spaces(garden):
                moves.add(write_move(Prune((faces[die - 1], space))))
    return moves


def must_skip(garden: Garden, dice: list[int]) -> bool:
    """J4: no pruning is possible, and every location has fewer than two empty spaces."""
    empty = empty_spaces(garden)
    can_prune = garden.prunings < MAX_PRUNINGS and len(empty) > 0
    can_draw = any(len(empty & cross(location)) >= 2 for location in dice)
    return not can_prune and not can_draw


def is_pond_clock(garden: Garden) -> bool:
    """J5: the pond decision comes next."""
    return garden.clock in SEASON_OF_POND_CLOCK


def legal_moves(garden: Garden, roll: str | None, faces: str = DEFAULT_FACES) -> set[str]:
    """The canonical texts of all moves; after the end there are none.

    A turn needs its roll; a pond decision has none, and lists every pond, so it is only for
    gardens with room for few.
    """
    check_faces(faces)
    check_roll_belongs(garden, roll)
    if garden.clock == "end":
        return set()
    if roll is None:
        return {write_move(NoPond())} | {write_move(Pond(pond)) for pond in legal_ponds(garden)}
    dice = read_roll(roll)
    if must_skip(garden, dice):
        return {write_move(Skip())}
    return draws(garden, dice, faces) | prunes(garden, dice, faces)


def check_roll_belongs(garden: Garden, roll: str | None) -> None:
    """A turn has a roll; a pond decision and the end have none."""
    is_turn = garden.clock != "end" and not is_pond_clock(garden)
    if is_turn and roll is None:
        raise ValueError(f"turn {garden.clock} needs a roll")
    if not is_turn and roll is not None:
        raise ValueError(f"no roll is thrown at clock {garden.clock}")


def apply(garden: Garden, roll: str | None, move_text: str, faces: str = DEFAULT_FACES) -> Garden:
    """The garden after a legal move."""
    check_faces(faces)
    check_roll_belongs(garden, roll)
    move = read_move(move_text)
    if garden.clock == "end":
        raise ValueError("the game is over")
    if roll is None:
        # A pond is judged by itself: listing all of them would take far too long.
        legal = isinstance(move, NoPond) or (
            isinstance(move, Pond) and is_legal_pond(garden, set(move.spaces))
        )
    else:
        legal = write_move(move) in legal_moves(garden, roll, faces)
    if not legal:
        raise ValueError(f"illegal move: {move_text!r}")

    decorations = dict(garden.decorations)
    ponds = dict(garden.ponds)
    prunings = garden.prunings
    match move:
        case Draw(_, placements):
            for letter, space in placements:
                decorations[space] = drawn_letter(letter, garden.clock)
        case Prune((letter, space)):
            decorations[space] = drawn_letter(letter, garden.clock)
            prunings += 1
        case Pond(spaces):
            for space in spaces:
                ponds[space] = SEASON_OF_POND_CLOCK[garden.clock]
        case Skip() | NoPond():
            pass
    return Garden(decorations, ponds, next_clock(garden.clock), prunings)


def drawn_letter(letter: str, clock: str) -> str:
    """J9: a tree is marked by its season: `t` in turns 1 to 6, `T` in turns 7 to 12."""
    if letter == "T" and int(clock) <= 6:
        return "t"
    return letter


def next_clock(clock: str) -> str:
    """J5: a pond decision follows turns 3, 6, 9 and 12; the game ends after the last of them."""
    return CLOCKS[CLOCKS.index(clock) + 1]


# --- Ponds ---------------------------------------------------------------------------------------


def is_legal_pond(garden: Garden, spaces: AbstractSet[Space]) -> bool:
    """J6: whether these spaces may be traced as one new pond. The clock is not asked."""
    pond = set(spaces)
    if not pond or not pond <= GRID:
        return False
    water = set(garden.ponds)
    return (
        not pond & water
        and is_connected(pond)
        and not any(around(space) & water for space in pond)
        and all_earth_reaches_the_edge(water | pond)
    )


def is_connected(pond: set[Space]) -> bool:
    """J6: orthogonal steps lead from any space of the pond to every other."""
    return reachable({min(pond)}, pond) == pond


def all_earth_reaches_the_edge(water: AbstractSet[Space]) -> bool:
    """J6: no earth is enclosed. Water up to the edge of the grid may cut a corner off."""
    earth = GRID - water
    edge = {(row, column) for row, column in GRID if {row, column} & {1, SIZE}}
    return reachable(edge, earth) == earth


def legal_ponds(garden: Garden) -> Iterator[frozenset[Space]]:
    """J6: every pond that may be traced, each once, as lazily as asked for."""
    return legal_ponds_within(garden, GRID)


def legal_ponds_within(garden: Garden, allowed: AbstractSet[Space]) -> Iterator[frozenset[Space]]:
    """J6: the ponds that may be traced and lie in `allowed` as a whole."""
    water = set(garden.ponds)
    # No pond holds a space that is water or has water around it, so growing need not try those.
    free = {space for space in allowed & GRID if space not in water and not around(space) & water}
    for candidate in connected_sets(free):
        if is_legal_pond(garden, candidate):
            yield candidate


def connected_sets(allowed: set[Space]) -> Iterator[frozenset[Space]]:
    """Every non-empty connected set of allowed spaces, each once.

    A set is found from its first space: the spaces before that one are refused from the outset.
    """
    for first in sorted(allowed):
        before = {space for space in allowed if space < first}
        yield from grown_sets({first}, before, allowed)


def grown_sets(
    chosen: set[Space], refused: set[Space], allowed: set[Space]
) -> Iterator[frozenset[Space]]:
    """The connected sets that hold all chosen spaces and no refused one.

    Some undecided space touches the chosen ones: it belongs to the set or it does not, and these
    two cases share no set. When none is left, the chosen spaces cannot grow any further.
    """
    undecided = {
        neighbour
        for space in chosen
        for neighbour in adjacent(space)
        if neighbour in allowed and neighbour not in chosen and neighbour not in refused
    }
    if not undecided:
        yield frozenset(chosen)
        return
    space = min(undecided)
    yield from grown_sets(chosen | {space}, refused, allowed)
    yield from grown_sets(chosen, refused | {space}, allowed)


def count_ponds(garden: Garden, allowed: AbstractSet[Space] | None = None) -> int:
    """How many ponds may be traced whose spaces all lie in `allowed` (the grid by default)."""
    within = GRID if allowed is None else allowed
    return sum(1 for _ in legal_ponds_within(garden, within))


# --- Counting ------------------------------------------------------------------------------------


def perft(garden: Garden, depth: int) -> int:
    """How many sequences of `depth` plies there are.

    A ply is a turn (each different roll with each legal move of it) or a pond decision. Nothing
    follows the end.
    """
    if depth < 0:
        raise ValueError(f"not a depth: {depth}")
    if depth == 0:
        return 1
    if garden.clock == "end":
        return 0
    choices: list[str | None] = [None] if is_pond_clock(garden) else [*rolls()]
    count = 0
    for roll in choices:
        moves = legal_moves(garden, roll)
        if depth == 1:
            # Each move ends one sequence, so there is no need to make it.
            count += len(moves)
        else:
            count += sum(perft(apply(garden, roll, move), depth - 1) for move in moves)
    return count
