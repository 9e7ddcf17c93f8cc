"""How strong hints are, and how true their forecasts: whole games on dice nobody has seen.

    python -m bench.strength [--games 200] [--policy hint] [--samples 750 | --seconds 0.3]
                             [--seed 1000000] [--workers 2] [--out strength.tsv] [--foresight 1.0]

Game i is played on the dice `jardin.random_dice(seed + i)`. A line of FILE is written as each is
finished: policy, limit, dice seed, score, foresight, seconds and the forecast at each of the 16
plies; lines that are there are not played again. Foresight is the best plan for the same dice that
annealing finds in that many seconds a core (a lower bound of the optimum), or with --prove the
proven optimum. `--samples` are games played on a decision: the same on any machine.

Each worker is a process with one thread. The tables printed are strength as a share of foresight,
and predicted against achieved scores at turns 1, 4, 7 and 10.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from bench import methods
from niwashi import jardin
from niwashi._core import search
from niwashi.processors import processors

HEADING = "policy\tlimit\tseed\tscore\tforesight\tseconds\tforecasts\n"
TURNS = {1: 0, 4: 4, 7: 8, 10: 12}  # turn: ply
_STEPS = 500_000  # of annealing, between looks at the clock


@dataclass(frozen=True)
class Game:
    """One game: who played, on which dice, and what came of it."""

    policy: str
    limit: str
    seed: int
    score: int
    foresight: int
    seconds: float
    forecasts: tuple[float, ...]

    def line(self) -> str:
        """The game as a line of the table."""
        forecasts = ",".join(f"{value:.3f}" for value in self.forecasts)
        return (
            f"{self.policy}\t{self.limit}\t{self.seed}\t{self.score}\t{self.foresight}\t"
            f"{self.seconds:.2f}\t{forecasts}\n"
        )


def foresight(dice: Sequence[jardin.Roll], seconds: float, prove: bool) -> int:
    """The best score for known dice: proven, or found in so many seconds."""
    if prove:
        from niwashi.solver.jardin import solve

        result = solve(jardin.Position(), dice, workers=1)
        assert result.score is not None
        return result.score
    annealer = search.Annealer(jardin.Position(), dice, 0)
    began = time.process_time()
    while time.process_time() - began < seconds:
        annealer.run(_STEPS)
    return annealer.best_score


def play(
    policy: str, samples: int | None, seconds: float | None, seed: int, look: float, prove: bool
) -> Game:
    """Plays one game by a policy."""
    dice = jardin.random_dice(seed)
    began = time.process_time()
    forecasts: list[float] = []
    position = jardin.Position()
    if policy == "hint":
        rolls = iter(dice)
        while not position.is_over:
            roll = None if position.is_pond_decision else next(rolls)
            hints = jardin.hint(
                position, roll, samples=samples, seconds=seconds, seed=seed, workers=1
            )
            forecasts.append(hints.best.expected)
            position = jardin.apply(position, hints.best.move, roll)
    elif policy in methods.METHODS:
        position = methods.play(methods.METHODS[policy], dice, seed)
    else:
        if policy == "network":
            moves = search.play_by_value(jardin.value_network(), position, dice)
        elif policy == "greedy":
            moves = search.play_greedily(position, dice)
        else:
            moves = search.play_randomly(position, dice, seed)
        position = jardin.replay(position, dice, moves)[-1].after
    spent = time.process_time() - began
    limit = "" if policy != "hint" else f"{samples} games" if samples else f"{seconds} s"
    best = foresight(dice, look, prove)
    score = jardin.score(position).total
    return Game(policy, limit, seed, score, max(best, score), spent, tuple(forecasts))


def read(path: Path) -> list[Game]:
    """The finished games of a file; a line cut short by a kill is left out."""
    games = []
    for line in path.read_text(encoding="utf-8").splitlines(True)[1:] if path.exists() else []:
        columns = line.rstrip("\n").split("\t")
        if len(columns) != 7 or not line.endswith("\n"):
            continue
        forecasts = tuple(float(value) for value in columns[6].split(",") if value)
        policy, limit, seed, score, best, seconds = columns[:6]
        games.append(
            Game(policy, limit, int(seed), int(score), int(best), float(seconds), forecasts)
        )
    return games


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    return statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")


def report(games: Sequence[Game]) -> str:
    """Both tables, as Markdown."""
    groups: dict[tuple[str, str], list[Game]] = {}
    for game in games:
        groups.setdefault((game.policy, game.limit), []).append(game)
    lines = [
        "| policy | a decision | games | mean | foresight | share | processor s a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for (policy, limit), played in groups.items():
        scores = [game.score for game in played]
        best = statistics.fmean(game.foresight for game in played)
        mean = statistics.fmean(scores)
        seconds = statistics.fmean(game.seconds for game in played) / 16
        lines.append(
            f"| {policy} | {limit} | {len(played)} | {mean:.2f} ± {error_of(scores):.2f} | "
            f"{best:.2f} | {100 * mean / best:.1f} % | {seconds:.4f} |"
        )
    lines += [
        "",
        "| policy | a decision | turn | predicted | achieved | difference |",
        "|---|---|---|---|---|---|",
    ]
    for (policy, limit), played in groups.items():
        for turn, ply in TURNS.items():
            known = [game for game in played if game.forecasts]
            if not known:
                continue
            gaps = [game.score - game.forecasts[ply] for game in known]
            lines.append(
                f"| {policy} | {limit} | {turn} | "
                f"{statistics.fmean(game.forecasts[ply] for game in known):.2f} | "
                f"{statistics.fmean(game.score for game in known):.2f} | "
                f"{statistics.fmean(gaps):+.2f} ± {error_of(gaps):.2f} |"
            )
    return "\n".join(lines)


def calibration(games: Sequence[Game]) -> str:
    """What HINT_GAIN should have been on these games: what is missing to the achieved score."""
    known = [game for game in games if len(game.forecasts) == 16]
    gains = [
        statistics.fmean(game.score - game.forecasts[ply] for game in known)
        + jardin.hints.HINT_GAIN[ply]
        for ply in range(16)
    ]
    return "HINT_GAIN = (" + ", ".join(f"{gain:.2f}" for gain in gains) + ")"


def main() -> None:
    """Plays what is missing and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    policies = [*jardin.POLICY_NAMES, *methods.METHODS]
    parser.add_argument("--policy", choices=policies, default="hint")
    parser.add_argument("--samples", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=processors())
    parser.add_argument("--foresight", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--prove", action="store_true", help="foresight is the proven optimum")
    parser.add_argument("--calibrate", action="store_true", help="print HINT_GAIN as well")
    parser.add_argument("--out", type=Path, default=Path("strength.tsv"))
    arguments = parser.parse_args()
    if arguments.policy == "hint" and (arguments.samples is None) == (arguments.seconds is None):
        parser.error("one of --samples and --seconds")

    played = read(arguments.out)
    arguments.out.write_text(HEADING + "".join(game.line() for game in played), encoding="utf-8")
    limit = (
        ""
        if arguments.policy != "hint"
        else f"{arguments.samples} games"
        if arguments.samples
        else f"{arguments.seconds} s"
    )
    done = {game.seed for game in played if (game.policy, game.limit) == (arguments.policy, limit)}
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    with ProcessPoolExecutor(arguments.workers) as pool:
        waiting = [
            pool.submit(
                play,
                arguments.policy,
                arguments.samples,
                arguments.seconds,
                seed,
                arguments.foresight,
                arguments.prove,
            )
            for seed in seeds
            if seed not in done
        ]
        for future in as_completed(waiting):
            game = future.result()
            played.append(game)
            with arguments.out.open("a", encoding="utf-8") as table:
                table.write(game.line())
    print(report(played))
    if arguments.calibrate:
        print(calibration([game for game in played if game.limit == limit]))


if __name__ == "__main__":
    main()
