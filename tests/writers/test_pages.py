"""Pages of texts: queries as headings, evidence a link away, nothing from a source as markup."""

import re

from briefed import QUERY, a_brief, a_need, a_point, a_product, a_reading
from triptych.records import Case, Shortlist, Writing
from triptych.writers import best_places, html_page, markdown_page
from triptych.writers._comparison import compose_comparison
from triptych.writers._explanation import compose_explanation
from triptych.writers._opinion import compose_opinion
from triptych.writers._writer import make_case


def cases(review: str = "Very quiet kettle. <script>alert(1)</script>", notes: tuple[str, ...] = ()) -> list[Case]:
    """A comparison, an explanation and an opinion."""
    products = [a_product([review], id=name, title=f"{name} & co", average_rating=4.0) for name in ("Ralo", "Brewlo")]
    briefs = []
    for product in products:
        quiet = a_point(product, "quiet", "+", {"r1": "Very quiet kettle"})
        reading = a_reading(product, {"noise": [quiet]})
        briefs.append(a_brief(product, reading, [(a_need("quiet"), "met", quiet.quotes)], product.id))
    writing = Writing(writer="embedded", notes=notes)
    comparison, text = compose_comparison(Shortlist(id="s", query=QUERY, products=tuple(products)), briefs)
    explanation, opinion = compose_explanation(QUERY, briefs[0]), compose_opinion(briefs[0])
    one = (products[0],)
    return [
        _with(make_case("s/comparison", "comparison", QUERY, tuple(products), text, writing), comparison.claims),
        _with(
            make_case("s/Ralo/explanation", "explanation", QUERY, one, explanation.text, writing), explanation.claims
        ),
        _with(make_case("Ralo/opinion", "opinion", QUERY, one, opinion.text, writing), opinion.claims),
    ]


def _with(case: Case, claims: object) -> Case:
    return case.model_copy(update={"claims": claims})


def test_markdown_has_the_query_and_every_text() -> None:
    page = "".join(markdown_page(cases()))
    assert page.count(f"## {QUERY}\n") == 1
    assert "| Product Title |" in page
    assert "### Ralo: what reviewers say" in page


def test_every_sentence_and_cell_links_to_its_source() -> None:
    page = "".join(html_page(cases()))
    links = re.findall(r'class="claim" href="#s(\d+)" data-evidence="([^"]+)"', page)
    sources = set(re.findall(r'<p id="s(\d+)">', page))
    assert links
    assert {number for number, _ in links} <= sources
    assert {place.split(":")[0] for _, places in links for place in places.split()} == sources
    assert page.count("<h2>") == 1


def test_what_a_source_says_is_never_markup() -> None:
    page = "".join(html_page(cases()))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Ralo &amp; co" in page


def test_texts_of_others_need_no_claims() -> None:
    bare = [_with(case, ()) for case in cases()]
    page = "".join(html_page(bare))
    assert "<table" in page
    assert 'class="claim"' not in page


def test_notes_are_shown_beside_the_text() -> None:
    page = "".join(html_page(cases(notes=("Most reviews are in another language.",))))
    assert page.count("Most reviews are in another language.") == 3


def test_the_lowest_price_and_the_highest_rating_are_marked() -> None:
    dear = a_product([], id="a", final_price="30.00", average_rating=4.1)
    cheap = a_product([], id="b", final_price="20.00", average_rating=4.1)
    assert best_places("final_price", [dear, cheap]) == {1}
    assert best_places("average_rating", [dear, cheap]) == frozenset(), "alike"
    assert best_places("final_price", [dear]) == frozenset()
    assert best_places("capacity", [dear, cheap]) == frozenset()
    assert best_places("final_price", [dear, a_product([], id="c", currency="EUR")]) == frozenset()
