"""What a shopper's query asks: the kind of product, a budget, figures, uses, users, features and what must not be.

A query is cut at commas, "and", "with", "for", "that" and the like. What is left has few small words, so the rest is
cut by kinds of word and by which words belong together: "dual band | wifi router | quiet | easy to clean". A clause
with a verb stays whole: "does not leak in a bag".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from triptych.english.meanings import bond
from triptych.english.words import kinds_of, singular
from triptych.needs.budgets import CHEAP, find_budgets
from triptych.needs.lists import listed, pattern
from triptych.needs.query_words import QueryWord, is_called, query_words
from triptych.needs.values import names_value
from triptych.records import Need, NeedKind

_LONGEST_QUERY = 1_000
_RELATIVE = ("that", "which")
_SPELT_OUT, _ALIKE, _SORT = 5, 0.8, 0.45


class _Segment(NamedTuple):
    """A stretch of the query and what the word before it says it is; None for the beginning."""

    kind: NeedKind | None
    words: Sequence[QueryWord]
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
    cheap = CHEAP.match(query)
    masked = query if cheap is None else " " * cheap.end() + query[cheap.end() :]
    masked = pattern("talk").pattern.sub(lambda said: " ;"[said.start() > 0] * len(said[0]), masked)
    unlimited = [match.span() for match in pattern("no limit").finditer(query)]
    for start, end in [(need.start, need.end) for need in budgets] + unlimited:
        masked = masked[:start] + ";" * (end - start) + masked[end:]
    found = list(budgets)
    for kind, words, shared in _shared(_whole(_needs(_segments(query_words(masked)), category)), query):
        start, end = words[0].start, words[-1].end
        text = shared or query[start:end]
        if text.lower() not in {need.text.lower() for need in found} and any(map(str.isalnum, text)):
            found.append(Need(kind=kind, text=text, start=start, end=end))
    return tuple(sorted(found, key=lambda need: need.start))


def _whole(found: Iterable[_Found]) -> list[_Found]:
    """The same, what should be easy to do with what it is done to: "easy to change | filter"."""
    kept: list[_Found] = []
    for each in found:
        last = kept[-1].words if kept else ()
        is_done = len(last) > 2 and last[-2].lower == "to" and _is_done(last[-1]) and last[0].kind == "J"
        is_next = is_done and each.kind == "feature" and each.words[0].start == last[-1].end + 1
        if is_next and {word.kind for word in each.words} <= {"N"}:
            kept[-1] = kept[-1]._replace(words=(*last, *each.words))
        else:
            kept.append(each)
    return kept


def _shared(found: list[_Found], query: str) -> list[_Found]:
    """The same, with what two needs joined by "and" share given to both."""
    for n, (one, other) in enumerate(pairwise(found)):
        between = query[one.words[-1].end : other.words[0].start].strip().lower()
        if between not in listed("joins") and between != "&":
            continue
        first, second, last = one.words[-1], other.words[0], other.words[-1]
        is_alike = other.kind == "use" and {first.kind, second.kind} <= {"J", "D"}
        is_of_last = last.lower in listed("shared", "endings") and first.kind not in "V#"
        if len(one.words) == 1 < len(other.words) and (is_alike or is_of_last):
            # "dry and damaged hair", "neck and back pain", "microwave and dishwasher safe"
            rest = query[(second if is_alike else other.words[-2]).end : last.end]
            found[n] = one._replace(shared=first.text + rest, kind=other.kind)
        elif len(one.words) > 2 and len(other.words) == 1 and one.words[-2].lower == "to" and _is_done(second):
            # "easy to use and clean", not "easy to use and fast"
            shared = query[one.words[0].start : first.start] + second.text
            found[n + 1] = other._replace(shared=shared, kind=one.kind)
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
    place, ended, is_joined, is_listed = 0, -1, False, False
    while place < len(words):
        word = words[place]
        # Behind a comma "a battery that lasts" is one thing; "with a lid that closes" tells of the product.
        is_part = is_listed and bool(held) and held[0].kind != "J" and word.lower in _RELATIVE
        is_part |= word.lower in listed("denials", "helpers") and any(one.lower in _RELATIVE for one in held)
        start = None if is_part else _clause_start(words, place, is_parallel=place == ended + 1)
        begins = None if is_part else _begins(words, place, kind, held)
        is_join = word.lower in listed("joins") and not _goes_on(kind, held, words, place)
        if start is not None or begins or word.kind == "." or is_join:
            # "Good for travel" asks for travel.
            if held and not (len(held) == 1 and word.lower == "for" and held[0].lower in listed("suited")):
                yield _Segment(kind, held, is_joined=is_joined)
            is_joined, is_listed = is_join, word.kind == "."
            held = [word] if begins == "exclusion" else []
            # Behind a comma nothing is known of what follows, but that it is no use.
            kind = begins or ("feature" if kind and word.kind == "." else kind)
        elif held or word.lower not in listed("links") or kind is None:
            held.append(word)
        place += 1
        if start is not None:
            place = ended = _clause_end(words, start)
            is_denied = any(one.lower in listed("denials") - {"without"} for one in words[start : start + 2])
            yield _Segment("exclusion" if is_denied else "feature", words[start:place], is_clause=True)
            kind, held = "feature", []
    if held:
        yield _Segment(kind, held, is_joined=is_joined)


def _clause_start(words: list[QueryWord], place: int, *, is_parallel: bool = False) -> int | None:
    """Where a clause with a verb begins, at a word or behind it: "that does not leak", "keeps food warm"."""
    is_relative = words[place].lower in _RELATIVE
    start = place + is_relative
    if start + 2 - is_relative > len(words):
        return None
    first, *behind = words[start : start + 3]
    if first.lower in listed("helpers"):
        is_short = first.lower in listed("denials")
        is_denied = is_short or (bool(behind) and behind[0].lower in listed("denials"))
        verb = behind[-1:] if is_denied and not is_short else behind[:1]
        is_verb = bool(verb) and (_is_done(verb[0]) or verb[0].lower == "be")
        return start if is_verb and (is_denied or first.lower not in ("should", "must")) else None
    if first.lower in listed("feature", "use", "audience", "be"):
        return None
    if is_relative or not place:
        is_verb = "V" in kinds_of(first.lower) or first.lower.endswith("s")
        return start if is_relative and is_verb else None
    before, second, kinds = words[place - 1], behind[0], kinds_of(first.lower)
    is_free = before.kind in "NPGJK#." or before.lower in listed("joins") or before.is_person
    is_lead = second.kind == "." or second.lower in listed("joins", "feature", "use")
    is_sure = not is_lead and (kinds[0] == "V" or second.kind in "IR" or (is_parallel and second.kind == "J"))
    is_lasting = first.lower in listed("lasting") and before.lower in listed("joins")
    is_act = is_lasting or ("V" in kinds and first.lower.endswith("s") and not first.is_product)
    return start if is_act and is_free and (is_sure or second.lower == "with") else None


def _clause_end(words: list[QueryWord], start: int) -> int:
    """One past the last word of a clause."""
    small = listed("helpers", "denials") | {"be"}
    verb = next((n for n in range(start, len(words)) if words[n].lower not in small), start)
    for n in range(verb + 1, len(words)):
        word, before, behind = words[n], words[n - 1], words[n + 1 : n + 2]
        if word.kind == "." or word.lower in (*_RELATIVE, "but"):
            return n
        if word.lower in ("for", "with") and n > verb + 1 and not pattern("lasting").match(_told(words, n)):
            return n
        if word.lower in listed("joins"):
            # "Warm and fresh", "scratches or lint" and "can chop and mix" go on.
            is_new = not behind or _clause_start(words, n + 1, is_parallel=True) is not None
            if is_new or behind[0].lower in listed("feature", "use", "audience", "be", "lasting") | small:
                return n
            is_alike = f"{before.kind}{behind[0].kind}" in ("JJ", "JK", "KJ", "KK", "NN", "NT")
            if not is_alike and not (verb > start and kinds_of(behind[0].lower)[0] == "V"):
                return n
    return len(words)


def _told(words: Sequence[QueryWord], place: int) -> str:
    return " ".join(word.lower for word in words[place : place + 4])


def _begins(words: list[QueryWord], place: int, kind: NeedKind | None, held: list[QueryWord]) -> NeedKind | None:
    """What a word says that follows it, if anything."""
    word, before, behind = words[place], held[-1] if held else None, words[place + 1 : place + 2]
    if word.lower in listed("denials"):
        return None if before and before.lower in listed("denials") else "exclusion"
    if before and word.lower in ("for", "with") and before.lower in listed(f"before {word.lower}"):
        return None
    if before and before.kind == "J" and pattern("lasting").match(_told(words, place)):
        return None  # "comfortable for long hours" is one thing.
    if word.kind == "A" and behind and _is_done(behind[0]) and (before.kind in "NP" if before else place):
        return "use"  # "flask to carry tea", "big enough to hold it"
    is_noun = word.lower == "suit" and words[place - 1].lower not in listed("helpers")
    if is_noun or (kind == "exclusion" and held and word.lower not in ("for", "with")):
        return None
    kinds: tuple[NeedKind, ...] = ("use", "audience", "feature")
    return next((kind for kind in kinds if word.lower in listed(kind)), None)


def _goes_on(kind: NeedKind | None, held: Sequence[QueryWord], words: Sequence[QueryWord], place: int) -> bool:
    """True for the "and" of "keyboard and mouse combo", and of what is done to several things."""
    following = next((word for word in words[place + 1 :] if word.kind != "J"), None)
    if not held or not following or _makes_quality(words, place + 1):
        return False
    if kind == "use" and kinds_of(held[0].lower)[0] == "V":
        return kinds_of(following.lower)[0] != "V"
    return kind is None and held[-1].is_product and following.is_product


def _needs(segments: Iterator[_Segment], category: str | None) -> Iterator[_Found]:
    has_product = False
    last: NeedKind | None = None
    for kind, words, is_clause, is_joined in segments:
        if kind == "use" and is_joined and (last == "feature" or all(word.kind == "J" for word in words)):
            kind = "feature"  # "for travel, light and small"
        found: Iterator[_Found]
        if is_clause and kind:
            found = iter([_Found(kind, words)])
        elif not has_product and (kind is None or (kind == "feature" and words[-1].is_product)):
            found = _head(words, category)
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
    is_before = not has_product and len(words) > 2 and words[-1].is_product
    end = 2 if is_before else next((n for n in range(2, len(words)) if _is_past_use(words, n)), len(words))
    yield _Found("exclusion", words[:end])
    yield from _head(words[end:], category) if is_before else _features(words[end:])


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
    if is_long and (names_value(f"{first.text} {second.text}") or _makes_quality(words, 0)):
        return 2
    if len(words) > 3 and second.kind == "A":
        return 3
    if is_long and first.lower in listed("prefixes") and (second.kind in "GDVJ" or first.lower == "anti"):
        return 2  # "self watering"
    if first.kind not in "JK#0" or (first.lower in listed("sorts") and second.is_product):
        return 0
    if is_long and first.kind == "#":
        return 2 if second.lower in listed("measured") else 1
    if is_long and first.kind == "J" and second.kind not in "#0" and words[2].kind in "NPG":
        # "dual band | router", but "insulated | water bottle".
        return 2 if bond(first.text, second.text) > bond(second.text, words[2].text) else 1
    # "White board" and "mechanical keyboard" name a sort, "wireless keyboard" does not.
    is_sort = not first.is_value and second.is_product and bond(first.text, second.text) >= _SORT
    return 0 if is_sort or (first.kind in "JK" and is_called(first.lower + second.lower)) else 1


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
    return last + (last < stop and bond(words[last - 1].text, words[last].text) > 0)


def _is_past_product(words: Sequence[QueryWord], place: int, ends: list[int]) -> bool:
    """True where the name of a product is over: "cable | 2m braided", "kettle | quiet", "box | microwave safe"."""
    word, before = words[place], words[place - 1]
    is_named = word.kind == "V" and word.is_product and (before.is_product or before.kind in "NPG")  # "phone stand"
    is_bound = word.kind not in "JK#AVI" or (word.kind != "#" and bond(before.text, word.text) > 0)
    if is_named or (is_bound and not _makes_quality(words, place)):
        return False
    return any(end <= place for end in ends) if ends else before.kind in "NPG"


def _makes_quality(words: Sequence[QueryWord], place: int) -> bool:
    """True for the first word of "microwave safe"."""
    is_made = place + 1 < len(words) and words[place + 1].lower in listed("endings") and words[place].kind != "#"
    return is_made and not (place + 2 < len(words) and words[place + 2].lower in ("with", "for"))


def _is_among(word: str, known: list[str]) -> bool:
    """True for one of these words, misspelt or not: "vaccum" among "robot vacuums"."""
    return word in known or (len(word) >= _SPELT_OUT and bool(get_close_matches(word, known, 1, _ALIKE)))


def _use(kind: NeedKind, words: Sequence[QueryWord]) -> Iterator[_Found]:
    """A use or user, and the qualities that follow it without a comma: "for men | wrinkle free"."""
    if len(words) > 1 and words[0].lower in listed("often") and words[1].lower not in ("use", "usage", "wear"):
        yield _Found(kind, words[:1], f"{words[0].text} use")
        words = words[1:]
    end = next((n for n in range(1, len(words)) if _is_past_use(words, n)), len(words))
    is_party = words[0].lower in listed("parties") or any(pattern("age").match(word.text) for word in words[:end])
    yield _Found("audience" if is_party or words[end - 1].is_person else kind, words[:end])
    yield from _features(words[end:])


def _is_past_use(words: Sequence[QueryWord], place: int) -> bool:
    """True for a quality behind a noun, where a noun phrase has none."""
    before = words[place - 1]
    is_noun = before.kind in "NPG0#K" or before.is_person
    return is_noun and not _makes_quality(words, place - 1) and _is_quality(words, place)


def _is_quality(words: Sequence[QueryWord], place: int) -> bool:
    """True where a quality, a figure or a strengthened quality begins: "wrinkle free", "very loud"."""
    is_strengthened = words[place].kind == "R" and place + 1 < len(words) and words[place + 1].kind == "J"
    return words[place].kind in "JK#" or is_strengthened or _makes_quality(words, place)


def _features(words: Sequence[QueryWord]) -> Iterator[_Found]:
    """Features one after the other, where no comma parts them."""
    while words and words[0].lower in listed("articles"):
        words = words[1:]
    while words:
        is_whole = words[0].kind in "VMB" or any(word.lower in _RELATIVE for word in words)
        size = len(words) if is_whole else _feature_size(words)
        yield _named(words[:size])
        words = words[size:]


def _feature_size(words: Sequence[QueryWord]) -> int:
    """How many words the first feature has."""
    if _makes_quality(words, 0):
        return 2
    if len(words) > 2 and words[1].kind == "A":
        return 4 if len(words) > 3 and words[3].lower in listed("particles") else 3
    if words[0].kind == "#":
        # "10 ft cord", but "1.5 litre | auto shut off".
        is_past = (n for n in range(1, len(words)) if words[n].kind not in "NPG" or _makes_quality(words, n))
        size = next(is_past, len(words))
        is_pair = len(words) == 2 and words[1].kind not in "JK#"
        return len(words) if is_pair else size if size == len(words) or _is_quality(words, size) else 1
    return next((n for n in range(1, len(words)) if _begins_feature(words, n)), len(words))


def _begins_feature(words: Sequence[QueryWord], place: int) -> bool:
    before, word = words[place - 1], words[place]
    if word.kind == "#":
        return before.kind not in "IA"
    if before.lower in listed("prefixes") or (word.kind == "K" and before.lower in listed("textures")):
        return False
    if _makes_quality(words, place) or (place + 1 < len(words) and words[place + 1].kind == "A"):
        return True
    is_free = before.kind in "NPG#" or (before.kind not in "RXTI" and not bond(before.text, word.text))
    return is_free and _is_quality(words, place)


def _named(words: Sequence[QueryWord]) -> _Found:
    """A quality with its kind."""
    if words[-1].is_person and not any(word.kind == "I" for word in words):
        return _Found("audience", words)
    if words[-1].lower in listed("body") and words[0].kind == "J":
        return _Found("use", words)
    return _Found("figure" if any(word.kind == "#" for word in words) else "feature", words)
