"""The verdict chooses another product for the same reasons."""

import re

from triptych.audits.damages._edits import table_of
from triptych.records import Case
from triptych.texts import short_names

AIMS = ("comparison/verdict_support",)
IS_SEVERE = False
SPARES = (
    "comparison/format_adherence",
    "comparison/fluency",
    "comparison/aspect_coverage",
    "comparison/specificity",
)


def spoil(case: Case) -> str | None:
    """The comparison with the names in its verdict turned by one product."""
    verdict = table_of(case).verdict if case.task == "comparison" else None
    if verdict is None:
        return None
    names = short_names([product.title for product in case.products])
    others = dict(zip(names, [*names[1:], names[0]], strict=True))
    text = case.text[verdict.start : verdict.end]
    turned = re.sub("|".join(map(re.escape, names)), lambda found: others[found.group()], text)
    return case.text[: verdict.start] + turned + case.text[verdict.end :] if turned != text else None
