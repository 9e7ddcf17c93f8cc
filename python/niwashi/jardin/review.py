"""A game judged move by move: points given away by the player, and luck of the rolls."""

from collections.abc import Iterator
from dataclasses import dataclass

from niwashi._core.jardin import Move, Position, apply, chance_outcomes
from niwashi.jardin.hints import HintSearch, hint_gain, value_network
from niwashi.jardin.play import Step
from niwashi.jardin.policies import make_policy
from niwashi.jardin.record import Record
from niwashi.seeds import derived_seed


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
    before: after the move played last, or at the start what the network expects of all rolls. The
    same record, samples and seed give the same numbers, whatever `workers` is. Raises
    KeyboardInterrupt if a search was interrupted, ValueError for less than one sample or worker.
    """
    before = _expected_before_roll(record.start, record.faces)
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


def _expected_before_roll(position: Position, faces: str) -> float:
    """The mean over all rolls of the network's value of its own move; 0 where none is thrown."""
    if position.is_over or position.is_pond_decision:
        return 0.0
    network, policy = value_network(), make_policy("network", 0, faces=faces)
    total = weights = 0.0
    for roll, weight in chance_outcomes(faces):
        after = apply(position, policy.choose(position, roll), roll)
        total += weight * network.value(after)
        weights += weight
    return total / weights + hint_gain(position)
