"""What the verbs of `niwashi stone` share: options, reading, drawing."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from niwashi.cli.common import Integer, clean, console, read

if TYPE_CHECKING:
    from rich.console import RenderableType

    from niwashi.stone import Edition, Garden, Position, ScoreBreakdown

FULL_VIRTUE = 6
DEFAULT_PLAYERS = 4

edition_option = click.option(
    "--edition",
    "edition_file",
    metavar="FILE",
    help="Tiles and Name Gardens to play with. [default: a reconstruction, not the printed set]",
)
players_option = click.option(
    "--players",
    type=Integer(2, 4),
    default=DEFAULT_PLAYERS,
    show_default=True,
    metavar="N",
    help="How many play: 2 to 4. The supply of stones depends on it.",
)
card_option = click.option("--card", metavar="ID", help="The Name Garden that counts.")
DEFAULT_SECONDS = 1.0  # of niwashi.stone.hints, which is not imported for a help page


def read_edition(path: str | None) -> "Edition":
    """The edition of a file, or the shipped one; a usage error that names the place if unusable."""
    from niwashi import stone as game

    try:
        return game.load_edition(path)
    except OSError as error:
        raise click.ClickException(f"edition: cannot read '{path}': {error.strerror}") from None
    except ValueError as error:
        raise click.ClickException(f"edition: {error}") from None


def say_provenance(edition: "Edition", path: str | None) -> None:
    """Says what is being played with if nobody said it: it is not the printed set."""
    if path is None:
        click.echo(f"niwashi: edition {edition.name}: {edition.provenance}", err=True)


def check_card(edition: "Edition", card: str) -> None:
    """A usage error if the edition has no such Name Garden."""
    if card not in (garden.id for garden in edition.name_gardens):
        raise click.ClickException(f"card: unknown Name Garden '{clean(card)[:40]}'")


def read_state(edition: "Edition", text: str) -> "Position":
    """A state from an option; `-` stands for the first line of standard input."""
    from niwashi.stone import Position

    where = ""
    if text == "-":
        text, where = sys.stdin.readline().strip(), "standard input: "
    return read(lambda t: Position.from_text(edition, t), text, where)


def one_line(text: str) -> str:
    """Free text of an edition file on one line, without what could steer a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def print_text(thing: "RenderableType") -> None:
    """A drawing whose lines stay whole."""
    console().print(thing, soft_wrap=True)


def print_garden(garden: "Garden", card: str | None, virtue: int) -> None:
    """The garden and what each rule gives, for people."""
    from niwashi.render import stone_terminal

    print_text(stone_terminal.stone_garden(garden))
    print_text(stone_terminal.stone_legend())
    out = console()
    out.print(stone_terminal.stone_breakdown(garden, card, virtue))
    out.print(f"Garden: {garden.to_text()}", soft_wrap=True, markup=False)


def draw_svg(
    garden: "Garden", card: str | None, virtue: int, write: Callable[[str], None] | None
) -> None:
    """Hands the picture to the file, if one is wanted."""
    if write is not None:
        from niwashi.render import stone_svg

        write(stone_svg.stone_garden(garden, card=card, virtue=virtue))


def print_game(position: "Position", points: "Sequence[ScoreBreakdown]") -> None:
    """All gardens, what each rule gives to each player, and what comes next, for people."""
    from niwashi.render import stone_terminal
    from niwashi.render.stone_json import winners_of

    out = console()
    for number, player in enumerate(position.players, start=1):
        master = player.master or "-"
        words = [
            f"Player {number}: virtue {player.virtue}",
            f"Name Garden {player.name_garden or '-'}",
            f"Master Gardener {master}{' (used)' if player.master_used else ''}",
            f"storage {player.storage or '-'}",
        ]
        out.print(", ".join(words), soft_wrap=True, markup=False)
        print_text(stone_terminal.stone_garden(player.garden))
        out.print()
    print_text(stone_terminal.stone_legend())
    out.print(stone_terminal.stone_scores(points))
    if position.is_over:
        winners = winners_of(position)
        names = " and ".join(str(player) for player in winners)
        out.print(f"The game is over. Won by player{'s'[: len(winners) > 1]} {names}.")
    else:
        who = "chance, for player" if position.is_chance else "player"
        out.print(f"Next: {position.decision}, {who} {position.concerned + 1}.")
    out.print(f"State: {position.to_text()}", soft_wrap=True, markup=False)
