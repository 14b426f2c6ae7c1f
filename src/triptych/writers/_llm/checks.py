"""What a model's text is held against: limits, table, prices, ratings, numbers and how reviewers really lean."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import combinations

from triptych.aspects import aspects_in, polarities_of, read_needs
from triptych.calls.fence import has_forgery
from triptych.english.number_words import NUMBER_WORDS
from triptych.english.sentences import sentence_spans
from triptych.records import ATTRIBUTES, Money, Task, count_words
from triptych.texts import TableReading, read_table, short_names, show_money
from triptych.writers._plan.needs import stems
from triptych.writers._plan.sheets import Sheet

MOST_WORDS: dict[Task, int] = {"opinion": 250, "explanation": 99, "comparison": 99}
"""Of a paragraph or a verdict."""
_FEWEST_WORDS: dict[Task, int] = {"opinion": 40, "explanation": 20, "comparison": 12}
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SUPPORTED = 0.4
_FEWEST_TELLING = 4
_BOTH_SIDES = NUMBER_WORDS.keys() | {"but", "though", "some", "few"}
# Words that any such text has, whatever the product.
_USUAL = stems(
    "reviewers reviewer review reviews buyers users customers product products price rating ratings stars average "
    "praise complain complaint disagree like dislike overall however while although though quality strength weakness "
    "weak strong budget query choose choice recommend best better suits need needs many some most few several found "
    "find mention mentioned offers offer makes make comes come with without within under above below good great "
    "excellent poor bad mixed opinion opinions positive negative issue issues option value money especially "
    "particularly generally provides features feature includes include design performance experience satisfied "
    "dissatisfied happy unhappy feel said say listing title listed states neither nor speak whoever minds likely "
    "content look further compromise point sore same goes wish answer short"
)


@dataclass(frozen=True)
class Evidence:
    """What is known, ready to hold a text against."""

    query: str | None
    sheets: tuple[Sheet, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """The telling words of all sources."""
        texts = [self.query or ""]
        for sheet in self.sheets:
            texts += [source.text for source in sheet.product.sources()]
            texts += sheet.product.specifications
            texts += [point.name for point in sheet.points]
        return frozenset().union(*map(stems, texts)) | _USUAL

    @cached_property
    def numbers(self) -> frozenset[Decimal]:
        """The numbers a text may use."""
        return frozenset().union(_numbers(self.query or ""), self._derived(), *map(numbers_of, self.sheets))

    def _derived(self) -> set[Decimal]:
        """Differences of two prices, or of a price and the budget."""
        limits = [need.most.amount for need in read_needs(self.query or "") if need.most]
        prices = [price.amount for sheet in self.sheets for price in _prices(sheet)]
        return {abs(one - other).normalize() for one, other in combinations([*limits, *prices], 2)}


def numbers_of(sheet: Sheet) -> frozenset[Decimal]:
    """The numbers that are true of one product: those in its sources, and counts of its reviewers."""
    found: set[Decimal] = set()
    for source in sheet.product.sources():
        found |= _numbers(source.text)
    found |= {Decimal(sheet.reading.reviewers), Decimal(len(sheet.product.reviews))}
    for point in sheet.points:
        counts = point.aspect.reviewers
        found |= {Decimal(count) for count in (counts.for_, counts.against, counts.neutral, counts.total)}
    return frozenset(found)


def sentences_of(text: str) -> list[str]:
    """The sentences of a paragraph."""
    return [text[start:end] for start, end in sentence_spans(text)]


def check_paragraph(task: Task, text: str, evidence: Evidence, fewest: int) -> Iterator[str]:
    """What is wrong with an opinion or an explanation as a whole."""
    words = count_words(text)
    most = MOST_WORDS[task]
    if words > most:
        yield f"it has {words} words; at most {most} are allowed"
    if words < max(fewest, _FEWEST_WORDS[task]):
        yield f"it has {words} words; write at least {max(fewest, _FEWEST_WORDS[task])}"
    if "|" in text or has_forgery(text):
        yield "it has table marks or tags in it; write plain sentences"
    names = [name.casefold() for name in short_names([evidence.sheets[0].product.title])]
    brand = names[0].split()[0]
    if brand not in text.casefold():
        yield f"it does not name the product ({short_names([evidence.sheets[0].product.title])[0]})"


def unsupported(sentence: str, evidence: Evidence) -> str | None:
    """Why a sentence cannot be printed, or None where the sources bear it."""
    stray = sorted(_numbers(sentence) - evidence.numbers)
    if stray:
        return f"the number {stray[0]:f} is in no source"
    words = {word for word in stems(sentence) if not word.isdigit()}
    known = words & evidence.words
    if len(words) >= _FEWEST_TELLING and len(known) < _SUPPORTED * len(words):
        return "most of its words are in no source"
    return _wrong_lean(sentence, evidence) if len(evidence.sheets) == 1 else None


def _wrong_lean(sentence: str, evidence: Evidence) -> str | None:
    """The aspect whose majority a sentence turns round; sentences that tell both sides or counts are left alone."""
    if _numbers(sentence) or not _BOTH_SIDES.isdisjoint(sentence.lower().split()):
        return None
    named = aspects_in(sentence)
    polarity = polarities_of(sentence, [(0, len(sentence))])[0]
    for point in evidence.sheets[0].points:
        if named == (point.name,) and point.lean != "split" and not point.is_close and point.many > 2:
            if point.lean == "liked" and "negative" in polarity:
                return f"most reviewers like the {point.name}"
            if point.lean == "disliked" and "positive" in polarity:
                return f"most reviewers dislike the {point.name}"
    return None


def check_table(text: str, evidence: Evidence) -> Iterator[str]:
    """What is wrong with a comparison's table."""
    table = read_table(text)
    yield from table.faults
    if len(table.columns) != len(evidence.sheets):
        yield f"it has {len(table.columns)} product columns; there are {len(evidence.sheets)} products"
        return
    if len(table.attributes) != ATTRIBUTES:
        yield f"it has {len(table.attributes)} attribute rows; exactly {ATTRIBUTES} are wanted"
    yield from _check_columns(table, evidence)
    words = count_words(table.verdict.text) if table.verdict else 0
    if words > MOST_WORDS["comparison"]:
        yield f"the verdict has {words} words; fewer than 100 are allowed"
    elif 0 < words < _FEWEST_WORDS["comparison"]:
        yield f"the verdict has only {words} words; weigh the products"
    if table.verdict and ("|" in table.verdict.text or has_forgery(table.verdict.text)):
        yield "the verdict has table marks or tags in it; write plain sentences"
    names = short_names([sheet.product.title for sheet in evidence.sheets])
    brands = {name.split()[0].casefold() for name in names}
    if table.verdict and not any(brand in table.verdict.text.casefold() for brand in brands):
        yield f"the verdict names none of the products ({', '.join(names)})"


def _check_columns(table: TableReading, evidence: Evidence) -> Iterator[str]:
    for column, sheet in zip(table.columns, evidence.sheets, strict=True):
        product, name = sheet.product, sheet.name
        if not _same_title(column.title, product.title):
            yield f"the column {column.title!r} should be headed {' '.join(product.title.split())!r}"
        for label, said, real in (
            ("Base Price", column.base_price, product.base_price),
            ("Final Price", column.final_price, product.final_price),
        ):
            if not _same_price(said, real):
                yield f"the {label} of {name} is {_show(real)}"
        if column.average_rating != product.average_rating:
            real_rating = f"{product.average_rating:g}" if product.average_rating is not None else "N/A"
            yield f"the Average Rating of {name} is {real_rating}"
        allowed = numbers_of(sheet) | _numbers(evidence.query or "") | evidence.numbers
        for value in (*column.values, *column.pros, *column.cons):
            stray = sorted(_numbers(value or "") - allowed)
            if stray:
                yield f"{value!r} has a number ({stray[0]:f}) that is in no source of {name}"


def _same_title(said: str, real: str) -> bool:
    one, other = stems(said), stems(real)
    return (
        bool(one)
        and len(one & other) >= 0.6 * min(len(one), 6)
        and said.split()[0].casefold() == real.split()[0].casefold()
    )


def _same_price(said: Money | None, real: Money | None) -> bool:
    if said is None or real is None:
        return said is real
    return said.amount == real.amount and said.currency in (None, real.currency)


def _show(price: Money | None) -> str:
    return show_money(price) if price else "N/A"


def _prices(sheet: Sheet) -> list[Money]:
    return [price for price in (sheet.product.base_price, sheet.product.final_price) if price]


def _numbers(text: str) -> frozenset[Decimal]:
    found = set()
    for match in _NUMBER.findall(text):
        try:
            found.add(Decimal(match.replace(",", "")).normalize())
        except InvalidOperation:
            continue
    return frozenset(found)
