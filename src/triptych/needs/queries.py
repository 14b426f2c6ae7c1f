"""What a shopper's query asks: the kind of product, a budget, figures, uses, users, features and what must not be.

A query is cut at commas, "and", "with", "for", "that" and the like. What is left has few small words, so the rest is
cut by kinds of word and by which words belong together: "dual band | wifi router | quiet | easy to clean".
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from triptych.english.meanings import bond
from triptych.english.units import quantities_in
from triptych.english.words import kinds_of, singular, word_list, word_set
from triptych.listing.kinds import is_product
from triptych.needs.budgets import NO_LIMIT, find_budgets
from triptych.needs.values import names_value
from triptych.records import Need, NeedKind

_listed = partial(word_list, "needs/lists.txt")
_LONGEST_QUERY = 1_000
_LEADS: dict[str, NeedKind] = {
    "for": "use", "with": "feature", "having": "feature", "featuring": "feature", "including": "feature",
    "has": "feature", "have": "feature", "that": "feature", "which": "feature", "must": "feature", "should": "feature",
    "but": "feature", "suits": "audience", "suit": "audience", "suitable": "use",
}  # fmt: skip
_LINKS = word_set("be is are do does can will it its also to use at in")
"""Small words that may follow one that begins a part, and say nothing: "that is", "should be", "to use in"."""
_JOINS = word_set("and or n nd plus also")
_NOTS = word_set("no not without non never dont don't doesnt doesn't wont won't cant can't isnt isn't w/o")
_QUALITY = re.compile(
    r".+-free|.+proof|.+-resistant|.+-friendly|.+-cancell?ing|non[ -].+|.+-safe|.+able", re.IGNORECASE
)
_AGE = re.compile(r"\d{1,2}[\s-]?(?:years?|yrs?|months?)[\s-]?olds?\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:under|below|upto|up to|over|above|at ?least|max(?:imum)?|min(?:imum)?|less than|more than|within)\s+$",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\bnon[ -][a-z]+|[^\W_](?:[\w'’.%-]*[\w'’%])?|w/o\b|[$₹€£¥#\"]|[^\s\w]", re.IGNORECASE)
_BREAK = re.compile(r"[,;.|/()+&!?:\[\]{}–—-]")
_SUITED = word_set("good best great perfect ideal suitable")
_ARTICLES = word_set("a an the my our your some any it is")
_PARTIES = word_set("family group party")
_MEASURED = word_set("battery backup playtime ram memory storage screen display cord cable capacity warranty range")
"""What a figure before the name of a product may be of: "40 hour battery headphones"."""
_OFTEN = word_set("daily everyday regular frequent occasional weekly")
_PARTICLES = word_set("up off out on in down away")
_LASTING = re.compile(
    r"for (?:(?:a|all|the|many|long|longer|extended|whole|entire) )*"
    r"(?:hours?|days?|time|periods?|sessions?|shifts?|use|wear)\b"
)
_SPELT_OUT, _ALIKE, _ABBREVIATED = 5, 0.8, 4


class _QueryWord(NamedTuple):
    """A word of the query, or a number with its unit."""

    text: str
    start: int
    end: int
    kind: str
    """As `kinds_of` has it; "#" for a number with a unit, "J" for a quality however it is listed."""

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower()

    @property
    def is_person(self) -> bool:
        """True for a word for people."""
        return self.lower in _listed("people")

    @property
    def is_product(self) -> bool:
        """True for a word that products are called by."""
        return is_product(self.lower)


class _Segment(NamedTuple):
    """A stretch of the query and what the word before it says it is; None for the beginning."""

    kind: NeedKind | None
    words: list[_QueryWord]


class _Found(NamedTuple):
    """The words of one need."""

    kind: NeedKind
    words: Sequence[_QueryWord]
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
    for kind, words, shared in _shared(list(_needs(_segments(_words(masked)), category)), query):
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
        first, second = one.words[-1], other.words[0]
        if (
            len(one.words) == 1
            and len(other.words) > 1
            and other.kind == "use"
            and {first.kind, second.kind} <= {"J", "D"}
        ):
            # "dry and damaged hair"
            rest = query[second.end : other.words[-1].end]
            found[n] = one._replace(shared=first.text + rest, kind=other.kind)
        elif len(one.words) > 2 and len(other.words) == 1 and one.words[-2].lower == "to" and _is_done(second):
            # "easy to use and clean", not "easy to use and fast"
            found[n + 1] = other._replace(shared=f"{query[one.words[0].start : first.start]}{second.text}")
    return found


def _is_done(word: _QueryWord) -> bool:
    kinds = kinds_of(word.lower)
    return "V" in kinds and kinds[0] != "R"


def _words(text: str) -> list[_QueryWord]:
    """The words of a text, each number with its unit, and with "under" before it, as one."""
    figures = dict([(q.start, q.end) for q in quantities_in(text) if q.unit] + [m.span() for m in _AGE.finditer(text)])
    for start, end in list(figures.items()):
        if bound := _BOUND.search(text, 0, start):
            figures[bound.start()] = end
    found: list[_QueryWord] = []
    done = 0
    for match in _TOKEN.finditer(text):
        if match.start() >= done:
            done = figures.get(match.start(), match.end())
            kind = "#" if match.start() in figures else _kind(match[0])
            found.append(_QueryWord(text[match.start() : done], match.start(), done, kind))
    return _counted(text, found)


def _counted(text: str, words: list[_QueryWord]) -> list[_QueryWord]:
    """The same with numbers of things as one word: "4 jars", "1.5 ton", "spf 50"."""
    found: list[_QueryWord] = []
    for word in words:
        if found and found[-1].end + 1 == word.start and _is_count(found[-1], word):
            word = _QueryWord(text[found[-1].start : word.end], found.pop().start, word.end, "#")
        found.append(word)
    return found


def _is_count(first: _QueryWord, second: _QueryWord) -> bool:
    if first.kind == "0" and first.text[0].isdigit():
        return second.kind == "N" and not second.is_person and not second.is_product
    is_short = first.kind == "N" and len(first.text) <= _ABBREVIATED
    return is_short and second.text.isdigit() and not first.is_product


def _kind(word: str) -> str:
    lower = word.lower()
    if _BREAK.fullmatch(lower):
        return "."
    if lower in _listed("qualities") or _QUALITY.fullmatch(lower):
        return "J"
    kinds = kinds_of(lower)
    return "J" if kinds[0] in "JD" and "J" in kinds else kinds[0]


def _segments(words: list[_QueryWord]) -> Iterator[_Segment]:
    """The query cut where a word says that something new begins."""
    kind: NeedKind | None = None
    held: list[_QueryWord] = []
    is_first = True
    for place, word in enumerate(words):
        begins = _begins(word, kind, held)
        is_bare = bool(held) and all(one.kind != "J" for one in held)
        if word.lower in ("that", "which") and is_bare and not is_first and kind in (None, "feature"):
            # "a battery that lasts" is one thing; "a soft lid that closes" is two.
            begins = None
        if word.lower in _JOINS and kind is None and _joins_products(held, words[place + 1 :]):
            held.append(word)
        elif (
            word.lower == "for"
            and held
            and held[-1].kind == "J"
            and _LASTING.match(" ".join(one.lower for one in words[place : place + 4]))
        ):
            # "comfortable for long hours" is one thing.
            held.append(word)
        elif begins or word.kind == "." or word.lower in _JOINS:
            # "Good for travel" asks for travel, "works with a lamp" for a lamp.
            is_empty = len(held) == 1 and (
                (word.lower == "for" and held[0].lower in _SUITED)
                or (word.lower == "with" and kind is not None and "V" in kinds_of(held[0].lower))
            )
            if held and not is_empty:
                yield _Segment(kind, held)
                is_first = False
            held = [word] if begins == "exclusion" else []
            # Behind a comma nothing is known of what follows, but that it is no use.
            kind = begins or ("feature" if kind and word.kind == "." else kind)
        elif held or word.lower not in _LINKS or kind is None:
            held.append(word)
    if held:
        yield _Segment(kind, held)


def _begins(word: _QueryWord, kind: NeedKind | None, held: list[_QueryWord]) -> NeedKind | None:
    """What a word says that follows it, if anything."""
    if word.lower in _NOTS:
        # "zips that don't break" is one thing.
        is_inside = any(one.lower in ("that", "which") or one.lower in _NOTS for one in held)
        return None if is_inside else "exclusion"
    if kind == "exclusion" and held and word.lower not in ("for", "with"):
        return None
    return _LEADS.get(word.lower)


def _joins_products(held: Sequence[_QueryWord], rest: Sequence[_QueryWord]) -> bool:
    """True between two names of products: "keyboard and mouse combo"."""
    following = next((word for word in rest if word.kind != "J"), None)
    return bool(held and following and held[-1].is_product and following.is_product)


def _needs(segments: Iterator[_Segment], category: str | None) -> Iterator[_Found]:
    has_product = False
    for kind, words in segments:
        if kind == "exclusion" and not has_product and len(words) > 2 and words[-1].is_product:
            # "no subscription | fitness band"
            yield _Found(kind, words[:2])
            kind, words = None, words[2:]
        if not has_product and (kind is None or (kind == "feature" and words[-1].is_product)):
            for found in _head(words, category):
                has_product = has_product or found.kind == "category"
                yield found
        elif kind == "exclusion":
            end = next((n for n in range(2, len(words)) if _is_past_use(words, n)), len(words))
            yield _Found(kind, words[:end])
            yield from _features(words[end:])
        elif kind in ("use", "audience"):
            yield from _use(kind, words)
        else:
            yield from _features(words)


def _head(words: Sequence[_QueryWord], category: str | None) -> Iterator[_Found]:
    """The beginning of a query: the qualities named before the product, its kind, and the qualities behind it."""
    while words and words[0].lower in _listed("fillers"):
        words = words[1:]
    # "slim and light laptop" begins with a quality only.
    is_quality = all(word.kind in "J#R" for word in words) or words[-1].lower in _listed("endings")
    last = 0 if is_quality else _end_of_product(words, category)
    first = 0
    while first < last - 1 and (size := _quality_size(words[first:last])):
        yield _named(words[first : first + size])
        first += size
        # "usb c to usb c cable"
        first += words[first].kind == "A" and first < last - 1
    if first < last:
        yield _Found("category", words[first:last])
    yield from _features(words[last:])


def _quality_size(words: Sequence[_QueryWord]) -> int:
    """How many of the words before the name of a product make the first quality; 0 where there is none."""
    first, second = words[0], words[1]
    if first.is_person:
        return 1
    if first.is_product and second.is_product and second.kind == "V":
        return 0  # "mobile stand"
    if len(words) > 2 and names_value(f"{first.text} {second.text}"):
        return 2
    if len(words) > 3 and second.kind == "A":
        return 3
    if len(words) > 2 and _makes_quality(words, 0):
        return 2
    if first.kind not in "J#0":
        return 0
    if len(words) > 2 and first.kind == "#":
        return 2 if second.lower in _MEASURED else 1
    if len(words) > 2 and second.kind not in "#0" and words[2].kind in "NPG":
        # "dual band | router", but "insulated | water bottle".
        return 2 if bond(first.text, second.text) > bond(second.text, words[2].text) else 1
    return 0 if first.kind == "J" and is_product(first.lower + second.lower) else 1


def _end_of_product(words: Sequence[_QueryWord], category: str | None) -> int:
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


def _is_past_product(words: Sequence[_QueryWord], place: int, ends: list[int]) -> bool:
    """True where the name of a product is over: "cable | 2m braided", "kettle | quiet", "box | microwave safe"."""
    word = words[place]
    if word.kind == "V" and word.text.endswith("s"):
        return True
    is_quality = _makes_quality(words, place)
    if word.kind == "V" and word.is_product and (words[place - 1].is_product or words[place - 1].kind in "NPG"):
        return False  # "phone stand"
    if not is_quality and (word.kind not in "J#AVI" or (word.kind != "#" and bond(words[place - 1].text, word.text))):
        return False
    return any(end <= place for end in ends) if ends else words[place - 1].kind in "NPG"


def _makes_quality(words: Sequence[_QueryWord], place: int) -> bool:
    """True for the first word of "microwave safe"."""
    return place + 1 < len(words) and words[place + 1].lower in _listed("endings")


def _is_among(word: str, known: list[str]) -> bool:
    """True for one of these words, misspelt or not: "vaccum" among "robot vacuums"."""
    return word in known or (len(word) >= _SPELT_OUT and bool(get_close_matches(word, known, 1, _ALIKE)))


def _use(kind: NeedKind, words: Sequence[_QueryWord]) -> Iterator[_Found]:
    """A use or user, and the qualities that follow it without a comma: "for men | wrinkle free"."""
    if len(words) > 1 and words[0].lower in _OFTEN and words[1].lower not in ("use", "usage", "wear"):
        yield _Found(kind, words[:1])
        words = words[1:]
    end = next((n for n in range(1, len(words)) if _is_past_use(words, n)), len(words))
    is_party = words[0].lower in _PARTIES or any(_AGE.fullmatch(word.text) for word in words[:end])
    yield _Found("audience" if is_party or words[end - 1].is_person else kind, words[:end])
    yield from _features(words[end:])


def _is_past_use(words: Sequence[_QueryWord], place: int) -> bool:
    """True for a quality behind a noun, where a noun phrase has none."""
    before, word = words[place - 1], words[place]
    is_quality = word.kind in "J#" or _makes_quality(words, place)
    return is_quality and (before.kind in "NPG0#" or before.is_person)


def _features(words: Sequence[_QueryWord]) -> Iterator[_Found]:
    """Features one after the other, where no comma parts them."""
    while words and words[0].lower in _ARTICLES:
        words = words[1:]
    # "Fast enough to play games" asks for speed, and games.
    enough = next(
        (n for n in range(1, len(words) - 2) if words[n].lower == "enough" and words[n + 1].kind == "A"), None
    )
    if enough is not None:
        yield from _features(words[:enough])
        words = words[enough + 3 :]
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


def _feature_size(words: Sequence[_QueryWord]) -> int:
    """How many words the first feature has."""
    if _makes_quality(words, 0):
        return 2
    if len(words) > 2 and words[1].kind == "A":
        return 4 if len(words) > 3 and words[3].lower in _PARTICLES else 3
    if words[0].kind == "#":
        # "10 ft cord", but "1.5 litre | auto shut off".
        size = next((n for n in range(1, len(words)) if words[n].kind not in "NPG"), len(words))
        if len(words) == 2 and words[1].kind not in "J#":
            return 2
        return size if size == len(words) or words[size].kind in "J#" else 1
    return next((n for n in range(1, len(words)) if _begins_feature(words, n)), len(words))


def _begins_feature(words: Sequence[_QueryWord], place: int) -> bool:
    before, word = words[place - 1], words[place]
    if word.kind == "#":
        return True
    if _makes_quality(words, place) or (place + 1 < len(words) and words[place + 1].kind == "A"):
        return True
    is_strengthened = word.kind == "R" and words[place + 1 : place + 2] and words[place + 1].kind == "J"
    is_quality = (word.kind == "J" or is_strengthened) and before.kind not in "RXTI"
    return bool(is_quality) and (before.kind in "NPG#" or not bond(before.text, word.text))


def _named(words: Sequence[_QueryWord]) -> _Found:
    """A quality with its kind."""
    if any(word.is_person for word in words):
        return _Found("audience", words)
    return _Found("figure" if any(word.kind == "#" for word in words) else "feature", words)
