"""Hints: the moves of a roll or a pond decision, ranked by games played on with random dice.

>>> from niwashi import jardin
>>> start = jardin.Position()
>>> hints = jardin.hint(start, jardin.Roll.from_text("125"), samples=500, seed=1)
>>> hints.best.rank, 50 < hints.best.expected < 75
(1, True)

What the numbers mean and how they come about is told in `docs/hints.md`.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from niwashi._core import IllegalMove
from niwashi._core import search as _core
from niwashi._core.jardin import Move, Position, Roll, apply, score, standard_faces
from niwashi.processors import processors

METHOD = "value network, playouts on common dice"
DEFAULT_SECONDS = 5.0

#: Points lost by a move, from which on it is marked, the worst mark first.
MARKS = ((3.0, "??"), (1.5, "?"), (0.5, "?!"))

_CANDIDATES = 16
_PLAYOUTS_A_ROUND = 256
_OPENING = 16  # samples a candidate before any is dropped; in small rounds, for small budgets
_RULES = ("lantern", "bamboo", "tree", "rock", "moss", "bridge", "pond", "penalty")


@dataclass(frozen=True)
class Hint:
    """A move and what the games after it say, in final points."""

    rank: int  #: from 1
    move: Move
    score_now: int  #: points if the game ended after the move
    expected: float  #: the final score of a player who goes on using hints
    stderr: float  #: standard error of `expected`; 0 where no die is left to throw
    sd: float  #: standard deviation of the final points, from the games played to the end
    diff: float  #: `expected` less that of the first move; 0 or less
    diff_stderr: float  #: standard error of `diff`, from the dice they share
    samples: int  #: games played on after this move
    breakdown: dict[str, float]  #: mean points by rule of the games played to the end

    @property
    def mark(self) -> str:
        """`??`, `?` or `?!` by the points lost against the first move, or nothing."""
        return next((mark for lost, mark in MARKS if -self.diff >= lost), "")


@dataclass(frozen=True)
class Hints:
    """A ranking, best first, and how it was made."""

    hints: tuple[Hint, ...]
    method: str
    seed: int
    seconds: float  #: spent so far, all runs together
    games: int  #: played so far, after all moves together
    workers: int
    clear: bool  #: every other move is behind by 3 standard errors, or no die is left to throw
    interrupted: bool = False

    @property
    def best(self) -> Hint:
        """The first of the ranking."""
        return self.hints[0]

    def of(self, move: Move) -> Hint:
        """The place of a move. Raises KeyError for one that is not ranked."""
        for hint in self.hints:
            if hint.move == move:
                return hint
        raise KeyError(move.to_text())


@cache
def value_network() -> _core.ValueNetwork:
    """The network that guesses final scores, as shipped; read once."""
    weights = resources.files("niwashi.jardin").joinpath("value.bin").read_bytes()
    return _core.ValueNetwork.from_bytes(weights)


class HintSearch:
    """A ranking that can be made better for as long as one likes.

    It depends on the position, the roll, the seed and how many rounds of games were played; on
    nothing else, so not on `workers`.
    """

    def __init__(
        self,
        position: Position,
        roll: Roll | None = None,
        *,
        seed: int = 0,
        workers: int | None = None,
        move: Move | None = None,
        faces: str = standard_faces,
    ) -> None:
        """`move` is an idea of the player's that gets as many samples as the best.

        Raises IllegalMove for a game that is over, a roll where none is due or none where one is,
        and a `move` that is not allowed; ValueError for less than one worker.
        """
        if workers is not None and workers < 1:
            raise ValueError("workers: at least 1 is needed")
        if position.is_over:
            raise IllegalMove("the game is over: there is nothing to decide")
        if roll is None and not position.is_pond_decision:
            raise IllegalMove(f"roll: one is needed at turn {position.clock}")
        if roll is not None and position.is_pond_decision:
            raise IllegalMove(f"roll: none is drawn at the pond decision {position.clock}")
        self.position = position
        self.roll = roll
        self.seed = seed
        self.workers = workers or processors()
        self.seconds = 0.0
        self.games = 0
        self.interrupted = False
        self._search = _core.HintSearch(
            value_network(), position, roll, seed, move, faces, _CANDIDATES
        )

    def run(
        self,
        *,
        seconds: float | None = None,
        samples: int | None = None,
        on_progress: Callable[["Hints"], None] | None = None,
    ) -> Hints:
        """Plays more games: until the best is clear, the time is over or `samples` are played.

        `samples` are games after all moves together, counted from the first run on; the round in
        which the number is reached is finished. Without a limit, five seconds. A round is begun
        only if the last one would still have fitted into the time; the first is always played. An
        interrupt (KeyboardInterrupt) ends the run with what is known, and is told in the result.
        Raises ValueError for a limit that leaves nothing.
        """
        if seconds is None and samples is None:
            seconds = DEFAULT_SECONDS
        if seconds is not None and not seconds > 0:
            raise ValueError("budget: it must be more than 0 seconds")
        if samples is not None and samples < 1:
            raise ValueError("samples: at least 1 is needed")
        began = time.monotonic()
        before = self.seconds
        self.interrupted = False
        try:
            while self.games == 0 or (
                not self._search.is_decided and (samples is None or self.games < samples)
            ):
                started = time.monotonic()
                self._round()
                now = time.monotonic()
                self.seconds = before + now - began
                if on_progress is not None:
                    on_progress(self.hints())
                if seconds is not None and now - began + (now - started) > seconds:
                    break
        except KeyboardInterrupt:
            self.interrupted = True
        return self.hints()

    def _round(self) -> None:
        done = max(len(candidate.values) for candidate in self._search.candidates)
        fair_share = _PLAYOUTS_A_ROUND // self._search.active
        self._search.round(max(4, done) if done < _OPENING else fair_share, self.workers)
        self.games = sum(len(candidate.values) for candidate in self._search.candidates)

    def hints(self) -> Hints:
        """The ranking so far."""
        search = self._search
        candidates = search.candidates
        leader = search.leader
        order = sorted(range(len(candidates)), key=lambda i: (i != leader, -search.expected(i), i))
        best = search.expected(leader)
        gain = hint_gain(self.position)
        ranking = []
        for rank, index in enumerate(order, start=1):
            candidate = candidates[index]
            finals = candidate.finals
            sums = candidate.sums.as_dict()
            ranking.append(
                Hint(
                    rank=rank,
                    move=candidate.move,
                    score_now=score(apply(self.position, candidate.move, self.roll)).total,
                    expected=search.expected(index) + gain,
                    stderr=_deviation(candidate.values) / max(1, len(candidate.values)) ** 0.5,
                    sd=_deviation(finals),
                    diff=min(0.0, search.expected(index) - best),
                    diff_stderr=search.lead(leader, index)[1],
                    samples=len(candidate.values),
                    breakdown={rule: sums[rule] / len(finals) for rule in _RULES if finals},
                )
            )
        return Hints(
            hints=tuple(ranking),
            method=METHOD,
            seed=self.seed,
            seconds=self.seconds,
            games=self.games,
            workers=self.workers,
            clear=search.is_decided,
            interrupted=self.interrupted,
        )


def hint(
    position: Position,
    roll: Roll | None = None,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    move: Move | None = None,
    faces: str = standard_faces,
    on_progress: Callable[[Hints], None] | None = None,
) -> Hints:
    """The moves of a decision, best first. Arguments and errors as `HintSearch` and its `run`."""
    search = HintSearch(position, roll, seed=seed, workers=workers, move=move, faces=faces)
    return search.run(seconds=seconds, samples=samples, on_progress=on_progress)


def _deviation(numbers: Sequence[float]) -> float:
    """The standard deviation of a sample; 0 for less than two numbers."""
    return statistics.stdev(numbers) if len(numbers) > 1 else 0.0


def hint_gain(position: Position) -> float:
    """What `expected` has more than the playouts at a decision, which must not be the end."""
    plies = position.season * 4 + (3 if position.is_pond_decision else (position.turn - 1) % 3)
    return HINT_GAIN[plies]


#: By how much a player who uses hints to the end beats the playouts, in points, by ply; those
#: are played by the network alone. From 100 games of `python -m bench.strength --samples 400
#: --seed 2000000 --calibrate`, whose standard errors fall from 0.35 to 0.1.
HINT_GAIN = (
    *(1.19, 1.21, 0.73, 0.33),
    *(0.25, 0.33, 0.41, 0.32),
    *(0.41, 0.20, 0.16, 0.13),
    *(0.19, 0.10, 0.00, 0.00),
)
