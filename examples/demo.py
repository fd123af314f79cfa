"""What PanParser does, in a few seconds: text in, trees out, with the model that ships."""

from __future__ import annotations

import time

from rich.console import Console
from rich.rule import Rule

import panparser as pp

TEXT = (
    "The captain who had crossed the sea told us a strange story. When the wind stopped, we couldn't sail on, "
    "so we decided to swim. Did the baker's daughter sell bread and honey at the market?"
)

out = Console(highlight=False)


def main() -> None:
    out.print(Rule("[bold]PanParser[/]: text in, trees out", style="blue"))
    start = time.perf_counter()
    nlp = pp.load("en")
    out.print(f"\nThe English model is there after {1000 * (time.perf_counter() - start):.0f} ms. It reads:\n")
    out.print(f"[italic]{TEXT}[/]\n")

    for sentence in nlp(TEXT).sentences:
        print(sentence.draw(), end="\n\n")

    text = (TEXT + "\n\n") * 500
    start = time.process_time()
    words = len(nlp(text))
    speed = words / (time.process_time() - start)
    out.print(f"{words:,} words of such text take {words / speed:.1f} s of one core: {speed:,.0f} words a second.\n")
    out.print('[bold]Next:[/] .venv/bin/panparser parse "A sentence of your own." README.md shows the rest.')


if __name__ == "__main__":
    main()
