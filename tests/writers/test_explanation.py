"""Each need is answered with listing and reviewers together; silence is told only where nothing was found."""

from dataclasses import replace

import pytest

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading, span
from triptych.records import AnswerState, count_words
from triptych.writers._explanation import compose_explanation
from triptych.writers._voices import Voice

PRODUCT = a_product(
    ["It is so quiet.", "It is too loud.", "Cleaning the spout is a chore."], key_features=["Silent boil technology"]
)
QUIET = a_point(PRODUCT, "is quiet", "+", {"r1": "It is so quiet"})
LOUD = a_point(PRODUCT, "is loud", "-", {"r2": "It is too loud"})
CHORE = a_point(PRODUCT, "cleaning is a chore", "-", {"r3": "Cleaning the spout is a chore"})
READING = a_reading(PRODUCT, {"noise": [QUIET, LOUD], "cleaning": [CHORE]})
BUDGET = a_need("under $40", "budget", most={"amount": "40", "currency": "USD"})
LISTED = span(PRODUCT, "1", "Silent boil technology")


def text_of(*answers: object, **fields: object) -> str:
    product = PRODUCT.model_copy(update=fields)
    return compose_explanation(QUERY, a_brief(product, READING, answers)).text  # type: ignore[arg-type]


def test_a_met_need_has_its_grounds() -> None:
    product = PRODUCT.model_copy(update={"reviews": PRODUCT.reviews[:1]})
    reading = a_reading(product, {"noise": [QUIET]})
    brief = a_brief(product, reading, [(a_need("quiet"), "met", (LISTED, *QUIET.quotes))])
    text = compose_explanation(QUERY, brief).text
    assert "the listing and reviews agree that it is quiet (“Silent boil technology”)." in text
    assert text.endswith("At $29.99 it is a good match.")


def test_needs_that_the_same_sources_grant_are_told_together() -> None:
    product = a_product(["It is quiet and easy to clean."])
    quotes = [span(product, "r1", "It is quiet"), span(product, "r1", "easy to clean")]
    needs = [(a_need(text), "met", (quote,)) for text, quote in zip(("quiet", "easy to clean"), quotes, strict=True)]
    text = compose_explanation(QUERY, a_brief(product, a_reading(product, {}), needs)).text  # type: ignore[arg-type]
    assert "it is said to be quiet and to be easy to clean." in text


def test_who_speaks_against_it_in_other_words_disputes_it() -> None:
    text = text_of((a_need("quiet"), "met", (LISTED, *QUIET.quotes)))
    assert "but whether it is quiet is disputed: the listing says “Silent boil technology”" in text
    assert "but another says that it is too loud." in text


def test_dispute_names_both_sides() -> None:
    text = text_of((a_need("quiet"), "disputed", (*QUIET.quotes, *LOUD.quotes)))
    assert "is quiet is disputed: a review says that it is so quiet, but another says that it is too loud." in text


def test_what_is_missed_comes_before_what_is_met() -> None:
    text = text_of(
        (a_need("quiet"), "met", (LISTED,)), (a_need("easy to clean"), "missed", CHORE.quotes), (BUDGET, "met", ())
    )
    assert "at $29.99, $10.01 under your limit, but it is not easy to clean" in text
    assert text.index("it is not easy to clean") < text.index("Whether it is quiet")
    assert text.endswith("So it does not match what you ask.")


def test_over_the_budget_is_said_with_the_difference() -> None:
    assert "$29.99, $9.99 over your limit" in text_of(
        (a_need("under $40", "budget", most={"amount": "20", "currency": "USD"}), "missed", ())
    )


def test_another_kind_of_thing_is_said_first() -> None:
    product = a_product(["Fine."])
    brief = a_brief(
        product, a_reading(product, {}, kind="milk frother"), [(a_need("kettle", "category"), "missed", ())]
    )
    assert compose_explanation(QUERY, brief).text == "The Brewlo Hush is a milk frother, not a kettle, at $29.99."


def test_silence_is_told_once_for_all_that_is_unknown() -> None:
    bare = a_product(["Fine."])
    brief = a_brief(bare, a_reading(bare, {}), [(a_need(t), "unknown", ()) for t in ("quiet", "easy to clean")])
    text = compose_explanation(QUERY, brief).text
    assert text.count("quiet") == 1
    assert text.endswith(
        "but it is unclear whether it is quiet or easy to clean. So look elsewhere or ask before you buy."
    )


@pytest.mark.parametrize(
    ("states", "conclusion"),
    [
        (("met", "met"), "At $29.99 it is a good match."),
        (
            ("met", "missed"),
            "It answers the rest, so it is worth a look only if you can do without that.",
        ),
        (
            ("met", "unknown"),
            "so ask first; otherwise it is worth a look at $29.99.",
        ),
    ],
)
def test_it_ends_with_what_follows_for_this_shopper(states: tuple[AnswerState, AnswerState], conclusion: str) -> None:
    cleaned = "It came in a box" if states[1] == "unknown" else "It is easy to clean"
    product = a_product(["It is so quiet.", f"{cleaned}."])
    points = {
        "noise": [a_point(product, "quiet", "+", {"r1": "It is so quiet"})],
        "cleaning": [a_point(product, "clean", "-" if states[1] == "missed" else "+", {"r2": cleaned})],
    }
    answers = [
        (a_need("quiet"), states[0], points["noise"][0].quotes),
        (a_need("easy to clean"), states[1], () if states[1] == "unknown" else points["cleaning"][0].quotes),
    ]
    brief = a_brief(product, a_reading(product, points), answers)
    assert compose_explanation(QUERY, brief).text.endswith(conclusion)
    assert "Neither" not in text_of((a_need("quiet"), "met", (LISTED,)))


def test_it_stays_under_a_hundred_words_and_its_claims_fit() -> None:
    long = "it is quiet and " * 5 + "good"
    product = a_product([f"{long}." for _ in range(6)])
    spans = tuple(span(product, f"r{n}", long) for n in range(1, 7))
    brief = a_brief(
        product, a_reading(product, {}), [(a_need(t), "met", spans) for t in ("quiet", "easy to clean", "small office")]
    )
    explanation = compose_explanation(QUERY, brief)
    assert count_words(explanation.text) < 100
    assert all(explanation.text[c.start : c.end] == c.text for c in explanation.claims)


def test_the_complaint_that_bears_on_the_query_is_told_before_a_graver_one() -> None:
    product = a_product(["It is so quiet.", "The paint is bad.", "The lid is hard to clean."])
    voices = [
        Voice(span(product, who, text), 0.9) for who, text in (("r2", "The paint is bad"), ("r3", "hard to clean"))
    ]
    brief = a_brief(
        product,
        a_reading(product, {}),
        [(a_need("quiet"), "met", (span(product, "r1", "It is so quiet"),)), (a_need("clean"), "unknown", ())],
    )
    text = compose_explanation(QUERY, replace(brief, complaints=tuple(voices))).text
    assert "“hard to clean”." in text
    assert "paint" not in text


def test_what_is_over_the_budget_is_only_for_those_who_can_spend_more() -> None:
    product = a_product(["It is so quiet."], final_price="49.99")
    quiet = (a_need("quiet"), "met", (span(product, "r1", "It is so quiet"),))
    brief = a_brief(product, a_reading(product, {}), [quiet, (BUDGET, "missed", ())])  # type: ignore[list-item]
    text = compose_explanation(QUERY, brief).text
    assert "is a kettle at $49.99, $9.99 over your limit" in text
    assert text.endswith("So take it only if you can spend more.")
