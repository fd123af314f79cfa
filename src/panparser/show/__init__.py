"""Pictures: trees as text and SVG, derivations step by step, training as a curve."""

from panparser.show.derivation import Derivation, derive
from panparser.show.difference import draw_difference
from panparser.show.svg import draw_svg
from panparser.show.text import draw

__all__ = ["Derivation", "derive", "draw", "draw_difference", "draw_svg"]
