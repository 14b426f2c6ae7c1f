"""Learn which titles of reviews say nothing of their own: those that shops suggest and hundreds of people take.

python training/canned_titles.py REVIEWS.jsonl.gz > src/triptych/writers/canned_titles.txt
"""

import re
import sys
from collections import Counter
from pathlib import Path

from direction import rows_of

FEWEST, MOST_WORDS = 100, 6
_WORD = re.compile(r"[a-z']+")


def canned(titles: list[str]) -> list[str]:
    """Titles, in small letters without marks, that so many reviews have."""
    counts = Counter(" ".join(_WORD.findall(title.lower().replace("’", "'"))) for title in titles)
    return sorted(title for title, many in counts.items() if many >= FEWEST and 0 < len(title.split()) <= MOST_WORDS)


if __name__ == "__main__":
    print("# Titles that at least a hundred reviews have (training/canned_titles.py).")
    print("\n".join(canned([row.get("title") or "" for row in rows_of(Path(sys.argv[1]))])))
