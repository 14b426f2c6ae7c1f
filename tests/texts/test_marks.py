"""Marks in a text: none overlap, nothing is lost, and long texts are cut around them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from triptych.texts import mark
from triptych.texts._marks import merge

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
