"""`panparser parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated, Any, cast

import typer

import panparser as pp
from panparser.cli.console import count, say, skipped, telling, watched
from panparser.cli.inputs import Blocks, Input, Kind, find_inputs, recognised, sentences_of, split_arguments
from panparser.cli.options import Beam, FileFormat, Format, Lenient, Quiet, Told
from panparser.cli.results import Results, Shape
from panparser.errors import MAX_BEAM, MAX_THREADS, UsageError


def parse(
    arguments: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MODEL] [INPUT]...",
            help="A model, by default the English one that ships; then text in quotes, files, folders, or - for stdin.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("-o", "--output", help="Where to write; - is stdout; a folder for one file per input.")
    ] = "-",
    shape: Annotated[Shape, typer.Option("--to", help="What to write.")] = Shape.auto,
    kind: Annotated[
        Kind,
        typer.Option("--input", help="What is read: text, a sentence per line, tokens with spaces between, CoNLL-U."),
    ] = Kind.auto,
    retag: Annotated[bool, typer.Option("--retag", help="Predict tags that are there, too.")] = False,
    ranges: Annotated[bool, typer.Option("--ranges", help="Write TokenRange=start:end, in characters.")] = False,
    beam: Beam = None,
    best: Annotated[
        int | None, typer.Option(min=1, max=MAX_BEAM, help="Write this many trees per sentence.", show_default=False)
    ] = None,
    constraints: Told = None,
    relax: Annotated[
        bool, typer.Option("--relax", help="Leave out constraints that exclude each other, and name them.")
    ] = False,
    confidence: Annotated[bool, typer.Option("--confidence", help="Write how sure each arc and tree is.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
    threads: Annotated[int, typer.Option(min=1, max=MAX_THREADS, help="Parse this many sentences side by side.")] = 1,
    batch: Annotated[int, typer.Option(min=1, help="Sentences held in memory at a time.")] = 1000,
    single_root: Annotated[bool, typer.Option("--single-root/--no-single-root", help="One root per sentence.")] = True,
    lenient: Lenient = False,
    file_format: Format = FileFormat.conllu,
    quiet: Quiet = False,
) -> None:
    """Parse text, or fill in the heads and relations of CoNLL-U.

    A pipeline goes all the way from text to trees, and `en`, which ships, is one. Files are text, or CoNLL-U if they
    begin like it. Tokens, sentences and tags that are given stay; the tree is predicted. A parser alone takes CoNLL-U,
    with tags.

    --to conllu is the default, tree for text from the command line at a terminal; json is a line of JSON per sentence,
    parquet a table of words, svg a folder of pictures. Nothing of a text is lost: MISC tells of white space.

    With --best K, each sentence comes up to K times in a row, with different trees, the best first. Each has two more
    comments, `# panparser_rank = 1` and `# panparser_score = …`, which orders them.

    With --constraints heads, the heads and relations that are in the file stay, and the rest is filled in; with misc,
    MISC says what is known (`Head=3`, `HeadSide=left`, …).

    With --confidence, MISC gets the probabilities that head and relation are right (Conf=0.97) and that the head is
    (ConfHead=0.98), and the comment `# panparser_confidence = …` that of the whole tree. The model must
    have been calibrated: `train --dev` does it, and `calibrate`.

    Everything else in a file is kept. A file of any size is read, parsed and written piece by piece. An output
    file appears when it is complete.

    Example: panparser parse "Time flies like an arrow."
    Example: panparser parse en.pan text.conllu.gz -o parsed.conllu
    """
    model, names = split_arguments(arguments or [])
    loaded = pp.load(model)
    if not isinstance(loaded, pp.Pipeline | pp.Parser):
        raise UsageError(f"{model} is a {type(loaded).__name__.lower()}; parse needs a pipeline or a parser")
    if isinstance(loaded, pp.Parser):
        if kind not in (Kind.auto, Kind.conllu):
            raise UsageError(f"{model} is a parser alone, which takes CoNLL-U; text needs a pipeline")
        kind = Kind.conllu
    inputs = find_inputs(names, kind)
    if as_json and shape not in (Shape.auto, Shape.json):
        raise UsageError(f"--json and --to {shape.value} exclude each other; give one of them")
    shape = Shape.json if as_json else shape
    if output != "-" and Path(output).exists() and Path(model).exists() and Path(output).samefile(model):
        raise UsageError(f"{output} would replace the model; give another name")
    has_comments = shape in (Shape.json, Shape.parquet, Shape.tree, Shape.svg)
    if best is not None and threads > 1:
        raise UsageError("--best searches one sentence after the other; leave out --threads")
    if best is not None and file_format is FileFormat.conllx and not has_comments:
        raise UsageError("--best says in comments which tree is which, and CoNLL-X has no comments; leave out --format")
    if relax and constraints is None:
        raise UsageError("--relax is about constraints; say with --constraints where they are, or leave it out")
    if confidence and best is not None:
        raise UsageError("--confidence is about the one tree that is parsed; leave out --best")
    if confidence and file_format is FileFormat.conllx and not has_comments:
        raise UsageError(
            "--confidence needs MISC and comments, and CoNLL-X has none; leave out --format, or add --json"
        )
    bad: list[str] = []

    def note(message: str) -> None:
        bad.append(message)
        skipped(message)

    def read(given: Input) -> Iterator[pp.Treebank]:
        """The sentences of an input, with tags, in parts."""
        known, content = recognised(given)
        if known.kind is Kind.conllu:
            file = cast(IO[bytes], Blocks(content, known.source))
            parts = pp.stream(file, batch=batch, format=file_format.value, lenient=lenient, on_skip=note)
        else:
            assert isinstance(loaded, pp.Pipeline)
            parts = sentences_of(known, loaded, content, ranges, threads)
        for part in parts:
            tagger = loaded.tagger if isinstance(loaded, pp.Pipeline) else None
            yield tagger.tag(part, keep=known.kind is Kind.conllu and not retag, threads=threads) if tagger else part

    parser = loaded.parser if isinstance(loaded, pp.Pipeline) else loaded
    told = constraints and constraints.value
    search: dict[str, Any] = {"constraints": told, "relax": relax, "beam": beam, "single_root": single_root}
    sentences = words = 0
    start = time.perf_counter()
    with Results(output, shape, inputs, file_format.value, confidence) as results:
        for given in inputs:
            with results.document(given) as out:
                for part in watched(read(given), quiet):
                    with telling(given.source or "-", constraints):
                        if best is None:
                            out.put(parser.parse(part, threads=threads, confidence=confidence, **search))
                        else:
                            out.put_best([(sentence, parser.best(sentence, best, **search)) for sentence in part])
                    sentences, words = sentences + len(part), words + part.words
    seconds = time.perf_counter() - start
    if bad:
        say(f"panparser: skipped {count(len(bad), 'bad sentence')}")
    if not quiet:
        speed = f"{words / seconds:,.0f} words/s" if seconds else ""
        say(f"parsed {count(sentences, 'sentence')}, {count(words, 'word')} in {seconds:.2f} s ({speed})")
