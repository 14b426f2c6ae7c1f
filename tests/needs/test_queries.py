"""What queries ask."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.needs import read_needs


def told(query: str, category: str | None = None) -> list[tuple[str, str]]:
    """Kind and words of each need."""
    return [(need.kind, need.text) for need in read_needs(query, category)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "wireless earbuds for gym and office calls under 3000, sweat proof with good battery backup",
            [
                ("feature", "wireless"),
                ("category", "earbuds"),
                ("use", "gym"),
                ("use", "office calls"),
                ("budget", "under 3000"),
                ("feature", "sweat proof"),
                ("feature", "good battery backup"),
            ],
        ),
        (
            "headphones with ANC below $50 for kids",
            [("category", "headphones"), ("feature", "ANC"), ("budget", "below $50"), ("audience", "kids")],
        ),
        ("fan quiet enough to sleep", [("category", "fan"), ("feature", "quiet")]),
        (
            "tent, big enough to hold two bikes",
            [("category", "tent"), ("feature", "big"), ("use", "two bikes")],
        ),
        ("mixer, easy to use and fast", [("category", "mixer"), ("feature", "easy to use"), ("feature", "fast")]),
        ("bag with zips that don't break", [("category", "bag"), ("feature", "zips that don't break")]),
        ("lamp that works with a timer", [("category", "lamp"), ("feature", "works with a timer")]),
        ("shoes for everyday wear", [("category", "shoes"), ("use", "everyday wear")]),
        (
            "gloves comfortable for long shifts",
            [("category", "gloves"), ("feature", "comfortable for long shifts")],
        ),
        ("best blender easy to clean", [("category", "blender"), ("feature", "easy to clean")]),
        (
            "ergonomic office chair under 12000 for work from home, lower back pain, should suit a 6 foot person",
            [
                ("feature", "ergonomic"),
                ("category", "office chair"),
                ("budget", "under 12000"),
                ("use", "work from home"),
                ("feature", "lower back pain"),
                ("audience", "a 6 foot person"),
            ],
        ),
        (
            "women's running shoes for marathon training",
            [("audience", "women's"), ("category", "running shoes"), ("use", "marathon training")],
        ),
        ("40 hour battery headphones", [("figure", "40 hour battery"), ("category", "headphones")]),
        ("gift for my wife", [("category", "gift"), ("audience", "my wife")]),
        (
            "I need a quiet vacuum cleaner for pet hair, budget $200",
            [("feature", "quiet"), ("category", "vacuum cleaner"), ("use", "pet hair"), ("budget", "budget $200")],
        ),
        ("phone without ads", [("category", "phone"), ("exclusion", "without ads")]),
        ("earphones", [("category", "earphones")]),
        (
            "quiet dual band router 2m cord easy to set up",
            [
                ("feature", "quiet"),
                ("feature", "dual band"),
                ("category", "router"),
                ("figure", "2m cord"),
                ("feature", "easy to set up"),
            ],
        ),
        ("keyboard and mouse combo", [("category", "keyboard and mouse combo")]),
        ("slim and light laptop", [("feature", "slim"), ("feature", "light"), ("category", "laptop")]),
        (
            "shirt for men wrinkle free slim fit",
            [("category", "shirt"), ("audience", "men"), ("feature", "wrinkle free"), ("feature", "slim fit")],
        ),
        (
            "insulated water bottle for gym and school bag",
            [("feature", "insulated"), ("category", "water bottle"), ("use", "gym"), ("use", "school bag")],
        ),
        ("tent for family of 4", [("category", "tent"), ("audience", "family of 4")]),
        (
            "lamp that stays cool, battery that lasts",
            [("category", "lamp"), ("feature", "stays cool"), ("feature", "battery that lasts")],
        ),
        ("socks not too tight", [("category", "socks"), ("exclusion", "not too tight")]),
        ("no subscription camera", [("exclusion", "no subscription"), ("category", "camera")]),
        ("usb c to usb c cable", [("feature", "usb c"), ("category", "cable")]),
        (
            "sunscreen spf 50 no white cast non greasy",
            [
                ("category", "sunscreen"),
                ("figure", "spf 50"),
                ("exclusion", "no white cast"),
                ("feature", "non greasy"),
            ],
        ),
        ("suitcase under 2 kg", [("category", "suitcase"), ("figure", "under 2 kg")]),
        ("", []),
        ("?!", []),
    ],
)
def test_needs_are_told_apart(query: str, expected: list[tuple[str, str]]) -> None:
    assert told(query) == expected


def test_the_shops_category_says_where_the_category_ends() -> None:
    assert told("laptop backpack grey", "Bags > Backpacks") == [("category", "laptop backpack"), ("feature", "grey")]


@settings(deadline=None)
@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(["for", "with", "under", "3000", "$50", "kids", "gym", ",", "and", "easy", "to", "clean"])
    ).map(" ".join)
)
def test_spans_are_exact_and_apart(query: str) -> None:
    last = 0
    for need in read_needs(query):
        # What two needs share stands with one of them only.
        assert need.text.startswith(written := query[need.start : need.end]) or need.text.endswith(written)
        assert need.start >= last
        last = need.end


@pytest.mark.parametrize("query", [".0\x0c", "\u2003blue kettle\u2003.", "kettle;\x0b for\u00a0kids\u00a0,"])
def test_no_kind_of_blank_is_part_of_a_need(query: str) -> None:
    for need in read_needs(query):
        assert query[need.start : need.end] == need.text == need.text.strip()


@pytest.mark.parametrize(
    ("query", "category", "expected"),
    [
        ("robot vaccum for pet hair", "Robot vacuums", [("category", "robot vaccum"), ("use", "pet hair")]),
        ("quiet vaccum cleaner", "Vacuums", [("feature", "quiet"), ("category", "vaccum cleaner")]),
        ("moisturizer light", "Moisturisers", [("category", "moisturizer"), ("feature", "light")]),
    ],
)
def test_the_shops_word_is_known_misspelt_and_with_what_goes_with_it(
    query: str, category: str, expected: list[tuple[str, str]]
) -> None:
    assert told(query, category) == expected


@pytest.mark.parametrize(
    "query",
    [
        "headphones with good mic, no budget limit",
        "headphones no price limit with good mic",
        "any budget, headphones with good mic",
        "headphones with good mic, money no object",
        "headphones with good mic, budget is not an issue",
    ],
)
def test_that_the_price_does_not_matter_asks_for_nothing(query: str) -> None:
    assert told(query) == [("category", "headphones"), ("feature", "good mic")]


@pytest.mark.parametrize(
    "query", ["leak proof " * 500, "🎧" * 50, "наушники для бега", "耳机 防水", "\x00", ", , , and"]
)
def test_no_query_is_too_odd(query: str) -> None:
    for need in read_needs(query):
        assert query[need.start : need.end] == need.text


def test_a_price_that_something_lacks_is_asked_for() -> None:
    assert told("laptop with no cost EMI") == [("category", "laptop"), ("exclusion", "no cost EMI")]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("juicer for daily carrot and orange juice", ["juicer", "daily use", "carrot juice", "orange juice"]),
        ("shampoo for dry and damaged hair", ["shampoo", "dry hair", "damaged hair"]),
        ("kettle easy to use and clean", ["kettle", "easy to use", "easy to clean"]),
        ("bottle for gym and school bag", ["bottle", "gym", "school bag"]),
        ("heater silent and low power consumption", ["heater", "silent", "low power consumption"]),
    ],
)
def test_what_two_needs_share_both_get(query: str, texts: list[str]) -> None:
    assert [need.text for need in read_needs(query)] == texts
