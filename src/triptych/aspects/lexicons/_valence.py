"""How good or bad words and turns of phrase are, on VADER's scale from -4 to 4."""

import re
from functools import cache, lru_cache
from importlib.resources import files

from triptych.english.phrases import PhraseBook
from triptych.english.words import lines_of

_ENTRY = re.compile(r"^(?P<word>.+?)(?:/(?P<kind>[A-Z])?(?P<value>-?\d+(?:\.\d+)?)?)?$")
_ANY = ""


@cache
def _values() -> dict[tuple[str, str], float]:
    """Value of each (word, kind); the kind is empty where it does not matter."""
    values: dict[tuple[str, str], float] = {}
    vader = files("vaderSentiment").joinpath("vader_lexicon.txt").read_text(encoding="utf-8")
    for line in vader.splitlines():
        word, value, *_ = line.split("\t")
        if word[:1].isalpha():
            values[word, _ANY] = float(value)
    for line in lines_of("aspects/lexicons/opinions.txt"):
        general, *entries = line.split()
        for entry in entries:
            match = _ENTRY.match(entry)
            if match:
                values[match["word"], match["kind"] or _ANY] = float(match["value"] or general)
    return values


@lru_cache(maxsize=10_000)
def value_of(word: str, kind: str, lemma: str) -> float:
    """How good a word is where it is used as this kind; 0 for a word that does not judge."""
    values = _values()
    for form in (word, lemma):
        value = values.get((form, kind))
        if value is None:
            value = values.get((form, _ANY))
        if value is not None:
            return value
    return 0.0


@cache
def judging_phrases() -> PhraseBook[float]:
    """Turns of phrase that judge, with their value."""
    book: PhraseBook[float] = PhraseBook()
    for line in lines_of("aspects/lexicons/phrases.txt"):
        general, _, phrases = line.partition(":")
        for phrase in phrases.split(";"):
            words, slash, value = phrase.strip().rpartition("/")
            if slash and re.fullmatch(r"-?\d+(\.\d+)?", value) and not words[-1:].isdigit():
                book.add(words, float(value))
            else:
                book.add(phrase.strip(), float(general))
    return book


EMOJI = {
    **dict.fromkeys((":)", ":-)", ";)", ";-)", "=)", ":d", ":-d", ":p", "<3"), 1.5),
    **dict.fromkeys((":(", ":-(", "=("), -1.5),
    **dict.fromkeys("😀😃😄😁😆😊🙂😍🥰😘😎🤩👍👌💯❤♥💕💖🔥🎉🙌😋🤗⭐🌟✨💪🏆🥳😇🤌💜💙💚🧡👏", 2.0),
    **dict.fromkeys("😡😠🤬😤😞😟😔😢😭👎💔🤮🤢😩😫😒🙄😖😣☹🙁😑🤦🚫❌😓😥", -2.0),
}
