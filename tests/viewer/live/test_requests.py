"""Requests of the live record: run once, refused with a sentence, never half; and the data for the page."""

from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.chocolatier.events import TilesTaken
from core.games.scoresheet import PointsNoted
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import record
from viewer.live.entries import DEALT
from viewer.live.payload import payload, preview
from viewer.live.requests import MOVED_ON, REQUESTS, RecordRequest, run_request
from viewer.live.taps import MOST
from viewer.notes import NoteRequest


def begun(records: MatchRepository, events: int = 1) -> Match:
    return record(records, "m", chocolatier, ("Anna", "Ben"), 2, events=events)


def first_line(match: Match) -> str:
    return chocolatier.write(next(iter(chocolatier.legal_moves(match.now.state))))


def test_a_line_is_written_once_however_often_it_is_sent(records: MatchRepository) -> None:
    match = begun(records)
    request = RecordRequest("key", match.version, first_line(match))
    assert run_request(records, "m", request).kind == "done"
    assert run_request(records, "m", request).kind == "done"
    grown = records.match("m")
    assert grown.version == match.version + 1
    assert isinstance(grown.log[-1].event, TilesTaken)
    assert grown.log[-1].happened_at is not None


def test_who_saw_an_older_table_is_told_and_nothing_is_written(records: MatchRepository) -> None:
    match = begun(records)
    run_request(records, "m", RecordRequest("one", match.version, first_line(match)))
    response = run_request(records, "m", RecordRequest("two", match.version, first_line(match)))
    assert (response.kind, response.says) == ("moved", MOVED_ON)
    assert records.match("m").version == match.version + 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("B: 1 blue > 1", "another player's turn"),
        ("hello", "Start the line with"),
        ('{"type": "Nonsense"}', "no event type"),
        ('{"type": "MatchClosed", "reason": "bored"}', "reason"),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(records: MatchRepository, line: str, said: str) -> None:
    match = begun(records)
    response = run_request(records, "m", RecordRequest("key", match.version, line))
    assert response.kind == "refused"
    assert said in response.says
    assert records.match("m").version == match.version


def test_a_draw_is_tapped_in_and_undone(records: MatchRepository) -> None:
    match = begun(records, events=0)
    drawn = (("blue", "blue", "red", "black"),) * 5
    assert run_request(records, "m", RecordRequest("draw", match.version, drawn=drawn)).kind == "done"
    filled = records.match("m")
    assert filled.now.event.displays == drawn
    back = RecordRequest("undo", filled.version, f'{{"type": "TakenBack", "since": {filled.now.version}}}')
    assert run_request(records, "m", back).kind == "done"
    assert records.match("m").now.turn == "chance"


def test_an_impossible_draw_is_refused(records: MatchRepository) -> None:
    match = begun(records, events=0)
    response = run_request(records, "m", RecordRequest("draw", match.version, drawn=(("nougat",) * 4,) * 5))
    assert response.kind == "refused"
    assert "nougat" in response.says
    few = run_request(records, "m", RecordRequest("few", match.version, drawn=(("blue",),)))
    assert "Fill 5 places" in few.says


def test_what_the_app_dealt_says_so_once(records: MatchRepository) -> None:
    match = begun(records, events=0)
    request = RecordRequest("deal", match.version, deal=True)
    for _ in range(2):
        assert run_request(records, "m", request, Random(1)).kind == "done"
    notes = records.notes("m")
    assert [(note.about, note.text) for note in notes] == [(match.version + 1, DEALT)]


def test_a_game_without_draws_refuses_them(records: MatchRepository) -> None:
    record(records, "z", azacru, ("Anna", "Ben"), 1, events=0)
    response = run_request(records, "z", RecordRequest("key", 1, drawn=()))
    assert response.kind == "refused"
    assert "nothing to draw" in response.says


def test_notes_and_bookmarks_point_at_their_event(records: MatchRepository) -> None:
    begun(records, events=3)
    run_request(records, "m", NoteRequest("one", 3, text="bold"))
    run_request(records, "m", NoteRequest("two", 4, bookmark=True))
    assert [(note.about, note.text, note.bookmark) for note in records.notes("m")] == [
        (3, "bold", False),
        (4, "", True),
    ]


def test_requests_are_read_strictly() -> None:
    assert REQUESTS.validate_json('{"key": "k", "expected_version": 3, "drawn": [["red"], []]}') == RecordRequest(
        "k", 3, drawn=(("red",), ())
    )
    for text in (
        '{"key": "k"}',
        '{"key": "k", "expected_version": "3"}',
        '{"key": "k", "expected_version": 3, "shout": 1}',
        "[]",
    ):
        with pytest.raises(ValidationError):
            REQUESTS.validate_json(text)


# The data for the page.


def test_every_legal_move_is_told_with_its_taps_and_what_it_brings(records: MatchRepository) -> None:
    record(records, "z", azacru, ("Anna", "Ben"), 1, events=4)
    match = records.match("z")
    data: Any = payload(match)
    moves = list(azacru.legal_moves(match.now.state))
    assert [codec.decode_event(azacru, line) for _, line, _, _ in data["moves"]] == moves
    assert all(says.startswith("Anna moves") for _, _, says, _ in data["moves"])
    assert {points for *_, points in data["moves"]} >= {"+1"}


def test_thousands_of_moves_are_not_sent_at_once(records: MatchRepository) -> None:
    match = record(records, "s", schokoly, ("Anna", "Ben"), 2, events=24)
    assert sum(1 for _ in schokoly.legal_moves(match.now.state)) > 1000
    data: Any = payload(match)
    assert len(data["moves"]) <= MOST
    assert data["openings"]
    assert all(data["pictures"][words.removeprefix("=")] for words in data["openings"])


def test_a_preview_shows_where_the_tiles_go_and_what_they_bring(records: MatchRepository) -> None:
    match = begun(records, events=1)
    line = "A: " + first_line(match).removeprefix("A: ").split(" > ")[0] + " > 5"
    shown: Any = preview(match, codec.encode_event(chocolatier.parse(line)))
    added = {shape[0] for _, put, _ in (patch[:3] for patch in shown["patches"]) for shape in put}
    assert "0/line/5/1/tile" in added
    assert preview(match, codec.encode_event(chocolatier.parse("A: 99 blue > 1"))) is None
    assert preview(match, "nonsense") is None


def test_the_sheet_at_the_end_adds_up_to_the_points(records: MatchRepository) -> None:
    match = record(records, "p", pavilion, ("Anna", "Ben"), 4)
    assert match.now.turn is None
    data: Any = payload(match)
    for seat, points in enumerate(match.now.scores):
        assert sum(int(sums[seat].replace("−", "-")) for _, sums, _ in data["tally"]) == points
    for source, sums, events in data["tally"]:
        for seat, total in enumerate(sums):
            gained = sum(int(points.replace("−", "-")) for _, _, who, points, _ in events if who == seat)
            assert gained == int(total.replace("−", "-")) or source == "start"


def test_a_score_sheet_asks_for_its_next_line(records: MatchRepository) -> None:
    match = records.start(scoresheet, ("Anna", "Ben"), id="k", options={"title": "Kettle Race"})
    data: Any = payload(match)
    assert data["sheet"].items() >= {"label": "Round 1", "final": "final", "open": True, "proposed": []}.items()
    match = records.record("k", PointsNoted("Round 1", (4, None)))
    data = payload(match)
    assert (data["sheet"]["label"], data["sheet"]["final"], data["sheet"]["proposed"]) == ("Round 2", None, [0])
    assert data["points"] == ["4", "-"]
    assert (data["turn"], data["last"][0][1]) == (None, None)
