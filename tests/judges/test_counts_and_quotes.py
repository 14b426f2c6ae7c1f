"""Counts and quotations of a text by hand are held against the reviews, and it loses where they are made untrue."""

from triptych.judges.embedded import connect
from triptych.records import Case, Product, Review
from triptych.rubrics import load_rubric

REVIEWS = (
    "The lid shuts tight and never leaked in my bag.",
    "No leaks so far. It keeps tea hot until evening.",
    "Coffee stays hot all day, and the lid does not leak at all.",
    "It stays hot for hours. The paint chipped within a week, which is annoying.",
    "Keeps drinks hot on long hikes. The paint chipped off near the base.",
    "Hot tea at noon, just as it should be. A good flask.",
)
TRUE = (
    "5 of 6 reviewers say that drinks stay hot; one writes “Coffee stays hot all day”. 3 of 6 reviewers say that the "
    "lid does not leak: “No leaks so far.” On the other hand, 2 of 6 reviewers complain that “the paint chipped”."
)


def value(text: str, rubric: str = "opinion/faithfulness") -> float:
    reviews = tuple(Review(id=f"r{number}", text=said) for number, said in enumerate(REVIEWS))
    product = Product(id="flask", title="Tarn Steel Flask 750 ml", reviews=reviews)
    case = Case.model_validate({"task": "opinion", "products": (product,), "text": text})
    (judgement,) = connect().judge_all(case, [load_rubric(rubric)])
    assert judgement.value is not None, judgement.failure
    return judgement.value


def test_false_counts_are_noticed() -> None:
    false = TRUE.replace("5 of 6", "1 of 6").replace("3 of 6", "6 of 6").replace("2 of 6", "5 of 6")
    assert value(false) < value(TRUE)
    assert value(false, "opinion/prevalence") <= value(TRUE, "opinion/prevalence") - 0.5


def test_misquotes_are_noticed() -> None:
    false = TRUE.replace("Coffee stays hot all day", "my nephew polishes his trombone in it")
    false = false.replace("No leaks so far.", "it sings in the bath every Sunday")
    assert value(false) <= value(TRUE) - 1


def test_what_states_hardly_anything_is_not_called_faithful() -> None:
    assert value("The lid does not leak.") <= 3 < value(TRUE)
