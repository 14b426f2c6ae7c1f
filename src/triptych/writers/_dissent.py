"""Dissent: who says the contrary of what a text is about to tell, in whatever words."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from triptych.aspects.common_points import opposite_of
from triptych.aspects.opinion_words import judge_words
from triptych.english.clauses import CONTRAST
from triptych.english.meanings import embed
from triptych.english.sentences import kept_sentences
from triptych.needs.excerpts import Excerpts
from triptych.needs.hearing import heard_from
from triptych.needs.states import denied_by
from triptych.records import Evidence, Need, Product, Reading
from triptych.writers._findings import ReviewFinding, Theme, surely_told
from triptych.writers._grammar import word_list
from triptych.writers._phrases import overlap
from triptych.writers._retold import as_cell
from triptych.writers._voices import Voice, heard_in, is_under, stems_of, worth_of

_BAD_NEWS, _LONGEST = -0.3, 30
"""What the learnt opinion makes at most of words that speak against something, and how many they are at most."""
_CONTENT = 0.4
"""How likely the review of somebody who seems to deny something praises it."""
_ASKED, _LOOKED_AT = 6, 60
"""Reviewers who are asked whether they deny a remark, and clauses that are looked at for that, the likest first."""
_CONTRARY, _SURELY_CONTRARY, _MANY, _NEAR = 0.6, 0.85, 12, 0.4
"""How likely another review denies a remark to contest it, of few and of more reviewers, and how like it a clause must
be for its review to be read."""
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
    excerpts: Excerpts | None = None

    def with_contrary(self, finding: ReviewFinding) -> ReviewFinding:
        """Good news with all who surely say the contrary in any words, bad news without those who praise the thing."""
        if finding.direction == "-":
            contrary = opposite_of(finding.point)
            content = self._content(finding.spans, as_cell(contrary.told)) if contrary else set()
            return replace(finding, spans={who: span for who, span in finding.spans.items() if who not in content})
        told, aspect = as_cell(finding.point.told), finding.point.aspect
        need = Need(text=told, kind="budget" if aspect in _MONEY else "feature", start=0, end=0)
        dislike = surely_told(aspect, "-", self.themes) if aspect != _TOO_WIDE else {}
        # Who minds something of that sort need not deny the point: the words must name it.
        named = stems_of(f"{aspect} {told}")
        named_by = {who: span for who, span in dislike.items() if not named.isdisjoint(stems_of(span.text))}
        found = self.on(need) | {who: span for who, span in named_by.items() if _is_blame(span.text)}
        also = {who: span for who, span in found.items() if who not in finding.spans}
        against = {**also, **finding.against}
        content = self._content(against, told)
        return replace(finding, against={who: span for who, span in against.items() if who not in content})

    def _content(self, reviewers: Collection[str], told: str) -> set[str]:
        """Who praises a thing in all of a review, though some words of it were heard as blame: "a little tedious"."""
        heard = heard_from(reviewers, told, self.excerpts) if reviewers and self.excerpts else {}
        return {who for who, (yes, no) in heard.items() if yes >= max(_CONTENT, 2 * no)}

    def contests(self, voice: Voice) -> bool:
        """True where another reviewer, who speaks of the same, says the contrary of a remark in the whole review."""
        if self.excerpts is None or voice.retold is None:
            return False
        told = voice.retold.clause
        others = {who for who in self._near(told) if who != voice.span.source_id}
        heard = heard_from(others, told, self.excerpts)
        # Of many reviewers some seem to say anything.
        least = _CONTRARY if self.reading.reviewers <= _MANY else _SURELY_CONTRARY
        return any(no >= least and no > yes for yes, no in heard.values())

    def _near(self, told: str) -> set[str]:
        """Who has a clause that means nearly what is told, or the contrary, which words alone do not tell apart."""
        excerpts = self.excerpts
        if excerpts is None or not excerpts.clauses:
            return set()
        likeness = excerpts.vectors.clauses @ embed([told])[0]
        nearest = (n for n in np.argsort(-likeness, kind="stable") if likeness[n] >= _NEAR)
        reviews = (clause.source.id for n in nearest if (clause := excerpts.clauses[n]).is_review)
        return set(islice(dict.fromkeys(islice(reviews, _LOOKED_AT)), _ASKED))

    def on(self, need: Need) -> dict[str, Evidence]:
        """The words of each reviewer who surely says that a need is not met."""
        denied = denied_by(need, self.excerpts or Excerpts(self.product, self.reading))
        return {who: span for who, span in denied.items() if self._is_sure(span)}

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
    """True for bad news that is not said among much else, nor of the shop, and does not deny what is bad."""
    words, shop = text.lower().split(), word_list("shop") - {"support"}
    if len(words) > _LONGEST or not shop.isdisjoint(words) or worth_of(text) >= _BAD_NEWS:
        return False
    judgings = [judging for sentence in kept_sentences(text) for judging in judge_words(sentence).judgings]
    is_fair = any(judging.is_turned and judging.worth > 0 for judging in judgings)
    return not is_fair or min(judging.worth for judging in judgings) < 0
