"""A derivation as a page that plays it step by step; `player.html` and `player.js` are its frame and its script."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from panparser.show.derivation_row import Row
from panparser.show.derivation_text import WIDTH, derivation_text
from panparser.show.width import printable

if TYPE_CHECKING:
    from panparser.show.derivation import Derivation


def derivation_html(derivation: Derivation) -> str:
    """See `Derivation.html`."""
    here = files("panparser.show")
    frame, script = (here.joinpath(name).read_text(encoding="utf-8") for name in ("player.html", "player.js"))
    row = Row(derivation)
    layout = {
        "nodes": row.nodes,
        "forms": row.forms,
        "tags": row.tags,
        "centres": [round(x, 1) for x in row.places.centres],
        "widths": [round(width, 1) for width in row.widths],
        "width": round(row.places.width),
        "mirrored": row.is_mirrored,
    }
    parts = {
        "title": html.escape(printable(derivation.sentence.text or " ".join(derivation.forms))),
        "summary": html.escape(printable(f"{derivation.title}: {derivation.summary}")),
        "text": html.escape(derivation_text(derivation, WIDTH)),
        "data": embedded(
            {
                "derivation": derivation.to_dict(),
                "warnings": [derivation.warning(step) for step in derivation.steps],
                "row": layout,
            }
        ),
        "script": script,
        # The page runs this script and no other, whatever stands in its data.
        "digest": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    }
    # In one go: what is put in is never searched for places to fill.
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], frame)


def embedded(value: Any) -> str:
    r"""JSON that can stand inside a script element: nothing in it can end the element or begin a comment.

    >>> embedded("</script>")
    '"\\u003c/script\\u003e"'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.translate({ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"})
