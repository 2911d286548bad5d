"""What the pages of games, insights and the overview draw and say, without a browser."""

import datetime
import re
from pathlib import Path

import pytest

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly
from eventstore.statistics import extract
from eventstore.statistics.game import Game, game
from eventstore.statistics.insights import Dimension, Metric, insight
from eventstore.statistics.overview import overview
from tests.core.games.played import match, rounds
from tests.recorded import record, records_in
from viewer.statistics import calendar, figures, insights, pace, spread
from viewer.statistics.board_map import board_map
from viewer.statistics.figures import Bar

EVENING = [
    match("Anna* 9, Ben 5", id="a", start="Anna", played_on="2026-11-20", minutes=30, tags=("club",)),
    match("Anna 4, Ben* 5, Cilka 1", id="b", start="Anna", played_on="2026-11-21", minutes=60),
    match("Anna* 7, Ben 5", id="c", start="Ben", played_on="2026-02-01"),
    match("Anna, Ben", id="d"),
]


def answer(metric: Metric, dimension: Dimension) -> tuple[tuple[Bar, ...], str]:
    found = insight(EVENING, {}, metric, dimension)
    drawn = insights.bars(found)
    return drawn, f"{insights.sentence(found, drawn)} {insights.origin(found)}"


def test_an_answer_says_who_is_ahead_how_sure_it_is_and_from_what() -> None:
    drawn, output = answer("share", "person")
    assert [(bar.label, round(bar.value), bar.few, bar.matches) for bar in drawn] == [
        ("Anna", 67, False, ("a", "b", "c")),
        ("Ben", 33, False, ("a", "b", "c")),
        ("Cilka", 0, True, ("b",)),
    ]
    assert (drawn[0].text, drawn[0].more) == ("67%", "67%, most likely between 21% and 94%, from 3 plays")
    assert (drawn[2].text, drawn[2].more) == ("too few plays to tell", "0% in 1 play, too few to tell")
    assert drawn[0].expected == pytest.approx(100 * 4 / 9)
    assert output.startswith("Highest is Anna: 67%; lowest is Ben: 33%.")
    for sentence in ("result of chance alone", "too few plays to tell", "From 3 matches", "1 match has no data"):
        assert sentence in output


@pytest.mark.parametrize(
    ("metric", "dimension", "texts"),
    [
        ("plays", "weekday", {"Friday": "1 match", "Saturday": "1 match", "Sunday": "1 match"}),
        ("wins", "person", {"Anna": "2 of 3", "Ben": "1 of 3", "Cilka": "0 of 1"}),
        ("minutes", "players", {"2 players": "too few plays to tell", "3 players": "too few plays to tell"}),
        ("plays", "month", {"Feb 2026": "1 match", "Nov 2026": "2 matches"}),
        ("plays", "depth", {"Final points": "4 matches"}),
        ("plays", "start", {"Start player": "3 matches", "Other players": "3 matches", "Not known": "1 match"}),
        ("above", "tag", {"club": "too few plays to tell"}),
    ],
)
def test_labels_and_values_are_said_as_people_say_them(
    metric: Metric, dimension: Dimension, texts: dict[str, str]
) -> None:
    assert {bar.label: bar.text for bar in answer(metric, dimension)[0]} == texts


def test_every_bar_is_drawn_with_its_interval_its_luck_and_its_doubt() -> None:
    drawn, _ = answer("share", "person")
    bars, marks, luck = figures.rows(drawn, "light").data
    assert list(bars.x) == [bar.value for bar in drawn]
    assert list(marks.error_x.arrayminus) == [None if bar.few else bar.value - (bar.low or 0) for bar in drawn]
    assert list(marks.marker.symbol) == ["circle", "circle", "circle-open"]
    assert list(luck.x) == [bar.expected for bar in drawn]
    upright = figures.columns(drawn, "dark")
    assert list(upright.data[0].y) == list(bars.x)
    assert list(upright.data[1].error_y.array) == list(marks.error_x.array)


def test_names_in_charts_are_text_and_links_stay_links() -> None:
    bar = Bar("<b>Zoe</b>", 1, "1 match", few=False, matches=("a",), link='person?person=1"><script>')
    figure = figures.rows([bar], "light")
    text = figure.layout.annotations[0].text
    assert "&lt;b&gt;Zoe&lt;/b&gt;" in text
    assert "<script>" not in text
    assert "&lt;b&gt;Zoe" in figure.data[1].customdata[0]


def test_a_chart_draws_the_first_of_many_and_the_sentence_says_so() -> None:
    played = [match(f"P{place}* 1, Q{place} 0") for place in range(20)]
    found = insight(played, {}, "plays", "person")
    drawn = insights.bars(found)
    assert len(drawn) == 40
    assert len(figures.rows(drawn, "light").data[0].x) == figures.MOST
    assert f"The chart shows the first {figures.MOST}" in insights.sentence(found, drawn)


def test_the_calendar_has_a_place_for_every_day_of_the_year() -> None:
    days = overview(EVENING, {}).days
    first, last = calendar.span(2026, datetime.date(2026, 11, 21))
    shown = calendar.within(days, first, last)
    cells, marks = calendar.calendar(shown, first, last, "light").data
    known = [shade for row in cells.z for shade in row if shade is not None]
    assert len(known) == 365
    assert sum(known) == 3
    assert [(x, y) for x, y in zip(marks.x, marks.y, strict=True)] == [(4, 6), (46, 4), (46, 5)]
    assert calendar.sentence(shown, first, last).startswith("3 matches on 3 days from Jan 1, 2026 to Dec 31, 2026")
    weeks = calendar.by_week(overview(EVENING, {}).weeks, first, last)
    assert len(weeks) == 53
    assert [week.value for week in weeks if week.value] == [1, 2]
    assert calendar.week_sentence(weeks) == "In 2 of 53 weeks; most in the week of Nov 16, 2026: 2 matches."


def test_without_a_year_the_calendar_ends_today() -> None:
    first, last = calendar.span(None, datetime.date(2024, 3, 1))
    assert (last - first).days == 364
    assert calendar.within(overview(EVENING, {}).days, first, last) == []
    assert calendar.sentence([], first, last) == "There are no matches from Mar 3, 2023 to Mar 1, 2024."


def test_points_spread_around_their_middle_with_the_last_match_beside() -> None:
    found = game(EVENING, "Azul", {})
    two = found.spreads[0]
    dots, last, *_, means = spread.spread(found.spreads, "light").data
    assert sorted(dots.x) == sorted(two.points)
    assert tuple(last.x) == (7, 5)
    assert list(means.x) == [6.5, pytest.approx(10 / 3)]
    assert spread.table(found.spreads)["Last match"] == ["7 and 5", "4, 5 and 1"]
    assert "With 2 players, half of the seats ended between 5 and 7.5 points." in spread.sentence(found.spreads)


def test_thousands_of_seats_are_drawn_by_some() -> None:
    found = game([match(f"Anna* {place}, Ben {place}") for place in range(1000)], "Azul", {})
    dots = spread.spread(found.spreads, "light").data[0]
    assert 200 <= len(dots.x) <= 300
    assert max(dots.x) > 900


def test_the_pace_of_winners_stands_beside_that_of_all() -> None:
    played = [match("Anna* 9, Ben 5", id="a", depth="rounds"), match("Anna* 12, Ben 6", id="b", depth="rounds")]
    details = {"a": (rounds(3, 9), rounds(1, 5)), "b": (rounds(4, 12), rounds(2, 6))}
    found = game(played, "Azul", details)
    everybody, winners = pace.pace(found.pace, "dark").data
    assert list(everybody.y) == [2.5, 8]
    assert list(winners.y) == [3.5, 10.5]
    assert everybody.line.dash != winners.line.dash
    assert pace.table(found.pace)["Round"] == ["1", "2"]
    assert "After round 2 all players have 8." in pace.sentence(found.pace)


def _mapped(tmp_path: Path, rules: AnyGame) -> tuple[Game, list[str], str]:
    """A match of this game in statistics, what its board calls the spaces, and the board."""
    played = record(records_in(tmp_path / "matches.db"), "one", rules, ("Anna", "Ben"), 3, events=2000)
    one = extract.played(played, 1)
    found = game([one], one.game, {"one": extract.details(played)})
    drawn = board_map(played, found.spaces, "often", "light")
    assert len(drawn.names) + len(drawn.missing) == len(found.spaces)
    return found, [*drawn.names.values()], drawn.picture


@pytest.mark.parametrize(
    ("rules", "name"), [(chocolatier, r"row \d, column \d"), (pavilion, "star"), (azacru, "[a-i]")]
)
def test_every_space_that_is_filled_is_marked_on_the_board_of_the_game(
    tmp_path: Path, rules: AnyGame, name: str
) -> None:
    found, names, picture = _mapped(tmp_path, rules)
    assert len(names) == len(found.spaces) > 10
    assert all(re.match(rf".*{name}", each) for each in names)
    assert picture.count("/disc") == len(names)
    assert ">Anna<" not in picture


def test_a_board_that_grows_becomes_a_grid(tmp_path: Path) -> None:
    found, names, picture = _mapped(tmp_path, schokoly)
    assert picture.count("/disc") == len(names)
    assert {space.cell for space in found.spaces if not space.cell.endswith("top")} == {
        f"piece/{name.replace(', ', '/')}" for name in names
    }


def test_an_answer_says_what_differs_from_chance_beyond_its_interval() -> None:
    _, unclear = answer("above", "person")
    assert "Chance alone would give 0. No difference from chance is clear yet." in unclear
    others = ["Ben", "Cilka", "Dora", "Emil", "Filip"]
    many = [match(f"Anna* 5, {other} 3") for other in others for _ in range(8)]
    found = insight(many, {}, "share", "person")
    sentence = insights.sentence(found, insights.bars(found))
    assert "Clearly more than by chance: Anna." in sentence
    assert "Clearly less than by chance: Ben, Cilka, Dora, Emil and 1 more." in sentence
    assert "clear yet" not in sentence
