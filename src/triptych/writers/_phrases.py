"""How a point, a quotation and a need are said inside a sentence."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from triptych.english.sentences import kept_sentences
from triptych.english.words import kinds_of
from triptych.records import Evidence, Need, Point
from triptych.writers._grammar import with_article

_UNCLEAN = r"[^\W\d_]\d|[^\x00-\u024f‘’“”–—]"
_OWN = re.compile(
    rf"\b(?:i|i['’]\w+|my|me|mine|we|our|us|im|ive|you|your|u|ur|https?|www|unfortunately)\b|{_UNCLEAN}", re.IGNORECASE
)
"""What only its writer can say, and what is no clean English: "my", "you", "press3", emoji."""
_LEAD = re.compile(r"^(?:and|but|so|also|plus|or|then|because|that|which|overall|however)\b[, ]*", re.IGNORECASE)
_ENDS = re.compile(r"[\s.,;:!?…\-–—]+$")
_NUMBERING = re.compile(r"(?<=[a-z]{2})\d{1,2}$")
"""The number of the next point, glued to this one by a shop's page."""
_GARBLED = re.compile(r"https?:|www\.|[ðŸâ€]{2}")
_INNER_END = re.compile(r"[.!?…]\s+\S")
_ODD = re.compile(rf"{_UNCLEAN}|[A-Z]{{5,}}|[a-z][A-Z]|\.\.+")
"""Marks of a clause that quotes badly: glued words, emoji, shouting."""
_BROKEN = re.compile(
    r"\b(?:an?|the|and|or|of|for|to|with|in|on|by|from|your|our|is|are|that)\W*$|^\W*(?:and|or)\b", re.IGNORECASE
)
"""A line of a listing that was cut at an awkward place."""
_SHORTEST, _LONGEST = 2, 18
_IDEAL = 9
_LONGEST_WORDING = 9
Shape = Literal["predicate", "quality", "clause", "thing"]


@dataclass(frozen=True, slots=True)
class Saying:
    """A point as the rest of a sentence about those who make it."""

    one: str
    """After one person: "says it leaks"."""
    many: str
    """After several: "say it leaks"."""

    def of(self, count: int) -> str:
        """The form that agrees with a count."""
        return self.one if count == 1 else self.many


def say_point(point: Point, is_plural: bool) -> Saying | None:
    """How reviewers make a point; None where its wording is nobody's sentence but the reviewer's own."""
    wording = _uncapitalised(_ENDS.sub("", point.point))
    fewest = 2 if len(point.reviewers) > 1 else 3
    if _OWN.search(wording) or not fewest <= len(wording.split()) <= _LONGEST_WORDING:
        return None
    lead = wording.split()[0]
    match _shape(wording):
        case "predicate":
            it = "they" if is_plural and not lead.endswith("s") else "it"
            return Saying(f"says {it} {wording}", f"say {it} {wording}")
        case "quality":
            it = "them" if is_plural else "it"
            return Saying(f"finds {it} {wording}", f"find {it} {wording}")
        case "clause":
            clause = wording if kinds_of(lead.lower()) in ("T", "S", "O") else f"the {wording}"
            return Saying(f"says {clause}", f"say {clause}")
        case "thing":
            return Saying(f"reports {wording}", f"report {wording}")
    return None


def _uncapitalised(wording: str) -> str:
    """The wording as it goes on inside a sentence: names and abbreviations keep their capitals."""
    lead = wording.split(" ", 1)[0]
    is_common = lead[1:].islower() and kinds_of(lead.lower())[0] != "P"
    return wording[:1].lower() + wording[1:] if is_common or len(lead) == 1 else wording


def _shape(wording: str) -> Shape | None:
    """What a wording is: a predicate ("keeps drinks cold"), a quality, a whole clause, or a thing."""
    sentences = kept_sentences(wording)
    if len(sentences) != 1:
        return None
    kinds, words = sentences[0].kinds, sentences[0].words
    start = 0
    while start < len(kinds) - 1 and kinds[start] == "R":
        start += 1
    first = kinds[start]
    if first in "BMX" or (first == "V" and words[start].endswith("s")):
        return "predicate"
    if first == "V" or words[0] == "no":
        return "thing" if words[0] == "no" and not any(kind in "BMV" for kind in kinds) else None
    if first == "N" and kinds[start + 1 : start + 2] in (["T"], ["S"]):
        # "Love the handle" has a verb that only looks like a noun.
        return None
    verb = next((n for n, kind in enumerate(kinds) if n > start and kind in "BMV" and kinds[n - 1] != "A"), None)
    if verb is not None:
        return "clause" if first in "TNPJSG0O" and any(kind in "NPSOG" for kind in kinds[start:verb]) else None
    if first in "JD":
        following = next((kind for kind in kinds[start + 1 :] if kind not in "JDR"), "")
        return "thing" if following and following in "NP" else "quality"
    return "thing" if first in "NPGT0" and kinds[-1] in "NPGDJR0" else None


def quote(span: Evidence, longest: int = _LONGEST) -> str | None:
    """A clause of a reviewer as a quotation, cleaned at its ends; None where it is too long or more than a sentence."""
    text = " ".join(span.text.split())
    if _INNER_END.search(text):
        return None
    if _GARBLED.search(text):
        return None
    text = _NUMBERING.sub("", _ENDS.sub("", _LEAD.sub("", text))).replace("“", "‘").replace("”", "’").replace('"', "’")
    words = text.split()
    fewest = _SHORTEST + (kinds_of(words[0].lower()) in ("T", "I")) if words else _SHORTEST
    return text if fewest <= len(words) <= longest else None


def listing_quote(listing: Iterable[Evidence], longest: int) -> Evidence | None:
    """The shortest line of a listing that can stand alone; None where all are too long or break off."""
    whole = [span for span in listing if len(span.text.split()) <= longest and not _BROKEN.search(span.text)]
    return min(whole, key=lambda span: len(span.text), default=None)


def best_quote(spans: Iterable[Evidence], used: Iterable[Evidence] = (), longest: int = _LONGEST) -> Evidence | None:
    """The clause that quotes best: whole, clean, of middling length, and not quoted already."""
    used = list(used)
    fresh = [span for span in spans if quote(span, longest) and not any(_overlap(span, other) for other in used)]
    return min(fresh, key=_awkwardness, default=None)


def _awkwardness(span: Evidence) -> tuple[int, int, str, int]:
    marks = len(_ODD.findall(span.text))
    return marks, abs(len(span.text.split()) - _IDEAL), span.source_id, span.start


def quoted(span: Evidence) -> str:
    """The quotation with its marks."""
    return f"“{quote(span, 10**6) or ' '.join(span.text.split())}”"


def _overlap(one: Evidence, other: Evidence) -> bool:
    return (
        one.source == other.source
        and one.source_id == other.source_id
        and one.start < other.end
        and other.start < one.end
    )


@dataclass(frozen=True, slots=True)
class NeedPhrases:
    """A need as sentences say it of a product: "is leak proof", "falls short on pockets"."""

    met: str
    """After the product, where it answers the need: "is leak proof"."""
    missed: str
    """After the product, where it does not: "is not leak proof"."""
    open: str
    """As something not settled: "whether it is leak proof"."""


def say_need(need: Need, query: str, is_plural: bool) -> NeedPhrases:
    """The words for a need of a query, about a product that is one thing or a pair."""
    text = _with_article(need, query)
    it, be = ("they", "are") if is_plural else ("it", "is")
    if need.kind in ("use", "audience"):
        text = text.removeprefix("for ")
        return NeedPhrases(f"{be} good for {text}", f"{be} not for {text}", f"whether {it} {be} good for {text}")
    if need.kind == "budget":
        return NeedPhrases(f"{be} within your budget", f"{be} over your budget", "the budget")
    if need.kind == "category":
        return NeedPhrases(f"{be} what you asked for", f"{be} no {text}", f"whether {it} {be} {with_article(text)}")
    lead, _, rest = text.partition(" ")
    if lead.lower() in ("no", "without") and rest:
        have = "have" if is_plural else "has"
        return NeedPhrases(f"{have} no {rest}", f"{have} {rest}", f"whether {it} {have} {rest}")
    if lead.lower() in ("not", "non") and rest:
        return NeedPhrases(f"{be} not {rest}", f"{be} {rest}", f"whether {it} {be} {rest}")
    shape = _need_shape(text)
    if shape == "quality":
        return NeedPhrases(f"{be} {text}", f"{be} not {text}", f"whether {it} {be} {text}")
    if shape == "action":
        do = f"{'do' if is_plural else 'does'} not {text}"
        return NeedPhrases(
            text if is_plural else _third_person(text), do, f"whether {it} {text if is_plural else _third_person(text)}"
        )
    # Of "lower back pain" a product should have nothing, of "pockets" some: both can be done well on.
    do, fall = ("do", "fall") if is_plural else ("does", "falls")
    return NeedPhrases(f"{do} well on {text}", f"{fall} short on {text}", text)


def _with_article(need: Need, query: str) -> str:
    """The need's words, with the article that the query has before them and "your" for "my"."""
    before = query[: need.start].rsplit(" ", 2)
    text = _ENDS.sub("", need.text)
    article = before[-2].lower() if len(before) > 1 and before[-1] == "" else ""
    lead = {"a": "a ", "an": "an ", "the": "the ", "my": "your ", "our": "your "}.get(article, "")
    return re.sub(r"\b(?:my|our)\b", "your", lead + text)


def _need_shape(text: str) -> Literal["quality", "action", "thing"]:
    """Whether a need is a quality ("easy to clean"), something done ("stay in") or a thing."""
    sentences = kept_sentences(text)
    if len(sentences) != 1:
        return "thing"
    kinds, words = sentences[0].kinds, sentences[0].words
    start = next((n for n, kind in enumerate(kinds) if kind not in "RT"), 0)
    if kinds[start] == "V" and len(words) > 1:
        return "action"
    if kinds[start] in "JD" and (len(kinds) == start + 1 or kinds[start + 1] in "AICJD"):
        return "quality"
    if kinds[-1] in "JD" or words[-1].endswith(("proof", "resistant", "free", "friendly", "able")):
        return "quality"
    return "thing"


def _third_person(text: str) -> str:
    verb, _, rest = text.partition(" ")
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        verb += "es"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return f"{verb} {rest}".strip()
