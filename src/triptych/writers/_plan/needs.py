"""What a shopper asks, ready to be answered: a label that reads well, and the aspects and words it is about."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from triptych.aspects import aspects_in, read_needs
from triptych.records import Need
from triptych.writers._words.wording import is_plural, listed

_ADJECTIVAL = re.compile(
    r"(?:(?:very|really|super|not too|not|non[- ]?)\s*)*"
    r"(?:(?:easy|light|comfortable|quick|fast|simple|hard|gentle|safe|soft|quiet|silent|durable|washable|adjustable|"
    r"ergonomic|rechargeable|organic|breathable|compact|lightweight|portable|foldable|waterproof|wireless|loud|heavy|"
    r"cheap|affordable|sturdy|strong|thin|slim|big|small|large|bright|reliable|powerful|stylish)\b.*"
    r"|\w+[- ]?(?:proof|resistant|free|friendly|cancell?ing)|soft|unscented)",
    re.IGNORECASE,
)
_ABSENCE = re.compile(r"\b(?:free|without|no|not|non)\b|free$", re.IGNORECASE)
_HOW = frozenset({"proof", "resistant", "free", "friendly", "cancelling", "canceling"})
_AILMENT = re.compile(
    r"\b(?:pains?|aches?|problems?|issues?|injur\w+|skin|hair|feet|wounds?|allerg\w+)$", re.IGNORECASE
)
_KINDS_OF_THING = frozenset({"wireless", "bluetooth", "wired", "electric", "cordless"})
_VERBAL = re.compile(
    r"(?:sits?|lasts?|works?|fits?|runs?|stays?|does|do|can|has|have|looks?|feels?|comes?)\b", re.IGNORECASE
)
_DETERMINED = re.compile(r"(?:an?|the|my|our|your|his|her|this|these|all|some|\d)\b|\d", re.IGNORECASE)
_PLACES = frozenset(
    {"gym", "office", "kitchen", "house", "beach", "car", "road", "garden", "pool", "hostel", "commute"}
)
_DELIMITER = re.compile(
    r"[,;.]|\b(?:under|below|with|for|and|but|within|upto|less than|that is|which is)\b", re.IGNORECASE
)
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_WORD = re.compile(r"[a-z0-9]+")
_STOP = re.compile(
    r"(?:a|an|the|and|or|for|with|of|to|in|on|at|by|my|our|your|is|are|be|it|that|which|good|great|best|nice|very|really|"
    r"not|too|daily|long|short|high|low|free|proof|resistant|friendly|use|using|well|lasts?|whole|day|all|any|person|"
    r"people|under|over|more|less|than|sits|should|must|suits?|hours?)"
)
# What a use asks of a product beyond its own words.
_USES = {
    "gym": ("fit", "water resistance"),
    "workout": ("fit", "water resistance"),
    "workouts": ("fit", "water resistance"),
    "jogging": ("fit", "cushioning"),
    "commute": ("portability", "noise cancellation", "battery life"),
    "commuting": ("portability", "noise cancellation", "battery life"),
    "travel": ("portability", "battery life", "size"),
    "college": ("portability", "weight"),
    "meetings": ("call quality",),
    "apartment": ("noise", "size"),
    "flat": ("noise", "size"),
    "coding": ("performance", "keyboard", "memory"),
    "programming": ("performance", "keyboard", "memory"),
    "gaming": ("performance", "display", "heating"),
    "work": ("comfort", "performance"),
    "training": ("cushioning", "comfort", "outsole durability"),
    "runs": ("cushioning", "comfort", "outsole durability"),
    "running": ("cushioning", "comfort", "fit"),
    "pavement": ("cushioning", "traction"),
    "smoothies": ("blending power",),
    "makeup": ("wear under makeup",),
}


Form = Literal["how", "that", "for", "thing"]
"""It should be easy to clean; one that sits well; for the gym; good battery backup."""


@dataclass(frozen=True)
class Want:
    """One thing a shopper wants."""

    needs: tuple[Need, ...]
    """The needs that make it up."""
    label: str
    """The shopper's words, ready for a sentence."""
    form: Form
    """How the label fits into a sentence."""

    @property
    def kind(self) -> str:
        """Budget, use, feature or audience."""
        return self.needs[0].kind

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The aspects that its own words speak of."""
        return () if self.label.lower() in _KINDS_OF_THING else aspects_in(self.label)

    @cached_property
    def aspects(self) -> tuple[str, ...]:
        """The aspects it is about, the nearest first, those a use depends on included."""
        used = [name for word in _WORD.findall(self.label.lower()) for name in _USES.get(word, ())]
        return tuple(dict.fromkeys((*self.named, *used)))

    @property
    def is_absence(self) -> bool:
        """True for what should not be there: "fragrance-free"."""
        return _ABSENCE.search(self.label) is not None

    @cached_property
    def words(self) -> frozenset[str]:
        """Its telling words, cut to stems."""
        return stems(self.label)


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The telling words of a text without their endings."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if len(word) > 2 and not _STOP.fullmatch(word))


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ers?|ed|es|s|e|y)$", "", word) if len(word) > 4 else word


@lru_cache(maxsize=256)
def wants_of(query: str, category: str | None) -> tuple[Want, ...]:
    """What a query asks beside the kind of thing, in its order; what belongs together is one want."""
    needs = read_needs(query, category)
    wants: list[Want] = []
    for need in needs:
        if need.kind == "category" or need.text.lower() in _WORD.findall((category or "").lower()):
            continue
        label = _label(need, query, needs)
        if wants and need.kind == wants[-1].kind == "use" and not aspects_in(label) and len(label.split()) == 1:
            last = wants.pop()
            label = listed([last.label, label])
            wants.append(Want((*last.needs, need), label, last.form))
        elif (
            wants
            and wants[-1].form in ("how", "thing")
            and wants[-1].kind != "budget"
            and query[wants[-1].needs[-1].end : need.start].strip().lower() == "for"
        ):
            last = wants.pop()
            wants.append(Want((*last.needs, need), f"{last.label} for {label}", last.form))
        elif label:
            wants.append(Want((need,), label, _form(need, label)))
    return tuple(wants)


def _form(need: Need, label: str) -> Form:
    if need.kind in ("use", "audience") or _AILMENT.search(label):
        return "for"
    if _VERBAL.match(label):
        return "that"
    words = label.lower().split()
    # "soft cushioning" is a thing; "soft", "light to carry" and "sweat proof" say how it should be.
    is_how = len(words) == 1 or "to" in words or words[0] == "not" or words[-1] in _HOW or "-" in label
    return "how" if is_how and _ADJECTIVAL.fullmatch(label) else "thing"


def _label(need: Need, query: str, needs: tuple[Need, ...]) -> str:
    """The need's words, with the words beside them that it cannot be understood without."""
    start, end = need.start, need.end
    if need.kind == "feature" and re.match(r"(?:the|an?)\b", need.text, re.IGNORECASE):
        before = [match.end() for match in _DELIMITER.finditer(query, 0, start)]
        start = max([0, *before, *(other.end for other in needs if other.end <= start)])
    if need.kind == "feature" and len(need.text.split()) == 1:
        after = [match.start() for match in _DELIMITER.finditer(query, end)]
        end = min([len(query), *after, *(other.start for other in needs if other.start >= end)])
    label = " ".join(_EDGE.sub("", query[start:end]).split())
    if need.kind in ("use", "audience"):
        label = re.split(r"\s(?:that|which|who)\b", label)[0]
        return _with_article(label, need.kind)
    return label


def _with_article(label: str, kind: str) -> str:
    words = label.split()
    if not words or _DETERMINED.match(label):
        return label
    if len(words) == 1 and words[0].lower() in _PLACES:
        return f"the {label}"
    if (
        kind == "audience"
        and not is_plural(words[-1].lower())
        and words[-1].lower() not in {"men", "women", "children", "people", "kids", "skin"}
    ):
        return f"{'an' if label[0].lower() in 'aeiou' else 'a'} {label}"
    return label
