"""What the maker says, and who denies it."""

from triptych.aspects import read_product
from triptych.records import Fact, Product, Reading, Review


def read(product: Product, *texts: str) -> Reading:
    """The reading of a product with these reviews."""
    reviews = tuple(Review(id=f"r{n}", text=text) for n, text in enumerate(texts, start=1))
    return read_product(product.model_copy(update={"reviews": reviews}))


EARBUDS = Product(
    id="p",
    title="Acme Sprint True Wireless Earbuds, 13mm Drivers (Black)",
    description="Built for runners. The case takes total playtime up to 40 hours.",
    key_features=("Wing tips in three sizes", "IPX5 sweat resistance"),
    specifications={"Playtime (Buds)": "Up to 8 hours", "Weight": "5.2 g", "Warranty": "1 year", "Color": "Black"},
)


def fact_of(reading: Reading, attribute: str) -> Fact:
    """The fact about this attribute."""
    return next(fact for fact in reading.facts if fact.attribute == attribute)


def test_specifications_become_facts_with_number_and_unit() -> None:
    reading = read(EARBUDS)
    playtime = fact_of(reading, "Playtime (Buds)")
    assert (playtime.value, playtime.number, playtime.unit) == ("Up to 8 hours", 8, "h")
    weight = fact_of(reading, "Weight")
    assert (weight.number, weight.unit) == (5.2, "g")
    assert fact_of(reading, "Color").number is None


def test_title_features_and_description_become_facts() -> None:
    kinds = {fact.evidence.source for fact in read(EARBUDS).facts}
    assert kinds == {"title", "description", "key_feature", "specification"}


def test_facts_point_into_their_source() -> None:
    for fact in read(EARBUDS).facts:
        assert fact.evidence.resolves_in(EARBUDS)


def test_a_figure_reviewers_do_not_get_is_a_contradiction() -> None:
    reading = read(
        EARBUDS,
        "Claimed 8 hours on single charge, mine never crossed 5.",
        "Battery I'd say 5 hrs, not 8 as written on the box.",
        "Works 8 hours exactly as advertised, 6 hours with the loud setting.",
        "I wear them 3 hours a day, 8 days in a row now.",
    )
    denied = {(each.fact.attribute, each.reviewers) for each in reading.contradictions}
    assert denied == {("Playtime (Buds)", 2)}
    assert [span.source_id for span in reading.contradictions[0].evidence] == ["r1", "r2"]


def test_an_absolute_claim_is_denied_by_those_it_fails() -> None:
    cup = Product(id="p", title="Acme Cup", specifications={"Lid": "Leakproof, twist-on", "Capacity": "500 ml"})
    reading = read(cup, "It leaks in my bag every day", "Dripping from the lid since day one", "No leaks at all")
    assert [(each.fact.attribute, each.reviewers) for each in reading.contradictions] == [("Lid", 2)]


def test_nothing_is_denied_where_nobody_denies() -> None:
    assert read(EARBUDS, "Great sound, good fit, lasts 8 hours as promised.").contradictions == ()


def battery(text: str) -> str:
    """What a review says of the battery of earbuds that promise ten hours."""
    product = Product(
        id="p",
        title="Acme Earbuds",
        category="earbuds",
        specifications={"Battery life": "10 hours"},
        reviews=(Review(id="1", text=text), Review(id="2", text="The battery is a battery.")),
    )
    return (
        next(aspect for aspect in read_product(product).aspects if aspect.name == "battery life").mentions[0].polarity
    )
