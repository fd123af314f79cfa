"""The papers' tables, recomputed: one module per table."""
