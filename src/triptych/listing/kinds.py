"""What a product is ("milk frother"), who makes it and which model it is, from its title."""

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from triptych.english.meanings import bond
from triptych.english.units import quantities_in, unit_pattern
from triptych.english.words import kinds_of, lines_of
from triptych.listing.attributes import cues_in
from triptych.listing.lists import listed_words, pattern
from triptych.listing.phrases import Span, title_phrases
from triptych.records import Product

_MOST_WORDS = 5
_REACH = 3
_SAID = 20
"""A word that fewer reviewers write in lower case is a name."""
_COMMON = 100
_BRANDS = 4
"""So many makers give the same name to what they make only where it is no name."""
_BOUGHT = 15
_ASKED = 40
"""So many reviews are asked what they call the product."""
_TOKEN = re.compile(r"[^\W_](?:[\w'’]|[-./+](?=\w))*[\"″]?|&")
_GLUED, _PART = re.compile(r"([A-Z]?[a-z]{2,})(?=[A-Z][a-z])"), re.compile("[^/]+")
_IN_KIND = frozenset({"connection", "connector", "insulation", "water resistance"})
PARTS = listed_words("part")
"""Words that name a part more often than the whole."""


class Kind(NamedTuple):
    """What the title calls the product, and where."""

    text: str
    start: int
    end: int
    head: str
    """The last noun, in lower case."""


class Names(NamedTuple):
    """Brand and model, as spans of the title; empty where it names none."""

    brand: Span
    model: Span


class _Uses(NamedTuple):
    heads: int
    before: int
    opening: int
    ending: int
    total: int
    bought: int
    said: int


@cache
def _uses() -> dict[str, _Uses]:
    rows = (line.split(" ") for line in lines_of("listing/words.txt"))
    return {word: _Uses(*map(int, counts)) for word, *counts in rows}


@lru_cache(maxsize=20_000)
def is_product(word: str) -> bool:
    """True for a noun that products are called by: "bottle", "leggings"."""
    known = _uses().get(word) or _uses().get(word.removesuffix("s"))
    if not known or len(word) < 2 or any(map(str.isdigit, word)) or known.opening * 2 > known.total:
        return False
    if word in listed_words("never a product") or "N" not in kinds_of(word) or re.fullmatch(unit_pattern(), word):
        return False
    is_called = known.heads >= (_BRANDS if known.said < _SAID else 2) and known.heads >= 0.06 * known.total
    return (is_called or known.bought >= _BOUGHT) and not any(cue.is_value for cue in cues_in(word))


def ends_phrases(word: str) -> bool:
    """True for a word that mostly ends a phrase of a title: "warranty", "waist"."""
    known = _uses().get(word)
    return bool(known and known.total >= 3 and known.ending >= 0.6 * known.total)


def tokens_of(text: str, start: int, end: int) -> list[Span]:
    """The words of a title; "TableFree" is two where the first names a product."""
    found: list[Span] = []
    for match in _TOKEN.finditer(text, start, end):
        glued = _GLUED.match(text, *match.span())
        if "/" in match[0] and all(len(part) > 2 and part.isalpha() for part in match[0].split("/")):
            found += [part.span() for part in _PART.finditer(text, *match.span())]
        elif glued and is_product(glued[1].lower()):
            found += [glued.span(), (glued.end(), match.end())]
        else:
            found.append(match.span())
    return found


def find_kind(product: Product) -> str | None:
    """What the listing says the product is, "milk frother"; None where it only gives names."""
    kind = kind_of(product)
    return " ".join(map(_plainly, kind.text.split())) if kind else None


def kind_of(product: Product) -> Kind | None:
    """What the title calls the product, and where; of several words the one that its reviewers use too."""
    return kind_in(product.title, _said_in(product.title, tuple(review.text for review in product.reviews[:_ASKED])))


@lru_cache(maxsize=64)
def _said_in(title: str, texts: tuple[str, ...]) -> frozenset[str]:
    """The words of a title that two or more reviewers write in small letters, which names seldom are."""
    own = {word.lower() for word in re.findall(r"[A-Za-z]{3,}", title)}
    own |= {word + "s" for word in own} | {word.removesuffix("s") for word in own}
    seen = Counter(word for text in texts for word in own.intersection(re.findall("[a-z]+", text)))
    said = {word for word, count in seen.items() if count > 1}
    return frozenset(said | {word + "s" for word in said} | {word.removesuffix("s") for word in said})


def _plainly(word: str) -> str:
    """A word of a title as prose has it: "USB" and "iPhone" stay, "WATER" and "Water" do not."""
    is_name = any(map(str.isdigit, word)) or (word.isupper() and len(word) < 5) or re.search(r"[a-z][A-Z]", word)
    return word if is_name else word.lower()


@lru_cache(maxsize=64)
def kind_in(title: str, said: frozenset[str] = frozenset()) -> Kind | None:
    """What a title calls the product, and where; `said` are words that reviewers use."""
    found = _kinds_in(title, said)
    for kind in found:
        # What reviewers call the product: the keyboard or the mouse of a combo will do.
        named = [word for word in kind.text.lower().split() if word in said and word not in PARTS]
        if kind.head not in PARTS and any(map(is_product, named)):
            return kind
    return found[0] if found else None


def _kinds_in(title: str, said: frozenset[str]) -> list[Kind]:
    """What each phrase of a title calls the product, the likeliest first."""
    sure: list[Kind] = []
    unsure: list[Kind] = []
    for number, phrase in enumerate(title_phrases(title[:400])[:6]):
        within = pattern("within").search(title, phrase.start, phrase.end)
        tokens = tokens_of(title, phrase.start, within.start() if within else phrase.end)
        place = _head(title, tokens)
        if phrase.in_brackets:
            continue
        if place is None:
            figures = [q.start for q in quantities_in(title, phrase.start, phrase.end) if q.unit and number == 0]
            tokens = [span for span in tokens if span[0] < min(figures, default=phrase.end)] or tokens
            if number == 0 and len(tokens) > 1 and _is_plain_noun(title[slice(*tokens[-1])], said):
                unsure.append(_kind(title, tokens, len(tokens) - 1))
        elif number == 0 or not unsure or title[slice(*tokens[place])].lower() in said:
            kind = _kind(title, tokens, place)
            (sure if kind.head not in PARTS or number == 0 else unsure).append(kind)
    if not sure and not unsure and (within := pattern("within").search(title)):
        tokens = tokens_of(title, within.end(), len(title))
        place = _head(title, tokens)
        if place is not None and title[slice(*tokens[place])].lower() in said:
            unsure.append(_kind(title, tokens, place))
    return sure + unsure


def _is_plain_noun(word: str, said: frozenset[str]) -> bool:
    lower = word.lower()
    if lower in listed_words("never a product"):
        return False
    if lower in said and "N" in kinds_of(lower):
        return True
    known = _uses().get(lower)
    is_name = not known or (known.said < _SAID or known.opening * 2 > known.total)
    return word.isalpha() and len(word) > 2 and kinds_of(lower)[0] == "N" and not is_name


def _head(title: str, tokens: list[Span]) -> int | None:
    """The first word that names a product, and on to the last of its compound: "laptop stand", "keyboard and mouse"."""
    words = [title[a:b].lower() for a, b in tokens]
    places = [i for i, word in enumerate(words) if is_product(word) and (i or len(words) == 1)]
    # "Pan/Tilt Camera" is no pan.
    first = next((i for i in places if title[tokens[i][1] :][:1] != "/"), next(iter(places), None))
    if first is None:
        return None
    if first == 1 and any(map(str.isdigit, "".join(words[2:3]))):
        # "Zindo Tank 1.8 Smart Watch": right behind the brand and before a figure it is a model's name.
        later = (i for i, word in enumerate(words) if i > first and is_product(word) and word not in PARTS)
        first = next(later, first)
    last = first
    for i in range(first + 1, min(first + 6, len(words))):
        is_near = i in (last + 1, len(words) - 1) or words[i] not in PARTS
        if "/" in title[tokens[i - 1][1] : tokens[i][0]] and not any(map(is_product, words[i + 1 : i + _REACH])):
            break
        if is_product(words[i]) and is_near:
            last = i
        elif i - last > _REACH or any(map(str.isdigit, words[i])):
            break
    return last


def _kind(title: str, tokens: list[Span], last: int) -> Kind:
    """The head with the words before it that say which: not brand, figure, colour or praise; materials are skipped."""
    kept = [last]
    figures = [(q.start, q.end) for q in quantities_in(title, tokens[0][0], tokens[last][1]) if q.unit]
    cues = cues_in(title, tokens[0][0], tokens[last][0])
    for place in range(last - 1, -1, -1):
        start = tokens[place][0]
        is_again = title[slice(*tokens[place])].lower() in [title[slice(*tokens[other])].lower() for other in kept]
        if len(kept) >= _MOST_WORDS or is_again or any(a <= start < b for a, b in figures):
            break
        about = {cue.attribute for cue in cues if cue.start <= start < cue.end}
        if "material" in about:
            continue
        is_usual = _says_which(title, tokens, place) and _goes_before(title, tokens[: last + 1], place, kept[0])
        if not is_usual and not (start and about & _IN_KIND):
            break
        kept.insert(0, place)
    kept = _connected(title, tokens, kept)
    while len(kept) > 1 and title[slice(*tokens[kept[0]])].lower() in ("and", "&", "in", "to", "or"):
        kept.pop(0)
    text = " ".join(title[slice(*tokens[place])] for place in kept)
    return Kind(text, tokens[kept[0]][0], tokens[last][1], title[slice(*tokens[last])].lower())


def _goes_before(title: str, tokens: list[Span], place: int, behind: int) -> bool:
    """True for words that several makers or reviewers use so: "water bottle", but not "sound earbuds"."""
    before, one, other = (
        title[slice(*tokens[at])].lower().replace("&", "and") if at >= 0 else "" for at in (place - 1, place, behind)
    )
    if f"{one} {other}" in _pairs() or bond(one, other) > 0 or "and" in (one, other):
        return True
    # What nobody else says may still be a kind, "halogen heater", but not "voice assistance watch".
    return behind == len(tokens) - 1 and behind == place + 1 and not (cues_in(one) or bond(before, one))


def _connected(title: str, tokens: list[Span], kept: list[int]) -> list[int]:
    """The same with "wireless" from further ahead, where products are called so: "True Wireless Deep Bass Earbuds"."""
    words = [title[slice(*span)].lower() for span in tokens]
    name = " ".join(words[place] for place in kept)
    for place in range(kept[0] - 1, -1, -1):
        is_told = any(cue.attribute in _IN_KIND for cue in cues_in(words[place]))
        if is_told and f"{words[place]} {name}" in _names():
            return [place, *kept]
    return kept


@cache
def _names() -> frozenset[str]:
    """What several makers call their products, two words or more."""
    return frozenset(line.rpartition(" ")[0] for line in lines_of("listing/kinds.txt"))


@cache
def _pairs() -> frozenset[str]:
    return frozenset(" ".join(pair) for name in _names() for pair in pairwise(name.split()))


def _says_which(title: str, tokens: list[Span], place: int) -> bool:
    word = title[slice(*tokens[place])]
    lower = word.lower()
    known = _uses().get(lower)
    if lower in ("and", "&"):
        return place > 0
    if not known or len(lower) < 2 or lower in listed_words("title praise") or any(map(str.isdigit, word)):
        return False
    if (tokens[place][0] == 0 and known.opening) or (place and title[slice(*tokens[place - 1])].isdigit()):
        return False
    if lower in listed_words("never a product") - listed_words("before a product"):
        return False
    if any(pattern("not in kind").fullmatch(cue.attribute) for cue in cues_in(lower)):
        return False
    return known.said >= _SAID and known.opening * 2 <= known.total


def find_names(title: str, brand: str, kind: Kind | None) -> Names:
    """Brand and model: the words before all that describes; `brand` is the shop's own word where it gives one."""
    phrases = title_phrases(title[:400])
    stop = min(kind.start if kind else len(title), phrases[0].end if phrases else 0)
    figures = [q.start for q in quantities_in(title, 0, stop) if q.unit]
    # "Stone 250" is a model, "Black Watch" is not.
    cues = [cue.start for cue in cues_in(title, 0, stop) if not re.match(r"\s\d+\b", title[cue.end :])]
    stop = min([stop, *cues, *figures])
    tokens = tokens_of(title, 0, stop)
    cut = next((i for i, span in enumerate(tokens) if i and _describes(title[slice(*span)])), len(tokens))
    if brand and title.lower().startswith(brand.lower()):
        made = 0, len(brand)
    elif not tokens or _describes(title[slice(*tokens[0])]):
        return Names((0, 0), _code(title))
    else:
        # In a title of small letters the brand is all up to a model.
        words = [title[slice(*span)] for span in tokens]
        more = (i for i, word in enumerate(words) if i and not word.islower())
        made = tokens[0][0], tokens[next(more, len(words)) - 1 if words[0].islower() else 0][1]
    rest = [span for span in tokens[:cut] if span[0] >= made[1]]
    return Names(made, (rest[0][0], rest[-1][1]) if rest else _code(title))


def _code(title: str) -> Span:
    """The first word of letters and digits that is no figure: "KM3322W"."""
    within = pattern("within").search(title)
    for match in re.finditer(r"(?<![\w-])(?=[\w/-]*\d)(?=[\w/-]*[A-Z])[A-Z0-9][\w/-]{3,}(?![\w-])", title):
        if within and match.start() > within.start():
            break
        if not any(q.unit and q.start < match.end() and match.start() < q.end for q in quantities_in(title)):
            return match.span()
    return 0, 0


def _describes(word: str) -> bool:
    """True for a word of common use, which no brand is."""
    lower = word.lower()
    known = _uses().get(lower)
    if not known or any(map(str.isdigit, word)) or word.islower() or len(word) < 3:
        return lower in listed_words("title praise")
    return known.opening * 4 < known.total and known.said >= _COMMON
