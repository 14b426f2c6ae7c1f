"""A case as a judge is shown it: the text first, then the sources, in an order that all rubrics share.

Every source value takes one line, so that nothing a buyer or a seller wrote can begin a line of its own and pose as
another review, price or product. What a case does not hold reads N/A.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import Fence, neutralise
from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, Case, Money, Product, PromptCut, Review, RubricInput, SourceKind, Task
from triptych.texts import show_money

NOT_GIVEN = "N/A"
NO_ROOM = "left out: the model has no room for it"

_WHAT_IT_IS: dict[Task, str] = {
    "opinion": "an opinion: one paragraph that tells shoppers what the buyers of a product think of it.",
    "explanation": "an explanation: one paragraph of fewer than 100 words on why a product answers a shopper's query, "
    "and where it falls short of it.",
    "comparison": "a comparison: a table that sets products side by side for a shopper's query, and below it a "
    "verdict of fewer than 100 words that says which to take.",
}
FIELDS: dict[str, SourceKind] = {"title": "title", "base_price": "price", "final_price": "price"}
FIELDS |= {"average_rating": "rating", "rating_count": "rating", "opinion": "opinion", "description": "description"}
FIELDS |= {"key_features": "key_feature", "specifications": "specification"}
FIELDS |= {"ugc_summary": "ugc_summary", "reviews": "review"}
"""A product's fields, each with the kind of source it holds."""
_ALL_KINDS = tuple(dict.fromkeys(FIELDS.values()))
# The fields that an input shows; all but reviews take a line each.
_SHOWN: dict[RubricInput, tuple[str, ...]] = {
    "query": (),
    "products": ("title", "base_price", "final_price", "average_rating"),
    "opinions": ("opinion",),
    "facts": ("description", "key_features", "specifications", "ugc_summary"),
    "reviews": ("reviews",),
}
KINDS = {name: tuple(dict.fromkeys(FIELDS[field] for field in fields)) for name, fields in _SHOWN.items()}
"""The kinds of source that an input shows."""
Picked = frozenset[tuple[int, int]]
"""Positions of products and of their reviews."""

# One long review must not take the room of many: above this share of it a review is passed over.
_LARGEST_SHARE = 0.25


def kinds_in(inputs: Iterable[RubricInput]) -> frozenset[SourceKind]:
    """The kinds of source that inputs show."""
    return frozenset([kind for name in inputs for kind in KINDS[name]])


class ShownCase(NamedTuple):
    """A case, its fence, and what of it is shown."""

    case: Case
    fence: Fence
    picked: Picked | None = None
    """The reviews shown; None for all."""
    left_out: frozenset[RubricInput] = frozenset()
    """Inputs that do not fit at all."""

    def cut(self, kinds: Collection[SourceKind]) -> PromptCut | None:
        """What was left out of these kinds of source."""
        names = RUBRIC_INPUTS[self.case.task]
        left_out = tuple(name for name in names if name in self.left_out and {*KINDS[name]} & {*kinds})
        shown = len(self.picked) if self.picked is not None and "review" in kinds else None
        if not left_out and shown is None:
            return None
        reviews = sum(len(product.reviews) for product in self.case.products)
        return PromptCut(left_out=left_out, reviews_shown=shown, reviews=reviews)

    def reviews_of(self, position: int) -> tuple[Review, ...]:
        reviews = self.case.products[position].reviews
        if self.picked is None:
            return reviews
        return tuple(review for place, review in enumerate(reviews) if (position, place) in self.picked)

    @property
    def hidden_kinds(self) -> frozenset[SourceKind]:
        """The kinds of source that were left out."""
        return kinds_in(self.left_out)

    def kinds_held(self, kinds: Collection[SourceKind]) -> tuple[SourceKind, ...]:
        """Of these kinds of source, those that the case has and shows."""
        hidden = self.hidden_kinds
        held = {kind for product in self.case.products for field, kind in FIELDS.items() if getattr(product, field)}
        return tuple([kind for kind in _ALL_KINDS if kind in held and kind in kinds and kind not in hidden])


def show_case(case: Case, fence: Fence, max_tokens: int | None = None) -> ShownCase:
    """The case cut to a number of tokens by this rule: reviews are sampled first, then left out, then facts, then
    the products' opinions; text, query and the products' titles, prices and ratings always stay."""
    whole = ShownCase(case, fence)
    if max_tokens is None or _tokens(whole) <= max_tokens:
        return whole
    # The counts in the reviews' heads grow a little with what is picked.
    room = max_tokens - _tokens(ShownCase(case, fence, picked=frozenset())) - len(case.products)
    picked = sample_reviews(case.products, room, lambda review: estimate_tokens(_review(review) + "\n"))
    if picked:
        return ShownCase(case, fence, picked)
    optional = [name for name in ("reviews", "facts", "opinions") if name in RUBRIC_INPUTS[case.task]]
    for count in range(1, len(optional) + 1):
        smaller = ShownCase(case, fence, left_out=frozenset(optional[:count]))
        if _tokens(smaller) <= max_tokens:
            return smaller
    raise UsageError(
        f"case {case.id!r} needs about {_tokens(smaller)} tokens even without {', '.join(optional)}; "
        f"the model leaves room for {max_tokens}"
    )


def show_lead(shown: ShownCase) -> str:
    """How every prompt about the case begins: what the text is, and the text."""
    text = neutralise(shown.case.text.strip("\n")) or NOT_GIVEN
    return f"The text is {_WHAT_IT_IS[shown.case.task]}\n" + shown.fence.wrap("text", text)


def show_blocks(shown: ShownCase, names: Iterable[RubricInput]) -> dict[RubricInput, str]:
    """Inputs as fenced blocks."""
    # Joined, because a forgery may begin in one review and end in the id of the next.
    return {name: shown.fence.wrap(name, neutralise("\n".join(_lines(shown, name)))) for name in names}


def show_plainly(shown: ShownCase) -> str:
    """The whole case with neither markers nor anything made harmless, for templates that want values verbatim."""
    blocks = [f"{name}:\n" + "\n".join(_lines(shown, name)) for name in RUBRIC_INPUTS[shown.case.task]]
    return "\n\n".join([f"text:\n{shown.case.text}", *blocks])


def one_line(text: str | None) -> str:
    """The text on one line, or N/A."""
    if not text:
        return NOT_GIVEN
    is_one = text.isprintable() and "  " not in text
    return (text.strip() if is_one else " ".join(text.split())) or NOT_GIVEN


def value_of(product: Product, field: str) -> str:
    """A field of a product on one line, or N/A: `4.1 of 5 (1834 ratings)`, `(1) …; (2) …`, `Weight: 5 g; …`."""
    value = getattr(product, field)
    if isinstance(value, Money):
        return show_money(value)
    if field == "average_rating" and value is not None:
        count = f" ({product.rating_count} ratings)" if product.rating_count is not None else ""
        return f"{value:g} of 5{count}"
    if field == "specifications":
        value = "; ".join(f"{name}: {each}" for name, each in value.items())
    elif field == "key_features":
        value = "; ".join(f"({place}) {text}" for place, text in enumerate(value, start=1))
    return NOT_GIVEN if value is None else one_line(str(value))


def review_lines(shown: ShownCase, position: int) -> list[str]:
    """One product's reviews, a line each, and first how many, where that is not all of them."""
    product, reviews = shown.case.products[position], shown.reviews_of(position)
    head = [_counts(product, len(reviews))] if len(reviews) < len(product.reviews) else []
    return [*head, *map(_review, reviews)]


def _tokens(shown: ShownCase) -> int:
    blocks = show_blocks(shown, RUBRIC_INPUTS[shown.case.task])
    return estimate_tokens("\n".join([show_lead(shown), *blocks.values()]))


def _lines(shown: ShownCase, name: RubricInput) -> list[str]:
    if name in shown.left_out:
        return [NO_ROOM]
    if name == "query":
        return [one_line(shown.case.query)]
    lines: list[str] = []
    for position, product in enumerate(shown.case.products):
        label = f"P{position + 1}"
        if name == "reviews":
            reviews = shown.reviews_of(position)
            lines += [f"{label} reviews: {_counts(product, len(reviews))}", *map(_review, reviews)]
        else:
            lines += [f"{label} {field.replace('_', ' ')}: {value_of(product, field)}" for field in _SHOWN[name]]
    return lines


def _counts(product: Product, shown: int) -> str:
    """How many reviews there are, and, where not all are shown, how their stars are spread."""
    total = len(product.reviews)
    if shown == total:
        return str(total) if total else NOT_GIVEN
    stars = Counter(round(review.stars) for review in product.reviews if review.stars is not None)
    spread = ", ".join(f"{stars[level]} with {level}" for level in sorted(stars, reverse=True))
    return f"{shown} of {total}, sampled so that each star level keeps its share" + (
        f" (stars of all: {spread})" if spread else ""
    )


def _review(review: Review) -> str:
    title = f"{one_line(review.title)} | " if review.title else ""
    stars = "" if review.stars is None else f" ({review.stars:g} star{'' if review.stars == 1 else 's'})"
    return f"{one_line(review.id)}{stars}: {title}{one_line(review.text)}"


def sample_reviews(products: Sequence[Product], room: int, size_of: Callable[[Review], int]) -> Picked:
    """The reviews to show in `room`, each measured by `size_of`: a part that keeps the share of each star level.

    Every review has a rank within its product and star level, by a hash of its content, and the ranks of a level are
    spread evenly between 0 and 1. Reviews are taken by rank until the room is used, so that each product and level has
    its share of however many fit. The same case and room always give the same part.
    """
    levels: dict[tuple[int, int], list[tuple[str, int, int]]] = defaultdict(list)
    for product_at, product in enumerate(products):
        for review_at, review in enumerate(product.reviews):
            level = round(review.stars) if review.stars is not None else 0
            # Drawn from the review itself, so that its place in the input plays no part.
            lot = hashlib.sha256(f"{review.id}\0{review.text}".encode("utf-8", "replace")).hexdigest()
            levels[product_at, level].append((lot, product_at, review_at))
    drawn = [(len(lots), place, lot) for lots in levels.values() for place, lot in enumerate(sorted(lots))]
    picked: set[tuple[int, int]] = set()
    left = room
    for _, _, product_at, review_at in sorted(((place + 0.5) / count, *lot) for count, place, lot in drawn):
        size = size_of(products[product_at].reviews[review_at])
        if size > room * _LARGEST_SHARE:
            continue
        if size > left:
            break
        picked.add((product_at, review_at))
        left -= size
    return frozenset(picked)
