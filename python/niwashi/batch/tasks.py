"""What a batch can do with an instance: the solvers and policies, as tasks to send to a worker.

Each instance is done by one thread; a batch keeps all processors busy with many of them.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from niwashi.batch.store import Row
from niwashi.jardin import Position, Roll, dice_to_text
from niwashi.jardin.policies import Match as JardinMatch
from niwashi.stone import Edition, Garden
from niwashi.stone.policies import Match as StoneMatch


@dataclass(frozen=True)
class JardinSolve:
    """Solves dice sequences: an instance is the rolls still to come, as text."""

    start: Position = field(default_factory=Position)
    faces: str = "LBTRM="
    time_limit: float | None = None
    work_limit: float | None = None
    engine: str = "water"
    confirm: bool = False
    seed: int = 0

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the results, beside the dice."""
        return {
            "start": self.start.to_text(),
            "faces": self.faces,
            "time_limit": self.time_limit,
            "work_limit": self.work_limit,
            "engine": self.engine,
            "confirm": self.confirm,
            "seed": self.seed,
        }

    def __call__(self, dice: str) -> Row:
        """As `niwashi.solver.jardin.solve`, with one worker."""
        from niwashi.jardin import dice_from_text, score
        from niwashi.solver.jardin import Engine, solve

        result = solve(
            self.start,
            dice_from_text(dice, self.faces),
            time_limit=self.time_limit,
            work_limit=self.work_limit,
            workers=1,
            seed=self.seed,
            engine=Engine(self.engine),
            confirm=self.confirm,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        assert result.position is not None
        return Row(
            dice,
            result.status.value,
            score=result.score,
            bound=result.bound,
            dice=dice,
            plan=" ".join(move.to_text() for move in result.moves),
            garden=result.position.to_text(),
            seconds=round(result.seconds, 3),
            details={
                "breakdown": score(result.position).as_dict(),
                "confirmed": result.confirmed,
                "work": round(result.work, 6),
            },
        )


@dataclass(frozen=True)
class StoneSolve:
    """Completes stone gardens: an instance is a garden, or a garden, a blank and a Name Garden."""

    edition: Edition
    players: int = 4
    tiles: Mapping[str, int] | None = None
    partial: bool = False
    time_limit: float | None = None
    work_limit: float | None = None
    seed: int = 0

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the results, beside garden and card."""
        from niwashi.stone.edition import digest_of

        return {
            "edition": digest_of(self.edition),
            "players": self.players,
            "tiles": self.tiles,
            "partial": self.partial,
            "time_limit": self.time_limit,
            "work_limit": self.work_limit,
            "seed": self.seed,
        }

    def __call__(self, instance: str) -> Row:
        """As `niwashi.solver.stone.maximum`, with one worker."""
        from niwashi.solver.stone import maximum
        from niwashi.solver.stone.solve import MAX_VIRTUE
        from niwashi.stone import score

        start, _, card = instance.partition(" ")
        result = maximum(
            self.edition,
            players=self.players,
            card=card or None,
            tiles=self.tiles,
            start=Garden.from_text(self.edition, start),
            partial=self.partial,
            time_limit=self.time_limit,
            work_limit=self.work_limit,
            workers=1,
            seed=self.seed,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        garden = result.position
        return Row(
            instance,
            result.status.value,
            score=result.score,
            bound=None if garden is None else result.bound,
            plan=" ".join(move.to_text() for move in result.moves),
            garden=garden and garden.to_text(),
            seconds=round(result.seconds, 3),
            details={
                "card": result.card,
                "breakdown": garden and score(garden, result.card, MAX_VIRTUE).as_dict(),
                "reason": result.reason,
                "work": round(result.work, 6),
            },
        )


@dataclass(frozen=True)
class JardinSimulate:
    """Plays games of a policy: an instance is a game's number, from 1, and dice given for it."""

    match: JardinMatch

    @staticmethod
    def instance(number: int, dice: Sequence[Roll] | None) -> str:
        """The instance of a game: `7`, or `7 125 366 …`; `number` is from 0."""
        return f"{number + 1} {dice_to_text(dice or [])}".rstrip()

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the games, beside their numbers and dice."""
        return {
            "policy": self.match.policy,
            "budget": self.match.seconds,
            "samples": self.match.samples,
            "seed": self.match.seed,
            "faces": self.match.faces,
        }

    def __call__(self, instance: str) -> Row:
        """A game, as `jardin simulate` plays it."""
        from niwashi.jardin import dice_from_text, score

        place, _, dice = instance.partition(" ")
        number = int(place) - 1
        began = time.monotonic()
        game = self.match.play(number, dice_from_text(dice, self.match.faces) if dice else None)
        document = self.match.document(number, game)
        return Row(
            instance,
            "OVER",
            score=document["score"],
            dice=document["dice"],
            plan=" ".join(document["moves"]),
            garden=document["position"],
            seconds=round(time.monotonic() - began, 3),
            details={
                "seed": document["seed"],
                "breakdown": score(game.position).as_dict(),
                "predictions": document["predictions"],
            },
        )


@dataclass(frozen=True)
class StoneSimulate:
    """Plays games between policies: an instance is a game's number, from 1."""

    match: StoneMatch

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the games, beside their numbers."""
        from niwashi.stone.edition import digest_of

        return {
            "edition": digest_of(self.match.start.edition),
            "policy": ",".join(self.match.names),
            "swap_seats": self.match.swap_seats,
            "budget": self.match.seconds,
            "samples": self.match.samples,
            "turn_cap": self.match.turn_cap,
            "seed": self.match.seed,
        }

    def __call__(self, instance: str) -> Row:
        """A game, as `stone simulate` plays it; its score is the winner's, none if capped."""
        number = int(instance) - 1
        began = time.monotonic()
        game = self.match.play(number)
        document = self.match.document(number, game)
        kept = ("seed", "policy", "turns", "capped", "scores", "winners", "gardens", "predictions")
        return Row(
            instance,
            "CAPPED" if game.capped else "OVER",
            score=None if game.capped else max(document["scores"]),
            plan=" ".join(document["moves"]),
            garden=document["state"],
            seconds=round(time.monotonic() - began, 3),
            details={
                **{key: document[key] for key in kept},
                "seats": self.match.seats(number),
            },
        )
