"""Whoever says the contrary of what is told is found, in whatever words; what only sounds like it is not."""

import pytest

from briefed import QUERY, a_need, a_point, a_product, a_reading, span
from triptych.aspects import read_product
from triptych.needs.excerpts import Excerpts
from triptych.records import Answer, Product, Review
from triptych.writers._brief import make_brief
from triptych.writers._dissent import Dissent
from triptych.writers._opinion import compose_opinion
from triptych.writers._responses import Response
from triptych.writers._retold import Retold
from triptych.writers._voices import Voice

STAYS = ["They stay in my ears.", "These stay in my ears well."]


def earbuds(*reviews: str) -> Product:
    listed = tuple(Review(id=f"r{n}", text=text) for n, text in enumerate(reviews, start=1))
    return Product(id="e", title="Tunelo Earbuds, Bluetooth 5.3", reviews=listed)


def denied(text: str, need: str = "stay in") -> set[str]:
    product = earbuds(*STAYS, text)
    return set(Dissent(product, read_product(product)).on(a_need(need, query=need)))


@pytest.mark.parametrize(
    "text",
    [
        "Terrible, they slip out of my ears.",
        "They fit pretty well but after a while they slip out of my ears.",
        "Pros: good bass. Cons: they slip out of my ears.",
    ],
)
def test_who_says_the_contrary_in_other_words_is_found(text: str) -> None:
    assert denied(text) == {"r3"}


@pytest.mark.parametrize(
    "text",
    [
        "They never fall out of my ears.",
        "They stay in. The left one fell out once, which was terrible.",
        "The seller is bad, the courier let them fall out of the terrible box.",
    ],
)
def test_praise_both_sides_and_what_the_shop_did_are_no_dissent(text: str) -> None:
    assert denied(text) == set()


def test_a_point_that_somebody_contradicts_is_told_with_it() -> None:
    product = earbuds(*STAYS, "They fit pretty well but after a while they slip out of my ears.")
    brief = make_brief(product, read_product(product), "Tunelo")
    (finding,) = (each for each in brief.findings if "stay" in each.told)
    assert set(finding.spans) == {"r1", "r2"} and set(finding.against) == {"r3"}
    assert finding.dissent == "one disagrees"
    told = next(each.text for each in compose_opinion(brief).claims if "stay in the ear" in each.text)
    assert told.startswith("Opinions differ on staying in: ")


def answered(*others: str) -> Response:
    product = a_product(["It is quiet.", *others])
    (first, *more) = (span(product, f"r{n}", text) for n, text in enumerate(("It is quiet", *others), start=1))
    # The reading hears praise in the words that deny the need as well.
    praise = a_point(product, "quiet", "+", {each.source_id: each.text for each in (first, *more)})
    answer = Answer(need="quiet", state="disputed", evidence=(first, *more), against=tuple(more), sureness=0.6)
    reading = a_reading(product, {"boiling": [praise]})
    (response,) = make_brief(product, reading, "Brewlo", QUERY, [a_need("quiet")], [answer]).responses
    return response


def test_a_disputed_answer_stays_disputed_though_nobody_can_be_quoted_for_it() -> None:
    response = answered("Boils well and hums")
    assert (response.state, [each.source_id for each in response.against]) == ("disputed", ["r2"])


def test_who_praises_it_in_the_rest_of_a_review_does_not_disagree() -> None:
    sorry = "Works great every day. When it stopped working once they repaired it at my door, and it works perfectly."
    product = earbuds("It works well.", "Works great.", sorry, "It stopped working after a week, total waste.")
    (finding,) = (f for f in make_brief(product, read_product(product), "Tunelo").findings if "well" in f.told)
    assert "r3" not in finding.against


def test_a_remark_that_another_review_denies_is_contested() -> None:
    shaky = "The table shakes a lot when I type."
    product = Product(
        id="t",
        title="Fendrel Study Table",
        reviews=(
            Review(id="r1", text=shaky),
            Review(id="r2", text="The table does not shake at all, it stands firm when typing."),
            Review(id="r3", text="Nice colour."),
        ),
    )
    reading = read_product(product)
    dissent = Dissent(product, reading, excerpts=Excerpts(product, reading))
    remark = Voice(span(product, "r1", "The table shakes a lot"), retold=Retold("the table", "shakes a lot", False))
    assert dissent.contests(remark)
    assert not dissent.contests(remark._replace(retold=None))
    colour = Voice(span(product, "r3", "Nice colour"), retold=Retold("the colour", "is nice", False))
    assert not dissent.contests(colour)
    told = remark._replace(is_contested=True)
    assert (told.told, told.point) == (
        "that the table shakes a lot (not all agree)",
        "table shakes a lot (not all agree)",
    )
