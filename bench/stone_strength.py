"""How strong the hints of Stone Garden are, and what they cost: `python -m bench.stone_strength`.

One player against the same policy in all other seats; the seats are swapped from game to game with
the same tiles. Budgets are sampled games a decision, not seconds, so a result does not depend on
what else the machine does. Every finished game is a line of a file, where a later run goes on.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from niwashi import stone
from niwashi.seeds import derived_seed
from niwashi.stone.policies import HintPolicy, Policy, make_policy, play_game

BUDGETS = (0, 50, 200, 1000)  # 0: the planner, which does not look ahead


@dataclass(frozen=True)
class Result:
    """One game."""

    players: int
    opponent: str
    budget: int
    game: int
    seed: int
    win: float  # shared by those who tie
    points: int
    others: float  # mean of their points
    decisions: int
    games: int  # played on for all decisions
    seconds: float  # of processor time, in all decisions
    capped: int

    @property
    def key(self) -> tuple[int, str, int, int]:
        """What was played."""
        return self.players, self.opponent, self.budget, self.game


class Measured:
    """A policy, with what it costs."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.decisions = self.games = 0
        self.seconds = 0.0

    def choose(self, position: stone.Position) -> stone.Move:
        """As the policy."""
        began = time.process_time()
        move = self._policy.choose(position)
        if isinstance(self._policy, HintPolicy) and self._policy.hints is not None:
            self.seconds += time.process_time() - began
            self.decisions += 1
            self.games += self._policy.hints.games
            self._policy.hints = None
        return move


def play(players: int, opponent: str, budget: int, game: int, seed: int) -> Result:
    """Game `game` of a match."""
    own_seed = derived_seed(seed, game // players)
    seat = game % players
    name = "hint" if budget else "planner"
    measured = Measured(make_policy(name, own_seed, samples=budget or None, workers=1))
    seats: list[Policy] = [
        make_policy(opponent, derived_seed(own_seed, 1 + i)) for i in range(players)
    ]
    seats[seat] = measured
    start = stone.new_game(stone.default_edition(), players)
    played = play_game(start, seats, own_seed, max_turns=100 * players)
    points = [score.total for score in stone.scores(played.position)]
    winners = stone.winners(played.position)
    return Result(
        players=players,
        opponent=opponent,
        budget=budget,
        game=game,
        seed=seed,
        win=1 / len(winners) if seat in winners and not played.capped else 0.0,
        points=points[seat],
        others=(sum(points) - points[seat]) / (players - 1),
        decisions=measured.decisions,
        games=measured.games,
        seconds=round(measured.seconds, 3),
        capped=int(played.capped),
    )


def read(path: Path) -> list[Result]:
    """The games of earlier runs."""
    if not path.exists():
        return []
    kinds = {field.name: field.type for field in fields(Result)}
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Result(**{name: kinds[name](value) for name, value in row.items()})  # type: ignore[operator]
            for row in csv.DictReader(file, delimiter="\t")
        ]


def table(results: Sequence[Result]) -> Iterator[str]:
    """A line for each match, in Markdown."""
    yield "| players | against | samples | games | won | points | others | samples a second |"
    yield "|---|---|---|---|---|---|---|---|"
    for players, opponent, budget in sorted({result.key[:3] for result in results}):
        match = [result for result in results if result.key[:3] == (players, opponent, budget)]
        n = len(match)
        won = sum(result.win for result in match) / n
        error = (sum((result.win - won) ** 2 for result in match) / max(1, n - 1) / n) ** 0.5
        seconds = sum(result.seconds for result in match)
        decisions = sum(result.decisions for result in match)
        games = sum(result.games for result in match)
        yield (
            f"| {players} | {'three ' if players == 4 else ''}{opponent} "
            f"| {games / decisions if decisions else 0:.0f} | {n} "
            f"| {100 * won:.1f} % ± {100 * error:.1f} "
            f"| {sum(result.points for result in match) / n:.1f} "
            f"| {sum(result.others for result in match) / n:.1f} "
            f"| {f'{games / seconds:.0f}' if seconds else '-'} |"
        )


def main() -> None:
    """Plays what is missing, then prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("stone_strength.tsv"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--against", nargs="+", default=["greedy"])
    parser.add_argument("--budgets", type=int, nargs="+", default=list(BUDGETS))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    results = read(options.out)
    done = {result.key for result in results if result.seed == options.seed}
    with options.out.open("a", encoding="utf-8", newline="") as file:
        names = [field.name for field in fields(Result)]
        writer = csv.DictWriter(file, names, delimiter="\t", lineterminator="\n")
        if not results:
            writer.writeheader()
        for budget in options.budgets:
            for opponent in options.against:
                for players in options.players:
                    for game in range(options.games):
                        if (players, opponent, budget, game) in done:
                            continue
                        result = play(players, opponent, budget, game, options.seed)
                        writer.writerow(asdict(result))
                        file.flush()
                        results.append(result)
                    print(f"{players} players, {opponent}, {budget}: done", file=sys.stderr)
    print(*table([result for result in results if result.seed == options.seed]), sep="\n")


if __name__ == "__main__":
    main()
