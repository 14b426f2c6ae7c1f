import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.catalog.values._cells import WrongValue
from triptych.catalog.values._dates import read_date

THE_DAY = dt.date(2023, 5, 14)


@pytest.mark.parametrize(
    "value",
    [
        THE_DAY,
        dt.datetime(2023, 5, 14, 23, 59),
        "2023-05-14",
        "2023-05-14T10:00:00Z",
        "2023-05-14 10:00:00+05:30",
        "2023/5/14",
        "20230514",
        "14 May 2023",
        "14-May-2023",
        "14th May, 2023",
        "May 14, 2023",
        "Sept 14, 2023",
        "Reviewed in India on 14 May 2023",
        "Reviewed in the United States on May 14, 2023",
        "Sunday, 14 May 2023",
        "Sun, 14 May 2023 10:00:00 GMT",
        "Sun May 14 2023",
        "14 May 2023 10:30",
        "May 14, 2023 at 10:30 AM",
        "2023 May 14",
        "14.05.2023",
        "05 14, 2023",
        "14/05/2023",
        "05/14/2023 10:30 AM",
        1684022400,
        1684022400000,
        Decimal("1684022400"),
        "1684022400",
        "1684022400000",
        "1684022400.0",
    ],
)
def test_days_as_shops_write_them(value: Any) -> None:
    expected = dt.date(2023, 9, 14) if value == "Sept 14, 2023" else THE_DAY
    assert read_date(value) == expected


@pytest.mark.parametrize("value", [None, "", "N/A"])
def test_no_day(value: Any) -> None:
    assert read_date(value) is None


def test_a_day_that_may_be_two_days_is_refused() -> None:
    with pytest.raises(WrongValue, match="may be two days"):
        read_date("03/04/2023")
    assert read_date("05/05/2023") == dt.date(2023, 5, 5)


@pytest.mark.parametrize(
    "value",
    [
        "2023-13-01",
        "31 Feb 2023",
        "yesterday",
        12,
        -1,
        10**20,
        True,
        [2023],
        "14 Foo 2023",
        "May 2023",
        "14/05/23",
        "14 May 20231",
    ],
)
def test_what_is_no_day(value: Any) -> None:
    with pytest.raises(WrongValue):
        read_date(value)


@given(
    st.none() | st.text() | st.integers() | st.floats() | st.from_regex(r"[0-9./ -]{1,15}|\d{1,2} [A-Z][a-z]+ \d{4}")
)
def test_nothing_but_wrong_value_escapes(value: Any) -> None:
    try:
        found = read_date(value)
    except WrongValue:
        return
    assert found is None or isinstance(found, dt.date)


@given(st.dates())
def test_iso_days_come_back(day: dt.date) -> None:
    assert read_date(day.isoformat()) == day
