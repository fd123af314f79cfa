"""Pictures: trees as text and SVG, training as a curve."""

from panparser.show.svg import draw_svg
from panparser.show.text import draw

__all__ = ["draw", "draw_svg"]
