"""Dissent: who says the contrary of what a text is about to tell, in whatever words."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.english.clauses import CONTRAST
from triptych.needs.excerpts import Excerpts
from triptych.needs.states import denied_by
from triptych.records import Evidence, Need, Product, Reading
from triptych.writers._findings import ReviewFinding, Theme, as_cell, surely_told
from triptych.writers._grammar import word_list
from triptych.writers._phrases import overlap
from triptych.writers._voices import Voice, heard_in, is_under, stems_of, worth_of

_BAD_NEWS, _LONGEST = -0.3, 30
"""What the learnt opinion makes at most of words that speak against something, and how many they are at most."""
_MONEY = ("value", "price")
_TOO_WIDE = "ease of use"
"""What any button that sticks is about: who minds it need not find the whole hard to use."""
_SENTENCE = re.compile(r"[.!?]+\s|\n")


@dataclass(frozen=True)
class Dissent:
    """What is known of a product, to be asked who says the contrary of a thing."""

    product: Product
    reading: Reading
    themes: tuple[Theme, ...] = ()
    complaints: tuple[Voice, ...] = ()

    @cached_property
    def _excerpts(self) -> Excerpts:
        return Excerpts(self.product, self.reading)

    def with_contrary(self, finding: ReviewFinding) -> ReviewFinding:
        """Good news with all who surely say the contrary, not only those who do so in common words."""
        if finding.direction == "-":
            return finding
        told, aspect = as_cell(finding.point.told), finding.point.aspect
        need = Need(text=told, kind="budget" if aspect in _MONEY else "feature", start=0, end=0)
        dislike = surely_told(aspect, "-", self.themes) if aspect != _TOO_WIDE else {}
        # Who minds something of that sort need not deny the point: the words must name it.
        named = stems_of(f"{aspect} {told}")
        named_by = {who: span for who, span in dislike.items() if not named.isdisjoint(stems_of(span.text))}
        found = self.on(need) | {who: span for who, span in named_by.items() if _is_blame(span.text)}
        also = {who: span for who, span in found.items() if who not in finding.spans}
        return replace(finding, against={**also, **finding.against})

    def on(self, need: Need) -> dict[str, Evidence]:
        """The words of each reviewer who surely says that a need is not met."""
        return {who: span for who, span in denied_by(need, self._excerpts).items() if self._is_sure(span)}

    def _is_sure(self, span: Evidence) -> bool:
        """True for bad news in a headline, that is heard as blame, or that a "but", "cons" or a complaint marks."""
        if span.source != "review" or not _is_blame(span.text):
            return _is_blame(span.text)
        if heard := heard_in(span, self.reading):
            return "-" in heard
        review = next(review.text for review in self.product.reviews if review.id == span.source_id)
        before = _SENTENCE.split(review[: span.start].lower())[-1].split()
        is_complaint = any(overlap(voice.span, span) for voice in self.complaints)
        return is_complaint or is_under("con", span, review) or not CONTRAST.isdisjoint(before)


def _is_blame(text: str) -> bool:
    """True for bad news that is not said among much else, nor of the shop."""
    words, shop = text.lower().split(), word_list("shop") - {"support"}
    return len(words) <= _LONGEST and shop.isdisjoint(words) and worth_of(text) < _BAD_NEWS
