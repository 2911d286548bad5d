"""Points and words as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.readable import is_readable
from core.record_events import MAX_POINTS
from importers import text
from importers.text import block, line, name


def test_a_number_is_read_as_people_write_it() -> None:
    numbers: dict[str | None, float | None] = {"41": 41, "-3": -3, "−3": -3, "+7": 7, "0": 0, "007": 7, "38.0": 38}
    numbers |= {"8.": 8, "13.5": 13.5, "21,7": 21.7, " 12 \n": 12, "": None, "  ": None, None: None}
    for written, number in numbers.items():
        assert text.number(written) == text.points(written) == number
        assert type(text.number(written)) is type(number)


def test_sums_are_worked_out_where_they_are_meant() -> None:
    sums = {"66-5-0-11-17": 33, "62+18+1": 81, "-3-5+4+2": -2, "10 + 7,5": 17.5, "0.1+0.2": 0.3, ".5+1": 1.5}
    sums |= {"6-6": 0, "86+84+": 170, "6.+8": 14}
    for written, number in sums.items():
        assert text.points(written) == number
        with pytest.raises(ValueError, match="is not a number of points"):
            text.number(written)


def test_what_is_no_number_is_refused_and_not_taken_for_nothing() -> None:
    for written in (
        *("+27+-", "0--0-3", "6..+8", "8..", "49-46ish", "abc", "1e5", "nan", "inf", "1,234", "1,234,567", "3*4"),
        *("(3)", "٣", "12pt", "-", "+", "0x10", "1_000", "1 000", "5\0", "1" * 41, str(MAX_POINTS + 1)),
    ):
        with pytest.raises(ValueError, match=r"is not a number|larger than a score|thousands"):
            text.points(written)


@given(st.lists(st.integers(-999, 999), min_size=1))
def test_a_sum_is_the_sum_of_its_terms(terms: list[int]) -> None:
    assert text.points("".join(f"{term:+d}" for term in terms)) == sum(terms)


@given(st.text(st.characters()))
def test_words_can_be_printed_and_stored(text: str) -> None:
    assert not line(text) or is_readable(line(text))
    assert line(text) == " ".join(line(text).split())
    block(text).encode()
    assert "\0" not in block(text)
    problems: list[str] = []
    assert len(name(text, problems.append)) <= 100
    assert bool(problems) == (len(line(text)) > 100)


def test_a_comment_keeps_its_lines() -> None:
    assert block("\ufeffone\r\ntwo\x00\x07\n\n  three\ud83d \n") == "\ufeffone\ntwo\n\n  three"


def test_a_match_of_no_minutes_is_one_of_unknown_length() -> None:
    problems: list[str] = []
    assert [text.minutes(count, problems.append) for count in (0, 45, -1, 10**9)] == [None, 45, None, None]
    assert len(problems) == 2


def test_emoji_stay_joined() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert line(f" {family}\x00  Anna\u202e") == f"{family} Anna"
