"""The verdict tests every need, names every product, and recommends or says that none fits."""

from dataclasses import replace

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading, span
from triptych.records import AnswerState, count_words
from triptych.writers._brief import Brief
from triptych.writers._grammar import join_sentences
from triptych.writers._verdict import compose_verdict
from triptych.writers._voices import Voice


def a_kettle(name: str, price: str, quiet: AnswerState, clean: AnswerState) -> Brief:
    """A kettle that is quiet or not and easy to clean or not."""
    is_met = quiet == "met"
    other = "Nice." if is_met else "It is too loud."
    product = a_product(["Very quiet kettle.", other], id=name, title=name, final_price=price)
    point = a_point(product, "quiet", "+", {"r1": "Very quiet kettle"})
    loud = [] if is_met else [a_point(product, "loud", "-", {"r2": "It is too loud"})]
    reading = a_reading(product, {"noise": [point, *loud]})
    quotes = tuple(quote for each in (point, *loud) for quote in each.quotes)
    answers = [(a_need("quiet"), quiet, quotes), (a_need("easy to clean"), clean, ())]
    return a_brief(product, reading, answers, name)


def verdict(*briefs: Brief) -> str:
    return join_sentences(compose_verdict(QUERY, briefs))


def test_the_product_that_answers_the_query_is_recommended_with_its_reasons() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "missed", "met"), a_kettle("Brewlo", "29.00", "met", "met"))
    assert "Brewlo" in text.split(":")[0]
    assert "it is said to be quiet" in text
    assert (
        "The Ralo saves $9.00 but is said not to be quiet (too loud): choose it only if you can live with that." in text
    )


def test_none_is_recommended_where_all_miss_something() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "met", "missed"), a_kettle("Brewlo", "29.00", "missed", "met"))
    assert text.startswith("Neither does all you ask; the Ralo comes nearest, but it is not easy to clean")
    assert "Brewlo" in text


def test_what_none_is_shown_to_have_is_said_first_and_once() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "missed", "unknown"), a_kettle("Brewlo", "29.00", "missed", "met"))
    assert text.startswith("No source shows that either is quiet. If you can live with that, take the Brewlo: ")
    assert text.count("quiet") == 1
    assert "Ralo" in text


def test_what_is_not_known_is_left_open_not_denied() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "met", "unknown"), a_kettle("Brewlo", "29.00", "met", "met"))
    assert "Choose the Ralo to save $9.00, but make sure first that it is easy to clean." in text


def test_the_winners_weakness_is_told() -> None:
    text = verdict(a_kettle("Brewlo", "29.00", "disputed", "met"), a_kettle("Ralo", "20.00", "missed", "missed"))
    assert "Whether it is quiet is not certain: a review says that it is too loud." in text


def test_every_product_of_six_is_weighed_in_fewer_than_a_hundred_words() -> None:
    briefs = [a_kettle(f"Kettle{n}", "20.00", "unknown", "met") for n in range(6)]
    text = verdict(*briefs)
    assert count_words(text) < 100
    assert sum(brief.name in text for brief in briefs) >= 5


def test_of_two_that_are_rated_alike_none_is_rated_highest() -> None:
    first, second = (a_kettle(name, "20.00", "met", "met") for name in ("Ralo", "Brewlo"))
    for rating, is_highest in ((4.1, True), (4.4, False)):
        rated = [
            replace(brief, product=brief.product.model_copy(update={"average_rating": stars}))
            for brief, stars in ((first, 4.4), (second, rating))
        ]
        assert ("the best rating" in verdict(*rated)) == is_highest


def test_what_stays_open_of_the_choice_is_said_beside_its_weakness() -> None:
    text = verdict(a_kettle("Brewlo", "29.00", "disputed", "unknown"), a_kettle("Ralo", "20.00", "missed", "unknown"))
    assert "Whether it is quiet is not certain" in text
    assert "Whether it is easy to clean stays open, so ask first." in text


def test_among_equals_the_better_rated_and_then_the_cheaper_is_taken() -> None:
    first, second = (a_kettle(name, "20.00", "met", "met") for name in ("Ralo", "Brewlo"))
    better = replace(second, product=second.product.model_copy(update={"average_rating": 4.8}))
    worse = replace(first, product=first.product.model_copy(update={"average_rating": 3.1}))
    assert "the best rating at 4.8" in verdict(worse, better)
    dear = a_kettle("Dearo", "90.00", "met", "met")
    assert "costs least" in verdict(dear, first)


def test_a_danger_is_told_before_all_else() -> None:
    shock = a_product(["It gave me a shock."], id="Ralo", title="Ralo", final_price="20.00")
    voice = Voice(span(shock, "r1", "It gave me a shock."), 0.9)
    risky = replace(a_kettle("Ralo", "20.00", "met", "met"), product=shock, complaints=(voice,))
    text = verdict(risky, a_kettle("Brewlo", "19.00", "met", "met"))
    assert "eave the Ralo: a reviewer says “It gave me a shock”." in text


def test_a_danger_of_the_choice_is_told_before_what_is_not_settled() -> None:
    shock = a_product(["It gave me a shock."], id="Ralo", title="Ralo", final_price="20.00")
    voice = Voice(span(shock, "r1", "It gave me a shock."), 0.9)
    risky = replace(a_kettle("Ralo", "20.00", "disputed", "met"), product=shock, complaints=(voice,))
    text = verdict(risky, a_kettle("Brewlo", "19.00", "missed", "missed"))
    assert "A complaint is “It gave me a shock”." in text


def test_where_nothing_is_shown_to_be_met_that_is_said() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "unknown", "unknown"), a_kettle("Brewlo", "29.00", "unknown", "unknown"))
    assert text.startswith("No source shows that any of these does what you ask")


def test_a_dearer_product_is_for_those_who_need_what_it_is_shown_to_have() -> None:
    product = a_product(["Nice."], id="Brewlo", title="Brewlo", final_price="29.00")
    answers = [(a_need("quiet"), "unknown", ()), (a_need("easy to clean"), "met", ())]
    brewlo = a_brief(product, a_reading(product, {}), answers, "Brewlo")  # type: ignore[arg-type]
    text = verdict(a_kettle("Ralo", "20.00", "met", "unknown"), brewlo)
    dearer = (
        "The Brewlo costs $9.00 more and leaves open whether it is quiet: choose it only if it must be easy to clean"
    )
    assert f"{dearer}, which the listing promises." in text


def test_a_rival_is_named_where_there_is_no_room_for_its_faults() -> None:
    briefs = [a_kettle(f"Kettle{n}", str(20 + n), "unknown", "met") for n in range(9)]
    text = verdict(*briefs)
    assert "The Kettle8 costs $8 more." in text
    assert count_words(text) < 100


def test_what_the_choice_misses_is_said_though_the_others_miss_it_too() -> None:
    text = verdict(a_kettle("Ralo", "20.00", "missed", "unknown"), a_kettle("Brewlo", "29.00", "missed", "unknown"))
    assert text.startswith("No source shows that either is quiet. ")
    assert ", but it is said not to be quiet (too loud)." in text
