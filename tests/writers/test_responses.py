"""How a need is answered: who speaks for and against it, and what of that can be shown."""

from dataclasses import replace

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading, span
from triptych.records import Answer, Fact, Need
from triptych.writers._brief import make_brief

PRODUCT = a_product(
    ["It is so quiet.", "Quiet as can be.", "Loud as a jet.", "Nice colour."], key_features=["Silent boil"]
)
QUIET = a_point(PRODUCT, "is quiet", "+", {"r1": "It is so quiet", "r2": "Quiet as can be"})
LOUD = a_point(PRODUCT, "is loud", "-", {"r3": "Loud as a jet"})
READING = a_reading(PRODUCT, {"noise": [QUIET, LOUD]})
SPANS = [span(PRODUCT, "1", "Silent boil"), *QUIET.quotes, *LOUD.quotes]


def test_evidence_goes_to_the_side_its_mention_leans_to() -> None:
    (response,) = a_brief(PRODUCT, READING, [(a_need("quiet"), "disputed", SPANS)]).responses
    assert [s.source_id for s in response.listing] == ["1"]
    assert [s.source_id for s in response.for_] == ["r1", "r2"]
    assert [s.source_id for s in response.against] == ["r3"]


def test_what_others_say_in_plain_words_is_not_missed() -> None:
    (response,) = a_brief(PRODUCT, READING, [(a_need("quiet"), "missed", LOUD.quotes)]).responses
    assert response.state == "disputed"
    assert {s.source_id for s in response.for_} == {"r1", "r2"}
    assert [s.source_id for s in response.against] == ["r3"]


def test_a_reviewer_counts_once() -> None:
    product = a_product(["It is quiet. So quiet a thing."])
    spans = [span(product, "r1", "It is quiet."), span(product, "r1", "So quiet a thing.")]
    heard = a_point(product, "quiet", "+", {"r1": "It is quiet. So quiet a thing."})
    (response,) = a_brief(product, a_reading(product, {"noise": [heard]}), [(a_need("quiet"), "met", spans)]).responses
    assert len(response.for_) == 1


def test_a_reviewer_who_measured_less_speaks_against_a_figure() -> None:
    product = a_product(["It boils in 3 minutes, holds 1 litre.", "Holds 1.7 litres.", "It does not hold 1.7 litres."])
    spans = [
        span(product, "r1", "holds 1 litre"),
        span(product, "r2", "Holds 1.7 litres"),
        span(product, "r3", "It does not hold 1.7 litres"),
    ]
    need = Need(kind="figure", text="1.7 litre", start=0, end=9)
    (response,) = a_brief(product, a_reading(product, {}), [(need, "met", spans)]).responses
    assert [each.source_id for each in response.for_] == ["r2"]
    assert [each.source_id for each in response.against] == ["r1", "r3"]
    assert response.state == "disputed"


def test_evidence_is_a_whole_sentence() -> None:
    product = a_product(["They are quiet and sit well.", "Nice."])
    cut = span(product, "r1", "are quiet")
    (met,) = a_brief(product, a_reading(product, {}), [(a_need("quiet"), "met", [cut])]).responses
    assert [each.text for each in met.for_] == ["They are quiet and sit well."]


def test_who_says_so_in_words_of_many_products_settles_what_is_open() -> None:
    product = a_product(["It is easy to clean.", "So easy to clean!", "Nice."])
    brief = a_brief(product, a_reading(product, {}), [(a_need("easy to clean"), "unknown", ())])
    (response,) = brief.responses
    assert response.state == "met" and {each.source_id for each in response.for_} == {"r1", "r2"}
    loud = a_product(["It is hard to clean.", "Hard to clean.", "Nice."])
    (missed,) = a_brief(loud, a_reading(loud, {}), [(a_need("easy to clean"), "unknown", ())]).responses
    assert missed.state == "missed" and not missed.for_


def test_a_height_is_answered_by_figures_not_by_words() -> None:
    product = a_product([], key_features=["For users of 5 ft 2 in to 6 ft 2 in"])
    listed = span(product, "1", "5 ft 2 in to 6 ft 2 in")
    need = Need(kind="audience", text="a 6 foot person", start=0, end=15)
    (response,) = a_brief(product, a_reading(product, {}), [(need, "met", [listed])]).responses
    assert response.listing == (listed,)


def test_a_need_that_is_met_against_a_voice_is_worth_a_little_less() -> None:
    (response,) = a_brief(PRODUCT, READING, [(a_need("quiet"), "disputed", SPANS)]).responses
    against = replace(response, state="met")
    assert replace(against, against=()).value == 1 > against.value > 0.5


def test_words_that_nothing_marks_off_are_evidence_but_not_quoted() -> None:
    run_on = (
        "on time and in the kitchen of my son and with the box of " * 4 + "it is very quiet of my wife and of the lot"
    )
    product = a_product([run_on, "It is very quiet."])
    heard = a_point(product, "quiet", "+", {"r1": "it is very quiet", "r2": "It is very quiet"})
    spans = [span(product, "r1", "it is very quiet"), span(product, "r2", "It is very quiet")]
    (response,) = a_brief(product, a_reading(product, {"noise": [heard]}), [(a_need("quiet"), "met", spans)]).responses
    assert {each.source_id for each in response.for_} == {"r1", "r2"}
    assert response.unquoted == {"r1"}
    voice = response.voice()
    assert voice is not None
    assert voice.told == "that it is very quiet"


def test_figures_answer_only_what_asks_how_much() -> None:
    product = a_product([], key_features=["Boils for 8 hours", "Steam of 18 g/min"])
    facts = [
        Fact(attribute="battery life", value="8 hours", number=8, unit="h", evidence=span(product, "1", "8 hours")),
        Fact(attribute="weight", value="18 g/min", number=18, unit="g", evidence=span(product, "2", "18 g/min")),
    ]
    reading = a_reading(product, {}, facts)

    def figures(text: str) -> list[str]:
        need = Need(kind="feature", text=text, start=0, end=len(text))
        (response,) = a_brief(product, reading, [(need, "unknown", ())]).responses
        return [fact.value for fact in response.figures]

    assert figures("long battery life") == ["8 hours"]
    assert figures("blue battery") == figures("low weight") == []


def test_what_the_listing_denies_is_missed_and_not_met_in_part() -> None:
    product = a_product(["Nice colour."], key_features=["Made for small rooms"])
    need = Need(kind="use", text="large room", start=0, end=10)
    denied = span(product, "1", "Made for small rooms")
    answer = Answer(need=need.text, state="partly", evidence=(denied,), against=(denied,), sureness=0.1)
    (response,) = make_brief(product, a_reading(product, {}), "Veltra", "large room", [need], [answer]).responses
    assert response.state == "missed"


def test_a_complaint_that_nobody_hears_shows_an_answer_in_part() -> None:
    product = a_product(["They fall out at once."])
    need = Need(kind="feature", text="stay in", start=0, end=7)
    slips = span(product, "r1", "They fall out at once")
    answer = Answer(need=need.text, state="partly", evidence=(slips,), against=(slips,), sureness=0.1)
    (response,) = make_brief(product, a_reading(product, {}), "Veltra", "stay in", [need], [answer]).responses
    assert response.state == "partly"
    assert [each.source_id for each in response.against] == ["r1"]


def test_who_speaks_against_a_need_does_not_speak_for_it() -> None:
    product = a_product(["It is quiet at first. It is not quiet when it boils."])
    spans = [span(product, "r1", "It is quiet at first"), span(product, "r1", "It is not quiet when it boils")]
    answer = Answer(need="quiet", state="disputed", evidence=tuple(spans), against=tuple(spans[1:]), sureness=0.9)
    (response,) = make_brief(product, a_reading(product, {}), "Brewlo", QUERY, [a_need("quiet")], [answer]).responses
    assert response.for_ == () and len(response.against) == 1


def test_a_complaint_of_who_answers_the_need_is_about_something_else() -> None:
    product = a_product(["It does not work with my router but the router sits well."], key_features=["For router"])
    spans = (span(product, "1", "For router"), span(product, "r1", "the router sits well"))
    point = a_point(product, "support", "-", {"r1": "It does not work with my router"})
    need = a_need("router", "use", "kettle for a router")
    (response,) = a_brief(product, a_reading(product, {"support": [point]}), [(need, "met", spans)]).responses
    assert response.state == "met" and response.against == ()


def test_figures_that_fall_short_dispute_the_listing() -> None:
    product = a_product(["The backup lasts 2 hours."], key_features=["4 hours backup"])
    need = Need(kind="figure", text="4 hours backup", start=0, end=14)
    listed = span(product, "1", "4 hours backup")
    (response,) = a_brief(product, a_reading(product, {}), [(need, "met", [listed])]).responses
    assert response.state == "disputed"


def test_phrases_bear_on_a_need_as_its_words_do() -> None:
    product = a_product(["They never fell out."])
    need = Need(kind="feature", text="stay in", start=0, end=7)
    said = span(product, "r1", "They never fell out")
    (response,) = a_brief(product, a_reading(product, {}), [(need, "met", [said])]).responses
    voice = response.voice()
    assert voice is not None
    assert response.state == "met" and voice.told == "that it never fell out"


def test_a_figure_that_is_denied_is_disputed_and_one_that_nobody_speaks_of_settles_nothing() -> None:
    product = a_product(["It dies within the hour."], key_features=["Battery life: 8 hours"])
    fact = Fact(attribute="battery life", value="8 hours", number=8, unit="h", evidence=span(product, "1", "8 hours"))
    reading, need = a_reading(product, {}, [fact]), a_need("long battery life", query="long battery life")
    denied = span(product, "r1", "It dies within the hour")
    answer = Answer(need=need.text, state="missed", evidence=(denied,), against=(denied,), sureness=0.9)
    (response,) = make_brief(product, reading, "Veltra", "long battery life", [need], [answer]).responses
    assert response.state == "disputed"
    listed = Answer(need=need.text, state="partly", evidence=(span(product, "1", "Battery life"),), sureness=0.9)
    (response,) = make_brief(product, reading, "Veltra", "long battery life", [need], [listed]).responses
    assert response.state == "unknown" and [fact.value for fact in response.figures] == ["8 hours"]


def test_any_juice_is_no_carrot_juice_but_school_is_a_school_bag() -> None:
    product = a_product(["It makes a lot of juice.", "Perfect for school.", "It makes carrot juice."])
    for need, words, who, state in (
        ("carrot juice", "It makes a lot of juice", "r1", "partly"),
        ("carrot juice", "It makes carrot juice", "r3", "met"),
        ("school bag", "Perfect for school", "r2", "met"),
    ):
        asked = Need(kind="use", text=need, start=0, end=len(need))
        brief = a_brief(product, a_reading(product, {}), [(asked, "met", [span(product, who, words)])])
        assert brief.responses[0].state == state, need
