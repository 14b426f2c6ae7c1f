"""Headlines and stars: what a reviewer surely minds or likes, whatever the reading makes of the text."""

import re
from collections.abc import Container, Iterator

from triptych.english.clauses import CONTRAST
from triptych.english.words import closed_words
from triptych.records import Direction, Evidence, Product, Reading, Review
from triptych.writers._phrases import quote
from triptych.writers._voices import (
    BAD_NEWS,
    CANNED,
    CLEARLY_BAD,
    FEWEST_CLIPPED,
    LONGEST_CLIPPED,
    OPENERS,
    SPEAKING,
    WISHES,
    Voice,
    can_be_read_alone,
    is_known_word,
    learnt_worth,
    stems_of,
    told_in,
)

_BAD_HEADLINE = -0.25
_TOKEN = re.compile(r"\S+")
_BEGINNING = 16
_LONGEST_HEADLINE = 12
_MUCH_TOLD = 3
_GOOD_NEWS = 0.5
_NEITHER, _FULL = 3, 5
"""Stars that are neither praise nor blame, and all of them."""
_HEARD = 0.55
"""Sure enough of what stars that are missing bear out."""
_STRONGLY_BAD = -1.2
_BETWEEN_MARKS = re.compile(r"[^\s,;:.!?()–—-][^,;:.!?()–—]*[^\s,;:.!?()–—-]")


def headlines_of(product: Product, known: Container[str]) -> Iterator[Voice]:
    """What reviewers put over their reviews, where that says something: "Does not support 4 hours".

    It is their own summary, so a complaint in it is what they mind most. What only says good or bad is left out, and
    so is what the learnt opinion or the stars do not make clear.
    """
    for review in product.reviews:
        title = review.title or ""
        words = title.lower().replace("’", "'").rstrip(".! ").split()
        if (
            not 0 < len(words) <= _LONGEST_HEADLINE
            or words[0] in OPENERS
            or not WISHES.isdisjoint(words)
            or sum(not is_known_word(word) for word in words) > 1
        ):
            continue
        but = next((n for n, word in enumerate(words) if word in CONTRAST), None)
        worth = learnt_worth(words if but is None else words[but + 1 :])
        is_pleased = review.stars is not None and review.stars > _NEITHER
        is_delighted = review.stars is not None and review.stars > _NEITHER + 1
        is_upset = but is not None and review.stars is not None and not is_pleased
        is_bad = is_upset or worth < (CLEARLY_BAD if is_pleased else _BAD_HEADLINE)
        direction: Direction = "-" if is_bad and not (is_pleased and (but is None or is_delighted)) else "+"
        span = Evidence(
            product_id=product.id, source="review_title", source_id=review.id, start=0, end=len(title), text=title
        )
        told = (stems_of(title, "NPVDGJ") if direction == "-" else told_in(title)) - CANNED
        told = {stem for stem in told if stem not in known}
        # What leans but little must at least say much.
        fewest = _MUCH_TOLD if direction == "-" and worth > BAD_NEWS and not is_upset else 1
        if (direction == "-" or worth > _GOOD_NEWS) and len(told) >= fewest and (len(words) == 1 or quote(span)):
            yield Voice(span, direction, "", 1.0, is_telling=True)


def starred_in(product: Product, reading: Reading, known: Container[str]) -> Iterator[Voice]:
    """What each reviewer minds who gave few stars, and likes who gave many: the stars make it sure.

    Of few stars the worst remark that is short, the worst reviewers first; else, as what nobody marked off begins
    with what its writer minds or likes, the beginning. Of three and four stars what cost the rest.
    """
    remarks: dict[str, list[tuple[float, Evidence]]] = {}
    for aspect in reading.aspects:
        for point in aspect.points:
            for span in point.quotes if point.direction == "-" else ():
                words = span.text.lower().split()
                says = any(stem not in known for stem in stems_of(span.text, "NPVDGJ") - CANNED)
                if FEWEST_CLIPPED <= len(words) <= LONGEST_CLIPPED and says:
                    remarks.setdefault(span.source_id, []).append((learnt_worth(words), span))
    found: list[tuple[float, Voice]] = []
    for review in product.reviews:
        if review.stars is None:
            continue
        direction: Direction = "-" if review.stars < _NEITHER else "+"
        if _NEITHER <= review.stars < _FULL:
            found += _worst_piece(product, review, reading, known)
        worst = min(remarks.get(review.id, ()), key=lambda each: (each[0], each[1].start), default=None)
        if direction == "-" and worst and worst[0] < BAD_NEWS:
            found.append((worst[0], Voice(worst[1], "-", "", 1.0, is_telling=True)))
        else:
            found += _beginning(product, review, direction, known) if review.stars != _NEITHER else ()
    yield from (voice for _, voice in sorted(found, key=lambda each: each[0]))


def _worst_piece(
    product: Product, review: Review, reading: Reading, known: Container[str]
) -> list[tuple[float, Voice]]:
    """What cost a reviewer's fifth star: the worst stretch between two marks of what was heard as blame."""
    pieces: list[tuple[float, Evidence]] = []
    for mention in (m for a in reading.aspects for m in a.mentions if m.review_id == review.id):
        if "negative" not in mention.polarity or mention.sureness < _HEARD:
            continue
        for piece in _BETWEEN_MARKS.finditer(review.text, mention.start, mention.end):
            words = piece[0].lower().split()
            span = Evidence(
                product_id=product.id, source="review", source_id=review.id, start=piece.start(), end=piece.end(),
                text=piece[0],
            )  # fmt: skip
            says = any(stem not in known for stem in told_in(piece[0]) - CANNED)
            is_short = FEWEST_CLIPPED < len(words) <= LONGEST_CLIPPED and words[0] not in SPEAKING
            if is_short and says and can_be_read_alone(span):
                pieces.append((learnt_worth(words), span))
    worst = sorted(pieces, key=lambda each: (each[0], each[1].start))[:1]
    return [(worth, Voice(span, "-", "", 1.0, is_telling=True)) for worth, span in worst if worth < _STRONGLY_BAD]


def _beginning(
    product: Product, review: Review, direction: Direction, known: Container[str]
) -> Iterator[tuple[float, Voice]]:
    """The first words of a review, where they lean as its stars do and say something."""
    places = [match.end() for match in _TOKEN.finditer(review.text)]
    is_cut = len(places) > _BEGINNING + 2
    words = review.text.lower().split()
    last = _BEGINNING if is_cut else len(places)
    while is_cut and last > FEWEST_CLIPPED and words[last - 1] in closed_words():
        last -= 1  # Nobody stops at "is" or "and".
    text = review.text[: places[last - 1] if places else 0]
    worth = learnt_worth(text.lower().split())
    is_so = worth < 0 if direction == "-" else worth > _GOOD_NEWS
    span = Evidence(product_id=product.id, source="review", source_id=review.id, start=0, end=len(text), text=text)
    if is_so and quote(span) and any(stem not in known for stem in told_in(text) - CANNED):
        yield worth, Voice(span, direction, "", 1.0, is_telling=True, is_cut=is_cut)
