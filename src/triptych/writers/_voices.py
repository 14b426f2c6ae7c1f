"""Voices: what single reviewers say, each remark whole and sure enough to be quoted as it stands."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from triptych.aspects import facet_of
from triptych.aspects.lexicon import judged_things, news_in
from triptych.english.clauses import CONTRAST
from triptych.english.sentences import Sentence, kept_sentences, spoken_sentences
from triptych.english.units import quantities_in
from triptych.english.words import kinds_of, lines_of, stem_of
from triptych.listing.kinds import is_product
from triptych.records import Direction, Evidence, Product, Reading
from triptych.writers._grammar import stem_list, word_list, wording
from triptych.writers._phrases import quote, quoted
from triptych.writers._retold import Retold
from triptych.writers._spelling import is_known_word

LIKELY = 0.65
"""Sure enough to be one of many who are counted roughly."""
NOT_ALL = " (not all agree)"
OVERALL = "overall"
"""The aspect of what is said of the product as a whole: praise without content."""
_LONGEST_SENTENCE = 24
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_PRONOUN = re.compile(r"\b(?:they|these|them|it|this)\b")
_OWN = re.compile(r"\b(?:(?:I|we)(?: am| was|['’]m)?|my|our|me|us|mine|myself|ourselves)\b", re.IGNORECASE)
_THEIRS = {"my": "their", "our": "their", "me": "them", "us": "them", "mine": "theirs", "i am": "they are"}
_THEIRS |= {"i was": "they were", "i'm": "they're", "myself": "themselves", "ourselves": "themselves"}
_FEW = 3
_LONG_REVIEW = 300
_HEADING = re.compile(r"\b(pro|con)s\b")
_STOP = re.compile(r"[.!?] ")
_LONGEST_PLAIN = 32
"""Words of a sentence that does without marks."""
_NEAR = 3
"""So near behind a remark "but" takes it back."""


class Voice(NamedTuple):
    """One reviewer's remark."""

    span: Evidence
    """What is quoted: the whole sentence where that is short."""
    sureness: float = 1.0
    """The calibrated probability that it is read rightly."""
    is_tidy: bool = False
    """True for a clause of a well written sentence, which can be told without quotation marks."""
    retold: Retold | None = None
    """The same in the third person, where that is sure enough."""
    is_contested: bool = False
    """True where another reviewer says the contrary."""

    @property
    def told(self) -> str:
        """As it follows "one says": retold, in its own sentence where that is tidy, else quoted."""
        if self.retold:
            return f"that {self.retold.clause}{NOT_ALL * self.is_contested}"
        if not self.is_tidy:
            return quoted(self.span)
        text = quote(self.span, len(self.span.text)) or self.span.text
        first = text.split()[0].lower().replace("’", "'")
        is_bare = kinds_of(first)[:1] == "N" and text[1:2].islower() and "'" not in first and not first.endswith("ing")
        text = _OWN.sub(lambda own: _THEIRS.get(own[0].lower().replace("’", "'"), "they"), text)
        return f"that {'the ' * is_bare}{text if text[:2].isupper() else text[:1].lower() + text[1:]}"

    @property
    def point(self) -> str:
        """As a list has it."""
        return f"{self.retold.point if self.retold else quoted(self.span)}{NOT_ALL * self.is_contested}"


def heard_in(span: Evidence, reading: Reading) -> set[Direction]:
    """Whether the reading surely hears a remark as praise, as blame, or as both."""
    return {
        "-" if "negative" in mention.polarity else "+"
        for aspect in reading.aspects
        for mention in aspect.mentions
        if mention.review_id == span.source_id and mention.start < span.end and mention.end > span.start
        if mention.polarity != "neutral" and mention.sureness >= LIKELY
    }


def is_under(heading: str, span: Evidence, review: str) -> bool:
    """True for a remark under "pros" or "cons", where its reviewer has such lists."""
    found = _HEADING.findall(review[: span.start].lower())
    return bool(found) and found[-1] == heading


def breaks_off(end: int, review: str) -> bool:
    """True for the end of a long review that the shop cut short."""
    text = review.rstrip()
    return len(text) > _LONG_REVIEW and end >= len(text) and text[-1].isalnum() and bool(_STOP.search(text))


def whole_remark(span: Evidence, review: str, longest: int = _LONGEST_SENTENCE) -> Evidence | None:
    """The sentence around a remark, or the remark where that is long or turns round; None where neither reads well."""
    spoken = (s for s in spoken_sentences(review) if s.starts[0] <= span.start and span.end <= s.ends[-1])
    marked = (s for s in kept_sentences(review) if s.starts[0] <= span.start < s.ends[-1])
    sentence = next(chain(spoken, marked), None)
    if sentence is None:
        return None
    start, end = sentence.starts[0], max(sentence.ends[-1], span.end)
    around = span.model_copy(update={"start": start, "end": end, "text": review[start:end]})
    if len(around.text.split()) <= longest and CONTRAST.isdisjoint(sentence.words) and quote(around, longest):
        return around
    behind = [word for word, at in zip(sentence.words, sentence.starts, strict=True) if at >= span.end]
    if not CONTRAST.isdisjoint(behind[:_NEAR]):
        return None
    is_sound = _has_edges(span, sentence) and quote(span) is not None
    return span if is_sound and (start >= span.start or can_be_read_alone(span)) else None


@lru_cache(maxsize=4096)
def worth_of(text: str) -> float:
    """What the learnt opinion makes of some words: above 0 for good news."""
    return news_in(_words_of(text))


def is_readable(text: str, slips: int = 1) -> bool:
    """False where words are misspelt or glued to others; one that is only rare does no harm."""
    return [*map(is_known_word, _words_of(text))].count(False) <= slips


@lru_cache(maxsize=4096)
def _words_of(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.lower().replace("’", "'")))


def is_in_run_on(span: Evidence, review: str) -> bool:
    """True where nothing marks off where a remark begins and ends."""
    return any(_is_run_on(s) for s in spoken_sentences(review) if s.starts[0] <= span.start < s.ends[-1])


def _is_run_on(sentence: Sentence) -> bool:
    return len(sentence.kinds) > _LONGEST_PLAIN and "." not in sentence.kinds[:-1]


def _has_edges(span: Evidence, sentence: Sentence) -> bool:
    """True where a remark begins and ends at a mark or link word, or where a new subject begins."""
    first = next((n for n, end in enumerate(sentence.ends) if end > span.start), 0)
    last = next((n for n, start in enumerate(sentence.starts) if start >= span.end), len(sentence))
    kinds = sentence.kinds
    if _is_run_on(sentence):
        return first == 0 and last == len(kinds)
    is_begun = first == 0 or kinds[first - 1] in ".C" or kinds[first] in "ST"
    # "Smooth, and the click and the wheel are not": behind "and" a sentence may go on with the same subject.
    is_ended = last == len(kinds) or kinds[last] in ".STW" or sentence.words[last] in word_list("openers") | CONTRAST
    return is_begun and is_ended


def can_be_read_alone(span: Evidence) -> bool:
    """False for a clause that nobody reads without the rest of its sentence."""
    sentence = kept_sentences(quote(span, len(span.text)) or "")
    if len(sentence) != 1 or sentence[0].words[0] in word_list("openers") or sentence[0].kinds[0] in "BM":
        return False
    if sentence[0].kinds[0] in "VJN" and sentence[0].kinds[1:2] == ["S"]:  # "[easy to] clean you can …"
        return False
    return _is_sentence(sentence[0])


def _is_sentence(sentence: Sentence) -> bool:
    """True where something is said of something: a subject before a verb, or a quality with its noun."""
    verb = next((n for n, kind in enumerate(sentence.kinds) if kind in "BMVD"), None)
    if verb is not None and any(kind in "NPSO" for kind in sentence.kinds[:verb]):
        return True
    return any(one in "JG0" and other in "NP" for one, other in zip(sentence.kinds, sentence.kinds[1:], strict=False))


def called_they(product: Product) -> bool:
    """True where reviewers call a product "they" more often than "it"."""
    words = Counter(word for review in product.reviews for word in _PRONOUN.findall(review.text.lower()))
    return words["they"] + words["these"] + words["them"] > words["it"] + words["this"]


def called_in(product: Product) -> str:
    """What reviewers call a product: most use the word, or half and some say "this" to it; else empty.

    Two will do for a word that names products, with the noun before it where there is one: "tortilla maker".
    """
    used: Counter[str] = Counter()
    pointed: Counter[str] = Counter()
    for review in product.reviews:
        names = list(_names_in(review.text))
        used.update({name for name, _ in names})
        pointed.update({name for name, is_pointed in names if is_pointed})
    many = len(product.reviews)
    usual = [
        name
        for name in used
        if (used[name] * 4 >= many * 3 and many > _FEW)
        or (pointed[name] and (used[name] * 2 >= many > 1 or (used[name] > 1 and is_product(name.split()[-1]))))
    ]
    return max(usual, default="", key=lambda name: (used[name] + pointed[name] + 2 * (" " in name), name))


def _names_in(text: str) -> Iterator[tuple[str, bool]]:
    """The nouns of a text that may name what is on sale, and whether "this" or "these" is said to each."""
    for sentence in kept_sentences(text):
        words, kinds = sentence.words, sentence.kinds
        for n, word in enumerate(words):
            is_head = kinds[n] == "N" and kinds[n + 1 : n + 2] not in (["N"], ["P"])
            if not is_head or stem_of(word) in stem_list("canned") or word in word_list("plain") or facet_of(word):
                continue
            first = n - (n > 0 and kinds[n - 1] == "N")
            is_pointed = not {"this", "these"}.isdisjoint(words[max(0, first - 2) : first])
            yield word, is_pointed
            if first < n:
                yield f"{words[first]} {word}", is_pointed


def sizes_of(title: str) -> dict[str, set[float]]:
    """The figures of a title by unit."""
    sizes: dict[str, set[float]] = {}
    for found in quantities_in(title):
        if found.unit:
            sizes.setdefault(found.unit, set()).add(found.number)
    return sizes


def is_of_another(span: Evidence, sizes: Mapping[str, set[float]]) -> bool:
    """True where a reviewer names another size than the title: "I got the 40 oz"."""
    named = [(found.unit, found.number) for found in quantities_in(span.text)]
    return any(number not in sizes[unit] for unit, number in named if unit and unit in sizes)


def is_real(span: Evidence, names: frozenset[str], *, may_wish: bool = False) -> bool:
    """False for hearsay, questions, wishes and fears, and where a name is not among the product's own."""
    barred = word_list("hearsay") | (frozenset() if may_wish else word_list("wishes"))
    for sentence in kept_sentences(span.text):
        if sentence.is_question or not barred.isdisjoint(sentence.words) or _points_back(sentence):
            return False
        is_loud = sentence.text[sentence.starts[0] : sentence.ends[-1]].isupper()
        for n, (kind, start) in enumerate(zip(sentence.kinds, sentence.starts, strict=True)):
            word = sentence.words[n]
            is_named = kind == "P" and sentence.text[start].isupper() and not is_loud
            if n and is_named and len(word) > 2 and stem_of(word) not in names:
                return False
    return True


def _points_back(sentence: Sentence) -> bool:
    """True for a sentence on what the one before said: "That alone makes it worth it"."""
    if wording("backward").search(" ".join(sentence.words)) or sentence.words[0] in ("that's", "thats"):
        return True
    return sentence.words[0] in word_list("pointing") and sentence.kinds[1:2] != [] and sentence.kinds[1] in "BMVDR"


def is_canned(title: str) -> bool:
    """True for a title that shops suggest and hundreds of reviews have: "did not meet expectations"."""
    return " ".join(_words_of(title)) in lines_of("writers/canned_titles.txt")


def is_danger(text: str) -> bool:
    """True for what a shopper must hear before all else."""
    return not word_list("dangers").isdisjoint(_words_of(text))


def _tagged(text: str) -> Iterator[tuple[str, str, str]]:
    """The words of a text, each with its kind and lemma."""
    for sentence in kept_sentences(text):
        yield from zip(sentence.words, sentence.kinds, sentence.lemmas, strict=True)


def names_thing(text: str) -> bool:
    """True where a text names a part or an aspect that people judge: "the lid", not "the product"."""
    nouns = (lemma for _, kind, lemma in _tagged(text) if kind in "NP" and lemma in judged_things())
    empty = stem_list("canned") | word_list("plain")
    return any(not is_product(lemma) and stem_of(lemma) not in empty for lemma in nouns)


@lru_cache(maxsize=4096)
def stems_of(text: str, kinds: str = "") -> frozenset[str]:
    """The stems of a text's words, or only of those of some kinds."""
    told = (word for word, kind, _ in _tagged(text) if word[0].isalnum() and (not kinds or kind in kinds))
    return frozenset(map(stem_of, told))


@lru_cache(maxsize=4096)
def told_in(text: str) -> frozenset[str]:
    """The stems of what a text tells; that it is about such a product tells nothing."""
    telling = ((word, is_product(lemma) and kind in "NP") for word, kind, lemma in _tagged(text) if kind in "NPVDGJ")
    return frozenset(stem_of(word) for word, is_name in telling if not is_name)
