"""What every written text has to keep to, whoever wrote it from whatever."""

import re
from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations

from triptych.needs import read_needs
from triptych.records import ATTRIBUTES, Case, Claim, Evidence, Product, Reading, count_words
from triptych.texts import read_comparison, short_names, write_comparison

_AT_LEAST = re.compile(r"\b(\d+)\+(?= of \d| reviewers)")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def assert_printable(case: Case, readings: dict[str, Reading]) -> None:
    """Fails where a case breaks a limit, points to nothing or uses a number that is nowhere."""
    if case.task == "comparison":
        _assert_comparison(case)
    else:
        _assert_paragraph(case)
    places = _places(case.products)
    for claim in case.claims:
        assert case.text[claim.start : claim.end] == claim.text
        assert all(_resolves(span, places) for span in claim.evidence), claim
        assert claim.evidence or claim.kind in ("absent", "advice"), claim
    _assert_numbers(case, readings)


def _assert_paragraph(case: Case) -> None:
    text, words = case.text, count_words(case.text)
    assert words <= (250 if case.task == "opinion" else 99), (words, text)
    assert "\n" not in text and "  " not in text, text
    assert text.endswith((".", ".”")), text
    assert text.count("“") == text.count("”"), text
    assert _joined(case.claims) == text


def _joined(claims: Iterable[Claim]) -> str:
    return " ".join(claim.text for claim in claims)


def _assert_comparison(case: Case) -> None:
    comparison = read_comparison(case.text)
    assert len(comparison.columns) == len(case.products)
    assert len({name.casefold() for name in comparison.attributes}) == ATTRIBUTES
    assert not any(re.fullmatch(r"attribute \d+", name.casefold()) for name in comparison.attributes)
    assert count_words(comparison.verdict) < 100, comparison.verdict
    names = short_names([product.title for product in case.products])
    assert any(name in comparison.verdict for name in names), (names, comparison.verdict)
    for column, product in zip(comparison.columns, case.products, strict=True):
        assert " ".join(product.title.split()).startswith(column.title)
        assert column.average_rating == product.average_rating
        for shown, real in ((column.base_price, product.base_price), (column.final_price, product.final_price)):
            assert (shown and shown.amount) == (real and real.amount)
    titles = {
        column.title: product.title.split() for column, product in zip(comparison.columns, case.products, strict=True)
    }
    assert len(titles) == len({tuple(product.title.split()) for product in case.products})
    assert write_comparison(comparison) == case.text
    cells = (3 + ATTRIBUTES + 3) * len(case.products)
    assert len(case.claims) > cells


def _places(products: Iterable[Product]) -> dict[tuple[str, str, str], str]:
    return {(product.id, source.kind, source.id): source.text for product in products for source in product.sources()}


def _resolves(span: Evidence, places: dict[tuple[str, str, str], str]) -> bool:
    text = places.get((span.product_id, span.source, span.source_id))
    return text is not None and text[span.start : span.end] == span.text and bool(span.text)


def _assert_numbers(case: Case, readings: dict[str, Reading]) -> None:
    known = _numbers(case.query or "")
    for product in case.products:
        known |= _known_of(product, readings[product.id])
    for name in short_names([product.title for product in case.products]):
        known |= _numbers(name)
    derived = known | _differences(case)
    most = max(readings[product.id].reviewers for product in case.products)
    for claim in case.claims:
        # "7+ of 34" are those who are surely heard: some of the reviewers.
        assert all(1 < int(count) <= most for count in _AT_LEAST.findall(claim.text)), claim.text
        stray = _numbers(_AT_LEAST.sub("", claim.text)) - (derived if claim.kind == "derived" else known)
        assert not stray, (stray, claim.text)


def _known_of(product: Product, reading: Reading) -> set[Decimal]:
    found = {Decimal(reading.reviewers)}
    stars = [review.stars or 0 for review in product.reviews]
    found |= {Decimal(sum(each > 3 for each in stars)), Decimal(sum(0 < each < 3 for each in stars))}
    for source in product.sources():
        found |= _numbers(source.text)
    for aspect in reading.aspects:
        counts = aspect.reviewers
        found |= {Decimal(count) for count in (counts.for_, counts.against, counts.neutral)}
    return found


def _differences(case: Case) -> set[Decimal]:
    limits = [need.most.amount for need in read_needs(case.query or "", case.products[0].category) if need.most]
    prices = [price.amount for each in case.products for price in (each.base_price, each.final_price) if price]
    return {abs(one - other) for one, other in combinations([*limits, *prices], 2)}


def _numbers(text: str) -> set[Decimal]:
    return {Decimal(number.replace(",", "")) for number in _NUMBER.findall(text)}
