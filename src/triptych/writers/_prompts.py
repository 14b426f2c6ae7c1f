"""What a model is asked and given: the sources, and our notes as a help; and what its text is held against."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations, pairwise

import yaml

from triptych.calls.budget import estimate_tokens
from triptych.calls.fence import Fence, has_forgery, neutralise
from triptych.english.units import Quantity, convert, number_of, quantities_in
from triptych.errors import UsageError
from triptych.models import Message
from triptych.records import Comparison, Product, Task, count_words
from triptych.texts import read_comparison, read_table
from triptych.writers._brief import Brief
from triptych.writers._grammar import cut_titles, show_price, with_cents, wording
from triptych.writers._voices import LIKELY, stems_of

VERSION = 3
"""Goes up when a word of `prompts.yaml` changes."""
_MOST_POINTS = 14
_FEWEST_REVIEWS = 4
_LONGEST_QUOTE = 20
MOST_WORDS: dict[Task, int] = {"opinion": 250, "explanation": 99, "comparison": 99}
"""Of a paragraph or a verdict."""
_FEWEST_WORDS: dict[Task, int] = {"opinion": 25, "explanation": 15, "comparison": 10}
_SENTENCE_END = re.compile(r"(?<!\bRs)(?<!\bNo)(?<!\bvs)(?<!\bapprox)[.!?]+[”’\")]*(?=\s|$)")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_ROUGHLY = 0.03
_STARS = 5
_FEWEST_TELLING = 6
"""A sentence with fewer words that say something may be of the writer's own: "That settles it."."""


def ask_for(task: Task, shown: str, mark: str) -> tuple[Message, ...]:
    """The conversation that asks for one text."""
    words = _wordings()
    return (
        Message("system", words["role"].format(mark=mark)),
        Message("user", f"{shown}\n\n{words[task].format(rules=words['rules'])}"),
    )


@cache
def _wordings() -> dict[str, str]:
    return dict(yaml.safe_load(files("triptych.writers").joinpath("prompts.yaml").read_text(encoding="utf-8")))


def ask_again(problems: Sequence[str]) -> str:
    """What the model is told when its text cannot be used as it is."""
    listed = "\n".join(f"- {problem}" for problem in problems)
    return f"That cannot be printed:\n{listed}\nWrite it again, whole, with this mended. Reply with the text only."


def show_sources(
    query: str | None, briefs: Sequence[Brief], fence: Fence, room: int | None, *, digest: bool = False
) -> str:
    """The sources of each product with our notes beside them; the notes alone where sources do not fit or on demand."""
    most = max((len(brief.product.reviews) for brief in briefs), default=0)
    while not digest and most >= min(_FEWEST_REVIEWS, most):
        shown = _show(query, [[*_raw(brief.product, most), *_notes(brief)] for brief in briefs], fence)
        if room is None or estimate_tokens(shown) <= room:
            return shown
        if most <= _FEWEST_REVIEWS:
            break
        most = max(_FEWEST_REVIEWS, most * 2 // 3)
    points = _MOST_POINTS
    while True:
        shown = _show(query, [[*_facts(brief.product), *_notes(brief, points)] for brief in briefs], fence)
        if room is None or points <= 2 or estimate_tokens(shown) <= room:
            return shown
        points -= 3


def _show(query: str | None, blocks: Sequence[Sequence[str]], fence: Fence) -> str:
    parts = [fence.wrap("query", neutralise(query))] if query else []
    for number, lines in enumerate(blocks, start=1):
        parts.append(fence.wrap(f"product {number}", neutralise("\n".join(lines))))
    return "\n\n".join(parts)


def _facts(product: Product) -> Iterator[str]:
    yield f"Title: {' '.join(product.title.split())}"
    yield f"Base price: {show_price(product.base_price) if product.base_price else 'N/A'}"
    yield f"Final price: {show_price(product.final_price) if product.final_price else 'N/A'}"
    rating = f"{product.average_rating:g}" if product.average_rating is not None else "N/A"
    yield f"Average rating: {rating}" + (f" from {product.rating_count} ratings" if product.rating_count else "")


def _raw(product: Product, most: int) -> Iterator[str]:
    """Everything the shop has, reviews word for word, spread evenly where there are too many."""
    yield from _facts(product)
    if product.description:
        yield f"Description: {product.description}"
    yield from (f"Key feature: {feature}" for feature in product.key_features)
    yield from (f"{name}: {value}" for name, value in product.specifications.items())
    if product.ugc_summary:
        yield f"Summary: {product.ugc_summary}"
    total = len(product.reviews)
    chosen = product.reviews if total <= most else [product.reviews[n * total // most] for n in range(most)]
    yield f"Reviews: {total}" + (f", {most} of them shown" if total > most else "")
    for review in chosen:
        stars = f" ({review.stars:g} stars)" if review.stars is not None else ""
        title = f"{' '.join(review.title.split())}: " if review.title else ""
        yield f"- {title}{' '.join(review.text.split())}{stars}"


def _notes(brief: Brief, most: int = _MOST_POINTS) -> Iterator[str]:
    """What our own reading found: a help that may be wrong."""
    yield f"Notes of a program, which may be wrong. Reviewers read: {brief.reviewers}"
    if brief.kind:
        yield f"It is: {brief.kind}"
    for response in brief.responses:
        quotes = "; ".join(f'"{" ".join(span.text.split()[:_LONGEST_QUOTE])}"' for span in response.evidence[:3])
        yield f"Need “{response.need.text}”: {response.state}" + (f" ({quotes})" if quotes else "")
    points = [p for aspect in brief.reading.aspects for p in aspect.points if p.sureness >= LIKELY]
    for point in sorted(points, key=lambda point: -len(point.reviewers))[:most]:
        quote = " ".join(point.quotes[0].text.split()[:_LONGEST_QUOTE])
        yield f'{point.direction} {point.point}: {len(point.reviewers)} of {brief.reviewers}, "{quote}"'


def sentences_of(text: str) -> list[str]:
    """The sentences of a paragraph."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    return [sentence for start, end in pairwise(ends) if (sentence := text[start:end].strip())]


class Known:
    """The figures that are true of a product, or of several."""

    def __init__(self, briefs: Sequence[Brief], query: str | None) -> None:
        self._briefs = briefs
        self._query = query or ""
        self._texts = [self._query, *(source.text for brief in briefs for source in brief.product.sources())]

    @cached_property
    def numbers(self) -> frozenset[float]:
        """Numbers of the sources and the query, counts of reviewers, and differences of prices and limits."""
        found = {float(many) for brief in self._briefs for many in (brief.reviewers, len(brief.product.reviews))}
        found = found.union(*map(_numbers, self._texts))
        prices = (p for brief in self._briefs for p in (brief.product.base_price, brief.product.final_price) if p)
        sums = [*_numbers(self._query), *(float(price.amount) for price in prices)]
        return frozenset(found | {round(abs(one - other), 2) for one, other in combinations(sums, 2)})

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Numbers with units."""
        return tuple(found for text in self._texts for found in quantities_in(text) if found.unit)

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of every word of the sources and the query."""
        names = [name for brief in self._briefs for name in brief.product.specifications]
        return frozenset().union(*map(stems_of, (*self._texts, *names)))

    @property
    def most_reviewers(self) -> int:
        """The reviewers of the product that has most."""
        return max((brief.reviewers for brief in self._briefs), default=0)


def contradiction(text: str, known: Known) -> str | None:
    """Why a sentence or cell cannot be true, as far as figures tell; None where nothing speaks against it."""
    for count in wording("share").finditer(text):
        said, among = number_of(count[1]), number_of(count[2])
        if said is not None and among is not None and (said > among or among not in known.numbers):
            return f"“{text[count.start() : count.end()]}”: {known.most_reviewers} reviewers were read"
    measured = [found for found in quantities_in(text) if found.unit]
    for found in measured:
        if found.number not in known.numbers and not any(_same(found, other) for other in known.quantities):
            return f"no source has “{text[found.start : found.end]}”"
    for match in _NUMBER.finditer(text):
        if any(found.start <= match.start() < found.end for found in measured):
            continue
        number = float(match[0].replace(",", ""))
        is_count = number == int(number) and number <= max(known.most_reviewers, _STARS)
        if number not in known.numbers and not is_count and not _is_rounded(text, match.start(), number, known):
            return f"no source has the number {match[0]}"
    telling = stems_of(text, "NPVDGJ")
    if len(telling) >= _FEWEST_TELLING and telling.isdisjoint(known.words):
        return "no source speaks of this"
    return None


def _same(one: Quantity, other: Quantity) -> bool:
    changed = convert(other, one.unit) if one.unit else None
    return changed is not None and abs(changed.number - one.number) <= _ROUGHLY * abs(one.number)


def _is_rounded(text: str, start: int, number: float, known: Known) -> bool:
    """True for a number that the words before it call a rough one: "about 119,000", "almost 5,000"."""
    is_rough = wording("roughly").search(text[:start]) is not None
    return is_rough and any(abs(other - number) <= 0.1 * number for other in known.numbers)


def check_paragraph(task: Task, text: str, it: str = "it") -> Iterator[str]:
    """What is wrong with the form of an opinion, an explanation or a verdict, which the messages call `it`."""
    words = count_words(text)
    if words > MOST_WORDS[task]:
        yield f"{it} has {words} words; at most {MOST_WORDS[task]} are allowed"
    if words < _FEWEST_WORDS[task]:
        yield f"{it} has {words} words; write at least {_FEWEST_WORDS[task]}"
    if "|" in text or has_forgery(text):
        yield f"{it} has table marks or tags in it; write plain sentences"


def check_table(text: str, briefs: Sequence[Brief]) -> Iterator[str]:
    """What is wrong with the form of a comparison beyond what can be set right."""
    table = read_table(text)
    yield from table.faults
    if len(table.columns) != len(briefs):
        yield f"it has {len(table.columns)} product columns; there are {len(briefs)} products"
        return
    yield from check_paragraph("comparison", table.verdict.text if table.verdict else "", "the verdict")
    brands = {brief.name.split()[0].casefold() for brief in briefs}
    if table.verdict and not any(brand in table.verdict.text.casefold() for brand in brands):
        yield f"the verdict names none of the products ({', '.join(brief.name for brief in briefs)})"


def set_right(text: str, briefs: Sequence[Brief]) -> Comparison | None:
    """A comparison with titles, prices and ratings as the shop has them; None where it is no comparison."""
    try:
        comparison = read_comparison(text)
    except UsageError:
        return None
    columns = []
    titles = cut_titles([brief.product.title for brief in briefs])
    for column, brief, title in zip(comparison.columns, briefs, titles, strict=True):
        product = brief.product
        given = {
            "title": title,
            "base_price": with_cents(product.base_price) if product.base_price else None,
            "final_price": with_cents(product.final_price) if product.final_price else None,
            "average_rating": product.average_rating,
        }
        columns.append(column.model_copy(update=given))
    return comparison.model_copy(update={"columns": tuple(columns)})


def _numbers(text: str) -> frozenset[float]:
    return frozenset(float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text))
