"""Traits: what reviewers call the parts and aspects of a product, word for word: "comfortable grip", "weak lid"."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from triptych.aspects import facet_of
from triptych.aspects.lexicon import judged_things, value_of
from triptych.english.sentences import Sentence, spoken_sentences
from triptych.english.words import denies, singular, stem_of, word_set
from triptych.listing.kinds import is_product
from triptych.records import Direction, Evidence, Product, Reading
from triptych.writers._phrases import clip
from triptych.writers._voices import CANNED, PLAIN, is_known_word, is_real_sentence, stems_of, worth_of

_GOOD, _BAD = 1.5, -0.9
"""Values of a word that praises, and of one that blames."""
_CONTRARY = 0.3
"""What the learnt opinion may make of praise or blame that is neither."""
_BEING = word_set("is are was were feels feel looks look seems seem sounds sound works stays")
_SUPPOSING = word_set("if unless would could should wish hope when until than almost nearly supposed")
_NO_ASPECT = word_set(
    "thing things option options choice deal gift addition feature features way time times day days people person "
    "product products item items delivery service packaging package box company seller brand side part parts amount "
    "result results use user users"
)
"""Nouns that people judge and that are no part of a product, or any."""
_NEAR = 4


class _Pair(NamedTuple):
    """A quality and its thing in a sentence, by the numbers of their words."""

    quality: range
    thing: range

    @property
    def first(self) -> int:
        return min(self.quality.start, self.thing.start)

    @property
    def last(self) -> int:
        return max(self.quality.stop, self.thing.stop)


@dataclass(frozen=True, slots=True)
class Trait:
    """A thing, what reviewers call it, and where each says so."""

    thing: str
    """As a reviewer names it: "push button"."""
    words: str
    """What it is called, without force: "easy"."""
    direction: Direction
    """Good news or bad."""
    spans: tuple[Evidence, ...]
    """The words of each reviewer."""

    @property
    def text(self) -> str:
        """Both together: "easy push button"."""
        return f"{self.words} {self.thing}"

    @property
    def reviewers(self) -> int:
        """How many say so."""
        return len({span.source_id for span in self.spans})

    @property
    def is_plain(self) -> bool:
        """True where it is only called good or bad."""
        return self.words in PLAIN


def traits_of(product: Product, reading: Reading, name: str) -> tuple[Trait, ...]:
    """One for each thing that reviewers call good or bad and none calls both; what most say first.

    `name` has the words that the product itself goes by.
    """
    names, own = stems_of(product.title), stems_of(name)
    said: dict[str, list[tuple[str, str, Evidence]]] = {}
    sides: dict[str, set[Direction]] = {}
    for review in product.reviews:
        for sentence in spoken_sentences(review.text):
            if not is_real_sentence(sentence, names):
                continue
            for found in _found_in(sentence):
                direction = _direction(sentence, found)
                thing = " ".join(sentence.words[n] for n in found.thing)
                head = stem_of(singular(thing.rpartition(" ")[2]))
                if direction is None or head in own or not _is_aspect(thing):
                    continue
                span = clip(product.id, review, sentence.starts[found.first], sentence.ends[found.last - 1])
                if _is_heard_otherwise(span, direction, reading):
                    continue
                words = sentence.words[found.quality[-1]]
                said.setdefault(head, []).append((thing, words, span))
                sides.setdefault(head, set()).add(direction)
    qualities = [_quality(each, *sides[head]) for head, each in said.items() if len(sides[head]) == 1]
    qualities = [each for each in qualities if not each.is_plain or facet_of(each.thing)]
    return tuple(sorted(qualities, key=lambda quality: (-quality.reviewers, quality.is_plain)))


def _is_heard_otherwise(span: Evidence, direction: Direction, reading: Reading) -> bool:
    """True where the reading hears these words the other way."""
    other = "negative" if direction == "+" else "positive"
    return any(
        mention.review_id == span.source_id and mention.start < span.end and mention.end > span.start
        for aspect in reading.aspects
        for mention in aspect.mentions
        if other in mention.polarity
    )


def _quality(said: list[tuple[str, str, Evidence]], direction: Direction) -> Trait:
    """What one thing is called: the first word that says more than good or bad, or the first of all."""
    telling = [each for each in said if each[1] not in PLAIN]
    thing, words, _ = (telling or said)[0]
    return Trait(thing, words, direction, tuple(span for _, _, span in said))


def _found_in(sentence: Sentence) -> Iterator[_Pair]:
    """ "The grip is comfortable" and "a comfortable grip"."""
    kinds, words = sentence.kinds, sentence.words
    for n, kind in enumerate(kinds):
        if words[n] in _BEING:
            quality = _run(sentence, n + 1, "R")
            thing = _back(sentence, n)
            end = quality.stop
            if thing and end < len(kinds) and kinds[end] == "J" and kinds[end + 1 : end + 2] not in (["N"], ["J"]):
                yield _Pair(range(n + 1, end + 1), thing)
        elif kind == "J" and kinds[n + 1 : n + 2] in (["N"], ["P"]):
            yield _Pair(range(n, n + 1), _run(sentence, n + 1, "NP"))
        elif kind == "J" and kinds[n + 1 : n + 2] in ([], ["."], ["C"]) and (thing := _back(sentence, n)):
            yield _Pair(range(n, n + 1), thing)  # "battery backup good"


def _run(sentence: Sentence, start: int, kinds: str) -> range:
    end = start
    while end < len(sentence) and sentence.kinds[end] in kinds:
        end += 1
    return range(start, end)


def _back(sentence: Sentence, end: int) -> range:
    """The nouns before a verb, where they are all of its subject."""
    start = end
    while start and sentence.kinds[start - 1] in "NP":
        start -= 1
    before = start - (start > 0 and sentence.kinds[start - 1] == "T")
    is_whole = not before or sentence.kinds[before - 1] in ".C"
    return range(start, end) if is_whole else range(end, end)


def _direction(sentence: Sentence, found: _Pair) -> Direction | None:
    """Whether it is good news or bad; None where that is denied, supposed or unclear."""
    before = sentence.words[max(0, found.first - _NEAR) : found.last]
    behind = sentence.words[found.last : found.last + 2]
    if (
        "too" in before
        or any(map(denies, before))
        or not _SUPPOSING.isdisjoint((*sentence.words[: found.first], *behind))
    ):
        return None
    word = sentence.words[found.quality[-1]]
    if word.endswith(("er", "est", "best", "worst")):
        return None
    value = value_of(word, "J", word)
    worth = worth_of(" ".join(sentence.words[found.first : found.last]))
    if value >= _GOOD and worth > -_CONTRARY:
        return "+"
    return "-" if value <= _BAD and worth < _CONTRARY else None


def _is_aspect(thing: str) -> bool:
    """True for a part or an aspect that people judge; neither the product itself nor what comes with any."""
    head = singular(thing.rpartition(" ")[2])
    is_judged = head in judged_things() or facet_of(thing) is not None
    words = thing.split()
    is_own = not is_product(words[-1]) and _NO_ASPECT.isdisjoint(words) and PLAIN.isdisjoint(words[:-1])
    return is_judged and is_own and stem_of(head) not in CANNED and all(map(is_known_word, words))
