"""Which five rows a comparison has, and what stands in their cells."""

from triptych.aspects import read_product
from triptych.records import Product, Review
from triptych.writers._plan.attributes import choose_attributes
from triptych.writers._plan.needs import wants_of
from triptych.writers._plan.rows import Row
from triptych.writers._plan.sheets import make_sheet

LOUD = [f"The noise is terrible, number {n}." for n in range(4)]
QUIET = [f"Very quiet, I love how low the noise is, number {n}." for n in range(4)]


def product(name: str, texts: list[str], **fields: object) -> Product:
    reviews = [Review(id=f"{n}", text=text) for n, text in enumerate(texts)]
    return Product.model_validate({"id": name, "title": name, "reviews": reviews, **fields})


def rows(query: str, *products: Product) -> dict[str, Row]:
    sheets = [make_sheet(each, read_product(each)) for each in products]
    return {row.label: row for row in choose_attributes(wants_of(query, None), sheets)}


def test_what_the_listing_states_and_what_buyers_found_share_a_cell() -> None:
    one = product("Alpha", LOUD, specifications={"Noise level": "68 dB"})
    two = product("Beta", QUIET, specifications={"Noise level": "60 dB"})
    row = rows("quiet blender", one, two)["Noise Level"]
    assert [value.text for value in row.values if value] == ["68 dB; too loud for 4 of 4", "60 dB; quiet for 4 of 4"]
    assert [len(value.evidence) for value in row.values if value] == [5, 5]


def test_what_is_the_same_for_all_or_known_of_none_comes_last() -> None:
    same = {"Form": "Cream", "Size": "50 ml", "Use": "Night", "Skin": "Dry", "Scent": "Rose", "Jar": "Glass"}
    other = {**same, "Size": "75 ml", "Use": "Day", "Skin": "Oily", "Scent": "None", "Jar": "Pump"}
    found = rows("cream", product("Alpha", [], specifications=same), product("Beta", [], specifications=other))
    assert "Form" not in found
    assert all(row.known == 2 for row in found.values())


def test_a_row_that_is_asked_for_stays_though_it_is_the_same_for_all() -> None:
    specs = {"RAM": "16 GB", "Weight": "1 kg"}
    found = rows(
        "laptop, 16GB RAM", product("Alpha", [], specifications=specs), product("Beta", [], specifications=specs)
    )
    assert next(iter(found)) == "RAM"


def test_where_little_is_known_savings_are_told_before_gaps() -> None:
    prices = {"base_price": "50", "final_price": "40", "currency": "USD"}
    found = rows("cream", product("Alpha", [], **prices), product("Beta", [], rating_count=3))
    assert list(found)[:2] == ["Saving on Base Price", "Number of Ratings"]
    assert len(found) == 5


def test_what_reviewers_call_by_two_names_has_one_row() -> None:
    one = product("Alpha", [f"Setup was easy, took {n} minutes." for n in range(3, 9)])
    two = product("Beta", [f"Assembly was easy, {n} screws." for n in range(3, 7)])
    found = rows("chair", one, two)
    assert found["Setup"].known == 2 and "Assembly" not in found


def test_one_specification_by_two_names_has_one_row() -> None:
    one = product("Alpha", [], specifications={"Playtime": "8 hours"})
    two = product("Beta", [], specifications={"Battery life": "6 hours"})
    found = rows("earbuds", one, two)
    assert [value.text for value in found["Battery Life"].values if value] == ["8 hours", "6 hours"]


def test_what_is_well_built_is_not_called_durable() -> None:
    one = product("Alpha", [f"Build quality is superb, number {n}." for n in range(5)])
    two = product("Beta", [f"Very durable, lasted {n} years." for n in range(3, 8)])
    found = rows("chair", one, two)
    assert found["Build Quality"].known == 1 and found["Durability"].known == 1
