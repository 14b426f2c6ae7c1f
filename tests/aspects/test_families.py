"""Names that no facet knows and that are one thing all the same."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from triptych.aspects._families import families


def test_one_word_or_two() -> None:
    found = families(Counter({"dust bin": 2, "dustbin": 1}))
    assert found["dustbin"] == found["dust bin"] == "dust bin"


def test_a_longer_name_goes_with_its_head_else_with_its_modifier() -> None:
    found = families(Counter({"side brush": 1, "brush": 3, "rule book": 2, "rule": 1}))
    assert found["side brush"] == "brush"
    assert found["rule book"] == "rule"


def test_two_things_with_one_head_stay_two_where_the_head_is_not_said_alone() -> None:
    found = families(Counter({"side brush": 1, "main brush": 1}))
    assert found["side brush"] != found["main brush"]


_KEYS = st.lists(st.sampled_from(["mop", "mopping", "pad", "mop pad", "pad mop", "brush", "side brush", "brush pad"]))


@given(_KEYS)
def test_the_chief_of_a_family_goes_with_itself_whatever_the_order(keys: list[str]) -> None:
    found = families(Counter(keys))
    assert found.keys() == set(keys)
    assert all(found[chief] == chief for chief in found.values())
    assert found == families(Counter(sorted(keys)))
