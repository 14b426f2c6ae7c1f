"""Words and numbers that say how many: what each allows a count to be."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.english.number_words import SPELT_NUMBER, number_of
from triptych.english.units import UNIT
from triptych.english.wordings import Wording

NUMBER = rf"(?:\d{{1,4}}|a single|{SPELT_NUMBER})"
"""Pattern of a number of people."""
PEOPLE_NOUN = (
    r"(?:reviewers?|users?|buyers?|customers?|owners?|people|persons?|runners?|shoppers?|wearers?|students?|"
    r"individuals?)"
)
_NOT_PEOPLE = (
    rf"(?!\s*(?:(?:{UNIT}|inch|stars?|seconds?|times|rounds|parts|pulses|sizes|speeds|presets|widths|programs?|modes?|"
    r"mics?|microphones?|ports?|cycles|hands|pairs?|bars|rupees|dollars)(?![a-z])))"
)
_PHRASES: tuple[tuple[str, str], ...] = (
    ("none", r"nobody|no ?one|none|not (?:a single|one)|hardly any(?:one|body)?|almost no ?(?:one|body)?|very few"),
    ("all", r"everyone|everybody|all (?:of them|reviewers|buyers|users|owners|customers)|nearly all|almost all|"
            r"nearly everyone|nearly everybody|almost everyone|universally|unanimously"),
    ("most", r"(?<!like )(?<!likes )(?<!liked )(?<!the )"
             r"most(?! (?:of all|loved|praised|common|discussed|frequent|shared))|"
             r"(?:a |the (?:great |vast )?)?majority|"
             r"more than half|over half|generally|mostly|usually|widely"),
    ("half", r"(?:about |around )?half(?! (?:a|an|the|as|size|worn|of (?:a|an|the (?:day|box|jar))))"),
    ("many", r"many|a lot of|lots of|a large (?:number|share)|numerous|often|commonly|frequently|countless"),
    ("some", r"some(?! of (?:the|its))|several|a number of|various"),
    ("few", r"(?:single|individual|isolated) (?=reviewers|users|buyers|owners|reports|complaints)|"
            r"a few|a handful|a couple|occasional(?:ly)?|a small number"),
)  # fmt: skip
# All of it begins with a digit or a word: the head spares the inside of words the long list.
_QUANTITY = Wording(
    r"(?=\d|\b\w)(?:"
    + rf"(?P<percent>\d{{1,3}})\s?(?:%|percent)|(?P<of>{NUMBER})\s+(?:of|out of|in)\s+(?:the\s+)?(?P<whole>{NUMBER})\b|"
    + r"(?P<fraction>(?:(?:a|one) (?:third|quarter|fifth|tenth)|two[- ]thirds|three[- ]quarters)\b(?! (?:more|less)))|"
    + "|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in _PHRASES)
    + rf"|(?<![-\w])(?:at least |about |around |more than |over |nearly )?(?P<number>{NUMBER})\b(?![.,]\d)"
    + rf"{_NOT_PEOPLE})",
)
_FRACTIONS = {"third": 1 / 3, "thirds": 2 / 3, "quarter": 0.25, "quarters": 0.75, "fifth": 0.2, "tenth": 0.1}
_NO_COUNT = re.compile(r"[A-Z][\w-]*\s+$|\b(?:of|among|from) (?:the|its|all|these|those|our) $")
"""Before a number of a title ("Tab 10"), and before the number of all ("a third of the 34 reviewers")."""


@dataclass(frozen=True, slots=True)
class Prevalence:
    """How many a text says."""

    start: int
    text: str
    kind: str
    number: float = 0.0
    whole: float = 0.0
    """Of how many, where it says so."""

    def fits(self, count: int, mentioning: int, reviewers: int) -> float:
        """How well it fits a count of reviewers, of those who mention the aspect and of all: 1 well, 0 not at all."""
        share = count / max(1, mentioning)
        overall = count / max(1, reviewers)
        match self.kind:
            case "number":
                return _nearness(self.number, count)
            case "of":
                # Of all, or of those who mention it; of another number only the share can be held against the reviews.
                wholes = [whole for whole in (reviewers, mentioning) if abs(whole - self.whole) <= max(1, 0.1 * whole)]
                return _nearness(self.number if wholes else self.number / self.whole * reviewers, count)
            case "percent":
                off = min(abs(share - self.number), abs(overall - self.number))
                return 1.0 if off <= 0.15 else 0.5 if off <= 0.25 else 0.0
            case "all":
                return 1.0 if share >= 0.8 and count >= 3 else 0.5 if share > 0.6 and count >= 3 else 0.0
            case "most":
                return 1.0 if share > 0.5 and count >= 3 else 0.5 if share >= 0.4 and count >= 3 else 0.0
            case "half":
                return 1.0 if 0.3 <= share <= 0.7 and count >= 2 else 0.0
            case "many":
                return 1.0 if count >= max(4, 0.15 * reviewers) else 0.5 if count >= 3 else 0.0
            case "some":
                return 1.0 if count >= 2 and overall <= 0.6 else 0.5 if count else 0.0
            case "few":
                return 1.0 if 1 <= count <= max(4, 0.2 * reviewers) else 0.5 if count <= 0.35 * reviewers else 0.0
            case "none":
                return 1.0 if count <= max(1, 0.1 * mentioning) else 0.5 if count <= 2 else 0.0
        return 1.0


def _nearness(said: float, counted: int) -> float:
    """1 for a count that agrees, give or take a reviewer whose meaning is open, 0 for one that is far off."""
    off = abs(counted - said)
    return 1.0 if off <= max(1, 0.25 * counted) else 0.5 if off <= max(2, 0.5 * counted) else 0.0


def quantities(text: str) -> Iterator[Prevalence]:
    """The quantities of a clause or sentence."""
    for match in _QUANTITY.finditer(text):
        start, said = match.start(), text[match.start() : match.end()]
        if match["percent"]:
            yield Prevalence(start, said, "percent", int(match["percent"]) / 100)
        elif match["of"]:
            whole = max(1.0, _count(match["whole"]))
            if whole >= 3:
                yield Prevalence(start, said, "of", _count(match["of"]), whole)
        elif match["fraction"]:
            part = re.split(r"[- ]", match.group())[-1]
            yield Prevalence(start, said, "percent", _FRACTIONS[part])
        elif match["number"]:
            if not _NO_COUNT.search(text[:start]):
                yield Prevalence(start, said, "number", _count(match["number"]))
        else:
            yield Prevalence(start, said, match.lastgroup or "")


def _count(written: str) -> float:
    return number_of(written) or 0.0
