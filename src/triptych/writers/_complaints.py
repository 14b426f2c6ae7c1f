"""Complaints: what each reviewer minds most, quoted so far that the point is in it."""

import re
from collections.abc import Container, Iterator

from triptych.aspects.remarks import parts_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import kept_sentences
from triptych.english.words import closed_words
from triptych.records import Evidence, Mention, Product, Reading, Review
from triptych.writers._phrases import quote
from triptych.writers._voices import (
    CANNED,
    OPENERS,
    SPEAKING,
    Voice,
    can_be_read_alone,
    is_danger,
    is_readable,
    is_real,
    stems_of,
    worth_of,
)

_FEWEST, _LONGEST = 2, 16
"""Words of a complaint that is quoted."""
_LIKELY, _MILD, _STRONG = 0.7, 0.6, 0.55
"""How sure the reading must be of a complaint that the learnt opinion shares, of one that is put mildly, and of one
that the learnt opinion is sure of."""
_SURE = 0.85
_DOUBTED, _BAD, _CLEARLY_BAD = 0.3, -0.4, -0.9
"""What the learnt opinion may make of a complaint, the less sure it is."""
_BAD_TITLE = -0.55
_SOFTENED = re.compile(
    r"\b(?:a (?:little|bit|tad)|little bit|bit|slightly|too|only (?:issue|con|complaint|downside))\b"
)
"""Marks of a complaint in praise: "a little heavier", "the only issue"."""
_PRAISING = 2.5
"""What the learnt opinion makes of praise that no mild word turns round."""
_UPSET, _DELIGHTED = 3, 5
"""Fewer stars than the first are given by who is not content; who gives the second has no title that complains."""
_NEAR = 3
_WORDS = re.compile(r"\w")
_TOKEN = re.compile(r"\S+")


def complaints_of(product: Product, reading: Reading, known: Container[str], it: str) -> tuple[Voice, ...]:
    """One complaint of each reviewer who has any: dangers first, then of those who gave the fewest stars.

    What the reading hears comes before what stands over a review, which often names no fault; who gave few stars and
    is not understood is quoted from the beginning. `known` are words that say nothing of their own, `it` the pronoun.
    """
    heard: dict[str, list[Mention]] = {}
    for aspect in reading.aspects:
        for mention in aspect.mentions:
            if "negative" in mention.polarity and _is_likely(mention):
                heard.setdefault(mention.review_id, []).append(mention)
    names = stems_of(product.title)
    found: list[tuple[Review, Voice]] = []
    for review in product.reviews:
        clips = [clip for mention in heard.get(review.id, ()) for clip in _clips(product.id, review, mention, it)]
        clips = [c for c in clips if _says_something(c.span.text, known) and is_real(c.span, names, may_wish=True)]
        voices = [*sorted(clips, key=_weakness), *_title(product.id, review, known)]
        found += [(review, voice) for voice in (*voices, *_beginning(product.id, review, known))[:1]]
    found.sort(key=lambda each: (not is_danger(each[1].span.text), each[0].stars or _UPSET, -each[1].sureness))
    return tuple(voice for _, voice in found)


def _weakness(voice: Voice) -> tuple[bool, bool, bool, float]:
    """Dangers first, then what is whole, then what is sure, then what is the worst news."""
    worth = worth_of(voice.span.text)
    return not is_danger(voice.span.text), voice.is_cut, voice.sureness < _SURE, worth


def _is_likely(mention: Mention) -> bool:
    """True where both opinions hear a complaint, or one of them surely, or a mild one."""
    words = mention.text.lower().split()
    worth = worth_of(mention.text)
    if words[0] in ("wish", "reserving"):
        return False
    if is_danger(mention.text):
        return mention.sureness >= _STRONG
    if mention.sureness >= _MILD and _SOFTENED.search(mention.text.lower()):
        return worth < _PRAISING
    bar = _DOUBTED if mention.sureness >= _SURE else _BAD if mention.sureness >= _LIKELY else _CLEARLY_BAD
    return mention.sureness >= _STRONG and worth < bar


def _clips(product_id: str, review: Review, mention: Mention, it: str) -> Iterator[Voice]:
    """The sentences of a complaint that are short, and of long ones the clauses that read alone."""
    # The words that are quoted are those that are bad news.
    worth = worth_of(mention.text)
    most = max(worth, worth / 2)
    for sentence in kept_sentences(review.text):
        first, last = sentence.starts[0], sentence.ends[-1]
        if first >= mention.end or last <= mention.start or sentence.is_question:
            continue
        parts = parts_of(sentence, clause_numbers(sentence)[0])
        places = [(sentence.starts[part.start], sentence.ends[part.end - 1]) for part in parts]
        # With the rest of its sentence a clause is not cut.
        for start, end in [(first, last), *((start, last) for start, _ in places), *places]:
            text = review.text[start:end]
            words = text.lower().split()
            span = Evidence(
                product_id=product_id, source="review", source_id=review.id, start=start, end=end, text=text
            )
            if start >= mention.end or end <= mention.start or not _FEWEST <= len(words) <= _LONGEST:
                continue
            is_kept = end == last or CONTRAST.isdisjoint(review.text[end:last].lower().split()[:_NEAR])
            is_ours = words[0] != "they" or it == "they"
            is_alone = start == first or (words[0] not in SPEAKING and can_be_read_alone(span))
            is_cut = bool(_WORDS.search(review.text, end, last))
            is_it = worth_of(text) <= most or is_danger(text) or _SOFTENED.search(text.lower())
            is_sound = is_kept and is_ours and is_alone and words[0] not in OPENERS and is_readable(text)
            if is_it and is_sound and quote(span, _LONGEST):
                yield Voice(span, "-", "", mention.sureness, is_telling=True, is_cut=is_cut)


def _says_something(text: str, known: Container[str]) -> bool:
    return any(stem not in known for stem in stems_of(text, "NPVDGJ") - CANNED)


def _title(product_id: str, review: Review, known: Container[str]) -> Iterator[Voice]:
    """What stands over a review, where it is bad news and says something: "Does not support 4 hours"."""
    title = review.title or ""
    words = title.lower().replace("’", "'").rstrip(".! ").split()
    but = next((n for n, word in enumerate(words) if word in CONTRAST), None)
    worth = worth_of(" ".join(words if but is None else words[but + 1 :]))
    is_content = review.stars is not None and review.stars > _UPSET
    is_bad = worth < _BAD_TITLE or is_danger(title) or (but is not None and review.stars is not None and not is_content)
    if (review.stars is not None and review.stars >= _DELIGHTED) or (is_content and but is None):
        return
    span = Evidence(
        product_id=product_id, source="review_title", source_id=review.id, start=0, end=len(title), text=title
    )
    if is_bad and _says_something(title, known) and is_readable(title) and quote(span, _LONGEST):
        yield Voice(span, "-", "", 1.0, is_telling=True)


def _beginning(product_id: str, review: Review, known: Container[str]) -> Iterator[Voice]:
    """The first words of who gave few stars: what nobody marked off begins with what its writer minds."""
    places = [match.end() for match in _TOKEN.finditer(review.text)]
    words = review.text.lower().split()
    last = min(len(words), _LONGEST)
    while _FEWEST < last < len(words) and words[last - 1] in closed_words():
        last -= 1  # Nobody stops at "is" or "and".
    text = review.text[: places[last - 1]] if words else ""
    span = Evidence(product_id=product_id, source="review", source_id=review.id, start=0, end=len(text), text=text)
    is_upset = review.stars is not None and review.stars < _UPSET
    if is_upset and worth_of(text) < 0 and quote(span) and _says_something(text, known):
        yield Voice(span, "-", "", 1.0, is_telling=True, is_cut=last < len(words))
