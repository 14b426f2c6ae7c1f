"""What one review speaks of, sentence by sentence: things it names, and turns of phrase."""

from collections.abc import Iterator
from typing import NamedTuple

from triptych.aspects.lexicon import Sign, facets, listed, not_aspects
from triptych.aspects.opinion_words import (
    JudgedSentence,
    Judging,
    Leaning,
    Span,
    leanings,
    owner_of,
    quality_at,
    turned,
)
from triptych.english.clauses import first_of_clause
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

_TURNED = 1.4
"""A facet's own turn of phrase says more in the negative than a judging word: "does not leak"."""
_PRICE = "price"
_MADE = word_set("priced built designed packed packaged served prepared cooked seasoned presented decorated")


class Spoken(NamedTuple):
    """One place of a review that speaks of something."""

    key: str
    """What, in dictionary form; empty where a turn of phrase only implies it."""
    implied: tuple[tuple[str, float | None], ...]
    """The facets a turn of phrase may imply, each with its value."""
    start: int
    end: int
    leaning: Leaning
    in_passing: bool = False
    """True for a thing that is named but neither judged nor what the clause is about."""
    owner: str = ""
    """For a quality that implies a facet: the thing it is said of."""


def spoken_of(judged: JudgedSentence) -> list[Spoken]:
    """All that a judged sentence speaks of."""
    sentence = judged.sentence
    spans = term_spans(sentence)
    found: list[Spoken] = []
    for span, leaning in zip(spans, leanings(judged, spans), strict=True):
        key = " ".join(sentence.lemmas[slice(*span)])
        start, end = sentence.starts[span[0]], sentence.ends[span[1] - 1]
        found.append(Spoken(key, (), start, end, leaning, not (leaning.is_own or _is_topic(judged, span))))
    signs = _signs_in(sentence)
    implied = [_implied(judged, span, signs[span], spans) for span in signs]
    is_priced = any(_PRICE in meant for meant in signs.values())
    return [*found, *implied, *([] if is_priced else _priced(judged))]


def _signs_in(sentence: Sentence) -> dict[Span, dict[str, Sign]]:
    """The turns of phrase of a sentence, in order, each with the facets that it may mean."""
    signs: dict[Span, dict[str, Sign]] = {}
    for start, end, sign in facets().signs.found_in(sentence.words, sentence.lemmas):
        signs.setdefault((start, end), {}).setdefault(sign.facet, sign)
    return {span: signs[span] for span in sorted(signs, key=lambda span: (span[0], -span[1]))}


def _is_topic(judged: JudgedSentence, span: Span) -> bool:
    """True for what a clause is about: its subject, or what stands before a colon."""
    words, kinds = judged.sentence.words, judged.sentence.kinds
    start, end = span
    if len(words) - (kinds[-1] == ".") == end - start:
        return True
    if end < len(words) and (
        words[end] == ":" or kinds[end] in "BMX" or (kinds[end] in "VDR" and words[end] != "like")
    ):
        return all(kind in "TJNPCRDG0." for kind in kinds[first_of_clause(judged.clauses, start) : start])
    return False


def _implied(judged: JudgedSentence, span: Span, signs: dict[str, Sign], spans: list[Span]) -> Spoken:
    """What a turn of phrase speaks of, by the facets that it may mean."""
    sentence = judged.sentence
    start, end = span
    values: list[tuple[str, float | None]] = []
    is_turned = False
    for name, sign in signs.items():
        value = sign.value
        if value is not None:
            factor = turned(start, value, sentence, judged.clauses)
            is_turned |= factor < 0
            value *= factor if factor > 0 else factor * _TURNED
        values.append((name, value))
    worth = next((value for _, value in values if value), 0.0)
    is_judged = all(value for _, value in values)
    leaning = Leaning(worth, is_own=True) if is_judged else leanings(judged, [span])[0]
    is_quality = end - start == 1 or sentence.words[start + 1] == "to"
    leaning.qualities = quality_at(sentence, start, worth, is_turned) if is_quality else ()
    owner = ""
    if end - start == 1 and sentence.kinds[start] == "J":
        at = owner_of(Judging(start, end, worth, attributive=True, is_turned=is_turned), judged, spans)
        owner = " ".join(sentence.lemmas[slice(*spans[at])]) if at >= 0 else ""
    return Spoken("", tuple(values), sentence.starts[start], sentence.ends[end - 1], leaning, owner=owner)


def _priced(judged: JudgedSentence) -> Iterator[Spoken]:
    """The first sum of money that is held against what was got for it, as something said of the price."""
    sentence, words = judged.sentence, judged.sentence.words
    for k, kind in enumerate(sentence.kinds):
        is_sum = kind == "0" and not listed("currencies").isdisjoint(words[max(0, k - 1) : k + 2])
        if is_sum and not listed("paying").isdisjoint(words[max(0, k - 4) : k]):
            (leaning,) = leanings(judged, [(k, k + 1)])
            if leaning.worth:
                yield Spoken("", ((_PRICE, None),), sentence.starts[k], sentence.ends[k], leaning)
            return


def term_spans(sentence: Sentence) -> list[Span]:
    """The aspect terms of a sentence, each as the positions of its first word and one past its last."""
    spans: list[Span] = []
    kinds = sentence.kinds
    fixed = {start: end for start, end, _ in facets().fixed.found_in(sentence.words, sentence.lemmas)}
    i, n = 0, len(kinds)
    while i < n:
        if i in fixed:
            spans.append((i, fixed[i]))
            i = fixed[i]
        elif kinds[i] in "NP":
            j = i + 1
            while j < n and kinds[j] in "NP" and j not in fixed:
                j += 1
            span = _trimmed(sentence, i, j)
            spans += [span] if span else []
            i = j
        else:
            if (kinds[i] == "V" or sentence.words[i] in _MADE) and _is_doing(sentence, i):
                spans.append((i, i + 1))
            i += 1
    return spans


def _is_doing(sentence: Sentence, i: int) -> bool:
    """True for a verb that stands for an aspect: "easy to use", "reasonably priced"."""
    words, kinds = sentence.words, sentence.kinds
    if kinds[i] == "V" and i > 1 and words[i - 1] == "to":
        return words[i - 2] in listed("evaluating")
    return words[i] in _MADE and i > 0 and kinds[i - 1] == "R"


def _trimmed(sentence: Sentence, start: int, end: int) -> Span | None:
    stops = not_aspects()
    words, lemmas = sentence.words, sentence.lemmas
    terms = facets().terms
    if start and " ".join(lemmas[start - 1 : end]) in terms:
        return start - 1, end
    if " ".join(lemmas[start:end]) in terms:
        return (start, end) if any(words[k] not in stops for k in range(start, end)) or end - start > 1 else None
    if all(words[k] in stops or lemmas[k] in stops for k in range(start, end)):
        return None
    return None if all(kind == "P" for kind in sentence.kinds[start:end]) else (start, end)
