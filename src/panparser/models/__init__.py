"""Models on disk: one file, checked when it is loaded."""

from panparser.models.calibration import Calibration, Evidence
from panparser.models.file import load_model_file, save_model_file
from panparser.models.header import ModelHeader

__all__ = ["Calibration", "Evidence", "ModelHeader", "load_model_file", "save_model_file"]
