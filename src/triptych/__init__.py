"""Triptych: write and judge product opinions, explanations and comparisons, with evidence."""

__version__ = "0.1.0"
