"""Which reviews are read, and why the others are set aside."""

import hashlib
import re
import unicodedata
from functools import cache

from triptych.english.wordings import Wording
from triptych.english.words import lines_of

FEWEST_WORDS_OF_A_COPY = 4
"""Two people may both write "very nice"; the same longer text twice is a copy."""

_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PLAIN_WORDS = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NOT_TEXT = re.compile(r"<[^<>]{1,40}>|&[a-z]{2,6};")
# The head spares most places of a text the long list: all of it begins with a tag or at the beginning of a word.
_INSTRUCTIONS = Wording(
    r"(?:(?=<)|\b(?=\w))(?:"
    r"<\s*/?\s*score\b|\bscore\s*[-:=]\s*<|"
    r"\b(?:ignore|disregard|override|skip)\b.{0,40}\b(?:instructions?|prompts?|rubrics?|steps|guidelines|rules)\b|"
    r"\bforget\b.{0,40}\b(?:instructions?|prompts?|rubrics?)\b|"
    r"\bsystem\s*(?:note|prompt|message|override)\b|"
    r"\b(?:language model|ai (?:judge|model|assistant|system|grader)|llm|evaluator|grader|whoever is grading)\b.{0,80}"
    r"\b(?:score|rate|grade|output|print|reply|respond|award|give|return|treat)\b|"
    r"\b(?:output|print|reply|respond|answer)\b.{0,30}\b(?:score|with only|only with|exactly)\b.{0,20}\d|"
    r"\b(?:grade|score|rate|give|award)\b.{0,40}\b(?:summary|text|comparison|explanation|opinion|output|listing)\b.{0,40}"
    r"\b(?:5|five|full|highest|maximum|top)\b|"
    r"\b(?:evaluation|judge|grading|developer|admin) mode\b|"
    r"\bas an? (?:ai|language model|judge|evaluator)\b)",
    re.DOTALL,
)
_ASKING = re.compile(
    r"^\W*(?:does|do|did|is|are|was|can|could|will|would|has|have|should|what|which|how|when|where|who|why|any ?one|"
    r"anybody|may|please tell|pls tell)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*")


def why_set_aside(text: str) -> str | None:
    """The reason a review is not read, or None."""
    if not text.strip() or not any(ch.isalnum() or unicodedata.category(ch) == "So" for ch in text):
        return "empty"
    if _INSTRUCTIONS.search(text):
        return "instructions"
    if is_other_language(text):
        return "other language"
    if is_question(text):
        return "question"
    return None


def fingerprint(review_id: str, text: str) -> str:
    """The same for the same text, whatever its capitals and punctuation."""
    words = _words_of(_without_marks(text.lower()).replace("'", "").replace("’", ""))
    numbers = re.findall(r"\d+", text)
    if len(words) < FEWEST_WORDS_OF_A_COPY:
        words = [review_id, "\0", *words]
    return hashlib.blake2b(" ".join(words + numbers).encode(), digest_size=12).hexdigest()


def _without_marks(text: str) -> str:
    return _NOT_TEXT.sub(" ", text) if "<" in text or "&" in text else text


def _words_of(lower: str) -> list[str]:
    """The words of a text in lower case; what has only plain letters is read in half the time."""
    return (_PLAIN_WORDS if lower.isascii() else _WORDS).findall(lower)


@cache
def _small_words() -> tuple[frozenset[str], frozenset[str]]:
    """The commonest words of English, and those of other languages."""
    english: set[str] = set()
    others: set[str] = set()
    for line in lines_of("english/data/languages.txt"):
        name, _, words = line.partition(":")
        (english if name == "en" else others).update(words.split())
    return frozenset(english), frozenset(others - english)


def is_other_language(text: str) -> bool:
    """True for a text that is mostly not English."""
    text = text[:4000]
    if not text.isascii():
        letters = [ch for ch in text if ch.isalpha()]
        if sum(ch > "\u02af" for ch in letters) > 0.4 * len(letters):
            return True
    words = _words_of(_without_marks(text).lower())
    english, others = _small_words()
    ours = sum(map(english.__contains__, words))
    theirs = sum(map(others.__contains__, words))
    return theirs >= 3 and theirs > 0.7 * ours and theirs >= 0.15 * len(words)


def is_question(text: str) -> bool:
    """True for a text that asks and does not tell."""
    if "?" not in text or len(text) > 400:
        return False
    parts = [part.strip() for part in _SENTENCE.findall(text) if part.strip()]
    asking = [part for part in parts if "?" in part]
    if not asking or not _ASKING.match(parts[0]) or "?" not in parts[0]:
        return False
    return 2 * len(asking) >= len(parts)
