"""What can be noticed, by its words, of a clause or line that may speak of a need."""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import tanh
from typing import NamedTuple

from triptych.aspects.lexicon import news_in
from triptych.english.words import kinds_of, word_list
from triptych.needs.excerpts import Excerpt, Excerpts, stem
from triptych.needs.lists import listed, pattern
from triptych.needs.words import AskedWord, NeedWords

_heard = partial(word_list, "needs/heard.txt")
_ENDINGS, _TROUBLES, _OTHERS, _FEARS, _APART = map(_heard, ("endings", "troubles", "others", "fears", "apart"))
_OUTER, _OTHER_EASE, _USES = (frozenset(map(stem, _heard(name))) for name in ("outer", "ease", "uses"))
_BEFORE, _CLOSE = 5, 3
"""How many words before another may deny it, or say something of it."""
_FEWEST_WORDS, _WHOLE = 0.3, 0.6
"""The share of a need's words that a clause must have, and from which it speaks of the need itself."""
_OPPOSED = 0.9
_WITHOUT_QUALITY = (0.8, 0.4)
"""What is left of a share without an adjective that is asked, and for a use: any room is no large room."""


class Clues(NamedTuple):
    """What can be noticed of one excerpt that may speak of a need."""

    excerpt: Excerpt
    sign: int
    """1 where its words say that the need is met, -1 where they say that it is not."""
    manner: int
    """The same of how something should be: long, bright."""
    cover: float
    """The share of the need's words that it has."""
    is_whole: bool
    is_half: bool
    """True where it speaks of half of what is asked: of something comfortable, not of a comfortable seat."""
    is_unsaid: bool
    """True for a shop that names a thing and not how it is."""
    is_turn: bool
    """True for a turn of phrase that answers without the need's words."""
    is_elsewhere: bool
    """True where another product is meant, or what was only feared."""


class _Match(NamedTuple):
    """Where an excerpt has the words of a need."""

    place: int
    cover: float = 1.0
    """The share of the need's words that it has, or likes of them."""
    is_whole: bool = True
    """False for a part of the words, or without an adjective: "keeps drinks cold" for "keeps drinks hot"."""
    is_opposed: bool = False
    """True where it has the opposite of a word."""
    is_half: bool = False
    """True for half of it in a turn of phrase, or a quality without the noun that should have it."""
    phrase_end: int = 0
    """One past the last word of a turn of phrase that answers without the need's words."""


def clues_on(asked: NeedWords, excerpts: Excerpts) -> Iterator[Clues]:
    """What can be noticed of each excerpt that has words of a need or is near it in meaning."""
    for excerpt in excerpts.finds(asked.stems):
        if match := _match(asked, excerpt):
            yield _clues(asked, excerpt, match)
    for excerpt in excerpts.finds_forms(asked.phrases.firsts):
        for turn in asked.phrases.found_in(excerpt.words):
            if excerpt.is_review and _is_elsewhere(excerpt, turn.place, turn.end):
                continue
            share = abs(turn.says)
            match = _Match(turn.place, share, share == 1, turn.says < 0, share < 1, turn.end)
            clues = _clues(asked, excerpt, match)
            # A shop that seems to speak against its goods speaks of something else, unless it says what they are for.
            if excerpt.is_review or asked.is_use or clues.sign > 0:
                yield clues


def _clues(asked: NeedWords, excerpt: Excerpt, match: _Match) -> Clues:
    manner = _manner(asked, excerpt, match.place) if asked.manners and not match.phrase_end else 0
    sign = _sign(asked, excerpt, match, manner)
    # Another product is meant, or a shop speaks of something else: none calls its goods the contrary of good.
    is_aside = not _OTHERS.isdisjoint(excerpt.words) if excerpt.is_review else match.is_opposed and not asked.is_use
    sign = 0 if is_aside and (sign < 0 or asked.is_negated) else sign
    is_unsaid = bool(asked.manners) and not manner and not match.phrase_end and not excerpt.is_review
    is_else = sign == 0 and excerpt.is_review and not (_OTHERS | _FEARS).isdisjoint(excerpt.words)
    is_half, is_turn = match.is_half or is_unsaid, bool(match.phrase_end)
    return Clues(excerpt, sign, manner, match.cover, match.is_whole, is_half, is_unsaid, is_turn, is_else)


@lru_cache(maxsize=20_000)
def direction_of(words: tuple[str, ...]) -> float:
    """How good the news is, from -1 to 1, as learnt from stars."""
    return tanh(news_in(words) / 2)


def _match(asked: NeedWords, excerpt: Excerpt) -> _Match | None:
    total, places, opposed = 0.0, list[int](), 0
    lacks_quality = lacks_kind = is_told = False
    for word in asked.words:
        likeness, place, is_opposite = _nearest(word, excerpt)
        lacks_quality |= word.is_quality and not likeness and len(asked.words) > 1
        lacks_kind |= word.is_modifier and not likeness
        if likeness:
            total += likeness
            is_told |= not word.is_manner
            places.append(place)
            opposed += is_opposite
    share = total / len(asked.words) * (_WITHOUT_QUALITY[asked.is_use] if lacks_quality else 1.0)
    if asked.is_of_use and places and _is_other_ease(excerpt, places[0]):
        return None
    if share < _FEWEST_WORDS or lacks_kind or (not is_told if asked.is_use else lacks_quality):
        return None
    is_half = not asked.is_use and asked.words[0].is_quality and not asked.words[-1].is_quality and not likeness
    return _Match(min(places), share, share >= _WHOLE and not lacks_quality, opposed % 2 == 1, is_half)


def _nearest(word: AskedWord, excerpt: Excerpt) -> tuple[float, int, bool]:
    """How near the nearest word comes, where it is, and whether it is an opposite."""
    best = (1.0, 0, False) if word.stem in excerpt.name else (0.0, 0, False)
    near = dict(word.near)
    for place, other in enumerate(excerpt.stems):
        forms = other, excerpt.joined(place)
        is_same = word.stem in forms
        is_opposite = not is_same and not word.against.isdisjoint(forms)
        likeness = 1.0 if is_same else _OPPOSED if is_opposite else max(near.get(one, 0.0) for one in forms)
        if likeness > best[0] and not _is_of_another(excerpt, place):
            # Of two words that make one nothing behind the first denies it: "water-proof".
            like = {word.stem} if is_same else word.against if is_opposite else near
            is_joined = forms[1] in like and forms[0] not in like
            best = likeness, place + is_joined, is_opposite
    return best


def _is_of_another(excerpt: Excerpt, place: int) -> bool:
    """True where a word of a review describes something else ("slow internet") or means something else."""
    is_apart, is_quality = "-".join(excerpt.words[place : place + 2]) in _APART, "J" in kinds_of(excerpt.words[place])
    return is_apart or (excerpt.is_review and is_quality and _is_elsewhere(excerpt, place, place + 1))


def means_another(asked: NeedWords, excerpt: Excerpt) -> bool:
    """True where a clause has words of a need only in another meaning: "run time" for "running"."""
    places = [place for place, one in enumerate(excerpt.stems) if one in asked.stems]
    return bool(places) and all("-".join(excerpt.words[place : place + 2]) in _APART for place in places)


def _is_other_ease(excerpt: Excerpt, place: int) -> bool:
    """True where something else than the use of a thing is easy: "easy to clean", "jams easily"."""
    behind = excerpt.stems[place + 1 : place + 3]
    if not _USES.isdisjoint(behind):
        return False
    is_adverb = excerpt.words[place].endswith("ily")
    is_of_word = bool(behind) and (behind[0] == "to" or kinds_of(excerpt.words[place + 1])[0] in "NVG")
    return is_adverb or is_of_word or not _OTHER_EASE.isdisjoint(excerpt.stems)


def _is_elsewhere(excerpt: Excerpt, start: int, end: int) -> bool:
    """True where some words describe what is no part of the product ("slow internet") or what it is used for."""
    words, behind = excerpt.words, excerpt.stems[end : end + 2]
    is_for = start > 0 and words[start - 1] == "for" and end < len(words) and kinds_of(words[end])[0] == "N"
    return not _OUTER.isdisjoint(behind) or (is_for and end - start == 1 and kinds_of(words[start])[0] == "J")


def _sign(asked: NeedWords, excerpt: Excerpt, match: _Match, manner: int) -> int:
    """1 for yes, -1 for no, 0 for nothing."""
    place = match.place
    if match.phrase_end:
        return _phrase_sign(excerpt, match, is_use=asked.is_use)
    if asked.is_trouble:
        # Who has it says nothing of what helps.
        return int(_is_denied(excerpt, place))
    trouble = next((n for n, word in enumerate(excerpt.words) if word in _TROUBLES), None)
    if trouble is not None and excerpt.is_review and not asked.is_negated and not match.is_opposed:
        return 1 if _is_denied(excerpt, trouble) else -1
    if asked.manners:
        # The shop's naming a thing speaks for it, but not for its being long or bright.
        return manner or int(not excerpt.is_review and not asked.is_measured and not _is_denied(excerpt, place))
    if asked.is_use:
        return -1 if _is_denied(excerpt, place) != match.is_opposed else 1
    is_denied = _is_denied(excerpt, place, wishes=not match.is_opposed)
    if match.is_opposed and not _FEARS.isdisjoint(excerpt.words[max(0, place - _BEFORE) : place]):
        return 0
    return -1 if (is_denied + match.is_opposed + asked.is_negated) % 2 else 1


def _phrase_sign(excerpt: Excerpt, match: _Match, *, is_use: bool) -> int:
    """1 where a turn of phrase says yes, -1 for no, 0 where it is only feared."""
    before = excerpt.words[max(0, match.place - _CLOSE) : match.place]
    earlier = excerpt.words[max(0, match.place - 2 * _CLOSE) : match.place]
    behind = excerpt.words[match.phrase_end : match.phrase_end + 1]
    near = earlier if is_use else before
    denials = sum(word in listed("nots") or word.endswith("n't") for word in near) + (not _ENDINGS.isdisjoint(behind))
    if not match.is_opposed and excerpt.is_review:
        denials += bool(pattern("lacking").search(" ".join(excerpt.words)) or pattern("wish").search(" ".join(earlier)))
        denials += is_use and not _TROUBLES.isdisjoint(before)
    if (denials + match.is_opposed) % 2 == 0:
        return 1
    return -1 if _FEARS.isdisjoint(earlier) else 0


def _is_denied(excerpt: Excerpt, place: int, *, wishes: bool = True) -> bool:
    """True where the words around one deny it or wish for it; two denials are none."""
    before = excerpt.words[max(0, place - _BEFORE) : place]
    # Of "if you don't have time" nothing is denied.
    before_if = before[: before.index("if")] if "if" in before else before
    count = sum(word in listed("nots") or word.endswith("n't") for word in before_if)
    count += any(word in _ENDINGS for word in excerpt.words[place + 1 : place + 2])
    return count % 2 == 1 or (wishes and excerpt.is_review and bool(pattern("wish").search(" ".join(before))))


def _manner(asked: NeedWords, excerpt: Excerpt, near: int) -> int:
    """1 where it is as asked, -1 for the contrary, 0 where nothing is said of it."""
    for place in range(max(0, near - _BEFORE), min(len(excerpt.stems), near + _BEFORE + 1)):
        forms = excerpt.stems[place], excerpt.joined(place)
        is_contrary = not asked.against.isdisjoint(forms)
        if is_contrary or not asked.manners.isdisjoint(forms):
            return 1 if is_contrary == _is_denied(excerpt, place) else -1
    return 0
