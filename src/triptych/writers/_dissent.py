"""Dissent: who says the contrary of what a text is about to tell, in whatever words."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from triptych.aspects import facet_of
from triptych.english.clauses import CONTRAST
from triptych.needs.excerpts import Excerpts
from triptych.needs.states import denied_by
from triptych.records import Evidence, Mention, Need, NeedKind, Product, Reading
from triptych.writers._findings import ReviewFinding, Theme, as_cell
from triptych.writers._grammar import word_list
from triptych.writers._phrases import overlap
from triptych.writers._voices import Voice, heard_in, is_under, worth_of

_BAD_NEWS = -0.3
"""What the learnt opinion makes at most of words that speak against something."""
_SURELY, _LONGEST = 0.8, 30
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
        kind: NeedKind = "budget" if finding.point.aspect in _MONEY else "feature"
        need = Need(text=as_cell(finding.point.told), kind=kind, start=0, end=0)
        found = self.on(need) | self._disliking(facet_of(finding.point.aspect) or finding.point.aspect)
        also = {who: span for who, span in found.items() if who not in finding.spans}
        return replace(finding, against=also | dict(finding.against))

    def on(self, need: Need) -> dict[str, Evidence]:
        """The words of each reviewer who surely says that a need is not met."""
        found = denied_by(need, self._excerpts)
        return {who: span for who, span in found.items() if self._is_sure(span)}

    def _is_sure(self, span: Evidence) -> bool:
        """True for bad news in a headline, that is heard as blame, or that a "but", "cons" or a complaint marks."""
        if worth_of(span.text) >= _BAD_NEWS or _is_of_shop(span.text):
            return False
        if span.source != "review":
            return True
        review = next(review.text for review in self.product.reviews if review.id == span.source_id)
        heard = heard_in(span, self.reading)
        if heard:
            return "-" in heard
        before = _SENTENCE.split(review[: span.start].lower())[-1]
        is_turned = not CONTRAST.isdisjoint(before.split())
        is_stated = is_under("con", span, review) or any(overlap(voice.span, span) for voice in self.complaints)
        return is_turned or is_stated

    def _disliking(self, aspect: str) -> dict[str, Evidence]:
        """What each says who surely dislikes an aspect and nowhere likes it."""
        theme = next((theme for theme in self.themes if theme.name == aspect != _TOO_WIDE), None)
        if theme is None:
            return {}
        spans = theme.spans("-")
        return {
            who: spans[who] for who, mention in theme.disliked.items() if who not in theme.liked and _is_blame(mention)
        }


def _is_blame(mention: Mention) -> bool:
    """True for what is surely blame and not said among much else."""
    is_short = len(mention.text.split()) <= _LONGEST and not _is_of_shop(mention.text)
    return is_short and mention.sureness >= _SURELY and worth_of(mention.text) < _BAD_NEWS


def _is_of_shop(text: str) -> bool:
    return not (word_list("shop") - {"support"}).isdisjoint(text.lower().split())
