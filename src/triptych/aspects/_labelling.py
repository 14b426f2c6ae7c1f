"""Aspect terms and polarities of single sentences, and the aspects that a few words speak of."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from triptych.aspects._notes import noun_uses, take_notes
from triptych.aspects._reading import level
from triptych.aspects._resolving import generic_nouns
from triptych.aspects.lexicon import facets, listed, terms_in
from triptych.aspects.mentions import term_spans
from triptych.aspects.opinion_words import JudgedSentence, Leaning, Span, judge_words, leanings
from triptych.aspects.remarks import HeardRemark, remarks_in
from triptych.english.sentences import Sentence, kept_sentences, sentences_of
from triptych.records import Review, Sentiment

_SECOND_OPINION = 0.6
"""What the log-odds of a remark count beside what the rules make of a term in it."""
_LEANS = 0.4
"""Less than a reading asks for: a sentence stands alone, where a reading weighs all that a reviewer says."""


@dataclass(frozen=True, slots=True)
class Term:
    """An aspect term and how its sentence speaks of it."""

    start: int
    end: int
    text: str
    polarity: Sentiment


def find_generic(texts: Iterable[str]) -> frozenset[str]:
    """The nouns by which these texts mean the whole product, and names."""
    return generic_nouns(use for text in texts for sentence in sentences_of(text) for use in noun_uses(sentence))


def find_terms(text: str, generic: frozenset[str] = frozenset()) -> tuple[Term, ...]:
    """The aspect terms of a text with their polarity; `generic` nouns are none."""
    found: list[Term] = []
    all_judged, remarks = _heard_in(text)
    for judged in all_judged:
        sentence = judged.sentence
        spans = [span for span in term_spans(sentence) if sentence.lemmas[span[1] - 1] not in generic]
        for span, leaning in zip(spans, leanings(judged, spans), strict=True):
            start, end = sentence.starts[span[0]], sentence.ends[span[1] - 1]
            if not _is_in_passing(sentence, span, leaning.is_own):
                found.append(Term(start, end, text[start:end], _polarity(leaning, remarks, start)))
    return tuple(found)


def polarities_of(text: str, places: list[tuple[int, int]]) -> list[Sentiment]:
    """How a text speaks of what stands at each of these places."""
    found: list[Sentiment] = ["neutral"] * len(places)
    all_judged, remarks = _heard_in(text)
    for judged in all_judged:
        sentence = judged.sentence
        given: dict[Span, list[int]] = {}
        for n, (start, end) in enumerate(places):
            inside = [k for k in range(len(sentence)) if sentence.starts[k] < end and sentence.ends[k] > start]
            if inside:
                given.setdefault((inside[0], inside[-1] + 1), []).append(n)
        others = [span for span in term_spans(sentence) if not any(span[0] < b and a < span[1] for a, b in given)]
        spans = sorted([*given, *others])
        for span, leaning in zip(spans, leanings(judged, spans), strict=True):
            for n in given.get(span, ()):
                found[n] = _polarity(leaning, remarks, sentence.starts[span[0]])
    return found


@lru_cache(maxsize=1024)
def _heard_in(text: str) -> tuple[list[JudgedSentence], list[HeardRemark]]:
    """The judged sentences of a text and its remarks; needs ask for the same clause in turn."""
    all_judged = list(map(judge_words, kept_sentences(text)))
    return all_judged, remarks_in(all_judged, None, None)


def _polarity(leaning: Leaning, remarks: list[HeardRemark], start: int) -> Sentiment:
    """The direction of what stands here, by the rules' opinion of it and the learnt one of its remark."""
    at = bisect_right(remarks, start, key=attrgetter("start")) - 1
    learnt = remarks[at].praise - remarks[at].blame if remarks else 0.0
    return level(leaning.worth + _SECOND_OPINION * learnt, _LEANS)


def _is_in_passing(sentence: Sentence, span: Span, is_judged: bool) -> bool:
    """True for a thing that is no known facet and is named the way one names what is beside the point.

    An aspect is "the lever"; "this shop", "my desk", "in town", an unjudged "a party" and lone capitals are not.
    """
    kinds = sentence.kinds
    start, end = span
    if any(" ".join(sentence.lemmas[k:end]) in facets().terms for k in range(start, end)):
        return False
    if end - start == 1 and sentence.text[sentence.starts[start] : sentence.ends[start]].isupper():
        return True
    # what stands bare behind "is" or an adverb says how a thing is: "was perfection", "so romantic"
    if start and kinds[start - 1] in "BR":
        return True
    before = start - 1
    while before >= 0 and kinds[before] in "JRTNP0G":
        before -= 1
    article = next((sentence.words[k] for k in range(before + 1, start) if kinds[k] == "T"), "")
    if article in listed("pointing") or (article in ("a", "an") and not is_judged):
        return True
    return before >= 0 and sentence.words[before] in listed("placing") and article != "the"


@lru_cache(maxsize=4096)
def aspects_in(text: str) -> tuple[str, ...]:
    """The aspects that a need, an attribute's name or a short phrase speaks of, those that any product can have first.

    A word that can mean several aspects yields all of them: which one it means, the reviews of a product decide.
    """
    spoken = take_notes(Review(id="1", text=text)).spoken
    implied = (name for each in spoken for name, _ in each.implied)
    found = dict.fromkeys([*chain.from_iterable(terms_in(text)), *implied])
    return tuple(sorted(found, key=lambda name: name not in facets().common))


@lru_cache(maxsize=4096)
def facet_of(name: str) -> str | None:
    """The facet that a reading's name stands for, its own or another it goes by; None for a word of these reviews."""
    if name in facets().order:
        return name
    return next((facet for facet, others in facets().also.items() if any(each.name == name for each in others)), None)
