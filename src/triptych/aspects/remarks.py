"""Remarks: parts of sentences that say one thing in one direction, and how sure it is that each praises or blames.

Clauses are cut further than grammar does it: at list marks where both sides say something, and, in runs of words
without any mark, before a new subject or a new quality. Two opinions are weighed, the rules' and the learnt model's,
with what stands around the remark: a wish, another product, "but", the stars. The weights are fitted on labelled
reviews (`training/sureness.py`), so that the result is a probability.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import exp, log, sqrt, tanh
from operator import mul
from typing import NamedTuple

from triptych.aspects.lexicon import learnt, listed, news_in, runs_of, weigh_runs
from triptych.aspects.opinion_words import JudgedSentence, is_of_another
from triptych.english.clauses import CONTRAST
from triptych.english.sentences import Sentence, words_of
from triptych.english.words import HARDLY, NONE, NOT

_TELLING = frozenset("JVDGBMX")
"""Kinds of word that say something of a thing."""
_ENDING = frozenset((":", "-", "–", "—", "(", ")", ".", "...", "…", "!", "*", ";"))
_LISTING = frozenset((",", "/", "+", "&", "and", "or", "plus", "also"))
_LONG = 12
"""A part with more words than this and no mark in it is a run-on."""
_SHORT = 3
_EMOJI = 0x2FFF


class RemarkCut(NamedTuple):
    """A remark as positions in its sentence, without the marks and link words around it."""

    start: int
    end: int
    is_turn: bool
    """True behind "but" and its like."""
    leans_on_last: bool
    """True for what cannot be read without the part before: "which I like", "and sturdy"."""


def parts_of(sentence: Sentence, clauses: list[int]) -> Iterator[RemarkCut]:
    """The remarks of a sentence, in order; `clauses` numbers the clause of each word."""
    words, kinds = sentence.words, sentence.kinds
    starts = _cuts(words, kinds, clauses)
    for first, last in zip(starts, [*starts, len(words)][1:], strict=True):
        start, end, is_turn = first, last, False
        while start < end and (_is_mark(words, kinds, start) or kinds[start] == "C" or words[start] in CONTRAST):
            is_turn |= words[start] in CONTRAST
            start += 1
        while end > start and _is_mark(words, kinds, end - 1):
            end -= 1
        if start < end:
            yield RemarkCut(start, end, is_turn, not is_turn and start > 0 and _leans(words, kinds, start, end))


def _is_mark(words: list[str], kinds: list[str], at: int) -> bool:
    """True for punctuation; emoji say something."""
    return kinds[at] == "." and ord(words[at][0]) <= _EMOJI


def _leans(words: list[str], kinds: list[str], start: int, end: int) -> bool:
    """True for a part that a link word opens, or that has no subject of its own before its verb or quality."""
    if words[start] in listed("appended"):
        return True
    before = kinds[start:end]
    telling = next((n for n, kind in enumerate(before) if kind in _TELLING), len(before))
    return not any(kind in "SNPO" for kind in before[:telling]) and not any(kind in "NP" for kind in before[telling:])


def _cuts(words: list[str], kinds: list[str], clauses: list[int]) -> list[int]:
    """Where parts begin."""
    marks = [
        i
        for i in range(1, len(words))
        if clauses[i] != clauses[i - 1] or (i < len(words) - 1 and (words[i] in _LISTING or words[i] in _ENDING))
    ]
    kept = [0]
    for i, following in zip(marks, [*marks, len(words)][1:], strict=True):
        if _is_cut(words, kinds, kept[-1], i, following):
            kept.append(i)
    found: list[int] = []
    for start, end in zip(kept, [*kept, len(words)][1:], strict=True):
        found.append(start)
        if end - start > _LONG:
            found += _run_on_cuts(words, kinds, start, end)
    return found


def _is_cut(words: list[str], kinds: list[str], start: int, at: int, end: int) -> bool:
    """True where the words before and behind a mark or link are remarks of their own."""
    if words[at] in _ENDING or words[at] in CONTRAST:
        return True
    if words[at] == "that" and kinds[at - 1] in "VB":
        return False
    return not (_TELLING.isdisjoint(kinds[start:at]) or _TELLING.isdisjoint(kinds[at:end]))


def _run_on_cuts(words: list[str], kinds: list[str], start: int, end: int) -> list[int]:
    """Where new remarks begin in words without marks: "quality is poor | the edges are sharp | easy to move"."""
    found: list[int] = []
    for i in range(start + _SHORT, end - 1):
        is_enough = i - start >= _SHORT and not _TELLING.isdisjoint(kinds[start:i])
        if is_enough and _begins_anew(words, kinds, start, i, end):
            found.append(i)
            start = i
    return found


def _begins_anew(words: list[str], kinds: list[str], start: int, i: int, end: int) -> bool:
    kind, before, behind = kinds[i], kinds[i - 1], kinds[i + 1]
    if words[i - 1] in listed("bound"):
        return False
    if kind == "S":
        return before in "NPJROE0" and words[i - 1] not in listed("openers")
    if kind == "T":
        is_subject = not frozenset("BVDMXJ").isdisjoint(kinds[i + 2 : min(i + 5, end)])
        return before in "JNPRE0" and words[i] not in ("all", "both", "no", "a", "an") and is_subject
    if kind in "JR":
        return before in "NP" and "J" in kinds[start:i] and (behind in "NPAI" or (kind == "R" and behind == "J"))
    return kind == "N" and before in "JO" and behind in "BX" and not frozenset("BVD").isdisjoint(kinds[start : i - 1])


_DENYING = NOT | NONE | HARDLY
_SAYING = frozenset("NVDGJ")
"""Kinds of word by which remarks are compared."""
_LONGEST_CLAUSE = 200
_LONG_REVIEW = 300
_LEANS = 0.7
_UNTOLD = 4.0
"""What is taken off the log-odds of questions, and those of what is said of another product: too few are labelled."""
_MANY_STARS, _HAPPY_STARS, _FEW_STARS = 5, 4, 2
REMARK_FEATURES = (
    *("bias", "news", "news a word", "best", "worst", "judged", "agreed", "both", "at odds", "length"),
    *("wish", "comparison", "seller", "question", "turn", "leans on last", "own", "negated"),
    *("quality", "being", "doing", "past", "too", "you", "number"),
    *("sentence", "before", "behind", "first", "last", "condition", "stars on news"),
    *("title", "review length", "no stars", "stars", "all stars", "few stars"),
    *("quibble", "quibble of the happy", "turned from praise", "listed as bad", "slight", "wished", "had to"),
)
"""What is known of a remark by itself, in the order of its features."""
ASPECT_FEATURES = (
    *("others", "alone", "whole", "spoken", "own value", "value", "value for", "value against"),
    *("implied", "phrase for", "phrase against", "own for", "own against", "silent", "known"),
)
"""What is known of the aspect that it may speak of; where it names none, the first three."""
_QUESTION = REMARK_FEATURES.index("question")


class HeardRemark(NamedTuple):
    """A part of a review that says one thing."""

    start: int
    end: int
    clause: tuple[int, int]
    """The clause around it that can be read alone."""
    worth: float
    """What the rules make of it."""
    news: float
    """What its words are worth by the stars of reviews."""
    praise: float
    """Log-odds that it praises, against its saying neither, before what is known of its aspect."""
    blame: float
    lemmas: tuple[str, ...]
    """Its nouns, verbs and qualities in dictionary form."""
    kinds: str
    """The kind of each of them."""
    is_negated: bool
    is_whole: bool
    """False for a condition, and for what cannot be read without the part before."""


class FeaturedRemark(NamedTuple):
    """A part of a judged sentence that says one thing, with what is known of it by itself."""

    judged: JudgedSentence
    part: RemarkCut
    worth: float
    news: float
    is_whole: bool
    is_of_another: bool
    """True for what is said of another product."""
    features: list[float]

    @property
    def start(self) -> int:
        """Where it begins in the review."""
        return self.judged.sentence.starts[self.part.start]

    @property
    def end(self) -> int:
        """One past its last character."""
        return self.judged.sentence.ends[self.part.end - 1]


class Odds(NamedTuple):
    """How likely a remark praises and blames, as log-odds or as probabilities; what is left is neither."""

    praise: float
    blame: float


def remarks_in(judged: Sequence[JudgedSentence], stars: float | None, title: str | None) -> list[HeardRemark]:
    """The remarks of a review, in order."""
    praising, blaming = _weights(REMARK_FEATURES)
    found = remark_features(judged, stars, title)
    odds = []
    for said in found:
        if said.is_of_another:
            odds.append(Odds(-_UNTOLD, -_UNTOLD))
            continue
        untold, features = _UNTOLD if said.features[_QUESTION] else 0.0, said.features
        odds.append(Odds(sum(map(mul, features, praising)) - untold, sum(map(mul, features, blaming)) - untold))
    leanings = [one.praise - one.blame for one in odds]
    return [_heard(said, odds[n], _clause_around(found, leanings, n)) for n, said in enumerate(found)]


def _heard(said: FeaturedRemark, odds: Odds, clause: tuple[int, int]) -> HeardRemark:
    sentence, part = said.judged.sentence, said.part
    words, kinds, lemmas = sentence.words, sentence.kinds, sentence.lemmas
    told = [k for k in range(part.start, part.end) if kinds[k] in _SAYING and len(words[k]) > 1]
    return HeardRemark(
        said.start,
        said.end,
        clause,
        said.worth,
        said.news,
        odds.praise,
        odds.blame,
        tuple([lemmas[k] for k in told]),
        "".join([kinds[k] for k in told]),
        _is_negated(words[part.start : part.end]),
        said.is_whole,
    )


def _clause_around(remarks: list[FeaturedRemark], leanings: list[float], n: int) -> tuple[int, int]:
    """The clause that a remark is a part of: its sentence, as far as the mood does not turn and a quotation goes."""

    def goes_with(first: int, last: int, other: int) -> bool:
        is_same = remarks[first].judged is remarks[last].judged
        is_even = leanings[n] * leanings[other] > 0 or min(abs(leanings[n]), abs(leanings[other])) < _LEANS
        is_same &= not remarks[other].is_of_another
        return is_same and is_even and remarks[last].end - remarks[first].start <= _LONGEST_CLAUSE

    first = last = n
    while first > 0 and not remarks[first].part.is_turn and goes_with(first - 1, n, first - 1):
        first -= 1
    while last + 1 < len(remarks) and not remarks[last + 1].part.is_turn and goes_with(n, last + 1, last + 1):
        last += 1
    return remarks[first].start, remarks[last].end


def odds_of(remark: HeardRemark, features: list[float]) -> Odds:
    """The probabilities of a remark when these features of its aspect are known."""
    praising, blaming = _weights(ASPECT_FEATURES)
    praise = remark.praise + sum(map(mul, features, praising))
    blame = remark.blame + sum(map(mul, features, blaming))
    most = max(0.0, praise, blame)
    none, praised, blamed = exp(-most), exp(praise - most), exp(blame - most)
    total = none + praised + blamed
    return Odds(praised / total, blamed / total)


def remark_features(judged: Sequence[JudgedSentence], stars: float | None, title: str | None) -> list[FeaturedRemark]:
    """Each remark of a review with its features; the log-odds are still to come."""
    words = [word for one in judged for word in one.sentence.words]
    firsts = [k for one in judged for k in range(len(one.sentence.words))]
    runs = runs_of(words, firsts)
    weighed, quibbling = weigh_runs(runs, "direction"), weigh_runs(runs, "quibble")
    parts: list[tuple[JudgedSentence, RemarkCut]] = []
    news, around, quibbles = [0.0], [0.0], [0.0]
    total = 0
    for one in judged:
        end = total + len(one.sentence.words)
        sentence_news = tanh(weighed.of(total, end) / 4)
        for part in parts_of(one.sentence, one.clauses):
            parts.append((one, part))
            news.append(weighed.of(total + part.start, total + part.end))
            around.append(sentence_news)
            quibbles.append(tanh(quibbling.of(total + part.start, total + part.end) / 2))
        total = end
    news.append(0.0)
    review = [_title_worth(title), log(min(max(10, len(words)), _LONG_REVIEW) / 40), 1.0, 0.0, 0.0, 0.0]
    if stars is not None:
        review[2:] = [0.0, (stars - 3) / 2, float(stars >= _MANY_STARS), float(stars <= _FEW_STARS)]
    found: list[FeaturedRemark] = []
    is_condition = is_bad = False
    is_happy = stars is not None and stars >= _HAPPY_STARS
    for n, (one, part) in enumerate(parts, 1):
        opening = one.sentence.words[part.start : part.start + 2]
        is_condition = (part.leans_on_last and is_condition) or not listed("conditions").isdisjoint(opening)
        place = [
            around[n],
            tanh(news[n - 1] / 3),
            tanh(news[n + 1] / 3),
            float(n == 1 < len(parts)),
            float(1 < n == len(parts)),
            float(is_condition),
            (stars - 3) / 2 * tanh(news[n]) if stars is not None else 0.0,
        ]
        heading = one.sentence.words[max(0, part.start - 2) : part.end]
        is_bad = is_bad or not listed("bad_headings").isdisjoint(heading)
        is_bad = is_bad and listed("good_headings").isdisjoint(heading)
        complaint = [
            quibbles[n],
            quibbles[n] * is_happy,
            part.is_turn * max(0.0, tanh(news[n - 1] / 3)),
            float(is_bad),
            *_wishes(one.sentence, part),
        ]
        worths = [judging.worth for judging in one.judgings if part.start <= judging.start < part.end]
        features = [*_features(one, part, worths, news[n]), *place, *review, *complaint]
        is_whole = not (is_condition or part.leans_on_last)
        is_other = is_of_another(one.sentence.words[part.start : part.end])
        found.append(FeaturedRemark(one, part, sum(worths), news[n], is_whole, is_other, features))
    return found


def _wishes(sentence: Sentence, part: RemarkCut) -> list[float]:
    """Whether something is "a bit" too much, wished otherwise, or "had to" be done."""
    words, kinds = sentence.words[part.start : part.end], sentence.kinds[part.start + 1 : part.end]
    if listed("slightly", "wishes", "could", "had").isdisjoint(words):
        return [0.0, 0.0, 0.0]
    slightly, wishes, could, had = map(listed, ("slightly", "wishes", "could", "had"))
    pairs = list(pairwise(words))
    is_wished = not wishes.isdisjoint(words) or any(one in could and other in listed("being") for one, other in pairs)
    return [
        float(any(word in slightly and kind in "JVRN" for word, kind in zip(words, kinds, strict=False))),
        float(is_wished),
        float(any(one in had and other == "to" for one, other in pairs)),
    ]


def _is_negated(words: list[str]) -> bool:
    """True where an odd number of words deny: "spill-proof", "never spills"."""
    return len([word for word in words if word in _DENYING or word.endswith(("n't", "proof"))]) % 2 == 1


def _features(judged: JudgedSentence, part: RemarkCut, worths: list[float], news: float) -> list[float]:
    sentence = judged.sentence
    words, kinds = sentence.words[part.start : part.end], sentence.kinds[part.start : part.end]
    agreement, length = news * sum(worths), part.end - part.start
    return [
        1.0,
        tanh(news / 3),
        news / sqrt(length),
        max([0.0, *worths]),
        max([0.0, *[-worth for worth in worths]]),
        float(bool(worths)),
        (1.0 if news > 0 else -1.0) if agreement > 0 else 0.0,
        float(agreement > 0),
        float(agreement < 0),
        min(length, 20) / 10,
        *(float(not listed(name).isdisjoint(words)) for name in ("wishing", "comparing", "selling")),
        float(sentence.is_question),
        float(part.is_turn),
        float(part.leans_on_last),
        float(words[0] in listed("speakers")),
        float("X" in kinds or "no" in words),
        *(float(kind in kinds) for kind in "JBVD"),
        float("too" in words),
        float("you" in words[:2]),
        float("0" in kinds),
    ]


@lru_cache(maxsize=1024)
def _title_worth(title: str | None) -> float:
    words = [word for some in words_of(title or "") for word in some]
    return tanh(news_in(words) / 3)


@cache
def _weights(names: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """What each of some features adds to the log-odds of praise, and of blame."""
    stored = learnt("sureness")
    return [stored[name][0] for name in names], [stored[name][1] for name in names]
