"""Names that were met before."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from triptych.seen import SeenNames


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(1, 2**32 - 1))))
def test_a_name_is_found_on_the_line_it_first_stood_on(rows: list[tuple[str, int]]) -> None:
    seen, first = SeenNames(), dict[str, int]()
    for name, line in rows:
        assert seen.line_of(name, line) == first.get(name)
        first.setdefault(name, line)


def test_a_table_that_has_grown_many_times_over_forgets_none() -> None:
    seen = SeenNames()
    names = [f"case-{number}" for number in range(20_000)]
    assert all(seen.line_of(name, line) is None for line, name in enumerate(names, start=1))
    assert [seen.line_of(name, 0) for name in names] == list(range(1, 20_001))


def test_a_name_takes_a_few_bytes() -> None:
    seen = SeenNames()
    for number in range(20_000):
        seen.line_of(f"case-{number}", number)
    held = sum(sys.getsizeof(part) for part in vars(seen).values())
    assert held <= 20_000 * 12 * 3


def test_a_name_without_a_line_is_met_again_all_the_same() -> None:
    seen = SeenNames()
    assert seen.line_of("a", None) is None
    assert seen.line_of("a", 7) == 0
