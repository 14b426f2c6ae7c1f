"""The five rows that tell products apart for a query: what was asked first, then what differs and is well evidenced."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from triptych.records import ATTRIBUTES, ClaimKind, Evidence, is_gap
from triptych.texts import LABELS
from triptych.writers._plan.answers import answer
from triptych.writers._plan.needs import Want, stems
from triptych.writers._plan.points import Point
from triptych.writers._plan.sheets import Sheet
from triptych.writers._plan.spans import rating_evidence
from triptych.writers._plan.specs import Spec
from triptych.writers._words.topics import topic
from triptych.writers._words.wording import capital, title_name

_MOST_FROM_REVIEWS = 3
_IN_REVIEWS = " in Reviews"
_ANSWERS = 5.0
_MUST = 9.0
_TAKEN = {label.casefold() for label in LABELS.values()} | {
    *("price", "mrp", "rating", "ratings", "title", "name", "product", "model", "verdict", "reviews", "stars", "cost"),
}
_PLACEHOLDER = re.compile(r"(?:attribute|feature|spec(?:ification)?|property|field)\W*\d*", re.IGNORECASE)
_LONGEST_NAME = 40
_DULL = re.compile(
    r"\b(?:warranty|colou?r|model|brand|manufacturer|sku|origin|package|contents|importer|packer|dimensions|asin|ean|upc|"
    r"department|generic|number|closure)\b",
    re.IGNORECASE,
)
_SPARE = ("Durability", "Ease of Use", "Build Quality", "Design", "Customer Service", "Comfort", "Size", "Weight")
"""Named rows for products of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Value:
    """One cell: what it says, what kind of claim that is and what it rests on."""

    text: str
    kind: ClaimKind
    stated: tuple[Evidence, ...] = ()
    point: Point | None = None

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The spans it rests on, gathered only for cells that are shown."""
        return self.point.evidence if self.point else self.stated


@dataclass(frozen=True, slots=True)
class Attribute:
    """One row that could be shown."""

    label: str
    values: tuple[Value | None, ...]
    worth: float
    from_reviews: bool = False
    answers: tuple[Want, ...] = ()
    """The wants it speaks of."""

    @property
    def known(self) -> int:
        """How many products have a value."""
        return sum(value is not None for value in self.values)


def choose_attributes(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Attribute]:
    """Exactly five rows with different names: one for each want in turn, then what is worth most."""
    candidates = [*_from_specifications(wants, sheets), *_from_reviews(wants, sheets)]
    chosen: list[Attribute] = []
    asked = [want for want in wants if want.kind != "budget"]
    for want in asked:
        answering = [each for each in candidates if want in each.answers and each.known > 1]
        # What buyers found says more of a use than a figure does; a feature is either listed or not.
        answering.sort(key=lambda each: (each.from_reviews != (want.form != "thing"), -each.worth))
        answering.sort(key=lambda each: each.label.endswith(_IN_REVIEWS))
        if answering and not any(want in each.answers for each in chosen):
            _add(chosen, answering[0])
    for want in asked:
        sources = {each.from_reviews for each in chosen if want in each.answers}
        others = [
            each for each in candidates if want in each.answers and each.known > 1 and each.from_reviews not in sources
        ]
        if len(sources) == 1 and others:
            _add(chosen, max(others, key=lambda each: each.worth))
    for each in [*sorted(candidates, key=lambda each: (-each.worth, each.label)), *_spares(sheets)]:
        reviews = sum(other.from_reviews for other in chosen)
        if not (each.from_reviews and reviews >= _MOST_FROM_REVIEWS and each.worth < _MUST):
            _add(chosen, each)
    for each in candidates:
        _add(chosen, each)
    return chosen[:ATTRIBUTES]


def _add(chosen: list[Attribute], each: Attribute) -> None:
    if len(chosen) < ATTRIBUTES and all(each.label.casefold() != other.label.casefold() for other in chosen):
        chosen.append(each)


def _from_specifications(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Attribute]:
    rows: dict[str, list[Spec | None]] = {}
    labels: dict[str, str] = {}
    for place, sheet in enumerate(sheets):
        for spec in sheet.specs:
            key = _key(spec)
            row = rows.setdefault(key, [None] * len(sheets))
            if row[place] is None:
                row[place] = spec
                labels.setdefault(key, spec.bare_name)
    _merge_like(rows, labels)
    used = [{found.name for sheet in sheets if (found := answer(want, sheet).spec)} for want in wants]
    return [_specification_row(labels[key], row, wants, used) for key, row in rows.items() if _is_name(labels[key])]


def _is_name(label: str) -> bool:
    """True for a name that can head a row."""
    if label.casefold() in _TAKEN or is_gap(label) or len(label) > _LONGEST_NAME:
        return False
    return any(mark.isalpha() for mark in label) and not _PLACEHOLDER.fullmatch(label)


def _key(spec: Spec) -> str:
    return re.sub(r"s\b", "", spec.bare_name.casefold())


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


def _specification_row(
    label: str, row: Sequence[Spec | None], wants: Sequence[Want], used: Sequence[Collection[str]]
) -> Attribute:
    values = tuple(Value(capital(spec.value), "stated", (spec.evidence,)) if spec else None for spec in row)
    specs = [spec for spec in row if spec]
    differing = len({spec.value.casefold() for spec in specs})
    worth = 3.0 * len(specs) / len(row) + (1.0 + differing / len(row) if differing > 1 else -1.0)
    worth += 0.5 * all(spec.value[:1].isdigit() for spec in specs)
    asked = [_asked(specs, want, used[place]) for place, want in enumerate(wants)]
    # Earlier wants count a little more.
    worth += max((each - 0.1 * place for place, each in enumerate(asked)), default=0.0)
    worth -= 2.5 * bool(_DULL.search(label))
    answers = tuple(want for want, each in zip(wants, asked, strict=True) if each >= _ANSWERS)
    return Attribute(title_name(label), values, worth, answers=answers)


def _asked(specs: Sequence[Spec], want: Want, used: Collection[str]) -> float:
    """How much a row answers a want; most where an answer already points to it."""
    if want.kind == "budget":
        return 0.0
    if any(spec.name in used for spec in specs):
        return 6.8
    aspects = set(specs[0].aspects)
    named = bool(want.words & stems(specs[0].bare_name)) or any(
        want.words and want.words <= stems(spec.value) for spec in specs
    )
    if want.aspects and want.aspects[0] in aspects:
        return 7.0
    return 6.0 if named else 2.5 if aspects & set(want.aspects) else 0.0


def _from_reviews(wants: Sequence[Want], sheets: Sequence[Sheet]) -> list[Attribute]:
    names = dict.fromkeys(point.name for sheet in sheets for point in sheet.points if point.many > 1)
    taken = {spec.bare_name.casefold() for sheet in sheets for spec in sheet.specs}
    told = [{point.name: point for point in sheet.points} for sheet in sheets]
    rows = []
    for name in names:
        points = [by_name.get(name) for by_name in told]
        rows.append(_review_row(name, points, wants, is_taken=name.casefold() in taken))
    return rows


def _review_row(name: str, points: Sequence[Point | None], wants: Sequence[Want], *, is_taken: bool) -> Attribute:
    values = tuple(Value(_tally(point), "counted", point=point) if point else None for point in points)
    told = [point for point in points if point]
    leans = {point.lean for point in told}
    worth = 2.0 * len(told) / len(points) + min(2.0, sum(point.many for point in told) / 10) + (len(leans) > 1)
    for place, want in enumerate(wants):
        if want.kind != "budget" and name in want.aspects:
            worth += 5.5 - 0.1 * place - (0.0 if name == want.aspects[0] else 2.0)
            break
    worth -= 1.5 * (not told[0].is_known) + 2.0 * (name == "price") + 3.0 * is_taken
    label = title_name(topic(name).noun)
    answers = tuple(want for want in wants if want.kind != "budget" and name in want.aspects[:2])
    return Attribute(f"{label}{_IN_REVIEWS}" if is_taken else label, values, worth, True, answers)


def _tally(point: Point) -> str:
    if point.lean == "split" or point.is_close:
        return f"Disputed ({point.liked} for, {point.disliked} against)"
    if point.lean == "liked":
        return f"Praised by {point.liked} of {point.among}"
    return f"Criticised by {point.disliked} of {point.among}"


def _spares(sheets: Sequence[Sheet]) -> list[Attribute]:
    counts = tuple(
        Value(str(sheet.product.rating_count), "stated", rating_evidence(sheet.product)[-1:])
        if sheet.product.rating_count is not None
        else None
        for sheet in sheets
    )
    spares = [Attribute(label, (None,) * len(sheets), 0.0) for label in _SPARE]
    known = Attribute("Number of Ratings", counts, 0.0)
    return [known, *spares] if known.known else spares
