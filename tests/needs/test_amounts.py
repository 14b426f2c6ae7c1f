"""Budgets and figures."""

import pytest

from answered import answers_to, excerpts_of, product_of
from triptych.needs import read_needs
from triptych.needs.amounts import answer_budget, answer_figure
from triptych.records import Need


def figure(text: str) -> Need:
    return Need(kind="figure", text=text, start=0, end=len(text))


@pytest.mark.parametrize(
    ("budget", "state"),
    [("under 500", "met"), ("under 400", "missed"), ("around 400", "met"), ("around 330", "partly"),
     ("around 100", "missed"), ("above 600", "missed"), ("between 300 and 500", "met"), ("under €500", "unknown")],
)  # fmt: skip
def test_a_price_is_held_against_the_budget(budget: str, state: str) -> None:
    product = product_of(final_price={"amount": "450", "currency": "INR"})
    assert answer_budget(read_needs(f"kettle {budget}")[-1], product).state == state


def test_without_a_price_nothing_is_known() -> None:
    assert answer_budget(read_needs("kettle under 500")[-1], product_of()).state == "unknown"


@pytest.mark.parametrize(
    ("asked", "state"),
    [
        ("2 metre", "missed"),
        ("4 ft", "met"),
        ("1 m cord", "met"),
        ("10 hours battery", "met"),
        ("30 hours battery", "missed"),
        ("17 inch screen", "met"),
        ("16 gb memory", "missed"),
        ("under 2 kg", "met"),
        ("under 1 kg", "missed"),
        ("500 ml", None),
    ],
)
def test_figures_are_held_against_the_listing_in_any_unit(asked: str, state: str | None) -> None:
    product = product_of(
        title="Veltra 17 cable 1.2 m cord",
        key_features=["Battery: up to 20 hours", "Weighs 1.5 kg"],
        specifications={"Screen size": "17.3", "Memory (GB)": "12", "Package weight": "0.5 kg"},
    )
    found = answer_figure(figure(asked), excerpts_of(product))
    assert (found.state if found else None) == state


def test_a_figure_of_something_else_settles_nothing() -> None:
    product = product_of(key_features=["Charges in 2 hours"])
    assert answer_figure(figure("8 hours backup"), excerpts_of(product)) is None


@pytest.mark.parametrize(
    ("asked", "title", "state"),
    [
        ("1.5 ton", "Split AC 1 Ton", "missed"),
        ("4 jars", "Mixer with 4 Jars", "met"),
        ("3 jars", "Mixer with 4 Jars", "partly"),
        ("spf 50", "Sunscreen SPF 30", "missed"),
        ("2 doors", "Mixer", None),
    ],
)
def test_things_are_counted(asked: str, title: str, state: str | None) -> None:
    found = answer_figure(figure(asked), excerpts_of(product_of(title=title)))
    assert (found.state if found else None) == state


@pytest.mark.parametrize(
    ("reviews", "state"),
    [
        (["gives 5 hours backup"], "met"),
        (["backup is only 2 hours"], "missed"),
        (["gives 5 hours backup", "backup is only 2 hours"], "disputed"),
        (["I waited 5 hours."], "unknown"),
    ],
)
def test_where_the_listing_is_silent_reviewers_measure(reviews: list[str], state: str) -> None:
    assert answers_to("ups with 4 hours backup", product_of(*reviews))["4 hours backup"].state == state


def test_reviewers_who_measure_less_dispute_what_the_listing_promises() -> None:
    product = product_of("backup is 2 hours only", "gives 2 to 3 hours of backup", title="Mini UPS, 4 Hours Backup")
    answer = answers_to("ups with 4 hours backup", product)["4 hours backup"]
    assert answer.state in ("disputed", "partly")
    assert [span.source for span in answer.against] == ["review", "review"]
