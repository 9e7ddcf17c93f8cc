"""`niwashi bench`: figures of this machine, and the signature of this code."""

import signal
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from niwashi.cli.common import console, json_option, print_json, seed_option

if TYPE_CHECKING:
    from rich.table import Table

    from niwashi.benchmark import Report


@click.command()
@click.option("--quick", is_flag=True, help="Measure less, in under 20 seconds.")
@json_option
@seed_option
def bench(quick: bool, as_json: bool, seed: int | None) -> None:
    """Measure the core, the solvers and the hints on this machine, with one thread and two.

    The signature is one number that says what this code does, whatever it is built with or runs
    on: it changes where behaviour does, never with speed. Other programs that run at the same time
    make figures worse.
    """
    from niwashi import benchmark

    out = console(stderr=True)
    with out.status("bench") if out.is_terminal else nullcontext() as status:
        report = benchmark.run(
            quick=quick, seed=seed or 0, on_step=status.update if status else None
        )
    if report.interrupted:  # what there is is printed however often Ctrl-C is pressed
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if as_json:
        print_json(report.as_dict())
    else:
        print_report(report)
    if report.interrupted:
        raise click.exceptions.Exit(130)


def print_report(report: "Report") -> None:
    """The report as tables; a section that an interrupt left empty is left out."""
    from rich.text import Text

    from niwashi.versions import version_line

    out = console()
    where = report.machine
    load = "" if report.load is None else f", load {report.load:g}"
    for line in (
        version_line(),
        f"{where['processor']}, {where['usable']} of {where['processors']} processors, "
        f"{where['system']}",
        f"{report.date}{load}, seed {report.seed}",
    ):
        out.print(Text(line), soft_wrap=True)
    if report.signature is not None:
        out.print(Text(f"\nsignature {report.signature}"))
    for title, rows, table in (
        ("Core", report.core, core_table),
        ("Hints: cost of a decision", report.hint_costs, cost_table),
        ("Hints: strength", report.strength, strength_table),
        ("Solver", report.solver, solver_table),
    ):
        if rows:
            out.print(Text(f"\n{title}"), table(report))
    if report.skipped:
        out.print(Text(f"No time was left for: {'; '.join(report.skipped)}."))
    out.print(Text(f"{report.seconds:.0f} s in all{', interrupted' * report.interrupted}."))


def core_table(report: "Report") -> "Table":
    """Rates; those with two threads beside those with one."""
    table = _table(["game", "what", "way"], ["a second", "with 2 threads", "times as fast"])
    two = {(r.game, r.what, r.way): r.per_second for r in report.core if r.threads == 2}
    for rate in report.core:
        if rate.threads == 1:
            other = two.get((rate.game, rate.what, rate.way))
            table.add_row(
                rate.game,
                rate.what,
                rate.way,
                f"{rate.per_second:,.0f}",
                "" if other is None else f"{other:,.0f}",
                "" if other is None else f"{other / rate.per_second:.2f}",
            )
    return table


def solver_table(report: "Report") -> "Table":
    """Seconds to the first plan, to one within a point of the optimum, and to the proof."""
    table = _table(
        ["game", "to go", "threads", "status"],
        ["score", "bound", "first, s", "within 1, s", "proof, s"],
    )
    for solve in report.solver:
        units = "turns" if solve.game == "jardin" else "tiles"
        seconds = ["-" if s is None else f"{s:.1f}" for s in (solve.first, solve.near, solve.proof)]
        table.add_row(
            solve.game,
            f"{solve.size} {units}",
            str(solve.threads),
            solve.status,
            str(solve.score),
            str(solve.bound),
            *seconds,
        )
    return table


def cost_table(report: "Report") -> "Table":
    """Seconds a hint; those with two threads beside those with one."""
    table = _table(["game"], ["samples", "played", "1 thread, s", "2 threads, s", "times as fast"])
    two = {(h.game, h.samples): h.seconds for h in report.hint_costs if h.threads == 2}
    for hint in report.hint_costs:
        if hint.threads == 1:
            other = two.get((hint.game, hint.samples))
            table.add_row(
                hint.game,
                str(hint.samples),
                f"{hint.games:.0f}",
                f"{hint.seconds:.3f}",
                "" if other is None else f"{other:.3f}",
                "" if other is None else f"{hint.seconds / other:.2f}",
            )
    return table


def strength_table(report: "Report") -> "Table":
    """Points and victories of policies."""
    table = _table(["game", "policy"], ["samples", "games", "points", "won", "ms a decision"])
    for row in report.strength:
        table.add_row(
            row.game,
            row.policy,
            "" if row.samples is None else str(row.samples),
            str(row.games),
            f"{row.points:.1f} ±{row.stderr:.1f}",
            "" if row.won is None else f"{100 * row.won:.0f} %",
            f"{1e3 * row.seconds:.3f}",
        )
    return table


def _table(texts: list[str], numbers: list[str]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in texts:
        table.add_column(heading, no_wrap=True)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
