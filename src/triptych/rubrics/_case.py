"""A case as a judge is shown it: the text first, then the sources, in an order that all rubrics share.

Every source value takes one line, so that nothing a buyer or a seller wrote can begin a line of its own and pose as
another review, price or product. What a case does not hold reads N/A.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from triptych.calls._lookalikes import is_suspect
from triptych.calls.fence import Fence, neutralise
from triptych.calls.tokens import estimate_tokens
from triptych.errors import UsageError
from triptych.records import RUBRIC_INPUTS, Case, Money, Product, Review, RubricInput, SourceKind, Task
from triptych.rubrics._sampling import Picked, sample_reviews
from triptych.texts import show_money

_PRINTABLE = bytes(range(32, 127))
NOT_GIVEN = "N/A"
NO_ROOM = "left out: the model has no room for it"

_WHAT_IT_IS: dict[Task, str] = {
    "opinion": "an opinion: one paragraph that tells shoppers what the buyers of a product think of it.",
    "explanation": "an explanation: one paragraph of fewer than 100 words on why a product answers a shopper's query, "
    "and where it falls short of it.",
    "comparison": "a comparison: a table that sets products side by side for a shopper's query, and below it a "
    "verdict of fewer than 100 words that says which to take.",
}
KINDS: dict[RubricInput, tuple[SourceKind, ...]] = {
    "query": (),
    "products": ("title", "price", "rating"),
    "opinions": ("opinion",),
    "facts": ("description", "key_feature", "specification", "ugc_summary"),
    "reviews": ("review",),
}
"""The kinds of source that an input shows."""
_HAS: dict[SourceKind, Callable[[Product], object]] = {
    "title": lambda product: product.title,
    "price": lambda product: product.base_price or product.final_price,
    "rating": lambda product: product.average_rating or product.rating_count,
    "opinion": lambda product: product.opinion,
    "description": lambda product: product.description,
    "key_feature": lambda product: product.key_features,
    "specification": lambda product: product.specifications,
    "ugc_summary": lambda product: product.ugc_summary,
    "review": lambda product: product.reviews,
}


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case, its fence, and what of it is shown."""

    case: Case
    """The case."""
    fence: Fence
    """Its markers."""
    picked: Picked | None = None
    """The reviews shown; None for all."""
    left_out: frozenset[RubricInput] = frozenset()
    """Inputs that do not fit at all."""

    def notes(self, kinds: Collection[SourceKind]) -> tuple[str, ...]:
        """What was cut of these kinds of source, for the judgement."""
        if self.picked is None and not self.left_out:
            return ()
        cut = [name for name in RUBRIC_INPUTS[self.case.task] if name in self.left_out and {*KINDS[name]} & {*kinds}]
        notes = [f"{name} left out for lack of room" for name in cut]
        if self.picked is not None and "review" in kinds:
            total = sum(len(product.reviews) for product in self.case.products)
            notes.append(f"{len(self.picked)} of {total} reviews shown, star levels in their shares")
        return tuple(notes)

    def reviews_of(self, position: int) -> tuple[Review, ...]:
        """The reviews shown of one product."""
        reviews = self.case.products[position].reviews
        if self.picked is None:
            return reviews
        return tuple(review for place, review in enumerate(reviews) if (position, place) in self.picked)

    @property
    def hidden_kinds(self) -> frozenset[SourceKind]:
        """The kinds of source that were left out."""
        return frozenset(kind for name in self.left_out for kind in KINDS[name])

    def kinds_held(self, kinds: Collection[SourceKind]) -> tuple[SourceKind, ...]:
        """Of these kinds of source, those that the case has and shows."""
        hidden = self.hidden_kinds
        wanted = [kind for kind in _HAS if kind in kinds and kind not in hidden]
        return tuple(kind for kind in wanted if any(map(_HAS[kind], self.case.products)))


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
    return f"The text is {_WHAT_IT_IS[shown.case.task]}\n" + shown.fence.wrap("text", _text(shown))


def show_block(shown: ShownCase, name: RubricInput) -> str:
    """One input as a fenced block."""
    lines = _lines(shown, name)
    block = "\n".join(lines)
    # One look at the whole tells that nothing needs doing, which is the rule: no sign of a forgery spans two lines.
    return shown.fence.wrap(name, "\n".join(map(neutralise, lines)) if is_suspect(block) else block)


def show_plainly(shown: ShownCase) -> str:
    """The whole case with neither markers nor anything made harmless, for templates that want values verbatim."""
    blocks = [f"{name}:\n" + "\n".join(_lines(shown, name)) for name in RUBRIC_INPUTS[shown.case.task]]
    return "\n\n".join([f"text:\n{shown.case.text}", *blocks])


def one_line(text: str) -> str:
    """The text on one line, or N/A."""
    # What the catalogue has cleaned is one line as a rule, and that is told in half the time of making it one.
    is_one = "  " not in text and _is_printable(text)
    return (text.strip() if is_one else " ".join(text.split())) or NOT_GIVEN


def _is_printable(text: str) -> bool:
    # As bytes, because that takes a third of the time of asking for each character.
    return not text.encode().translate(None, _PRINTABLE) if text.isascii() else text.isprintable()


def _or_not_given(text: str | None) -> str:
    return one_line(text) if text else NOT_GIVEN


def price_of(price: Money | None) -> str:
    """A price as the table shows it, or N/A."""
    return show_money(price) if price else NOT_GIVEN


def rating_of(product: Product) -> str:
    """`4.1 of 5 (1834 ratings)`, or N/A."""
    if product.average_rating is None:
        return NOT_GIVEN
    count = f" ({product.rating_count} ratings)" if product.rating_count is not None else ""
    return f"{product.average_rating:g} of 5{count}"


def specifications_of(product: Product) -> str:
    """`Weight: 5.2 g; Range: 10 m`, or N/A."""
    if not product.specifications:
        return NOT_GIVEN
    return one_line("; ".join(f"{name}: {value}" for name, value in product.specifications.items()))


def features_of(product: Product) -> str:
    """`(1) …; (2) …`, or N/A."""
    if not product.key_features:
        return NOT_GIVEN
    return one_line("; ".join(f"({place}) {text}" for place, text in enumerate(product.key_features, start=1)))


def review_lines(shown: ShownCase, position: int) -> list[str]:
    """One product's reviews, a line each, and first how many, where that is not all of them."""
    product, reviews = shown.case.products[position], shown.reviews_of(position)
    head = [_counts(product, len(reviews))] if len(reviews) < len(product.reviews) else []
    return [*head, *(_review(review) for review in reviews)]


def _text(shown: ShownCase) -> str:
    return neutralise(shown.case.text.strip("\n")) or NOT_GIVEN


def _tokens(shown: ShownCase) -> int:
    blocks = (show_block(shown, name) for name in RUBRIC_INPUTS[shown.case.task])
    return estimate_tokens("\n".join([show_lead(shown), *blocks]))


def _lines(shown: ShownCase, name: RubricInput) -> list[str]:
    return [NO_ROOM] if name in shown.left_out else list(_LINES[name](shown))


def _query(shown: ShownCase) -> Iterator[str]:
    yield one_line(shown.case.query or "")


def _products(shown: ShownCase) -> Iterator[str]:
    for label, product in _labelled(shown):
        yield f"{label} title: {one_line(product.title)}"
        yield f"{label} base price: {price_of(product.base_price)}"
        yield f"{label} final price: {price_of(product.final_price)}"
        yield f"{label} average rating: {rating_of(product)}"


def _opinions(shown: ShownCase) -> Iterator[str]:
    for label, product in _labelled(shown):
        yield f"{label} opinion: {_or_not_given(product.opinion)}"


def _facts(shown: ShownCase) -> Iterator[str]:
    for label, product in _labelled(shown):
        yield f"{label} description: {_or_not_given(product.description)}"
        yield f"{label} key features: {features_of(product)}"
        yield f"{label} specifications: {specifications_of(product)}"
        yield f"{label} ugc summary: {_or_not_given(product.ugc_summary)}"


def _reviews(shown: ShownCase) -> Iterator[str]:
    for position, (label, product) in enumerate(_labelled(shown)):
        reviews = shown.reviews_of(position)
        yield f"{label} reviews: {_counts(product, len(reviews))}"
        as_they_are = [f"{review.id}{_stars(review.stars)}: {review.text}" for review in reviews]
        yield from as_they_are if _are_lines(as_they_are) else map(_review, reviews)


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


def _are_lines(texts: list[str]) -> bool:
    """True where `one_line` would leave every text as it is: the rule for what was cleaned, and told of all at once."""
    joined = "\n".join(texts)
    is_spaced = "  " in joined or " \n" in joined or joined.endswith(" ")
    return not is_spaced and joined.count("\n") == len(texts) - 1 and _is_printable(joined.replace("\n", ""))


def _review(review: Review) -> str:
    return f"{one_line(review.id)}{_stars(review.stars)}: {one_line(review.text)}"


@lru_cache(maxsize=128)
def _stars(stars: float | None) -> str:
    return "" if stars is None else f" ({stars:g} star{'' if stars == 1 else 's'})"


def _labelled(shown: ShownCase) -> Iterator[tuple[str, Product]]:
    return ((f"P{position}", product) for position, product in enumerate(shown.case.products, start=1))


_LINES: dict[RubricInput, Callable[[ShownCase], Iterator[str]]] = {
    "query": _query,
    "products": _products,
    "opinions": _opinions,
    "facts": _facts,
    "reviews": _reviews,
}
