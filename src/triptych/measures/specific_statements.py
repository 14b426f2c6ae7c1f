"""The share of statements that give a detail — a figure, a part, a use, a cause — and not only general praise."""

import re
from functools import lru_cache

from triptych.measures._analysis import Analysis
from triptych.measures._clauses import Clause, clauses_of, content_lemmas, tagged
from triptych.measures._language import facets, value_of, word_set
from triptych.measures._measured import Measured
from triptych.measures._pieces import Piece
from triptych.measures._support import TELLING

_DETAIL = re.compile(
    r"\d|\b(?:because|so that|instead of|than|until|unless|within|after|during|when|whenever|under|"
    r"without|except|despite|"
    r"even (?:in|on|with|during|after)|while|per|twice|each time)\b",
    re.IGNORECASE,
)
_GENERIC = word_set(
    "quality product design look performance price value experience comfort feature package device "
    "appliance model thing "
    "aspect area situation condition expectation need purpose task everyday daily life way amount level point result "
    "convenience reliability functionality style material option category kind type friend family home work fun "
    "impression improvement question difference detail part future deal money buy sell own use usage user-friendly "
    "usability durability ease overall rest everything anything something nothing sense world fact "
    "reason side case end "
    "beginning whole general certain particular active advantage disadvantage market brand company industry class range"
)
_FEWEST_WORDS = 2
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """Specific statements among all; a repeated statement counts once."""
    statements = _statements(analysis)
    if not statements:
        return Measured(None, ("the text makes no statement",))
    marks = [(text, _specific_words(lemmas, text)) for text, lemmas in statements]
    specific = [min(1.0, weight) for _, weight in marks]
    share = sum(weight >= 1 for weight in specific) / len(specific)
    vague = [text for text, weight in marks if weight < 1]
    notes = [f"{len(statements) - len(vague)} of {len(statements)} statements are specific; generic ones:"]
    notes += [f"{n}. “{text[:70]}”" for n, text in enumerate(vague[:_MOST_NOTES], start=1)]
    return Measured(
        share,
        tuple(notes),
        certainty=min(1.0, len(statements) / 6),
        faults=len(vague),
        of=len(statements),
        figures={"soft": sum(specific) / len(specific)},
    )


def _statements(analysis: Analysis) -> list[tuple[str, tuple[str, ...]]]:
    """What is said, each once: clauses of prose that hold a word of weight, values, pros and cons."""
    found: dict[str, tuple[str, ...]] = {}
    for piece in analysis.pieces:
        if piece.place in ("value", "pro", "con"):
            text = f"{piece.label}: {piece.text}" if piece.place == "value" else piece.text
            found.setdefault(text.lower(), _value_lemmas(piece))
    for clause in _whole_clauses(analysis):
        found.setdefault(clause[0].lower(), clause[1])
    return list(found.items())


def _value_lemmas(piece: Piece) -> tuple[str, ...]:
    return tuple(lemma for sentence in tagged(piece.text) for lemma in content_lemmas(sentence))


def _whole_clauses(analysis: Analysis) -> list[tuple[str, tuple[str, ...]]]:
    """Clauses of a sentence that stand together: one without a word of its own goes with the one before."""
    found: list[tuple[str, tuple[str, ...]]] = []
    last: Clause | None = None
    for clause in clauses_of(analysis.sentences):
        is_same = last is not None and last.sentence == clause.sentence
        if is_same and (len(clause.text.split()) < 4 or len(found[-1][0].split()) < 4):
            found[-1] = f"{found[-1][0]} {clause.text}", (*found[-1][1], *clause.lemmas)
        else:
            found.append((clause.text, clause.lemmas))
        last = clause
    return found


def _specific_words(lemmas: tuple[str, ...], text: str) -> float:
    """How much detail a statement gives; 1 is enough to call it specific."""
    if any(character.isdigit() for character in text):
        return 1.0
    weighty = {lemma for lemma in lemmas if not _is_general(lemma)}
    return len(weighty) / _FEWEST_WORDS + (0.5 if weighty and _DETAIL.search(text) else 0.0)


@lru_cache(maxsize=10_000)
def _is_general(lemma: str) -> bool:
    if lemma in _GENERIC or lemma in TELLING:
        return True
    return lemma in facets().terms or bool(value_of(lemma, "J", lemma)) or bool(value_of(lemma, "V", lemma))
