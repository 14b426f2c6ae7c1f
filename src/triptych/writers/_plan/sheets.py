"""Everything known of one product, worked out once for all the texts about it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from triptych.records import Money, Product, Reading
from triptych.texts import short_names
from triptych.writers._plan.points import Point, points_of
from triptych.writers._plan.specs import Spec, specs_of

if TYPE_CHECKING:
    from triptych.writers._plan.answers import Answer


@dataclass(frozen=True, slots=True)
class Sheet:
    """One product, what reviewers say of it, and what its listing states."""

    product: Product
    """The product."""
    reading: Reading
    """What its sources say."""
    name: str
    """Its short name."""
    points: tuple[Point, ...]
    """What reviewers think, what matters most first."""
    specs: tuple[Spec, ...]
    """What the listing states, in the shop's order."""
    answers: "dict[str, Answer]" = field(default_factory=dict, compare=False)
    """How it answers each want, by the want's words, as far as anybody asked."""

    @property
    def price(self) -> Money | None:
        """What a shopper pays, as far as it is known."""
        return self.product.final_price or self.product.base_price


def make_sheet(product: Product, reading: Reading) -> Sheet:
    """The sheet of a product."""
    name = short_names([product.title])[0]
    return Sheet(product, reading, name, tuple(points_of(product, reading)), tuple(specs_of(product)))
