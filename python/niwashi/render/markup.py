"""Pieces of SVG that the drawings of both games are made of."""

from xml.sax.saxutils import escape

INK = "#3a342b"


def readable(text: str) -> str:
    """The text without control characters, most of which XML cannot hold even when escaped."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def signed(points: int) -> str:
    """Points with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def text(
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    fill: str = INK,
    anchor: str = "start",
    more: str = "",
) -> str:
    """A line of text at a place."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"'
        f"{more}>{escape(text)}</text>"
    )
