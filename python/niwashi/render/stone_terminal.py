"""Stone Garden gardens, scores and editions for the terminal, in 80 columns.

Nothing depends on colour, for pipes and for `NO_COLOR`: moss is `░`, arcs are drawn with lines,
stones are letters, tiles that do not connect have a zigzag between them, and a whirlpool that
scores has its points in the middle.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, zip_longest

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from niwashi import stone
from niwashi.render.stone_points import (
    COLUMNS,
    ROWS,
    RULE_NAMES,
    Plot,
    Tile,
    plots,
    score_lines,
    symmetric_rows,
    tiles,
    unconnected,
    whirlpools,
)

_WIDTH, _HEIGHT = 14, 5  # of a tile, without its borders
_MIDDLE = _HEIGHT // 2

_LINE = Style(color="yellow", dim=True)
_MOSS = Style(color="green")
_ARC = Style(color="yellow")
_TILE_NAME = Style(dim=True)
_STONE = Style(bold=True)
_MONK = Style(bold=True, color="magenta")
_CRACK = Style(bold=True, color="red")
_POOL = Style(bold=True, color="cyan")
_LAST = Style(bold=True, color="yellow")
_FADED = Style(dim=True)

# A quarter of a whirlpool around the upper left corner: row, column, character.
_QUARTER = ((0, 0, "╯"), (0, 3, "│"), (1, 0, "─"), (1, 1, "─"), (1, 2, "─"), (1, 3, "╯"))
_FLIPPED_ROWS = {"╯": "╮"}
_FLIPPED_COLUMNS = {"╯": "╰", "╮": "╭"}

_LEGEND = (
    "(H) horizontal  (S) small standing  (R) reclining  (L) large standing  (B) boat\n"
    "@ monk  ░ moss  ╯╰ arcs  2 8 whirlpool and its points  ╱╲ not connected, -2 each"
)


class _Canvas:
    """Characters with styles, written in any order."""

    def __init__(self, height: int, width: int) -> None:
        self._cells = [[(" ", Style())] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: Style) -> None:
        for i, character in enumerate(text):
            self._cells[row][column + i] = (character, style)

    def lines(self) -> Iterator[Text]:
        for cells in self._cells:
            text = Text(no_wrap=True, end="")
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                text.append("".join(character for character, _ in run), style)
            text.rstrip()
            yield text


def stone_garden(garden: stone.Garden, *, last: Collection[int] = ()) -> Text:
    """The garden in 20 lines of 78 columns; `last` are spaces (0 to 14) to put in brackets."""
    canvas = _Canvas(ROWS * (_HEIGHT + 1) + 2, COLUMNS * (_WIDTH + 1) + 5)
    for column in range(COLUMNS):
        canvas.put(0, 3 + column * (_WIDTH + 1) + _WIDTH // 2, str(column + 1), Style())
    _frame(canvas)
    for plot in plots(garden):
        row, column = divmod(plot.space, COLUMNS)
        top, left = 2 + row * (_HEIGHT + 1), 3 + column * (_WIDTH + 1)
        if plot.tile is None:
            canvas.put(top + _MIDDLE, left + _WIDTH // 2, "·", _FADED)
        else:
            _draw_tile(canvas, top, left, plot.tile)
            _name_tile(canvas, top, left, plot.tile.text)
            _furnish(canvas, top, left, plot)
        if plot.space in last:
            canvas.put(top + _MIDDLE, left, "[", _LAST)
            canvas.put(top + _MIDDLE, left + _WIDTH - 1, "]", _LAST)
    for first, second in unconnected(garden):
        _crack(canvas, first, second)
    for pool in whirlpools(garden):
        at = (1 + pool.row * (_HEIGHT + 1), 2 + pool.column * (_WIDTH + 1))
        canvas.put(*at, str(pool.points), _POOL)
    symmetric = symmetric_rows(garden)
    for row in range(ROWS):
        middle = 2 + row * (_HEIGHT + 1) + _MIDDLE
        canvas.put(middle, 0, str(row + 1), Style())
        if row in symmetric:
            canvas.put(middle, 3 + COLUMNS * (_WIDTH + 1), "⇔", _POOL)
    return _joined(list(canvas.lines()))


def stone_legend() -> Text:
    """What the signs of a garden stand for, in two lines."""
    return Text(_LEGEND, style=_FADED)


def stone_breakdown(garden: stone.Garden, card: str | None = None, virtue: int = 0) -> Table:
    """A line for each rule: what gave the points, and the points; then the total."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    table.add_column("what counts")
    table.add_column("points", justify="right", no_wrap=True)
    total = 0
    for line in score_lines(garden, card, virtue):
        total += line.points
        style = None if line.points else "dim"
        table.add_row(line.name, Text(line.reason), str(line.points), style=style)
    table.add_section()
    table.add_row("total", "", str(total), style="bold")
    return table


def stone_scores(points: Sequence[stone.ScoreBreakdown]) -> Table:
    """The scores of all players side by side, rule by rule."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("rule", no_wrap=True)
    for number in range(1, len(points) + 1):
        table.add_column(f"player {number}", justify="right", no_wrap=True)
    rows = [score.as_dict() for score in points]
    for rule, name in RULE_NAMES.items():
        style = None if any(row[rule] for row in rows) else "dim"
        table.add_row(name, *(str(row[rule]) for row in rows), style=style)
    table.add_section()
    table.add_row("total", *(str(row["total"]) for row in rows), style="bold")
    return table


def stone_edition(edition: stone.Edition) -> Text:
    """Every kind of tile, as printed and turned, with its edges around it; then the cards."""
    blocks = []
    faces = tiles(edition)
    for i, count in enumerate(edition.tile_counts):
        tile, turned = faces[2 * i], faces[2 * i + 1]
        drawn = [_face(tile)]
        if edition.canonical(2 * i + 1) != 2 * i:
            drawn.append(_face(turned))
        arcs = f", arcs {' '.join(tile.arcs)}" if tile.arcs else ""
        heading = Text(f"{tile.id} ×{count}", style="bold", no_wrap=True, end="")
        heading.append(f"  {tile.surface}{arcs}", _FADED)
        blocks.append([heading, *_beside(drawn, 19)])
    lines: list[Text] = []
    for i in range(0, len(blocks), 2):
        lines += [*_beside(blocks[i : i + 2], 40), Text(end="")]
    cards = [_card(*card) for card in edition.source[3]]
    for i in range(0, len(cards), 5):
        lines += [*_beside(cards[i : i + 5], 16), Text(end="")]
    return _joined(lines[:-1])


def _frame(canvas: _Canvas) -> None:
    """The borders of all spaces: firm around the garden, dotted within it."""
    width, height = COLUMNS * (_WIDTH + 1), ROWS * (_HEIGHT + 1)
    for row in range(height + 1):
        for column in range(width + 1):
            on_line = (row % (_HEIGHT + 1) == 0, column % (_WIDTH + 1) == 0)
            if on_line == (False, False):
                continue
            outer = (row in (0, height), column in (0, width))
            if on_line == (True, True):
                left = "┌├└" if column == 0 else "┐┤┘" if column == width else "┬┼┴"
                character = left[0 if row == 0 else 2 if row == height else 1]
            elif on_line[0]:
                character = "─" if outer[0] else "┄"
            else:
                character = "│" if outer[1] else "┊"
            canvas.put(1 + row, 2 + column, character, _LINE)


def _draw_tile(canvas: _Canvas, top: int, left: int, tile: Tile) -> None:
    if tile.is_moss:
        for row in range(1, _HEIGHT - 1):
            canvas.put(top + row, left + 2, "░" * (_WIDTH - 4), _MOSS)
        for edge, row in ((tile.north, 0), (tile.south, _HEIGHT - 1)):
            for column in range(_WIDTH):
                if edge[column * len(edge) // _WIDTH] == "m":
                    canvas.put(top + row, left + column, "░", _MOSS)
        for edge, column in ((tile.west, 0), (tile.east, _WIDTH - 2)):
            for row in range(_HEIGHT):
                if edge[row * len(edge) // _HEIGHT] == "m":
                    canvas.put(top + row, left + column, "░░", _MOSS)
    for corner in tile.arcs:
        for row, column, sign in _QUARTER:
            if corner[0] == "s":
                row, sign = _HEIGHT - 1 - row, _FLIPPED_ROWS.get(sign, sign)
            if corner[1] == "e":
                column, sign = _WIDTH - 1 - column, _FLIPPED_COLUMNS.get(sign, sign)
            canvas.put(top + row, left + column, sign, _ARC)


def _name_tile(canvas: _Canvas, top: int, left: int, name: str) -> None:
    if len(name) > _WIDTH - 2:
        name = name[: _WIDTH - 3] + "…"
    label = f" {name} "
    canvas.put(top + _MIDDLE, left + (_WIDTH - len(label)) // 2, label, _TILE_NAME)


def _furnish(canvas: _Canvas, top: int, left: int, plot: Plot) -> None:
    """Stone and monk, above the tile's name."""
    signs = [(f"({plot.stone})", _STONE)] if plot.stone else []
    if plot.has_monk:
        signs.append(("@", _MONK))
    column = left + (_WIDTH - sum(len(sign) for sign, _ in signs)) // 2
    for sign, style in signs:
        canvas.put(top + 1, column, sign, style)
        column += len(sign)


def _crack(canvas: _Canvas, first: int, second: int) -> None:
    """A zigzag between two tiles that do not connect."""
    row, column = divmod(second, COLUMNS)
    top, left = 1 + row * (_HEIGHT + 1), 2 + column * (_WIDTH + 1)
    if second == first + 1:
        for i in range(_HEIGHT):
            canvas.put(top + 1 + i, left, "╱╲"[i % 2], _CRACK)
    else:
        canvas.put(top, left + 1, "╱╲" * (_WIDTH // 2), _CRACK)


def _face(tile: Tile) -> list[Text]:
    """One face with its edges written around it, 18 columns wide."""
    canvas = _Canvas(_HEIGHT + 4, _WIDTH + 4)
    canvas.put(1, 1, f"┌{'─' * _WIDTH}┐", _LINE)
    canvas.put(_HEIGHT + 2, 1, f"└{'─' * _WIDTH}┘", _LINE)
    for row in range(_HEIGHT):
        canvas.put(2 + row, 1, "│", _LINE)
        canvas.put(2 + row, _WIDTH + 2, "│", _LINE)
    _draw_tile(canvas, 2, 2, tile)
    _name_tile(canvas, 2, 2, tile.text)
    for edge, row in ((tile.north, 0), (tile.south, _HEIGHT + 3)):
        for at, letters in _spread(edge, _WIDTH):
            canvas.put(row, 2 + at, letters, Style())
    for edge, column in ((tile.west, 0), (tile.east, _WIDTH + 3)):
        for at, letters in _spread(edge, _HEIGHT):
            for i, letter in enumerate(letters):
                canvas.put(2 + at + i, column, letter, Style())
    return list(canvas.lines())


def _spread(edge: str, room: int) -> Iterator[tuple[int, str]]:
    """The segments in their places along an edge; what has no room is cut off with `…`."""
    if len(edge) > room:
        yield 0, edge[: room - 1] + "…"
        return
    for i, letter in enumerate(edge):
        yield room * (2 * i + 1) // (2 * len(edge)), letter


def _card(id_: str, points: int, layout: Sequence[str]) -> list[Text]:
    name = id_ if len(id_) <= 11 else id_[:10] + "…"
    heading = Text(name, style="bold", no_wrap=True, end="")
    heading.append(f" {points}", Style(bold=False))
    return [heading, *(Text(" ".join(row), no_wrap=True, end="") for row in layout)]


def _beside(blocks: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Blocks of lines side by side, each in a column of this width."""
    lines = []
    for row in zip_longest(*blocks):
        line = Text(no_wrap=True, end="")
        for part in row:
            cell = Text(end="") if part is None else part.copy()
            cell.truncate(width - 1, overflow="ellipsis")
            cell.pad_right(width - cell.cell_len)
            line.append_text(cell)
        line.rstrip()
        lines.append(line)
    return lines


def _joined(lines: Sequence[Text]) -> Text:
    text = Text("\n", no_wrap=True, end="").join(lines)
    text.no_wrap, text.end = True, ""
    return text.append("\n")
