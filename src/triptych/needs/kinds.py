"""Whether a product is of the kind asked for."""

import re
from itertools import pairwise

from triptych.english.meanings import embed_once, related_to
from triptych.english.wordings import lowered
from triptych.english.words import singular, word_set
from triptych.listing.kinds import is_product
from triptych.needs.excerpts import Excerpt, Excerpts, Settled, stem
from triptych.records import AnswerState, Need

_LIKE, _RATHER_LIKE = 0.62, 0.35
"""How near two names of products come that mean the same, or nearly."""
_POINTING = word_set("this these best good great nice awesome excellent superb")
_BEFORE, _SPEAKERS = 3, 2
"""So many reviewers who use a word make it a name of the product."""
_SMALL = word_set("a an the and or of for with in to")
_LOOSE_HEADS = word_set("machine maker set kit combo device system unit piece pack pair")
"""Words that say little by themselves: an espresso machine is no washing machine."""
_WORD = re.compile(r"[^\W_]+(?:'s)?")
_FOR = re.compile(r"\b(?:for|compatible|fits|with|suitable)\b")
_GLUED = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")
_SHORT = 3


def answer_kind(need: Need, excerpts: Excerpts) -> Settled:
    """Whether the listing, or else the reviewers, call the product what is asked for."""
    words = [word for word in _WORD.findall(lowered(need.text)) if word not in _SMALL]
    if not words or not excerpts.listing:
        return Settled("unknown")
    title = excerpts.listing[0].evidence
    state = _by_title(words, excerpts)
    if state:
        return Settled(state, (title,))
    head = _head(words)
    named = list(excerpts.finds([stem(head)]))
    called = [excerpt for excerpt in named if _calls_it(excerpt, stem(head))]
    if called:
        return Settled("met", (title, *(excerpt.evidence for excerpt in called[:2])))
    kind = excerpts.reading.kind or ""
    likeness, missing = _likeness(head, words, kind), _missing(words, excerpts)
    if likeness >= _LIKE:
        return Settled("met" if len(missing) <= 1 else "partly", (title,))
    is_near = likeness >= _RATHER_LIKE and (len(missing) < len(words) or len(words) == 1)
    # Words for the same thing may be far apart: where reviewers use the one asked for it is no other thing.
    speakers = {excerpt.source.id for excerpt in named if excerpt.is_review}
    is_near = is_near or len(speakers) >= _SPEAKERS
    return Settled("partly" if is_near else "missed" if kind else "unknown", (title,))


def _by_title(words: list[str], excerpts: Excerpts) -> AnswerState | None:
    """What the title says by itself: nothing where it does not name the kind."""
    title = lowered(_GLUED.sub(" ", excerpts.product.title))
    kind = excerpts.reading.kind or ""
    # What stands behind "for" and "with" is not the product.
    own = " , ".join(_FOR.split(phrase)[0] for phrase in title.split(","))
    forms = _forms(f"{lowered(kind)} , {own}")
    head = _head(words)
    others = [word for word in words if word != head]
    missing = _missing(words, excerpts)
    is_named = stem(head) in forms or not _joined(words).isdisjoint(forms)
    if _phrase(words).search(title) and (is_named or not kind):
        return "met"
    if others and all(stem(word) in forms for word in words):
        return "met"
    are_missing = bool(others) and all(word in missing for word in others)
    if head in _LOOSE_HEADS and others:
        return "missed" if is_named and are_missing else "met" if not set(others) & set(missing) else None
    return ("partly" if are_missing else "met") if is_named else None


def _head(words: list[str]) -> str:
    """The word that says what it is: "bottle" of "water bottle"."""
    return next((word for word in reversed(words) if is_product(word)), words[-1])


def _missing(words: list[str], excerpts: Excerpts) -> list[str]:
    """The words that the listing has nowhere."""
    if any(excerpts.is_listed(form) for form in _joined(words)):
        return []
    return [word for word in words if not excerpts.is_listed(stem(word))]


def _calls_it(excerpt: Excerpt, head: str) -> bool:
    """True where a reviewer or the shop calls the product so: "this laptop", "best laptop"."""
    places = [place for place, stem in enumerate(excerpt.stems) if stem == head]
    before = [word for place in places for word in excerpt.words[max(0, place - _BEFORE) : place]]
    return any(word in (_POINTING if excerpt.is_review else ("this", "these")) for word in before)


def _phrase(words: list[str]) -> re.Pattern[str]:
    spelt = r"[\s&,-]*(?:and |& )?".join(map(re.escape, words))
    return re.compile(rf"(?<!for )(?<!with )\b{spelt}(?:e?s)?\b")


def _likeness(head: str, words: list[str], kind: str) -> float:
    """How near a kind comes to the one asked for, by use and by meaning."""
    kinds = [word for word in _WORD.findall(lowered(kind)) if word not in _SMALL]
    if not kinds:
        return 0.0
    last = _head(kinds)
    near = related_to(head) | related_to(singular(head))
    by_use = max(near.get(last, 0.0), near.get(singular(last), 0.0))
    by_head = float(embed_once(head) @ embed_once(last)) if len(head) > _SHORT else 0.0
    return max(by_use, min(by_head, float(embed_once(" ".join(words)) @ embed_once(" ".join(kinds)))))


def _forms(text: str) -> set[str]:
    words = _WORD.findall(text)
    return {stem(word) for word in words} | _joined(words)


def _joined(words: list[str]) -> set[str]:
    """Neighbours written as one: "power bank" as "powerbank"."""
    return {one + stem(other) for one, other in pairwise(words)}
