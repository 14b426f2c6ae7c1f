"""Rows a comparison could have: specifications aligned across products, what reviewers found, or both in one."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from triptych.aspects import aspects_in
from triptych.records import ClaimKind, Evidence, Money, is_gap
from triptych.texts import LABELS
from triptych.writers._plan.answers import answer
from triptych.writers._plan.needs import Want, stems
from triptych.writers._plan.points import Point
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import price_evidence, rating_evidence
from triptych.writers._plan.specs import Spec, is_dull
from triptych.writers._words.money import show_price
from triptych.writers._words.topics import heading, said_of
from triptych.writers._words.wording import capital, title_name

_TAKEN = {label.casefold() for label in LABELS.values()} | {
    *("price", "mrp", "rating", "ratings", "title", "name", "product", "model", "verdict", "reviews", "stars", "cost"),
}
_PLACEHOLDER = re.compile(r"(?:attribute|feature|spec(?:ification)?|property|field)\W*\d*", re.IGNORECASE)
_LONGEST_NAME = 40
# Specifications that reviewers speak of by another name.
_ALSO = {
    "playtime": "battery life", "run time": "battery life", "ram": "memory", "fragrance": "scent",
    "wear time": "staying power", "lumbar support": "back support", "suction": "suction",
    "waterproof": "water resistance", "waterproof rating": "water resistance",
}  # fmt: skip
_SPARE = ("Durability", "Ease of Use", "Build Quality", "Design", "Customer Service", "Comfort", "Size", "Weight")
"""Named rows for products of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Value:
    """One cell: what it says, what kind of claim that is and what it rests on."""

    text: str
    kind: ClaimKind
    stated: tuple[Evidence, ...] = ()
    point: Point | None = None
    spec: Spec | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The spans it rests on, gathered only for cells that are shown."""
        listed = (self.spec.evidence,) if self.spec else self.stated
        return (*listed, *(self.point.evidence if self.point else ()))


@dataclass(frozen=True)
class Row:
    """One row that could be shown."""

    label: str
    """What it is called."""
    values: tuple[Value | None, ...]
    """A cell for each product."""
    aspect: str | None = None
    """What reviewers would call it."""
    is_from_reviews: bool = False
    """True where no listing states it."""
    base: float = 0.0
    """What it is worth whatever was asked."""
    asked: tuple[tuple[Want, float], ...] = ()
    """The wants it speaks of, and how nearly."""

    @cached_property
    def known(self) -> int:
        """How many products have a value."""
        return sum(value is not None for value in self.values)

    @cached_property
    def differs(self) -> bool:
        """True where it tells some products apart."""
        return len({value.text.casefold() if value else "" for value in self.values}) > 1

    @cached_property
    def answers(self) -> tuple[Want, ...]:
        """The wants it answers."""
        return tuple(want for want, near in self.asked if near >= 5.0)

    @cached_property
    def worth(self) -> float:
        """What it is worth to this shopper; earlier wants count a little more."""
        return self.base + max((near - 0.1 * place for place, (_, near) in enumerate(self.asked)), default=0.0)

    def fitness(self, want: Want) -> float:
        """How well it answers one want: what buyers found says more of a use, the listing more of a feature."""
        near = next(near for each, near in self.asked if each == want)
        reviewed = any(value and value.point for value in self.values)
        return near + self.base + 2.0 * self.known / len(self.values) + 1.5 * (reviewed == (want.form != "thing"))


def rows_of(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Row]:
    """All rows that the sheets allow; what a listing states and what buyers found of it stand in one."""
    told = [{point.family: point for point in reversed(sheet.points)} for sheet in sheets]
    names = dict.fromkeys(point.family for sheet in sheets for point in sheet.points if point.is_shared)
    points = {name: [by_name.get(name) for by_name in told] for name in names}
    rows = []
    called = shared_names(sheets)
    # What buyers found goes to the fullest of the specifications it could stand with.
    aligned = _aligned(sheets)
    used = [{found.name for sheet in sheets if (found := answer(want, sheet).spec)} for want in wants]
    for label in sorted(aligned, key=lambda label: -sum(spec is not None for spec in aligned[label])):
        aspect = _aspect_of(aligned[label], points)
        spoken = points.pop(aspect, None) if aspect else None
        shown = called[aspect] if aspect else ""
        rows.append(_row(label, aligned[label], _Spoken(shown, spoken), wants, used))
    silent = [None] * len(sheets)
    rows += [_row(None, silent, _Spoken(called[family], spoken), wants, used) for family, spoken in points.items()]
    return rows


def shared_names(sheets: Sequence[Sheet]) -> dict[str, str]:
    """One name for what reviewers of some products call setup and those of others assembly: that of the most."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sheet in sheets:
        for point in sheet.points:
            counts[point.family][point.name] += point.liked + point.disliked
    return {family: max(named, key=lambda name: named[name]) for family, named in counts.items()}


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What reviewers of each product say of one thing, and what it is called."""

    name: str
    points: Sequence[Point | None] | None


def _aligned(sheets: Sequence[Sheet]) -> dict[str, list[Spec | None]]:
    """Specifications of one name beside each other, by the name to show."""
    rows: dict[str, list[Spec | None]] = {}
    labels: dict[str, str] = {}
    for place, sheet in enumerate(sheets):
        for spec in sheet.specs:
            key = re.sub(r"s\b", "", spec.bare_name.casefold())
            row = rows.setdefault(key, [None] * len(sheets))
            if row[place] is None:
                row[place] = spec
                labels.setdefault(key, spec.bare_name)
    _merge_like(rows, labels)
    _merge_same(rows, labels)
    return {labels[key]: row for key, row in rows.items() if _is_name(labels[key])}


def _is_name(label: str) -> bool:
    """True for a name that can head a row."""
    if label.casefold() in _TAKEN or is_gap(label) or len(label) > _LONGEST_NAME:
        return False
    return any(mark.isalpha() for mark in label) and not _PLACEHOLDER.fullmatch(label)


def _merge_like(rows: dict[str, list[Spec | None]], labels: dict[str, str]) -> None:
    """Let "Jar capacity" and "Cup capacity" share a row where no product has both."""
    by_head: dict[str, list[str]] = {}
    for key in rows:
        by_head.setdefault(key.split()[-1] if key.split() else key, []).append(key)
    for keys in by_head.values():
        first = keys[0]
        for key in keys[1:]:
            if len(first.split()) < 2 or len(key.split()) < 2:
                continue
            if all(one is None or other is None for one, other in zip(rows[first], rows[key], strict=True)):
                rows[first] = [one or other for one, other in zip(rows[first], rows[key], strict=True)]
                labels[first] = labels[first].split()[-1]
                del rows[key]
                del labels[key]


def _merge_same(rows: dict[str, list[Spec | None]], labels: dict[str, str]) -> None:
    """Let "Playtime" and "Battery Life" share a row where no product has both."""
    by_aspect: dict[str, str] = {}
    for key in list(rows):
        aspects = aspects_in(labels[key])
        first = by_aspect.setdefault(aspects[0], key) if aspects else key
        pairs = list(zip(rows[first], rows[key], strict=True))
        if first != key and all(one is None or other is None for one, other in pairs):
            rows[first] = [one or other for one, other in pairs]
            labels[first] = heading(aspects[0])
            del rows[key]
            del labels[key]


def _aspect_of(specs: Sequence[Spec | None], points: Collection[str]) -> str | None:
    """The aspect that reviewers speak of where the listing has this specification."""
    spec = next(spec for spec in specs if spec)
    name = spec.bare_name.casefold()
    also = next((aspect for key, aspect in _ALSO.items() if name.endswith(key)), None)
    if also in points:
        return also
    words = stems(name)
    return next((aspect for aspect in spec.aspects if aspect in points and stems(aspect) <= words | {"life"}), None)


def _row(
    label: str | None,
    specs: Sequence[Spec | None],
    found: _Spoken,
    wants: Sequence[Want],
    used: Sequence[Collection[str]],
) -> Row:
    told = found.points or [None] * len(specs)
    values = tuple(_value(spec, point) for spec, point in zip(specs, told, strict=True))
    known = [value for value in values if value]
    spoken = [point for point in told if point]
    aspect = spoken[0].family if spoken else None
    among = sum(point.among for point in spoken)
    base = 2.0 * len(known) / len(values) + (1.0 if len({value.text.casefold() for value in known}) > 1 else -1.0)
    base += 1.2 * min(1.0, sum(point.liked + point.disliked for point in spoken) / max(1.0, 0.2 * among))
    # Where all lean one way, a tally tells little apart.
    base -= 0.8 * (not label and len({point.side for point in spoken}) == 1)
    base += 0.8 * bool(label and spoken) + 0.3 * all(spec and spec.value[:1].isdigit() for spec in specs)
    if label:
        base -= 2.5 * is_dull(label)
    elif spoken:
        base -= (
            1.5 * (not spoken[0].is_known) + 2.0 * (aspect == "price") + 1.0 * all(each.many == 1 for each in spoken)
        )
    stated = [spec for spec in specs if spec]
    terms = _terms(stated)
    asked = [(want, _nearness(terms, aspect, want, names)) for want, names in zip(wants, used, strict=True)]
    # "Hydration Claim" is no name for what reviewers of the others found.
    shown = title_name(label) if label and (not spoken or len(stated) == len(specs)) else heading(found.name)
    return Row(shown, values, aspect, label is None, base, tuple(each for each in asked if each[1]))


@dataclass(frozen=True, slots=True)
class _Terms:
    """What the listings say in a row: its names, and the stems of its head and of each value."""

    names: frozenset[str]
    head: frozenset[str]
    values: tuple[frozenset[str], ...]


def _terms(specs: Sequence[Spec]) -> _Terms:
    head = stems(specs[0].bare_name) if specs else frozenset()
    return _Terms(frozenset(spec.name for spec in specs), head, tuple(stems(spec.value) for spec in specs))


def _nearness(terms: _Terms, aspect: str | None, want: Want, used: Collection[str]) -> float:
    """How nearly a row answers a want; most where an answer already points to it."""
    if want.kind == "budget":
        return 0.0
    near = 0.0
    if aspect in want.aspects:
        # A use has several sides; what is easy to clean need not be easy to use.
        near = 6.0 - min(2, want.aspects.index(aspect)) * (0.8 if want.form == "for" else 1.5)
    if not terms.names.isdisjoint(used):
        near = max(near, 6.5)
    elif terms.names and want.words:
        is_named = bool(want.words & terms.head) or any(map(want.words.issubset, terms.values))
        near = max(near, 5.5 if is_named else 0.0)
    return near


def _value(spec: Spec | None, point: Point | None) -> Value | None:
    """A cell: what the listing states, what buyers found, or both."""
    if spec and point:
        return Value(f"{capital(spec.value)}; {_found(point)}", "counted", point=point, spec=spec)
    if point:
        return Value(capital(_found(point)), "counted", point=point)
    return Value(capital(spec.value), "stated", spec=spec) if spec else None


def _found(point: Point) -> str:
    """What buyers found, in a table's words: "praised by 9 of 33"."""
    if point.side == "split":
        return f"disputed ({point.liked} for, {point.disliked} against)"
    good, bad = said_of(point.name)
    rest = f" ({point.few} disagree)" if point.few > 1 and 3 * point.few >= point.many else ""
    return f"{good if point.lean == 'liked' else bad} {point.many} of {point.among}{rest}"


def spare_rows(sheets: Sequence[Sheet]) -> list[Row]:
    """Rows for products of which too little is known: what they save, how many rated them, and then gaps."""
    savings = tuple(_saving(sheet) for sheet in sheets)
    counts = tuple(
        Value(str(sheet.product.rating_count), "stated", rating_evidence(sheet.product)[-1:])
        if sheet.product.rating_count is not None
        else None
        for sheet in sheets
    )
    rows = [Row("Saving on Base Price", savings), Row("Number of Ratings", counts)]
    return [*(row for row in rows if row.known), *(Row(label, (None,) * len(sheets)) for label in _SPARE)]


def _saving(sheet: Sheet) -> Value | None:
    base, final = sheet.product.base_price, sheet.product.final_price
    if not base or not final or final.amount >= base.amount:
        return None
    saved = show_price(Money(amount=base.amount - final.amount, currency=final.currency))
    return Value(saved, "derived", price_evidence(sheet.product, "base_price", "final_price"))
