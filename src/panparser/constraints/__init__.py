"""What a tree must be like: given heads and relations, sides, choices, forbidden arcs, spans."""

from panparser.constraints.columns import READERS
from panparser.constraints.constraints import Constraints
from panparser.constraints.satisfy import Constrained, ConstraintsRelaxed, Source, compile_all, constraints_for

__all__ = ["READERS", "Constrained", "Constraints", "ConstraintsRelaxed", "Source", "compile_all", "constraints_for"]
