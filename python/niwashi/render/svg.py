"""A Jardín Japonés garden as one self-contained SVG picture.

The picture brings its own background, so it looks the same on light and dark pages, and uses no
style sheet, script, font file or id, so several of them can stand in one page. What it says, it
says by shape as well as by colour, and every space has a name for screen readers and the mouse.
"""

import textwrap
from collections.abc import Collection, Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from niwashi import jardin
from niwashi.render.markup import INK, readable, signed, text
from niwashi.render.points import SEASONS, SIDE, Line, Plot, plots, score_lines

_Point = tuple[int, int]

_CELL = 80
_BOARD = SIDE * _CELL
_MARGIN = 46
_EDGE = 26
_TITLE_LINE = 34
_PANEL_GAP = 30
_PANEL_WIDTH = 272
_LINE_HEIGHT = 41

_PAPER = "#f7f2e6"
_PAPER_EDGE = "#d8cbb0"
_FAINTINK = "#776a52"
_SAND = "#e6d7b3"
_SAND_LINE = "#d9c79c"
_EARTH_GRID = "#a88f5f"
_WATER = "#86b4bf"
_RIPPLE = "#bcdbe0"
_SHORE = "#f5ecd5"
_OUTLINE = "#2b5866"
_VERMILION = "#b23a2a"
_ITALIC = ' font-style="italic"'
_BOLD = ' font-weight="bold"'
_FONT = "Georgia, 'Noto Serif', 'DejaVu Serif', serif"

_BLOSSOM = (
    '<g transform="translate({x} {y})" fill="#fdf1f1"><circle cy="-2.6" r="2"/>'
    '<circle cx="2.5" cy="-.8" r="2"/><circle cx="1.5" cy="2.1" r="2"/>'
    '<circle cx="-1.5" cy="2.1" r="2"/><circle cx="-2.5" cy="-.8" r="2"/>'
    '<circle r="1.3" fill="#c8506a"/></g>'
)

# Every drawing is centred on (0, 0), at most 56 wide, and stands on y = 22.
_DRAWINGS = {
    "L": (
        '<g stroke="#403d39" stroke-width="1.5" stroke-linejoin="round">'
        '<path d="M-15 22L-11 16H11L15 22Z" fill="#86817a"/>'
        '<path d="M-5 16L-4 5H4L5 16Z" fill="#a8a39a"/>'
        '<path d="M-9 0H9L13 5H-13Z" fill="#86817a"/>'
        '<path d="M-9 -13H9V0H-9Z" fill="#a8a39a"/>'
        '<path d="M-4.5 -10.5H4.5V-2.5H-4.5Z" fill="#f9d976"/>'
        '<path d="M-21 -10Q-9 -15 -5 -23H5Q9 -15 21 -10Q10 -13 0 -13Q-10 -13 -21 -10Z"'
        ' fill="#706b65"/>'
        '<path d="M0 -30Q5 -26 2.5 -23H-2.5Q-5 -26 0 -30Z" fill="#86817a"/></g>'
    ),
    "B": (
        '<g fill="none" stroke-linecap="round">'
        '<path d="M-11 22Q-12 0 -16 -24M11 22Q13 2 12 -20" stroke="#4d7a32" stroke-width="5.5"/>'
        '<path d="M0 22Q-1 0 1 -29" stroke="#6d9a43" stroke-width="6.5"/>'
        '<path d="M-15 8H-8.5M-16.5 -8H-10.5M-3.5 10H3.5M-3.5 -6H3.5M-3 -20H4M9 11H15'
        'M9.5 -5H15.5" stroke="#2f5120" stroke-width="1.6"/></g>'
        '<g fill="#3f6d2b"><path d="M-15 -16Q-26 -20 -28 -8Q-20 -6 -15 -16Z"/>'
        '<path d="M-15 -17Q-12 -28 -4 -25Q-6 -16 -15 -17Z"/>'
        '<path d="M12 -12Q23 -18 27 -7Q19 -3 12 -12Z"/>'
        '<path d="M12 -13Q10 -26 20 -28Q23 -18 12 -13Z"/>'
        '<path d="M1 -12Q11 -12 11 -2Q3 -2 1 -12Z"/></g>'
    ),
    "t": (
        '<g fill="none" stroke="#5b4632" stroke-linecap="round">'
        '<path d="M0 22Q1 10 -1 0" stroke-width="6"/>'
        '<path d="M-1 3Q-5 -8 -16 -13M-1 1Q4 -10 15 -14M-1 2Q-2 -14 1 -25" stroke-width="3.4"/>'
        '<path d="M-9 -9Q-12 -17 -10 -24M-13 -12Q-20 -12 -25 -7M9 -11Q11 -19 8 -24'
        'M12 -13Q19 -12 24 -6M0 -14Q-5 -19 -5 -26" stroke-width="2"/></g>'
        '<g fill="#c4692b"><ellipse cx="-10" cy="-25" rx="3.5" ry="2.6"/>'
        '<ellipse cx="-26" cy="-6" rx="2.6" ry="3.5"/>'
        '<ellipse cx="25" cy="-5" rx="2.6" ry="3.5"/>'
        '<ellipse cx="16" cy="-16" rx="3.5" ry="2.6"/>'
        '<ellipse cx="-17" cy="21" rx="3.5" ry="2.2"/>'
        '<ellipse cx="13" cy="19" rx="3.5" ry="2.2"/>'
        '<ellipse cx="1" cy="-27" rx="3" ry="2.6"/></g>'
    ),
    "T": (
        '<path d="M-4 22Q-1 12 -3 0H3Q1 12 5 22Z" fill="#5b4632"/>'
        '<g fill="#dc93a6" stroke="#a5566c" stroke-width="1.5"><path d="M-14 6Q-27 6 -26 -6'
        "Q-26 -15 -17 -17Q-15 -28 -2 -28Q10 -30 15 -20Q26 -18 26 -7Q26 6 14 6Q8 11 0 7"
        'Q-8 11 -14 6Z"/></g>'
        + "".join(
            _BLOSSOM.format(x=x, y=y)
            for x, y in ((-16, -5), (-7, -18), (-2, -3), (8, -14), (17, -4), (9, 1))
        )
    ),
    "R": (
        '<g stroke="#413f3d" stroke-width="1.5" stroke-linejoin="round">'
        '<path d="M-26 20L-22 4L-12 -9L-1 -18L12 -13L22 1L26 20Q0 25 -26 20Z" fill="#8d8983"/>'
        '<path d="M-22 4L-12 -9L-1 -18L2 -6L-7 5Z" fill="#b9b4ab" stroke="none"/>'
        '<path d="M12 -13L22 1L26 20Q18 22 10 22L8 4L2 -6Z" fill="#6f6b66" stroke="none"/>'
        '<path d="M-26 20L-22 4L-12 -9L-1 -18L12 -13L22 1L26 20Q0 25 -26 20Z" fill="none"/></g>'
    ),
    "M": (
        '<g stroke="#3d5420" stroke-width="1.4" stroke-linecap="round">'
        '<path d="M-8 -4L-10 -14M0 -8L1 -19M8 -6L11 -15M-17 5L-20 -3M18 4L21 -4" fill="none"/>'
        '<path d="M-27 21Q-29 6 -16 5Q-13 -6 -2 -5Q9 -9 14 3Q27 4 27 21Q0 25 -27 21Z"'
        ' fill="#7c9a3f"/></g>'
        '<g fill="#3d5420"><circle cx="-10" cy="-15" r="2"/><circle cx="1" cy="-20" r="2"/>'
        '<circle cx="11.5" cy="-16" r="2"/><circle cx="-20.5" cy="-4" r="2"/>'
        '<circle cx="21.5" cy="-5" r="2"/></g>'
        '<g fill="#a5bf62"><circle cx="-17" cy="11" r="3"/><circle cx="-6" cy="3" r="3.5"/>'
        '<circle cx="6" cy="4" r="2.5"/><circle cx="17" cy="11" r="3"/>'
        '<circle cx="0" cy="13" r="3"/></g>'
        '<g fill="#5c7a2a"><circle cx="-11" cy="17" r="2"/><circle cx="9" cy="12" r="2"/>'
        '<circle cx="-9" cy="9" r="1.6"/><circle cx="20" cy="17" r="1.6"/></g>'
    ),
    "=": (
        '<g fill="none" stroke="#8c2a1d" stroke-linecap="round">'
        '<path d="M-24 12V-4M-12 6V-13M0 4V-16M12 6V-13M24 12V-4" stroke-width="3"/>'
        '<path d="M-28 3Q0 -25 28 3" stroke="#b8432f" stroke-width="3.5"/></g>'
        '<path d="M-29 17Q0 -14 29 17V23H21Q0 0 -21 23H-29Z" fill="#b8432f" stroke="#7a2417"'
        ' stroke-width="1.4" stroke-linejoin="round"/>'
        '<path d="M-26 18Q0 -9 26 18" fill="none" stroke="#de7a5f" stroke-width="1.6"/>'
    ),
}
_RULE_ICONS = {
    "lantern": _DRAWINGS["L"],
    "bamboo": _DRAWINGS["B"],
    "tree": _DRAWINGS["T"],
    "rock": _DRAWINGS["R"],
    "moss": _DRAWINGS["M"],
    "bridge": _DRAWINGS["="],
    "pond": (
        f'<path d="M-26 6Q-28 -14 -8 -14Q4 -14 10 -8Q28 -6 26 8Q24 22 4 20Q-24 22 -26 6Z"'
        f' fill="{_WATER}" stroke="{_OUTLINE}" stroke-width="3"/>'
        f'<path d="M-14 2q5 -5 10 0t10 0t10 0" fill="none" stroke="#fff" stroke-width="2.5"/>'
    ),
    "penalty": (
        f'<circle r="20" fill="{_VERMILION}"/>'
        '<path d="M-10 0H10" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'
    ),
}


def jardin_garden(
    position: jardin.Position,
    *,
    title: str = "",
    last: Collection[int] = (),
    breakdown: bool = True,
) -> str:
    """The garden as an SVG document.

    `last` are spaces (0 to 35) to point out, those of the last move, say; `breakdown` adds the
    points of every rule, the total and the solo rank beside the garden.
    """
    heading = readable(title)
    heading_lines = textwrap.wrap(heading, 74 if breakdown else 44)
    top = _MARGIN + _TITLE_LINE * len(heading_lines)
    panel_left = _MARGIN + _BOARD + _PANEL_GAP
    width = panel_left + _PANEL_WIDTH + _EDGE if breakdown else _MARGIN + _BOARD + _EDGE
    height = top + _BOARD + _EDGE
    ground = plots(position)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="group" font-family="{_FONT}">',
        f"<title>{escape(heading or 'Jardín Japonés garden')}</title>",
        f"<desc>{escape(_description(position))}</desc>",
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14" fill="{_PAPER}"'
        f' stroke="{_PAPER_EDGE}" stroke-width="2"/>',
        *(
            text(_MARGIN, 40 + _TITLE_LINE * i, line, size=22)
            for i, line in enumerate(heading_lines)
        ),
        f'<g transform="translate({_MARGIN} {top})">',
        _earth(),
        *(_pond(season, pond) for season, pond in enumerate(position.ponds, 1) if pond),
        *(_space(plot) for plot in ground),
        *(_pointer(space) for space in sorted(set(last))),
        _numbers(),
        "</g>",
    ]
    if breakdown:
        parts += [f'<g transform="translate({panel_left} {top})">', _panel(position), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def drawing(name: str) -> str:
    """A single drawing as an SVG document: a letter of a position, or a rule of the score sheet.

    Raises KeyError for any other name.
    """
    inside = _DRAWINGS[name] if name in _DRAWINGS else _RULE_ICONS[name]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 60">{inside}</svg>\n'


def bonsai(prunings: int) -> str:
    """The bonsai as an SVG document: a full leaf for each pruning left, an outline for a used one.

    Raises ValueError unless 0 to 3 prunings are used.
    """
    if prunings not in range(4):
        raise ValueError(f"prunings: {prunings} is not 0 to 3")
    pads = ((46, 66, 30, 12), (116, 44, 32, 13), (74, 24, 30, 13))
    foliage = "".join(
        _foliage(*pad, pruned=number >= 3 - prunings) for number, pad in enumerate(pads)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 130">'
        '<path d="M70 106C84 92 58 82 72 62C80 50 78 42 76 30M71 70C62 74 56 72 48 70'
        'M74 58C90 58 98 52 112 48" fill="none" stroke="#6b5036" stroke-width="7"'
        ' stroke-linecap="round"/>'
        f'{foliage}<path d="M40 104H116L108 124H48Z" fill="#7d4a35" stroke="#54301f"'
        ' stroke-width="1.5"/><path d="M36 102H120V108H36Z" fill="#93583f" stroke="#54301f"'
        ' stroke-width="1.5"/></svg>\n'
    )


def _foliage(x: int, y: int, wide: int, high: int, *, pruned: bool) -> str:
    """A pad of needles: a cloud with a flat base."""
    shape = (
        f"M{x - wide} {y + high // 2}q-6 -{high} 12 -{high}q6 -{high} 20 -{high - 4}"
        f"q18 -4 20 {high - 4}q14 2 {2 * wide - 52} {high}q-{wide} 8 -{2 * wide} 0Z"
    )
    if pruned:
        return (
            f'<path d="{shape}" fill="none" stroke="#8d8468" stroke-width="1.6"'
            ' stroke-dasharray="3 4"/>'
        )
    return f'<path d="{shape}" fill="#6d9a43" stroke="#3f6d2b" stroke-width="1.6"/>'


def _description(position: jardin.Position) -> str:
    total = jardin.score(position).total
    return f"A garden of 6 rows and 6 columns, {total} points. Position: {position.to_text()}"


def _earth() -> str:
    """Raked sand, and the grid as thin broken lines so that ponds remain the only outlines."""
    waves = "".join(
        f"M2 {y}q20 -4 40 0" + "t40 0" * 10 + "t36 0" for y in range(8, _BOARD, _CELL // 8)
    )
    grid = "".join(f"M{at} 0V{_BOARD}M0 {at}H{_BOARD}" for at in range(_CELL, _BOARD, _CELL))
    return (
        f'<rect width="{_BOARD}" height="{_BOARD}" rx="8" fill="{_SAND}"/>'
        f'<path d="{waves}" fill="none" stroke="{_SAND_LINE}" stroke-width="1.5"/>'
        f'<path d="{grid}" stroke="{_EARTH_GRID}" stroke-dasharray="2 6" stroke-linecap="round"'
        ' stroke-width="1.5"/>'
        f'<rect width="{_BOARD}" height="{_BOARD}" rx="8" fill="none" stroke="{_EARTH_GRID}"'
        ' stroke-width="2"/>'
    )


def _numbers() -> str:
    numbers = []
    for number in range(1, SIDE + 1):
        middle = number * _CELL - _CELL / 2
        more = ' aria-hidden="true"'
        for x, y in ((middle, -14.0), (-20.0, middle + 6)):
            numbers.append(
                text(x, y, str(number), size=17, fill=_FAINTINK, anchor="middle", more=more)
            )
    return "".join(numbers)


def _pond(season: int, spaces: Collection[int]) -> str:
    """One pond: its water, one outline around all of it, and the number of its season."""
    shore = _contour(spaces, inset=4, radius=27)
    ripple = _contour(spaces, inset=10, radius=22)
    cells = [divmod(space, SIDE) for space in sorted(spaces)]
    row, column = cells[0]
    x, y = column * _CELL + 12, row * _CELL + 12
    return (
        f'<g data-pond="{season}"><title>Pond of {SEASONS[season - 1]}</title>'
        f'<path d="{shore}" fill="none" stroke="{_SHORE}" stroke-width="9"/>'
        f'<path data-outline="{season}" d="{shore}" fill="{_WATER}" stroke="{_OUTLINE}"'
        ' stroke-width="3.5"/>'
        f'<path d="{ripple}{_waves(cells)}" fill="none" stroke="{_RIPPLE}" stroke-width="1.5"'
        ' stroke-linecap="round"/>'
        f'<path d="{_water_grid(cells)}" stroke="#fff" stroke-dasharray="2 6"'
        ' stroke-linecap="round" stroke-width="1.5"/>'
        f'<circle cx="{x}" cy="{y}" r="8" fill="{_OUTLINE}"/>'
        + text(x, y + 4, str(season), size=11.5, fill="#fff", anchor="middle")
        + "</g>"
    )


def _waves(cells: Iterable[_Point]) -> str:
    """Two small waves a space, set differently from space to space so that they look unplanned."""
    path = ""
    for row, column in cells:
        x, y = column * _CELL, row * _CELL
        shift = 5 * ((row * 2 + column * 3) % 4)
        path += f"M{x + 28 + shift} {y + 20}q5 -5 10 0t10 0"
        path += f"M{x + 16 + shift // 2} {y + 64}q5 -5 10 0t10 0"
    return path


def _water_grid(cells: Collection[_Point]) -> str:
    """The borders between spaces of one pond."""
    path = ""
    for row, column in cells:
        x, y = column * _CELL, row * _CELL
        if (row, column + 1) in cells:
            path += f"M{x + _CELL} {y + 12}v{_CELL - 24}"
        if (row + 1, column) in cells:
            path += f"M{x + 12} {y + _CELL}h{_CELL - 24}"
    return path


def _contour(spaces: Collection[int], *, inset: int, radius: int) -> str:
    """The path around connected spaces, `inset` within their border and rounded at its corners."""
    corners = _corners(spaces)
    path = ""
    for before, here, after in _triples(corners):
        (ax, ay), (bx, by) = _direction(before, here), _direction(here, after)
        # Walking clockwise the inside is to the right: of a step (x, y) that is (-y, x).
        x = here[0] * _CELL + inset * (-ay - by)
        y = here[1] * _CELL + inset * (ax + bx)
        turns_right = ax * by - ay * bx > 0
        path += (
            f"{'L' if path else 'M'}{x - radius * ax} {y - radius * ay}"
            f"A{radius} {radius} 0 0 {int(turns_right)} {x + radius * bx} {y + radius * by}"
        )
    return path + "Z"


def _corners(spaces: Collection[int]) -> list[_Point]:
    """The corners (x, y) of the border of a pond, clockwise.

    A pond encloses no earth (J6), so it has one border, which meets no corner twice.
    """
    inside = {divmod(space, SIDE) for space in spaces}
    step: dict[_Point, _Point] = {}
    for row, column in inside:
        if (row - 1, column) not in inside:
            step[column, row] = (column + 1, row)
        if (row, column + 1) not in inside:
            step[column + 1, row] = (column + 1, row + 1)
        if (row + 1, column) not in inside:
            step[column + 1, row + 1] = (column, row + 1)
        if (row, column - 1) not in inside:
            step[column, row + 1] = (column, row)
    walk = [min(step)]
    while (following := step[walk[-1]]) != walk[0]:
        walk.append(following)
    return [
        here
        for before, here, after in _triples(walk)
        if _direction(before, here) != _direction(here, after)
    ]


def _triples(ring: list[_Point]) -> Iterator[tuple[_Point, _Point, _Point]]:
    """Every point of a closed walk between the one before and the one after it."""
    return zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)


def _direction(start: _Point, end: _Point) -> _Point:
    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    return sign(end[0] - start[0]), sign(end[1] - start[1])


def _space(plot: Plot) -> str:
    """One space: its name, an unseen area that the mouse can find, its decoration and its mark."""
    row, column = divmod(plot.space, SIDE)
    name = plot.describe()
    return (
        f'<g transform="translate({column * _CELL + _CELL // 2} {row * _CELL + _CELL // 2})"'
        f' role="img" aria-label={quoteattr(name)} data-space="{plot.name}">'
        f"<title>{escape(name)}</title>"
        f'<rect x="{-_CELL // 2}" y="{-_CELL // 2}" width="{_CELL}" height="{_CELL}" fill="none"'
        f' pointer-events="all"/>{_content(plot)}</g>'
    )


def _content(plot: Plot) -> str:
    if plot.decoration is None:
        cost = text(0, 6, "−1", size=16, fill=_FAINTINK, anchor="middle", more=' opacity=".8"')
        return "" if plot.pond else cost
    faded = "" if plot.scores else ' opacity=".45"'
    drawing = f'<g transform="translate(-2 -2)"{faded}>{_DRAWINGS[plot.decoration]}</g>'
    return drawing + _mark(plot)


def _mark(plot: Plot) -> str:
    """The badge of a decoration: its points, a tick (bridges), a cross (none), −1 (misplaced)."""
    fill, edge = (_VERMILION, "#7a2417") if plot.misplaced else (_PAPER, _FAINTINK)
    kind = "misplaced" if plot.misplaced else "scores" if plot.scores else "no-score"
    if plot.misplaced:
        sign = text(-0.5, 4.5, "−1", size=12, fill="#fff", anchor="middle", more=_BOLD)
    elif not plot.scores:
        sign = f'<path d="M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5" {_stroke(_FAINTINK)}/>'
    elif plot.points is None:
        sign = f'<path d="M-4 0L-1 3.5L4.5 -3.5" fill="none" {_stroke(INK)}/>'
    else:
        sign = text(0, 4.5, str(plot.points), size=13, anchor="middle", more=_BOLD)
    return (
        f'<g data-mark="{kind}" transform="translate(23 22)">'
        f'<circle r="9" fill="{fill}" stroke="{edge}" stroke-width="1.2"/>{sign}</g>'
    )


def _stroke(colour: str, width: int = 2) -> str:
    return (
        f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    )


def _pointer(space: int) -> str:
    """Four corner brackets around a space."""
    row, column = divmod(space, SIDE)
    x, y = column * _CELL, row * _CELL
    near, far, arm = 5, _CELL - 5, 14
    path = (
        f"M{x + near} {y + near + arm}v-{arm}h{arm}M{x + far - arm} {y + near}h{arm}v{arm}"
        f"M{x + far} {y + far - arm}v{arm}h-{arm}M{x + near + arm} {y + far}h-{arm}v-{arm}"
    )
    return (
        f'<path d="{path}" fill="none" {_stroke(_PAPER, 6)}/>'
        f'<path data-last="{row + 1}{column + 1}" d="{path}" fill="none"'
        f" {_stroke(_VERMILION, 3)}/>"
    )


def _panel(position: jardin.Position) -> str:
    total = jardin.score(position).total
    rank = jardin.solo_rank_names[jardin.solo_rank(total)]
    when = "at the end" if position.is_over else _now(position)
    parts = [
        text(0, 40, signed(total), size=50),
        text(_PANEL_WIDTH, 22, "points", size=15, fill=_FAINTINK, anchor="end"),
        text(_PANEL_WIDTH, 40, when, size=12, fill=_FAINTINK, anchor="end", more=_ITALIC),
    ]
    for i, line in enumerate(textwrap.wrap(rank, 40)):
        parts.append(text(0, 66 + 17 * i, line, size=13.5, more=_ITALIC))
    parts.append(f'<path d="M0 98H{_PANEL_WIDTH}" stroke="{_PAPER_EDGE}" stroke-width="1.5"/>')
    lines = enumerate(score_lines(position))
    parts += [_rule_line(102 + _LINE_HEIGHT * i, line) for i, line in lines]
    return "\n".join([*parts, _leaves(position.prunings)])


def _now(position: jardin.Position) -> str:
    if position.is_pond_decision:
        return f"so far: pond after turn {position.turn}"
    return f"so far: {SEASONS[position.season]}, turn {position.turn}"


def _rule_line(top: int, line: Line) -> str:
    faded = "" if line.points else ' opacity=".5"'
    reason = textwrap.wrap(line.reason, 36)
    parts = [
        f'<g transform="translate(17 {top + 21}) scale(.56)"{faded}>{_RULE_ICONS[line.rule]}</g>',
        text(44, top + 17, line.rule.capitalize(), size=15),
        text(_PANEL_WIDTH, top + 18, signed(line.points), size=20, anchor="end"),
    ]
    for i, words in enumerate(reason):
        parts.append(text(44, top + 32 + 13 * i, words, size=11, fill=_FAINTINK))
    return "".join(parts)


def _leaves(prunings: int) -> str:
    """The bonsai: a leaf for each pruning still to be had, an outline for each one used."""
    words = f"{3 - prunings} of 3 leaves left on the bonsai"
    leaves = "".join(
        f'<path transform="translate({6 + 20 * i} 472)" d="M-6 6Q-8 -6 8 -8Q9 7 -6 6L1 -1"'
        f' fill="{"none" if i >= 3 - prunings else "#6d9a43"}" stroke="#3f6d2b"'
        ' stroke-width="1.3"/>'
        for i in range(3)
    )
    return leaves + text(66, 476, words, size=11, fill=_FAINTINK)
