"""Stone Garden gardens and editions as self-contained SVG pictures.

A picture brings its own background, so it looks the same on light and dark pages, and uses no
style sheet, script, font file or id, so several of them can stand in one page. What it says, it
says by shape as well as by colour, and every space has a name for screen readers and the mouse.

Edges are drawn from their segments. On sand `-` and `s` are plain furrows, `o` beside an arc is
what the arc shows already, `m` on moss is where the patch runs over the edge; any other segment is
written on the tile's rim as the letter it is, so that every edition can be compared by eye.
"""

import textwrap
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from niwashi import stone
from niwashi.render.markup import readable, signed, text
from niwashi.render.stone_points import (
    COLUMNS,
    ROWS,
    STONE_NAMES,
    Line,
    Plot,
    Tile,
    Whirlpool,
    plots,
    sand_rectangle,
    score_lines,
    space_words,
    symmetric_rows,
    tiles,
    unconnected,
    whirlpools,
)

_WIDTH, _HEIGHT = 180, 108  # of a tile, which is 5 by 3 in the box too
_BOARD_WIDTH, _BOARD_HEIGHT = COLUMNS * _WIDTH, ROWS * _HEIGHT
_MARGIN = 46
_EDGE = 40
_TITLE_LINE = 34
_PANEL_GAP = 26
_PANEL_HEIGHT = 226

_PAPER = "#f7f2e6"
_PAPER_EDGE = "#d8cbb0"
_FAINTINK = "#776a52"
_SAND = "#e6d7b3"
_FURROW = "#cdb987"
_RIDGE = "#f6edd3"
_RING = "#a98f55"
_TILE_EDGE = "#b49c6c"
_WOOD = "#6d5138"
_MOSS = "#7c9a3f"
_MOSS_EDGE = "#4b6626"
_MOSS_LIGHT = "#a5bf62"
_MOSS_DARK = "#5c7a2a"
_POOL = "#2b5866"
_VERMILION = "#b23a2a"
_ITALIC = ' font-style="italic"'
_BOLD = ' font-weight="bold"'
_HIDDEN = ' aria-hidden="true"'
_FONT = "Georgia, 'Noto Serif', 'DejaVu Serif', serif"

_FURROWS = range(6, _HEIGHT, 12)
_RINGS = (10, 20, 30, 40, 50)
_POOL_RADIUS = 53
_CORNERS = {"nw": (0, 0), "ne": (_WIDTH, 0), "sw": (0, _HEIGHT), "se": (_WIDTH, _HEIGHT)}

# A patch of moss around the middle of a tile, as circles (x, y, radius) that run together.
_PATCH = (
    *((58, 56, 25), (84, 48, 30), (98, 58, 31), (122, 54, 26)),
    *((70, 70, 19), (112, 72, 19), (110, 38, 19), (68, 40, 17)),
)
_TUFTS = ((56, 52), (74, 36), (82, 66), (98, 44), (104, 76), (118, 58), (132, 48), (66, 72))
_SPECKS = ((64, 62), (88, 54), (110, 48), (94, 70), (122, 68), (76, 52), (104, 34), (48, 60))

# Every stone is centred on (0, 0), at most 88 wide, and stands on y = 30.
_ROCK = ' stroke="#413f3d" stroke-width="1.6" stroke-linejoin="round"'
_STONES = {
    "H": (
        f'<path d="M-43 30L-45 18L-36 8L-8 3L22 5L40 11L45 22L42 30Q0 35 -43 30Z" fill="#8d8983"'
        f"{_ROCK}/>"
        '<path d="M-43 17L-35 9L-8 4L22 6L38 11L20 15L-12 14Z" fill="#b9b4ab"/>'
    ),
    "S": (
        f'<path d="M-19 30L-17 6L-10 -12L2 -18L13 -8L18 12L20 30Q0 34 -19 30Z" fill="#8d8983"'
        f"{_ROCK}/>"
        '<path d="M-16 7L-9 -11L2 -17L4 -4L-4 12Z" fill="#b9b4ab"/>'
    ),
    "R": (
        f'<path d="M-40 30L-36 20L-6 10L28 -16L39 -14L40 -2L20 20L16 30Q-12 34 -40 30Z"'
        f' fill="#8d8983"{_ROCK}/>'
        '<path d="M-35 20L-6 11L28 -15L38 -13L14 8L-8 19Z" fill="#b9b4ab"/>'
    ),
    "L": (
        f'<path d="M-25 30L-23 4L-17 -26L-7 -45L4 -49L13 -34L20 -2L27 30Q0 35 -25 30Z"'
        f' fill="#7d7973"{_ROCK}/>'
        '<path d="M-22 3L-16 -26L-7 -44L3 -48L4 -24L-6 6Z" fill="#aca79e"/>'
        '<path d="M4 -48L13 -34L20 -2L12 10L6 -20Z" fill="#66625d"/>'
    ),
    "B": (
        f'<path d="M-46 4L-34 -3L-26 8L26 8L36 -4L46 3L34 27Q0 37 -34 27Z" fill="#6f675f"'
        f"{_ROCK}/>"
        '<path d="M-26 8L26 8L22 17Q0 21 -22 17Z" fill="#a8a096"/>'
        '<path d="M-44 4L-34 -2L-27 8L-30 13Z" fill="#948b81"/>'
    ),
}

_KEY = " · ".join(f"{letter} {name}" for letter, name in STONE_NAMES.items()) + " · * any stone"

# The monk stands on y = 30 too, 34 wide.
_MONK = (
    '<g stroke="#2f2a24" stroke-width="1.3" stroke-linejoin="round">'
    '<path d="M13 -16L17 31" stroke="#6a4a2a" stroke-width="2.6" stroke-linecap="round"/>'
    '<path d="M-13 31Q-12 2 -6 -6H6Q12 2 13 31Q0 35 -13 31Z" fill="#4a4f63"/>'
    '<path d="M-6 -6L3 10L6 -6Z" fill="#e9dfca"/>'
    '<path d="M-9 6Q2 16 13 4L10 -2Q1 6 -7 0Z" fill="#3c4052"/>'
    '<circle cy="-13" r="7.5" fill="#e8c9a0"/>'
    '<path d="M-16 -14Q-6 -19 0 -29Q6 -19 16 -14Q0 -11 -16 -14Z" fill="#d3a957"/></g>'
)


def stone_garden(
    garden: stone.Garden,
    *,
    title: str = "",
    card: str | None = None,
    virtue: int = 0,
    last: Collection[int] = (),
    breakdown: bool = True,
) -> str:
    """The garden as an SVG document.

    `card` (a Name Garden) and `virtue` count in the score; `last` are spaces (0 to 14) to point
    out, those of the last move, say; `breakdown` adds the points of every rule below the garden.
    """
    heading = readable(title)
    heading_lines = textwrap.wrap(heading, 80)
    top = _MARGIN + _TITLE_LINE * len(heading_lines)
    width = _MARGIN + _BOARD_WIDTH + _EDGE
    height = top + _BOARD_HEIGHT + _EDGE // 2
    if breakdown:
        height += _PANEL_GAP + _PANEL_HEIGHT
    total = stone.score(garden, card, virtue).total
    words = f"A garden of 3 rows and 5 columns, {total} points. Garden: {garden.to_text()}"
    parts = [
        *_head(width, height, heading or "Stone Garden garden", words),
        *_headings(heading_lines),
        f'<g transform="translate({_MARGIN} {top})">',
        f'<rect x="-7" y="-7" width="{_BOARD_WIDTH + 14}" height="{_BOARD_HEIGHT + 14}" rx="5"'
        f' fill="{_WOOD}"/>',
        f'<rect width="{_BOARD_WIDTH}" height="{_BOARD_HEIGHT}" fill="{_PAPER}"/>',
        *map(_space, plots(garden), space_words(garden)),
        *_marks(garden),
        *(_pointer(space) for space in sorted(set(last))),
        _numbers(),
        "</g>",
    ]
    if breakdown:
        below = top + _BOARD_HEIGHT + _PANEL_GAP
        parts += [
            f'<g transform="translate({_MARGIN} {below})">',
            _panel(garden, card, virtue),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def stone_edition(edition: stone.Edition) -> str:
    """An edition's tiles, both ways round, and its Name Gardens, as an SVG document."""
    across, tile_width, tile_height = 3, 324, 136
    card_across, card_width, card_height = 7, 138, 130
    width = 2 * _MARGIN + across * tile_width
    heading = readable(f"Edition {edition.name}")
    notes = textwrap.wrap(readable(edition.provenance), 130)
    kinds = list(zip(edition.tile_counts, _pairs(tiles(edition)), strict=True))
    cards = edition.source[3]
    tiles_top = _MARGIN + 24 + 19 * len(notes) + 28
    cards_top = tiles_top + tile_height * -(-len(kinds) // across) + 44
    height = cards_top + card_height * -(-len(cards) // card_across) + 20

    parts = [
        *_head(width, height, heading, " ".join(notes)),
        text(_MARGIN, _MARGIN, heading, size=24),
        *(
            text(_MARGIN, _MARGIN + 25 + 19 * i, line, size=14, more=_ITALIC)
            for i, line in enumerate(notes)
        ),
        text(_MARGIN, tiles_top - 12, f"{edition.tile_count} tiles", size=17),
    ]
    for i, (count, (tile, turned)) in enumerate(kinds):
        x, y = _MARGIN + tile_width * (i % across), tiles_top + tile_height * (i // across)
        parts += [f'<g transform="translate({x} {y})">', _kind(tile, turned, count), "</g>"]
    parts.append(text(_MARGIN, cards_top - 14, f"{len(cards)} Name Gardens", size=17))
    parts.append(text(width - _MARGIN, cards_top - 14, _KEY, size=12, fill=_FAINTINK, anchor="end"))
    for i, (id_, points, layout) in enumerate(cards):
        x = _MARGIN + card_width * (i % card_across)
        y = cards_top + card_height * (i // card_across)
        parts += [f'<g transform="translate({x} {y})">', _card(id_, points, layout), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def stone_face(tile: Tile) -> str:
    """A tile as it lies, by itself, as an SVG document."""
    return _document(_WIDTH, _HEIGHT, _tile(tile))


def stone_card(id_: str, points: int, layout: Sequence[str]) -> str:
    """A Name Garden, by itself, as an SVG document."""
    inside = f'<g transform="translate(5 3)">{_card(id_, points, layout)}</g>'
    return _document(130, 100, f'<rect width="130" height="100" rx="6" fill="{_PAPER}"/>{inside}')


def stone_piece(letter: str) -> str:
    """A stone of the yard, or with `@` the monk, by itself, as an SVG document."""
    piece = _MONK if letter == "@" else _stone(letter)
    return _document(100, 100, f'<g transform="translate(50 58)">{piece}</g>')


def _document(width: int, height: int, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="{_FONT}">{inside}</svg>\n'
    )


def _head(width: int, height: int, title: str, words: str) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="group" font-family="{_FONT}">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f"<desc>{escape(words)}</desc>"
    yield (
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="14" fill="{_PAPER}"'
        f' stroke="{_PAPER_EDGE}" stroke-width="2"/>'
    )


def _headings(lines: Sequence[str]) -> Iterator[str]:
    for i, line in enumerate(lines):
        yield text(_MARGIN, 40 + _TITLE_LINE * i, line, size=22)


def _halo(colour: str) -> str:
    """Bold letters that stand out from what they are written on."""
    return f'{_BOLD} paint-order="stroke" stroke="{colour}" stroke-width="3.5"'


def _stroke(colour: str, width: float = 2) -> str:
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
        ' stroke-linejoin="round"'
    )


# Tiles


@lru_cache(maxsize=256)
def _tile(tile: Tile) -> str:
    """A tile in its own coordinates; the caller clips it."""
    parts = [f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_SAND}"/>', _furrows()]
    if tile.is_moss:
        parts.append(_moss(tile))
    parts += [_eddy(corner) for corner in tile.arcs]
    parts.append(
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="{_TILE_EDGE}"'
        ' stroke-width="1.2"/>'
    )
    parts += [
        text(x, y + 4.5, letter, size=13, anchor="middle", more=_halo(_SAND))
        for letter, x, y in _letters(tile)
    ]
    return "".join(parts)


def _furrows() -> str:
    """Raked lines that run on into the tiles to the left and right."""
    furrow = "".join(f"M0 {y}H{_WIDTH}" for y in _FURROWS)
    ridge = "".join(f"M0 {y + 2}H{_WIDTH}" for y in _FURROWS)
    return (
        f'<path d="{ridge}" stroke="{_RIDGE}" stroke-width="1.8"/>'
        f'<path d="{furrow}" stroke="{_FURROW}" stroke-width="1.8"/>'
    )


def _eddy(corner: str) -> str:
    """A quarter of a whirlpool: rings around a corner, of which the tile shows its part."""
    x, y = _CORNERS[corner]
    rings = "".join(f'<circle r="{radius}"/>' for radius in _RINGS)
    ridges = "".join(f'<circle r="{radius - 2}"/>' for radius in _RINGS)
    return (
        f'<g data-arc="{corner}" transform="translate({x} {y})" fill="none" stroke-width="1.9">'
        f'<circle r="{_POOL_RADIUS}" fill="{_SAND}"/><g stroke="{_RIDGE}">{ridges}</g>'
        f'<g stroke="{_RING}">{rings}</g><circle r="3" fill="{_RING}"/></g>'
    )


def _moss(tile: Tile) -> str:
    """The patch in the middle, run out over the edge wherever a segment says `m`."""
    shapes = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in _PATCH)
    shapes += "".join(f'<path d="{path}"/>' for path in _runs(tile))
    tufts = "".join(f"M{x - 3} {y - 4}L{x} {y + 2}L{x + 3} {y - 4}" for x, y in _TUFTS)
    specks = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in _SPECKS)
    return (
        f'<g data-moss="{tile.text}"><g fill="{_MOSS_EDGE}" stroke="{_MOSS_EDGE}"'
        f' stroke-width="4">{shapes}</g><g fill="{_MOSS}">{shapes}</g>'
        f'<g fill="{_MOSS_LIGHT}">{specks}</g><path d="{tufts}" {_stroke(_MOSS_DARK, 1.6)}/></g>'
    )


def _runs(tile: Tile) -> Iterator[str]:
    """Where moss crosses an edge: a path from that part of the edge to the patch."""
    mid_x, mid_y = _WIDTH // 2, _HEIGHT // 2
    for edge, border in ((tile.north, 0), (tile.south, _HEIGHT)):
        for start, end in _stretches(edge, _WIDTH):
            out = -6 if border == 0 else _HEIGHT + 6
            left = mid_y if start < mid_x - 48 else (mid_y + border) // 2
            right = mid_y if end > mid_x + 48 else (mid_y + border) // 2
            yield (
                f"M{start:g} {out}V{border}Q{start + 2:g} {left} {mid_x - 48} {mid_y}"
                f"H{mid_x + 48}Q{end - 2:g} {right} {end:g} {border}V{out}Z"
            )
    for edge, border in ((tile.west, 0), (tile.east, _WIDTH)):
        for start, end in _stretches(edge, _HEIGHT):
            out = -6 if border == 0 else _WIDTH + 6
            yield (
                f"M{out} {start:g}H{border}Q{mid_x} {start + 4:g} {mid_x} {mid_y - 28}"
                f"V{mid_y + 28}Q{mid_x} {end - 4:g} {border} {end:g}H{out}Z"
            )


def _stretches(edge: str, length: int) -> Iterator[tuple[float, float]]:
    """The parts of an edge, from and to, whose segments are moss."""
    step = length / len(edge)
    for letter, segments in groupby(range(len(edge)), key=edge.__getitem__):
        numbers = list(segments)
        if letter == "m":
            yield numbers[0] * step, (numbers[-1] + 1) * step


def _letters(tile: Tile) -> Iterator[tuple[str, float, float]]:
    """The segments that are not drawn: letter, x, y."""
    sides = (
        (tile.north, _WIDTH, "nw", "ne"),
        (tile.south, _WIDTH, "sw", "se"),
        (tile.west, _HEIGHT, "nw", "sw"),
        (tile.east, _HEIGHT, "ne", "se"),
    )
    for number, (edge, length, first, second) in enumerate(sides):
        for i, letter in enumerate(edge):
            at = length * (2 * i + 1) / (2 * len(edge))
            near = first if at < length / 2 else second
            is_drawn = (
                letter in "-s"
                or (letter == "o" and near in tile.arcs)
                or (letter == "m" and tile.is_moss)
            )
            if not is_drawn:
                x = at if number < 2 else 14 if number == 2 else _WIDTH - 14
                y = at if number >= 2 else 14 if number == 0 else _HEIGHT - 14
                yield letter, x, y


def _clipped(x: float, y: float, inside: str, scale: float = 1) -> str:
    """A drawing that ends at the tile's border: an inner svg clips, and needs no id to do it."""
    width, height = _WIDTH * scale, _HEIGHT * scale
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" overflow="hidden">{inside}</svg>'
    )


# Gardens


def _space(plot: Plot, name: str) -> str:
    """One space: its name, an area that the mouse can find, and what lies and stands there."""
    row, column = divmod(plot.space, COLUMNS)
    parts = [
        f'<g transform="translate({column * _WIDTH} {row * _HEIGHT})" role="img"'
        f' aria-label={quoteattr(name)} data-space="{plot.name}"><title>{escape(name)}</title>'
    ]
    if plot.tile is None:
        parts.append(
            f'<rect x="8" y="8" width="{_WIDTH - 16}" height="{_HEIGHT - 16}" rx="6" fill="#fffdf6"'
            f' stroke="{_PAPER_EDGE}" stroke-width="2" stroke-dasharray="5 5"/>'
        )
        middle = (_WIDTH / 2, _HEIGHT / 2 + 6)
        parts.append(text(*middle, plot.name, size=18, fill=_PAPER_EDGE, anchor="middle"))
    else:
        parts.append(_clipped(0, 0, _tile(plot.tile)))
    if plot.stone is not None:
        x = 76 if plot.has_monk else 92
        parts.append(f'<g transform="translate({x} 62)">{_stone(plot.stone)}</g>')
    if plot.has_monk:
        x = 146 if plot.stone else 92
        parts.append(f'<g data-monk="{plot.name}" transform="translate({x} 60)">{_MONK}</g>')
    return "".join([*parts, "</g>"])


def _stone(letter: str) -> str:
    """A stone with its letter, for those who do not know it by its shape."""
    return (
        f'<g data-stone="{letter}"><ellipse cx="3" cy="30" rx="44" ry="7" fill="#2f2a24"'
        f' opacity=".22"/>{_STONES[letter]}'
        + text(0, 26, letter, size=19, fill="#fff", anchor="middle", more=_halo("#2f2a24"))
        + "</g>"
    )


def _marks(garden: stone.Garden) -> Iterator[str]:
    """What lies over the tiles: rectangle, whirlpools, unconnected edges, symmetric rows."""
    block = sand_rectangle(garden)
    if block is not None:
        row, column, height, width = block
        yield (
            f'<rect data-sand="{height * width}" x="{column * _WIDTH + 7}" y="{row * _HEIGHT + 7}"'
            f' width="{width * _WIDTH - 14}" height="{height * _HEIGHT - 14}" rx="9"'
            f' {_stroke("#9a7b35", 2.4)} stroke-dasharray="1 7"/>'
        )
    yield from (_zigzag(first, second) for first, second in unconnected(garden))
    yield from (_whirlpool(pool) for pool in whirlpools(garden))
    yield from (_symmetry(row) for row in symmetric_rows(garden))


def _zigzag(first: int, second: int) -> str:
    """A red crack between two tiles that do not connect, and what it costs."""
    row, column = divmod(second, COLUMNS)
    x, y = column * _WIDTH, row * _HEIGHT
    if second == first + 1:
        steps = "".join(f"L{x + (5 if i % 2 else -5)} {y + 16 + 7 * i}" for i in range(12))
        path, middle = f"M{x} {y + 10}{steps}L{x} {y + 99}", (x, y + _HEIGHT // 2)
    else:
        steps = "".join(f"L{x + 24 + 8 * i} {y + (5 if i % 2 else -5)}" for i in range(17))
        path, middle = f"M{x + 16} {y}{steps}L{x + 160} {y}", (x + _WIDTH // 2, y)
    return (
        f'<g data-unconnected="{first} {second}"><path d="{path}" {_stroke("#fff", 5)}'
        f' opacity=".75"/><path d="{path}" {_stroke(_VERMILION, 2.2)}/>'
        f'<circle cx="{middle[0]}" cy="{middle[1]}" r="11" fill="{_VERMILION}" stroke="#fff"'
        ' stroke-width="1.4"/>'
        + text(
            middle[0] - 0.5, middle[1] + 4.5, "−2", size=13, fill="#fff", anchor="middle",
            more=_BOLD,
        )
        + "</g>"
    )  # fmt: skip


def _whirlpool(pool: Whirlpool) -> str:
    """A line around a whirlpool that scores, and its points in the middle."""
    x, y, r = pool.column * _WIDTH, pool.row * _HEIGHT, _POOL_RADIUS
    name = "circle" if pool.is_circle else "semicircle"
    if pool.is_circle:
        outline = f'<circle cx="{x}" cy="{y}" r="{r}" {{}}/>'
    else:
        corners = {corner for _, corner in pool.quarters}
        ends = {
            frozenset({"se", "sw"}): (-r, 0, r, 0),
            frozenset({"nw", "ne"}): (r, 0, -r, 0),
            frozenset({"sw", "nw"}): (0, -r, 0, r),
            frozenset({"ne", "se"}): (0, r, 0, -r),
        }
        ax, ay, bx, by = ends[frozenset(corners)]
        outline = f'<path d="M{x + ax} {y + ay}A{r} {r} 0 0 1 {x + bx} {y + by}Z" {{}}/>'
    return (
        f'<g data-whirlpool="{name}">{outline.format(_stroke("#fff", 6))}'
        f"{outline.format(_stroke(_POOL, 3))}"
        f'<circle cx="{x}" cy="{y}" r="11" fill="{_POOL}" stroke="#fff" stroke-width="1.4"/>'
        + text(x, y + 5, str(pool.points), size=14, fill="#fff", anchor="middle", more=_BOLD)
        + "</g>"
    )


def _symmetry(row: int) -> str:
    """To the right of a symmetric row: a mirror and its points."""
    x, y = _BOARD_WIDTH + 22, row * _HEIGHT + _HEIGHT // 2
    return (
        f'<g data-symmetry="{row + 1}"><title>Row {row + 1} is symmetric</title>'
        f'<path d="M{x} {y - 26}V{y - 2}M{x - 4} {y - 20}l-8 6l8 6zM{x + 4} {y - 20}l8 6l-8 6z"'
        f" {_stroke(_POOL, 1.8)}/>"
        + text(x, y + 16, "5", size=16, fill=_POOL, anchor="middle", more=_BOLD)
        + "</g>"
    )


def _pointer(space: int) -> str:
    """Four corner brackets around a space."""
    row, column = divmod(space, COLUMNS)
    left, upper, arm = column * _WIDTH + 6, row * _HEIGHT + 6, 18
    right, lower = left + _WIDTH - 12, upper + _HEIGHT - 12
    path = (
        f"M{left} {upper + arm}v-{arm}h{arm}M{right - arm} {upper}h{arm}v{arm}"
        f"M{right} {lower - arm}v{arm}h-{arm}M{left + arm} {lower}h-{arm}v-{arm}"
    )
    return (
        f'<path d="{path}" {_stroke(_PAPER, 6)}/>'
        f'<path data-last="{row + 1}{column + 1}" d="{path}" {_stroke(_VERMILION, 3)}/>'
    )


def _numbers() -> str:
    columns = (
        text(_WIDTH * (i + 0.5), -15, str(i + 1), size=17, fill=_FAINTINK, anchor="middle",
              more=_HIDDEN)
        for i in range(COLUMNS)
    )  # fmt: skip
    rows = (
        text(-23, _HEIGHT * (i + 0.5) + 6, str(i + 1), size=17, fill=_FAINTINK, anchor="middle",
              more=_HIDDEN)
        for i in range(ROWS)
    )  # fmt: skip
    return "".join([*columns, *rows])


def _panel(garden: stone.Garden, card: str | None, virtue: int) -> str:
    """The total, the Name Garden, and the rules in three columns of five."""
    lines = score_lines(garden, card, virtue)
    when = "full garden" if garden.is_full else "so far"
    parts = [
        text(0, 52, signed(sum(line.points for line in lines)), size=54),
        text(0, 76, "points", size=15, fill=_FAINTINK),
        text(54, 76, when, size=12, fill=_FAINTINK, more=_ITALIC),
    ]
    for id_, points, layout in garden.edition.source[3]:
        if id_ == card:
            parts += ['<g transform="translate(0 98)">', _card(id_, points, layout), "</g>"]
    parts += [
        f'<g transform="translate({170 + 250 * (i // 5)} {44 * (i % 5)})">{_rule_line(line)}</g>'
        for i, line in enumerate(lines)
    ]
    return "\n".join(parts)


def _rule_line(line: Line) -> str:
    faded = "" if line.points else ' opacity=".65"'
    parts = [
        f'<g data-rule="{line.rule}"{faded}><path d="M0 44H230" stroke="{_PAPER_EDGE}"/>',
        text(0, 17, line.name, size=15),
        text(230, 22, signed(line.points), size=20, anchor="end"),
    ]
    for i, words in enumerate(textwrap.wrap(line.reason, 36)[:2]):
        parts.append(text(0, 31 + 11 * i, words, size=11, fill=_FAINTINK))
    return "".join([*parts, "</g>"])


# Editions


def _pairs(faces: list[Tile]) -> list[tuple[Tile, Tile]]:
    return list(zip(faces[::2], faces[1::2], strict=True))


def _kind(tile: Tile, turned: Tile, count: int) -> str:
    """A kind of tile: as printed, and turned if that looks different."""
    parts = [
        text(0, 12, tile.id, size=14, more=_BOLD),
        text(308, 12, f"×{count} {tile.surface}", size=13, fill=_FAINTINK, anchor="end"),
        _face(0, tile),
    ]
    if _looks(tile) != _looks(turned):
        parts.append(_face(160, turned))
    return "".join(parts)


def _looks(tile: Tile) -> tuple[object, ...]:
    return (tile.is_moss, tile.north, tile.east, tile.south, tile.west, tile.arcs)


def _face(x: int, tile: Tile) -> str:
    """One face, with its edges written around it as in the file."""
    scale, left, top = 0.66, 16, 34
    width, height = _WIDTH * scale, _HEIGHT * scale
    arcs = f", arcs {' '.join(tile.arcs)}" if tile.arcs else ""
    name = (
        f"{tile.text}: {tile.surface}, north {tile.north}, east {tile.east}, south {tile.south},"
        f" west {tile.west}{arcs}"
    )
    parts = [
        f'<g transform="translate({x} 0)" role="img" aria-label={quoteattr(readable(name))}'
        f' data-face="{tile.text}"><title>{escape(readable(name))}</title>',
        _clipped(left, top, _tile(tile), scale),
    ]
    for edge, y in ((tile.north, top - 4), (tile.south, top + height + 12)):
        parts += [
            _edge_letter(left + width * (2 * i + 1) / (2 * len(edge)), y, letter)
            for i, letter in enumerate(edge)
        ]
    for edge, at in ((tile.west, left - 8), (tile.east, left + width + 8)):
        parts += [
            _edge_letter(at, top + height * (2 * i + 1) / (2 * len(edge)) + 4, letter)
            for i, letter in enumerate(edge)
        ]
    return "".join([*parts, "</g>"])


def _edge_letter(x: float, y: float, letter: str) -> str:
    return text(round(x, 1), round(y, 1), letter, size=12, fill=_FAINTINK, anchor="middle")


def _card(id_: str, points: int, layout: Sequence[str]) -> str:
    """A Name Garden: where which stones must stand, and the points for it."""
    words = f"{id_}, {points} points: " + " / ".join(layout)
    parts = [
        f'<g role="img" aria-label={quoteattr(words)} data-card="{id_}">'
        f"<title>{escape(words)}</title>",
        text(0, 12, id_, size=12.5),
        text(120, 12, str(points), size=15, anchor="end", more=_BOLD),
    ]
    for space, letter in enumerate("".join(layout)):
        x, y = 24 * (space % COLUMNS), 20 + 24 * (space // COLUMNS)
        fill = _SAND if letter == "." else _PAPER
        parts.append(
            f'<rect x="{x}" y="{y}" width="24" height="24" fill="{fill}" stroke="{_TILE_EDGE}"/>'
        )
        if letter != ".":
            parts.append(
                f'<circle cx="{x + 12}" cy="{y + 12}" r="10" fill="#8d8983" stroke="#413f3d"/>'
                + text(x + 12, y + 17, letter, size=14, fill="#fff", anchor="middle", more=_BOLD)
            )
    return "".join([*parts, "</g>"])
