"""What a shopper's query asks: the kind of product, a budget, figures, uses, users, features and what must not be.

A query is cut at commas, "and", "with", "for", "that" and the like. What is left has few small words, so the rest is
cut by kinds of word and by which words belong together: "dual band | wifi router | quiet | easy to clean". A clause
with a verb stays whole: "does not leak in a bag".
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from triptych.english.meanings import bond
from triptych.english.words import kinds_of, singular, word_set
from triptych.needs.budgets import NO_LIMIT, find_budgets
from triptych.needs.query_words import AGE, QueryWord, listed, names_sort, query_words
from triptych.needs.values import names_value
from triptych.records import Need, NeedKind

_LONGEST_QUERY = 1_000
_LEADS: dict[str, NeedKind] = {
    "for": "use", "with": "feature", "having": "feature", "featuring": "feature", "including": "feature",
    "has": "feature", "have": "feature", "that": "feature", "which": "feature", "must": "feature", "should": "feature",
    "but": "feature", "suits": "audience", "suit": "audience", "suitable": "use",
}  # fmt: skip
_LINKS = word_set("be is are it its also to use at in")
"""Small words that may follow one that begins a part, and say nothing: "that is", "should be", "to use in"."""
_JOINS = word_set("and or n nd plus also")
_NOTS = word_set(
    "no not without non never dont don't doesnt doesn't wont won't cant can't cannot isnt isn't arent aren't w/o"
)
_BE = word_set("is are be isnt isn't arent aren't")
_DO = word_set("do does will would should can could must may dont don't doesnt doesn't wont won't cant can't cannot")
"""What a plain verb follows."""
_SUITED = word_set("good best great perfect ideal suitable")
_ARTICLES = word_set("a an the my our your some any it is")
_PARTIES = word_set("family group party")
_MEASURED = word_set("battery backup playtime ram memory storage screen display cord cable capacity warranty range")
"""What a figure before the name of a product may be of: "40 hour battery headphones"."""
_OFTEN = word_set("daily everyday regular frequent occasional weekly")
_PARTICLES = word_set("up off out on in down away")
_LASTING = re.compile(
    r"for (?:(?:a|all|the|many|long|longer|extended|whole|entire) )*"
    r"(?:hours?|days?|time|periods?|sessions?|shifts?|use|wear|years?|months?|\d+ ?\w+)\b"
)
_SPELT_OUT, _ALIKE = 5, 0.8


class _Segment(NamedTuple):
    """A stretch of the query and what the word before it says it is; None for the beginning."""

    kind: NeedKind | None
    words: list[QueryWord]
    is_clause: bool = False
    """True for a verb and what goes with it."""
    is_joined: bool = False
    """True behind "and"."""


class _Found(NamedTuple):
    """The words of one need."""

    kind: NeedKind
    words: Sequence[QueryWord]
    shared: str = ""
    """The whole wording, where a word of it stands with another need: "carrot juice" of "carrot and orange juice"."""


@lru_cache(maxsize=256)
def read_needs(query: str, category: str | None = None) -> tuple[Need, ...]:
    """What a query asks, in the order it asks; `category` is the shop's, for a query that names it."""
    # A line break ends whatever it stands in, as a semicolon does.
    query = query[:_LONGEST_QUERY].replace("\r", ";").replace("\n", ";")
    budgets = find_budgets(query)
    masked = query
    for start, end in [(need.start, need.end) for need in budgets] + [m.span() for m in NO_LIMIT.finditer(query)]:
        masked = masked[:start] + ";" * (end - start) + masked[end:]
    found = list(budgets)
    for kind, words, shared in _shared(list(_needs(_segments(query_words(masked)), category)), query):
        start, end = words[0].start, words[-1].end
        text = shared or query[start:end]
        if text.lower() not in {need.text.lower() for need in found} and any(map(str.isalnum, text)):
            found.append(Need(kind=kind, text=text, start=start, end=end))
    return tuple(sorted(found, key=lambda need: need.start))


def _shared(found: list[_Found], query: str) -> list[_Found]:
    """The same, with what two needs joined by "and" share given to both."""
    for n, (one, other) in enumerate(pairwise(found)):
        between = query[one.words[-1].end : other.words[0].start].strip().lower()
        if between not in _JOINS and between != "&":
            continue
        first, second, last = one.words[-1], other.words[0], other.words[-1]
        is_pair = len(one.words) == 1 and len(other.words) > 1
        is_alike = other.kind == "use" and {first.kind, second.kind} <= {"J", "D"}
        if is_pair and (is_alike or (last.lower in listed("shared", "endings") and first.kind not in "V#")):
            # "dry and damaged hair", "neck and back pain", "microwave and dishwasher safe"
            rest = query[second.end if len(other.words) == 2 or is_alike else other.words[-2].end : last.end]
            found[n] = one._replace(shared=first.text + rest, kind=other.kind)
        elif len(one.words) > 2 and len(other.words) == 1 and one.words[-2].lower == "to" and _is_done(second):
            # "easy to use and clean", not "easy to use and fast"
            lead = query[one.words[0].start : first.start]
            found[n + 1] = other._replace(shared=f"{lead}{second.text}", kind=one.kind)
        elif one.kind == other.kind == "exclusion" and one.words[0].lower in ("no", "without") and second.kind == "N":
            found[n + 1] = other._replace(shared=f"{one.words[0].text} {query[second.start : last.end]}")
    return found


def _is_done(word: QueryWord) -> bool:
    kinds = kinds_of(word.lower)
    return "V" in kinds and kinds[0] != "R"


def _segments(words: list[QueryWord]) -> Iterator[_Segment]:
    """The query cut where a word says that something new begins."""
    while words and words[0].lower in listed("fillers"):
        words = words[1:]
    kind: NeedKind | None = None
    held: list[QueryWord] = []
    place, is_first, is_joined = 0, True, False
    while place < len(words):
        word = words[place]
        is_part = kind in (None, "feature") and not is_first and _is_of_part(words, place, held)
        start = None if is_part else _clause_start(words, place)
        begins = None if is_part else _begins(words, place, kind, held)
        if (
            start is not None
            or begins
            or word.kind == "."
            or (word.lower in _JOINS and not _goes_on(kind, held, words, place))
        ):
            if held and not (len(held) == 1 and word.lower == "for" and held[0].lower in _SUITED):
                # "Good for travel" asks for travel.
                yield _Segment(kind, held, is_joined=is_joined)
                is_first = False
            is_joined = word.lower in _JOINS
            held = [word] if begins == "exclusion" else []
            # Behind a comma nothing is known of what follows, but that it is no use.
            kind = begins or ("feature" if kind and word.kind == "." else kind)
        elif held or word.lower not in _LINKS or kind is None:
            held.append(word)
        if start is not None:
            place = _clause_end(words, start)
            yield _Segment(_clause_kind(words[start:place]), words[start:place], is_clause=True)
            kind, held, is_first = "feature", [], False
        else:
            place += 1
    if held:
        yield _Segment(kind, held, is_joined=is_joined)


def _is_of_part(words: list[QueryWord], place: int, held: list[QueryWord]) -> bool:
    """True where "that" goes on about a part of the product: "a battery that lasts", not "a soft lid that closes"."""
    if words[place].lower not in ("that", "which") or not held or any(word.kind == "J" for word in held):
        return words[place].lower in _NOTS | _DO and any(word.lower in ("that", "which") for word in held)
    verb = words[place + 1].lower if place + 1 < len(words) else ""
    is_plural = held[-1].lower != singular(held[-1].lower)
    return not (is_plural and verb.endswith(("s", "sn't", "snt")))


def _clause_start(words: list[QueryWord], place: int) -> int | None:
    """Where a clause with a verb begins, at a word or behind it: "that does not leak", "keeps food warm"."""
    is_relative = words[place].lower in ("that", "which")
    start = place + is_relative
    if start + 2 - is_relative > len(words):
        return None
    first, behind = words[start], words[start + 1 : start + 3]
    if first.lower in _DO:
        is_denied = first.lower in _NOTS or (bool(behind) and behind[0].lower in _NOTS)
        verb = behind[-1:] if is_denied and first.lower not in _NOTS else behind[:1]
        is_verb = bool(verb) and (_is_done(verb[0]) or verb[0].lower == "be")
        return start if is_verb and (is_denied or first.lower not in ("should", "must")) else None
    if first.lower in _LEADS or first.lower in _BE:
        return None
    if is_relative:
        return start if "V" in kinds_of(first.lower) else None
    before = words[place - 1]
    is_free = before.kind in "NPGJK#." or before.lower in _JOINS or before.is_person
    is_sure = (
        kinds_of(first.lower)[0] == "V" and behind[0].kind != "." and behind[0].lower not in _JOINS | _LEADS.keys()
    )
    is_sure = is_sure or (behind[0].kind in "IR" and behind[0].lower not in _LEADS) or behind[0].lower == "with"
    return start if place and first.is_act and is_sure and is_free else None


def _clause_end(words: list[QueryWord], start: int) -> int:
    """One past the last word of a clause."""
    verb = next((n for n in range(start, len(words)) if words[n].lower not in _DO | _NOTS | {"be"}), start)
    for n in range(verb + 1, len(words)):
        word, before, behind = words[n], words[n - 1], words[n + 1] if n + 1 < len(words) else None
        if word.kind == "." or word.lower in ("that", "which", "but"):
            return n
        if word.lower in ("for", "with") and n > verb + 1 and not _LASTING.match(_told(words, n)):
            return n
        if word.lower in _JOINS and not (behind and _matches(before, behind, words[verb], is_plain=verb > start)):
            return n
    return len(words)


def _matches(before: QueryWord, behind: QueryWord, verb: QueryWord, *, is_plain: bool) -> bool:
    """True where "and" joins two words of a clause: "warm and fresh", "scratches or lint", "can chop and mix"."""
    if behind.lower in _LEADS or behind.lower in _DO | _NOTS | _BE or behind.is_act:
        return False
    return (
        (before.is_quality and behind.is_quality) or before.kind == behind.kind == "N" or (is_plain and behind.is_verb)
    )


def _clause_kind(words: Sequence[QueryWord]) -> NeedKind:
    return "exclusion" if any(word.lower in _NOTS - {"without"} for word in words[:2]) else "feature"


def _told(words: Sequence[QueryWord], place: int) -> str:
    return " ".join(word.lower for word in words[place : place + 4])


def _begins(words: list[QueryWord], place: int, kind: NeedKind | None, held: list[QueryWord]) -> NeedKind | None:
    """What a word says that follows it, if anything."""
    word, before = words[place], held[-1] if held else None
    if word.lower in _NOTS:
        return None if any(one.lower in _NOTS for one in held) else "exclusion"
    if before and word.lower in ("for", "with") and before.lower in listed(word.lower):
        return None
    if before and before.kind == "J" and _LASTING.match(_told(words, place)):
        return None  # "comfortable for long hours" is one thing.
    if before and word.kind == "A" and before.kind in "NPG" and place + 1 < len(words) and words[place + 1].is_verb:
        return "use"  # "flask to carry tea"
    if kind == "exclusion" and held and word.lower not in ("for", "with"):
        return None
    return _LEADS.get(word.lower)


def _goes_on(kind: NeedKind | None, held: Sequence[QueryWord], words: Sequence[QueryWord], place: int) -> bool:
    """True for the "and" of "keyboard and mouse combo", and of what is done to several things."""
    following = next((word for word in words[place + 1 :] if word.kind != "J"), None)
    if not held or not following or _makes_quality(words, place + 1):
        return False
    if kind == "use" and held[0].is_verb:
        return not following.is_verb
    return kind is None and held[-1].is_product and following.is_product


def _needs(segments: Iterator[_Segment], category: str | None) -> Iterator[_Found]:
    has_product = False
    last: NeedKind | None = None
    for kind, words, is_clause, is_joined in segments:
        if kind == "use" and is_joined and (last == "feature" or all(word.kind == "J" for word in words)):
            kind = "feature"  # "for travel, light and small"
        found: Iterator[_Found] | list[_Found]
        if is_clause and kind:
            found = [_Found(kind, words)]
        elif not has_product and (kind is None or (kind == "feature" and words[-1].is_product)):
            found = list(_head(words, category))
        elif kind == "exclusion":
            found = _exclusion(words, category, has_product=has_product)
        elif kind in ("use", "audience"):
            found = _use(kind, words)
        else:
            found = _features(words)
        for one in found:
            has_product = has_product or one.kind == "category"
            last = one.kind
            yield one


def _exclusion(words: Sequence[QueryWord], category: str | None, *, has_product: bool) -> Iterator[_Found]:
    """What must not be, and what follows it without a comma: "no subscription | fitness band"."""
    if not has_product and len(words) > 2 and words[-1].is_product:
        yield _Found("exclusion", words[:2])
        yield from _head(words[2:], category)
        return
    end = next((n for n in range(2, len(words)) if _is_past_use(words, n)), len(words))
    yield _Found("exclusion", words[:end])
    yield from _features(words[end:])


def _head(words: Sequence[QueryWord], category: str | None) -> Iterator[_Found]:
    """The beginning of a query: the qualities named before the product, its kind, and the qualities behind it."""
    # "slim and light laptop" begins with a quality only.
    has_name = any(word.is_product and not _makes_quality(words, n) for n, word in enumerate(words))
    is_quality = all(word.kind in "JK#R" for word in words) or words[-1].lower in listed("endings")
    last = 0 if is_quality and not has_name else _end_of_product(words, category)
    first = 0
    while first < last - 1 and (size := _quality_size(words[first:last])):
        yield _named(words[first : first + size])
        first += size
        # "usb c to usb c cable"
        first += words[first].kind == "A" and first < last - 1
    if first < last:
        yield _Found("category", words[first:last])
    yield from _features(words[last:])


def _quality_size(words: Sequence[QueryWord]) -> int:
    """How many of the words before the name of a product make the first quality; 0 where there is none."""
    first, second, is_long = words[0], words[1], len(words) > 2
    if first.is_person:
        return 1 + (is_long and second.is_person) if first.lower not in listed("sorts") or second.is_person else 0
    if first.is_product and second.is_product and second.kind == "V":
        return 0  # "mobile stand"
    if is_long and (names_value(f"{first.text} {second.text}") or _makes_quality(words, 0)):
        return 2
    if len(words) > 3 and second.kind == "A":
        return 3
    if is_long and first.lower in listed("prefixes") and second.kind in "GDVJ":
        return 2  # "self watering"
    if first.kind not in "JK#0" or names_sort(first, second):
        return 0
    if is_long and first.kind == "#":
        return 2 if second.lower in _MEASURED else 1
    if is_long and first.kind == "J" and second.kind not in "#0" and words[2].kind in "NPG":
        # "dual band | router", but "insulated | water bottle".
        return 2 if bond(first.text, second.text) > bond(second.text, words[2].text) else 1
    return 0 if first.kind == "J" and QueryWord(first.text + second.text, 0, 0, "N").is_product else 1


def _end_of_product(words: Sequence[QueryWord], category: str | None) -> int:
    """One past the word that ends the name of the product: the last of the first run that products are called by."""
    known = [singular(word) for word in re.findall(r"[a-z]+", (category or "").lower())]
    ends = [
        n + 1
        for n, word in enumerate(words)
        if (word.is_product or _is_among(singular(word.lower), known)) and not _makes_quality(words, n)
    ]
    stop = next((n for n in range(1, len(words)) if _is_past_product(words, n, ends)), len(words))
    inside = [end for end in ends if end <= stop]
    if not inside:
        return max((n + 1 for n, word in enumerate(words[:stop]) if word.kind in "NPG"), default=stop)
    last = max(inside)
    is_longer = last < stop and bond(words[last - 1].text, words[last].text) > 0
    return last + is_longer


def _is_past_product(words: Sequence[QueryWord], place: int, ends: list[int]) -> bool:
    """True where the name of a product is over: "cable | 2m braided", "kettle | quiet", "box | microwave safe"."""
    word = words[place]
    is_quality = _makes_quality(words, place)
    if word.kind == "V" and word.is_product and (words[place - 1].is_product or words[place - 1].kind in "NPG"):
        return False  # "phone stand"
    is_bound = word.kind != "#" and bond(words[place - 1].text, word.text) > 0
    if not is_quality and (word.kind not in "JK#AVI" or is_bound):
        return False
    return any(end <= place for end in ends) if ends else words[place - 1].kind in "NPG"


def _makes_quality(words: Sequence[QueryWord], place: int) -> bool:
    """True for the first word of "microwave safe"."""
    is_made = place + 1 < len(words) and words[place + 1].lower in listed("endings")
    return (
        is_made
        and words[place].kind != "#"
        and not (place + 2 < len(words) and words[place + 2].lower in ("with", "for"))
    )


def _is_among(word: str, known: list[str]) -> bool:
    """True for one of these words, misspelt or not: "vaccum" among "robot vacuums"."""
    return word in known or (len(word) >= _SPELT_OUT and bool(get_close_matches(word, known, 1, _ALIKE)))


def _use(kind: NeedKind, words: Sequence[QueryWord]) -> Iterator[_Found]:
    """A use or user, and the qualities that follow it without a comma: "for men | wrinkle free"."""
    if len(words) > 1 and words[0].lower in _OFTEN and words[1].lower not in ("use", "usage", "wear"):
        yield _Found(kind, words[:1], f"{words[0].text} use")
        words = words[1:]
    end = next((n for n in range(1, len(words)) if _is_past_use(words, n)), len(words))
    is_party = words[0].lower in _PARTIES or any(AGE.match(word.text) for word in words[:end])
    yield _Found("audience" if is_party or words[end - 1].is_person else kind, words[:end])
    yield from _features(words[end:])


def _is_past_use(words: Sequence[QueryWord], place: int) -> bool:
    """True for a quality behind a noun, where a noun phrase has none."""
    before, word, behind = words[place - 1], words[place], words[place + 1 : place + 2]
    if _makes_quality(words, place - 1):
        return False  # "acne prone skin"
    is_strengthened = word.kind == "R" and bool(behind) and behind[0].kind == "J"
    is_quality = word.kind in "JK#" or is_strengthened or _makes_quality(words, place)
    return is_quality and (before.kind in "NPG0#K" or before.is_person)


def _features(words: Sequence[QueryWord]) -> Iterator[_Found]:
    """Features one after the other, where no comma parts them."""
    while words and words[0].lower in _ARTICLES:
        words = words[1:]
    # "Fast enough to play games" asks for speed, and games.
    enough = next((n for n in range(1, len(words)) if words[n].lower == "enough"), None)
    if enough is not None:
        yield from _features(words[:enough])
        words = words[enough + 3 :] if words[enough + 1 : enough + 2] and words[enough + 1].kind == "A" else ()
        if words:
            yield from _use("use", words)
        return
    if words and words[0].kind in "VMB":
        yield _Found("feature", words)
        return
    while words:
        size = _feature_size(words)
        yield _named(words[:size])
        words = words[size:]


def _feature_size(words: Sequence[QueryWord]) -> int:
    """How many words the first feature has."""
    if _makes_quality(words, 0):
        return 2
    if len(words) > 2 and words[1].kind == "A":
        return 4 if len(words) > 3 and words[3].lower in _PARTICLES else 3
    if words[0].kind == "#":
        # "10 ft cord", but "1.5 litre | auto shut off".
        is_past = (n for n in range(1, len(words)) if words[n].kind not in "NPG" or _makes_quality(words, n))
        size = next(is_past, len(words))
        if len(words) == 2 and words[1].kind not in "JK#":
            return 2
        return size if size == len(words) or words[size].kind in "JK#" or _makes_quality(words, size) else 1
    return next((n for n in range(1, len(words)) if _begins_feature(words, n)), len(words))


def _begins_feature(words: Sequence[QueryWord], place: int) -> bool:
    before, word = words[place - 1], words[place]
    if word.kind == "#":
        return before.kind not in "IA"
    if before.lower in listed("prefixes") or (word.kind == "K" and before.lower in listed("textures")):
        return False
    if _makes_quality(words, place) or (place + 1 < len(words) and words[place + 1].kind == "A"):
        return True
    is_strengthened = word.kind == "R" and words[place + 1 : place + 2] and words[place + 1].kind == "J"
    is_quality = (word.is_quality or is_strengthened) and before.kind not in "RXTI"
    if (
        place > 1
        and word.kind == before.kind == "N"
        and words[place - 2].kind == "J"
        and not bond(before.text, word.text)
    ):
        return bond(words[place - 2].text, before.text) > 0  # "light weight | rgb"
    return bool(is_quality) and (before.kind in "NPG#" or not bond(before.text, word.text))


def _named(words: Sequence[QueryWord]) -> _Found:
    """A quality with its kind."""
    if words[-1].is_person:
        return _Found("audience", words)
    if words[-1].lower in listed("body") and words[0].kind == "J":
        return _Found("use", words)
    return _Found("figure" if any(word.kind == "#" for word in words) else "feature", words)
