"""Which reviews are read, and why the others are set aside."""

import hashlib
import re
import unicodedata

from triptych.english.languages import bare_words, is_other_language
from triptych.english.sentences import sentence_spans
from triptych.english.wordings import Wording

FEWEST_WORDS_OF_A_COPY = 4
"""Two people may both write "very nice"; the same longer text twice is a copy."""

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
    words = bare_words(text.replace("'", "").replace("’", ""))
    numbers = re.findall(r"\d+", text)
    if len(words) < FEWEST_WORDS_OF_A_COPY:
        words = [review_id, "\0", *words]
    return hashlib.blake2b(" ".join(words + numbers).encode(), digest_size=12).hexdigest()


def is_question(text: str) -> bool:
    """True for a text that asks and does not tell."""
    if "?" not in text or len(text) > 400:
        return False
    parts = [text[start:end] for start, end in sentence_spans(text)]
    asking = [part for part in parts if "?" in part]
    if not asking or not _ASKING.match(parts[0]) or "?" not in parts[0]:
        return False
    return 2 * len(asking) >= len(parts)
