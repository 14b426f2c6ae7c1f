"""Praise in the forms that few stars show to be meant otherwise."""

import re
from collections.abc import Iterator

from triptych.aspects.lexicons._valence import value_of
from triptych.english.sentences import Sentence
from triptych.english.words import word_set

_SIGNS = frozenset("👏🙄")
_EXCLAIMING = word_set("wow sure bravo congratulations congrats wah yay hooray gee")
_SIGHING = word_set("oh ah")
_OPENINGS = (["thank", "you"], ["well", "done"], ["love", "paying"], ["ah", "yes"])
_FORMS = re.compile(
    r"chef's kiss|take a bow|thank you [.!]|, sure (?:\.|$)|problem solved|slow clap|well played|hats off to|love how"
    r"|love the free|just what i (?:needed|wanted)|what a (?:joy|delight|treat|pleasure|privilege)"
    r"|\bif you (?:enjoy|like|love|fancy|want)\b.*\b(?:then|this is|you'll)\b"
    r"|^(?:great|perfect|excellent|brilliant|amazing|lovely)\b[^,.]* if (?:you|your)\b"
)


def sounds_mocking(sentence: Sentence) -> bool:
    """True for "Wow what a chair", "Love paying $110 for", "Great battery if your day has three hours"."""
    words = sentence.words
    if not _SIGNS.isdisjoint(words) or words[0] in _EXCLAIMING or words[:2] in _OPENINGS:
        return True
    if words[0] in _SIGHING and any(value_of(*word) > 0 for word in _tagged(sentence, 1, 4)):
        return True
    return bool(_FORMS.search(" ".join(words)))


def _tagged(sentence: Sentence, start: int, end: int) -> Iterator[tuple[str, str, str]]:
    return zip(sentence.words[start:end], sentence.kinds[start:end], sentence.lemmas[start:end], strict=True)
