"""Feature templates: strings, compiled once into a native extraction plan."""

from panparser.features.sets import FEATURE_SETS, default_features, feature_templates

__all__ = ["FEATURE_SETS", "default_features", "feature_templates"]
