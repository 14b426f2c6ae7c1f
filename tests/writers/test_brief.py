"""What is gathered of a product: its kind, what its needs come to, and what a reader should know."""

from briefed import a_brief, a_need, a_point, a_product, a_reading, span
from triptych.writers._brief import whole

PRODUCT = a_product(
    ["It is so quiet.", "Quiet as can be.", "Loud as a jet.", "Nice colour."], key_features=["Silent boil"]
)
QUIET = a_point(PRODUCT, "is quiet", "+", {"r1": "It is so quiet", "r2": "Quiet as can be"})
LOUD = a_point(PRODUCT, "is loud", "-", {"r3": "Loud as a jet"})
READING = a_reading(PRODUCT, {"noise": [QUIET, LOUD]})


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


def test_an_abbreviation_is_written_as_the_listing_writes_it() -> None:
    product = a_product([], title="Voltik Mini UPS 12 V")
    assert a_brief(product, a_reading(product, {}, kind="mini ups")).kind == "mini UPS"


def test_the_querys_word_names_the_kind_where_the_listing_has_none() -> None:
    product = a_product([])
    kind = a_need("kettle", "category")
    named = a_brief(
        product, a_reading(product, {}, kind="vibe beam"), [(kind, "met", [span(product, "title", "Kettle")])]
    )
    assert named.kind == "kettle"
    other = a_brief(product, a_reading(product, {}, kind="milk frother"), [(kind, "missed", ())])
    assert other.kind == "milk frother"


def test_what_a_reader_should_know_is_noted() -> None:
    product = a_product(["Muy bueno.", "It is quiet."])
    reading = a_reading(product, {}, kind=None).model_copy(update={"set_aside": {"other language": 1}})
    notes = a_brief(product, reading).notes
    assert notes[0] == "1 of the 2 reviews of Brewlo Hush is not in English and not read."
    assert "not recognised" in notes[1]
    assert a_brief(product, a_reading(product, {})).notes == ()
