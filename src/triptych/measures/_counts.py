"""Counts of reviewers that a text gives in numbers, held against what the reviews come to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.number_words import number_of
from triptych.english.wordings import Wording
from triptych.measures._analysis import Analysis
from triptych.measures._covered_aspects import Part, covered_aspects
from triptych.measures._pieces import Piece
from triptych.measures._prevalence import NUMBER, PEOPLE_NOUN
from triptych.records import Aspect, Reading

_DO = (
    r"(?:disagrees?|complains?|praises?|likes?|dislikes?|says?|finds?|mentions?|calls?|reports?|loves?|hates?|"
    r"criticises?|criticizes?|considers?|are (?:un)?happy|are content|are pleased|is content|is pleased|"
    r"for(?=,? (?:and|\w+ against))|against|do not|does not|good value|too dear|of another mind|others?)"
)
COUNT = Wording(
    rf"\b(?P<of>{NUMBER})\s+(?:out of|of|in)\s+(?:the\s+|its\s+)?(?P<whole>{NUMBER})"
    rf"(?=\s+{PEOPLE_NOUN}|\s*[).,;|]|\s*$|\s+\w+)"
    rf"|(?<![-.])\b(?P<number>{NUMBER})\s+(?:(?:other|more|verified|single)\s+)?(?:{PEOPLE_NOUN}|(?:also\s+)?{_DO})\b",
)
"""How a text says how many reviewers think so: "7 of 33 reviewers", "two complain"."""
_RATINGS = Wording(r"\b(?P<number>\d[\d,]*)\s+(?:\w+\s+)?ratings\b")
_LISTING = Wording(r"\b(?:listing|listed|claim\w*|promis\w+|otherwise|stated?|advertised)\b")
"""How a text speaks of what the maker says and reviewers deny."""
_NAME = re.compile(r"\b(?!The|All|Of|With|Its|Only|About|Some|Just|At|From|By|And)[A-Z][\w-]*\s+$")
_SMALLEST_WHOLE = 3
_LEADS = {"pro": "Pros: ", "con": "Cons: "}


@dataclass(frozen=True, slots=True)
class CountTold:
    """A count of reviewers in the text."""

    said: str
    """As the text has it."""
    number: float
    """How many."""
    is_right: bool
    """True where the reviews bear it out, give or take those whose meaning is open."""
    held: str
    """What the reviews come to, in words."""


def counts_told(analysis: Analysis) -> Iterator[CountTold]:
    """The counts of the text that can be held against the reviews of their product."""
    for piece in analysis.pieces:
        number = piece.product if analysis.case.task == "comparison" else 0
        if number is None:
            continue
        product = analysis.case.products[number]
        for match in _RATINGS.finditer(piece.text):
            if product.rating_count is not None:
                said = float(match["number"].replace(",", ""))
                right = said in (product.rating_count, len(product.reviews))
                yield CountTold(
                    piece.text[match.start() : match.end()], said, right, f"there are {product.rating_count} ratings"
                )
        reading = analysis.sources[number].reading
        matches = [match for match in COUNT.finditer(piece.text) if not _is_in_a_name(piece.text, match)]
        if matches and reading.reviewers > 1:
            yield from _held_against(piece, matches, reading, len(product.reviews))


def _is_in_a_name(text: str, match: re.Match[str]) -> bool:
    """True for the number of a model: "Take the Tab 10 for …"."""
    return match["number"] is not None and match["number"].isdigit() and bool(_NAME.search(text, 0, match.start()))


def _held_against(piece: Piece, matches: list[re.Match[str]], reading: Reading, reviews: int) -> Iterator[CountTold]:
    aspects = _aspects_in(piece, reading)
    wholes = {reading.reviewers, reviews, *(aspect.reviewers.total for aspect in aspects)}
    for match in matches:
        number = number_of(match["of"] or match["number"]) or 0.0
        whole = number_of(match["whole"]) if match["whole"] else None
        if whole is not None and whole < _SMALLEST_WHOLE:
            continue
        sides = {n for a in aspects for n in (a.reviewers.for_, a.reviewers.against, a.reviewers.total)}
        if _LISTING.search(piece.text):
            sides |= {found.reviewers for found in reading.contradictions}
        is_all = whole is None and number in wholes
        fits = is_all or not aspects or may_be(number, max(sides))
        right = fits and number <= reviews and (whole is None or any(_is_whole(whole, known) for known in wholes))
        yield CountTold(piece.text[match.start() : match.end()].strip(), number, right, _held(aspects, reading))


def may_be(said: float, counted: int) -> bool:
    """True for a count that is not more than reviewers whose meaning is open can make of it: two, or a half of many.

    Fewer may be those who make one point of several that the aspect takes together.
    """
    return said <= counted + max(2, 0.5 * counted)


def _is_whole(said: float, known: int) -> bool:
    """True for a number of all reviewers; set-aside ones may be in it or not."""
    return abs(said - known) <= max(1, 0.1 * known)


def _aspects_in(piece: Piece, reading: Reading) -> list[Aspect]:
    lead = f"{piece.label}: " if piece.place == "value" else _LEADS.get(piece.place, "")
    return [told.aspect for told in covered_aspects([Part(lead + piece.text)], reading) if told.aspect]


def _held(aspects: list[Aspect], reading: Reading) -> str:
    if not aspects:
        return f"there are {reading.reviewers} reviewers"
    first = max(aspects, key=lambda aspect: aspect.reviewers.total)
    counts = first.reviewers
    return f"on {first.name} {counts.for_} of {reading.reviewers} are for and {counts.against} against"
