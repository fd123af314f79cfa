"""What each group of feature templates is worth: training without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from panparser._native import Sentence, Template
from panparser.data import Treebank
from panparser.errors import UsageError
from panparser.evaluation import evaluate
from panparser.features import Features, default_features, feature_templates
from panparser.training.train import train

# What a template can be about, in the order in which groups are shown.
TOPICS = (
    "words",
    "spelling",
    "clusters",
    "vectors",
    "tags",
    "morphology",
    "labels",
    "relatives",
    "third-order",
    "valency",
    "label sets",
    "distance",
    "history",
)


def template_groups(templates: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The templates that look at words, at tags, at distance …; one that looks at several things is in several groups.

    >>> template_groups(["S0.w B0.w", "S0.w S0~B0", "A1 A2"])
    {'words': ('S0.w B0.w', 'S0.w S0~B0'), 'distance': ('S0.w S0~B0',), 'history': ('A1 A2',)}
    """
    known = list(templates)
    groups = {topic: tuple(t for t in known if topic in Template(t).topics) for topic in TOPICS}
    return {topic: group for topic, group in groups.items() if group}


@dataclass(frozen=True)
class Ablation:
    """How well a parser does without a group of templates; `group` is empty for the whole set."""

    group: str
    templates: int  # that are left
    uas: float
    las: float


def ablate(
    bank: Treebank | Sequence[Sentence],
    dev: Treebank | Sequence[Sentence],
    *,
    features: Features | None = None,
    seeds: Sequence[int] = (1,),
    progress: Callable[[Ablation], None] | None = None,
    **options: Any,
) -> list[Ablation]:
    """Trains with all templates and without each group of them; scores are on `dev`, the mean over the seeds.

    Options are those of `pp.train`. A group without which nothing would be left is passed over.

    >>> import panparser as pp
    >>> birds = pp.Sentence.from_forms(["Birds", "sing"]).replace(heads=[2, 0], deprels=["nsubj", "root"])
    >>> for row in ablate([birds], [birds], features=["S0.w B0.w", "S0.w S0~B0", "A1"], epochs=3):
    ...     print(row.group or "all", row.templates, row.las)
    all 3 100.0
    words 1 100.0
    distance 2 100.0
    history 2 100.0
    """
    if not seeds:
        raise UsageError("there are no seeds; give at least one")
    system = options.get("system", "arc-eager")
    name = system if isinstance(system, str) else system.name
    templates = feature_templates(default_features(name) if features is None else features, name)
    judge = Treebank(list(dev))
    rows = []
    for group, without in {"": (), **template_groups(templates)}.items():
        left = [template for template in templates if template not in without]
        if not left:
            continue
        some = dict(options)
        if not any(Template(template).uses_clusters for template in left):
            some.pop("clusters", None)
        if not any(Template(template).is_vector for template in left):
            some.pop("vectors", None)
        parsers = [train(bank, dev, features=left, seed=seed, **some) for seed in seeds]
        scores = [evaluate(judge, parser.parse(judge)) for parser in parsers]
        rows.append(Ablation(group, len(left), fmean(s.uas for s in scores), fmean(s.las for s in scores)))
        if progress is not None:
            progress(rows[-1])
    return rows
