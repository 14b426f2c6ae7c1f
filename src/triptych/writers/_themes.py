"""Themes: what reviewers speak of, who surely likes it, and who does not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from triptych.aspects import facet_of
from triptych.aspects.lexicon import judged_things
from triptych.english.words import singular
from triptych.listing.kinds import is_product
from triptych.records import Direction, Evidence, Mention, Product, Reading
from triptych.writers._voices import LIKELY, OVERALL

_SEVERAL = 1.8
"""Two remarks that are surely heard rightly, or three that likely are."""
_DIVIDED = 3
"""Where one side has fewer than so many times the other's reviewers, they differ."""
_WORDS = re.compile(r"[a-z]+")
_FAULTS = {"leaking": "leak protection", "noise": "noise level"}
_NOT_OF_PRODUCT = ("delivery",)
_CLEAR = 0.5


@dataclass(frozen=True)
class Theme:
    """An aspect, and a remark of each reviewer who likes it and of each who does not."""

    product_id: str
    name: str
    liked: Mapping[str, Mention]
    disliked: Mapping[str, Mention]

    @cached_property
    def likes(self) -> float:
        """How many like it as far as can be told; who says both counts for neither."""
        return sum(self.liked[who].sureness for who in self.liked.keys() - self.disliked.keys())

    @cached_property
    def dislikes(self) -> float:
        """How many do not."""
        return sum(self.disliked[who].sureness for who in self.disliked.keys() - self.liked.keys())

    @property
    def is_praised(self) -> bool:
        """True where several surely like it, and many times as many as do not."""
        return self.likes >= _SEVERAL and len(self.liked) >= _DIVIDED * len(self.disliked)

    @property
    def is_blamed(self) -> bool:
        """True where several surely do not, and more than like it."""
        return self.dislikes >= _SEVERAL and len(self.disliked) > len(self.liked)

    @property
    def is_divided(self) -> bool:
        """True where both sides are heard, and neither has many times the other's reviewers."""
        few, many = sorted((len(self.liked), len(self.disliked)))
        return min(self.likes, self.dislikes) > _CLEAR and many < _DIVIDED * few

    def spans(self, direction: Direction) -> dict[str, Evidence]:
        """The remark of each reviewer of one side, as evidence."""
        return {
            who: Evidence(
                product_id=self.product_id,
                source="review",
                source_id=who,
                start=mention.start,
                end=mention.end,
                text=mention.text,
            )
            for who, mention in (self.liked if direction == "+" else self.disliked).items()
        }

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """All of them."""
        return (*self.spans("+").values(), *self.spans("-").values())

    @property
    def heading(self) -> str:
        """What it is called where it is praised or blamed: some aspects go by the name of a fault."""
        return _FAULTS.get(self.name, self.name)

    @property
    def is_named(self) -> bool:
        """True where a reviewer's word begins like its name ("durable", "durability"); else it is an odd heading."""
        heads = tuple(word[: max(3, min(4, len(word) - 1))] for word in self.name.lower().split() if word != "of")
        remarks = (*self.liked.values(), *self.disliked.values())
        return any(word.startswith(heads) for mention in remarks for word in _WORDS.findall(mention.text.lower()))


def themes_of(product: Product, reading: Reading) -> tuple[Theme, ...]:
    """The aspects that have a name people use, what most speak of first; a product is no aspect of itself."""
    themes = []
    for aspect in reading.aspects:
        if not _is_nameable(aspect.name):
            continue
        sides: dict[bool, dict[str, Mention]] = {True: {}, False: {}}
        for mention in sorted(aspect.mentions, key=lambda mention: -mention.sureness):
            if mention.polarity != "neutral" and mention.sureness >= LIKELY:
                sides["positive" in mention.polarity].setdefault(mention.review_id, mention)
        theme = Theme(product.id, aspect.name, sides[True], sides[False])
        themes += [theme] * bool(theme.liked or theme.disliked)
    return tuple(sorted(themes, key=lambda theme: (-max(theme.likes, theme.dislikes), -len(theme.liked))))


def _is_nameable(aspect: str) -> bool:
    """True for what many reviewers write of and people judge; others' nouns ("reward") make odd headings."""
    word = aspect.rpartition(" ")[2]
    is_judged = singular(word) in judged_things() or facet_of(aspect) is not None
    return is_judged and not is_product(aspect) and aspect not in (OVERALL, *_NOT_OF_PRODUCT)
