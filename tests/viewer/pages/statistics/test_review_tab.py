"""Luck and errors of a person in one sentence; the interval is left out where too few matches are reviewed."""

from tests.eventstore.statistics.test_reviews import LUCKY, UNLUCKY, figures, match
from viewer.pages.person.review_tab import sentence


def test_luck_and_errors_are_told_with_their_intervals() -> None:
    assert sentence(figures(match("m", "ab"), m=(LUCKY, UNLUCKY))) == (
        "Anna in 1 reviewed match; luck +8 points a match; given away by choices 2 points a match; "
        "errors in 100 moves 10."
    )
    many = figures(*(match(f"m{n}", "ab") for n in range(4)), **{f"m{n}": (LUCKY, UNLUCKY) for n in range(4)})
    assert "luck +8 (most likely between +8 and +8) points a match" in sentence(many)


def test_without_judged_moves_nothing_is_said_of_errors() -> None:
    found = figures(match("m", "abc"), m=(LUCKY.__class__(0.1, 4.0, None, None, None, None, None, None, 5),) * 3)
    assert sentence(found) == "Anna in 1 reviewed match; luck +4 points a match."
