"""How a quotation and a need are said inside a sentence."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from triptych.aspects.lexicon import news_in
from triptych.english.sentences import kept_sentences
from triptych.english.words import kinds_of, lemma_of, usual_articles
from triptych.records import Evidence, Need, Review, Source
from triptych.writers._grammar import listed, with_article, word_list

_UNCLEAN = r"[^\W\d_]\d|[^\x00-\u024f‘’“”–—]"
_LEAD = re.compile(
    r"^\W*(?:(?:and|but|also|plus|or|then|because|overall|however|unfortunately|sadly)\b[, ]*)?", re.IGNORECASE
)
_MARKS = r"[.,;:!?…\-–—\u2600-\u27bf\U0001f000-\U0001faff]"
_ENDS = re.compile(rf"(?<!{_MARKS}){_MARKS}+$")
_NUMBERING = re.compile(r"(?<=[a-z]{2})\d{1,2}$")
"""The number of the next point, glued to this one by a shop's page."""
_INCHES = re.compile(r"(?<=\d)[”\"]")
_GARBLED = re.compile(r"(?:^|\s)-\w|https?:|www\.|[ðŸâ€]{2}|[^\W\d_]{3}\d+\.|\.\d+$|\w\.[A-Z]?[a-z]{2}")
"""Links, broken encodings, and sentences that a shop's page ran together."""
_INNER_END = re.compile(r"[.!?…]\s+\S")
_ODD = re.compile(rf"{_UNCLEAN}|[A-Z]{{5,}}|[a-z][A-Z]|\.\.+")
"""Marks of a clause that quotes badly: glued words, emoji, shouting."""
_BROKEN = re.compile(
    r"\b(?:an?|the|and|or|of|for|to|with|in|on|by|from|your|our|is|are|that)\W*$|^\W*(?:and|or)\b", re.IGNORECASE
)
"""A line of a listing that was cut at an awkward place."""
_TROUBLE = -0.6
"""What the learnt opinion makes of something to be rid of."""
_SHORTEST, _LONGEST = 2, 18
_IDEAL = 9


def quote(span: Evidence, longest: int = _LONGEST) -> str | None:
    """A clause of a reviewer as a quotation, cleaned at its ends; None where it is too long or more than a sentence."""
    text, words = quotable(span.text)
    return text if 0 < words <= longest else None


@lru_cache(maxsize=4096)
def quotable(text: str) -> tuple[str, int]:
    """Some words cleaned at their ends, and how many they are; 0 for what is more or less than a sentence."""
    text = " ".join(text.split())
    if _INNER_END.search(text) or _GARBLED.search(text) or text.count("(") != text.count(")") or text.count('"') % 2:
        return text, 0
    text = _NUMBERING.sub("", _without_tail(_LEAD.sub("", text)))
    text = _INCHES.sub("″", text).replace("“", "‘").replace("”", "’").replace('"', "’")
    words = text.split()
    fewest = _SHORTEST + (kinds_of(words[0].lower()) in ("T", "I")) if words else _SHORTEST
    return text, len(words) if len(words) >= fewest else 0


def _without_tail(text: str) -> str:
    """The words without marks and link words at their end."""
    words = text.split()
    while words and (not (last := _ENDS.sub("", words[-1])) or (last in word_list("dangling") and len(words) > 1)):
        words.pop()
    return " ".join([*words[:-1], last]) if words else ""


def clip(product_id: str, review: Review, start: int, end: int) -> Evidence:
    """A stretch of a review as evidence."""
    return Source(product_id, "review", review.id, review.text).evidence(start, end)


def headline(product_id: str, review: Review) -> Evidence:
    """The title of a review as evidence; empty where it has none."""
    text = review.title or ""
    return Source(product_id, "review_title", review.id, text).evidence(0, len(text))


def listing_quote(listing: Iterable[Evidence], longest: int) -> Evidence | None:
    """The shortest line of a listing that can stand alone; None where all are too long or break off."""
    whole = [span for span in listing if len(span.text.split()) <= longest and not _BROKEN.search(span.text)]
    return min(whole, key=lambda span: len(span.text), default=None)


def best_quote(spans: Iterable[Evidence], used: Iterable[Evidence] = (), longest: int = _LONGEST) -> Evidence | None:
    """The clause that quotes best: whole, clean, of middling length, and not quoted already."""
    used = list(used)
    fresh = [span for span in spans if quote(span, longest) and not any(overlap(span, other) for other in used)]
    return min(fresh, key=_awkwardness, default=None)


def _awkwardness(span: Evidence) -> tuple[int, int, str, int]:
    marks = len(_ODD.findall(span.text))
    return marks, abs(len(span.text.split()) - _IDEAL), span.source_id, span.start


def quoted(span: Evidence) -> str:
    """The quotation with its marks."""
    return f"“{quote(span, 10**6) or ' '.join(span.text.split())}”"


def overlap(one: Evidence, other: Evidence) -> bool:
    """True where two spans share some of their source."""
    return (
        (one.product_id, one.source, one.source_id) == (other.product_id, other.source, other.source_id)
        and one.start < other.end
        and other.start < one.end
    )


class NeedPhrases(NamedTuple):
    """A need as sentences say it of a product: "is leak proof", "has pockets"."""

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
        text = _articled(for_whom(text))
        if kinds_of(text.rpartition(" ")[2].lower())[:1] in ("J", "R"):
            text += " use"
        return NeedPhrases(f"{be} good for {text}", f"{be} not for {text}", f"whether {it} {be} good for {text}")
    if need.kind == "budget":
        return NeedPhrases(f"{be} within your budget", f"{be} over your budget", "the budget")
    if need.kind == "category":
        return NeedPhrases(f"{be} what you asked for", f"{be} no {text}", f"whether {it} {be} {with_article(text)}")
    if need.kind == "figure":
        offer, do = ("offer", "do") if is_plural else ("offers", "does")
        return NeedPhrases(f"{offer} {text}", f"{do} not offer {text}", f"whether {it} {offer} {text}")
    have, do = ("have", "do") if is_plural else ("has", "does")
    lead, _, rest = text.partition(" ")
    if lead.lower() in ("no", "without") and rest:
        return NeedPhrases(f"{have} no {rest}", f"{have} {rest}", f"whether {it} {have} {rest}")
    if lead.lower() in word_list("denials") and rest:
        if len(rest.split()) == 1 and "V" in (kinds := kinds_of(rest.lower())) and "J" not in kinds:
            acts = rest if is_plural else _third_person(rest)
            return NeedPhrases(f"{do} not {rest}", acts, f"whether {it} {acts}")
        return NeedPhrases(f"{be} not {rest}", f"{be} {rest}", f"whether {it} {be} {rest}")
    match _need_shape(text):
        case "quality":
            return NeedPhrases(f"{be} {text}", f"{be} not {text}", f"whether {it} {be} {text}")
        case "action":
            verb, _, rest = text.partition(" ")
            plain = f"{lemma_of(verb, 'V')} {rest}".strip()
            acts = plain if is_plural else _third_person(plain)
            return NeedPhrases(acts, f"{do} not {plain}", f"whether {it} {acts}")
        case _ if news_in(text.lower().split()) < _TROUBLE:
            # Of "lower back pain" a product should have nothing: anything can be done well on.
            return NeedPhrases(
                f"{do} well on {text}", f"{do} not do well on {text}", f"whether {it} {do} well on {text}"
            )
        case _:
            text = text if _articled(text) == text else with_article(text)
            return NeedPhrases(f"{have} {text}", f"{do} not have {text}", f"whether {it} {have} {text}")


def _articled(text: str) -> str:
    """A noun with the article that it usually takes, where it has none: "a school bag"."""
    words = text.lower().split()
    is_longer = any(kinds_of(word)[:1] in ("T", "I") or word[0].isdigit() for word in words[:-1])
    usual = None if is_longer else usual_articles().get(words[-1])
    return with_article(text) if usual == "a" else f"the {text}" if usual else text


def for_whom(text: str) -> str:
    """A use or an audience without "for" and without what makes it an owner: "men" of "for men's"."""
    return text.removeprefix("for ").removesuffix("'s").removesuffix("’s")


def left_open(needs: Iterable[NeedPhrases]) -> str:
    """What is not settled, as one list: "whether it is light or good for cars"."""
    said, last = [], ""
    for need in needs:
        head, _, rest = need.open.rpartition(last) if last and need.open.startswith(last) else ("", "", need.open)
        said.append(rest if not head else need.open)
        last = " ".join(need.open.split()[:3]) + " "
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def predicates(parts: Sequence[tuple[str, str]]) -> str:
    """Predicates of one product as a list, each verb once: "is quiet, wireless and suits travel"."""
    said, last = [], ""
    for predicate, ground in parts:
        head, _, rest = predicate.partition(" ")
        said.append((rest if head == last and rest else predicate) + ground)
        last = head
    return listed(said) if said else ""


def _with_article(need: Need, query: str) -> str:
    """The need's words, with the article that the query has before them and "your" for "my"."""
    before = query[: need.start].rsplit(" ", 2)
    text = _without_tail(need.text)
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
    if kinds[0] == "I" or (kinds[start] in "JD" and (len(kinds) == start + 1 or kinds[start + 1] in "AICJD")):
        return "quality"
    if kinds[-1] in "JD" or words[-1].endswith(("proof", "resistant", "free", "friendly", "able", "less")):
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
