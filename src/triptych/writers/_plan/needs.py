"""What a shopper asks, ready to be answered: a label that reads well, and the aspects and words it is about."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Literal

from triptych.aspects import aspects_in, read_needs
from triptych.english.stems import singular, stem_of
from triptych.records import Need
from triptych.writers._words.wording import is_plural, listed

_ADJECTIVAL = re.compile(
    r"(?:(?:very|really|super|not too|not|non[- ]?)\s*)*"
    r"(?:(?:easy|light|comfortable|quick|fast|simple|hard|gentle|safe|soft|quiet|silent|durable|washable|adjustable|"
    r"ergonomic|rechargeable|organic|breathable|compact|lightweight|portable|foldable|waterproof|wireless|loud|heavy|"
    r"cheap|affordable|sturdy|strong|thin|slim|big|small|large|bright|reliable|powerful|stylish|fun|expensive|fresh|warm|"
    r"cool|smooth|natural|vegan|healthy|crispy|tasty|firm|stretchy|accurate|sharp|roomy|packable|removable|"
    r"sticky|greasy|oily|bulky|noisy|slippery|itchy)\b.*"
    r"|long[- ]?lasting|\w+[- ]?(?:proof|resistant|free|friendly|cancell?ing)|soft|unscented|short|true to size)",
    re.IGNORECASE,
)
_LIGHT = re.compile(r"(?:very |really |super )?light(?:weight)?(?:$| to | and | enough)", re.IGNORECASE)
_EASY = re.compile(r"(?:very |really )?(?:easy|quick|simple|hard) to (?!use)", re.IGNORECASE)
_CHEAP = re.compile(r"(?:an? )?(?:cheap|affordable|inexpensive) \w", re.IGNORECASE)
_WIDE = re.compile(r"\b(?:wide|narrow)\b", re.IGNORECASE)
_NOT_DRYING = re.compile(r"\b(?:not|without|non)\b.*\bdry(?:ing)?\b", re.IGNORECASE)
_CARRYING = frozenset({"portability", "size"})
_BACK = re.compile(r"\bback\s?(?:pain|ache|support)", re.IGNORECASE)
_ABSENCE = re.compile(r"\b(?:free|without|no|non)\b|free$", re.IGNORECASE)
_HOW = frozenset({"proof", "resistant", "free", "friendly", "cancelling", "canceling"})
_AILMENT = re.compile(
    r"\b(?:pains?|aches?|problems?|issues?|injur\w+|skin|hair|feet|wounds?|allerg\w+)$", re.IGNORECASE
)
_KINDS_OF_THING = frozenset({"wireless", "bluetooth", "wired", "electric", "cordless"})
_VERBAL = re.compile(
    r"(?:sits?|lasts?|works?|fits?|runs?|stays?|does|do|will|can|cannot|has|have|looks?|feels?|comes?|keeps?|prints|"
    r"holds?|connects?|folds?)\b",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(r"(?:does|do|will|can|is|has|should|must)", re.IGNORECASE)
_THAT_LASTS = re.compile(r"(.+?),? (?:that|which) lasts?", re.IGNORECASE)
_PLURAL_VERB = re.compile(r"(sit|last|work|fit|run|stay|look|feel|come|keep|hold|connect|fold)\b", re.IGNORECASE)
# What shoppers type in haste, as a shop would print it.
_SPELLINGS = {
    r"doe?snt|doesn't": "does not", r"dont|don't": "does not", r"wont|won't": "will not", r"cant|can't": "cannot",
    r"isnt|isn't": "is not", r"gud": "good", r"batt?e?ry": "battery", r"matt": "matte", r"n|nd|&": "and",
    r"my": "your", r"our": "your", r"upto": "up to", r"w/o": "without", r"qual?ity": "quality", r"cam": "camera",
}  # fmt: skip
_SPELLING = re.compile(rf"(?<!\S)(?:{'|'.join(_SPELLINGS)})(?!\S)", re.IGNORECASE)
_PRAISE = re.compile(r"(?:good|great|decent|nice|strong|long|best)\s+", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?:\w+ )*(?:display|screen|keyboard|camera|battery|lid|handle|mic|microphone|motor|case|strap|jar|price|warranty|"
    r"seat|headrest|footrest|pocket|zip|zipper|cable|remote|app|timer)(?: (?:that|which) .*)?",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(
    r"(?:person|sleeper|runner|writer|beginner|user|gamer|student|walker|cook|owner|traveller|traveler|dog|cat|puppy|"
    r"labrador|baby|family|flat|apartment|house|kitchen|\w+ office|\w+ room|bedroom|garden)$",
    re.IGNORECASE,
)
_DETERMINED = re.compile(r"(?:an?|the|my|our|your|his|her|this|these|all|some|\d)\b|\d", re.IGNORECASE)
_PLACES = frozenset(
    {"gym", "office", "kitchen", "house", "beach", "car", "road", "garden", "pool", "hostel", "commute"}
)
_DELIMITER = re.compile(
    r"[,;.]|\b(?:under|below|with|for|and|but|within|upto|less than|that is|which is)\b", re.IGNORECASE
)
_FEATURES = ("feature", "figure", "exclusion")
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_WORD = re.compile(r"[a-z0-9]+")
_STOP = re.compile(
    r"(?:a|an|the|and|or|for|with|of|to|in|on|at|by|my|our|your|is|are|be|it|that|which|good|great|best|nice|very|really|"
    r"not|too|daily|long|short|high|low|free|proof|resistant|friendly|use|using|well|lasts?|whole|day|all|any|person|"
    r"people|under|over|more|less|than|sits|should|must|suits?|hours?|from|much|many|does|will|aged|your|budget)"
)
# What a use asks of a product beyond its own words.
_USES = {
    "dry": ("hydration",),
    "drying": ("hydration",),
    "family": ("capacity", "size", "portions"),
    "washable": ("washing", "cleaning"),
    "brick": ("power",),
    "concrete": ("power",),
    "cold": ("temperature", "insulation"),
    "winter": ("temperature", "insulation"),
    "beach": ("water resistance", "portability"),
    "camping": ("water resistance", "portability"),
    "pet": ("suction",),
    "dad": ("ease of use",),
    "father": ("ease of use",),
    "mother": ("ease of use",),
    "mum": ("ease of use",),
    "mom": ("ease of use",),
    "parents": ("ease of use",),
    "grandmother": ("ease of use",),
    "grandfather": ("ease of use",),
    "beginner": ("ease of use",),
    "beginners": ("ease of use",),
    "flight": ("noise cancellation", "comfort"),
    "flights": ("noise cancellation", "comfort"),
    "standing": ("comfort", "cushioning"),
    "treks": ("comfort", "durability", "capacity"),
    "trekking": ("comfort", "durability", "capacity"),
    "hiking": ("comfort", "durability"),
    "writer": ("keyboard",),
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
        kind = self.needs[0].kind
        return "feature" if kind in _FEATURES else kind

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The aspects that its own words speak of."""
        label = self.label.lower()
        if label in _KINDS_OF_THING:
            return ()
        if label == "lasts":
            return ("durability", "outsole durability", "staying power")
        if _NOT_DRYING.search(label):
            return ("hydration", "softness")
        names = _own_first(label, aspects_in(label))
        if _WIDE.search(label):
            return tuple(dict.fromkeys(("width", *names)))
        if _BACK.search(label):
            return tuple(dict.fromkeys(("back support", *names)))
        # Light to carry, not light to read by.
        return ("weight", *(name for name in names if name in _CARRYING)) if _LIGHT.match(label) else names

    @cached_property
    def aspects(self) -> tuple[str, ...]:
        """The aspects it is about, the nearest first, those a use depends on included."""
        used = [name for word in _WORD.findall(self.label.lower()) for name in _USES.get(word, ())]
        if self.named and self.form != "for":
            return self.named
        return tuple(dict.fromkeys((*self.named, *used)))

    @property
    def is_absence(self) -> bool:
        """True for what should not be there: "fragrance-free"."""
        return _ABSENCE.search(self.label) is not None

    @cached_property
    def words(self) -> frozenset[str]:
        """Its telling words, cut to stems."""
        return stems(self.label)


def _own_first(label: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The aspects of a want, its own first: cheap ink is about ink, and easy to clean is not about use."""
    if len(names) > 1 and _EASY.match(label):
        names = tuple(name for name in names if name != "ease of use")
    if len(names) > 1 and _CHEAP.match(label):
        names = (*(name for name in names if name != "price"), "price")
    return names


def is_quality(name: str) -> bool:
    """True for what a product is rather than has: "waterproof", "sulphate free"."""
    return _ADJECTIVAL.fullmatch(name) is not None


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The telling words of a text without their endings."""
    return frozenset(filter(None, map(_stem, _WORD.findall(text.lower()))))


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """A word without its ending; nothing of a word that tells nothing."""
    if len(word) <= 2 or _STOP.fullmatch(word):
        return ""
    return stem_of(word)


@lru_cache(maxsize=256)
def wants_of(query: str, category: str | None) -> tuple[Want, ...]:
    """What a query asks beside the kind of thing, in its order; what belongs together is one want."""
    needs = read_needs(query, category)
    wants: list[Want] = []
    auxiliary = ""
    for need in needs:
        if need.kind == "category":
            wants += _qualities(need, category)
            continue
        if _is_kind(need.text, category):
            continue
        label = _label(need, query, needs)
        if _AUXILIARY.fullmatch(label):
            # "that does not dry hair" is read as two needs; the second has what is meant.
            auxiliary = label
            continue
        if label.startswith("not ") and auxiliary:
            wants.append(Want((need,), f"{auxiliary} {label}", "that"))
            continue
        if wants and need.kind == wants[-1].kind == "use" and not aspects_in(label) and len(label.split()) == 1:
            last = wants.pop()
            label = listed([last.label, label])
            wants.append(Want((*last.needs, need), label, last.form))
        elif (
            wants
            and wants[-1].form == "how"
            and wants[-1].kind != "budget"
            and need.kind != "audience"
            and query[wants[-1].needs[-1].end : need.start].strip().lower() == "for"
        ):
            last = wants.pop()
            wants.append(Want((*last.needs, need), f"{last.label} for {label}", last.form))
        elif label:
            for part in _parts(label, need):
                form = _form(need, part)
                wants.append(Want((need,), _counted(part) if form == "thing" else part, form))
    return tuple(wants)


def _parts(label: str, need: Need) -> list[str]:
    """The label, or the two features it names: "good camera and battery" asks for both."""
    lasting = _THAT_LASTS.fullmatch(label)
    if need.kind in _FEATURES and lasting and "battery life" not in aspects_in(label):
        return [lasting[1], "lasts"]
    parts = label.split(" and ")
    if need.kind not in _FEATURES or len(parts) != 2 or not all(map(aspects_in, parts)):
        return [label]
    praise = _PRAISE.match(parts[0])
    return [parts[0], f"{praise[0]}{parts[1]}" if praise and " " not in parts[1] else parts[1]]


def _is_kind(text: str, category: str | None) -> bool:
    """True for a word of the shop's category, misspelt or not: "vaccum" among "robot vacuums"."""
    known = [singular(word) for word in _WORD.findall((category or "").lower())]
    word = singular(text.lower())
    return word in known or (len(word) > 4 and bool(get_close_matches(word, known, 1, 0.8)))


def _qualities(need: Need, category: str | None) -> list[Want]:
    """What a query asks in the words before the kind of thing: "long lasting" of "long lasting matte lipstick"."""
    words = need.text.split()
    count = 2 if words[1:2] and words[1].lower() in _HOW | {"lasting"} else 1
    lead = " ".join(words[:count])
    if count >= len(words) or _is_kind(lead, category) or not _ADJECTIVAL.fullmatch(lead):
        return []
    end = need.text.index(words[count - 1]) + len(words[count - 1])
    part = Need(kind="feature", text=need.text[:end], start=need.start, end=need.start + end)
    return [Want((part,), "easy to use" if lead.lower() == "easy" else lead, "how")]


def _form(need: Need, label: str) -> Form:
    if need.kind in ("use", "audience") or _AILMENT.search(label):
        return "for"
    if _VERBAL.match(label):
        return "that"
    words = label.lower().split()
    # "soft cushioning" is a thing; "soft", "light to carry" and "sweat proof" say how it should be.
    is_how = len(words) == 1 or "to" in words or words[0] == "not" or words[-1] in _HOW or "-" in label
    is_how = is_how or words[-1] == "lasting"
    return "how" if is_how and _ADJECTIVAL.fullmatch(label) else "thing"


def _label(need: Need, query: str, needs: tuple[Need, ...]) -> str:
    """The need's words, with the words beside them that it cannot be understood without."""
    start, end = need.start, need.end
    if need.kind in _FEATURES and re.match(r"(?:the|an?)\b", need.text, re.IGNORECASE):
        before = [match.end() for match in _DELIMITER.finditer(query, 0, start)]
        start = max([0, *before, *(other.end for other in needs if other.end <= start)])
    if need.kind in _FEATURES and len(need.text.split()) == 1:
        after = [match.start() for match in _DELIMITER.finditer(query, end)]
        end = min([len(query), *after, *(other.start for other in needs if other.start >= end)])
    label = _SPELLING.sub(_spelt, " ".join(_EDGE.sub("", query[start:end]).split()))
    label = _PLURAL_VERB.sub(r"\1s", label, count=1) if _PLURAL_VERB.match(label) else label
    if need.kind in ("use", "audience"):
        label = re.split(r"\s(?:that|which|who)\b", label)[0]
        return _with_article(label, need.kind)
    return label


def _counted(label: str) -> str:
    """A feature with its article, where it takes one: "a bright display", "good battery backup"."""
    if _DETERMINED.match(label) or not _COUNTED.fullmatch(label):
        return label
    return f"{'an' if label[0].lower() in 'aeiou' else 'a'} {label}"


def _spelt(match: re.Match[str]) -> str:
    return next(right for wrong, right in _SPELLINGS.items() if re.fullmatch(wrong, match[0], re.IGNORECASE))


def _with_article(label: str, kind: str) -> str:
    words = label.split()
    if not words or _DETERMINED.match(label):
        return label
    if _SOMEBODY.search(label):
        return f"{'an' if label[0].lower() in 'aeiou' else 'a'} {label}"
    if len(words) == 1 and words[0].lower() in _PLACES:
        return f"the {label}"
    if (
        kind == "audience"
        and not is_plural(words[-1].lower())
        and words[-1].lower() not in {"men", "women", "children", "people", "kids", "skin"}
    ):
        return f"{'an' if label[0].lower() in 'aeiou' else 'a'} {label}"
    return label
