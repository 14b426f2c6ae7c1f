"""Where one clause of a sentence ends and the next begins, and where the mood turns."""

from bisect import bisect_left

from triptych.english.sentences import Sentence
from triptych.english.words import word_set

CONTRAST = word_set("but however although though except yet whereas nevertheless nonetheless otherwise lekin")
_CONCEDING = word_set("while although though despite besides")
_ASIDE = word_set("even though aside apart other from than in spite")
_LINKS = word_set("and or so because while since as when which that if then plus also")
_OPENING = _LINKS | {","}
_BREAKS = frozenset((";", "–", "—", "-", "(", ")", "...", "…"))
_POINTING = frozenset(("this", "these", "those"))
_REACH = 6


def clause_numbers(sentence: Sentence) -> tuple[list[int], list[int]]:
    """For each word the number of its clause, and for each clause how often the mood has turned before it."""
    if sentence.clauses is None:
        sentence.clauses = _numbered(sentence.words, sentence.kinds)
    return sentence.clauses


def _numbered(words: list[str], kinds: list[str]) -> tuple[list[int], list[int]]:
    numbers: list[int] = []
    turns = [0]
    clause = 0
    conceding = words[0] in _CONCEDING or (words[0] in _ASIDE and len(words) > 1 and words[1] in _ASIDE)
    for i, word in enumerate(words):
        turn = word in CONTRAST and not (word in ("though", "yet", "except") and i == len(words) - 2)
        if word == "however" and i and kinds[i - 1] != ".":
            turn = False
        if conceding and word == "," and i > 2:
            turn, conceding = True, False
        if i and (turn or word in _BREAKS or (word in _OPENING and _opens_clause(words, kinds, i))):
            clause += 1
            turns.append(turns[-1] + turn)
        numbers.append(clause)
    return numbers, turns


def first_of_clause(clauses: list[int], at: int) -> int:
    """The first word of the clause that a word stands in."""
    return bisect_left(clauses, clauses[at])


def _opens_clause(words: list[str], kinds: list[str], i: int) -> bool:
    """True at a comma or link word that a new subject and its verb follow."""
    if words[i - 1] in _OPENING or kinds[i - 1] == "M" or (kinds[i - 1] == "B" and words[i] == "also"):
        return False
    if words[i] in (",", "and", "or") and not _has_verb(words, kinds, i):
        return False
    if words[i] == "that" and (kinds[i - 1] in "XB" or kinds[min(i + 1, len(kinds) - 1)] in "JR"):
        return False
    seen_subject = False
    for k in range(i + 1, min(i + 1 + _REACH, len(kinds))):
        kind = kinds[k]
        if words[k] in CONTRAST or (words[k] == "," and k > i + 1):
            return False
        if kind == "S":
            return True
        if kind in "NPO" or words[k] in _POINTING:
            seen_subject = True
        elif kind in "BMVDX":
            return seen_subject or (words[i] not in ("and", "or", ",", "also") and kind != "X")
        elif kind not in "TJRCG0" and words[k] not in (",", "and", "that"):
            return False
    return False


def _has_verb(words: list[str], kinds: list[str], i: int) -> bool:
    """True where a verb stands between the last break and here."""
    for k in range(i - 1, -1, -1):
        if kinds[k] in "VDBM":
            return True
        if words[k] in CONTRAST or words[k] in (";", ":"):
            return False
    return False
