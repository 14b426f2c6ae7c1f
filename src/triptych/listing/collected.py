"""The facts of one product while its sources are read, and the values that say by themselves what they are."""

import re
from dataclasses import dataclass, field

from triptych.english.words import word_set
from triptych.listing import wording
from triptych.listing.attributes import Cue, cues_in
from triptych.listing.figures import LENGTHY, SCREENED, Measurement, figures_in
from triptych.listing.kinds import Kind
from triptych.listing.marks import mend
from triptych.listing.phrases import Span, trimmed
from triptych.records import Evidence, Fact, Product, Source

LONGEST_VALUE = 140
_MOST_FACTS = 400
OF_WHOLE = frozenset({"material", "colour", "insulation", "connection", "connector"})
"""Values that a phrase can give of a part alone."""
WORD = re.compile(r"[^\W_](?:[\w'’]|[-./+](?=\w))*")
_FILLERS = word_set(
    "a an the this these those that its our your it they we you his her their with and or of also all very for"
)


@dataclass(slots=True)
class Listing:
    """What is known of a product while its sources are read."""

    product: Product
    kind: Kind | None
    own: frozenset[str]
    """Words that mean the product itself: its kind, its brand and model, "product"."""
    found: dict[tuple[str, str], Fact] = field(default_factory=dict)

    def measure(self, figure: Measurement) -> str:
        """What a figure measures in a product of this kind: the bare metres of a cable are its length."""
        if figure.is_named or figure.attribute != "size" or not self.kind:
            return figure.attribute
        kind = self.kind.text.lower()
        return "length" if LENGTHY.search(kind) else "screen size" if SCREENED.search(kind) else "size"

    def add(
        self, source: Source, span: Span, attribute: str, *, figure: Measurement | None = None, is_claim: bool = False
    ) -> None:
        """Keep a fact, once."""
        start, end = trimmed(source.text, *span)
        dangling = wording.DANGLING.search(source.text, start, end)
        end = dangling.start() if dangling else end
        value = tidy(source.text[start:end])
        name = " ".join(attribute.split())[:60].strip(" -:,.")
        if not value or not name or len(self.found) >= _MOST_FACTS:
            return
        key = name.lower(), re.sub(r"\W+", "", value.lower())
        if key[1] and key not in self.found:
            evidence = Evidence(
                product_id=source.product_id, source=source.kind, source_id=source.id, start=start, end=end,
                text=source.text[start:end],
            )  # fmt: skip
            number, unit = (figure.number, figure.unit) if figure else (None, None)
            self.found[key] = Fact(
                attribute=name, value=value, number=number, unit=unit, evidence=evidence, is_claim=is_claim
            )


def tidy(text: str) -> str:
    """A value as a cell shows it: one line, without the debris of scraping."""
    text = mend(text)
    return " ".join(text.split())


def uncovered(text: str, span: Span, typed: list[Span]) -> list[Span]:
    """The words of a phrase that no typed value covers."""
    return [
        m.span()
        for m in WORD.finditer(text, *span)
        if not any(a <= m.start() < b for a, b in typed) and m[0].lower() not in _FILLERS
    ]


def add_typed(listing: Listing, source: Source, span: Span) -> list[Span]:
    """Keep the values of a phrase that say by themselves what they are; their places."""
    text = source.text
    taken: list[Span] = []
    for figure in figures_in(text, *span):
        if any(a < figure.end and figure.start < b for a, b in taken):
            continue
        words = len(WORD.findall(text[slice(*span)]))
        whole = span if words <= 7 and not _is_of_product(listing, text, span) else (figure.start, figure.end)
        listing.add(source, whole, listing.measure(figure), figure=figure)
        taken.append(whole)
    for cue in cues_in(text, *span):
        if cue.is_value and not any(a < cue.end and cue.start < b for a, b in taken):
            if cue.attribute in OF_WHOLE and not _is_of_whole(listing, text, span, cue):
                continue
            value = _widened(text, span, cue)
            listing.add(source, value, cue.attribute)
            taken.append(value)
    return taken


def _is_of_whole(listing: Listing, text: str, span: Span, cue: Cue) -> bool:
    """False for the rubber of a "rubber base": what follows the value is a part."""
    after = [word for word in WORD.findall(text[cue.end : span[1]].lower()) if word not in _FILLERS]
    return not after or any(word in listing.own for word in after) or any(map(str.isdigit, after[0]))


def _is_of_product(listing: Listing, text: str, span: Span) -> bool:
    return any(word in listing.own for word in WORD.findall(text[slice(*span)].lower()))


def _widened(text: str, span: Span, cue: Cue) -> Span:
    """The value with the word that shades it: "Dark Blue", "18/8 stainless steel"."""
    if cue.attribute in ("colour", "material"):
        before = re.search(r"(?:[A-Z][a-z]+|\d+/\d+|\d+%)[ -]$", text[span[0] : cue.start])
        if before and not cues_in(before[0]) and (cue.attribute == "colour" or before[0][0].isdigit()):
            return span[0] + before.start(), cue.end
    return cue.start, cue.end
