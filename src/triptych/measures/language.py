"""Errors of grammar, spelling and punctuation, word order, hard words, and sentences that are none."""

from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.meanings import common_words
from triptych.english.sentences import Sentence
from triptych.measures._analysis import Analysis, Measured, NothingToMeasure, bad, good, growing
from triptych.measures._language_errors import LanguageError, find_language_errors, is_known, usualness
from triptych.measures._text import brief, is_verbless, sentence_text, wording

_ODD, _GARBLED = -3.05, -3.6
"""Usualness that written English keeps above, and that word salad falls below."""
_BY_CHANCE, _ONE_MAY_BE = 0.12, 0.5
"""Share of odd sentences that sound texts reach (names and figures look odd too), and how much of one is forgiven."""
_FEWEST_WORDS = 5
_RARE_WORDS, _GARBLED_BY = 0.08, 6.0
"""The share of words outside the dictionary that sound texts reach, and how fast broken words make a text garbled."""
_SHORT_WORD, _FEWEST_SPOKEN = 2, 10
_SERIOUS = 2.0
_HABIT = 0.6
"""A slip in so many of the sentences is how the whole text is written (no capitals, blanks before full stops): a reader
sees one oddity, not many errors."""
_HARD_WORD, _LONG_SENTENCE, _LONG_CELL = 9, 45, 30
_MOST_NOTES = 8


@dataclass(frozen=True, slots=True)
class Language(Measured):
    """How the text is written; the value falls with errors and odd order."""

    errors: float = bad()
    usual: float = good(0.5)
    """How usual the order of its words is, among texts that people write."""
    verbless: float = bad()
    """The share of sentences that are none: lists of words without a verb."""
    unasserted: float = bad()
    """The share of sentences that ask, suppose or deny, where that is how most of the text is written."""
    hard: float = bad()
    """How often a reader must stop: rare terms, words that point nowhere, sentences and cells without an end."""
    full: float = good()
    """How long its sentences are: remarks of a few words are none."""


def measure(analysis: Analysis) -> Language:
    """1 for a text without an error; garbled texts come near 0."""
    sentences, read = analysis.sentences, analysis.read
    phrases = read[len(sentences) :]
    if not read:
        raise NothingToMeasure("no sentence to look at")
    familiar = set[str]().union(*(sources.vocabulary for sources in analysis.sources))
    errors = [*find_language_errors(sentences, familiar), *find_language_errors(phrases, familiar, are_phrases=True)]
    habits = _habits(errors, len(sentences))
    weight = sum(_SERIOUS if error.is_serious else 1.0 for error in errors if error.kind not in habits)
    # A cell counts like a quarter of a sentence.
    density = weight / max(1.0, len(sentences) + len(phrases) / 4) + 0.1 * len(habits)
    usual = [usualness(sentence) for sentence in sentences if _has_order(sentence)]
    odd = min(1.0, _odd_share(usual) + _GARBLED_BY * max(0.0, _unknown_share(read, familiar) - _RARE_WORDS))
    hard = list(dict.fromkeys(_hard(analysis)))
    spoken = [sentence for sentence in sentences if sum(word[0].isalpha() for word in sentence.words) > 1]
    mean = sum(usual) / len(usual) if usual else -2.5
    return Language(
        max(0.0, 1 - density / 3 - odd - 0.1 * len(habits)),
        (*_notes(read, errors, odd, bool(phrases)), *hard[:_MOST_NOTES]),
        certainty=min(1.0, 0.4 + len(read) / 8),
        errors=growing(density, 0.5),
        usual=min(1.0, max(0.0, (mean + 4) / 3)),
        verbless=sum(map(is_verbless, spoken)) / max(1, len(spoken)),
        unasserted=len(analysis.unasserted) / max(1, len(sentences)),
        hard=growing(len(hard) / max(3.0, len(sentences) + len(phrases) / 6), 0.5),
        full=growing(sum(map(len, sentences)) / max(1, len(sentences)), 12.0),
    )


def _hard(analysis: Analysis) -> Iterator[str]:
    """What makes a reader stop."""
    heard = frozenset(w for s in analysis.sources for r in s.review_rows for w in s.clauses[r].lemmas)
    query = (analysis.case.query or "").lower()
    for sentence in analysis.read:
        for word, lemma in zip(sentence.words, sentence.lemmas, strict=True):
            is_rare = len(word) >= _HARD_WORD and word.isalpha() and word not in common_words()
            if is_rare and lemma not in heard and word not in query:
                yield f"Hard word: “{word}”."
        if len(sentence) > _LONG_SENTENCE:
            yield f"A sentence of {len(sentence)} words: “{brief(sentence_text(sentence))}”."
    for piece in analysis.pieces:
        yield from (f"Unclear: “{words}”." for words in wording("unclear").found_in(piece.text))
        if piece.is_cell and len(piece.text.split()) > _LONG_CELL:
            yield f"Crowded cell: “{brief(piece.text)}”."


def _unknown_share(read: list[Sentence], familiar: set[str]) -> float:
    """The share of small words of three letters or more that are no words, here or in the sources."""
    unknown = spoken = 0
    for sentence in read:
        for word, lemma, start in zip(sentence.words, sentence.lemmas, sentence.starts, strict=True):
            if len(word) > _SHORT_WORD and word.isalpha() and sentence.text[start].islower():
                spoken += 1
                unknown += word not in familiar and lemma not in familiar and not is_known(word)
    return unknown / max(_FEWEST_SPOKEN, spoken)


def _habits(errors: list[LanguageError], sentences: int) -> set[str]:
    """The kinds of typographic error that run through the whole text."""
    at = {kind: len({one.start for one in errors if one.kind == kind}) for kind in ("capitalisation", "spacing")}
    return {kind for kind, count in at.items() if sentences > 1 and count >= _HABIT * sentences}


def _notes(read: list[Sentence], errors: list[LanguageError], odd: float, has_cells: bool) -> tuple[str, ...]:
    where = f"{len(read)} sentence{'' if len(read) == 1 else 's'}{' and cells' if has_cells else ''}"
    notes = [f"{len(errors) or 'No'} language error{'' if len(errors) == 1 else 's'} in {where}."]
    notes += [f"{n}. {error.kind}: “{error.quote}”" for n, error in enumerate(errors[:_MOST_NOTES], start=1)]
    if odd > 0:
        ordered = (sentence for sentence in read if _has_order(sentence))
        worst = min(ordered, key=usualness, default=read[0])
        notes.append(f"Words stand in an unusual order, as in “{brief(sentence_text(worst))}”.")
    return tuple(notes)


def _has_order(sentence: Sentence) -> bool:
    """True for a sentence with more than a few words, not mostly figures, and without a quote in it."""
    if "  " in sentence.text[sentence.starts[0] : sentence.ends[-1]]:
        return False
    letters = sum(word[0].isalpha() for word in sentence.words)
    return letters > _FEWEST_WORDS and letters > 0.7 * len(sentence)


def _odd_share(usual: list[float]) -> float:
    """How much of some sentences stands in an odd order, beyond what chance brings."""
    oddness = (min(1.0, max(0.0, (_ODD - value) / (_ODD - _GARBLED))) for value in usual)
    odd = sum(oddness) - _BY_CHANCE * len(usual) - _ONE_MAY_BE
    return max(0.0, odd) / max(1.0, (1 - _BY_CHANCE) * len(usual))
