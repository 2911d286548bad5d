"""The charts of a match: what is drawn is what was scored, and the tables and the sentence say the same."""

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.scoring_frames import with_scorings
from eventstore.matches.match import Match
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from tests.recorded import FOUR, ODD_NAMES, record
from viewer.boards.svg import Theme
from viewer.pages.report import score_chart
from viewer.pages.report.tables import score_table
from viewer.statistics.chart_style import look
from viewer.texts.match_report import match_report


@pytest.fixture
def four(records: MatchRepository) -> Match:
    return record(records, "four", chocolatier, FOUR, 3)


def _lines(match: Match, theme: Theme = "light") -> list[dict[str, object]]:
    drawn = score_chart.score_progress(match_report(match), theme).to_plotly_json()["data"]
    return [trace for trace in drawn if trace["mode"] == "lines"]


def test_a_line_for_every_seat_holds_its_points_after_every_event_and_tells_why(four: Match) -> None:
    lines = _lines(four)
    assert [line["name"] for line in lines] == list(FOUR)
    frames, _ = with_scorings(four.frames, four.stories)
    for seat, line in enumerate(lines):
        assert list(line["y"]) == [frame.scores[seat] for frame in frames]  # type: ignore[call-overload]
    texts = [text for line in lines for text in line["customdata"]]  # type: ignore[attr-defined]
    assert any("wall" in text and "<br>+" in text for text in texts)
    assert "takes" in texts[5]


def test_seats_differ_by_color_and_dash_and_symbol() -> None:
    themes: tuple[Theme, ...] = ("light", "dark")
    for theme in themes:
        for kind in zip(*(look(seat, theme) for seat in range(4)), strict=True):
            assert len(set(kind)) == 4
        assert len({look(seat, theme) for seat in range(8)}) == 8


def test_names_and_points_stand_at_the_lines_ends_and_rounds_below(four: Match) -> None:
    layout = score_chart.score_progress(match_report(four), "light").to_plotly_json()["layout"]
    texts = [note["text"] for note in layout["annotations"]]
    for name, points in zip(FOUR, four.now.scores, strict=True):
        assert f"{name}  <b>{points}</b>" in texts
    assert layout["xaxis"]["ticktext"] == [str(number) for number in range(1, four.now.round + 1)]
    assert layout["showlegend"] is False


def test_labels_of_lines_that_end_together_are_moved_apart() -> None:
    heights = score_chart.apart((50, 50, 49, None))
    assert sorted(heights) == list(dict.fromkeys(sorted(heights)))
    one, two = sorted(heights)[-2:]
    assert two - one >= 0.07 * 50
    assert score_chart.apart((10, 90)) == (10, 90)


def test_tables_hold_what_the_chart_draws(four: Match) -> None:
    rounds = score_table(match_report(four))
    assert list(rounds) == ["Round", *FOUR]
    assert rounds["Round"] == [*map(str, range(1, four.now.round + 1)), "Final scoring"]
    assert [rounds[name][-1] for name in FOUR] == [str(points) for points in four.now.scores]
    assert rounds[FOUR[0]][-2] == str(with_scorings(four.frames, four.stories)[0][-2].scores[0])


def test_markup_in_names_is_only_text_and_people_of_one_name_keep_columns_of_their_own(
    records: MatchRepository,
) -> None:
    match = record(records, "odd", chocolatier, ODD_NAMES, 9, events=9)
    assert "<script" not in score_chart.score_progress(match_report(match), "light").to_json()
    namesakes = [Player("Eva", (account,)) for account in ("bgg:eva", "bgg:eve")]
    match = records.start(scoresheet, namesakes, PointsNoted("Final", (3, 4)), options={"title": "Kettle Race"})
    assert list(score_table(match_report(match))) == ["Round", "Eva (1)", "Eva (2)"]
