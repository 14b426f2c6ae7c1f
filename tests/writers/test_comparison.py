"""The table: pros and cons that no row has, cells and sentences as claims at their places."""

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading
from triptych.records import Shortlist
from triptych.texts import read_comparison
from triptych.writers._brief import Brief
from triptych.writers._comparison import compose_comparison


def a_kettle(name: str) -> Brief:
    """A kettle with a quiet boil, a cool base and a loose lid."""
    product = a_product(
        ["Very quiet kettle. The base stays cool.", "The lid came loose."], id=name, title=f"{name} | 1 L"
    )
    quiet = a_point(product, "quiet", "+", {"r1": "Very quiet kettle"})
    base = a_point(product, "base stays cool", "+", {"r1": "The base stays cool"})
    lid = a_point(product, "lid came loose", "-", {"r2": "The lid came loose"})
    reading = a_reading(product, {"noise": [quiet], "base": [base], "lid": [lid]})
    return a_brief(product, reading, [(a_need("quiet"), "met", quiet.quotes)], name)


BRIEFS = [a_kettle("Ralo"), a_kettle("Brewlo")]
SHORTLIST = Shortlist(id="s", query=QUERY, products=tuple(brief.product for brief in BRIEFS))


def test_pros_and_cons_repeat_no_row() -> None:
    comparison, _ = compose_comparison(SHORTLIST, BRIEFS)
    told = " ".join(value or "" for column in comparison.columns for value in column.values)
    assert "very quiet kettle" in told
    for column in comparison.columns:
        assert not any("quiet" in pro.lower() for pro in column.pros)
        said = " ".join((*column.pros, *column.cons, *(value or "" for value in column.values)))
        assert "base stays cool" in said.lower()
        assert "lid came loose" in said.lower()


def test_the_markdown_reads_back_and_claims_are_where_they_say() -> None:
    comparison, text = compose_comparison(SHORTLIST, BRIEFS)
    assert read_comparison(text).columns == comparison.columns
    assert all(text[claim.start : claim.end] == claim.text for claim in comparison.claims)
    cells = (3 + 5 + 1 + 2) * 2
    assert [claim.kind for claim in comparison.claims[:2]] == ["stated", "stated"]
    assert len(comparison.claims) > cells
    assert all(
        span.resolves_in(SHORTLIST.products[0]) or span.resolves_in(SHORTLIST.products[1])
        for claim in comparison.claims
        for span in claim.evidence
    )


def test_over_the_budget_is_a_con() -> None:
    dear = a_product([], final_price="55.00")
    need = a_need("under $40", "budget", most={"amount": "40", "currency": "USD"})
    brief = a_brief(dear, a_reading(dear, {}), [(need, "missed", ())])
    other = a_brief(BRIEFS[0].product, BRIEFS[0].reading, [(need, "met", ())], "Ralo")
    shortlist = Shortlist(id="s", query=QUERY, products=(dear, other.product))
    comparison, _ = compose_comparison(shortlist, [brief, other])
    assert comparison.columns[0].cons == ("Over your budget at $55.00", "Costs the most of the two")


def test_no_more_than_four_remarks_are_in_a_cell() -> None:
    said = ["The spout pours well", "The lid shuts tight", "The base stays cool", "The handle feels sturdy"]
    said += ["The cord is long enough", "The blue light looks lovely"]
    product = a_product([f"{words}." for words in said], id="x", title="Fennlo | 1 L")
    points = {
        words.split()[1]: [a_point(product, words.lower(), "+", {f"r{n}": words})]
        for n, words in enumerate(said, start=1)
    }
    briefs = [a_brief(product, a_reading(product, points), [], "Fennlo"), a_kettle("Ralo")]
    shortlist = Shortlist(id="s", query=QUERY, products=tuple(brief.product for brief in briefs))
    comparison, _ = compose_comparison(shortlist, briefs)
    assert 1 <= len(comparison.columns[0].pros) <= 4


def test_only_parts_that_help_are_pros() -> None:
    products = [
        a_product([], id="a", title="Ralo", key_features=["Plastic bowl", "Detachable power cord"]),
        a_product([], id="b", title="Brewlo", key_features=["Steel body"]),
    ]
    briefs = [a_brief(product, a_reading(product, {}), [], product.title) for product in products]
    comparison, _ = compose_comparison(Shortlist(id="s", query=QUERY, products=tuple(products)), briefs)
    assert comparison.columns[0].pros == ("Detachable power cord",)
