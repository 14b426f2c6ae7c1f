"""What a row of a comparison is about, by its label, however a model words it."""

import re
import unicodedata
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class _Wording:
    """Labels that mean one kind: they have one word of each of `needs`, and no word that is not here."""

    kind: RowKind | Literal["price"]
    needs: tuple[frozenset[str], ...]
    allows: frozenset[str] = frozenset()

    def fits(self, words: frozenset[str]) -> bool:
        return all(words & need for need in self.needs) and words <= self.allows.union(*self.needs)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PRICE = _words("price prices cost mrp")
_AROUND_PRICE = _words("the a in of approx product rs inr usd eur gbp rupees dollars incl inclusive all tax taxes")
_PEOPLE = _words(
    "customer customers user users buyer buyers shopper shoppers reviewer reviewers from by review reviews"
)
_WORDINGS = (
    _Wording("title", (_words("title name product products model item"),), _words("full the s")),
    _Wording("base_price", (_words("mrp"),), _AROUND_PRICE | _words("price base maximum retail")),
    _Wording(
        "base_price",
        (_PRICE, _words("base original list listed regular actual before old retail was")),
        _AROUND_PRICE | _words("any discount"),
    ),
    _Wording(
        "final_price",
        (_PRICE, _words("final sale selling discounted discount offer deal current after now effective net special")),
        _AROUND_PRICE | _words("any"),
    ),
    _Wording("price", (_PRICE,), _AROUND_PRICE),
    _Wording(
        "average_rating",
        (_words("rating ratings stars"),),
        _PEOPLE | _words("average avg mean overall product star the out of 5 five score and"),
    ),
    _Wording(
        "pros",
        (_words("pros pro advantages strengths positives likes merits upsides pluses liked love"),),
        _PEOPLE | _words("key main top the s what they people"),
    ),
    _Wording(
        "cons",
        (
            _words(
                "cons con disadvantages weaknesses negatives dislikes demerits downsides drawbacks limitations minuses"
            ),
        ),
        _PEOPLE | _words("key main top the s what they people"),
    ),
    _Wording(
        "verdict",
        (_words("verdict recommendation conclusion"),),
        _words("final overall summary the our my and in s"),
    ),
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
    words = _words(re.sub(r"[^a-z0-9]+", " ", joined))
    return next((wording.kind for wording in _WORDINGS if wording.fits(words)), "attribute")


def is_standard(label: str, kind: RowKind) -> bool:
    """True where the label is the very one we write for that kind."""
    return kind in LABELS and label.casefold() == LABELS[kind].casefold()


def find_verdict_heading(line: str) -> re.Match[str] | None:
    """The words "Final Verdict Summary:" or the like that this line begins with, if it does.

    Its groups `mark` and `open` tell of emphasis that ends only after the verdict: "**Verdict: take the first.**".
    """
    return _VERDICT_HEADING.match(line[:400])
