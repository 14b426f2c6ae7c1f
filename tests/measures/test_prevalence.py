"""Words and numbers that say how many."""

import pytest

from triptych.measures._prevalence import quantities


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Eight of 28 reviewers like it", ["of"]),
        ("A weight of 28 grams", []),
        ("It suits someone of 80 kg", []),
        ("80% of them, Most of all", ["percent"]),
        ("Many praise it, a few do not, nobody minds", ["many", "few", "none"]),
    ],
)
def test_reads_quantities_and_no_number_inside_a_word(text: str, kinds: list[str]) -> None:
    assert [quantity.kind for quantity in quantities(text)] == kinds


def test_keeps_the_words_as_the_text_has_them() -> None:
    assert [quantity.text for quantity in quantities("NEARLY ALL like it; Three quarters too")] == [
        "NEARLY ALL",
        "Three quarters",
    ]
