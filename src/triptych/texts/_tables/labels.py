"""What a row of a comparison is about, by its label, however a model words it."""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

RowKind = Literal["title", "base_price", "final_price", "average_rating", "pros", "cons", "verdict", "attribute"]

LABELS: dict[RowKind, str] = {"title": "Product Title", "base_price": "Base Price", "final_price": "Final Price"}
LABELS |= {"average_rating": "Average Rating", "pros": "Pros", "cons": "Cons"}
"""The rows every comparison has beside its attributes, and their names, in order."""

VERDICT_LABEL = "Final Verdict Summary"
"""What we write before the verdict."""

_LONGEST_LABEL = 100

_VERDICT_HEADING = re.compile(
    r"""(?:</?[a-z][^<>]{0,200}>|[^\w|<*\\]|\d{1,2}[.)]\s)*       # tags, hashes, quote marks, emoji, a number
        (?P<mark>\*{1,3}|_{1,3})?
        (?:(?:the|our|my|final|overall|in)\s+)*
        (?:verdict|recommendation|conclusion|bottom\s+line|(?<=final\s)summary|(?<=overall\s)summary|(?<=final\s)thoughts)
        (?:\s+(?:and\s+)?summary)?
        (?:\s*\([^()]{0,60}\))?                                # "(under 100 words)"
        (?:</[a-z0-9]{1,10}>)*\s*
        (?(mark)(?:(?P=mark)\s*(?:[:：]|[-–—]\s|$)|[:：]\s*(?P=mark)|(?P<open>[:：]))|(?:[:：]|[-–—]\s|$))
        (?:</[a-z0-9]{1,10}>)*""",
    re.IGNORECASE | re.VERBOSE,
)


@cache
def _wordings() -> list[tuple[RowKind | Literal["price"], list[set[str]], set[str]]]:
    """Each kind of row with the words that its label needs, one of each set, and those that it may have."""
    table = tomllib.loads(files("triptych.texts").joinpath("row_labels.toml").read_text(encoding="utf-8"))

    def words(text: str) -> set[str]:
        listed = (words(table["words"][word[1:-1]]) if word[0] == "<" else {word} for word in text.split())
        return set[str]().union(*listed)

    return [(one["kind"], [*map(words, one["needs"])], words(one["allows"])) for one in table["wordings"]]


@lru_cache(maxsize=4096)
def kind_of(label: str) -> RowKind | Literal["price"]:
    """The kind of row a label names; `price` where it does not say which, `attribute` where it is none we know."""
    if len(label) > _LONGEST_LABEL:
        return "attribute"
    plain = unicodedata.normalize("NFKD", label).casefold().replace("₹", " ")
    # "M.R.P." is one word.
    joined = re.sub(r"\b([a-z])\.(?=[a-z]\b)", r"\1", plain)
    words = set(re.sub(r"[^a-z0-9]+", " ", joined).split())
    for kind, needs, allows in _wordings():
        if all(words & need for need in needs) and words <= allows.union(*needs):
            return kind
    return "attribute"


def is_standard(label: str, kind: RowKind) -> bool:
    """True where the label is the very one we write for that kind."""
    return kind in LABELS and label.casefold() == LABELS[kind].casefold()


def find_verdict_heading(line: str) -> re.Match[str] | None:
    """The words "Final Verdict Summary:" or the like that this line begins with, if it does.

    Its groups `mark` and `open` tell of emphasis that ends only after the verdict: "**Verdict: take the first.**".
    """
    return _VERDICT_HEADING.match(line[:400])
