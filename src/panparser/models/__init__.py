"""Models on disk: one file, checked when it is loaded."""

from panparser.models.calibration import Calibration, Evidence
from panparser.models.dictionary import NO_DICTIONARY, Dictionary, learn_dictionary
from panparser.models.file import Content, load_model_file, save_model_file
from panparser.models.header import ModelHeader

__all__ = [
    "NO_DICTIONARY",
    "Calibration",
    "Content",
    "Dictionary",
    "Evidence",
    "ModelHeader",
    "learn_dictionary",
    "load_model_file",
    "save_model_file",
]
