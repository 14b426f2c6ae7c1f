"""What one clause or line says of a need: yes, no, or nothing."""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from triptych.aspects._labelling import polarities_of
from triptych.english.meanings import embed, embed_once
from triptych.english.words import kinds_of, word_set
from triptych.needs.excerpts import Excerpt, Excerpts
from triptych.needs.words import NeedWords
from triptych.records import Reading

_NOTS = word_set(
    "no not never without none nothing cannot cant dont doesnt didnt wont isnt arent wasnt werent non nor neither zero "
    "lack lacks lacking lacked missing misses absent prevent prevents preventing avoid avoids avoiding eliminate "
    "eliminates anti low minimal barely hardly less reduce reduces reducing stop stops nahi nhi unable hasnt havent "
    "couldnt wouldnt"
)
_PLAIN_NOTS = word_set(
    "no not never cannot cant dont doesnt didnt wont isnt arent wasnt werent nor neither wouldnt nahi nhi"
)
"""Those that rule out a use; "less" and "without" may be said of anything beside it."""
_NONE = word_set("no without lack lacks lacking lacked missing misses zero non nor neither none absent")
_HAVING = word_set(
    "have has had having include includes included come comes came with get got available provided present find"
)
_LITTLE = word_set(
    "less low lower lowest little minimal minimum saves save saving saver reduces reduced efficient economical zero no "
    "negligible hardly without small tiny nil"
)
_MUCH = word_set("high higher lot lots more much heavy heavily huge loud excessive increase increases increased too")
"""Words that say how much of something there is, where a need asks for little of it."""
_ENDINGS = word_set("proof free resistant less")
_FREE = (("free", "of"), ("free", "from"))
_GONE = word_set("missing absent lacking unavailable not isn't wasn't aren't isnt wasnt arent can't cannot cant")
_WISH = re.compile(
    r"\b(?:wish(?:ed)?|hoped|hoping|(?:should|could) (?:have|be|provide|give)|would (?:be|have been|love|like|prefer)|"
    r"if (?:it|they|there|the|manufacturers?|company) (?:had|have|has|were|was|provides?|gave|gives?)|adding|expected|"
    r"needs? to)\b"
)
_OTHERS = word_set("unlike previous old older other others another last own owned")
"""Words behind which something else than the product is spoken of."""
_HEARSAY = word_set("people others reviews reviewers review someone advertised claims claimed says question sure")
_HEDGES = word_set(
    "somewhat fairly average okay ok moderate moderately resistant partially mostly bit slightly enough sometimes"
)
_BAD = word_set("bad poor worst useless unsuitable uncomfortable difficult hard terrible")
_BEFORE, _BEHIND, _NEAR = 5, 2, 4
"""How many words before and behind another may deny it, or say something of it."""
_FEWEST_WORDS, _WHOLE = 0.3, 0.6
"""The share of a need's words that a clause must have, and from which it speaks of the need itself."""
_NEAR_IN_MEANING = 0.35
"""How near in meaning a clause must come that has only a part of the words."""
_OPPOSED = 0.9


class Vote(NamedTuple):
    """What one excerpt says."""

    excerpt: Excerpt
    sign: int
    """1 where it says that the need is met, -1 where it says that it is not."""
    is_whole: bool = True
    """True where it speaks of the need itself, not of a part of it."""

    @property
    def is_hedged(self) -> bool:
        """True for a yes with a reservation: "sturdy enough"."""
        return any(word in _HEDGES for word in self.excerpt.words)


class _Match(NamedTuple):
    """Where an excerpt has the words of a need."""

    place: int
    is_whole: bool = True
    """False for a part of the words, or without an adjective: "keeps drinks cold" for "keeps drinks hot"."""
    is_beside: bool = True
    """True where it has some other word of the need than an opposed one, or a like of it."""
    is_opposed: bool = False
    """True where it has the opposite of a word."""
    denies: bool = False
    """True where the word by itself says what is not: "leakproof"."""


class Leanings:
    """How reviewers lean where they say something."""

    def __init__(self, reading: Reading) -> None:
        self._spans: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for aspect in reading.aspects:
            for mention in aspect.mentions:
                self._spans[mention.review_id].append((mention.start, mention.end, _signed(mention.polarity)))

    def at(self, excerpt: Excerpt, place: int) -> int:
        """1 where a review praises what one of its words names, -1 where it blames it."""
        if not excerpt.is_review:
            return 0
        start = excerpt.starts[place]
        end = start + len(excerpt.words[place])
        spans = () if excerpt.is_title else self._spans.get(excerpt.source.id, ())
        total = sum(sign for first, last, sign in spans if first < end and last > start)
        if not total:
            # The reading is silent here.
            (polarity,) = polarities_of(excerpt.text, [(start - excerpt.start, end - excerpt.start)])
            total = _signed(polarity)
        return (total > 0) - (total < 0)


def _signed(polarity: str) -> int:
    return ("positive" in polarity) - ("negative" in polarity)


def votes_on(asked: NeedWords, excerpts: Excerpts, leanings: Leanings) -> list[Vote]:
    """What each excerpt that speaks of a need says of it."""
    found = []
    for excerpt in excerpts.finds(asked.stems):
        match = _match(asked, excerpt)
        if match and not _is_of_another(excerpt, match.place):
            sign = _sign(asked, excerpt, match, leanings)
            if sign and (match.is_whole or _is_near(asked, excerpt)):
                found.append(Vote(excerpt, sign, match.is_whole))
    return found


def _is_near(asked: NeedWords, excerpt: Excerpt) -> bool:
    return float(embed_once(asked.text) @ embed([excerpt.text])[0]) >= _NEAR_IN_MEANING


def _is_of_another(excerpt: Excerpt, place: int) -> bool:
    """True where a review speaks of something else, of what would be if, or of what others say."""
    words = excerpt.words
    return excerpt.is_review and (
        words[0] == "if"
        or any(word in _OTHERS for word in words[max(0, place - _NEAR) : place])
        or any(word in _HEARSAY for word in words)
    )


def _match(asked: NeedWords, excerpt: Excerpt) -> _Match | None:
    for place, stem in enumerate(excerpt.stems):
        forms = (stem, excerpt.joined(place))
        if not asked.says.isdisjoint(forms):
            return _Match(place, denies=True)
        if not asked.whole.isdisjoint(forms):
            return _Match(place)
        if not asked.unsaid.isdisjoint(forms):
            return _Match(place, is_opposed=True)
    total, places, opposed, is_beside, lacks_quality = 0.0, [], 0, False, False
    for word in asked.words:
        likeness, place, is_opposite = _nearest(word.stem, dict(word.near), word.against, excerpt)
        lacks_quality |= word.is_quality and not likeness and len(asked.words) > 1
        if likeness:
            total += likeness
            is_beside |= not is_opposite
            places.append(place)
            opposed += is_opposite
    share = total / max(1, len(asked.words))
    if share < _FEWEST_WORDS:
        return None
    return _Match(min(places), share >= _WHOLE and not lacks_quality, is_beside, opposed % 2 == 1)


def _nearest(stem: str, near: dict[str, float], against: frozenset[str], excerpt: Excerpt) -> tuple[float, int, bool]:
    """How near the nearest word comes, where it is, and whether it is an opposite."""
    best = (1.0, 0, False) if stem in excerpt.name else (0.0, 0, False)
    for place, other in enumerate(excerpt.stems):
        forms = other, excerpt.joined(place)
        is_opposite = stem not in forms and not against.isdisjoint(forms)
        likeness = 1.0 if stem in forms else _OPPOSED if is_opposite else max(near.get(one, 0.0) for one in forms)
        if likeness > best[0]:
            best = likeness, place, is_opposite
    return best


def _sign(asked: NeedWords, excerpt: Excerpt, match: _Match, leanings: Leanings) -> int:
    """1 for yes, -1 for no, 0 for nothing."""
    place = match.place
    if asked.is_little:
        return _amount(excerpt, place, leanings)
    if asked.manners:
        manner = _manner(asked, excerpt, place)
        if manner:
            return manner
        # The shop's naming a thing speaks for it.
        value = leanings.at(excerpt, place) if excerpt.is_review else 1
        return -abs(value) if _is_denied(excerpt, place) else value
    if asked.is_use:
        # "Too small for big hands" has the opposite beside the word itself; "small" alone says nothing.
        if match.is_opposed and not match.is_beside:
            return 0
        return -1 if _is_ruled_out(excerpt, place) != match.is_opposed else 1
    if match.denies:
        return -1 if _is_denied(excerpt, place, looks_behind=False) else 1
    is_thing = not (asked.is_quality or asked.is_negated)
    find_denial = _is_absent if is_thing else _is_denied
    is_denied = find_denial(excerpt, place, wishes=not match.is_opposed)
    return -1 if (is_denied + match.is_opposed + asked.is_negated) % 2 else 1


def _amount(excerpt: Excerpt, place: int, leanings: Leanings) -> int:
    """1 where there is little of something, -1 where there is much, 0 where nothing tells."""
    before, behind = excerpt.words[max(0, place - _BEFORE) : place], excerpt.words[place + 1 : place + 1 + _NEAR]
    own = excerpt.words[place]
    little = any(word in _LITTLE for word in (*before, own, *behind))
    # "Noisy" is much noise.
    much = any(word in _MUCH for word in (*before, *behind)) or (kinds_of(own)[0] == "J" and own not in _LITTLE)
    if little == much and not little:
        return leanings.at(excerpt, place) or -1
    is_denied = any(word in _PLAIN_NOTS - {"no"} or word.endswith("n't") for word in before)
    return 1 if little and not much else -1 if much and not is_denied and not little else 1 if is_denied else 0


def _is_denied(excerpt: Excerpt, place: int, *, looks_behind: bool = True, wishes: bool = True) -> bool:
    """True where the words around one deny it or wish for it; two denials are none."""
    before, behind = _around(excerpt.words, place, _BEFORE)
    count = sum(word in _NOTS or word.endswith("n't") for word in before)
    count += any(pair in _FREE for pair in pairwise(before))
    if looks_behind:
        count += any(word in _ENDINGS for word in behind[:1]) + any(word in _GONE for word in behind)
    return count % 2 == 1 or (wishes and excerpt.is_review and bool(_WISH.search(" ".join(before))))


def _is_ruled_out(excerpt: Excerpt, place: int) -> bool:
    """True where the words before a use say that it is none: "not for", "useless at"."""
    before, behind = _around(excerpt.words, place, _NEAR)
    count = sum(word in _PLAIN_NOTS or word.endswith("n't") for word in before) + any(word in _GONE for word in behind)
    return count % 2 == 1 or any(word in _BAD for word in before)


def _is_absent(excerpt: Excerpt, place: int, *, wishes: bool = True) -> bool:
    """True where the words around the name of a thing say that there is none."""
    before, behind = _around(excerpt.words, place, _NEAR)
    is_lacking = any(w in _NOTS or w.endswith("n't") for w in before) and any(word in _HAVING for word in before)
    is_gone = any(word in _GONE for word in behind) or any(word in _ENDINGS for word in behind[:1])
    is_wished = wishes and bool(_WISH.search(" ".join(before)))
    return is_lacking or is_gone or is_wished or any(word in _NONE for word in before[-3:])


def _around(words: Sequence[str], place: int, reach: int) -> tuple[Sequence[str], Sequence[str]]:
    return words[max(0, place - reach) : place], words[place + 1 : place + 1 + _BEHIND]


def _manner(asked: NeedWords, excerpt: Excerpt, near: int) -> int:
    """1 where it is as asked, -1 for the contrary, 0 where nothing is said of it."""
    for place, stem in enumerate(excerpt.stems):
        if abs(place - near) > _BEFORE:
            continue
        forms = stem, excerpt.joined(place)
        is_contrary = not asked.against.isdisjoint(forms)
        if is_contrary or not asked.manners.isdisjoint(forms):
            return 1 if is_contrary == _is_denied(excerpt, place) else -1
    return 0
