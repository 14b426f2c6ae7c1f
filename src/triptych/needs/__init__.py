"""What a query asks (`read_needs`), and how a product answers it (`answer_needs`)."""

from triptych.needs.queries import read_needs
from triptych.needs.states import answer_needs

__all__ = ["answer_needs", "read_needs"]
