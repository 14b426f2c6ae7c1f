"""Hostile words as terminals and spreadsheets get them; marks that lose nothing; short names that are unique."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.texts import for_csv, for_markdown, for_terminal, mark, short_names
from triptych.texts._shown import merge


@pytest.mark.parametrize("text", ["\x1b[2J", "\x1b]8;;http://x\x07y", "a\u202eb", "\x9b31m", "\u200b", "\r", "\x7f"])
def test_a_terminal_is_sent_nothing_but_what_is_seen(text: str) -> None:
    assert for_terminal(text).isprintable()


@pytest.mark.parametrize("text", ["two\nlines\tand a tab", "नमस्ते क्‍ष", "👩‍🔧", "100 % — “fine”", "日本"])
def test_what_people_write_stays(text: str) -> None:
    assert for_terminal(text) == text


def test_markdown_holds_no_html_link_or_image() -> None:
    made = for_markdown("![x](http://spy/1.png) <script>alert(1)</script> [a](javascript:b) | cell |")
    assert "<" not in made and "[" not in made
    assert made.endswith("| cell |")


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+cmd|' /C calc'!A0", "-1+1", "@SUM(A1)", "\t=1", " =1"])
def test_a_spreadsheet_is_given_no_formula(text: str) -> None:
    assert for_csv(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["a=b", "", 4, -4.5, None])
def test_other_cells_stay(cell: object) -> None:
    assert for_csv(cell) == cell


Spans = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)).map(lambda pair: (pair[0], sum(pair))))


@given(Spans)
def test_merged_spans_cover_the_same_places_without_overlap(spans: list[tuple[int, int]]) -> None:
    merged = merge(spans)
    covered = {place for start, end in spans for place in range(start, end)}
    assert {place for start, end in merged for place in range(start, end)} == covered
    assert all(one[1] < two[0] for one, two in pairwise(merged))


def test_what_is_marked_and_what_is_between() -> None:
    text = "It is quiet. The lid leaks."
    assert mark(text, [(17, 20), (3, 5)]) == (
        *(("It ", False), ("is", True), (" quiet. The ", False)),
        *(("lid", True), (" leaks.", False)),
    )
    assert mark(text, []) == ((text, False),)


def test_a_long_text_is_cut_around_its_marks() -> None:
    text = "a" * 50 + "lid" + "b" * 50
    assert mark(text, [(50, 53)], whole=20, around=4) == (
        *(("… ", False), ("aaaa", False), ("lid", True), ("bbbb", False), (" …", False)),
    )
    assert mark(text, [(50, 53)], whole=200, around=4)[0] == ("a" * 50, False)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("boAt Airdopes 141 Bluetooth TWS Earbuds with 42H Playtime, Black", "boAt Airdopes 141"),
        ("JBL Tune 230NC TWS, Active Noise Cancellation Earbuds", "JBL Tune 230NC"),
        ("Sony WH-1000XM5 Wireless Headphones", "Sony WH-1000XM5"),
        ("realme Buds Air 5 Pro TWS", "realme Buds Air 5 Pro"),
        ("Apple MacBook Air M2 (2022) 13.6 inch", "Apple MacBook Air M2"),
        ("HP 15s Thin & Light Laptop, 12th Gen Intel Core i3", "HP 15s"),
        ("HP 15.6 inch Laptop 8GB RAM", "HP"),
        ("Dell Inspiron Laptop with Ryzen 5 5500U", "Dell Inspiron"),
        ("Lenovo IdeaPad Slim 3 Intel Core i5", "Lenovo IdeaPad Slim 3"),
        ("Nike Revolution 6 Nn Running Shoes", "Nike Revolution 6"),
        ("Puma Softride Running Shoes for Men", "Puma Softride"),
        ("Adidas Runfalcon 3.0 Shoes", "Adidas Runfalcon 3.0"),
        ("CeraVe Moisturising Cream 340g", "CeraVe Moisturising Cream"),
        ("Neutrogena Hydro Boost Water Gel 50 ml", "Neutrogena Hydro Boost"),
        ("Cetaphil Moisturising Lotion for Face & Body 250ml", "Cetaphil Moisturising Lotion"),
        ("Green Soul Jupiter Office Chair", "Green Soul Jupiter"),
        ("Philips HL7756/00 750W Mixer Grinder", "Philips HL7756/00"),
        ("CELLBELL Desire C104 Mesh Chair - Black", "CELLBELL Desire C104"),
        ("Minimalist - Vitamin B5 Moisturizer", "Minimalist"),
        ("IKEA Markus | Office Chair", "IKEA Markus"),
        ("Pellowick Hush Portable Blender with Sound Cover, 1000 W", "Pellowick Hush"),
        ("Ninja (2023 Edition) Blender", "Ninja"),
    ],
)
def test_a_name_is_brand_and_model(title: str, name: str) -> None:
    assert short_names([title, "Something Else Entirely"])[0] == name


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (
            ["boAt Airdopes 141 (Black)", "boAt Airdopes 141 (White)", "boAt Airdopes 141 ANC TWS"],
            ("boAt Airdopes 141 (Black)", "boAt Airdopes 141 (White)", "boAt Airdopes 141 ANC"),
        ),
        (["HP 15s - Silver", "HP 15s - Black"], ("HP 15s - Silver", "HP 15s - Black")),
        (["HP 15s, Silver edition", "HP 15s"], ("HP 15s, Silver", "HP 15s")),
        (["Same Old Mug", "Same Old Mug"], ("Same Old Mug (1)", "Same Old Mug (2)")),
        (["SAME old Mug", "Same Old Mug"], ("SAME old Mug (1)", "Same Old Mug (2)")),
        (["A B C D E F one", "A B C D E F two"], ("A B C (1)", "A B C (2)")),
        (["X", "X", "X (1)"], ("X (2)", "X (3)", "X (1)")),
        (["-", "|"], ("-", "|")),
    ],
)
def test_names_grow_until_they_differ_and_are_numbered_where_they_cannot(
    titles: list[str], names: tuple[str, ...]
) -> None:
    assert short_names(titles) == names


_words = st.sampled_from(
    ["boAt", "BOAT", "141", "(Black)", "(Black", "-", "|", "with", "Pro", "HP,", "15.6", "inch", "(1)", "x"]
)
_titles = (st.lists(_words, min_size=1, max_size=9).map(" ".join) | st.text(min_size=1)).filter(str.strip)


@given(st.lists(_titles, min_size=1, max_size=6))
def test_names_are_unique_leading_parts_of_at_most_six_words(titles: list[str]) -> None:
    names = short_names(titles)
    assert len({name.casefold() for name in names}) == len(titles)
    for title, name in zip(titles, names, strict=True):
        assert name.strip()
        assert len(name.split()) <= 7
        bare = "".join(mark for mark in title if mark.isalnum())
        said = "".join(mark for mark in name if mark.isalnum())
        assert bare.startswith((said, said.rstrip("0123456789")))
    assert short_names(titles) == names
