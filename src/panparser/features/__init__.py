"""Feature templates: strings, compiled once into a native extraction plan; Brown clusters and word vectors."""

from panparser.features.clusters import NO_CLUSTERS, Clusters, read_clusters
from panparser.features.sets import (
    ADDITIONS,
    FEATURE_SETS,
    Features,
    default_features,
    delexicalized,
    feature_templates,
    find_features,
    full_name,
    is_name,
    network_features,
    read_templates,
)
from panparser.features.vectors import NO_VECTORS, Vectors, read_vectors
from panparser.features.vocabulary import Vocabulary

__all__ = [
    "ADDITIONS",
    "FEATURE_SETS",
    "NO_CLUSTERS",
    "NO_VECTORS",
    "Clusters",
    "Features",
    "Vectors",
    "Vocabulary",
    "default_features",
    "delexicalized",
    "feature_templates",
    "find_features",
    "full_name",
    "is_name",
    "network_features",
    "read_clusters",
    "read_templates",
    "read_vectors",
]
