"""Hints: the moves of a decision, ranked by games played on from what the player may know.

>>> from niwashi import stone
>>> position = stone.deal(stone.default_edition(), players=2, seed=1)
>>> [(draw, _)] = stone.chance_outcomes(position)
>>> hints = stone.hint(stone.apply(position, draw), samples=300, seed=1)
>>> sorted(hint.move.to_text() for hint in hints.hints)
['offer', 'place', 'store']
>>> hints.best.rank, 0.2 < hints.best.win < 0.8
(1, True)

What the numbers mean and how they come about is told in `docs/hints-stone.md`.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from niwashi._core.search import StoneHintSearch
from niwashi._core.stone import Move, Position
from niwashi.processors import processors

METHOD = "determinised playouts"
DEFAULT_SECONDS = 1.0

#: Points lost by a move, from which on it is marked, the worst mark first.
MARKS = ((4.0, "??"), (2.0, "?"), (0.75, "?!"))


@dataclass(frozen=True)
class Hint:
    """A move and what the sampled games after it say; points and chances are the player's own."""

    rank: int  #: from 1
    move: Move
    score_now: int  #: points if the game ended after the move
    expected: float  #: mean of the final points
    stderr: float  #: standard error of `expected`
    sd: float  #: standard deviation of the final points
    diff: float  #: `expected` less that of the first move, in the samples they share
    diff_stderr: float  #: standard error of `diff`
    samples: int  #: games played on after this move
    win: float  #: chance to win; ties share a victory (S16)
    win_stderr: float  #: standard error of `win`
    win_diff: float  #: `win` less that of the first move, in the samples they share
    win_diff_stderr: float  #: standard error of `win_diff`
    lead: float  #: mean of the points ahead of the best other player

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
    player: int  #: who decides, from 0
    clear: bool  #: whether every other move is behind by 3 standard errors, or no different
    interrupted: bool = False

    @property
    def best(self) -> Hint:
        """The first of the ranking."""
        return self.hints[0]

    def of(self, move: Move) -> Hint:
        """The place of a move. Raises KeyError for one that is not legal."""
        for hint in self.hints:
            if hint.move == move:
                return hint
        raise KeyError(move.to_text())


class HintSearch:
    """A ranking that can be made better for as long as one likes.

    The ranking depends on the position (as the player to move may know it, S17), the seed and how
    many rounds of games were played; on nothing else, so not on `workers`.
    """

    def __init__(
        self,
        position: Position,
        *,
        seed: int = 0,
        workers: int | None = None,
        move: Move | None = None,
    ) -> None:
        """`move` is an idea of the player's that gets as many samples as the best.

        Raises ValueError if no player has to decide (a chance node, the end), IllegalMove for a
        `move` that is not allowed.
        """
        if workers is not None and workers < 1:
            raise ValueError("workers: at least 1 is needed")
        self._search = StoneHintSearch(position, seed, move)
        self.seed = seed
        self.workers = workers or processors()
        self.seconds = 0.0
        self.interrupted = False

    def run(
        self,
        *,
        seconds: float | None = None,
        samples: int | None = None,
        on_progress: Callable[["Hints"], None] | None = None,
    ) -> Hints:
        """Plays more games: until the best is clear, the time is over or `samples` are played.

        `samples` are games after all moves together, counted from the first run on; the round in
        which the number is reached is finished. Without a limit, one second. The first round is
        always finished, however short the time. An interrupt (KeyboardInterrupt) ends the run with
        what is known, and is told in the result. Raises ValueError for a limit that leaves nothing.
        """
        if seconds is None and samples is None:
            seconds = DEFAULT_SECONDS
        if seconds is not None and not seconds > 0:
            raise ValueError("budget: it must be more than 0 seconds")
        if samples is not None and samples < 1:
            raise ValueError("samples: at least 1 is needed")
        began = time.monotonic()
        before = self.seconds
        deadline = None if seconds is None or seconds == float("inf") else began + seconds
        try:
            with ThreadPoolExecutor(self.workers) as pool:
                while samples is None or self._search.games < samples:
                    if not self._search.prepare():
                        break
                    finished = self._play_round(pool, deadline)
                    self.seconds = before + time.monotonic() - began
                    if not finished:
                        break
                    if on_progress is not None:
                        on_progress(self.hints())
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds = before + time.monotonic() - began
        return self.hints()

    def _play_round(self, pool: ThreadPoolExecutor, deadline: float | None) -> bool:
        threads = [pool.submit(self._search.work) for _ in range(self.workers)]
        try:
            for thread in threads:
                if deadline is None or self._search.games == 0:
                    thread.result()
                    continue
                try:
                    thread.result(max(0.0, deadline - time.monotonic()))
                except TimeoutError:
                    self._search.stop()
                    thread.result()
        except BaseException:
            self._search.stop()  # or the pool would wait for the whole round
            raise
        return self._search.finish() and (deadline is None or time.monotonic() < deadline)

    def hints(self) -> Hints:
        """The ranking so far."""
        ranking = tuple(
            Hint(
                rank=rank,
                move=hint.move,
                score_now=hint.score_now,
                expected=hint.expected,
                stderr=hint.error,
                sd=hint.sd,
                diff=hint.diff,
                diff_stderr=hint.diff_error,
                samples=hint.samples,
                win=hint.win,
                win_stderr=hint.win_error,
                win_diff=hint.win_diff,
                win_diff_stderr=hint.win_diff_error,
                lead=hint.lead,
            )
            for rank, hint in enumerate(self._search.ranking(), start=1)
        )
        return Hints(
            hints=ranking,
            method=METHOD,
            seed=self.seed,
            seconds=self.seconds,
            games=self._search.games,
            workers=self.workers,
            player=self._search.player,
            clear=self._search.is_clear,
            interrupted=self.interrupted,
        )


def hint(
    position: Position,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    move: Move | None = None,
    on_progress: Callable[[Hints], None] | None = None,
) -> Hints:
    """The moves of a decision, best first. Arguments and errors as `HintSearch` and its `run`."""
    search = HintSearch(position, seed=seed, workers=workers, move=move)
    return search.run(seconds=seconds, samples=samples, on_progress=on_progress)
