"""Learn which nouns take an article, "a laptop" and "the gym" but "travel", from how reviewers write them.

    python training/articles.py REVIEWS.jsonl.gz > src/triptych/english/data/articles.txt

Counts each singular noun behind a preposition or "has", with and without an article or an owner before it, where the
phrase ends with it. One line for each article. Takes half a minute.
"""

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from direction import rows_of

from triptych.english.words import is_plural, kinds_of

FEWEST, MOST_BARE = 20, 0.35
"""Uses of a noun that are enough, and the share without an article that is too many."""
BEFORE = r"\b(?:for|in|with|has|have|on) (?:(a|an|the|my|our|your) )?(?:(?:good|great|long|nice|small|large|big|new) )?"
BEHIND = "and|or|but|when|to|is|as|i|it|the|in|on|at|so|because|which|that|for|with|if|my|this|was|are"
USES = re.compile(rf"{BEFORE}([a-z]{{3,}})(?=[.,!?;:)]|$| (?:{BEHIND})\b)")


def articles_of(texts: list[str]) -> dict[str, list[str]]:
    """The nouns of each article."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for article, noun in USES.findall(text.lower()):
            counts[noun]["the" if article == "the" else "a" if article else ""] += 1
    found: dict[str, list[str]] = {"a": [], "the": []}
    for noun, uses in sorted(counts.items()):
        if (
            uses.total() >= FEWEST
            and uses[""] <= MOST_BARE * uses.total()
            and kinds_of(noun)[:1] == "N"
            and not is_plural(noun)
        ):
            found["the" if uses["the"] > 2 * uses["a"] else "a"].append(noun)
    return found


def main(path: str) -> None:
    """Print the nouns of a file of reviews, a line for each article."""
    found = articles_of([row["text"] for row in rows_of(Path(path))])
    print("# Nouns that reviewers seldom write without an article, behind the one they take: training/articles.py.")
    print("\n".join(f"{article} {' '.join(nouns)}" for article, nouns in found.items()))


if __name__ == "__main__":
    main(sys.argv[1])
