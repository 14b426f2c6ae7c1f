"""Quick looks at a text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from triptych.calls._search import looking_for

PIECES = st.sampled_from(
    ("score", "sco", "re", "Score", "ſcore", " ", "  ", "\n", "\u200b", "\x00", "é", "＜", "𝐬", "a+b")
)


@given(st.lists(PIECES, max_size=8).map("".join) | st.text())
def test_a_look_sees_what_a_search_does(text: str) -> None:
    look, pattern = looking_for(r"score|  |a\+b"), re.compile(r"score|  |a\+b")
    assert look(text) == (pattern.search(text) is not None)
    assert look(f"{text}\ud800")
