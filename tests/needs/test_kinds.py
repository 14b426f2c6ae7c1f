"""The kind of product."""

import pytest

from answered import excerpts_of, product_of
from triptych.needs.kinds import answer_kind
from triptych.records import Need


@pytest.mark.parametrize(
    ("asked", "title", "state"),
    [
        ("water bottle", "Veltra Steel Water Bottle 24 oz", "met"),
        ("power bank", "Veltra 10000 mAh Powerbank", "met"),
        ("smartwatch", "Veltra Smart Watch with GPS", "met"),
        ("study table", "Veltra Engineered Wood Study TableFinish Color Brown", "met"),
        ("trousers", "Veltra Cotton Pants", "met"),
        ("mountain bike", "Veltra 26 T Mountain Cycle", "met"),
        ("mountain bike", "Veltra City Cycle", "partly"),
        ("espresso machine", "Veltra Espresso and Cappuccino Coffee Maker", "met"),
        ("espresso machine", "Veltra Washing Machine", "missed"),
        ("air fryer", "Veltra Electric Pressure Cooker", "missed"),
        ("laptop", "Veltra Case for Laptop", "missed"),
        ("power strip", "Veltra Extension Cord with Cover, Flat Power Strip", "met"),
    ],
)
def test_a_title_says_what_it_is(asked: str, title: str, state: str) -> None:
    need = Need(kind="category", text=asked, start=0, end=len(asked))
    assert answer_kind(need, excerpts_of(product_of(title=title))).state == state


def test_where_a_title_only_has_names_reviewers_say_it() -> None:
    need = Need(kind="category", text="laptop", start=0, end=6)
    found = answer_kind(need, excerpts_of(product_of("I love this laptop so much.", title="Veltra Nimbus X360")))
    assert found.state == "met"
    assert [span.text for span in found.evidence] == ["Veltra Nimbus X360", "I love this laptop so much"]
