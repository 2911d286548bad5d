"""Words and drawings of the pages of games, without a browser."""

import re
from pathlib import Path

import pytest

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly
from eventstore.statistics import extract
from eventstore.statistics.game import GameCourse
from tests.core.games.played import match, rounds
from tests.eventstore.statistics.figures import course, game
from tests.recorded import record, records_in
from tests.viewer.look.drawn import drawn
from viewer.statistics import points
from viewer.statistics.board_map import board_map

EVENING = [
    match("Anna* 9, Ben 5", id="a", start="Anna", played_on="2026-11-20", minutes=30, tags=("club",)),
    match("Anna 4, Ben* 5, Cilka 1", id="b", start="Anna", played_on="2026-11-21", minutes=60),
    match("Anna* 7, Ben 5", id="c", start="Ben", played_on="2026-02-01"),
    match("Anna, Ben", id="d"),
]
"""Two plays of two people and one of three, with results; and one without."""


def test_points_spread_around_their_middle_with_the_last_match_beside() -> None:
    found = game(EVENING, "Azul")
    figure = points.spread(found.spreads, str)
    assert len(drawn(figure, "dot")) == sum(one.mean.n for one in found.spreads)
    assert len(drawn(figure, "last")) == 2 + 3
    first, second = (mark["cx"] for mark in drawn(figure, "mark"))
    assert first > second  # 6.5 points on average with two players, 3.3 with three.
    assert [row[-1] for row in figure.rows] == ["9 and 5", "4, 5 and 1"]
    assert "With 2 players, half of the seats ended between 5 and 7.5 points." in figure.says


def test_thousands_of_seats_are_drawn_by_some() -> None:
    found = game([match(f"Anna* {place}, Ben {place}") for place in range(1000)], "Azul")
    dots = [dot["cx"] for dot in drawn(points.spread(found.spreads, str), "dot")]
    assert 200 <= len(dots) <= 300
    assert dots == sorted(dots)
    assert max(dots) > 700 > 50 > min(dots)


def test_the_pace_of_winners_stands_beside_that_of_all() -> None:
    played = [match("Anna* 9, Ben 5", id="a", depth="rounds"), match("Anna* 12, Ben 6", id="b", depth="rounds")]
    details = {"a": (rounds(3, 9), rounds(1, 5)), "b": (rounds(4, 12), rounds(2, 6))}
    (figure,) = points.pace(course(played, details))
    everybody, winners = (path["stroke-dasharray"] for path in drawn(figure, "line") if "stroke-dasharray" in path)
    assert everybody != winners
    assert [row[0] for row in figure.rows] == ["1", "2"]
    assert [row[2].split(" ")[0] for row in figure.rows] == ["3.5", "10.5"]
    assert "After round 2 all players have 8." in figure.says
    assert points.pace(course(played[:0], {})) == []


def _mapped(tmp_path: Path, rules: AnyGame) -> tuple[GameCourse, list[str], str]:
    """A match of this game in statistics, what its board calls the spaces, and the board."""
    played = record(records_in(tmp_path / "matches.db"), "one", rules, ("Anna", "Ben"), 3, events=2000)
    one = extract.played(played, 1)
    found = course([one], {"one": extract.details(played)})
    drawn = board_map(played, found.spaces, "often", "light")
    assert len(drawn.names) + len(drawn.missing) == len(found.spaces)
    return found, [*drawn.names.values()], drawn.picture


@pytest.mark.parametrize(
    ("rules", "name", "first"),
    [
        (chocolatier, r"row \d, column \d", ("wall/1/1", "7.58", "2.25")),
        (pavilion, "star", ("blue/1", "8.3", "6.8")),
        (azacru, "[a-i]", ("a1", "1.57", "12.59")),
    ],
)
def test_every_space_that_is_filled_is_marked_in_its_middle_on_the_board_of_the_game(
    tmp_path: Path, rules: AnyGame, name: str, first: tuple[str, str, str]
) -> None:
    found, names, picture = _mapped(tmp_path, rules)
    assert len(names) == len(found.spaces) > 10
    assert all(re.match(rf".*{name}", each) for each in names)
    marks = re.findall(r'data-id="([^"]+)/disc" cx="([^"]+)" cy="([^"]+)"', picture)
    assert (len(marks), marks[0]) == (len(names), first)
    assert ">Anna<" not in picture


def test_a_board_that_grows_becomes_a_grid(tmp_path: Path) -> None:
    found, names, picture = _mapped(tmp_path, schokoly)
    assert picture.count("/disc") == len(names)
    assert {space.cell for space in found.spaces if not space.cell.endswith("top")} == {
        f"piece/{name.replace(', ', '/')}" for name in names
    }
