"""Doubts about results that contradict each other, and results that only look so."""

from collections.abc import Mapping, Sequence

import pytest

from core.record_events import MatchImported, SeatImported
from eventstore.matches.people import Player
from importers.imported_play import ImportedPlay
from importers.tables.doubts import QUESTION, of_results

AGAINST_RANKS = "In some plays the winner is not the one in the first place."
NOBODY_FIRST = "In many plays nobody is in the first place."
RANK_SHARED = "In some plays the same rank has different points: they may be several plays."
SEVERAL_WINNERS = "Many plays have several winners with different points."
NEITHER = "The winners have neither the most nor the fewest points."

Seat = tuple[str | None, bool | None, int | None]
"""Points, won, rank."""


def play(*seats: Seat, options: Mapping[str, object] | None = None) -> ImportedPlay:
    provenance = MatchImported("table:1", seats=tuple(SeatImported(*seat[:2], rank=seat[2]) for seat in seats))
    players = tuple(Player(name) for name in "ABCD"[: len(seats)])
    return ImportedPlay("row 2", provenance, players, (), options=options or {})


def doubts(*plays: ImportedPlay) -> list[str]:
    found = [*of_results((), plays)]
    assert all(weight == QUESTION for weight, _ in found)
    return [str(sentence) for _, sentence in found]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ([("9", True, 1), ("5", False, 2)], []),
        ([("9", False, 1), ("5", True, 2)], [AGAINST_RANKS]),
        ([("9", True, 1), ("5", True, 2), ("3", False, 3)], [AGAINST_RANKS, SEVERAL_WINNERS]),
        ([("9", True, 1), ("9", False, 1)], [AGAINST_RANKS]),
        ([("9", True, 1), ("5", True, 2)], []),  # All won together.
        ([("9", False, 1), ("5", False, 2)], []),  # All lost together.
        ([("9", None, 1), ("5", True, 2)], []),  # Of the first nobody says that he did not win.
        ([("9", None, 2), ("5", None, 3)], [NOBODY_FIRST]),
        ([("9", None, 1), ("5", None, 1)], [RANK_SHARED]),
        ([("9", None, 1), ("9", None, 1)], []),
    ],
)
def test_winners_and_ranks_of_a_play(seats: Sequence[Seat], told: list[str]) -> None:
    assert doubts(play(*seats)) == told


def test_teams_share_a_rank_and_a_win_with_different_points() -> None:
    seats = [("9", True, 1), ("5", True, 1), ("3", False, 2)]
    assert doubts(play(*seats, options={"teams": (0, 0, 1)})) == []
    assert doubts(play(*seats)) == [RANK_SHARED, SEVERAL_WINNERS]


def test_winners_have_the_most_points_or_the_fewest_by_game() -> None:
    middle = play(("5", True, None), ("9", False, None), ("1", False, None))
    most, fewest = (
        play(("9", won, None), ("5", not won, None), options={"title": title})
        for won, title in ((True, "Chess"), (False, "Golf"))
    )
    assert doubts(most, most, fewest, fewest) == []
    assert doubts(middle, middle, most, most) == [NEITHER]
    assert doubts(middle, most, most) == [], "three plays are too few to tell"
