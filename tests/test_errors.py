from __future__ import annotations

import pickle

import pytest

import panparser as pp


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ({"file": "a", "line": 3, "column": 5}, "a:3:5: bad; mend it"),
        ({"file": "a", "line": 3}, "a:3: bad; mend it"),
        ({"file": "a"}, "a: bad; mend it"),
        ({"line": 3, "column": 5}, "line 3:5: bad; mend it"),
        ({}, "bad; mend it"),
    ],
)
def test_the_place_comes_first(place: dict, message: str) -> None:
    error = pp.InputError("bad", "mend it", **place)
    assert str(error) == message
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.remedy) == (message, error.line, "mend it")


def test_native_errors_read_the_same() -> None:
    with pytest.raises(pp.InputError, match=r"^line 1:1: this line has 2 columns"):
        pp.Sentence("1\tx\n")
    assert pp.reads("1\tx\n", lenient=True).skipped[0].startswith("<text>:1:1: this line has 2 columns")


def test_one_family() -> None:
    for kind in (pp.InputError, pp.UsageError, pp.ModelError):
        assert issubclass(kind, pp.PanParserError)
    assert issubclass(pp.UsageError, ValueError)
