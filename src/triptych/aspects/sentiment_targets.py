"""How a sentence leans on the things it names."""

from dataclasses import dataclass
from typing import NamedTuple

from triptych.aspects.lexicon import facets
from triptych.aspects.opinion_words import TOO, JudgedSentence, Judging, Span, is_wished
from triptych.english.clauses import first_of_clause
from triptych.english.sentences import Sentence
from triptych.english.words import denies, word_set

_BESIDE = word_set("than unlike versus vs over compared")
_SAME_CLAUSE, _NEXT_CLAUSE, _FAR_CLAUSE = 0.8, 0.6, 0.5
_SETTLED = 0.7
_BESIDE_OWN = 0.7
_OF_SOME_KIND = 0.4
"""What a turn of phrase of some kinds of product is worth where nobody knows the kind."""

_WISHED = -1.6
_MISSING = -1.6
_ANOTHER = -0.6
_OTHERS = word_set("old older previous last earlier former")
_ANY_OTHER = (["other", "brands"], ["other", "ones"], ["anything", "else"], ["most", "others"])
_FORMERLY = (["others"], ["earlier"], ["previously"], ["formerly"], ["normally"])
_OWNING = word_set("my our the a his her their that")
_OPENING_OTHERS = _OWNING | {opening[0] for opening in (*_FORMERLY, *_ANY_OTHER)}
_BEFORE_SUBJECTS = word_set("and but , because while whereas now then so when where which")
_AGES = word_set("year years yr month months week weeks")
_DISBELIEVING = word_set("believe expect think imagine mind regret hesitate")
_OWNERS = word_set("cousin sister brother friend neighbor neighbour colleague wife husband mom mother dad roommate")


class Hint(NamedTuple):
    """A word whose worth depends on what it is said of."""

    word: str
    value: float
    factor: float
    is_too: bool
    facet: str = ""
    """The facet, not common to all products, whose turn of phrase this is."""

    def worth(self, table: dict[str, float]) -> float:
        """Its worth by a facet's table."""
        value = table.get(self.word, self.value)
        return -(abs(value) or TOO) * abs(self.factor) if self.is_too else value * self.factor


class Quality(NamedTuple):
    """An adjective that is said of something."""

    word: str
    """As one would repeat it."""
    worth: float
    """0 where that depends on the facet."""
    start: int


@dataclass(slots=True)
class Leaning:
    """How a sentence leans on one span: what is said of the span itself, and what is said around it."""

    value: float = 0.0
    hints: tuple[Hint, ...] = ()
    beside: float = 0.0
    hints_beside: tuple[Hint, ...] = ()
    qualities: tuple[Quality, ...] = ()
    """What is said of this very span in so many words."""
    is_plainly_own: bool = False
    """True where a word judges this very span that means the same of whatever it is said."""
    is_of_another: bool = False
    """True where another product is spoken of: quoted, it would say the opposite of what is meant of this one."""

    @property
    def is_own(self) -> bool:
        """True where some word judges this very span, and not only its surroundings."""
        return self.is_plainly_own or bool(self.hints)

    @property
    def is_empty(self) -> bool:
        """True where nothing judges, near or far."""
        return not (self.value or self.beside or self.hints or self.hints_beside)

    def add(self, judging: Judging, pull: float, worth: float, is_own: bool) -> None:
        """Take in a judging word that pulls so much and is then worth so much."""
        if judging.hint or judging.facet:
            hint = Hint(judging.hint, judging.value, judging.factor * pull, judging.is_too, judging.facet)
            if is_own:
                self.hints += (hint,)
            else:
                self.hints_beside += (hint,)
        elif is_own:
            self.is_plainly_own = True
            self.value += worth
        else:
            self.beside += worth

    def settle(self, value: float) -> None:
        """Let this be the leaning, whatever the words alone say."""
        self.value, self.beside, self.hints, self.hints_beside = value, 0.0, (), ()
        self.is_plainly_own = True

    def turn(self, factor: float) -> None:
        """Multiply the whole leaning."""
        self.value *= factor
        self.beside *= factor
        self.hints = tuple([hint._replace(factor=hint.factor * factor) for hint in self.hints])
        self.hints_beside = tuple([hint._replace(factor=hint.factor * factor) for hint in self.hints_beside])

    def of(self, facet: str) -> float:
        """The leaning when the span means this facet: what is said of it, else what is said around it."""
        if self.is_plainly_own and not self.hints:
            return self.value
        table = facets().words.get(facet, {})
        own = self.value + sum([hint.worth(table) for hint in self.hints])
        if self.is_own:
            return own
        return own + self.beside + sum([hint.worth(table) for hint in self.hints_beside])

    def whole(self, facet: str) -> float:
        """The leaning with all that is said around the span, whatever it is that is spoken of."""
        table = facets().words.get(facet, {})

        def worth(hint: Hint) -> float:
            return hint.worth(table) * (1.0 if hint.facet in ("", facet) else _OF_SOME_KIND)

        own = self.value + sum(map(worth, self.hints))
        around = self.beside + sum(map(worth, self.hints_beside))
        return own + around * (_BESIDE_OWN if self.is_own else 1.0)


def leanings(judged: JudgedSentence, spans: list[Span]) -> list[Leaning]:
    """How the sentence leans on each of the named spans."""
    found = [Leaning() for _ in spans]
    sentence = judged.sentence
    for judging in judged.judgings:
        owners = owners_of(judging, judged, spans)
        for n, span in enumerate(spans):
            is_own = n in owners
            pull = _pull(span, is_own, judging, judged)
            if not pull:
                continue
            leaning, worth = found[n], judging.worth * pull
            leaning.add(judging, pull, worth, is_own)
            if is_own and pull > 0 and judging.end - judging.start == 1:
                own_worth = 0.0 if judging.hint else worth
                leaning.qualities += quality_at(sentence, judging.start, own_worth, judging.factor < 0)
    for span, leaning in zip(spans, found, strict=True):
        absence = _absence(sentence, span)
        leaning.value += absence
        leaning.is_plainly_own |= bool(absence)
        if leaning.is_empty:
            leaning.value = _mishap(judged, span) or _counterpart(judged, span)
            leaning.is_plainly_own |= "except" in sentence.words[max(0, span[0] - 3) : span[0]]
        if is_about_another(sentence, judged.clauses, span[0]):
            leaning.turn(_ANOTHER)
            leaning.is_of_another = True
        if is_wished(judged, span):
            leaning.settle(_WISHED)
    return found


def quality_at(sentence: Sentence, at: int, worth: float, is_turned: bool) -> tuple[Quality, ...]:
    """The adjective that stands here as one would repeat it: "clear", "easy to clean", "not loud"."""
    words, kinds, lemmas = sentence.words, sentence.kinds, sentence.lemmas
    if kinds[at] != "J" or not words[at].isalpha():
        return ()
    quality = words[at] if words[at].endswith(("ing", "ed")) else lemmas[at]
    if words[at + 1 : at + 2] == ["to"] and kinds[at + 2 : at + 3] == ["V"]:
        quality = f"{quality} to {lemmas[at + 2]}"
    if at and words[at - 1] == "too":
        if worth > 0:
            return ()
        quality = f"too {quality}"
    elif is_turned:
        if kinds[at + 1 : at + 2] in (["N"], ["P"]) or not any(map(denies, words[max(0, at - 2) : at])):
            return ()
        quality = f"not {quality}"
    return (Quality(quality, worth, sentence.starts[at]),)


def is_about_another(sentence: Sentence, clauses: list[int], at: int) -> bool:
    """True in a clause about another product: "my old one left chunks", "my cousin's pair costs double"."""
    words, kinds = sentence.words, sentence.kinds
    first = first_of_clause(clauses, at)
    while first < at and words[first] in _BEFORE_SUBJECTS:
        first += 1
    subject = words[first : first + 4]
    if not subject or subject[0] not in _OPENING_OTHERS:
        return False
    if subject[:1] in _FORMERLY or subject[:2] in _ANY_OTHER:
        return True
    if subject[0] not in _OWNING:
        return False
    for k in range(first + 1, min(first + 4, len(words))):
        if kinds[k] in "BVDM":
            return False
        if words[k] in _OTHERS and words[k - 1] not in _AGES:
            return True
        if words[k].endswith(("'s", "s'")):
            return words[k][:-2] in _OWNERS
    return False


def _absence(sentence: Sentence, span: Span) -> float:
    """What it is worth that a span is said to be missing: "no lumbar support", "lack of ports"."""
    start = span[0]
    words = sentence.words
    if start and words[start - 1] in ("no", "zero"):
        # What no facet knows may as well be a thing one is glad to be without: "no logo", "no stiffness".
        terms = facets().terms
        is_facet = sentence.lemmas[span[1] - 1] in terms or " ".join(sentence.lemmas[slice(*span)]) in terms
        return _MISSING if is_facet else _MISSING / 4
    if start > 1 and words[start - 1] == "of" and words[start - 2] in ("lack", "lacks"):
        return -0.5
    before = words[max(0, start - 5) : start]
    if "expected" in before or ("nothing" in before and "about" in before):
        return -1.2
    return 0.0


def _mishap(judged: JudgedSentence, span: Span) -> float:
    """What a clause with no judging word is worth: what does not do what it should is a complaint."""
    sentence, clauses = judged.sentence, judged.clauses
    clause = clauses[span[0]]
    for k, kind in enumerate(sentence.kinds):
        if clauses[k] != clause:
            continue
        if kind == "X" and any(other in "VDBG" for other in sentence.kinds[k + 1 : k + 4]):
            return 0.0 if sentence.words[k + 1] in _DISBELIEVING else -1.2
        if sentence.words[k] in ("unable", "had") and k + 1 < len(sentence) and sentence.words[k + 1] == "to":
            return -1.0
    return 0.0


def _counterpart(judged: JudgedSentence, span: Span) -> float:
    """What a clause with no judging word is worth beside its "but": the opposite of the other side."""
    turn = judged.turns[judged.clauses[span[0]]]
    other = sum(
        judging.worth for judging in judged.judgings if abs(judged.turns[judged.clauses[judging.start]] - turn) == 1
    )
    return -0.6 if other > 1 else 0.6 if other < -1 else 0.0


def owners_of(judging: Judging, judged: JudgedSentence, spans: list[Span]) -> set[int]:
    """The spans that a judging word speaks of first of all."""
    sentence, clauses = judged.sentence, judged.clauses
    kinds, clause = sentence.kinds, clauses[judging.start]
    if judging.attributive:
        for n, (start, _) in enumerate(spans):
            if judging.end <= start and _BEFORE_NOUN.issuperset(kinds[judging.end : start]):
                return {n}
    before, after = -1, -1
    for n, (start, end) in enumerate(spans):
        if start <= judging.start < end:
            return {n}
        if end <= judging.start and clauses[end - 1] == clause:
            before = n
        if after < 0 and start >= judging.end and clauses[start] == clause:
            after = n
    # "love the screen": a judging verb speaks of what stands behind it, but "drains on calls" not of calls
    is_verb = kinds[judging.start] in "VDG" and not judging.attributive
    if after >= 0 and (before < 0 or (is_verb and "I" not in kinds[judging.end : spans[after][0]])):
        return {after}
    return {before} if before >= 0 else set()


_BEFORE_NOUN = frozenset("JNPG0C")
"""Kinds of word that may stand between an adjective and its noun."""


def _pull(span: Span, owned: bool, judging: Judging, judged: JudgedSentence) -> float:
    """How much a judging word says about a span."""
    words = judged.sentence.words
    if 0 <= span[0] - judging.end < 6 and not _BESIDE.isdisjoint(words[judging.end : span[0]]):
        return -0.4
    if owned:
        return 1.0
    here, there = judged.clauses[span[0]], judged.clauses[judging.start]
    if judged.turns[here] != judged.turns[there]:
        return 0.0
    pull = _SAME_CLAUSE if here == there else _NEXT_CLAUSE if abs(here - there) == 1 else _FAR_CLAUSE
    if judging.is_settled:
        pull *= _SETTLED
    return pull
