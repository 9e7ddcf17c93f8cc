"""The decisions of Stone Garden as numbers, and what a player sees as an array.

An action is what a move's text says beyond what the state tells anyway: of a swap and of a stored
tile that is taken, the tiles are known, so only the spaces and rotations count; other players are
numbered from the one who decides, `+1` being the next. Among the legal moves of a state no two are
the same action, and every move is one.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from niwashi._core import IllegalMove
from niwashi.stone import (
    Edition,
    Move,
    Player,
    Position,
    decision_names,
    legal_moves,
    master_names,
    new_game,
    scores,
    view,
)

STONES: Final = "HSRLB"
ROWS, COLUMNS = 3, 5
SPACES: Final = tuple(f"{row}{column}" for row in range(1, 4) for column in range(1, 6))
TURNS: Final = ("", "'")

#: A tile id that the state tells: of a swap, or of another player's storage.
_KNOWN_TILE: Final = re.compile(r"(?<=\d)=[a-z][a-z0-9-]*")
_PLAYER: Final = re.compile(r"^(give|from):(\d)")


class StoneActions:
    """The actions of an edition and a number of players: `texts` by number."""

    def __init__(self, edition: Edition, players: int) -> None:
        self.edition = edition
        self.players = players
        tiles = edition.tile_ids
        others = [f"+{distance}" for distance in range(1, players)]
        self.texts: list[str] = [
            *("place", "place-stored", "offer", "discard", "store", "done"),
            *("accept", "decline", *(f"give:{other}" for other in others), "withdraw"),
            *("rob", "pass", "reveal", "keep"),
            *(f"{space}={tile}{turn}" for space, tile, turn in product(SPACES, tiles, TURNS)),
            *("meditate", *(f"step:{space}" for space in SPACES)),
            *(f"buy:{stone}{space}" for stone, space in product(STONES, SPACES)),
            *(f"card:{master}" for master in master_names),
            "stay",
            *(f"take:{stone}{space}" for stone, space in product(STONES, SPACES)),
            *(*(f"discard:{tile}" for tile in tiles), "discard-all"),
            *(f"monk:{space}" for space in SPACES),
            *(f"move:{a}-{b}" for a, b in product(SPACES, SPACES) if a != b),
            *(
                f"swap:{a}{turn_a}+{b}{turn_b}"
                for (a, b), turn_a, turn_b in product(combinations(SPACES, 2), TURNS, TURNS)
            ),
            *(
                f"from:{other}:{space}{turn}"
                for other, space, turn in product(others, SPACES, TURNS)
            ),
            "stop",
        ]
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        self.outcomes: list[str] = [
            *(f"garden:{garden.id}" for garden in edition.name_gardens),
            *(f"master:{master}" for master in master_names),
            *(f"draw:{tile}" for tile in tiles),
        ]
        self._outcome_numbers = {text: number for number, text in enumerate(self.outcomes)}

    def __len__(self) -> int:
        return len(self.texts)

    def legal(self, position: Position) -> dict[int, Move]:
        """The legal moves of a player's decision by action, ascending; none at the end."""
        if position.is_over:
            return {}
        moves = {self.action_of(position, move): move for move in legal_moves(position)}
        return dict(sorted(moves.items()))

    def action_of(self, position: Position, move: Move) -> int:
        """The action that a move is; KeyError for an outcome of chance."""
        text = move.to_text()
        if text.startswith(("swap:", "from:")):
            text = _KNOWN_TILE.sub("", text)
        named = _PLAYER.match(text)
        if named:
            distance = (int(named[2]) - 1 - position.concerned) % self.players
            text = f"{named[1]}:+{distance}{text[named.end() :]}"
        return self._numbers[text]

    def move_of(self, position: Position, action: int) -> Move:
        """The move that an action is; IllegalMove if it is not legal here."""
        move = self.legal(position).get(action)
        if move is None:
            raise IllegalMove(f"action: {action} is not legal here")
        return move

    def outcome_of(self, move: Move) -> int:
        """The number of an outcome of chance."""
        return self._outcome_numbers[move.to_text()]

    def outcome(self, number: int) -> Move:
        """The outcome of chance of this number."""
        return Move.from_text(self.edition, self.outcomes[number])

    def mask(self, position: Position) -> NDArray[np.int8]:
        """1 for every legal action of the player who decides."""
        mask = np.zeros(len(self), np.int8)
        mask[list(self.legal(position))] = 1
        return mask


@lru_cache(maxsize=8)
def actions_for(edition: Edition, players: int) -> StoneActions:
    """The one `StoneActions` of an edition and a number of players."""
    return StoneActions(edition, players)


class StoneView:
    """What a player sees, as numbers from 0 to 1. Everybody sees himself first.

    `parts` names the pieces and gives their lengths, in order. One piece a player, own first:
    for each space the tile (one of K), turned, laid, stone (5), monk; then the stored tile (K),
    virtue (sixths), Name Garden and Master card (zeros where unknown or not dealt), card used.
    Then the table: the decision (one of 23), who is active and who decides, tiles in hand (K,
    thirds), declared tile (drawn, stored), marks (offer made, shield), who accepted or robs, the
    yard (5), discards and stack (K each), all three as shares of what there is at first.
    """

    def __init__(self, edition: Edition, players: int) -> None:
        self._edition = edition
        self._players = players
        tiles, gardens = len(edition.tile_ids), len(edition.name_gardens)
        self._tile = {tile: number for number, tile in enumerate(edition.tile_ids)}
        self._garden = {garden.id: number for number, garden in enumerate(edition.name_gardens)}
        self._yard = new_game(edition, players).yard
        self._counts = np.array(edition.tile_counts, np.float32)
        self._space = tiles + 8
        player = len(SPACES) * self._space + tiles + 1 + gardens + len(master_names) + 1
        self.parts: dict[str, int] = {
            **{f"player+{distance}": player for distance in range(players)},
            "decision": len(decision_names),
            "active": players,
            "deciding": players,
            "hand": tiles,
            "declared": 2,
            "marks": 2,
            "answers": players,
            "yard": len(STONES),
            "discards": tiles,
            "stack": tiles,
        }

    def __len__(self) -> int:
        return sum(self.parts.values())

    def observe(self, position: Position, viewer: int) -> NDArray[np.float32]:
        """What player `viewer` (from 0) sees of a state, shape (n,)."""
        seen = view(position, viewer)
        text = seen.to_text().split(" ")
        declared, marks, answers = text[4:7]
        order = [(viewer + distance) % self._players for distance in range(self._players)]
        pieces = [self._player(seen.players[number]) for number in order]
        numbers = {number: distance for distance, number in enumerate(order)}
        pieces += [
            _one(decision_names.index(seen.decision), len(decision_names)),
            _one(numbers[seen.active], self._players),
            _one(numbers[seen.concerned], self._players),
            self._tiles(Counter(seen.hand)) / np.float32(3),
            np.array([declared == "drawn", declared == "stored"], np.float32),
            np.array(["o" in marks, "s" in marks], np.float32),
            _some([numbers[int(n) - 1] for n in answers.split(",") if n != "-"], self._players),
            np.array([seen.yard[stone] / self._yard[stone] for stone in STONES], np.float32),
            self._tiles(seen.discards) / self._counts,
            self._tiles(seen.bag) / self._counts,
        ]
        return np.concatenate(pieces, dtype=np.float32)

    def _player(self, player: Player) -> NDArray[np.float32]:
        garden, tiles = player.garden, len(self._tile)
        spaces = np.zeros((len(SPACES), self._space), np.float32)
        for space, (face, stone) in enumerate(zip(garden.faces, garden.stones, strict=True)):
            if face is None:
                continue
            spaces[space, face // 2] = 1
            spaces[space, tiles] = face % 2
            spaces[space, tiles + 1] = 1
            if stone is not None:
                spaces[space, tiles + 2 + STONES.index(stone)] = 1
        if garden.monk is not None:
            spaces[garden.monk, tiles + 7] = 1
        known = self._garden.get(player.name_garden or "")
        master = player.master
        return np.concatenate(
            [
                spaces.ravel(),
                self._tiles({} if player.storage is None else {player.storage: 1}),
                [player.virtue / 6],
                _some([] if known is None else [known], len(self._garden)),
                _some(
                    [master_names.index(master)] if master in master_names else [],
                    len(master_names),
                ),
                [player.master_used],
            ],
            dtype=np.float32,
        )

    def _tiles(self, counts: Mapping[str, int]) -> NDArray[np.float32]:
        row = np.zeros(len(self._tile), np.float32)
        for tile, count in counts.items():
            row[self._tile[tile]] = count
        return row


def shares(position: Position) -> list[float]:
    """What the game is worth to each player: 1 to the one with most points, shared by a tie.

    Of a game that is not over it is what the points would be worth now.
    """
    totals = [points.total for points in scores(position)]
    best = totals.count(max(totals))
    return [1 / best if total == max(totals) else 0.0 for total in totals]


def _one(number: int, length: int) -> NDArray[np.float32]:
    return _some([number], length)


def _some(numbers: Sequence[int], length: int) -> NDArray[np.float32]:
    row = np.zeros(length, np.float32)
    row[list(numbers)] = 1
    return row
