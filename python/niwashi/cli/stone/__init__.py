"""`niwashi stone`: the group, and the verbs score, edition, solve, max, moves, replay."""

import json
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from niwashi.cli.batch import batch_options, run_batch
from niwashi.cli.common import (
    Amount,
    Integer,
    clean,
    console,
    json_option,
    live_display,
    print_json,
    read,
    read_each,
    read_file,
    seed_option,
    svg_option,
    time_limit_option,
    whole_file,
    workers_option,
)
from niwashi.cli.stone.common import (
    FULL_VIRTUE,
    card_option,
    check_card,
    draw_svg,
    edition_option,
    one_line,
    players_option,
    print_game,
    print_garden,
    print_text,
    read_edition,
    read_state,
    say_provenance,
)
from niwashi.cli.stone.hint import hint
from niwashi.cli.stone.play import play
from niwashi.cli.stone.simulate import simulate

if TYPE_CHECKING:
    from rich.console import RenderableType

    from niwashi.solver.stone import GardenResult, Progress
    from niwashi.stone import Edition, Garden


@click.group()
def stone() -> None:
    """Stone Garden: 15 tiles in 3 rows of 5, stones, a monk, 2 to 4 players.

    \b
    Garden     "plain,nw':R,island:L@,_,_/_,_,_,_,_/_,_,_,_,_" (rows joined by `/`; `'` turned,
               `:R` a stone, `@` the monk, `_` empty)
    Stones     H horizontal · S small standing · R reclining · L large standing · B boat
    Move       store · 11=nw' · buy:S23 · card:kentei · chance is a move too: draw:plain
    """  # noqa: D301 - \b is Click's mark for text that must not be wrapped


for _verb in (hint, simulate, play):
    stone.add_command(_verb)


@stone.command()
@click.argument("gardens", nargs=-1, required=True, metavar="GARDEN...")
@edition_option
@card_option
@click.option(
    "--virtue",
    type=Integer(0, FULL_VIRTUE),
    default=0,
    show_default=True,
    metavar="N",
    help="Virtue left at the end.",
)
@json_option
@svg_option
def score(
    gardens: tuple[str, ...],
    edition_file: str | None,
    card: str | None,
    virtue: int,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Score gardens, rule by rule; `-` reads one a line.

    A garden need not be full or reachable, nor its tiles and stones in the box, but stones must
    stand as the rules allow. Instead of a garden an item may be a JSON object with `garden` and,
    for this garden alone, `card` and `virtue`; what --json prints is such an object.
    """
    from niwashi.render.stone_json import garden_document

    if svg is not None and (len(gardens) > 1 or gardens[0] == "-"):
        raise click.ClickException("svg: a picture shows one garden, given as an argument")
    edition = read_edition(edition_file)
    if card is not None:
        check_card(edition, card)
    plain = Scored.from_text(edition, card, virtue)
    with whole_file(svg, "svg") as write_svg:
        for number, item in enumerate(read_each(plain, gardens)):
            if number == 0:
                say_provenance(edition, edition_file)
            if as_json:
                print_json(garden_document(item.garden, item.card, item.virtue))
            else:
                print_garden(item.garden, item.card, item.virtue)
            draw_svg(item.garden, item.card, item.virtue, write_svg)


@stone.group()
def edition() -> None:
    """Check an edition file, show its tiles and cards, print its JSON Schema."""


@edition.command()
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> None:
    """Count what an edition holds and name every error in it, with its place.

    Exit code 2 if the edition cannot be used; warnings do not matter for that.
    """
    from niwashi import stone as game
    from niwashi.render.stone_json import edition_counts, edition_document

    try:
        report = game.check_edition(file)
    except OSError as error:
        raise click.ClickException(f"edition: cannot read '{file}': {error.strerror}") from None
    if as_json:
        document = edition_document(report)
        for kind in ("errors", "warnings"):
            document[kind] = list(map(clean, document[kind]))
        print_json({"file": clean(file), **document})
    else:
        if report.file is not None:
            name, provenance = one_line(report.file.name), one_line(report.file.provenance)
            click.echo(f"edition {name}: {provenance}")
            counts = edition_counts(report.file)
            for id_, count in counts["tiles"].items():
                click.echo(f"{count:>4}  {id_}")
            click.echo("{total:>4}  tiles: {sand} sand, {moss} moss".format(**counts))
            click.echo("{name_gardens:>4}  Name Gardens".format(**counts))
        for kind, messages in (("error", report.errors), ("warning", report.warnings)):
            for message in messages:
                click.echo(f"{kind}: {clean(message)}")
    if not report.is_usable:
        more = len(report.errors) - 1
        also = f" (and {more} more error{'s'[: more > 1]})" if more else ""
        raise click.ClickException(f"edition: {report.errors[0]}{also}")


@edition.command()
@click.argument("file", required=False, metavar="[FILE]")
@json_option
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a picture of all tiles and cards to FILE.",
)
def show(file: str | None, as_json: bool, svg: Path | None) -> None:
    """Draw every tile of an edition, both ways round, with its edges, and the Name Gardens.

    Without FILE, the edition that niwashi plays with unless told otherwise.
    """
    from niwashi.render import stone_svg, stone_terminal

    edition = read_edition(file)
    with whole_file(svg, "svg") as write_svg:
        say_provenance(edition, file)
        if as_json:
            import msgspec

            from niwashi.stone.edition import edition_file_of

            print_json(msgspec.to_builtins(edition_file_of(edition)))
        else:
            out = console()
            name, provenance = one_line(edition.name), one_line(edition.provenance)
            out.print(f"edition {name}, {edition.tile_count} tiles: {provenance}\n", markup=False)
            print_text(stone_terminal.stone_edition(edition))
        if write_svg is not None:
            write_svg(stone_svg.stone_edition(edition))


@edition.command()
def schema() -> None:
    """Print the JSON Schema of edition files, for editors that check TOML."""
    from niwashi import stone as game

    click.echo(json.dumps(game.edition_schema(), indent=2, ensure_ascii=False))


def search_options(command: Callable[..., None]) -> Callable[..., None]:
    """What `solve` and `max` have in common."""
    options = [
        edition_option,
        players_option,
        card_option,
        click.option("--all-cards", is_flag=True, help="A table: the best garden of every card."),
        workers_option,
        time_limit_option,
        click.option(
            "--work-limit",
            type=Amount("units"),
            metavar="UNITS",
            help="Stop after so much deterministic work instead of time: with --workers 1 the "
            "output is the same every time, and `seconds` is null.",
        ),
        seed_option,
        json_option,
        svg_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command


@stone.command()
@click.option(
    "--tiles", metavar="ID=N,...", help="The tiles there are, at most the edition's. [default: all]"
)
@click.option(
    "--from",
    "start",
    metavar="GARDEN",
    help="Complete this garden: its tiles and stones stay. They count among --tiles and stones.",
)
@click.option("--partial", is_flag=True, help="The garden may be left with empty spaces.")
@click.option(
    "--garden-file",
    metavar="FILE",
    help="With --out: complete every garden of this file, one a line (`-` for standard input).",
)
@batch_options
@search_options
def solve(
    tiles: str | None,
    start: str | None,
    partial: bool,
    garden_file: str | None,
    out: Path | None,
    scheduler: str | None,
    edition_file: str | None,
    **options: Any,
) -> None:
    """Find the best garden that tiles and stones allow, with 6 virtue left at the end.

    OPTIMAL means proven; otherwise no garden scores more than the bound. Ctrl-C stops with the best
    so far. With --all-cards the limits are for all of them together. --out solves gardens and cards
    at the same time, each with one thread and limits of its own.
    """
    from niwashi import stone as game

    edition = read_edition(edition_file)
    supply = None if tiles is None else read(read_supply, tiles)
    if start is None:
        garden = game.Garden(edition)
    else:
        garden = read(lambda text: game.Garden.from_text(edition, text), start)
    if out is not None:
        if garden_file is None:
            gardens = [garden]
        elif start is None:
            gardens = read_garden_file(garden_file, edition)
        else:
            raise click.ClickException("solve: give --from or --garden-file, not both")
        solve_many(gardens, edition_file, supply, partial, out, scheduler, **options)
        return
    for option, value in (("garden-file", garden_file), ("scheduler", scheduler)):
        if value is not None:
            raise click.ClickException(f"{option}: it goes with --out")
    search(garden, edition_file, supply, partial=partial, **options)


@stone.command("max")
@search_options
def max_(edition_file: str | None, **options: Any) -> None:
    """Find and prove the most that any garden of the edition can score.

    All tiles, the stones of a game of --players, 6 virtue; --card adds a Name Garden.
    """
    from niwashi import stone as game

    edition = read_edition(edition_file)
    search(game.Garden(edition), edition_file, None, partial=False, **options)


@stone.command()
@click.option("--from", "start", required=True, metavar="STATE", help="A state; `-` reads it.")
@click.option("--count", is_flag=True, help="Only how many.")
@edition_option
@json_option
def moves(start: str, count: bool, edition_file: str | None, as_json: bool) -> None:
    """List every legal move, one a line, in order; of a chance node, every outcome and its weight.

    What comes after a blank is the weight: no move contains one.
    """
    from niwashi import stone as game
    from niwashi.render.stone_json import state_document

    edition = read_edition(edition_file)
    position = read_state(edition, start)
    say_provenance(edition, edition_file)
    if position.is_chance:
        weighted = [(move.to_text(), weight) for move, weight in game.chance_outcomes(position)]
        legal = [move for move, _ in weighted]
    else:
        weighted = []
        legal = [move.to_text() for move in game.legal_moves(position)]
    if as_json:
        document = {**state_document(position), "count": len(legal)}
        if not count:
            document["moves"] = legal
            if position.is_chance:
                document["weights"] = [weight for _, weight in weighted]
        print_json(document)
    elif count:
        click.echo(len(legal))
    else:
        for move in legal if not weighted else [f"{move} {weight}" for move, weight in weighted]:
            click.echo(move)


@stone.command()
@click.argument("played", nargs=-1, metavar="MOVE... | RECORD")
@click.option("--from", "start", metavar="STATE", help="Where to begin; `-` reads it.")
@edition_option
@json_option
def replay(
    played: tuple[str, ...], start: str | None, edition_file: str | None, as_json: bool
) -> None:
    """Play moves from a state, or check a record file, and show where they lead.

    With --from the arguments are moves, chance outcomes among them; without, one record file. An
    illegal move, or a record line that is wrong, is named.
    """
    from niwashi import stone as game
    from niwashi.render.stone_json import state_document, winners_of

    edition = read_edition(edition_file)
    if start is not None:
        first = read_state(edition, start)
        list_ = [
            read(lambda t: game.Move.from_text(edition, t), text, f"move {number}: ")
            for number, text in enumerate(played, start=1)
        ]
        record = read(lambda _: game.Record.of_moves(first, list_), "")
    else:
        if len(played) != 1:
            raise click.ClickException("replay: give --from and moves, or one record file")
        text = read_file(Path(played[0]), "record")
        record = read(lambda t: game.Record.from_text(edition, t), text)
    say_provenance(edition, edition_file)
    position = record.position
    points = game.scores(position)
    if as_json:
        print_json(
            {
                **state_document(position),
                "over": position.is_over,
                "scores": [score.total for score in points],
                "winners": winners_of(position),
                "gardens": [player.garden.to_text() for player in position.players],
                "breakdowns": [score.as_dict() for score in points],
                "moves": [move.to_text() for move in record.moves],
            }
        )
    else:
        print_game(position, points)


# Reading


def read_supply(text: str) -> dict[str, int]:
    """`nw=4,plain=11`, each tile at most once."""
    supply: dict[str, int] = {}
    for part in text.split(","):
        id_, equals, count = part.strip().partition("=")
        if not equals or not (count.isascii() and count.isdigit() and len(count) <= 6):
            raise ValueError(f"tiles: '{part[:40]}' is not ID=N")
        if id_ in supply:
            raise ValueError(f"tiles: '{id_[:40]}' is there twice")
        supply[id_] = int(count)
    return supply


class Scored(NamedTuple):
    """A garden to score, with what counts beside it."""

    garden: "Garden"
    card: str | None
    virtue: int

    @staticmethod
    def from_text(edition: "Edition", card: str | None, virtue: int) -> "Callable[[str], Scored]":
        """A reader of gardens and JSON objects, with card and virtue for those that have none."""
        from niwashi.stone import Garden, score

        def reader(text: str) -> Scored:
            if not text.lstrip().startswith("{"):
                return Scored(Garden.from_text(edition, text.strip()), card, virtue)
            item = read_object(text)
            if not isinstance(item.get("garden"), str):
                raise ValueError("garden: the object has no text 'garden'")
            own_card, own_virtue = item.get("card", card), item.get("virtue", virtue)
            if own_card is not None and not isinstance(own_card, str):
                raise ValueError("card: not a text")
            if not isinstance(own_virtue, int) or isinstance(own_virtue, bool):
                raise ValueError("virtue: not a whole number")
            if own_virtue not in range(FULL_VIRTUE + 1):
                raise ValueError(f"virtue: {own_virtue} is not 0 to {FULL_VIRTUE}")
            if own_card is not None:
                own_card = clean(own_card)
            scored = Scored(Garden.from_text(edition, clean(item["garden"])), own_card, own_virtue)
            score(scored.garden, own_card, own_virtue)  # names a card that does not exist
            return scored

        return reader


def read_object(text: str) -> dict[str, Any]:
    """A JSON object."""
    try:
        item = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("garden: not a JSON object") from None
    return item if isinstance(item, dict) else {}


# Searching


def search(
    start: "Garden",
    edition_file: str | None,
    tiles: dict[str, int] | None,
    *,
    card: str | None,
    all_cards: bool,
    work_limit: float | None,
    time_limit: float,
    seed: int | None,
    as_json: bool,
    svg: Path | None,
    **options: Any,
) -> None:
    """Solves for one card or none, or for all of them; bad input becomes a usage error."""
    if card is not None:
        check_card(start.edition, card)
    if all_cards and (card is not None or svg is not None):
        what = "--card" if card is not None else "--svg"
        raise click.ClickException(f"solve: give --all-cards or {what}, not both")
    from niwashi.render.stone_json import result_document
    from niwashi.solver.stone import maximum, maximum_by_card

    timed = work_limit is None
    options |= {
        "tiles": tiles,
        "start": start,
        "time_limit": time_limit if timed else None,
        "work_limit": work_limit,
        "seed": seed or 0,
    }
    with whole_file(svg, "svg") as write_svg:
        try:
            with live_display(draw_progress) as on_progress:
                options["on_progress"] = on_progress
                if all_cards:
                    results = maximum_by_card(start.edition, **options)
                else:
                    results = [maximum(start.edition, card=card, **options)]
                interrupted = any(result.interrupted for result in results)
                if interrupted:  # the answer is printed however often Ctrl-C is pressed
                    signal.signal(signal.SIGINT, signal.SIG_IGN)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        say_provenance(start.edition, edition_file)
        if as_json:
            for result in results:
                print_json(result_document(result, options["players"], FULL_VIRTUE, timed=timed))
        elif all_cards:
            print_cards(start.edition, results)
        else:
            print_result(results[0])
        if results and results[0].position is not None:
            draw_svg(results[0].position, card, FULL_VIRTUE, write_svg)
    if interrupted:
        raise click.exceptions.Exit(130)
    if results and all(result.position is None for result in results):
        click.echo(f"niwashi: {why_nothing(results[0], start)}", err=True)
        raise click.exceptions.Exit(1)


def read_garden_file(name: str, edition: "Edition") -> "list[Garden]":
    """The gardens of a file, one a line; all are read before the first is solved."""
    from niwashi.stone import Garden

    text = sys.stdin.read() if name == "-" else read_file(Path(name), "garden file")
    gardens = [
        read(lambda t: Garden.from_text(edition, t), line.strip(), f"{name} line {number}: ")
        for number, line in enumerate(text.split("\n"), start=1)
        if line.strip() and not line.startswith("#")
    ]
    if not gardens:
        raise click.ClickException(f"garden file: '{name}' holds no garden")
    return gardens


def solve_many(
    gardens: "list[Garden]",
    edition_file: str | None,
    tiles: dict[str, int] | None,
    partial: bool,
    out: Path,
    scheduler: str | None,
    *,
    players: int,
    card: str | None,
    all_cards: bool,
    workers: int | None,
    time_limit: float,
    work_limit: float | None,
    seed: int | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Solves every garden for one card or none, or for all of them, into a file."""
    from niwashi.batch.tasks import StoneSolve

    if svg is not None:
        raise click.ClickException("svg: a picture shows one garden, not those of a batch")
    edition = gardens[0].edition
    if card is not None:
        check_card(edition, card)
        if all_cards:
            raise click.ClickException("solve: give --all-cards or --card, not both")
    limit = None if work_limit else time_limit
    task = StoneSolve(edition, players, tiles, partial, limit, work_limit, seed or 0)
    cards = [shown.id for shown in edition.name_gardens] if all_cards else [card or ""]
    instances = [f"{garden.to_text()} {id_}".strip() for garden in gardens for id_ in cards]
    where = (out, scheduler, workers, as_json)
    run_batch("stone solve", task, instances, *where, lambda: say_provenance(edition, edition_file))


def draw_progress(progress: "Progress") -> "RenderableType":
    """The best garden so far."""
    from niwashi.render import stone_terminal

    return stone_terminal.stone_garden(progress.garden)


def why_nothing(result: "GardenResult", start: "Garden") -> str:
    """Why there is no garden, in one line."""
    if result.status != "INFEASIBLE":
        return "solve: no garden found within the limit"
    hint = "" if start.is_full else " (--partial allows a garden that is not full)"
    return f"solve: infeasible: {result.reason or 'no such garden is possible'}{hint}"


# Printing


def print_result(result: "GardenResult") -> None:
    """A solved garden, for people: why it is worth that, and what is proven."""
    if result.position is None:
        return
    print_garden(result.position, result.card, FULL_VIRTUE)
    if result.gap == 0:
        verdict = f"{result.score} points, proven optimal: no garden scores more."
    else:
        verdict = (
            f"{result.score} points; not proven: no garden scores more than {result.bound} "
            f"(gap {result.gap})."
        )
    workers = "1 worker" if result.workers == 1 else f"{result.workers} workers"
    line = f"\n{verdict} {result.seconds:.1f} s, {workers}, seed {result.seed}."
    console().print(line, soft_wrap=True)


def print_cards(edition: "Edition", results: "Sequence[GardenResult]") -> None:
    """What every Name Garden allows, best first."""
    from rich import box
    from rich.table import Table

    worth = {garden.id: str(garden.points) for garden in edition.name_gardens}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("card", no_wrap=True)
    for heading in ("worth", "score", "bound", "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("status", no_wrap=True)
    for result in results:
        card = result.card or ""
        score = "-" if result.score is None else str(result.score)
        numbers = [worth[card], score, str(result.bound), f"{result.seconds:.1f}"]
        table.add_row(card, *numbers, result.status.value)
    console().print(table)
