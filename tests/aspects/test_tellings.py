"""The shortest runs of words that tell one thing."""

from itertools import pairwise

import pytest

from triptych.aspects.tellings import Telling, tellings_in


def told(text: str, least: float = 0.3) -> list[tuple[str, str]]:
    (found,) = tellings_in([text])
    return [(each.sort, text[each.start : each.end]) for each in found if each.chance >= least]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sound quality is awesome but the battery drains very fast.", [("+", "Sound quality is awesome")]),
        ("easy to assemble the screws were missing", [("+", "easy to assemble"), ("-", "the screws were missing")]),
        ("Sound is good but the lid leaks.", [("-", "the lid leaks")]),
        ("nice product", [("G", "nice product")]),
        ("Delivery was very late", [("S", "Delivery was very late")]),
    ],
)
def test_praise_and_complaints_are_told_apart(text: str, expected: list[tuple[str, str]]) -> None:
    assert set(expected) <= set(told(text))


def test_a_double_denial_is_no_complaint() -> None:
    assert "-" not in {sort for sort, _ in told("It makes no noise at all and never leaks.")}


def test_tellings_stand_in_order_and_apart() -> None:
    text = "camera is good display is bright battery lasts a day speaker is low charging is slow looks premium"
    (found,) = tellings_in([text])
    assert found == sorted(found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert len(found) >= 4


def test_chances_are_chances() -> None:
    found = [each for some in tellings_in(["The lid leaks.", "", "?!", "Works as it should"]) for each in some]
    assert found
    assert all(isinstance(each, Telling) and 0 < each.chance <= 1 for each in found)


def test_texts_do_not_change_each_other() -> None:
    texts = ["The lid leaks.", "Very light and easy to carry, but the strap broke within a week."]
    alone = [tellings_in([text])[0] for text in texts]
    for one, other in zip(alone, tellings_in(texts), strict=True):
        assert [each[:3] for each in one] == [each[:3] for each in other]
