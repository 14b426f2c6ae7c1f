"""The words of a sentence that name something reviewers can have an opinion on."""

from functools import cache

from triptych.aspects.lexicons._facets import facets
from triptych.english.sentences import Sentence
from triptych.english.words import lines_of, word_set

_WEAK_HEADS = word_set(
    "problem issue complaint trouble defect fault flaw concern experience thing stuff one kind type way "
    "matter front department wise etc"
)
_MEASURES = word_set(
    "quality price amount variety selection choice level piece glass bottle cup slice plate bowl ease "
    "lack size type range array quantity lot length set number pair kind sort"
)
_EVALUATING = word_set("easy easier simple hard difficult comfortable convenient pleasant fun nice quick fast great")
_TURNS = (["of", "course"], ["nice", "touch"], ["a", "fan"], ["huge", "fan"], ["big", "fan"])
_MADE = word_set("priced built designed packed packaged served prepared cooked seasoned presented decorated")


@cache
def not_aspects() -> frozenset[str]:
    """Nouns that name no aspect of anything."""
    return frozenset(word for line in lines_of("aspects/lexicons/not_aspects.txt") for word in line.split())


def term_spans(sentence: Sentence) -> list[tuple[int, int]]:
    """The aspect terms of a sentence, each as the positions of its first word and one past its last."""
    spans: list[tuple[int, int]] = []
    kinds = sentence.kinds
    fixed = {start: end for start, end, _ in facets().fixed.found_in(sentence.words, sentence.lemmas)}
    i, n = 0, len(kinds)
    while i < n:
        if i in fixed:
            spans.append((i, fixed[i]))
            i = fixed[i]
        elif kinds[i] in "NP" or (kinds[i] == "G" and _opens_compound(kinds, i)):
            j = i + 1
            while j < n and kinds[j] in "NP" and j not in fixed:
                j += 1
            span = _trimmed(sentence, i, j)
            if span and spans and _continues(sentence, spans[-1], span):
                spans[-1] = spans[-1][0], span[1]
            elif span:
                spans.append(span)
            i = j
        else:
            if (kinds[i] == "V" or sentence.words[i] in _MADE) and _is_doing(sentence, i):
                spans.append((i, i + 1))
            i += 1
    return spans


def _opens_compound(kinds: list[str], i: int) -> bool:
    return i + 1 < len(kinds) and kinds[i + 1] in "N" and (i == 0 or kinds[i - 1] in "TJI.C")


def _continues(sentence: Sentence, before: tuple[int, int], span: tuple[int, int]) -> bool:
    """True for "quality of the food": a measure and what it measures are one term."""
    between = sentence.words[before[1] : span[0]]
    return between in (["of"], ["of", "the"], ["of", "their"]) and sentence.lemmas[before[1] - 1] in _MEASURES


def _is_doing(sentence: Sentence, i: int) -> bool:
    """True for a verb that stands for an aspect: "easy to use", "reasonably priced"."""
    words, kinds = sentence.words, sentence.kinds
    if kinds[i] == "V" and i > 1 and words[i - 1] == "to":
        return words[i - 2] in _EVALUATING
    return words[i] in _MADE and i > 0 and kinds[i - 1] == "R"


def _owner(word: str) -> str:
    """The word before a possessive s, or nothing."""
    return word[:-2] if word.endswith(("'s", "s'")) else ""


def _trimmed(sentence: Sentence, start: int, end: int) -> tuple[int, int] | None:
    stops = not_aspects()
    words, lemmas = sentence.words, sentence.lemmas
    terms = facets().terms
    if start and " ".join(lemmas[start - 1 : end]) in terms:
        return start - 1, end
    if " ".join(lemmas[start:end]) in terms:
        return (start, end) if any(words[k] not in stops for k in range(start, end)) or end - start > 1 else None
    while end - start > 1 and lemmas[end - 1] in _WEAK_HEADS:
        end -= 1
    if all(words[k] in stops or lemmas[k] in stops or _owner(words[k]) in stops for k in range(start, end)):
        return None
    # "my sister's collar" is not the product's
    if _owner(words[start]) in stops or words[start - 1 : start + 1] in _TURNS:
        return None
    if all(kind == "P" for kind in sentence.kinds[start:end]):
        return None
    return start, end
