"""What a row of a comparison is about, by its label, however a model words it."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

RowKind = Literal["title", "base_price", "final_price", "average_rating", "pros", "cons", "verdict", "attribute"]

LABELS: dict[RowKind, str] = {
    "title": "Product Title",
    "base_price": "Base Price",
    "final_price": "Final Price",
    "average_rating": "Average Rating",
    "pros": "Pros",
    "cons": "Cons",
}
"""The rows every comparison has beside its attributes, and their names, in order."""

VERDICT_LABEL = "Final Verdict Summary"
"""What we write before the verdict."""

_LONGEST_LABEL = 100

_PRICE = "price prices cost mrp"
_FULL = "base original list listed regular actual before old retail was"
_REDUCED = "final sale selling discounted discount offer deal current after now effective net special"
_AROUND_PRICE = "the a in of approx product rs inr usd eur gbp rupees dollars incl inclusive all tax taxes any"
_PEOPLE = "customer customers user users buyer buyers shopper shoppers reviewer reviewers from by review reviews"
_AROUND_RATING = f"{_PEOPLE} average avg mean overall product star the out of 5 five score and"
_MERITS = "pros pro advantages strengths positives likes merits upsides pluses liked love"
_FAULTS = "cons con disadvantages weaknesses negatives dislikes demerits downsides drawbacks limitations minuses"
_AROUND_POINTS = f"{_PEOPLE} key main top the s what they people"
# A label means a kind where it has a word of each of these lists, and else none but those of the last text.
_WORDINGS: tuple[tuple[RowKind | Literal["price"], tuple[str, ...], str], ...] = (
    ("title", ("title name product products model item",), "full the s"),
    ("base_price", ("mrp",), f"{_AROUND_PRICE} price base maximum retail"),
    ("base_price", (_PRICE, _FULL), f"{_AROUND_PRICE} discount"),
    ("final_price", (_PRICE, _REDUCED), _AROUND_PRICE),
    ("price", (_PRICE,), _AROUND_PRICE.removesuffix(" any")),
    ("average_rating", ("rating ratings stars",), _AROUND_RATING),
    ("pros", (_MERITS,), _AROUND_POINTS),
    ("cons", (_FAULTS,), _AROUND_POINTS),
    ("verdict", ("verdict recommendation conclusion",), "final overall summary the our my and in s"),
)
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


@lru_cache(maxsize=4096)
def kind_of(label: str) -> RowKind | Literal["price"]:
    """The kind of row a label names; `price` where it does not say which, `attribute` where it is none we know."""
    if len(label) > _LONGEST_LABEL:
        return "attribute"
    plain = unicodedata.normalize("NFKD", label).casefold().replace("₹", " ")
    # "M.R.P." is one word.
    joined = re.sub(r"\b([a-z])\.(?=[a-z]\b)", r"\1", plain)
    words = set(re.sub(r"[^a-z0-9]+", " ", joined).split())
    for kind, needs, allows in _WORDINGS:
        needed = [set(need.split()) for need in needs]
        if all(words & need for need in needed) and words <= set(allows.split()).union(*needed):
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
