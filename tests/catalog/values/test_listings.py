from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog.values._cells import WrongValue
from triptych.catalog.values._listings import read_features, read_specifications

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "given_as",
    [
        ["Light", " Strong ", "", "USB-C; fast"],
        "Light\nStrong\n\n",
        "• Light • Strong",
        "- Light\n- Strong",
        "1. Light\n2) Strong",
        "Light; Strong",
        "Light | Strong",
        "<ul><li>Light</li><li>Strong</li></ul>",
        '["Light", "Strong"]',
    ],
)
def test_features_from_lists_and_texts(given_as: Any) -> None:
    features = read_features(given_as, Counter())
    assert features[:2] == ["Light", "Strong"]
    assert features[2:] in ([], ["USB-C; fast"])


def test_bars_and_hyphens_inside_words_split_nothing() -> None:
    assert read_features("All-day|wear - really", Counter()) == ["All-day|wear - really"]


@pytest.mark.parametrize("given_as", [5, True, {"a": 1}, [{"a": 1}], [[["a", [["b", [["c"]]]]]]]])
def test_what_cannot_be_features(given_as: Any) -> None:
    with pytest.raises(WrongValue):
        read_features(given_as, Counter())


SIZE_AND_SKIN = {"Size": "50 ml", "Skin type": "dry"}


@pytest.mark.parametrize(
    "given_as",
    [
        SIZE_AND_SKIN,
        {"Size ": "<b>50</b> ml", "Skin type": ["dry"], "Empty": "", "None": None},
        {"General": {"Size": "50 ml"}, "Use": {"Skin type": "dry"}},
        [{"name": "Size", "value": "50 ml"}, {"name": "Skin type", "value": "dry"}],
        [{"key": "Size", "value": "50 ml"}, {"label": "Skin type", "value": "dry"}, {"name": "Empty", "value": None}],
        [["Size", "50 ml"], ["Skin type", "dry"]],
        ["Size: 50 ml", "Skin type: dry"],
        [{"Size": "50 ml"}, {"Skin type": "dry"}],
        "Size: 50 ml; Skin type: dry",
        "Size: 50 ml\nSkin type: dry",
        "Size: 50 ml | Skin type: dry",
        '{"Size": "50 ml", "Skin type": "dry"}',
    ],
)
def test_specifications_from_everything(given_as: Any) -> None:
    assert read_specifications(given_as, Counter()) == SIZE_AND_SKIN


def test_numbers_and_truth_become_words() -> None:
    assert read_specifications({"Ports": 3, "Fan": True, "Oled": False}, Counter()) == {
        "Ports": "3",
        "Fan": "Yes",
        "Oled": "No",
    }
    assert read_specifications('{"Weight": 1.50}', Counter()) == {"Weight": "1.50"}


def test_a_name_that_comes_again_keeps_both_values() -> None:
    specifications = [{"name": "Colour", "value": "red"}, {"name": "Colour", "value": "blue"}]
    assert read_specifications(specifications, Counter()) == {"Colour": "red, blue"}


def test_text_without_a_name_is_kept() -> None:
    assert read_specifications("Made in India; Size: 5; 6", Counter()) == {"Details": "Made in India", "Size": "5, 6"}


@pytest.mark.parametrize("given_as", [5, True, [5], {"a": {"b": {"c": {"d": {"e": "f"}}}}}, {"a": [[[[["deep"]]]]]}])
def test_what_cannot_be_specifications(given_as: Any) -> None:
    with pytest.raises(WrongValue):
        read_specifications(given_as, Counter())


@given(VALUES)
def test_features_and_specifications_read_again_are_the_same(given_as: Any) -> None:
    try:
        features = read_features(given_as, Counter())
        assert read_features(features, Counter()) == features
    except WrongValue:
        pass
    try:
        specifications = read_specifications(given_as, Counter())
        assert read_specifications(specifications, Counter()) == specifications
    except WrongValue:
        pass
