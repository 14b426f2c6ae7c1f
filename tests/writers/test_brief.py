"""What is gathered of a product: needs with who speaks for and against, themes that are sure."""

from briefed import a_brief, a_need, a_point, a_product, a_reading, span
from triptych.records import Need
from triptych.writers._brief import whole

PRODUCT = a_product(
    ["It is so quiet.", "Quiet as promised.", "Loud as a jet.", "Nice colour."], key_features=["Silent boil"]
)
QUIET = a_point(PRODUCT, "is quiet", "+", {"r1": "It is so quiet", "r2": "Quiet as promised"})
LOUD = a_point(PRODUCT, "is loud", "-", {"r3": "Loud as a jet"})
READING = a_reading(PRODUCT, {"noise": [QUIET, LOUD]})
SPANS = [span(PRODUCT, "1", "Silent boil"), *QUIET.quotes, *LOUD.quotes]


def test_evidence_goes_to_the_side_its_mention_leans_to() -> None:
    (response,) = a_brief(PRODUCT, READING, [(a_need("quiet"), "disputed", SPANS)]).responses
    assert [s.source_id for s in response.listing] == ["1"]
    assert [s.source_id for s in response.for_] == ["r1", "r2"]
    assert [s.source_id for s in response.against] == ["r3"]


def test_what_is_missed_has_nobody_for_it() -> None:
    (response,) = a_brief(PRODUCT, READING, [(a_need("quiet"), "missed", LOUD.quotes)]).responses
    assert response.for_ == ()
    assert [s.source_id for s in response.against] == ["r3"]


def test_a_reviewer_counts_once() -> None:
    product = a_product(["Quiet. So quiet."])
    spans = [span(product, "r1", "Quiet."), span(product, "r1", "So quiet.")]
    (response,) = a_brief(product, a_reading(product, {}), [(a_need("quiet"), "met", spans)]).responses
    assert len(response.for_) == 1


def test_what_reading_is_unsure_of_is_left_out() -> None:
    unsure = LOUD.model_copy(update={"sureness": 0.3})
    (theme,) = a_brief(PRODUCT, a_reading(PRODUCT, {"noise": [QUIET, unsure]})).themes
    assert theme.points == (QUIET,)
    assert theme.many == 2


def test_missing_what_matters_costs_most() -> None:
    kind, quiet = a_need("kettle", "category"), a_need("quiet")
    meets = a_brief(PRODUCT, READING, [(kind, "met", ()), (quiet, "missed", ())])
    other = a_brief(PRODUCT, READING, [(kind, "missed", ()), (quiet, "met", ())])
    assert meets.score > other.score
    assert [response.need for response in other.missed()] == [kind]


def test_a_whole_source_is_evidence() -> None:
    (price,) = whole(PRODUCT, "price", "final_price")
    assert price.text == "29.99"
    assert price.resolves_in(PRODUCT)
    assert whole(PRODUCT, "rating", "average_rating") == ()


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


def test_evidence_is_a_whole_remark_and_never_one_heard_the_other_way() -> None:
    product = a_product(["They sit well without feeling like they fall out.", "Loud as a jet."])
    snug = a_point(product, "sit well", "+", {"r1": "They sit well without feeling like they fall out"})
    reading = a_reading(product, {"fit": [snug]})
    cut = span(product, "r1", "like they fall out")
    (met,) = a_brief(product, reading, [(a_need("quiet"), "met", [cut])]).responses
    assert [each.text for each in met.for_] == ["They sit well without feeling like they fall out"]
    (missed,) = a_brief(product, reading, [(a_need("quiet"), "missed", [cut])]).responses
    assert missed.against == () and missed.state == "unknown"


def test_only_those_count_whose_words_bear_the_point() -> None:
    product = a_product(["The lid leaks a lot.", "Leaks everywhere.", "Nice box."])
    point = a_point(
        product, "lid leaks", "-", {"r1": "The lid leaks a lot", "r2": "Leaks everywhere", "r3": "Nice box"}
    )
    (theme,) = a_brief(product, a_reading(product, {"leaking": [point]})).themes
    assert theme.points[0].reviewers == ("r1", "r2")


def test_the_querys_word_names_the_kind_where_the_listing_has_none() -> None:
    product = a_product([])
    kind = a_need("kettle", "category")
    named = a_brief(
        product, a_reading(product, {}, kind="vibe beam"), [(kind, "met", [span(product, "title", "Kettle")])]
    )
    assert named.reading.kind == "kettle"
    other = a_brief(product, a_reading(product, {}, kind="milk frother"), [(kind, "missed", ())])
    assert other.reading.kind == "milk frother"
