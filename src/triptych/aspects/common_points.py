"""Points that reviewers of many products make, each in one wording: "keeps drinks cold", "stopped working"."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple

from triptych.aspects.lexicon import kinds_with, news_in
from triptych.english.clauses import CONTRAST, clause_numbers, first_of_clause
from triptych.english.sentences import Sentence, spoken_sentences
from triptych.english.words import HARDLY, NONE, denies, lines_of, singular, stem_of, word_list, word_set
from triptych.listing.kinds import PARTS, is_product, kind_of
from triptych.records import Direction, Evidence, Product, Source

_FILES = ("everything", "home", "wear", "devices")
_DENIAL = "n't"
_GAP, _LINK, _MAYBE, _UNLIKE = "*", "~", "?", "-"
_LONGEST_GAP = 3
_SHARE = 5
"""A word that one of so many reviewers uses may tell what kind of product it is."""
_REACH = 4
"""So many words before a phrase may deny it."""
_CONTRARY = 1.5
"""What the learnt opinion may make of a clause that is told as the contrary."""
_ASIDES = frozenset((("which", "i"), ("that", "i"), ("one", "thing"), ("only", "thing"), ("the", "thing")))
"""What is told of these is not told of the product: "a switch which I find useful", "one thing is useless"."""
_listed = partial(word_list, "aspects/lexicons/points/words.txt")


class CommonPoint(NamedTuple):
    """What many say of many products, in one direction."""

    told: str
    """As it follows "it": "keeps drinks cold"."""
    direction: Direction
    """Good news or bad."""
    aspect: str
    """What it is about."""
    kinds: frozenset[str] = frozenset()
    """The kinds of product that it is heard of; empty for all."""


class Heard(NamedTuple):
    """Where a reviewer makes a common point."""

    point: CommonPoint
    start: int
    """Where its words begin in the text."""
    end: int
    """Where they end."""


class _Phrase(NamedTuple):
    """What a phrase means, and what it means where it is denied."""

    point: CommonPoint
    denied: CommonPoint | None
    mark: str
    """"=" for a quality, "^" for what must be said of the product itself, not of its make, "/" for not where denied."""
    rest: tuple["_Place", ...]
    """What follows its first word."""


class _Place(NamedTuple):
    """What may stand at one place of a phrase."""

    words: frozenset[str]
    """Stems, and "!" before a word that stands for itself alone; none where any word may stand."""
    least: int = 1
    most: int = 1


def common_points_of(product: Product) -> dict[CommonPoint, dict[str, Evidence]]:
    """Those that reviewers make of a product, what most say first, each with the words of each reviewer who does."""
    kinds, kind = _kinds_of(product), kind_of(product)
    head = singular(kind.head) if kind else ""
    said: dict[CommonPoint, dict[str, Evidence]] = {}
    for review in product.reviews:
        for point, start, end in common_points_in(review.text, kinds, head):
            span = Source(product.id, "review", review.id, review.text).evidence(start, end)
            said.setdefault(point, {}).setdefault(review.id, span)
    return dict(sorted(said.items(), key=lambda each: -len(each[1])))


@cache
def all_points() -> tuple[CommonPoint, ...]:
    """All that the lists have, in their order; the first of an aspect is the plainest."""
    return tuple(point for block in _blocks() for point, _ in block)


def opposite_of(point: CommonPoint) -> CommonPoint | None:
    """Its contrary, where the list has one."""
    return next((other for other in _block_of()[point] if other.direction != point.direction), None)


def _kinds_of(product: Product) -> frozenset[str]:
    """What kinds of product it is, by its title and category, else by the words that many reviewers use."""
    named = {
        word for text in (product.title, product.category or "") for s in spoken_sentences(text) for word in s.words
    }
    kinds = kinds_with(named)
    if kinds:
        return kinds
    used = Counter(w for review in product.reviews for w in {w for s in spoken_sentences(review.text) for w in s.words})
    return kinds_with({word for word, count in used.items() if count * _SHARE >= len(product.reviews)})


@lru_cache(maxsize=4096)
def common_points_in(text: str, kinds: frozenset[str] = frozenset(), head: str = "") -> tuple[Heard, ...]:
    """Those that a review makes of such a product, in the order of the text; who says both sides says neither.

    `head` is the noun that the product is called by: "phone".
    """
    heard = [each for sentence in spoken_sentences(text) for each in _heard_in(sentence, kinds, head)]
    sides: dict[str, set[str]] = {}
    for each in heard:
        sides.setdefault(_block_of()[each.point][0].told, set()).add(each.point.direction)
    return tuple(each for each in heard if len(sides[_block_of()[each.point][0].told]) == 1)


def _heard_in(sentence: Sentence, kinds: frozenset[str], head: str) -> Iterator[Heard]:
    if sentence.is_question:
        return
    # Past the end there is a word that no phrase has.
    stems = [*(_DENIAL if denies(word) else stem_of(word) for word in sentence.words), ""]
    exact = [*("!" + word for word in sentence.words), ""]
    found = [
        (start, end, phrase)
        for start in range(len(sentence))
        for phrase in _begun(stems[start], exact[start], stems[start + 1], exact[start + 1])
        if (not phrase.point.kinds or not phrase.point.kinds.isdisjoint(kinds))
        and (end := _end_of(phrase.rest, exact, stems, start + 1))
    ]
    if not found:
        return
    clauses = clause_numbers(sentence)[0]
    done = 0
    for start, end, phrase in sorted(found, key=lambda each: (each[0], -each[1])):
        if start < done or not _is_of_product(sentence, start, end, phrase.mark, clauses, head):
            continue
        point = _meant(sentence, start, end, phrase, clauses)
        if point is not None:
            done = end
            yield Heard(point, sentence.starts[start], sentence.ends[end - 1])


@lru_cache(maxsize=20_000)
def _begun(stem: str, word: str, next_stem: str, next_word: str) -> tuple[_Phrase, ...]:
    """The phrases that a word begins and the next one may go on with."""
    return tuple(
        phrase
        for first in (stem, word)
        for phrase in _book().get(first, ())
        if not phrase.rest or not phrase.rest[0].least or not phrase.rest[0].words.isdisjoint((next_stem, next_word))
    )


def _end_of(rest: tuple[_Place, ...], exact: list[str], stems: list[str], at: int) -> int:
    """One past the last word when the rest of a phrase stands here, else 0."""
    for n, (wanted, least, most) in enumerate(rest):
        if least or not most:
            is_there = stems[at] in wanted or exact[at] in wanted
            if is_there != bool(least):
                return 0
            at += least
            continue
        for here in range(at, min(at + most + 1, len(exact))):
            if end := _end_of(rest[n + 1 :], exact, stems, here):
                return end
            if wanted:
                if stems[here] not in wanted and exact[here] not in wanted:
                    return 0
            elif exact[here] in _parting() or stems[here] == _DENIAL:
                return 0
        return 0
    return at


@cache
def _parting() -> frozenset[str]:
    """What no gap passes over."""
    return frozenset("!" + word for word in CONTRAST | _listed("supposing", "marks"))


def _meant(sentence: Sentence, start: int, end: int, phrase: _Phrase, clauses: list[int]) -> CommonPoint | None:
    """What a phrase says where it stands; None where it is supposed, of another product or unclear."""
    words = sentence.words
    first = first_of_clause(clauses, start)
    last = next((n for n in range(end, len(words)) if clauses[n] != clauses[end - 1]), len(words))
    before, clause = words[first:start], words[first:last]
    if not _listed("supposing").isdisjoint(before) or not _listed("others").isdisjoint(clause):
        return None
    if any(word.endswith(("'ll", "'d")) or _is_sought(before, n) for n, word in enumerate(before)):
        return None
    if not _listed("replaced", "reported").isdisjoint(words[:start]) or (start < 2 and _is_cut_off(sentence)):
        return None
    if any(
        word in _listed("old") and words[first + n - 1] not in _listed("ages")
        for n, word in enumerate(clause)
        if first + n < start
    ):
        return None
    near = words[max(first, start - _REACH) : start]
    if not HARDLY.isdisjoint(near) or ("=" in phrase.mark and not _listed("too").isdisjoint(near)):
        return None
    denials = [n for n, word in enumerate(near) if denies(word) and _listed("only").isdisjoint(near[n + 1 : n + 2])]
    # "no damage, delivery was good" denies the damage
    kinds = sentence.kinds[start - len(near) : start]
    denials = [n for n in denials if near[n] not in NONE or not any(kind in "NP" for kind in kinds[n + 1 :])]
    point: CommonPoint | None = phrase.point
    if denials:
        behind = near[denials[-1] :]
        if "sure" in behind:
            return None
        is_plain = (
            "as" not in behind
            and not any(kind in "NPSO" for kind in kinds[denials[-1] + 1 :])
            and (phrase.point.direction == "+" or _listed("degrees").isdisjoint(behind + words[start:end]))
        )
        point = phrase.denied if is_plain and _listed("between").isdisjoint(behind) and len(denials) == 1 else None
    if point is None:
        return None
    worth = news_in(clause)
    is_contrary = worth < -_CONTRARY if point.direction == "+" else worth > 2 * _CONTRARY
    return None if is_contrary and CONTRAST.isdisjoint(clause) else point


def _is_sought(before: list[str], n: int) -> bool:
    """True for "looking for", "used to" and "I doubt" before a phrase: what is sought, was once or is not believed."""
    behind = before[n + 1 : n + 2]
    return (
        (before[n] in _listed("looked") and behind == ["for"])
        or (before[n] == "used" and behind == ["to"])
        or (before[n] == "i" and behind == ["doubt"])
        or (denies(before[n]) and len(before) - n > _REACH and not _listed("thought").isdisjoint(behind))
    )


def _is_cut_off(sentence: Sentence) -> bool:
    """True where a denial stands right before what was taken for the beginning of a sentence."""
    before = sentence.text[max(0, sentence.starts[0] - 12) : sentence.starts[0]].lower().split()
    return bool(before) and denies(before[-1])


def _is_of_product(sentence: Sentence, start: int, end: int, mark: str, clauses: list[int], head: str) -> bool:
    """True for what is said of the product itself: "it is sturdy", "sturdy, easy to use", "a sturdy bottle"."""
    words, kinds = sentence.words, sentence.kinds
    if not mark.strip("/"):
        return True
    if "=" in mark and end < len(words) and kinds[end] in "NP":
        # "a great water bottle" is told of the bottle
        while end + 1 < len(words) and kinds[end + 1] in "NP" and words[end] not in _listed("itself"):
            end += 1
        return (
            words[end] in _listed("itself")
            or ("^" not in mark and words[end] in _listed("made"))
            or _is_whole(sentence, end, head)
        )
    n = start - 1
    while n >= 0 and (words[n] in _listed("linking") or kinds[n] in "RJXBM" or denies(words[n])):
        n -= 1
    if n > 0 and words[n] == "that" and kinds[n - 1] in "NP":
        n -= 1
    if n > 0 and (words[n - 1], words[n]) in _ASIDES:
        return False
    if "=" in mark and end == start + 1 and start and words[start - 1] in _listed("naming"):
        return False
    if "^" in mark and start and words[start - 1] in _listed("between"):
        first = first_of_clause(clauses, start)
        subjects = [k for k in range(start) if kinds[k] in "SNPO" or words[k] in _listed("itself")]
        n = next((k for k in subjects if k >= first), subjects[0] if subjects else -1)
    elif "^" in mark and n >= 0 and words[n] == "i":
        return False
    return (
        n < 0
        or words[n] in _listed("itself")
        or ("^" not in mark and words[n] in _listed("made"))
        or _is_whole(sentence, n, head)
    )


def _is_whole(sentence: Sentence, n: int, head: str) -> bool:
    """True for a noun that names the product: what products are called but parts are not, or "this cable"."""
    words, word = sentence.words, singular(sentence.words[n])
    if sentence.kinds[n] not in "NP" or not is_product(word) or "my" in words[max(0, n - 2) : n]:
        return False
    return (
        word == head or words[n - 1 : n] in (["this"], ["these"]) or not {words[n], word} & (PARTS | _listed("parts"))
    )


@cache
def _book() -> dict[str, list[_Phrase]]:
    """The phrases by their first word."""
    book: dict[str, list[_Phrase]] = {}
    for block in _blocks():
        for point, phrases in block:
            denied = next((other for other, _ in block if other.direction != point.direction), None)
            for phrase in phrases:
                plain = phrase.lstrip("/=^")
                mark = phrase.removesuffix(plain)
                first, *rest = map(_place, plain.split())
                meant = _Phrase(point, None if "/" in mark else denied, mark, tuple(rest))
                for word in first.words:
                    book.setdefault(word, []).append(meant)
    return book


def _place(text: str) -> _Place:
    if text == _GAP:
        return _Place(frozenset(), 0, _LONGEST_GAP)
    if text.startswith(_LINK):
        return _Place(_stems("|".join(_listed("linked"))) | _stems(text[1:]), 0, _LONGEST_GAP)
    if text.startswith(_UNLIKE):
        return _Place(_stems(text[1:]), 0, 0)
    return _Place(_stems(text.removesuffix(_MAYBE)), int(not text.endswith(_MAYBE)))


@cache
def _block_of() -> dict[CommonPoint, tuple[CommonPoint, ...]]:
    """For each point those of its block: itself and its contraries."""
    return {point: tuple(other for other, _ in block) for block in _blocks() for point, _ in block}


@cache
def _blocks() -> Sequence[Sequence[tuple[CommonPoint, list[str]]]]:
    blocks: list[list[tuple[CommonPoint, list[str]]]] = []
    aspect, kinds = "", frozenset[str]()
    for name in _FILES:
        for line in lines_of(f"aspects/lexicons/points/{name}.txt"):
            mark, _, rest = line.partition(" ")
            if mark == "@":
                aspect, _, named = rest.partition(" % ")
                kinds = word_set(named)
                blocks.append([])
                continue
            told, _, phrases = rest.partition(" : ")
            direction: Direction = "+" if mark == "+" else "-"
            point = CommonPoint(told, direction, aspect, kinds)
            blocks[-1].append((point, [phrase.strip() for phrase in phrases.split(";")]))
    return blocks


def _stems(places: str) -> frozenset[str]:
    words = places.split("|") if places else ()
    return frozenset(word if word == _DENIAL or word.startswith("!") else stem_of(word) for word in words)
