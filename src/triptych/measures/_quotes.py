"""What a text quotes: whether the sources have those very words, and the text with the quotes taken out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from triptych.english.sentences import sentence_around
from triptych.measures._sources import ProductSources, straight
from triptych.records import Evidence

_QUOTE = re.compile(r"“([^“”\n]{3,400})”|(?<!\w)\"([^\"\n]{3,400})\"(?!\w)")
_ELLIPSIS = re.compile(r"\s*(?:\.{3}|…|\[[^\]]*\])\s*")
_FEWEST_OWN_WORDS = 0.3
"""A text with a smaller share of words of its own is a paste of quotes, and is read as it stands."""
STAND_IN = "this"
"""What stands in a sentence for what it quotes, so that the sentence stays one."""
_STRIPPED = " .,;:!?\"'“”‘’()"


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch between quotation marks."""

    start: int
    """Where the opening mark stands in the text."""
    end: int
    """One past the closing mark."""
    text: str
    """What stands between them."""
    evidence: Evidence | None
    """Where a source has the same words; None where none has."""


_PRAISING = re.compile(
    r"\b(?:prais\w+|love[sd]?|like[sd]?|enjoy\w*|appreciat\w+|applaud\w*|speaks? well|happy|pleased|content|delight\w*|"
    r"wins? over|goes down well|good value|strengths?|pros|plus(?:es)?|positives?|advantages?)\b",
    re.IGNORECASE,
)
_BLAMING = re.compile(
    r"\b(?:complain\w*|critici[sz]\w+|dislike[sd]?|hate[sd]?|unhappy|fault|mark\w* [\w ]*down|disappoint\w*|sore point|"
    r"too dear|weakness\w*|cons|drawbacks?|downsides?|negatives?|problems?|warn\w*|object\w*)\b",
    re.IGNORECASE,
)
_BOTH_SIDES = re.compile(
    r"\b(?:on (?:one|the other) (?:side|hand)|divide[sd]?|split|mixed|(?:do|are) not|against|no|not|nobody|but|though|"
    r"although|while|whereas|yet|however|despite|disagree|others?|except)\b|;",
    re.IGNORECASE,
)


def side_of(lead: str) -> int:
    """What words lead up to: 1 to praise, -1 to blame, 0 where they do not say or tell both sides."""
    if _BOTH_SIDES.search(lead):
        return 0
    praised, blamed = (max((m.start() for m in words.finditer(lead)), default=-1) for words in (_PRAISING, _BLAMING))
    return (praised > blamed) - (praised < blamed)


def leads_up_to(text: str, quotes: Sequence[Quote], quote: Quote) -> str:
    """The words of its sentence that stand before a quote, as far as the quote before it."""
    begins = sentence_around(text, quote.start, quote.start)[0], text.rfind("; ", 0, quote.start) + 1
    return text[max(*begins, *(one.end for one in quotes if one.end <= quote.start)) : quote.start]


def find_quotes(text: str, sources: Sequence[ProductSources], query: str) -> tuple[Quote, ...]:
    """The quotes of two words or more, those of the query aside, and where the sources have them."""
    found: list[Quote] = []
    for match in _QUOTE.finditer(text):
        said = match[1] or match[2]
        parts = [part for part in (plain(part) for part in _ELLIPSIS.split(said)) if part]
        if sum(len(part.split()) for part in parts) > 1 and not all(part in plain(query) for part in parts):
            found.append(Quote(match.start(), match.end(), said, _place(parts, sources)))
    return tuple(found)


def own_words(text: str, quotes: Iterable[Quote]) -> str:
    """The text, as long as before, with a stand-in for each quote that a source bears out."""
    shown = text
    for quote in quotes:
        if quote.evidence is not None:
            closed = quote.end - 1
            while closed > quote.start + len(STAND_IN) and text[closed - 1] in ".!?":
                closed -= 1
            mask = STAND_IN.rjust(closed - quote.start + 1)
            shown = shown[: quote.start] + mask + text[closed : quote.end - 1] + shown[quote.end :]
    return shown if len(shown.split()) >= _FEWEST_OWN_WORDS * len(text.split()) else text


def only_quotes(text: str, quotes: Iterable[Quote]) -> str:
    """What the sources bear out of the quotes, each on a line of its own and in its place."""
    shown = [" "] * len(text)
    for quote in quotes:
        if quote.evidence is not None:
            shown[quote.start + 1 : quote.end - 1] = quote.text
            shown[quote.end - 1] = "\n"
    return "".join(shown)


def plain(text: str) -> str:
    """Words as quotes are compared, without the marks around them."""
    return straight(text).strip(_STRIPPED)


def _place(parts: list[str], sources: Sequence[ProductSources]) -> Evidence | None:
    """The first source that has all parts of a quote, one after the other."""
    for product in sources:
        for source, words in product.plain_texts:
            at = 0
            for part in parts:
                at = words.find(part, at)
                if at < 0:
                    break
                at += len(part)
            else:
                start, end = _span(source.text, parts)
                return Evidence(
                    product_id=source.product_id,
                    source=source.kind,
                    source_id=source.id,
                    start=start,
                    end=end,
                    text=source.text[start:end],
                )
    return None


def _span(text: str, parts: list[str]) -> tuple[int, int]:
    """Where the quoted words stand in a source; all of it where blanks or marks in between hide them."""
    lower = text.lower().replace("’", "'").replace("‘", "'")
    start = lower.find(parts[0])
    end = lower.find(parts[-1], max(0, start)) + len(parts[-1])
    return (start, end) if start >= 0 and end > start and len(lower) == len(text) else (0, len(text))
