"""The share of statements that give a detail — a figure, a part, a use, a cause — and not only general praise."""

import re
from functools import lru_cache

from triptych.english.wordings import Wording
from triptych.english.words import word_set
from triptych.measures._analysis import Analysis, sentence_text
from triptych.measures._clauses import Clause, brief, content_lemmas, is_verbless, one_line, tagged
from triptych.measures._counts import COUNT
from triptych.measures._language import facets, value_of
from triptych.measures._measured import Measured
from triptych.measures._phrases import FOR_WHOM
from triptych.measures._pieces import Piece
from triptych.measures._spelling import is_known
from triptych.measures._support import TELLING, told_words

_DETAIL = Wording(
    r"\d|\b(?:because|so that|instead of|than|until|unless|within|after|during|when|whenever|under|"
    r"without|except|despite|"
    r"even (?:in|on|with|during|after)|while|per|twice|each time)\b",
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
_COUNTED = re.compile(r"\b\d+ (?:of|out of) \d+\b|\b(?:by|for) \d+\b(?! ?[a-z%°])", re.IGNORECASE)
_FEWEST_WORDS, _FEWEST_IN_CLAUSE = 2, 4
_LONG_LIST = 12
_MOST_NOTES = 6


def measure(analysis: Analysis) -> Measured:
    """Specific statements among all; a repeated statement counts once."""
    statements = _statements(analysis)
    if not statements:
        return Measured(None, ("the text makes no statement",))
    specific = [min(1.0, weight) for _, weight in statements]
    share = sum(weight >= 1 for weight in specific) / len(specific)
    vague = [text for text, weight in statements if weight < 1]
    notes = [f"{len(statements) - len(vague)} of {len(statements)} statements are specific; generic ones:"]
    notes += [f"{n}. “{brief(text)}”" for n, text in enumerate(vague[:_MOST_NOTES], start=1)]
    return Measured(
        share,
        tuple(notes),
        certainty=min(1.0, len(statements) / 6),
        faults=len(vague),
        of=len(statements),
        figures={"soft": sum(specific) / len(specific)},
    )


def _statements(analysis: Analysis) -> list[tuple[str, float]]:
    """What is said, each once for its product, with how specific it is: clauses of prose, values, pros and cons."""
    found: dict[tuple[str, int | None], tuple[str, float]] = {}
    vocabulary = frozenset[str]().union(*(sources.vocabulary for sources in analysis.sources))
    for piece in analysis.cells:
        lemmas = _value_lemmas(piece)
        weight = _specific_words(lemmas, piece.text, vocabulary)
        if piece.place == "value" and any(_is_own(lemma, piece.label) for lemma in lemmas):
            # The label says what it is about: any word of its own makes a value a detail.
            weight = 1.0
        found.setdefault((piece.said.lower(), piece.product), (piece.said, weight))
    for text, lemmas in _whole_clauses(analysis):
        found.setdefault((text.lower(), None), (text, _specific_words(lemmas, text, vocabulary)))
    return list(found.values())


def _is_own(lemma: str, label: str) -> bool:
    """True for a word that a value adds to its label: "cover" for a noise, but neither "quiet" nor "noise" itself."""
    if not _is_general(lemma):
        return True
    is_thing = lemma in facets().terms and not value_of(lemma, "J", lemma) and lemma not in _GENERIC
    return is_thing and lemma not in label.lower()


def _value_lemmas(piece: Piece) -> tuple[str, ...]:
    return tuple(lemma for sentence in tagged(piece.text) for lemma in content_lemmas(sentence))


def _whole_clauses(analysis: Analysis) -> list[tuple[str, tuple[str, ...]]]:
    """Clauses that stand together, with the words they quote: one that only says who thinks so goes with the rest."""
    found: list[Clause] = []
    advice = [bool(FOR_WHOM.search(sentence_text(sentence))) for sentence in analysis.sentences]
    listed = [is_verbless(sentence) and len(sentence) >= _LONG_LIST for sentence in analysis.sentences]
    own = [clause for clause in analysis.clauses if not clause.is_quoted and not listed[clause.sentence]]
    for clause, quoting in zip(own, _with_quotes(own, analysis), strict=True):
        if advice[clause.sentence]:
            continue
        last = found[-1] if found and found[-1].sentence == clause.sentence else None
        if last and (_says_little(clause) or len(last.text.split()) < _FEWEST_IN_CLAUSE):
            text = f"{last.text} {clause.text}"
            found[-1] = last._replace(end=clause.end, text=text, lemmas=(*last.lemmas, *quoting.lemmas))
        else:
            found.append(quoting)
    return [(one_line(analysis.text[clause.start : clause.end]), clause.lemmas) for clause in found]


def _with_quotes(own: list[Clause], analysis: Analysis) -> list[Clause]:
    """The clauses of the writer's own, each with what it quotes."""
    found = own[:]
    for quoted in (clause for clause in analysis.clauses if clause.is_quoted):
        place = next((n for n, clause in enumerate(own) if clause.end >= quoted.end), len(own) - 1)
        lemmas = (*found[place].lemmas, *quoted.lemmas)
        found[place] = found[place]._replace(start=min(found[place].start, quoted.start), lemmas=lemmas)
    return found


def _says_little(clause: Clause) -> bool:
    """True for a clause that says nothing of the product: a few words, or only who is of which mind."""
    return len(clause.text.split()) < _FEWEST_IN_CLAUSE or not told_words(clause.lemmas)


def _specific_words(lemmas: tuple[str, ...], text: str, vocabulary: frozenset[str]) -> float:
    """How much detail a statement gives; 1 is enough to call it specific."""
    # How many reviewers say so is no detail of what they say.
    rest = _COUNTED.sub("", text)
    for counted in COUNT.finditer(rest):
        rest = rest.replace(counted[0], "")
    if any(character.isdigit() for character in rest):
        return 1.0
    weighty = {lemma for lemma in lemmas if not _is_general(lemma) and not lemma.isdigit()}
    # A string of letters is no detail.
    weighty = {
        lemma for lemma in weighty if "-" in lemma or is_known(lemma) or not lemma.islower() or lemma in vocabulary
    }
    return len(weighty) / _FEWEST_WORDS + (0.5 if weighty and _DETAIL.search(text) else 0.0)


@lru_cache(maxsize=10_000)
def _is_general(lemma: str) -> bool:
    if lemma in _GENERIC or lemma in TELLING:
        return True
    return lemma in facets().terms or bool(value_of(lemma, "J", lemma)) or bool(value_of(lemma, "V", lemma))
