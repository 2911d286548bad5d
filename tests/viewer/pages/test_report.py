"""The report of a match without a browser: who stands where, what is said, charts and tables that agree."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import pytest

from core import analysis
from core.game import AnyGame, Gain
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.statistics.play_changes import FirstWin, PlayPast, PointsRecord
from tests.recorded import FOUR, ODD_NAMES, record
from tests.viewer.components.replay.test_reviewed import reviewed
from viewer.boards.scene import Json
from viewer.boards.svg import Theme
from viewer.pages.report import charts, parts, tempo
from viewer.texts import match_sentences
from viewer.texts.match_report import match_report, ranks

MINUTES = tuple(f"2026-11-20T18:{minute:02}:00Z" for minute in range(60))


def sheet(
    records: MatchRepository,
    *lines: tuple[int | None, ...],
    won: tuple[int, ...] | None = None,
    labels: Sequence[str] = ("line 1", "line 2", "line 3", "line 4"),
    **options: Any,
) -> Match:
    """A score sheet of these lines; the names go with the alphabet."""
    names = [chr(ord("A") + seat) for seat in range(len(lines[0]))]
    events = [PointsNoted(label, line) for label, line in zip(labels, lines, strict=False)]
    ending = [] if won is None else [WinnersNamed(won)]
    return records.start(scoresheet, names, *events, *ending, options={"title": "Kettle Race", **options})


def elements(part: Json, tag: str = "", class_: str = "") -> Iterator[Any]:
    """Every element with this tag and class, wherever it is, from the outside in."""
    if not isinstance(part, list):
        return
    if len(part) == 3 and isinstance(part[1], dict):
        classes = str(part[1].get("class", "")).split()
        if tag in ("", part[0]) and (not class_ or class_ in classes):
            yield part
        yield from elements(part[2], tag, class_)
    else:
        for each in part:
            yield from elements(each, tag, class_)


def text(part: Json) -> str:
    if isinstance(part, list):
        return "".join(map(text, part[2] if len(part) == 3 and isinstance(part[1], dict) else part))
    return str(part)


def places(match: Match, list_: str) -> list[tuple[str, ...]]:
    """Place, name, points, margin of everybody in one list of the head."""
    lists = elements(parts.head(match_report(match)), "ol", list_)
    return [tuple(text(part) for part in elements(entry, "span")) for ol in lists for entry in elements(ol, "li")]


def test_the_podium_holds_the_first_three_and_a_list_the_rest(records: MatchRepository) -> None:
    match = sheet(records, (5, 9, 7, 2), won=(1,))
    podium = [("1", "B", "9", "Winner"), ("2", "C", "7", "2 behind"), ("3", "A", "5", "4 behind")]
    assert places(match, "podium") == podium
    assert places(match, "others") == [("4", "D", "2", "7 behind")]
    podium = [("1", "C", "7", ""), ("2", "A", "5", "2 behind"), ("3", "B", "-", "")]
    assert places(sheet(records, (5, None, 7)), "podium") == podium, "an open match is ranked by its points so far"
    assert ranks(sheet(records, (5, 2, 7), lowest_wins=True)) == (2, 1, 3)
    match = records.record(sheet(records, (5, 9)).id, MatchClosed("abandoned"))
    assert places(match, "others") == [("", "A", "5", ""), ("", "B", "9", "")]
    assert [text(why) for why in elements(parts.head(match_report(match)), "p", "why")] == [
        "The match was closed as abandoned."
    ]


def test_without_different_places_there_is_a_list_and_no_podium(records: MatchRepository) -> None:
    for line, won, options in (
        ((3, 4, 5, 6), (0, 1, 2, 3), {"cooperative": True}),
        ((3, 4), (), {"cooperative": True}),
        ((4,), (0,), {}),
        ((4, 4), None, {}),
    ):
        match = sheet(records, line, won=won, **options)
        assert places(match, "podium") == []
        assert len(places(match, "others")) == len(line)


def test_the_summary_says_what_happened(records: MatchRepository) -> None:
    for lines, won, wording in (
        (((12, 7),), (0,), "A won by 5."),
        (((12, 7), (1, 1)), (0,),
         "A won by 5, ahead from round 1 on; the biggest swing was 5 points towards A (round 1: "),
        (((7, 7),), (0, 1), "A and B won together."),
        (((7, 7, 3),), (0, 1), "A and B won together by 4."),
        (((7, 7),), (0,), "A won, level on points with another seat"),
        (((3, 9), (1, 1)), (0,), "A won; the biggest swing was 6 points towards B"),
        (((1, 2),), (), "Nobody won."),
        (((12, 7),), None, "A leads by 5."),
        (((5,),), None, "A has 5 points."),
        (((0, 0), (5, 1), (0, 9), (7, 0)), (0,), "A won by 2; the lead changed twice, the last time in round 4"),
    ):  # fmt: skip
        assert match_report(sheet(records, *lines, won=won)).summary.startswith(wording)
    assert match_report(sheet(records, (3, 9), won=(0,), lowest_wins=True)).summary.startswith("A won by 6.")
    of_categories = ("Birds", "Eggs", "Goals", "Cards"), ("Bids 1", "Tricks 1", "Bids 2", "Tricks 2", "Treasure")
    for labels, lines, seat, wording in (
        (of_categories[0], ((0, 0), (5, 1), (0, 9), (7, 0)), 0, "A won by 2."),
        (of_categories[1], ((0, 9), (12, 0), (0, 1), (5, 0), (0, 20)), 1,
         "B won by 13; the lead changed once; the biggest swing was 20 points towards B (round 2: Treasure: A 0, B"),
    ):  # fmt: skip
        assert match_report(sheet(records, *lines, won=(seat,), labels=labels)).summary.startswith(wording)


def test_nobody_at_the_table_and_nothing_known_can_be_told(records: MatchRepository) -> None:
    nobody = match_report(records.start(scoresheet, [], options={"title": "Kettle Race"}))
    assert nobody.summary == "Nobody won."
    assert places(nobody.match, "podium") == places(nobody.match, "others") == []
    unknown = match_report(records.start(scoresheet, ["A", "B"], WinnersNamed((1,)), options={"title": "Kettle Race"}))
    assert unknown.summary == "B won."
    assert places(unknown.match, "podium") == [("1", "B", "-", "Winner"), ("2", "A", "-", "")]


@pytest.mark.parametrize("game", [chocolatier, pavilion, schokoly, azacru], ids=lambda game: game.KEY)
def test_every_game_has_a_whole_report(records: MatchRepository, game: AnyGame) -> None:
    found = match_report(record(records, "m", game, FOUR[:3], 3))
    columns = analysis.breakdown(found.frames, found.gains, split=True)
    rows, themes = charts.by_round(found), get_args(Theme)
    for theme in themes:
        for seat, points in enumerate(found.match.now.scores):
            bars = charts.waterfall(found, columns, seat, theme).to_plotly_json()["data"][0]
            assert bars["x"][-1] == points == sum(bars["x"][:-1])
            assert match_sentences.sources(columns, found.names, seat, points).startswith(found.names[seat])
        drawn = charts.round_bars(found, theme).to_plotly_json()["data"]
        bars = [sum(trace["y"]) for trace in drawn if trace["type"] == "bar"]
        assert sum(bars) == sum(own for points in rows.values() for each in points for own in each)
        assert 1 <= len(list(elements(parts.moments(found, theme), "h3"))) <= 5


def test_the_table_of_sources_marks_the_best_and_ends_in_totals(records: MatchRepository) -> None:
    found = match_report(sheet(records, (5, 9), (7, None), (1, 1), won=(0,)))
    cells = [[text(cell) for cell in row[2]] for row in list(elements(parts.source_table(found), "tr"))]
    assert cells == [
        ["Player", "line 1", "line 2", "line 3", "Total"],
        ["A", "5", "★ 7", "1", "13"],
        ["B", "★ 9", "-", "1", "10"],
    ]


def test_a_moment_shows_its_board_its_points_and_leads_to_the_replay(records: MatchRepository) -> None:
    found = match_report(record(records, "four", chocolatier, FOUR, 3))
    light = list(elements(parts.moments(found, "light"), "li"))
    assert len(light) == len(found.moments)
    for entry, moment in zip(light, found.moments, strict=True):
        link = next(elements(entry, "a"))
        assert link[1]["href"] == f"replay?match=four&at={found.frames[moment.index].version}"
        assert found.says[moment.index] in text(entry)
        images = list(elements(entry, "img"))
        assert [image[1]["class"] for image in images] == ["both"]
        assert images[0][1]["src"].startswith("data:image/svg+xml;base64,")
        standing = list(elements(entry, "p", "standing"))
        assert [text(span) for span in elements(standing, "span")] == [
            str(points) for points in found.frames[moment.index].scores
        ]
    dark = elements(parts.moments(found, "dark"), "img")
    assert [image[1]["class"] for image in dark] == ["screen", "printed"] * len(light)


def test_the_picture_of_a_moment_is_where_the_points_were_made(records: MatchRepository) -> None:
    shared = match_report(record(records, "cards", schokoly, FOUR[:3], 3))
    own = match_report(record(records, "tiles", chocolatier, FOUR[:3], 3))
    for found, names in ((shared, {"Table"}), (own, set(FOUR[:3]))):
        images = list(elements(parts.moments(found, "light"), "img"))
        assert images
        assert {image[1]["alt"] for image in images} <= {f"{name} after it" for name in names}


def test_key_moments_come_from_the_review_where_there_is_one(records: MatchRepository) -> None:
    match = record(records, "m", chocolatier, FOUR[:2], 3, events=20)
    found = match_report(match)
    told = parts.moments(found, "light", reviewed(match, "blunder"))
    assert [text(title) for title in elements(told, "h3")] == ["Luck for Ben, +10%", "Anna: blunder, −12%"]
    assert [link[1]["href"] for link in elements(told, "a")] == ["replay?match=m&at=2", "replay?match=m&at=3"]
    nothing = parts.moments(found, "light", reviewed(match, "good", error=0.5))
    assert nothing == parts.moments(found, "light")


def test_points_of_a_scoring_are_told_as_its_own(records: MatchRepository) -> None:
    found = match_report(record(records, "four", chocolatier, FOUR, 3))
    says = [found.says[moment.index] for moment in found.moments]
    assert set(says) <= {"Scoring of the round", "Final scoring"}
    assert "Final scoring" in says
    assert found.summary.endswith("(round 6: Final scoring).")
    spans = analysis.scored_rounds(found.frames, found.gains)
    assert [match_sentences.phase(span) for span in spans][-2:] == ["Round 6", "Final scoring"]
    rows = charts.by_round(found)
    final = sum(rows[source][-1][1] for source in rows)
    assert final == found.frames[-1].scores[1] - found.frames[-2].scores[1]
    assert charts.round_table(found)["Round"][-1] == "Final scoring"
    best = max(sum(rows[source][place][seat] for source in rows) for place in range(6) for seat in range(4))
    assert f" {match_sentences.signed(best)} for " in match_sentences.by_round(rows, spans, found.names)


def test_time_is_told_by_seat_and_by_move(records: MatchRepository) -> None:
    match = record(records, "m", chocolatier, FOUR[:2], 3, events=8, times=(*MINUTES[:7], "2026-11-20T18:09:30Z"))
    found = match_report(match)
    table = [[text(cell) for cell in row[2]] for row in elements(parts.pace_table(found), "tr")]
    assert [row[0] for row in table[1:]] == list(FOUR[:2])
    assert sum(int(row[1]) for row in table[1:]) == len([t for t in analysis.thinking_times(found.frames) if t])
    slow = [text(entry) for entry in elements(parts.slow_moves(found), "li")]
    assert slow[0].startswith("3 min 30 s")
    drawn = tempo.time_bars(found, "light").to_plotly_json()
    assert max(y for trace in drawn["data"] for y in trace["y"]) == 210
    assert "took" in match_sentences.tempo(analysis.thinking_time_by_seat(found.frames), found.names)


def test_durations_read_as_people_say_them() -> None:
    seconds = 0.4, 59.4, 59.6, 84, 3600, 7860
    said = "0 s", "59 s", "1 min 00 s", "1 min 24 s", "1 h 00 min", "2 h 11 min"
    assert tuple(map(match_sentences.duration, seconds)) == said


def test_the_changes_by_a_match_and_the_gains_of_an_event_are_told(records: MatchRepository) -> None:
    found = match_report(sheet(records, (5, 9), (7, 1), won=(0,)))
    told = parts.changes(found, PlayPast((PointsRecord(0, 12, 11, 6), FirstWin((0,), 3))))
    assert [text(line) for line in elements(told, "li")] == [
        "12 by A is the record of all 6 plays (11 before)", "A wins Kettle Race for the first time, in play 3",
    ]  # fmt: skip
    assert parts.changes(found, PlayPast()) == []
    gains = (Gain(1, 3, "wall"), Gain(0, -2, "floor"), Gain(1, 4, "wall"), Gain(1, 7, "columns"), Gain(0, 0, "rows"))
    assert match_sentences.gains(gains, ("Anna", "Ben")) == "Anna −2 floor · Ben +7 wall, +7 columns"
    found = match_report(sheet(records, (5, 5, 9), (9, 9, 0), won=(0, 1)))
    titles = [text(title) for title in elements(parts.moments(found, "light"), "h3")]
    assert titles[-1] == "A and B stay ahead from here on"


def test_notes_follow_the_match_and_say_when_their_move_is_gone(records: MatchRepository) -> None:
    match = sheet(records, (5, 9), (7, 1))
    records.note(match.id, 3, "late **and** loud", "!?", "Ben")
    records.note(match.id, 2, bookmark=True)
    notes = parts.notes(match_report(match), records.notes(match.id))
    assert [text(part) for part in elements(notes, "div", "note")] == ["Bookmark", "!?late and loud"]
    assert [text(part) for part in elements(notes, "strong")] == ["and"]
    shorter = records.take_back(match.id, 3)
    gone = parts.notes(match_report(shorter), records.notes(match.id))
    assert [text(p) for p in elements(gone, "p", "about")][1] == "A move that no longer counts"


def test_text_of_people_is_never_markup(records: MatchRepository) -> None:
    found = match_report(record(records, "odd", chocolatier, ODD_NAMES, 9, events=30))
    tags = {part[0] for part in elements(parts.head(found) + parts.moments(found, "light"))}
    assert tags <= {"header", "div", "h1", "h3", "p", "b", "ol", "li", "a", "img", "span", "button", "svg", "path"}
    columns = analysis.breakdown(found.frames, found.gains, split=True)
    for figure in (charts.waterfall(found, columns, 0, "light"), charts.round_bars(found, "light")):
        assert "<script" not in json.dumps(figure.to_plotly_json(), default=str)


def test_dark_charts_are_printed_in_the_light_colors() -> None:
    rules = charts.printed()
    assert '[style*="fill: rgb(245, 245, 245)"] { fill: #111111 !important; }' in rules
    assert '[style*="stroke: rgb(59, 130, 246)"] { stroke: #1F6FEB !important; }' in rules
