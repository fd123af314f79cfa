"""`panparser parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, say, skipped, telling, watched
from panparser.cli.options import Beam, FileFormat, Format, Lenient, Quiet, Told
from panparser.data.records import best_record, record, to_line
from panparser.data.writing import Output
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError


def parse(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A model from `train`.", show_default=False)],
    source: Annotated[str, typer.Argument(metavar="INPUT", help="CoNLL-U, gzip and xz too; - is stdin.")] = "-",
    output: Annotated[str, typer.Option("-o", "--output", help="Where to write; - is stdout.")] = "-",
    beam: Beam = None,
    best: Annotated[
        int | None, typer.Option(min=1, max=MAX_BEAM, help="Write this many trees per sentence.", show_default=False)
    ] = None,
    constraints: Told = None,
    relax: Annotated[
        bool, typer.Option("--relax", help="Leave out constraints that exclude each other, and name them.")
    ] = False,
    confidence: Annotated[bool, typer.Option("--confidence", help="Write how sure each arc and tree is.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write a line of JSON per sentence.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Parse this many sentences side by side.")] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Sentences held in memory at a time.")] = 1000,
    single_root: Annotated[bool, typer.Option("--single-root/--no-single-root", help="One root per sentence.")] = True,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Fill in the heads and relations of a CoNLL-U file.

    With --best K, each sentence comes up to K times in a row, with different trees, the best first. Each has two more
    comments, `# panparser_rank = 1` and `# panparser_score = …`, the sum of the scores of all decisions.

    With --constraints heads, the heads and relations that are in the file stay, and the rest is filled in; with misc,
    MISC says what is known (`Head=3`, `HeadSide=left`, …).

    With --confidence, MISC gets the probabilities that head and relation are right (Conf=0.97) and that the head is
    (ConfHead=0.98), and the comment `# panparser_confidence = …` that of the whole tree. The model must
    have been calibrated: `train --dev` does it, and `calibrate`.

    With --json, each line is an object with the forms, heads and relations of a sentence; docs/confidence.md has the
    rest.

    Everything else in the file is kept. A file of any size is read, parsed and written piece by piece. An output
    file appears when it is complete.

    Example: panparser parse en.pan text.conllu.gz -o parsed.conllu
    """
    parser = pp.load(model, pp.Parser)
    if output != "-" and Path(output).exists() and Path(output).samefile(model):
        raise UsageError(f"{output} would replace the model; give another name")
    if best is not None and threads > 1:
        raise UsageError("--best searches one sentence after the other; leave out --threads")
    if best is not None and file_format is FileFormat.conllx and not as_json:
        raise UsageError("--best says in comments which tree is which, and CoNLL-X has no comments; leave out --format")
    if relax and constraints is None:
        raise UsageError("--relax is about constraints; say with --constraints where they are, or leave it out")
    if confidence and best is not None:
        raise UsageError("--confidence is about the one tree that is parsed; leave out --best")
    if confidence and file_format is FileFormat.conllx and not as_json:
        raise UsageError(
            "--confidence needs MISC and comments, and CoNLL-X has none; leave out --format, or add --json"
        )
    bad: list[str] = []

    def note(message: str) -> None:
        bad.append(message)
        skipped(message)

    parts = pp.stream(source, batch=batch, format=file_format.value, lenient=lenient, on_skip=note)
    sentences = words = 0
    start = time.perf_counter()
    with Output(output) if as_json else pp.Writer(output, format=file_format.value) as out:
        for part in watched(parts, quiet):
            with telling(source, constraints):
                told = constraints and constraints.value
                if best is not None:
                    found = [
                        (s, parser.best(s, best, constraints=told, relax=relax, beam=beam, single_root=single_root))
                        for s in part
                    ]
                else:
                    parsed = parser.parse(
                        part,
                        constraints=told,
                        relax=relax,
                        beam=beam,
                        threads=threads,
                        single_root=single_root,
                        confidence=confidence,
                    )
            if best is not None and isinstance(out, pp.Writer):
                out.write(tree for _, trees in found for tree in _ranked(trees))
            elif best is not None:
                out.put(b"".join(to_line(best_record(s, trees)) for s, trees in found))
            elif isinstance(out, pp.Writer):
                out.write(parsed)
            else:
                out.put(b"".join(to_line(record(s, with_confidence=confidence)) for s in parsed))
            out.flush()  # the next program in a pipe need not wait for the end
            sentences, words = sentences + len(part), words + part.words
    seconds = time.perf_counter() - start
    if bad:
        say(f"panparser: skipped {count(len(bad), 'bad sentence')}")
    if not quiet:
        speed = f"{words / seconds:,.0f} words/s" if seconds else ""
        say(f"parsed {count(sentences, 'sentence')}, {count(words, 'word')} in {seconds:.2f} s ({speed})")


def _ranked(trees: list[tuple[pp.Sentence, float]]) -> Iterator[pp.Sentence]:
    for rank, (tree, score) in enumerate(trees, 1):
        yield pp.Sentence(f"# panparser_rank = {rank}\n# panparser_score = {score:.10g}\n{tree.raw}")
