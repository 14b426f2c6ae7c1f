"""Damages: known ways to spoil a good text, one file for each, with the rubrics it aims at."""

from triptych.audits.damages._damage import Damage, all_damages

__all__ = ["Damage", "all_damages"]
