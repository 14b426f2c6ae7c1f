"""Every complaint is left out."""

import re

from triptych.audits.damages._edits import joined, sentences
from triptych.records import Case

AIMS = ("opinion/prevalence", "opinion/aspect_coverage")
IS_SEVERE = False
_COMPLAINT = re.compile(
    r"\b(?:complain\w*|but|however|too|not|no|weak|bad|loud|heavy|fails?|short|cracks?|loose|unhappy|problem|disappoint\w*|leak\w*|"
    r"wears?|worn|narrow|dim|hot|slow|sting\w*|pill\w*|expensive|high|small|thin|broke\w*|drop\w*|fall\w*|misfires?|never|without)\b",
    re.IGNORECASE,
)


def spoil(case: Case) -> str | None:
    """The opinion without the sentences that complain."""
    parts = sentences(case.text)
    kept = [part for part in parts if not _COMPLAINT.search(part)]
    return joined(kept) if case.task == "opinion" and 0 < len(kept) < len(parts) - 1 else None
