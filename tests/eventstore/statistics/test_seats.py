"""One name on several seats, as in lists without accounts: the match counts once, every seat by itself."""

import pytest

from tests.core.games.played import match
from tests.eventstore.statistics.figures import game, insight, person

PLAYED = (
    match("Guest 11, Guest 13, Guest* 22, Anna 15"),
    match("Guest 4, Anna* 9"),
    match("Guest* 5, Guest* 6, Anna 1"),
)


def test_points_and_wins_are_of_every_seat_and_plays_of_every_match() -> None:
    guest = person(PLAYED, "Guest", {})
    assert (guest.plays, guest.decided, guest.wins, guest.scored) == (3, 6, 3, 6)
    assert guest.mean_points == pytest.approx((11 + 13 + 22 + 4 + 5 + 6) / 6)
    assert [bead.result for bead in guest.ribbon] == ["won", "lost", "won"]
    assert guest.rating is not None
    assert guest.rating.contests == 1
    (met,) = person(PLAYED, "Anna", {}).opponents
    assert (met.plays, met.before, met.after) == (3, 1, 2)


def test_a_person_a_game_and_an_insight_count_alike() -> None:
    guest = person(PLAYED, "Guest", {})
    listed = next(row for row in game(PLAYED, "Azul").people if row.label == "Guest")
    asked = {
        metric: next(row for row in insight(PLAYED, {}, metric, "person").rows if row.label == "Guest")
        for metric in ("plays", "wins", "points")
    }
    assert listed.plays == guest.plays == asked["plays"].value
    assert listed.wins == guest.wins == asked["wins"].value
    assert listed.points == guest.points
    assert asked["points"].value == guest.mean_points
