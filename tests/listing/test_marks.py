"""Marks that lost their encoding."""

import pytest

from triptych.listing.marks import mend, mend_in_place


@pytest.mark.parametrize(
    ("mangled", "mended"),
    [
        ("itâ€™s", "it’s"),
        ("blankœ…Soft", "•Soft"),
        ("60blank°", "60°"),
        ("10 blank€“ 20", "10 – 20"),
        ("plain", "plain"),
    ],
)
def test_marks_are_mended(mangled: str, mended: str) -> None:
    assert mend(mangled) == mended
    assert len(mend_in_place(mangled)) == len(mangled)
