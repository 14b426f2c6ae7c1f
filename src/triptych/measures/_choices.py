"""Which products a verdict names, chooses and rules out, in whatever manner it is written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triptych.measures._pieces import Piece, places_named
from triptych.records import Case

_TAKEN = re.compile(
    r"\b(?:take|takes|taken|choose|chosen|choice|pick|picks|picked|winner|wins|recommend\w*|suggest\w*|advise|"
    r"(?:go|goes|going) (?:for|with)|goes to|opt for|get the|buy|grab|reach for|lean(?:ing)? towards?|"
    r"settle (?:on|for)|stick (?:with|to)|prefer|favou?r|favou?rite|vote|nod|crown|deserves?|champion|answer|the one|"
    r"best (?:bet|buy|pick|overall|option|match|fit)|top (?:pick|choice|spot|marks)|number one|first (?:choice|place)|"
    r"comes? out (?:on top|ahead)|points? to|nearest match)\b|[🏆🥇]|#1\b",
    re.IGNORECASE,
)
"""Words that say which product to take."""
_SUITED = re.compile(
    r"\b(?:best|suits?|for those|for anyone|ideal|perfect|stands out|the right \w+|your (?!budget|limit)\w+|"
    r"the \w+ for|if you|(?:made|great|good|better|fine) for)\b",
    re.IGNORECASE,
)
"""Words that say whom or what a product is good for, which is a choice where nothing clearer is said."""
_REJECTED = re.compile(
    r"\b(?:avoid\w*|not (?:for you|recommended|worth|the)|cannot be recommended|leave|skip|too "
    r"(?:expensive|heavy|small|narrow)|rule[sd]? (?:it|him)? ?out|far behind|miss(?:es)? the brief|loses|"
    r"advise against|pass on|steer clear|forget|(?:is|drops|falls) out (?:on|of the (?:race|running|question))|"
    r"(?:not|never|hardly|cannot|n't) (?:\w+ ){0,3}(?:take|choose|choice|pick|winner|recommend\w*|best|buy))\b",
    re.IGNORECASE,
)
_AVOIDED = re.compile(
    r"\b(?:avoid\w*|advise against|not recommended|cannot be recommended|do not take)\b", re.IGNORECASE
)
_ARROW = re.compile(r"(?:→|➡|=>|->|👉|✅)\ufe0f?\s*(?:the\s+)?$", re.IGNORECASE)
_NEXT = re.compile(r"[^.,;:!?]{0,30}")
"""What may stand between "go for" and the name it goes with."""
_FEW_WORDS = 8
"""A question as short as this ("Calls first?") asks for a name."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a verdict does with the products."""

    named: tuple[int, ...]
    """In the order it names them."""
    chosen: tuple[int, ...]
    """Those to take, the clearest choice first."""
    avoided: frozenset[int]
    """Those it warns of."""


def choices_in(verdict: Sequence[Piece], case: Case) -> Choices:
    """The products that the sentences of a verdict name, choose and warn of."""
    named: list[int] = []
    taken: list[int] = []
    suited: list[int] = []
    avoided: set[int] = set()
    for before, piece in zip((None, *verdict), verdict, strict=False):
        places = places_named(piece.text, case)
        named += [number for _, _, number in places]
        rejected = set(_meant(_REJECTED, piece, places))
        avoided.update(_meant(_AVOIDED, piece, places))
        shown = _shown(before, piece, places)
        taken += [number for number in (*_meant(_TAKEN, piece, places), *shown) if number not in rejected]
        suited += [number for number in _meant(_SUITED, piece, places) if number not in rejected]
    chosen = dict.fromkeys([*_alone(verdict, case), *taken, *_leading(verdict, case), *suited])
    once = tuple(dict.fromkeys(named))
    return Choices(once, tuple(chosen) or (once if len(once) == 1 else ()), frozenset(avoided))


Named = Sequence[tuple[int, int, int]]
"""Where each product is named in a sentence: start, end, which."""


def _meant(words: re.Pattern[str], piece: Piece, places: Named) -> Iterator[int]:
    """The product that each such word is said of: the one named right after it, else the last before, else the next."""
    for match in words.finditer(piece.text):
        after = [place for place in places if place[0] >= match.end()]
        before = [place for place in places if place[0] < match.end()]
        if after and _NEXT.fullmatch(piece.text, match.end(), after[0][0]):
            yield after[0][2]
        elif before:
            yield before[-1][2]
        elif after:
            yield after[0][2]
        elif piece.product is not None:
            # "So it is the one to take" goes on about the product named before.
            yield piece.product


def _shown(before: Piece | None, piece: Piece, places: Named) -> Iterator[int]:
    """Products that an arrow points at, or that answer a short question."""
    for start, _, number in places:
        if _ARROW.search(piece.text[:start]):
            yield number
    asks = before is not None and before.text.rstrip().endswith("?") and len(before.text.split()) <= _FEW_WORDS
    if asks and places and not re.search(r"\w{4,}", piece.text[: places[0][0]]):
        yield places[0][2]


def _alone(verdict: Sequence[Piece], case: Case) -> tuple[int, ...]:
    """The product whose bare name stands as a sentence, where only one does."""
    found: list[int] = []
    for piece in verdict:
        places = places_named(piece.text, case)
        if len(places) == 1:
            rest = piece.text[: places[0][0]] + piece.text[places[0][1] :]
            found += [] if re.search(r"[^\W\d_]{3,}", rest) else [places[0][2]]
    return tuple(found) if len(found) == 1 else ()


def _leading(verdict: Sequence[Piece], case: Case) -> tuple[int, ...]:
    """The product that a verdict begins with, where the name stands apart: "Tab 10, no contest."."""
    text = verdict[0].text if verdict else ""
    places = places_named(text, case)
    stands_apart = bool(places) and _APART.match(text, places[0][1]) and not re.search(r"\w{4,}", text[: places[0][0]])
    return (places[0][2],) if stands_apart else ()


_APART = re.compile(r"(?: (?:\d\w*|[A-Z]\w*))*\s?[,.!–—]\s")
"""The rest of a name, and the mark that sets it apart."""
