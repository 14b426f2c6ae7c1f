"""The words of a sentence that judge, with negation, strength and mood worked in."""

from dataclasses import dataclass
from functools import lru_cache

from triptych.aspects.lexicon import EMOJI, Sign, facets, judging_phrases, value_of
from triptych.english.clauses import CONTRAST, clause_numbers
from triptych.english.sentences import Sentence
from triptych.english.words import HARDLY, NONE, NOT, word_set

_NEGATORS = NOT | NONE | HARDLY
_BOOSTERS = {
    **dict.fromkeys(
        word_set(
            "very really extremely super so incredibly absolutely totally completely highly too way much far "
            "truly damn insanely seriously exceptionally particularly especially amazingly unbelievably terribly "
            "awfully quite most all pure"
        ),
        1.25,
    ),
    **dict.fromkeys(
        word_set(
            "slightly somewhat bit little fairly rather kinda sorta sort kind partially mildly occasionally "
            "sometimes pretty relatively"
        ),
        0.75,
    ),
}
WISHES = frozenset(("wish", "wished", "wishing"))
_UNREAL = frozenset(("would", "could", "should", "i'd"))
_UNREALISING = WISHES | _UNREAL | {"needs"}
_ASKING = word_set("is are does do can will has should")
_THINKING = word_set("expect expected thought imagine imagined believed forget wait stop help hesitate realize")
_RELIEVING = word_set(
    "calms calm calmed calming reduces reduce reduced reducing relieves relieve relieved eases ease eased "
    "fixes fixed fix stops stopped cures cured heals healed soothes soothed toned fades faded prevents "
    "prevented clears cleared eliminates eliminated fewer"
)
_GONE = word_set(
    "gone disappeared vanished faded none zero eased reduced cleared healed calmer calmed normal better "
    "less nil down subsided settled went quieter stopped anymore closed"
)
_BETTER = word_set("better happier easier faster smoother cleaner softer simpler")
_BEFORE_NOUNS = word_set("no zero without few less lack")
_REACH_OF_NOT = 5
_REACH_OF_WISH = 10
_REACH_OF_WOULD, _REACH_OF_BETTER = 4, 6
_SILENT = frozenset("TISOCMBWA0")
"""Kinds of word that never judge."""
TOO = 1.6
"""How bad it is to be "too" something that is neither good nor bad."""
_SIGN = 0.5
_PRAISE = 2.4
"""What is called so good is not blamed for being "too" good."""

Span = tuple[int, int]
"""The positions of a first word and one past the last."""


@dataclass(slots=True)
class Judging:
    """A word or phrase that judges: where it stands, how good it calls things, and by how much context turned it."""

    start: int
    end: int
    value: float
    factor: float
    attributive: bool
    hint: str = ""
    is_too: bool = False
    is_settled: bool = False
    facet: str = ""
    """The facet that a turn of phrase speaks of and judges: where that is out of place, it judges nothing."""

    @property
    def worth(self) -> float:
        """Its value with negation, strength and mood worked in."""
        return self.value * self.factor


@dataclass(slots=True)
class JudgedSentence:
    """A sentence with its clauses and its judging words."""

    sentence: Sentence
    clauses: list[int]
    turns: list[int]
    judgings: list[Judging]
    signs: list[tuple[int, int, Sign]]
    """The turns of phrase that speak of a facet, each with its first word and one past the last."""


def judge_words(sentence: Sentence) -> JudgedSentence:
    """The judging words of a sentence, with negation, strength and mood worked in."""
    clauses, turns = clause_numbers(sentence)
    found = _phrases(sentence)
    taken = {k for judging in found for k in range(judging.start, judging.end)}
    found += [
        judging
        for i, kind in enumerate(sentence.kinds)
        if kind not in _SILENT and i not in taken and (judging := _word(sentence, i))
    ]
    signs = facets().signs.found_in(sentence.words, sentence.lemmas)
    taken = {k for judging in found for k in range(judging.start, judging.end)}
    found += _from_signs(signs, taken)
    for judging in found:
        judging.factor = turned(judging.start, judging.value or 1.0, judging.attributive, sentence, clauses)
    found.sort(key=lambda judging: judging.start)
    return JudgedSentence(sentence, clauses, turns, found, signs)


def _word(sentence: Sentence, i: int) -> Judging | None:
    word, kind, lemma = sentence.words[i], sentence.kinds[i], sentence.lemmas[i]
    if kind == ".":
        value = EMOJI.get(word, 0.0)
        return Judging(i, i + 1, value, 1.0, False) if value else None
    value, hint = _worth_of(word, kind, lemma)
    is_too = (
        kind in "JR" and i > 0 and sentence.words[i - 1] == "too" and value < _PRAISE and word not in ("much", "many")
    )
    if not value and not hint and not is_too:
        return None
    if is_too and not hint:
        return Judging(i, i + 1, -(abs(value) or TOO), 1.0, True)
    if kind == "R" and i + 1 < len(sentence) and sentence.kinds[i + 1] in "JR":
        following = value_of(sentence.words[i + 1], sentence.kinds[i + 1], sentence.lemmas[i + 1])
        if following or sentence.words[i + 1] in facets().hints:
            return None
    is_settled = kind == "J" and i + 1 < len(sentence) and sentence.kinds[i + 1] in "NP"
    return Judging(i, i + 1, value, 1.0, kind == "J", hint, is_too, is_settled)


@lru_cache(maxsize=10_000)
def _worth_of(word: str, kind: str, lemma: str) -> tuple[float, str]:
    """How good a word is, and the word itself where that depends on what it is said of."""
    return value_of(word, kind, lemma), word if word in facets().hints and kind in "JRVD" else ""


def _phrases(sentence: Sentence) -> list[Judging]:
    found: list[Judging] = []
    end_of_last = 0
    hits = judging_phrases().found_in(sentence.words, sentence.lemmas)
    for start, end, value in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        if start >= end_of_last:
            found.append(Judging(start, end, value, 1.0, False))
            end_of_last = end
    return found


def _from_signs(signs: list[tuple[int, int, Sign]], taken: set[int]) -> list[Judging]:
    """Turns of phrase that speak of a facet and judge it, where no other judging word stands."""
    found: list[Judging] = []
    common = facets().common
    for start, end, sign in signs:
        if sign.value is None or not taken.isdisjoint(range(start, end)):
            continue
        facet = "" if sign.facet in common else sign.facet
        found.append(Judging(start, end, sign.value * _SIGN, 1.0, False, facet=facet))
        taken.update(range(start, end))
    return found


def turned(start: int, value: float, attributive: bool, sentence: Sentence, clauses: list[int]) -> float:
    """By how much what stands before a judging word turns it: negation, strength, wishes, the merely possible."""
    words, kinds = sentence.words, sentence.kinds
    clause = clauses[start]
    factor = 1.0
    for k in range(start - 1, max(-1, start - 1 - _REACH_OF_NOT), -1):
        word = words[k]
        if clauses[k] != clause or word in (",", ":"):
            break
        if kinds[k] == "X" or word in _NEGATORS or (word == "far" and words[k + 1] == "from"):
            if _is_negated(word, words, kinds, k, start):
                factor *= -0.7 if value > 0 else -0.6
            break
        if start - k <= 2:
            factor *= _BOOSTERS.get(word, 1.25 if start - k == 1 and kinds[k] == "R" and word.endswith("ly") else 1.0)
    if value > 0 and factor > 0 and is_unreal(start, words, clauses):
        factor *= -0.6
    if sentence.is_question:
        factor *= 0.1 if words[0] in _ASKING else 0.4
    return factor


def is_relieved(sentence: Sentence, clauses: list[int], start: int, end: int) -> bool:
    """True where something bad goes or is gone: "calms the flaking", "the dry patches are gone", "lag: none"."""
    words = sentence.words
    if not _RELIEVING.isdisjoint(words[max(0, start - 4) : start]):
        return True
    for k in range(end, min(end + 7, len(words))):
        if words[k] in _GONE and clauses[k] == clauses[start] and words[k + 1 : k + 2] != ["in"]:
            return True
    return False


def _is_negated(word: str, words: list[str], kinds: list[str], at: int, start: int) -> bool:
    """True where a negation reaches a judging word: "no" ends with its noun, "never thought" denies the thought."""
    between = words[at + 1 : start]
    # "never slept better", "have not slept this well in years" praise
    if words[start] in _BETTER and (word in ("never", "couldn't") or _is_best(words, start)):
        return False
    if word not in _BEFORE_NOUNS and ("this" in between[1:] or words[start + 1 : start + 2] == ["this"]):
        return False
    if between[:1] in (["only"], ["just"]) or not _THINKING.isdisjoint(between):
        return False
    return word not in _BEFORE_NOUNS or not any(kind in "NP" for kind in kinds[at + 1 : start])


def _is_best(words: list[str], start: int) -> bool:
    """True for "not found a better deal than this"."""
    return any(words[k : k + 2] in (["than", "this"], ["than", "these"]) for k in range(start + 1, start + 5))


def is_wished(judged: JudgedSentence, span: Span) -> bool:
    """True for a thing that one wishes for or wishes otherwise: "wish the strap were longer"."""
    words, kinds, clauses = judged.sentence.words, judged.sentence.kinds, judged.clauses
    if WISHES.isdisjoint(words):
        return False
    for k in range(span[0] - 1, max(-1, span[0] - 1 - _REACH_OF_WISH), -1):
        if clauses[span[0]] - clauses[k] > 1 or words[k] in CONTRAST or (words[k] == "," and kinds[k + 1] != "J"):
            return False
        if words[k] in WISHES:
            return True
    return False


def is_unreal(start: int, words: list[str], clauses: list[int]) -> bool:
    """True behind "I wish it were", "could be", "should have been"; "would" reaches on to "so much smarter"."""
    if _UNREALISING.isdisjoint(words):
        return False
    reach = _REACH_OF_BETTER if words[start].endswith("er") else _REACH_OF_WOULD
    for k in range(start - 1, max(-1, start - 1 - _REACH_OF_WISH), -1):
        if words[k] == "," and clauses[k] != clauses[k - 1]:
            return False
        if clauses[k] != clauses[start] and words[k] not in WISHES:
            continue
        if words[k] in WISHES:
            return True
        if words[k] == "needs" and start - k <= 4:
            return True
        if words[k] in _UNREAL and start - k <= reach and words[k + 1] in ("be", "have", "prefer", "like"):
            return True
    return False
