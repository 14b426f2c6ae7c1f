"""What is read at one look is what is read cell by cell, and what the records' own checks would make of it."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog import _kinds, _products
from triptych.catalog._draft import Draft
from triptych.catalog._kinds import RecordMaker
from triptych.catalog._report import Report
from triptych.records import Case, Record

TEXTS = st.sampled_from(
    ["Great phone", "great, phone!", "Lasts two\ndays", "Loud & clear", "“Fine” – really", "अच्छा 👍"]
)
ODD_TEXTS = st.sampled_from(
    ["", " a", "a  b", "<b>x</b>", "&lt;", "a\n\n\nb", "\u200b", "\ud800", "!!!", None, 5, ["x"]]
)
STARS = st.sampled_from([1, 3, 5, "4", "4 out of 5", None])
ODD_STARS = st.sampled_from([0, 6, True, "bad", [], "", "N/A"])
CELLS: dict[str, st.SearchStrategy[Any]] = {
    "text": TEXTS | st.text(max_size=90) | ODD_TEXTS,
    "stars": STARS | STARS | ODD_STARS,
    "id": st.integers(1, 9) | st.sampled_from([None, "", "r1", "2", " r2 ", "a\nb", True]),
    "title": TEXTS | ODD_TEXTS,
    "date": st.sampled_from(["2026-01-02", "2 Jan 2026", 1_700_000_000, None, "bad"]),
    "verified": st.sampled_from([True, "yes", "no", None, "perhaps"]),
    "helpful_votes": st.sampled_from([0, 3, "1,834", None, -1]),
    "product_id": st.just("p1"),
    "reviewer": st.just("Ann"),
}


@st.composite
def review_lists(draw: st.DrawFn) -> Any:
    """Reviews as a shop has them: for the most part all with the same keys."""
    keys = ["text", *draw(st.lists(st.sampled_from([*CELLS][1:]), unique=True, max_size=4))]
    alike = st.lists(st.fixed_dictionaries({key: CELLS[key] for key in keys}), max_size=5)
    return draw(
        alike | alike | st.lists(TEXTS | ODD_TEXTS, max_size=4) | st.lists(st.dictionaries(st.just("text"), TEXTS))
    )


PRODUCTS = st.fixed_dictionaries(
    {"id": st.sampled_from(["p1", "p2", 7, "é", None]), "title": TEXTS | ODD_TEXTS, "reviews": review_lists()},
    optional={
        "base_price": st.sampled_from([1299, "₹1,499", "$5", None, -1]),
        "final_price": st.sampled_from([999, "₹999", {"amount": 5, "currency": "EUR"}]),
        "average_rating": STARS | ODD_STARS,
        "rating_count": st.sampled_from([0, "1,200", None, "x"]),
        "key_features": st.sampled_from([["a", "b  c"], "x; y", [], 5]),
        "specifications": st.sampled_from([{"Size": "5 mm"}, "Size: 5", {}, 5]),
        "description": TEXTS | ODD_TEXTS,
    },
)
ROWS = st.fixed_dictionaries(
    {
        "task": st.sampled_from(["opinion", "explanation", "comparison", "Opinion ", "poem"]),
        "products": st.lists(PRODUCTS, min_size=1, max_size=2) | st.lists(PRODUCTS, max_size=7),
        "text": TEXTS | ODD_TEXTS,
    },
    optional={
        "id": st.sampled_from(["c1", 5, None, "a\nb"]),
        "item": st.sampled_from(["i1", None]),
        "query": TEXTS | ODD_TEXTS,
        "system": st.sampled_from(["s1", None, []]),
        "claims": st.sampled_from([[], None, [{"text": "A", "start": 0, "end": 1, "kind": "stated", "odd": 1}]]),
    },
)


def read(row: dict[str, Any]) -> tuple[Any, Report, list[Any]]:
    report = Report()
    draft = Draft("rows.jsonl", 1, report)
    case = RecordMaker("cases", {}, report).make(copy.deepcopy(row), draft)
    return _laid_out(case), report, draft.problems


def _laid_out(value: Any) -> Any:
    """A record with all that it holds, in order, and which fields it was given."""
    if isinstance(value, Record):
        fields = {name: _laid_out(held) for name, held in value.__dict__.items()}
        return type(value), [*fields], fields, value.model_fields_set, value.model_extra
    return [_laid_out(part) for part in value] if isinstance(value, tuple) else (type(value), value)


@given(ROWS)
def test_a_row_reads_to_the_same_at_one_look_and_cell_by_cell(row: dict[str, Any]) -> None:
    at_one_look = read(row)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_products, "tidy_reviews", lambda _: None)
        patch.setattr(_kinds, "_trusted_case", lambda *_: None)
        assert read(row) == at_one_look


@given(ROWS)
def test_a_trusted_case_passes_the_checks_of_its_record(row: dict[str, Any]) -> None:
    case = RecordMaker("cases", {}, Report()).make(row, Draft("rows.jsonl", 1, Report()))
    if isinstance(case, Case):
        assert Case.model_validate_json(case.to_content()) == case


def test_rows_as_most_are_are_read_at_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_products, "ReviewList", None)
    monkeypatch.setattr(Draft, "record", None)
    reviews = [
        {"id": "a", "text": "Loud & clear", "stars": 5, "title": "Good", "date": "2026-01-02", "helpful_votes": 3},
        {
            "id": "b",
            "text": "It broke.\n\nTwice.",
            "stars": "2 out of 5",
            "title": "No",
            "date": "",
            "helpful_votes": 0,
        },
    ]
    for given_reviews in (reviews, [{"text": "Fine"}, {"text": "Not fine"}], ["Fine", "Not fine"]):
        product = {"id": "p1", "title": "Buds", "average_rating": 4.1, "reviews": given_reviews}
        case, report, problems = read({"task": "opinion", "products": [product], "text": "Buyers like it."})
        assert case[0] is Case
        assert not problems
        assert not report.cleaned
