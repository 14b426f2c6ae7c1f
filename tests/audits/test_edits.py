"""Each edit does to a text what it says, and says None where it cannot."""

from typing import Any

import pytest

from triptych.audits import _edits
from triptych.records import Case, Product, Review

TABLE = """| Product Title | Brill Kettle K1 | Vosko Kettle V2 |
| --- | --- | --- |
| Final Price | $25.00 | $31.00 |
| Capacity | 1.7 L | 1.2 L |
| Weight | 900 g | N/A |
| Average Rating | 4.1 | 4.8 |
| Pros | quick | light |
| Cons | loud | dear |

Final Verdict Summary: Take the Brill Kettle K1. It is quick. The Vosko Kettle V2 is light."""
TEXT = "It boils quickly. It costs $25.00. Two say the lid sticks. It is 900 g. The cord is 80 mm long."


def case(task: str, text: str) -> Case:
    said = (
        "The battery is great. The screen is terrible. I love the handle.",
        "Awful screen, far too dim. Its battery is excellent, and the handle is comfortable.",
    )
    reviews = [Review(id=f"r{number}", text=text) for number, text in enumerate(said)]
    products = [
        Product(id="a", title="Brill Kettle K1", reviews=tuple(reviews)),
        Product(id="b", title="Vosko Kettle V2"),
    ]
    fields = {"task": task, "products": products if task == "comparison" else products[:1], "text": text}
    return Case.model_validate(fields if task == "opinion" else {**fields, "query": "a kettle"})


def edited(name: str, text: str = TEXT, /, **options: Any) -> str | None:
    return edit(name, case("comparison" if text.startswith("|") else "opinion", text), **options)


def edit(name: str, given: Case, **options: Any) -> str | None:
    text: str | None = getattr(_edits, name)(given, **options)
    return text


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("add_sentences", {"sentences": ["B."], "at": "start"}, "B. One. Two. Three."),
        ("add_sentences", {"sentences": ["B."], "at": "after_first"}, "One. B. Two. Three."),
        ("add_sentences", {"sentences": ["B."], "at": "middle"}, "One. Two. B. Three."),
        ("add_sentences", {"sentences": ["B."], "at": "end"}, "One. Two. Three. B."),
        ("interleave", {"sentences": ["B.", "C."]}, "One. B. Two. C. Three."),
        ("interleave", {"sentences": ["B.", "C."], "again": True}, "One. B. Two. C. Three. B."),
        ("lengthen", {"sentence": "B c d.", "words": 6}, "One. Two. Three. B c d. B c d."),
        ("lengthen", {"sentence": "B c d.", "words": 2}, "One. Two. Three."),
        ("repeat_sentences", {}, "One. One. Two. Two. Three. Three."),
        ("replace_sentences", {"sentences": ["B.", "C."]}, "B. C. Three."),
        ("replace_text", {"text": "B."}, "B."),
        ("keep_first_third", {}, "One."),
        ("drop_sentences", {"words": "one | th.*"}, "Two."),
        ("drop_sentences", {"words": "one"}, None),
        ("drop_sentences", {"words": "one | two | three"}, None),
        ("shuffle_sentences", {}, None),
        ("replace_words", {"words": {"one | two": "many"}, "fewest": 2}, "Many. Many. Three."),
        ("replace_words", {"words": {"one | two": "many"}, "fewest": 3}, None),
        ("replace_words", {"words": {"one": "two"}, "fewest": 2, "both_ways": True}, "Two. One. Three."),
        ("replace_words_in_turn", {"words": "one|two|three", "turns": ["1", "2"], "fewest": 3}, "1. 2. 1."),
        ("substitute", {"patterns": [["o", "a"], ["a", "e"]]}, "One. Twe. Three."),
        ("lower_first_letters", {}, "one. two. three."),
    ],
)
def test_sentences(name: str, options: dict[str, Any], expected: str | None) -> None:
    assert edited(name, "One. Two. Three.", **options) == expected


def test_words_before_a_unit_of_time_are_no_counts() -> None:
    words = {"words": {"two": "nine"}, "fewest": 1}
    assert edited("replace_words", "Two say it took two hours.", **words) == "Nine say it took two hours."


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "shuffle_sentences",
            "It is 900 g. It costs $25.00. The cord is 80 mm long. Two say the lid sticks. It boils ",
        ),
        ("cut_sentences", "it boils and and of the. it costs and and of the. two say the and and of the. it is and "),
        ("garble_words", "quickly. boils It $25.00. costs It sticks. lid say "),
        ("change_figures", "It boils quickly. It costs $25.00. Two say the lid sticks. It is 1236.1 g. The cord is "),
        ("change_price", "It boils quickly. It costs $29.00. Two"),
    ],
)
def test_a_whole_text(name: str, expected: str) -> None:
    text = edited(name)
    assert text is not None
    if name == "garble_words":
        assert sorted(text.split()) == sorted(TEXT.split()) and text != TEXT
    else:
        assert text.startswith(expected)


@pytest.mark.parametrize(
    ("name", "options", "before", "after"),
    [
        ("set_cells", {"words": ["x", "y"], "rows": ["pros"]}, "| quick | light |", "| x | y |"),
        ("set_cells", {"words": ["{cell}!"], "rows": ["cons"], "columns": [1]}, "| loud | dear |", "| loud | dear! |"),
        ("set_cells", {"words": ["x"], "rows": ["attribute"], "keep": "N/A"}, "| 900 g | N/A |", "| x | N/A |"),
        ("raise_ratings", {}, "| 4.1 | 4.8 |", "| 4.6 | 5.0 |"),
        ("drop_rows", {"rows": ["attribute"], "keep": 1}, "| Weight | 900 g | N/A |\n", ""),
        ("number_labels", {}, "| Weight |", "| Attribute 2 |"),
        ("rotate_columns", {}, "| 900 g | N/A |", "| N/A | 900 g |"),
        ("swap_pros_and_cons", {}, "| Pros | quick | light |", "| Pros | loud | dear |"),
        ("replace_verdict", {"text": "Take the {last}."}, "Take the Brill Kettle K1.", "Take the Vosko Kettle V2."),
        ("rotate_names", {}, "Take the Brill Kettle K1.", "Take the Vosko Kettle V2."),
        ("drop_verdict", {}, "\n\nFinal Verdict Summary: Take the Brill Kettle K1.", ""),
        ("repeat_sentences", {}, "It is quick.", "It is quick. It is quick."),
        ("garble_words", {}, "It is quick.", "quick. It is"),
        ("substitute", {"patterns": [["loud", "noisy"]]}, "| loud |", "| noisy |"),
    ],
)
def test_comparisons(name: str, options: dict[str, Any], before: str, after: str) -> None:
    text = edited(name, TABLE, **options)
    assert text is not None and before in TABLE and before not in text.replace(after, "", 1) and after in text


def test_without_its_table_only_the_verdict_is_left() -> None:
    text = edited("drop_table", TABLE)
    assert text is not None and "|" not in text and text.endswith("V2 is light.")


@pytest.mark.parametrize(
    "name",
    [
        "change_price",
        "change_figures",
        "raise_ratings",
        "number_labels",
        "rotate_columns",
        "swap_pros_and_cons",
        "drop_table",
        "drop_verdict",
        "rotate_names",
    ],
)
def test_what_cannot_be_done_is_none(name: str) -> None:
    assert edited(name, "It boils quickly.") is None


def test_what_reviewers_hold_is_reversed() -> None:
    reversed_, quoted = edited("reverse_opinion"), edited("misplace_quotes")
    assert (
        reversed_ is not None
        and "is excellent, and reviewers love it" in reversed_
        and "The handle is terrible" in reversed_
    )
    assert quoted is not None and quoted.startswith(TEXT)
    assert "Reviewers complain: “Its battery is excellent, and the handle is comfortable”" in quoted
    silent = case("opinion", TEXT).products[0].model_copy(update={"reviews": ()})
    for name, options in (("reverse_opinion", {}), ("misplace_quotes", {}), ("reverse_aspects", {"is_praise": True})):
        assert edit(name, case("opinion", TEXT).model_copy(update={"products": (silent,)}), **options) is None
