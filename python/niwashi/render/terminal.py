"""A Jardín Japonés garden and its score for the terminal.

Nothing depends on colour, for pipes and for `NO_COLOR`: ponds have heavy borders and waves, and a
decoration has its points, `×` or `-1` beside its letter.
"""

from collections.abc import Collection

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from niwashi import jardin
from niwashi.render.points import SIDE, Plot, plots, score_lines

_NONE, _LIGHT, _HEAVY = range(3)

# The box drawing character for arms of those weights is at 27 up + 9 right + 3 down + left.
_JUNCTIONS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_WIDTH = 5

_BORDER = Style(color="yellow", dim=True)
_SHORE = Style(color="cyan", bold=True)
_WATER = Style(color="#d7ecf0", bgcolor="#1f5566")
_DRAWN = Style(bold=True)
_FADED = Style(dim=True)
_MISPLACED = Style(bold=True, reverse=True)
_EMPTY = Style(dim=True)
_LAST = Style(bold=True, color="yellow")

_LEGEND = "L lantern  B bamboo  t T tree, early late  R rock  M moss  = bridge  ≈ water"


def jardin_garden(position: jardin.Position, *, last: Collection[int] = ()) -> Text:
    """The garden in 14 lines of 39 columns; `last` are spaces (0 to 35) to put in brackets."""
    ground = plots(position)
    labels = "".join(f"{column:^{_WIDTH + 1}}" for column in range(1, SIDE + 1))
    text = Text(f"   {labels}".rstrip() + "\n", no_wrap=True, end="")
    for row in range(SIDE):
        text.append("  ").append_text(_border(ground, row)).append("\n")
        text.append(f"{row + 1} ").append_text(_row(ground, row, last)).append("\n")
    return text.append("  ").append_text(_border(ground, SIDE)).append("\n")


def jardin_legend() -> Text:
    """What the letters of a garden stand for, in one line."""
    return Text(_LEGEND, style=_FADED)


def jardin_breakdown(position: jardin.Position) -> Table:
    """A line for each rule: what gave the points, and the points; then the total and the rank."""
    total = jardin.score(position).total
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    table.add_column("what counts")
    table.add_column("points", justify="right", no_wrap=True)
    for line in score_lines(position):
        table.add_row(
            line.rule, line.reason, str(line.points), style=None if line.points else "dim"
        )
    table.add_section()
    rank = jardin.solo_rank_names[jardin.solo_rank(total)]
    table.add_row("total", f"solo rank: {rank}", str(total), style="bold")
    return table


def _pond(ground: list[Plot], row: int, column: int) -> int | None:
    """The pond at a space, 0 for earth, None outside the garden."""
    if row in range(SIDE) and column in range(SIDE):
        return ground[SIDE * row + column].pond
    return None


def _between(here: int | None, there: int | None) -> int:
    """The weight of the line between two spaces: heavy where it outlines a pond."""
    if here == there:
        return _NONE if here is None else _LIGHT
    return _HEAVY if here or there else _LIGHT


def _border(ground: list[Plot], row: int) -> Text:
    """The line above a row, below the last one for row 6."""
    text = Text()
    for column in range(SIDE + 1):
        north_west, north_east = (_pond(ground, row - 1, column - i) for i in (1, 0))
        south_west, south_east = (_pond(ground, row, column - i) for i in (1, 0))
        up, right = _between(north_west, north_east), _between(north_east, south_east)
        down, left = _between(south_west, south_east), _between(north_west, south_west)
        heavy = _HEAVY in (up, right, down, left)
        character = _JUNCTIONS[27 * up + 9 * right + 3 * down + left]
        text.append(character, _SHORE if heavy else _BORDER)
        if column < SIDE:
            line = _label(ground, row, column).center(_WIDTH, _JUNCTIONS[10 * right])
            text.append(line, _SHORE if right == _HEAVY else _BORDER)
    return text


def _label(ground: list[Plot], row: int, column: int) -> str:
    """The season of a pond, which stands in its outline above its first space."""
    pond = _pond(ground, row, column)
    first = next((plot.space for plot in ground if plot.pond == pond), None)
    return str(pond) if pond and first == SIDE * row + column else ""


def _row(ground: list[Plot], row: int, last: Collection[int]) -> Text:
    text = Text()
    for column in range(SIDE + 1):
        line = _between(_pond(ground, row, column - 1), _pond(ground, row, column))
        text.append(_JUNCTIONS[30 * line], _SHORE if line == _HEAVY else _BORDER)
        if column < SIDE:
            plot = ground[SIDE * row + column]
            text.append_text(_space(plot, plot.space in last))
    return text


def _space(plot: Plot, is_last: bool) -> Text:
    """The five characters of a space: `≈R+2≈` for a rock in water, `[L+3]` for a new lantern."""
    ground = "≈" if plot.pond else " "
    before, after = "[]" if is_last else (ground, ground)
    edge = _LAST if is_last else Style()
    text = Text(style=_WATER if plot.pond else "")
    text.append(before, edge)
    if plot.decoration is None:
        text.append(3 * ground if plot.pond else " · ", _EMPTY)
    else:
        style = _DRAWN if plot.scores else _MISPLACED if plot.misplaced else _FADED
        text.append(plot.decoration + _mark(plot), style)
    return text.append(after, edge)


def _mark(plot: Plot) -> str:
    """Two characters: what the decoration is worth; a bridge that scores has a tick."""
    if plot.misplaced:
        return "-1"
    if not plot.scores:
        return " ×"
    return " ✓" if plot.points is None else f"+{plot.points}"
