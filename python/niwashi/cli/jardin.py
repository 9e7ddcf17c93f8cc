"""`niwashi jardin`: score, moves, replay, solve, max.

The verbs that play (hint, simulate, play, review) have modules of their own, `jardin_VERB`.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from niwashi.cli.batch import batch_options, check_scheduler, run_batch
from niwashi.cli.common import (
    Amount,
    clean,
    console,
    json_option,
    live_display,
    members,
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

if TYPE_CHECKING:
    from rich.text import Text

    from niwashi.jardin import Move, Position, Roll
    from niwashi.solver.jardin import Progress
    from niwashi.solver.result import Result

STANDARD_FACES = "LBTRM="

from_option = click.option(
    "--from", "start", metavar="POSITION", help="Where to begin. [default: the empty sheet]"
)
faces_option = click.option(
    "--faces",
    metavar=STANDARD_FACES,
    default=STANDARD_FACES,
    callback=lambda _context, _option, text: clean(text),
    help="The decorations of faces 1 to 6, for dice that differ.",
)
dice_option = click.option("--dice", metavar='"125 366 ..."', help="The rolls, in order.")


@click.group()
def jardin() -> None:
    """Jardín Japonés, the roll-and-write: 12 turns, three dice, a 6x6 garden, four ponds.

    \b
    Position   '....../.L..=./..R.../....../.t..B./.....M ....../...11./....../....../....../......
               4 0' (one line: decorations, ponds, clock, prunings)
    Move       5:L53+B25 draw · *L66 prune · X skip · '~11,12,22' pond · - no pond
    Roll       125; a dice sequence is rolls separated by blanks
    """  # noqa: D301 - \b is Click's mark for text that must not be wrapped


@jardin.command()
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@json_option
@svg_option
def score(positions: tuple[str, ...], as_json: bool, svg: Path | None) -> None:
    """Score gardens, rule by rule; `-` reads one position a line.

    A line may also be a JSON object with the key `position`, such as --json prints. A garden need
    not be finished or reachable, but its ponds must be possible.
    """
    from niwashi import jardin as game

    if svg is not None and (len(positions) > 1 or positions[0] == "-"):
        raise click.ClickException("svg: a picture shows one position, given as an argument")
    with whole_file(svg, "svg") as write_svg:
        for position in read_each(
            lambda text: game.Position.from_text(members(text, "position")["position"]), positions
        ):
            if as_json:
                breakdown = game.score(position).as_dict()
                print_json({"position": position.to_text(), **breakdown})
            else:
                print_garden(position)
            draw_svg(position, write_svg)


@jardin.command()
@from_option
@click.option("--roll", metavar="125", help="The roll; none at a pond decision.")
@click.option("--count", is_flag=True, help="Only how many.")
@faces_option
@json_option
def moves(start: str | None, roll: str | None, count: bool, faces: str, as_json: bool) -> None:
    """List every legal move, one a line, in order.

    At a turn (clock 1 to 12) the moves of a roll: draws by location, then prunes. At a pond
    decision (3p, 6p, 9p, 12p) `-` for no pond, then every pond there is.
    """
    from niwashi import jardin as game

    position = read_position(start)
    dice = None if roll is None else read(lambda text: game.Roll.from_text(text, faces), roll)
    try:
        number = game.count_moves(position, dice)
        legal = [] if count else game.legal_moves(position, dice)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if not as_json:
        if count:
            click.echo(number)
        for move in legal:
            sys.stdout.write(f"{move}\n")
        return
    head = {"position": position.to_text(), "roll": dice and dice.to_text(), "count": number}
    if count:
        print_json(head)
        return
    # There may be hundreds of millions: the document is written as the moves are made.
    import json

    sys.stdout.write(json.dumps(head, ensure_ascii=False)[:-1] + ', "moves": [')
    for i, move in enumerate(legal):
        sys.stdout.write(f'{", " if i else ""}"{move}"')
    sys.stdout.write("]}\n")


@jardin.command()
@click.argument("played", nargs=-1, metavar="MOVE... | RECORD")
@dice_option
@from_option
@faces_option
@json_option
def replay(
    played: tuple[str, ...], dice: str | None, start: str | None, faces: str, as_json: bool
) -> None:
    """Play moves on known dice, or check a record file, and show where they lead.

    With --dice the arguments are moves (`-` is the pond decision to trace none); without, one
    record file (`-` for standard input). An illegal move, or a record line that is wrong, is named.
    """
    from niwashi import jardin as game

    if dice is not None:
        rolls = read(lambda text: game.dice_from_text(text, faces), dice)
        first = read_position(start)
        list_ = [read(game.Move.from_text, text) for text in played]
        steps = read(lambda _: game.replay(first, rolls, list_), "")
        position = steps[-1].after if steps else first
    else:
        if len(played) != 1:
            raise click.ClickException("replay: give --dice with moves, or one record file")
        if start is not None or faces != STANDARD_FACES:
            raise click.ClickException("replay: a record holds its own start and faces")
        if played[0] == "-":
            text = sys.stdin.read()
        elif played[0][:1] in "*~X" or played[0][1:2] == ":":
            raise click.ClickException(f"replay: the move '{played[0][:40]}' needs --dice")
        else:
            text = read_file(Path(played[0]), "record")
        record = read(game.Record.from_text, text)
        position, steps = record.position, list(record.steps)
    points = game.score(position)
    if as_json:
        print_json(
            {
                "position": position.to_text(),
                "score": points.total,
                "breakdown": points.as_dict(),
                "moves": [step.move.to_text() for step in steps],
            }
        )
    else:
        print_garden(position)


@jardin.command()
@dice_option
@click.option(
    "--dice-file",
    metavar="FILE",
    help="One dice sequence a line (`-` for standard input); of a table, the first column.",
)
@click.option("--random", "random_", is_flag=True, help="Throw the dice (see --seed).")
@from_option
@faces_option
@workers_option
@time_limit_option
@click.option(
    "--work-limit",
    type=Amount("units"),
    metavar="UNITS",
    help="Stop after so much deterministic work instead of time: with --workers 1 the output is "
    "the same every time, and `seconds` is null.",
)
@click.option(
    "--engine",
    type=click.Choice(["water", "model"]),
    default="water",
    show_default=True,
    help="How the optimum is proven: every water pattern, in the core; or the whole game as one "
    "CP-SAT model, an independent method and a slow one.",
)
@click.option(
    "--confirm",
    is_flag=True,
    help="Prove the optimum by a second, independent method too, within the same limits.",
)
@batch_options
@seed_option
@json_option
@svg_option
def solve(
    dice: str | None,
    dice_file: str | None,
    random_: bool,
    start: str | None,
    faces: str,
    workers: int | None,
    time_limit: float,
    work_limit: float | None,
    engine: str,
    confirm: bool,
    out: Path | None,
    scheduler: str | None,
    seed: int | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Find the best garden that known dice allow, with the moves that lead to it.

    With --from the dice are the rolls still to come. OPTIMAL means proven; otherwise no garden
    scores more than the bound. Ctrl-C stops with the best so far. --out solves the sequences of
    --dice-file at the same time, each with one thread.
    """
    from niwashi import jardin as game

    if (dice is not None) + (dice_file is not None) + random_ != 1:
        raise click.ClickException("solve: give one of --dice, --dice-file, --random")
    if svg is not None and dice_file is not None:
        raise click.ClickException("svg: a picture shows one garden, not those of a file")
    if out is not None and dice_file is None:
        raise click.ClickException("out: it goes with --dice-file")
    check_scheduler(out, scheduler)
    position = read_position(start)
    if seed is None:
        seed = int.from_bytes(os.urandom(4)) if random_ else 0
    if dice is not None:
        sequences = iter([read_dice(dice, position, faces)])
    elif dice_file is not None:
        sequences = read_dice_file(dice_file, position, faces)
    else:
        read(lambda text: game.Roll.from_text("111", text), faces)
        sequences = iter([game.random_dice(seed, position.turns_left, faces)])
    if out is not None:
        from niwashi.batch.tasks import JardinSolve

        limit = None if work_limit else time_limit
        task = JardinSolve(position, faces, limit, work_limit, engine, confirm, seed)
        texts = [game.dice_to_text(rolls) for rolls in sequences]
        run_batch("jardin solve", task, texts, out, scheduler, workers, as_json)
        return

    interrupted = False
    with whole_file(svg, "svg") as write_svg:
        for rolls in sequences:
            from niwashi.solver.jardin import Engine
            from niwashi.solver.jardin import solve as solve_dice

            with live_display(draw_progress) as on_progress:
                result = solve_dice(
                    position,
                    rolls,
                    time_limit=None if work_limit else time_limit,
                    work_limit=work_limit,
                    workers=workers,
                    seed=seed,
                    engine=Engine(engine),
                    confirm=confirm,
                    on_progress=on_progress,
                )
                if result.interrupted:  # the answer is printed however often Ctrl-C is pressed
                    signal.signal(signal.SIGINT, signal.SIG_IGN)
            if as_json:
                from niwashi.render.jardin_json import result_document

                print_json(result_document(result, rolls, engine, timed=work_limit is None))
            else:
                print_result(result, position, rolls, timed=work_limit is None)
            draw_svg(result.position, write_svg)
            interrupted = result.interrupted
            if interrupted:
                break
    if interrupted:
        raise click.exceptions.Exit(130)


@jardin.command("max")
@click.option("--prunings", type=click.IntRange(0, 3), help="With exactly so many prunings.")
@click.option(
    "--ponds", type=click.IntRange(0, 4), default=4, show_default=True, help="With so many at most."
)
@click.option("--without", type=click.Choice(list(STANDARD_FACES)), help="No die shows this.")
@click.option("--prove", is_flag=True, help="Find and prove it again, from nothing.")
@click.option(
    "--confirm", is_flag=True, help="Prove again by a second method that there is no more."
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Remember in this file how far --prove is, and go on from there.",
)
@workers_option
@json_option
@svg_option
def maximum(
    prunings: int | None,
    ponds: int,
    without: str | None,
    prove: bool,
    confirm: bool,
    checkpoint: Path | None,
    workers: int | None,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Show the most that any dice allow, with dice and moves that reach it.

    It is read from an archive, replayed and scored on the spot; --prove and --confirm do the two
    proofs again.
    """
    from niwashi.processors import processors
    from niwashi.solver.jardin.archive import maximum as archived
    from niwashi.solver.jardin.maximum import Limits, dice_of, prove_maximum

    if checkpoint is not None and not prove:
        raise click.ClickException("checkpoint: it goes with --prove")
    if [prunings is not None, ponds < 4, without is not None].count(True) > 1:
        raise click.ClickException("max: one of --prunings, --ponds, --without")
    limits = Limits(ponds=ponds, prunings=prunings, without=without)
    say = note_progress()
    with whole_file(svg, "svg") as write_svg:
        if prove:
            result = read(
                lambda _: prove_maximum(
                    limits,
                    workers=workers,
                    checkpoint=checkpoint,
                    on_progress=lambda tried: say(
                        f"{tried.seconds:.0f} s: target {tried.target} tried, "
                        f"best {tried.score}, bound {tried.bound}"
                    ),
                ),
                "",
            )
            if result.position is None:
                say(f"interrupted: no plan yet, at most {result.bound}")
                raise click.exceptions.Exit(130 if result.interrupted else 1)
            dice, moves, position, score_ = (
                dice_of(result.moves),
                result.moves,
                result.position,
                result.score,
            )
            proofs: dict[str, Any] = {"proven": None, "confirmed": None}
            seconds, team, bound = result.seconds, result.workers, result.bound
            status = result.status.value
        else:
            entry = archived(limits)
            if entry is None:
                raise click.ClickException(f"max: nothing is archived for '{limits}'; use --prove")
            dice, moves, position = entry.played()
            score_ = bound = entry.score
            status = "OPTIMAL"
            seconds, team = entry.proven.seconds, entry.proven.workers
            import msgspec

            proofs = {
                "proven": msgspec.to_builtins(entry.proven),
                "confirmed": msgspec.to_builtins(entry.confirmed),
            }
        seen = None
        if confirm and status == "OPTIMAL":
            from niwashi.solver.jardin.confirm import MOST_DECORATIONS, confirm_maximum

            assert score_ is not None
            seen = confirm_maximum(
                score_ + 1,
                ponds=ponds,
                decorations=MOST_DECORATIONS - (prunings or 0),
                without=without or "",
                workers=workers or processors(),
                on_progress=say,
            )
        document = maximum_document(dice, moves, position) | {
            "status": status,
            "score": score_,
            "bound": bound,
            "limits": str(limits),
            "seconds": round(seconds, 3),
            "workers": team,
            "seed": 0,
            **proofs,
        }
        if seen is not None:
            document["confirmed_now"] = {"left": seen.decided, "reaching": seen.reaching}
        if as_json:
            print_json(document)
        else:
            print_maximum(document, position)
        draw_svg(position, write_svg)
    if prove and result.interrupted:
        raise click.exceptions.Exit(130)
    if seen is not None and seen.reaching:
        raise click.exceptions.Exit(1)


def note_progress() -> Callable[[str], None]:
    """Lines on stderr, where it is a terminal."""

    def say(text: str) -> None:
        if sys.stderr.isatty():
            click.echo(text, err=True)

    return say


def maximum_document(
    dice: "list[Roll]", moves: "list[Move]", position: "Position"
) -> dict[str, Any]:
    """The keys that `jardin max` shares with `jardin solve`."""
    from niwashi import jardin as game

    return {
        "status": None,
        "score": None,
        "bound": None,
        "dice": game.dice_to_text(dice),
        "moves": [move.to_text() for move in moves],
        "position": position.to_text(),
        "breakdown": game.score(position).as_dict(),
    }


def print_maximum(document: dict[str, Any], position: "Position") -> None:
    """The garden, its dice and moves, and what is proven of it."""
    print_garden(position)
    out = console()
    out.print(f"Dice:     {document['dice']}", soft_wrap=True, markup=False)
    out.print(f"Moves:    {' '.join(document['moves'])}", soft_wrap=True, markup=False)
    out.print()
    if document["status"] == "OPTIMAL":
        out.print(f"{document['score']} points: no dice allow more ({document['limits']}).")
    else:
        out.print(f"{document['score']} points, not proven: at most {document['bound']}.")
    for name in ("proven", "confirmed"):
        proof = document[name]
        if proof is not None:
            versions = ", ".join(f"{k} {v}" for k, v in proof["versions"].items())
            out.print(
                f"{name.capitalize()} {proof['date']} in {proof['seconds']:.0f} s, "
                f"{workers_in_words(proof['workers'])} ({versions}).",
                soft_wrap=True,
            )
    if document["proven"] is None:
        team = workers_in_words(document["workers"])
        out.print(f"Proved now in {document['seconds']:.0f} s, {team}.")
    elif document["confirmed"] is None:
        out.print("Not confirmed by the second method.")
    if "confirmed_now" in document:
        now = document["confirmed_now"]
        verdict = "confirmed now" if now["reaching"] == 0 else "NOT confirmed"
        out.print(f"Second method: {verdict}; CP-SAT decided {now['left']} patterns.")


def read_position(text: str | None) -> "Position":
    """The position of --from, or the empty sheet."""
    from niwashi.jardin import Position

    return Position() if text is None else read(Position.from_text, text)


def read_dice(text: str, start: "Position", faces: str, where: str = "") -> "list[Roll]":
    """The rolls still to come, as many as turns are left."""
    from niwashi.jardin import dice_from_text

    rolls = read(lambda t: dice_from_text(t, faces), text, where)
    if len(rolls) != start.turns_left:
        raise click.ClickException(
            f"{where}dice: {len(rolls)} rolls, but {start.turns_left} turns are left"
        )
    return rolls


def read_dice_file(name: str, start: "Position", faces: str) -> "Iterator[list[Roll]]":
    """The sequences of a file, one a line: the first column of a table, a heading passed over.

    Every line is read before the first is solved, so that a mistake at the end costs no time.
    """
    text = sys.stdin.read() if name == "-" else read_file(Path(name), "dice file")
    sequences = []
    heading = True  # may still come
    for number, line in enumerate(text.split("\n"), start=1):
        column = line.split("\t")[0].strip()
        if not line.strip() or column.startswith("#"):
            continue
        if not (heading and column.lower() == "dice"):
            sequences.append(read_dice(column, start, faces, f"{name} line {number}: "))
        heading = False
    if not sequences:
        raise click.ClickException(f"dice file: '{name}' holds no dice")
    return iter(sequences)


def print_garden(position: "Position") -> None:
    """The garden and what each rule gives, for people."""
    from niwashi.render import terminal

    out = console()
    out.print(terminal.jardin_garden(position))
    out.print(terminal.jardin_breakdown(position))
    out.print(f"Position: {position.to_text()}", soft_wrap=True)


def draw_svg(position: "Position | None", write: Callable[[str], None] | None) -> None:
    """Hands the picture to the file, if one is wanted."""
    if position is not None and write is not None:
        from niwashi.render import svg

        write(svg.jardin_garden(position))


def print_result(
    result: "Result[Position, Move]", start: "Position", rolls: "list[Roll]", *, timed: bool
) -> None:
    """A solved game, for people: the garden, why it is worth that, the moves, what is proven."""
    from niwashi import jardin as game

    assert result.position is not None
    print_garden(result.position)
    out = console()
    out.print("\nturn  roll  score  move")
    for step in game.replay(start, rolls, result.moves):  # a pond may be longer than a line
        row = f"{step.before.clock:<4}  {step.roll or ''!s:<4}  {step.score:>5}  {step.move}"
        out.print(row, soft_wrap=True, markup=False)
    out.print()
    if result.gap == 0:
        verdict = f"{result.score} points, proven optimal: these dice allow no more."
        if result.confirmed is not None:
            verdict += (
                " Confirmed by a second method."
                if result.confirmed
                else " Not confirmed: the second method came to no end."
            )
    else:
        verdict = (
            f"{result.score} points; not proven: these dice allow at most {result.bound} "
            f"(gap {result.gap})."
        )
    effort = f"{result.seconds:.1f} s" if timed else f"{result.work:.3f} units of work"
    out.print(
        f"{verdict} {effort}, {workers_in_words(result.workers)}, seed {result.seed}.",
        soft_wrap=True,
    )


def workers_in_words(count: int) -> str:
    """How many workers there were."""
    return "1 worker" if count == 1 else f"{count} workers"


def draw_progress(progress: "Progress") -> "Text":
    """The best garden so far."""
    from niwashi.render import terminal

    return terminal.jardin_garden(progress.position)


# Each adds its verb to the group above.
from niwashi.cli import (  # noqa: E402
    jardin_hint,  # noqa: F401
    jardin_play,  # noqa: F401
    jardin_review,  # noqa: F401
    jardin_simulate,  # noqa: F401
)
