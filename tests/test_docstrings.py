"""Every example in a docstring runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import panparser
from panparser import _native

MODULES = sorted(m.name for m in pkgutil.walk_packages(panparser.__path__, "panparser.") if m.name != _native.__name__)


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    if needed := {"panparser.training.layers": "torch", "panparser.tasks.spacy_component": "spacy"}.get(name):
        pytest.importorskip(needed)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_of_native_classes() -> None:
    finder, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for name, value in vars(_native).items():
        if isinstance(value, type) and value.__doc__:
            runner.run(finder.get_doctest(value.__doc__, vars(panparser) | vars(_native), name, None, None))
    assert runner.summarize().failed == 0
