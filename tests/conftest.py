"""What tests of every room share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def treebanks() -> Path:
    """The folder with one sub-folder of .conllu.xz files per treebank."""
    folder = os.environ.get("PANPARSER_TREEBANKS")
    if not folder:
        pytest.skip("PANPARSER_TREEBANKS is not set")
    return Path(folder)
