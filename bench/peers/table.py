"""What was measured beside peers, as Markdown: the README's table, and the whole page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Final

from bench.peers.games import BATCH, CALLS, NUMPY, PLAIN, Speed
from bench.peers.report import RUN_HEAD, Race, run_row, summary, time_ratio
from bench.peers.solvers import MODEL, SOLVERS, WATER, Limits, Outcome

if TYPE_CHECKING:
    from bench.peers.openspiel import Pair, Playouts

#: The README's table stands between these lines.
BEGIN: Final = "<!-- peers: made by python -m bench.peers -->"
END: Final = "<!-- /peers -->"

#: What the words of a contest mean, where a table has room for it.
_UNITS: Final = {
    ("Jardín", "moves"): "moves listed; in one call, counted (perft)",
    ("Stone Garden", "moves"): "moves that lay a tile, listed; in one call, all moves (perft)",
}


@dataclass(frozen=True)
class Results:
    """What one run of the command has measured; a part that was left out is empty."""

    environment: dict[str, str]
    limits: Limits
    budget: float  #: seconds a decision of hints, and an action of OpenSpiel's bot
    speeds: Sequence[Speed] = ()
    playouts: "Sequence[Playouts]" = ()
    matches: "dict[str, Sequence[Pair]]" = field(default_factory=dict)  #: by game
    races: Sequence[Race] = ()

    def speed(self, game: str, what: str) -> dict[str, float]:
        """The rates of a contest, by side."""
        return {s.side: s.rate for s in self.speeds if (s.game, s.what) == (game, what)}

    @property
    def contests(self) -> list[tuple[str, str]]:
        """What was measured, by game."""
        return list(dict.fromkeys((speed.game, speed.what) for speed in self.speeds))

    @property
    def where(self) -> str:
        """Machine and versions in one line."""
        return ", ".join(f"{name} {text}" for name, text in self.environment.items())


def short(number: float) -> str:
    """Three digits that matter: `1,760 million`, `372,000`, `19.3`."""
    if number >= 1e6:
        return f"{_three(number / 1e6)} million"
    return _three(number)


def _three(number: float) -> str:
    if number >= 100:
        digits = len(str(round(number)))
        return f"{round(number, 3 - digits):,.0f}"
    return f"{number:.3g}"


def ratio_table(results: Results) -> str:
    """The README's table: what niwashi does, as a multiple of what each peer does.

    Rates are a second, by one thread.
    """
    rows = [
        *_speed_ratios(results),
        *_playout_ratios(results),
        *_match_ratios(results),
        *_solver_ratios(results),
    ]
    return "\n".join(
        [
            "| what | beside | theirs | niwashi | ratio |",
            "|---|---|---|---|---|",
            *("| " + " | ".join(row) + " |" for row in rows),
        ]
    )


Cells = tuple[str, str, str, str, str]


def _speed_ratios(results: Results) -> Iterator[Cells]:
    for game, what in results.contests:
        rates = results.speed(game, what)
        peers = [side for side in (PLAIN, NUMPY, CALLS) if side in rates]
        yield (
            f"{game}: {_UNITS.get((game, what), what)}",
            " · ".join(peers),
            " · ".join(short(rates[side]) for side in peers),
            f"{short(rates[BATCH])} in one call",
            " · ".join(short(rates[BATCH] / rates[side]) for side in peers),
        )


def _playout_ratios(results: Results) -> Iterator[Cells]:
    for game in dict.fromkeys(playouts.game for playouts in results.playouts):
        contest = next((c for c in results.contests if c[0] == game and "random" in c[1]), None)
        own = results.speed(*contest)[BATCH] if contest else None
        some = [playouts for playouts in results.playouts if playouts.game == game]
        yield (
            f"{game}: the same; in OpenSpiel's tree search",
            " · ".join(f"`{p.name.partition('(')[0]}`" for p in some),
            " · ".join(short(p.rate) for p in some),
            "–" if own is None else f"{short(own)} in one call",
            "–" if own is None else " · ".join(short(own / p.rate) for p in some),
        )


def _match_ratios(results: Results) -> Iterator[Cells]:
    for game, pairs in results.matches.items():
        bot, hint = fmean(pair.bot for pair in pairs), fmean(pair.hint for pair in pairs)
        yield (
            _match_title(game, pairs),
            f"OpenSpiel's MCTSBot, {results.budget:g} s an action",
            f"{bot:.3g}",
            f"{hint:.3g} (hints, {results.budget:g} s a decision)",
            short(hint / bot) if bot > 0 else "–",
        )


def _match_title(game: str, pairs: "Sequence[Pair]") -> str:
    number = f"{len(pairs)} game{'s'[: len(pairs) != 1]}"
    if game == "Jardín":
        return f"{game}: mean score of {number} on the same dice"
    return f"{game}: share of the victories in {number} for two"


def _solver_ratios(results: Results) -> Iterator[Cells]:
    if not results.races:
        return
    number = len(results.races)
    head = (
        f"Jardín: dice sequences proven of {number}, mean score ≤ bound, seconds "
        f"(limit {results.limits.seconds:g}, {results.limits.workers} threads)"
    )
    for solver in SOLVERS:
        if solver not in (WATER, MODEL):
            yield (
                head,
                solver,
                _reached(results.races, solver),
                _reached(results.races, WATER),
                f"{time_ratio(results.races, solver)} (time)",
            )
            head = ""


def _reached(races: Sequence[Race], solver: str) -> str:
    outcomes = [race.of(solver) for race in races]

    def mean(part: Callable[[Outcome], float | None]) -> str:
        numbers = [number for number in map(part, outcomes) if number is not None]
        return f"{fmean(numbers):.1f}" if numbers else "–"

    return (
        f"{sum(o.proven for o in outcomes)}; {mean(lambda o: o.score)} ≤ "
        f"{mean(lambda o: o.bound)}; {mean(lambda o: o.seconds)} s"
    )


def speed_table(results: Results) -> str:
    """All rates, a second by one thread."""
    sides = (PLAIN, NUMPY, CALLS, BATCH)
    lines = [
        "| a second, one thread | " + " | ".join(sides) + " |",
        "|---" * (1 + len(sides)) + "|",
    ]
    for game, what in results.contests:
        rates = results.speed(game, what)
        cells = [short(rates[side]) if side in rates else "–" for side in sides]
        lines.append(f"| {game}: {_UNITS.get((game, what), what)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def playout_table(results: Results) -> str:
    """OpenSpiel's playouts, and how long its games are."""
    lines = [
        "| like | OpenSpiel's game | decisions | dice or draws | playouts a second |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {p.game} | `{p.name}` | {p.decisions:.0f} | {p.chances:.0f} | {short(p.rate)} |"
        for p in results.playouts
    ]
    return "\n".join(lines)


def match_table(results: Results) -> str:
    """Every game against OpenSpiel's bot."""
    lines = ["| game | seed | MCTSBot | hints |", "|---|---|---|---|"]
    for game, pairs in results.matches.items():
        lines += [f"| {game} | {p.seed} | {p.bot:g} | {p.hint:g} |" for p in pairs]
    return "\n".join(lines)


def race_table(results: Results) -> str:
    """Every run of a solver, and their means."""
    rows = [
        run_row(race.dice, outcome, results.limits)
        for race in results.races
        for outcome in race.outcomes
    ]
    return "\n".join([RUN_HEAD, *rows, "", summary(results.races)])


def page(results: Results, command: str) -> str:
    """The whole of docs/peers-table.md."""
    parts = [
        "# Beside peers: the figures",
        "Made by the command below; what each side is and how it is measured is told in "
        "[peers.md](peers.md).",
        f"```sh not-run: it measures for minutes\n{command}\n```",
        f"{results.where}.",
        "## Ratios",
        ratio_table(results),
    ]
    for is_there, title, table in (
        (results.speeds, "Scores, moves and games", speed_table),
        (results.playouts, "OpenSpiel at random", playout_table),
        (results.matches, "OpenSpiel's tree search against hints", match_table),
        (results.races, "Solvers", race_table),
    ):
        if is_there:
            parts += [f"## {title}", table(results)]
    return "\n\n".join(parts) + "\n"


def with_table(text: str, table: str) -> str:
    """The text with this table between BEGIN and END. ValueError if the lines are not there."""
    before, begin, rest = text.partition(f"{BEGIN}\n")
    _, end, after = rest.partition(f"{END}\n")
    if not (begin and end):
        raise ValueError(f"the lines '{BEGIN}' and '{END}' are not there")
    return f"{before}{begin}{table}\n{end}{after}"
