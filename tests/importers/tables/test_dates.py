"""Dates and times at the bounds of what decides how they are read."""

import pytest

from importers.tables.dates import AmbiguousDate, day_comes_first, parse


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("13/12/2026", "2026-12-13"),
        ("12/13/2026", "2026-12-13"),
        ("12/12/2026", "2026-12-12"),
        ("3.4.26", "2026-04-03"),
    ],
)
def test_a_number_over_12_equal_numbers_and_dots_decide_the_order(written: str, day: str) -> None:
    assert parse(written).date == day


@pytest.mark.parametrize("written", ["12/11/2026", "11/12/2026", "1/12/26", "1-2-2026"])
def test_two_numbers_up_to_12_are_asked_for(written: str) -> None:
    with pytest.raises(AmbiguousDate, match="is ambiguous"):
        parse(written)
    assert parse(written, True) != parse(written, False)


@pytest.mark.parametrize(
    ("texts", "is_first"),
    [
        (["12/11/2026", "3/12/2026"], None),
        (["3/4/2026", "13/4/2026"], True),
        (["3/4/2026", "4/13/2026"], False),
        (["13/4/2026", "4/13/2026"], None),
        (["13.4.2026"], None),
    ],
)
def test_a_date_decides_the_order_for_all_unless_another_contradicts(texts: list[str], is_first: bool | None) -> None:
    assert day_comes_first(texts) is is_first


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("12:30 am", "00:30"),
        ("12:30 pm", "12:30"),
        ("1:05 pm", "13:05"),
        ("11:59 pm", "23:59"),
        ("23:59", "23:59"),
        ("00:01", "00:01"),
        ("00:00", ""),
    ],
)
def test_a_time_is_of_24_hours_and_midnight_is_none(written: str, time: str) -> None:
    assert parse(f"2026-11-20 {written}").time == time


@pytest.mark.parametrize("written", ["24:00", "12:60"])
def test_a_time_that_no_clock_shows_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is not a valid time"):
        parse(f"2026-11-20 {written}")
