"""Triptych: write and judge product opinions, explanations and comparisons, with evidence.

Names load when they are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triptych.aspects import read_product
    from triptych.errors import TriptychError
    from triptych.needs import read_needs
    from triptych.pipeline import judge, judge_many, judge_sync, write_many
    from triptych.records import Case, Comparison, Explanation, Judgement, Opinion, Product, Rating, Review, Shortlist
    from triptych.writers import write_comparison, write_explanation, write_opinion

__version__ = "0.1.0"

__all__ = [
    "Case",
    "Comparison",
    "Explanation",
    "Judgement",
    "Opinion",
    "Product",
    "Rating",
    "Review",
    "Shortlist",
    "TriptychError",
    "judge",
    "judge_many",
    "judge_sync",
    "read_needs",
    "read_product",
    "write_comparison",
    "write_explanation",
    "write_many",
    "write_opinion",
]

_HOMES = {
    "TriptychError": "triptych.errors",
    "read_needs": "triptych.needs",
    "read_product": "triptych.aspects",
    **dict.fromkeys(("judge", "judge_many", "judge_sync", "write_many"), "triptych.pipeline"),
    **dict.fromkeys(("write_comparison", "write_explanation", "write_opinion"), "triptych.writers"),
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'triptych' has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "triptych.records")), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
