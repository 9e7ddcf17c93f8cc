"""A game judged move by move: points given away by the player, and luck of the rolls."""

from collections.abc import Iterator
from dataclasses import dataclass

from niwashi._core.jardin import Move
from niwashi.jardin.hints import HintSearch, expected_before_roll
from niwashi.jardin.play import Step
from niwashi.jardin.policies import derived_seed
from niwashi.jardin.record import Record


@dataclass(frozen=True)
class Judgement:
    """A decision of a game, in final points as hints expect them."""

    step: Step
    best: Move
    best_expected: float  #: after the best move
    expected: float  #: after the move that was played
    given_away: float  #: by how much the best is ahead; 0 or more
    stderr: float  #: standard error of `given_away`
    luck: float | None  #: what the roll added to what was to be expected; None at a pond
    mark: str  #: `??`, `?`, `?!` or nothing


def judgements(
    record: Record, *, samples: int, seed: int = 0, workers: int | None = None
) -> Iterator[Judgement]:
    """Judges the decisions of a record in order, each by `samples` games (after all its moves).

    The luck of a roll is what the best move with it may expect, less what was to be expected
    before: after the move played last, or at the start by the network's guess. The same record,
    samples and seed give the same numbers, whatever `workers` is. Raises KeyboardInterrupt if a
    search was interrupted, ValueError for less than one sample or worker.
    """
    before = expected_before_roll(record.start)
    for number, step in enumerate(record.steps):
        search = HintSearch(
            step.before,
            step.roll,
            seed=derived_seed(seed, number),
            workers=workers,
            move=step.move,
            faces=record.faces,
        )
        hints = search.run(samples=samples)
        if hints.interrupted:
            raise KeyboardInterrupt
        best, played = hints.best, hints.of(step.move)
        yield Judgement(
            step=step,
            best=best.move,
            best_expected=best.expected,
            expected=played.expected,
            given_away=-played.diff,
            stderr=0.0 if played is best else played.diff_stderr,
            luck=None if step.roll is None else best.expected - before,
            mark=played.mark,
        )
        before = played.expected
