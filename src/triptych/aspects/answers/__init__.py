"""How a product answers what a query asks, with what shows it."""

from triptych.aspects.answers.states import answer_needs

__all__ = ["answer_needs"]
