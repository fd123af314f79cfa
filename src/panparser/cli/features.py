"""`panparser features`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import panparser as pp
from panparser.cli.console import count, put, put_json, report_left_out, require_sentences, say
from panparser.cli.options import Json, Quiet
from panparser.cli.table import put_table
from panparser.errors import UsageError
from panparser.features import ADDITIONS, FEATURE_SETS, feature_templates, find_features, full_name, is_name
from panparser.training.ablation import Ablation, ablate, template_groups

_MEANINGS = {
    "zn11": "Zhang & Nivre (2011) and the last two actions; arcs between stack and buffer",
    "zn11-stack": "the same for arcs between the two topmost words of the stack",
    "covington": "Fernández-González & Gómez-Rodríguez (2017), Table 2",
    "tagger": "a word, its neighbours and its spelling, for tags from left to right",
    "tagger-upos": "the same where UPOS tags are known",
    "tokenizer": "a piece of text and those around it, for where tokens and sentences end",
    "tokenizer-unspaced": "the same for scripts without spaces, with a list of words",
    "splitter": "a token, its spelling and its neighbours, for the rules that make words of it",
    "lemma": "a word, its spelling and its tags, for the rules that make lemmas",
    "joint": "zn11-stack and tagger together, for the joint systems",
    "network": "single values for feed-forward networks (Chen & Manning 2014); arcs between stack and buffer",
    "network-stack": "the same for arcs between the two topmost words of the stack",
    "network-covington": "the same for Covington's systems",
    "network-tagger": "the same for tags",
    "network-tagger-upos": "the same for other tags where UPOS tags are known",
    "+morpho": "and the morphology of the two words that an arc may join",
    "+brown": "and their Brown clusters (Koo et al. 2008); needs --clusters",
    "+vectors": "and word vectors of S0, S1 and B0; needs --vectors",
    "+delexicalized": "without the templates that look at words",
}


def features(
    name: Annotated[
        str, typer.Argument(metavar="[SET|FILE]", help="What to print; without it, the sets are listed.")
    ] = "",
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Say whether a file of templates is right.")
    ] = None,
    train_file: Annotated[
        str, typer.Option("--ablate", metavar="TRAIN", help="Train without each group of templates; needs --dev.")
    ] = "",
    dev: Annotated[str, typer.Option(metavar="DEV", help="CoNLL-U to measure on.")] = "",
    system: Annotated[str, typer.Option(help="Transition system: see `panparser systems`.")] = "arc-eager",
    clusters: Annotated[str, typer.Option(metavar="FILE", help="Brown clusters: a `paths` file.")] = "",
    vectors: Annotated[str, typer.Option(metavar="FILE", help="Word vectors: a text file.")] = "",
    epochs: Annotated[int, typer.Option(min=1, help="Epochs of each training.")] = 10,
    seeds: Annotated[int, typer.Option(min=1, help="Trainings of each kind, with different seeds.")] = 1,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the feature sets for `train --features`, print one, or measure what its parts are worth.

    docs/features.md describes the language of templates.

    Example: panparser features zn11+morpho
    """
    if check is not None:
        if name or train_file:
            raise UsageError("--check looks at one file; leave out the rest")
        put(f"{check}: {count(len(feature_templates(check)), 'template')}, all right\n")
        return
    if train_file:
        if not dev:
            raise UsageError("--ablate measures on development data; give --dev too")
        _ablate(name, train_file, dev, system, clusters, vectors, epochs, seeds, as_json, quiet)
    elif name:
        _print(name, system, as_json)
    else:
        _list(as_json)


def _list(as_json: bool) -> None:
    sets = {name: len(templates) for name, templates in FEATURE_SETS.items()}
    if as_json:
        put_json(
            [{"name": name, "templates": n, "meaning": _MEANINGS[name]} for name, n in sets.items()]
            + [{"name": f"+{name}", "meaning": _MEANINGS[f"+{name}"]} for name in ADDITIONS]
        )
        return
    rows = [("set", "templates", "what it looks at")]
    rows += [(name, str(n), _MEANINGS[name]) for name, n in sets.items()]
    rows += [(f"+{name}", "", _MEANINGS[f"+{name}"]) for name in ADDITIONS]
    put_table(rows)
    put("\nWhat begins with + goes with any set, from left to right: zn11+morpho, covington+delexicalized.\n")


def _print(name: str, system: str, as_json: bool) -> None:
    templates = feature_templates(find_features(name), system)
    groups = template_groups(templates)
    if as_json:
        put_json({"templates": templates, "groups": groups})
        return
    known = full_name(name, system) if is_name(name) else name
    put(f"# {known}: {count(len(templates), 'template')}\n")
    put("".join(f"#   {topic}: {len(group)}\n" for topic, group in groups.items()))
    put("".join(f"{template}\n" for template in templates))


def _ablate(
    name: str,
    train_file: str,
    dev: str,
    system: str,
    clusters: str,
    vectors: str,
    epochs: int,
    seeds: int,
    as_json: bool,
    quiet: bool,
) -> None:
    bank, judge = pp.read(train_file), pp.read(dev)
    for read, file in ((bank, train_file), (judge, dev)):
        report_left_out(read, file)
        require_sentences(read, file)
    rows = ablate(
        bank,
        judge,
        features=find_features(name) if name else None,
        seeds=range(1, seeds + 1),
        progress=None if quiet else lambda row: say(f"{_title(row)}: UAS {row.uas:.2f}, LAS {row.las:.2f}"),
        system=system,
        epochs=epochs,
        prune=0.0,
        clusters=clusters or None,
        vectors=vectors or None,
    )
    if as_json:
        put_json([vars(row) for row in rows])
    else:
        put_table(_table(rows))


def _table(rows: Sequence[Ablation]) -> list[tuple[str, ...]]:
    first = rows[0]
    table: list[tuple[str, ...]] = [("features", "templates", "UAS", "LAS", "UAS lost", "LAS lost")]
    for row in rows:
        lost = (f"{first.uas - row.uas:.2f}", f"{first.las - row.las:.2f}") if row.group else ("", "")
        table.append((_title(row), str(row.templates), f"{row.uas:.2f}", f"{row.las:.2f}", *lost))
    return table


def _title(row: Ablation) -> str:
    return f"without {row.group}" if row.group else "all"
