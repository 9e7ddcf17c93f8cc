"""Stone Garden's random games in NumPy: many at once, each kind of decision one operation.

What somebody would write who has a batch and no core. Games do not stay at the same decision, so
`play` goes through the kinds of decisions in the order of a turn, again and again, and each time
makes one move in all games that are at this kind. The moves of a kind are the columns of a matrix.
Names are those of the reference, tests/reference/stone.py. Held to the core by
tests/bench/test_numpy_stone_game.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.peers.numpy_jardin import any_of
from bench.peers.numpy_stone import (
    COLUMNS,
    NO_TILE,
    SPACES,
    B,
    Bools,
    Ints,
    placings,
    score,
)
from niwashi import stone
from niwashi.stone import Edition

Small = NDArray[np.int16]
Bytes = NDArray[np.uint8]
#: Rows of a batch, and one player of each.
Seats = tuple[Ints, Ints | Small]


class Decision(IntEnum):
    """What comes next in a game, in the order of a turn."""

    DRAW = 0
    STEP1 = 1
    ANSWER_OFFER = 2
    CHOOSE_TAKER = 3
    ANSWER_ROBBERY = 4
    ANSWER_REVEAL = 5
    PLACE = 6
    STEP2 = 7
    MUSO_SOSEKI = 8
    DRAW_ZEN_AMI = 9
    ZEN_AMI = 10
    DRAW_SESSHU = 11
    SESSHU = 12
    SEN_NO_RIKYU = 13
    KENTEI = 14
    KOBORI_ENSHU = 15
    ISHIKAWA_JOZAN = 16
    ISHIKAWA_JOZAN_MORE = 17
    EXTRA = 18
    BONUS = 19
    END = 20


class Master(IntEnum):
    """S11: the Master Gardener cards."""

    MUSO_SOSEKI = 0
    ZEN_AMI = 1
    SESSHU = 2
    SEN_NO_RIKYU = 3
    KENTEI = 4
    KOBORI_ENSHU = 5
    KANAMORI_SOWA = 6
    ISHIKAWA_JOZAN = 7
    SHIGEMORI_MIREI = 8


STONES: Final = "HSRLB"
NONE: Final = -1
NOTHING, DRAWN, STORED = range(3)

# Columns of the matrices of moves, by decision. A laying is a space and a rotation (0, or 1 for
# turned), a standing a stone and a space.
LAYINGS: Final = SPACES * 2
STANDINGS: Final = len(STONES) * SPACES
PLACE, PLACE_STORED, OFFER, DISCARD, STORE, DONE = range(6)
ACCEPT, DECLINE = range(2)
ROB, PASS = range(2)
REVEAL, KEEP = range(2)
MEDITATE: Final = 0
STEP: Final = 1
BUY: Final = STEP + SPACES
CARD: Final = BUY + STANDINGS
STAY: Final = SPACES
HAND: Final = 3
DISCARD_HAND: Final = HAND * LAYINGS
#: The pairs of spaces of a swap, shape (105,) each; a pair has 4 columns, by rotation of the tile
#: that comes to the first and to the second.
FIRST, SECOND = np.triu_indices(SPACES, 1)

_VIRTUE: Final = 6
#: S5: the stones of the yard by players, and what they cost.
_SUPPLY: Final = {2: (4, 5, 2, 3, 1), 3: (5, 6, 3, 4, 2), 4: (6, 7, 4, 5, 3)}
_PRICES: Final = np.arange(1, 6)
_COLUMN: Final = np.arange(SPACES) % COLUMNS
_ROW: Final = np.arange(SPACES) // COLUMNS
_DISTANCE: Final = np.abs(_ROW[:, None] - _ROW) + np.abs(_COLUMN[:, None] - _COLUMN)
_NEXT_TO: Final = _DISTANCE == 1
_BESIDE: Final = _NEXT_TO.astype(np.float32)


@dataclass
class Games:
    """A batch of n games of p players, each between two moves.

    A tile is its number in the edition, -1 for none. A face is twice its tile, and 1 more if the
    tile lies turned. The stack is a bag: a tile is drawn from it only when it is needed.
    """

    edition: Edition
    moss: Bools  #: (256,), by face
    turnable: Bools  #: (tiles + 1,), whether a tile looks different turned; False for no tile
    decision: Small  #: (n,), a Decision
    active: Small  #: (n,)
    concerned: Small  #: (n,), who decides or lays the tile
    hand: Small  #: (n, 3), tiles in descending order
    declared: Small  #: (n,), NOTHING, DRAWN or STORED
    offered: Bools  #: (n,)
    shielded: Bools  #: (n,)
    answers: Bools  #: (n, p), who accepted, or declared robbery
    yard: Bytes  #: (n, 5)
    bag: Bytes  #: (n, tiles), how many of each
    discards: Bytes  #: (n, tiles)
    faces: Bytes  #: (n, p, 15), NO_TILE for none
    stones: Bytes  #: (n, p, 15), 0 for none, or 1 to 5
    monk: Small  #: (n, p), a space, -1 for none
    laid: Small  #: (n, p), how many tiles
    storage: Small  #: (n, p), a tile
    virtue: Bytes  #: (n, p)
    name_garden: Small  #: (n, p)
    master: Small  #: (n, p)
    used: Bools  #: (n, p), whether the Master card is
    turns: Small  #: (n,), turns that ended
    moves: Small  #: (n,), moves and draws made

    def __len__(self) -> int:
        return len(self.decision)

    @property
    def players(self) -> int:
        """Players of each game."""
        return int(self.faces.shape[1])


def deal(edition: Edition, players: int, number: int, rng: np.random.Generator) -> Games:
    """Games with their cards dealt, before the first tile is drawn."""
    tiles = len(edition.tile_ids)
    moss = np.zeros(NO_TILE + 1, np.bool_)
    moss[: 2 * tiles] = [face.is_moss for face in edition.faces]

    def zeros(*shape: int) -> Small:
        return np.zeros((number, *shape), np.int16)

    def flags(*shape: int) -> Bools:
        return np.zeros((number, *shape), np.bool_)

    def many(counts: Sequence[int]) -> Bytes:
        return np.tile(np.array(counts, np.uint8), (number, 1))

    def cards(kinds: int) -> Small:
        deck = np.tile(np.arange(kinds, dtype=np.int16), (number, 1))
        return rng.permuted(deck, axis=1)[:, :players]

    return Games(
        edition=edition,
        moss=moss,
        turnable=np.array([*(edition.canonical(2 * t + 1) != 2 * t for t in range(tiles)), False]),
        decision=zeros() + np.int16(Decision.DRAW),
        active=zeros(),
        concerned=zeros(),
        hand=zeros(HAND) + np.int16(NONE),
        declared=zeros(),
        offered=flags(),
        shielded=flags(),
        answers=flags(players),
        yard=many(_SUPPLY[players]),
        bag=many(edition.tile_counts),
        discards=many([0] * tiles),
        faces=np.full((number, players, SPACES), NO_TILE, np.uint8),
        stones=np.zeros((number, players, SPACES), np.uint8),
        monk=zeros(players) + np.int16(NONE),
        laid=zeros(players),
        storage=zeros(players) + np.int16(NONE),
        virtue=np.zeros((number, players), np.uint8),
        name_garden=cards(len(edition.name_gardens)),
        master=cards(len(Master)),
        used=flags(players),
        turns=zeros(),
        moves=zeros(),
    )


def final_scores(games: Games) -> Ints:
    """S16: the totals by player, shape (n, p)."""
    points = score(
        games.edition,
        games.faces.reshape(-1, SPACES),
        games.stones.reshape(-1, SPACES),
        games.name_garden.reshape(-1),
        games.virtue.reshape(-1),
    )
    return points["total"].reshape(len(games), games.players)


def to_text(games: Games, row: int) -> str:
    """The full state text of one game, as the core reads it."""
    edition = games.edition
    ids = edition.tile_ids

    def counts(tiles: Bytes) -> str:
        return ",".join(f"{ids[t]}={count}" for t, count in enumerate(tiles) if count) or "-"

    def cell(face: int, standing: int, monk: bool) -> str:
        if face == NO_TILE:
            return "_"
        shown = f":{STONES[standing - 1]}" if standing else ""
        return edition.face_to_text(face) + shown + "@" * monk

    def seat(player: int) -> str:
        faces, stones = games.faces[row, player].tolist(), games.stones[row, player].tolist()
        monks = np.arange(SPACES) == games.monk[row, player]
        cells = [*map(cell, faces, stones, monks.tolist())]
        stored = games.storage[row, player]
        master = stone.master_names[games.master[row, player]]
        parts = (
            "/".join(",".join(cells[s : s + COLUMNS]) for s in range(0, SPACES, COLUMNS)),
            ids[stored] if stored >= 0 else "-",
            str(games.virtue[row, player]),
            edition.name_gardens[games.name_garden[row, player]].id,
            master + "!" * int(games.used[row, player]),
        )
        return ";".join(parts)

    fields = (
        Decision(games.decision[row]).name.lower().replace("_", "-"),
        str(games.active[row] + 1),
        str(games.concerned[row] + 1),
        ",".join(ids[tile] for tile in games.hand[row, ::-1] if tile >= 0) or "-",
        ("-", "drawn", "stored")[games.declared[row]],
        "o" * int(games.offered[row]) + "s" * int(games.shielded[row]) or "-",
        ",".join(str(player + 1) for player in np.flatnonzero(games.answers[row])) or "-",
        "".join(f"{letter}{count}" for letter, count in zip(STONES, games.yard[row], strict=True)),
        counts(games.discards[row]),
        counts(games.bag[row]),
        *(seat(player) for player in range(games.players)),
    )
    return " ".join(fields)


# --- Gardens --------------------------------------------------------------------------------------


def own(games: Games, rows: Ints) -> Seats:
    """The active players."""
    return rows, games.active[rows]


def some_full(games: Games, rows: Ints) -> Bools:
    """S12: whether somebody's garden is full."""
    full: Bools = (games.laid[rows] == SPACES).any(axis=1)
    return full


def gain_virtue(games: Games, seats: Seats, points: int) -> None:
    """S10, S16: virtue rises to 6 at most."""
    games.virtue[seats] = np.minimum(games.virtue[seats] + points, _VIRTUE)


def laying_moves(games: Games, seats: Seats, tiles: Small) -> Bools:
    """S6: where each of these tiles, shape (m, k), can be laid: shape (m, k, LAYINGS)."""
    turns_alike = np.zeros(len(tiles), np.bool_)
    spaces = placings(games.faces[seats], turns_alike)
    rotations = np.stack([tiles >= 0, games.turnable[tiles]], axis=2)
    return (spaces[:, None] & rotations[:, :, None]).reshape(*tiles.shape, LAYINGS)


def lay(games: Games, seats: Seats, tiles: Small, layings: Ints) -> None:
    """S6: tiles are laid, one a garden; the monk goes on the first one."""
    spaces, turned = np.divmod(layings, 2)
    games.faces[*seats, spaces] = 2 * tiles + turned
    games.monk[seats] = np.where(games.laid[seats] == 0, spaces, games.monk[seats])
    games.laid[seats] += 1


def monk_steps(games: Games, seats: Seats) -> Bools:
    """S10: where the monk can go with one step; nowhere if he is not there, as no tile is laid."""
    steps: Bools = (games.faces[seats] != NO_TILE) & _NEXT_TO[games.monk[seats]]
    return steps


def standings(games: Games, rows: Ints) -> Bools:
    """S5: which stones of the yard may be put where, the monk's column aside."""
    seats = own(games, rows)
    faces, stones = games.faces[seats], games.stones[seats]
    occupied, moss = stones > 0, games.moss[faces]
    all_beside = occupied.astype(np.float32) @ _BESIDE
    on_moss_beside = (occupied & moss).astype(np.float32) @ _BESIDE
    spaces = (faces != NO_TILE) & ~occupied & (all_beside == moss * on_moss_beside)
    kinds = games.yard[rows] > 0
    kinds[:, B - 1] &= ~(stones == B).any(axis=1)
    pairs: Bools = kinds[:, :, None] & spaces[:, None, :]
    return pairs.reshape(len(rows), STANDINGS)


def put_stone(games: Games, rows: Ints, choices: Ints) -> None:
    """S5: a stone goes from the yard to a space; on the monk's own, a step may follow."""
    kinds, spaces = np.divmod(choices, SPACES)
    seats = own(games, rows)
    games.yard[rows, kinds] -= 1
    games.stones[*seats, spaces] = kinds + 1
    bonus = (games.monk[seats] == spaces) & monk_steps(games, seats).any(axis=1)
    games.decision[rows[bonus]] = Decision.BONUS
    end_turn(games, rows[~bonus])


# --- Turns ----------------------------------------------------------------------------------------


def begin_turn(games: Games, rows: Ints, players: Small) -> None:
    """S12: a turn begins with a draw, or with step 2 if the player's garden is full."""
    games.active[rows] = games.concerned[rows] = players
    full = games.laid[rows, players] == SPACES
    games.decision[rows[full]] = Decision.STEP2
    begin_draw(games, rows[~full], Decision.DRAW)


def end_turn(games: Games, rows: Ints) -> None:
    """S12: the next player's turn, or the end once all gardens are full."""
    games.turns[rows] += 1
    over = (games.laid[rows] == SPACES).all(axis=1)
    games.decision[rows[over]] = Decision.END
    rows = rows[~over]
    begin_turn(games, rows, (games.active[rows] + 1) % np.int16(games.players))


def begin_draw(games: Games, rows: Ints, decision: Decision) -> None:
    """S12: a tile is to be drawn; the discards become the bag if none is left."""
    empty = rows[~games.bag[rows].any(axis=1)]
    games.bag[empty] = games.discards[empty]
    games.discards[empty] = 0
    games.decision[rows] = decision


def most_alike(games: Games) -> int:
    """How many tiles of one kind there are at most."""
    return max(games.edition.tile_counts)


def draws(games: Games, rows: Ints) -> Bools:
    """S12: the tiles of the bag, each of those that are alike with a column of its own."""
    tiles = np.arange(most_alike(games)) < games.bag[rows][:, :, None]
    return tiles.reshape(len(rows), -1)


def add_to_hand(games: Games, rows: Ints, choices: Ints) -> Ints:
    """The drawn tiles go into the hands; how many are in each now."""
    tiles = choices // most_alike(games)
    games.bag[rows, tiles] -= 1
    hands = games.hand[rows]
    hands[:, -1] = tiles
    games.hand[rows] = np.sort(hands)[:, ::-1]
    sizes: Ints = (games.hand[rows] >= 0).sum(axis=1)
    return sizes


def take_from_hand(games: Games, rows: Ints, places: Ints | int) -> Small:
    """The tiles in these places leave the hands."""
    tiles: Small = games.hand[rows, places]
    games.hand[rows, places] = NONE
    games.hand[rows] = np.sort(games.hand[rows])[:, ::-1]
    return tiles


def discard(games: Games, rows: Ints, places: Ints | int) -> None:
    """The tiles in these places of the hands go to the discards."""
    games.discards[rows, take_from_hand(games, rows, places)] += 1


def after_draw(games: Games, rows: Ints, choices: Ints) -> None:
    """S7: step 1 begins."""
    add_to_hand(games, rows, choices)
    games.decision[rows] = Decision.STEP1


# --- Step 1 ---------------------------------------------------------------------------------------


def step1_moves(games: Games, rows: Ints) -> Bools:
    """S7, S8, S12: what can be done with the drawn and the stored tile."""
    seats = own(games, rows)
    drawn = games.hand[rows, 0] >= 0
    stored = games.storage[seats] >= 0
    none_full = drawn & ~some_full(games, rows)
    offer = none_full & ~games.offered[rows]
    return np.stack(
        [drawn, stored, offer, none_full & (games.virtue[seats] > 0), drawn & ~stored, ~drawn],
        axis=1,
    )


def after_step1(games: Games, rows: Ints, choices: Ints) -> None:
    """S7, S8, S9: an action with the drawn tile, the stored tile, or neither."""
    declare(games, rows[choices == PLACE], DRAWN)
    declare(games, rows[choices == PLACE_STORED], STORED)

    offering = rows[choices == OFFER]
    games.offered[offering] = True
    ask_next_taker(games, offering, games.active[offering])

    discarding = rows[choices == DISCARD]
    games.virtue[own(games, discarding)] -= 1
    discard(games, discarding, 0)
    go_on_with_step1(games, discarding)

    storing = rows[choices == STORE]
    games.storage[own(games, storing)] = take_from_hand(games, storing, 0)
    begin_step2(games, storing)

    begin_step2(games, rows[choices == DONE])


def go_on_with_step1(games: Games, rows: Ints) -> None:
    """S7, S12: step 1 after a tile was laid or discarded: more of it, or step 2."""
    full = games.laid[own(games, rows)] == SPACES
    left_over = rows[full & (games.hand[rows, 0] >= 0)]
    games.storage[own(games, left_over)] = take_from_hand(games, left_over, 0)
    more = (games.hand[rows, 0] >= 0) | ((games.storage[own(games, rows)] >= 0) & ~full)
    ask_active(games, rows[more], Decision.STEP1)
    begin_step2(games, rows[~more])


def ask_active(games: Games, rows: Ints, decision: Decision) -> None:
    """The active players are to decide."""
    games.concerned[rows] = games.active[rows]
    games.decision[rows] = decision


def in_turn(games: Games, rows: Ints) -> Small:
    """All other players, in turn order after the active one: shape (m, p - 1)."""
    distances = np.arange(1, games.players, dtype=np.int16)
    others: Small = (games.active[rows, None] + distances) % np.int16(games.players)
    return others


def ask_next_taker(games: Games, rows: Ints, players: Small) -> None:
    """S8: the player after these is asked; after all others, the active one has the takers."""
    following = (players + 1) % np.int16(games.players)
    asked = following != games.active[rows]
    games.concerned[rows[asked]] = following[asked]
    games.decision[rows[asked]] = Decision.ANSWER_OFFER
    rows = rows[~asked]
    taken = games.answers[rows].any(axis=1)
    ask_active(games, rows[taken], Decision.CHOOSE_TAKER)
    ask_active(games, rows[~taken], Decision.STEP1)


def two_moves(_games: Games, rows: Ints) -> Bools:
    """S8, S9: who is asked can say yes or no."""
    return np.ones((len(rows), 2), np.bool_)


def after_answer_offer(games: Games, rows: Ints, choices: Ints) -> None:
    """S8: the answer is noted."""
    games.answers[rows, games.concerned[rows]] = choices == ACCEPT
    ask_next_taker(games, rows, games.concerned[rows])


def choose_taker_moves(games: Games, rows: Ints) -> Bools:
    """S8: one of those who accepted, or nobody."""
    withdraw = np.ones((len(rows), 1), np.bool_)
    return np.concatenate([games.answers[rows], withdraw], axis=1)


def after_choose_taker(games: Games, rows: Ints, choices: Ints) -> None:
    """S8: a tile given away brings 2 virtue and is placed at once, safe from robbers."""
    withdrawn = choices == games.players
    games.answers[rows[withdrawn]] = False
    games.decision[rows[withdrawn]] = Decision.STEP1
    giving = rows[~withdrawn]
    gain_virtue(games, own(games, giving), 2)
    games.declared[giving] = DRAWN
    begin_place(games, giving, choices[~withdrawn])


def declare(games: Games, rows: Ints, which: int) -> None:
    """S9, S12: a tile is declared to be placed, and those who can rob are asked."""
    games.declared[rows] = which
    safe = games.shielded[rows] | some_full(games, rows)
    begin_place(games, rows[safe], games.active[rows[safe]])
    ask_next_robber(games, rows[~safe], games.active[rows[~safe]])


def ask_next_robber(games: Games, rows: Ints, players: Small) -> None:
    """S9: the next player after these who can rob is asked; after the last, they all meet."""
    others = in_turn(games, rows)
    asked_before = (players - games.active[rows]) % np.int16(games.players)
    able = games.virtue[rows[:, None], others] >= 2
    able &= np.arange(1, games.players) > asked_before[:, None]
    asked = able.any(axis=1)
    following = others[np.arange(len(rows)), able.argmax(axis=1)]
    games.concerned[rows[asked]] = following[asked]
    games.decision[rows[asked]] = Decision.ANSWER_ROBBERY

    rows = rows[~asked]
    robbed = games.answers[rows].any(axis=1)
    begin_place(games, rows[~robbed], games.active[rows[~robbed]])
    rows = rows[robbed]
    used = games.used[own(games, rows)]
    ask_active(games, rows[~used], Decision.ANSWER_REVEAL)
    carry_out_robbery(games, rows[used])


def after_answer_robbery(games: Games, rows: Ints, choices: Ints) -> None:
    """S9: the answer is noted."""
    games.answers[rows, games.concerned[rows]] = choices == ROB
    ask_next_robber(games, rows, games.concerned[rows])


def answer_reveal_moves(games: Games, rows: Ints) -> Bools:
    """S11: everybody with an unused card is asked, but only one card can be revealed."""
    shigemori = games.master[own(games, rows)] == Master.SHIGEMORI_MIREI
    return np.stack([shigemori, np.ones_like(shigemori)], axis=1)


def after_answer_reveal(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: the shield goes up and nobody pays, or the robbery takes place."""
    revealing = rows[choices == REVEAL]
    games.used[own(games, revealing)] = True
    games.shielded[revealing] = True
    begin_place(games, revealing, games.active[revealing])
    carry_out_robbery(games, rows[choices == KEEP])


def carry_out_robbery(games: Games, rows: Ints) -> None:
    """S9: the fewest laid tiles win, then turn order; the winner alone pays 2 virtue."""
    others = in_turn(games, rows)
    robbing = games.answers[rows[:, None], others]
    laid = np.where(robbing, games.laid[rows[:, None], others], SPACES)
    robbers = others[np.arange(len(rows)), laid.argmin(axis=1)]
    games.virtue[rows, robbers] -= 2
    begin_place(games, rows, robbers)


def begin_place(games: Games, rows: Ints, players: Ints | Small) -> None:
    """S9: these players lay the declared tiles."""
    games.answers[rows] = False
    games.concerned[rows] = players
    games.decision[rows] = Decision.PLACE


def declared_tiles(games: Games, rows: Ints) -> Small:
    """S9: the tiles that were declared to be placed."""
    drawn = games.declared[rows] == DRAWN
    return np.where(drawn, games.hand[rows, 0], games.storage[own(games, rows)])


def place_moves(games: Games, rows: Ints) -> Bools:
    """S6, S9: where the declared tile can be laid."""
    seats = rows, games.concerned[rows]
    return laying_moves(games, seats, declared_tiles(games, rows)[:, None])[:, 0]


def after_place(games: Games, rows: Ints, choices: Ints) -> None:
    """S6, S9: the tile lies in the garden of the player who was to lay it."""
    lay(games, (rows, games.concerned[rows]), declared_tiles(games, rows), choices)
    drawn = games.declared[rows] == DRAWN
    take_from_hand(games, rows[drawn], 0)
    games.storage[own(games, rows[~drawn])] = NONE
    games.declared[rows] = NOTHING
    go_on_with_step1(games, rows)


# --- Step 2 ---------------------------------------------------------------------------------------


def begin_step2(games: Games, rows: Ints) -> None:
    """S10: what was noted for step 1 is over."""
    games.offered[rows] = games.shielded[rows] = False
    ask_active(games, rows, Decision.STEP2)


def extra_moves(games: Games, rows: Ints) -> Bools:
    """S10: meditate, move the monk, or buy a stone."""
    seats = own(games, rows)
    virtue = games.virtue[seats][:, None]
    meditate = np.ones((len(rows), 1), np.bool_)
    spaces = (virtue == _VIRTUE) | (games.monk[seats][:, None] % COLUMNS == _COLUMN)
    payable = (virtue >= _PRICES)[:, :, None] & spaces[:, None, :]
    buys = standings(games, rows) & payable.reshape(len(rows), STANDINGS)
    return np.concatenate([meditate, monk_steps(games, seats), buys], axis=1)


def step2_moves(games: Games, rows: Ints) -> Bools:
    """S10: as an extra action, or the Master Gardener card."""
    card = usable_cards(games, rows)[:, None]
    return np.concatenate([extra_moves(games, rows), card], axis=1)


def after_step2(games: Games, rows: Ints, choices: Ints) -> None:
    """S10: meditation, a step, a stone, or the card."""
    meditating = rows[choices == MEDITATE]
    gain_virtue(games, own(games, meditating), 1)
    end_turn(games, meditating)

    stepping = (choices >= STEP) & (choices < BUY)
    games.monk[own(games, rows[stepping])] = choices[stepping] - STEP
    end_turn(games, rows[stepping])

    buying = (choices >= BUY) & (choices < CARD)
    games.virtue[own(games, rows[buying])] = 0
    put_stone(games, rows[buying], choices[buying] - BUY)

    use_cards(games, rows[choices == CARD])


def bonus_moves(games: Games, rows: Ints) -> Bools:
    """S5: a step of the monk, or none."""
    stay = np.ones((len(rows), 1), np.bool_)
    return np.concatenate([monk_steps(games, own(games, rows)), stay], axis=1)


def after_bonus(games: Games, rows: Ints, choices: Ints) -> None:
    """S5: the bonus step ends the turn."""
    stepping = choices != STAY
    games.monk[own(games, rows[stepping])] = choices[stepping]
    end_turn(games, rows)


# --- Cards ----------------------------------------------------------------------------------------


def usable_cards(games: Games, rows: Ints) -> Bools:
    """S11: whether the active players' cards are unused and their effects can happen."""
    usable = np.zeros(len(rows), np.bool_)
    seats = own(games, rows)
    cards = np.where(games.used[seats], NONE, games.master[seats])
    for card, can_happen in CAN_HAPPEN.items():
        holding = np.flatnonzero(cards == card)
        usable[holding] = can_happen(games, rows[holding])
    return usable


def use_cards(games: Games, rows: Ints) -> None:
    """S11: the cards are used from now on, and their effects begin."""
    seats = own(games, rows)
    games.used[seats] = True
    cards = games.master[seats]
    for card, decision in DECISION_OF.items():
        games.decision[rows[cards == card]] = decision
    begin_draw(games, rows[cards == Master.ZEN_AMI], Decision.DRAW_ZEN_AMI)
    begin_draw(games, rows[cards == Master.SESSHU], Decision.DRAW_SESSHU)
    rows = rows[cards == Master.KANAMORI_SOWA]
    gain_virtue(games, own(games, rows), 4)
    end_turn(games, rows)


def has_room(games: Games, rows: Ints) -> Bools:
    """S11: whether the active players' gardens are not full."""
    room: Bools = games.laid[own(games, rows)] < SPACES
    return room


def needs_virtue(games: Games, rows: Ints) -> Bools:
    """S11: whether the active players have less than 6 virtue."""
    less: Bools = games.virtue[own(games, rows)] < _VIRTUE
    return less


def different_tiles(games: Games, rows: Ints) -> Small:
    """The hands, of equal tiles one alone: the moves with the others are the same."""
    hands = games.hand[rows]
    hands[:, 1:][hands[:, 1:] == hands[:, :-1]] = NONE
    return hands


def hand_layings(games: Games, rows: Ints) -> Bools:
    """S11: where the tiles in hand can be laid: shape (m, 3 * LAYINGS)."""
    layings = laying_moves(games, own(games, rows), different_tiles(games, rows))
    return layings.reshape(len(rows), HAND * LAYINGS)


def lay_from_hand(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: one of the tiles in hand is laid."""
    places, layings = np.divmod(choices, LAYINGS)
    lay(games, own(games, rows), take_from_hand(games, rows, places), layings)


def after_draw_zen_ami(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: two tiles are drawn before either is laid."""
    enough = add_to_hand(games, rows, choices) == 2
    games.decision[rows[enough]] = Decision.ZEN_AMI
    begin_draw(games, rows[~enough], Decision.DRAW_ZEN_AMI)


def zen_ami_moves(games: Games, rows: Ints) -> Bools:
    """S11: lay or discard one of the drawn tiles."""
    discards = different_tiles(games, rows) >= 0
    return np.concatenate([hand_layings(games, rows), discards], axis=1)


def after_zen_ami(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: each tile is laid or discarded, free."""
    laying = choices < DISCARD_HAND
    lay_from_hand(games, rows[laying], choices[laying])
    discard(games, rows[~laying], choices[~laying] - DISCARD_HAND)
    end_turn(games, rows[games.hand[rows, 0] < 0])


def after_draw_sesshu(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: three tiles are drawn before one is laid."""
    enough = add_to_hand(games, rows, choices) == HAND
    games.decision[rows[enough]] = Decision.SESSHU
    begin_draw(games, rows[~enough], Decision.DRAW_SESSHU)


def sesshu_moves(games: Games, rows: Ints) -> Bools:
    """S11: lay one of the three drawn tiles, or none."""
    none = np.ones((len(rows), 1), np.bool_)
    return np.concatenate([hand_layings(games, rows), none], axis=1)


def after_sesshu(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: one tile is laid at most, the others are discarded, free."""
    laying = choices < DISCARD_HAND
    lay_from_hand(games, rows[laying], choices[laying])
    for place in reversed(range(HAND)):
        discard(games, rows[games.hand[rows, place] >= 0], place)
    end_turn(games, rows)


def sen_no_rikyu_moves(games: Games, rows: Ints) -> Bools:
    """S11: the monk goes to any other own tile."""
    seats = own(games, rows)
    spaces: Bools = games.faces[seats] != NO_TILE
    spaces &= np.arange(SPACES) != games.monk[seats][:, None]
    return spaces


def after_sen_no_rikyu(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: the monk goes there, and another action follows."""
    games.monk[own(games, rows)] = choices
    games.decision[rows] = Decision.EXTRA


def kentei_moves(games: Games, rows: Ints) -> Bools:
    """S11: an own stone goes to another own tile; it is lifted before it is put down."""
    seats = own(games, rows)
    faces, occupied = games.faces[seats], games.stones[seats] > 0
    moss = games.moss[faces]
    both_moss = moss[:, :, None] & moss[:, None, :]
    clashes = occupied[:, :, None] & _NEXT_TO & ~both_moss
    lifted = clashes.sum(axis=1)[:, None, :] == clashes
    free = (faces != NO_TILE) & ~occupied
    pairs: Bools = occupied[:, :, None] & free[:, None, :] & lifted
    return pairs.reshape(len(rows), SPACES * SPACES)


def after_kentei(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: the stone goes there, without a bonus step, and another action follows."""
    origins, spaces = np.divmod(choices, SPACES)
    seats = own(games, rows)
    games.stones[*seats, spaces] = games.stones[*seats, origins]
    games.stones[*seats, origins] = 0
    games.decision[rows] = Decision.EXTRA


def kobori_enshu_moves(games: Games, rows: Ints) -> Bools:
    """S11: two own tiles without stones change places, each in either rotation."""
    seats = own(games, rows)
    faces = games.faces[seats]
    free = (faces != NO_TILE) & (games.stones[seats] == 0)
    turnable = games.turnable[np.where(free, faces // 2, 0)]
    rotations = np.stack([free, turnable & free], axis=2)
    # The tile of the first space goes to the second one, and the other way round.
    swaps: Bools = rotations[:, SECOND, :, None] & rotations[:, FIRST, None, :]
    return swaps.reshape(len(rows), 4 * len(FIRST))


def after_kobori_enshu(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: the tiles lie as the move says; the monk keeps his space."""
    pairs, rotations = np.divmod(choices, 4)
    here, there = np.divmod(rotations, 2)
    first, second = FIRST[pairs], SECOND[pairs]
    seats = own(games, rows)
    one, other = games.faces[*seats, first] // 2, games.faces[*seats, second] // 2
    games.faces[*seats, first] = 2 * other + here
    games.faces[*seats, second] = 2 * one + there
    end_turn(games, rows)


def ishikawa_jozan_moves(games: Games, rows: Ints) -> Bools:
    """S11: a stored tile of another player is laid in the own garden."""
    stored = games.storage[rows]
    stored[np.arange(len(rows)), games.active[rows]] = NONE
    layings = laying_moves(games, own(games, rows), stored)
    return layings.reshape(len(rows), games.players * LAYINGS)


def ishikawa_jozan_more_moves(games: Games, rows: Ints) -> Bools:
    """S11: another stored tile, or enough."""
    stop = np.ones((len(rows), 1), np.bool_)
    return np.concatenate([ishikawa_jozan_moves(games, rows), stop], axis=1)


def after_ishikawa_jozan(games: Games, rows: Ints, choices: Ints) -> None:
    """S11: the tile leaves the other's storage and is laid; more may follow."""
    stopping = choices == games.players * LAYINGS
    end_turn(games, rows[stopping])
    rows, choices = rows[~stopping], choices[~stopping]
    others, layings = np.divmod(choices, LAYINGS)
    tiles = games.storage[rows, others]
    games.storage[rows, others] = NONE
    lay(games, own(games, rows), tiles, layings)
    more = ishikawa_jozan_moves(games, rows).any(axis=1)
    games.decision[rows[more]] = Decision.ISHIKAWA_JOZAN_MORE
    end_turn(games, rows[~more])


def has_moves(moves: Callable[[Games, Ints], Bools]) -> Callable[[Games, Ints], Bools]:
    """Whether there is one of these moves."""

    def some(games: Games, rows: Ints) -> Bools:
        found: Bools = np.count_nonzero(moves(games, rows), axis=1) > 0
        return found

    return some


#: S11: whether a card of step 2 can be used. Shigemori Mirei is none.
CAN_HAPPEN: Final[dict[Master, Callable[[Games, Ints], Bools]]] = {
    Master.MUSO_SOSEKI: has_moves(standings),
    Master.ZEN_AMI: has_room,
    Master.SESSHU: has_room,
    Master.SEN_NO_RIKYU: has_moves(sen_no_rikyu_moves),
    Master.KENTEI: has_moves(kentei_moves),
    Master.KOBORI_ENSHU: has_moves(kobori_enshu_moves),
    Master.KANAMORI_SOWA: needs_virtue,
    Master.ISHIKAWA_JOZAN: has_moves(ishikawa_jozan_moves),
}

#: Where the effect of a card begins if nothing is drawn and something is to be chosen.
DECISION_OF: Final = {
    Master.MUSO_SOSEKI: Decision.MUSO_SOSEKI,
    Master.SEN_NO_RIKYU: Decision.SEN_NO_RIKYU,
    Master.KENTEI: Decision.KENTEI,
    Master.KOBORI_ENSHU: Decision.KOBORI_ENSHU,
    Master.ISHIKAWA_JOZAN: Decision.ISHIKAWA_JOZAN,
}


# --- Playing --------------------------------------------------------------------------------------

#: The moves of a kind of decision, shape (m, columns), each move marked once.
MOVES_AT: Final[dict[Decision, Callable[[Games, Ints], Bools]]] = {
    Decision.DRAW: draws,
    Decision.STEP1: step1_moves,
    Decision.ANSWER_OFFER: two_moves,
    Decision.CHOOSE_TAKER: choose_taker_moves,
    Decision.ANSWER_ROBBERY: two_moves,
    Decision.ANSWER_REVEAL: answer_reveal_moves,
    Decision.PLACE: place_moves,
    Decision.STEP2: step2_moves,
    Decision.MUSO_SOSEKI: standings,
    Decision.DRAW_ZEN_AMI: draws,
    Decision.ZEN_AMI: zen_ami_moves,
    Decision.DRAW_SESSHU: draws,
    Decision.SESSHU: sesshu_moves,
    Decision.SEN_NO_RIKYU: sen_no_rikyu_moves,
    Decision.KENTEI: kentei_moves,
    Decision.KOBORI_ENSHU: kobori_enshu_moves,
    Decision.ISHIKAWA_JOZAN: ishikawa_jozan_moves,
    Decision.ISHIKAWA_JOZAN_MORE: ishikawa_jozan_more_moves,
    Decision.EXTRA: extra_moves,
    Decision.BONUS: bonus_moves,
}

#: Makes a move in each of some games that are at a kind of decision, in place.
AFTER: Final[dict[Decision, Callable[[Games, Ints, Ints], None]]] = {
    Decision.DRAW: after_draw,
    Decision.STEP1: after_step1,
    Decision.ANSWER_OFFER: after_answer_offer,
    Decision.CHOOSE_TAKER: after_choose_taker,
    Decision.ANSWER_ROBBERY: after_answer_robbery,
    Decision.ANSWER_REVEAL: after_answer_reveal,
    Decision.PLACE: after_place,
    Decision.STEP2: after_step2,
    Decision.MUSO_SOSEKI: put_stone,
    Decision.DRAW_ZEN_AMI: after_draw_zen_ami,
    Decision.ZEN_AMI: after_zen_ami,
    Decision.DRAW_SESSHU: after_draw_sesshu,
    Decision.SESSHU: after_sesshu,
    Decision.SEN_NO_RIKYU: after_sen_no_rikyu,
    Decision.KENTEI: after_kentei,
    Decision.KOBORI_ENSHU: after_kobori_enshu,
    Decision.ISHIKAWA_JOZAN: after_ishikawa_jozan,
    Decision.ISHIKAWA_JOZAN_MORE: after_ishikawa_jozan,
    Decision.EXTRA: after_step2,
    Decision.BONUS: after_bonus,
}


def make(games: Games, decision: Decision, rows: Ints, choices: Ints) -> None:
    """Makes these moves, columns of `MOVES_AT`, in games that are at this decision."""
    AFTER[decision](games, rows, choices)
    games.moves[rows] += 1


def play(games: Games, rng: np.random.Generator, max_turns: int = stone.default_max_turns) -> None:
    """Random moves, every legal one as likely, until all games are over or have so many turns."""
    while True:
        # A turn ends later in the order than the next one begins: no game ends two in one pass.
        going = np.flatnonzero((games.decision != Decision.END) & (games.turns < max_turns))
        if len(going) == 0:
            return
        for decision, moves_at in MOVES_AT.items():
            rows = going[games.decision[going] == decision]
            if len(rows):
                make(games, decision, rows, any_of(moves_at(games, rows), rng))


def random_games(edition: Edition, players: int, number: int, rng: np.random.Generator) -> Games:
    """Dealt games, played at random to their end."""
    games = deal(edition, players, number, rng)
    play(games, rng)
    return games
