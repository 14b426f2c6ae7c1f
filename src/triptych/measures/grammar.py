"""Errors of grammar, spelling, punctuation, capitals and word order, against the number of sentences."""

from triptych.english.sentences import Sentence
from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import brief, is_verbless, tagged
from triptych.measures._language_errors import LanguageError, find_language_errors
from triptych.measures._measured import Measured
from triptych.measures._spelling import is_known
from triptych.measures._word_order import usualness

_ODD, _GARBLED = -3.05, -3.6
"""Usualness that written English keeps above, and that word salad falls below (samples of both: _word_order)."""
_BY_CHANCE = 0.12
"""Share of oddness that sound texts reach: names, figures and rare turns look odd too."""
_ONE_MAY_BE = 0.5
"""Half an odd sentence is forgiven in any text, which matters in short ones."""
_FEWEST_WORDS, _FEWEST_IN_CELL = 5, 3
_FEWEST_CELLS = 4
"""The share of odd ones among fewer cells than this says little: phrases are odd more easily than sentences."""
_RARE_WORDS, _GARBLED_BY = 0.08, 6.0
"""The share of words outside the dictionary that sound texts reach, and how fast broken words make a text garbled."""
_SHORT_WORD, _FEWEST_SPOKEN = 2, 10
_SERIOUS = 2.0
_PROSE_WEIGHT, _FEWEST_SENTENCES = 0.7, 3
"""How much errors of a verdict count by themselves, and the sentences that it is taken to have at least."""
_HABIT = 0.6
"""A slip in so many of the sentences is how the whole text is written (no capitals, blanks before full stops): a reader
sees one oddity, not many errors."""
_MOST = 0.5
_MOST_NOTES = 8
_CELLS = ("value", "pro", "con")


def measure(analysis: Analysis) -> Measured:
    """1 for a text without an error; garbled texts come near 0."""
    phrases = [part for piece in analysis.pieces if piece.place in _CELLS for part in tagged(piece.text)]
    read = [*analysis.sentences, *phrases]
    if not read:
        return Measured(None, ("no sentence to look at",))
    familiar = set[str]().union(*(sources.vocabulary for sources in analysis.sources))
    in_prose = find_language_errors(analysis.sentences, familiar)
    slips = [*in_prose, *find_language_errors(phrases, familiar, are_phrases=True)]
    slips += _uneven_capitals(analysis)
    # The verdict is read as prose; a cell is a phrase and counts like a part of a sentence.
    sentences = len(analysis.sentences) + len(phrases) / 4
    habits = _habits(slips, len(analysis.sentences))
    counted = [slip for slip in slips if slip.kind not in habits]
    weight = _weight(counted)
    usual = [usualness(sentence) for sentence in analysis.sentences if _has_order(sentence, _FEWEST_WORDS)]
    in_cells = [usualness(phrase) for phrase in phrases if _has_order(phrase, _FEWEST_IN_CELL)]
    odd = max(_odd_share(usual, _BY_CHANCE), 0.7 * _odd_share(in_cells, 3 * _BY_CHANCE, _FEWEST_CELLS))
    odd = min(1.0, odd + _GARBLED_BY * max(0.0, _unknown_share(read, familiar) - _RARE_WORDS))
    density = weight / max(1.0, sentences)
    if phrases:
        # Many clean cells do not make up for a verdict full of errors.
        prose = _weight([slip for slip in in_prose if slip.kind not in habits])
        density = max(density, _PROSE_WEIGHT * prose / max(_FEWEST_SENTENCES, len(analysis.sentences)))
    return Measured(
        max(0.0, 1 - density / 3 - odd - 0.1 * len(habits)),
        (*_notes(read, slips, odd, bool(phrases)), *_fragments(analysis.sentences)),
        certainty=min(1.0, 0.4 + sentences / 8),
        faults=weight,
        of=len(read),
        figures={
            "density": density,
            "odd": odd,
            "slips": float(len(slips)),
            "habits": float(len(habits)),
            "usual": sum(usual) / len(usual) if usual else -2.5,
            "verbless": _verbless_share(analysis.sentences),
            "unasserted": len(analysis.unasserted) / max(1, len(analysis.sentences)),
            "words": float(sum(word[0].isalpha() for sentence in read for word in sentence.words)),
        },
    )


def _weight(slips: list[LanguageError]) -> float:
    return sum(_SERIOUS if slip.is_serious else 1.0 for slip in slips)


def _verbless_share(sentences: list[Sentence]) -> float:
    """The share of the running text's sentences that are none: words of a table or list without a verb."""
    said = [sentence for sentence in sentences if sum(word[0].isalpha() for word in sentence.words) > 1]
    return sum(is_verbless(sentence) for sentence in said) / max(1, len(said))


def _unknown_share(read: list[Sentence], familiar: set[str]) -> float:
    """The share of small words of three letters or more that are no words, here or in the sources."""
    unknown = spoken = 0
    for sentence in read:
        for word, lemma, start in zip(sentence.words, sentence.lemmas, sentence.starts, strict=True):
            if len(word) > _SHORT_WORD and word.isalpha() and sentence.text[start].islower():
                spoken += 1
                unknown += word not in familiar and lemma not in familiar and not is_known(word)
    return unknown / max(_FEWEST_SPOKEN, spoken)


def _habits(slips: list[LanguageError], sentences: int) -> set[str]:
    """The kinds of typographic slip that run through the whole text."""
    at = {kind: len({slip.start for slip in slips if slip.kind == kind}) for kind in ("capitalisation", "spacing")}
    return {kind for kind, count in at.items() if sentences > 1 and count >= _HABIT * sentences}


def _notes(read: list[Sentence], slips: list[LanguageError], odd: float, has_cells: bool) -> tuple[str, ...]:
    where = f"{len(read)} sentence{'' if len(read) == 1 else 's'}{' and cells' if has_cells else ''}"
    notes = [f"{len(slips) or 'No'} language error{'' if len(slips) == 1 else 's'} in {where}."]
    notes += [f"{n}. {slip.kind}: “{slip.quote}”" for n, slip in enumerate(slips[:_MOST_NOTES], start=1)]
    if odd > 0:
        worst = min(
            (sentence for sentence in read if _has_order(sentence, _FEWEST_IN_CELL)), key=usualness, default=read[0]
        )
        notes.append(f"Words stand in an unusual order, as in “{brief(sentence_text(worst))}”.")
    return tuple(notes)


def _fragments(sentences: list[Sentence]) -> tuple[str, ...]:
    return ("Most of it is no sentences, but words without a verb.",) if _verbless_share(sentences) > _MOST else ()


def _uneven_capitals(analysis: Analysis) -> list[LanguageError]:
    """Cells that begin with a small letter in a table whose other cells do not."""
    cells = [piece for piece in analysis.pieces if piece.place in _CELLS and piece.text[:1].isalpha()]
    small = [piece for piece in cells if piece.text[0].islower()]
    if not small or len(small) > len(cells) / 4:
        return []
    first = {(piece.label, piece.product): piece for piece in cells if piece.place == "value"}
    return [LanguageError("capitalisation", piece.text[:30], piece.start) for piece in small if piece in first.values()]


def _has_order(sentence: Sentence, fewest: int) -> bool:
    """True for a sentence with more words than this, not mostly figures, and without a quote in it."""
    if "  " in sentence.text[sentence.starts[0] : sentence.ends[-1]]:
        return False
    letters = sum(word[0].isalpha() for word in sentence.words)
    return letters > fewest and letters > 0.7 * len(sentence)


def _odd_share(usual: list[float], by_chance: float, fewest: int = 1) -> float:
    """How much of some sentences stands in an odd order, beyond what chance brings."""
    odd = sum(_oddness(value) for value in usual) - by_chance * len(usual) - _ONE_MAY_BE
    return max(0.0, odd) / max(float(fewest), (1 - by_chance) * len(usual))


def _oddness(usual: float) -> float:
    return min(1.0, max(0.0, (_ODD - usual) / (_ODD - _GARBLED)))
