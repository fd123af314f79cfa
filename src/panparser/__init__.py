"""PanParser: transition-based dependency parsing on one fast native engine."""
