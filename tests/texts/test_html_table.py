"""The HTML section: real table tags, nothing unescaped, and all of the record in it."""

from decimal import Decimal
from html.parser import HTMLParser

import pytest

from triptych.errors import UsageError
from triptych.records import Claim, Column, Comparison, Evidence, Money
from triptych.texts.html_table import read, write

COMPARISON = Comparison(
    attributes=("Power", "Jar <size>", "Noise", "Weight", "Warranty"),
    columns=(
        Column(
            title='Mixer "Pro" & <Max>',
            base_price=Money(amount=Decimal("129999.00"), currency="INR"),
            final_price=Money(amount=Decimal("1.299"), currency="EUR"),
            values=("750 W", "1 < 2", None, "4 kg", "2 years"),
            average_rating=4.5,
            pros=("strong; quiet", "<b>bold</b>"),
        ),
        Column(title="Other", values=(None,) * 5, cons=("weak",)),
    ),
    verdict="Take <the> first & be happy.",
    query="mixer </script><script>alert(1)</script>",
    product_ids=("m-1", "m-2"),
    claims=(
        Claim(
            text="strong",
            start=4,
            end=10,
            kind="stated",
            evidence=(Evidence(product_id="m-1", source="review", source_id="7", start=0, end=2, text="ok"),),
        ),
    ),
)


class _Tags(HTMLParser):
    """What a browser would see."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_browser_sees_a_real_table_and_every_tag_closed() -> None:
    seen = _Tags(write(COMPARISON))
    assert seen.open == []
    scopes = [attributes.get("scope") for tag, attributes in seen.tags if tag == "th"]
    assert scopes == ["col"] * 3 + ["row"] * 10
    names = [tag for tag, _ in seen.tags]
    assert (names.count("table"), names.count("caption"), names.count("tr"), names.count("td")) == (1, 1, 11, 20)


def test_words_are_escaped_and_prices_grouped_for_people() -> None:
    words = _Tags(write(COMPARISON)).words
    assert 'Mixer "Pro" & <Max>' in words
    assert "<b>bold</b>" in words
    assert "₹1,29,999.00" in words


def test_nothing_of_the_record_can_end_the_json_block() -> None:
    text = write(COMPARISON)
    assert text.count("<script") == text.count("</script>") == 1


def test_it_reads_back_whole() -> None:
    read_back = read(write(COMPARISON))
    assert read_back == COMPARISON
    price = read_back.columns[0].final_price
    assert price is not None
    assert str(price.amount) == "1.299"


def test_without_the_block_the_table_is_read_alone() -> None:
    text = write(COMPARISON).split("<script")[0]
    assert read(text) == COMPARISON.model_copy(update={"query": None, "product_ids": (), "claims": ()})


def test_a_broken_block_is_said() -> None:
    with pytest.raises(UsageError, match=r"the JSON block of the comparison cannot be read: claims\.0\.kind"):
        read(write(COMPARISON).replace('"stated"', '"guessed"'))
