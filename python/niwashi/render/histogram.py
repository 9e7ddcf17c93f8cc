"""A histogram of whole numbers as SVG."""

from collections.abc import Mapping
from html import escape

_PITCH, _BAR = 32, 24  # from bar to bar, and of a bar
_MARGIN, _GROUND, _TALLEST = 40, 220, 190
_HEIGHT = 260


def histogram(counts: Mapping[int, int], title: str, unit: str = "points") -> str:
    """A bar for each value from the least to the greatest; its height is how often it occurs.

    `counts` must not be empty. `title` is for readers that do not see the picture, `unit` names the
    values.
    """
    low, high = min(counts), max(counts)
    width = _MARGIN + _PITCH * (high - low + 1) + 20
    tallest = max(counts.values())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" '
        f'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{_HEIGHT}" fill="#fbfaf6"/>',
    ]
    for i, value in enumerate(range(low, high + 1)):
        x = _MARGIN + _PITCH * i
        count = counts.get(value, 0)
        tall = _TALLEST * count / tallest
        parts += [
            f'<rect x="{x}" y="{_GROUND - tall:.1f}" width="{_BAR}" height="{tall:.1f}" '
            f'fill="#5b7f5b"/>',
            f'<text x="{x + _BAR / 2}" y="{_GROUND - 6 - tall:.1f}" text-anchor="middle">'
            f"{count}</text>",
            f'<text x="{x + _BAR / 2}" y="{_GROUND + 18}" text-anchor="middle">{value}</text>',
        ]
    parts += [
        f'<text x="{width / 2}" y="{_HEIGHT - 6}" text-anchor="middle">{escape(unit)}</text>',
        "</svg>\n",
    ]
    return "\n".join(parts)
