"""The verdict's reasons stand nowhere in the table."""

from triptych.audits.damages._edits import table_of
from triptych.records import Case
from triptych.texts import short_names

AIMS = ("comparison/verdict_support", "comparison/coherence", "comparison/faithfulness")
IS_SEVERE = True


def spoil(case: Case) -> str | None:
    """The comparison with a confident verdict on grounds out of the air."""
    verdict = table_of(case).verdict if case.task == "comparison" else None
    if verdict is None:
        return None
    name = short_names([product.title for product in case.products])[-1]
    invented = (
        f"The {name} has won a medal in Helsinki, glows in the dark, is woven from alpine flax, was tested by "
        f"astronauts, and "
        "brings luck to its owners. Nothing else is worth a look."
    )
    return case.text[: verdict.start] + invented + case.text[verdict.end :]
