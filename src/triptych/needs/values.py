"""Attributes of which a product has one value only: a listing that has another lacks the one asked for."""

import re
from functools import cache

from triptych.english.wordings import lowered
from triptych.english.words import lines_of
from triptych.listing.attributes import cues_in
from triptych.needs.excerpts import Excerpt, Excerpts, Settled
from triptych.records import Need

_MOST_WORDS = 3
"""A longer need asks for more than a value."""
_LISTED = frozenset({"material", "colour"})
_DENIED = r"(?<!not )(?<!no )(?<!non )(?<!non-)(?<!without )"
_LINKS = re.compile(r"wi-?fi|bluetooth|usb|hdmi|ethernet|nfc|infrared|aux")
_LINKED = re.compile(r"\bconnect(?:ivity|ion|ions|ed)\b")


def answer_value(need: Need, excerpts: Excerpts) -> Settled | None:
    """What the listing says of an attribute with one value; None where it says nothing or the need asks for none."""
    asked = lowered(need.text)
    if len(asked.split()) > _MOST_WORDS:
        return None
    for values in _exclusive():
        if mine := next((value for value in values if value.search(asked)), None):
            others = [value for value in values if value is not mine]
            return _settled(
                [excerpt for excerpt, text in excerpts.lines if mine.search(text)],
                [excerpt for excerpt, text in excerpts.lines if any(value.search(text) for value in others)],
            )
    return _listed_value(asked, excerpts) or _linked(asked, excerpts)


def names_value(text: str) -> bool:
    """True for words that are a value of such an attribute: "usb c"."""
    return any(value.fullmatch(lowered(text)) for values in _exclusive() for value in values)


@cache
def _exclusive() -> tuple[tuple[re.Pattern[str], ...], ...]:
    """For each attribute a pattern of each value's spellings."""
    lines = lines_of("needs/exclusive.txt")
    return tuple(tuple(_pattern(value.split(", ")) for value in line.split(" | ")) for line in lines)


def _pattern(spellings: list[str]) -> re.Pattern[str]:
    longest_first = sorted(spellings, key=len, reverse=True)
    spelt = "|".join(re.escape(spelling).replace(r"\ ", "[ -]?") for spelling in longest_first)
    return re.compile(rf"{_DENIED}(?<![\w-])(?:{spelt})(?![\w-])")


def _listed_value(asked: str, excerpts: Excerpts) -> Settled | None:
    """The same for materials and colours, of which the table of the listing has the names."""
    cue = next((cue for cue in cues_in(asked) if cue.is_value and cue.attribute in _LISTED), None)
    # What "browns" is not brown.
    if cue is None or (cue.attribute == "colour" and asked[cue.start : cue.end].endswith("s")):
        return None
    value = asked[cue.start : cue.end]
    same, others = [], []
    for excerpt, text in excerpts.lines:
        found = [text[c.start : c.end] for c in cues_in(text) if c.attribute == cue.attribute and c.is_value]
        if any(value in given or given in value for given in found):
            same.append(excerpt)
        elif found:
            others.append(excerpt)
    return _settled(same, others)


def _linked(asked: str, excerpts: Excerpts) -> Settled | None:
    """How the listing says that a product connects, where it has not the link that is asked for: wifi, bluetooth."""
    told = " ".join(text for _, text in excerpts.lines).replace("wi-fi", "wifi")
    if not _LINKS.fullmatch(asked) or asked.replace("-", "") in told or "wireless" in told:
        return None
    named = (e for e, text in excerpts.lines if _LINKED.search(f"{e.source.id.lower()} {text}") and _LINKS.search(text))
    return next((Settled("missed", (excerpt.evidence,)) for excerpt in named), None)


def _settled(same: list[Excerpt], others: list[Excerpt]) -> Settled | None:
    if same:
        return Settled("met", (same[0].evidence,))
    return Settled("missed", (others[0].evidence,)) if others else None
