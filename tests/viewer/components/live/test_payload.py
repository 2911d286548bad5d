"""The table as the live record receives it."""

from typing import Any

from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import PointsNoted
from core.scoring_frames import with_scorings
from eventstore import codec
from eventstore.matches.repository import MatchRepository
from tests.recorded import record
from viewer.components.live.payload import payload, preview, tally_to_json
from viewer.components.live.taps import MAX_MOVES
from viewer.texts.match_sentences import signed


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
    assert len(data["moves"]) <= MAX_MOVES
    assert data["openings"]
    assert all(data["pictures"][words.removeprefix("=")] for words in data["openings"])


def test_a_preview_shows_where_the_tiles_go_and_what_they_bring(records: MatchRepository) -> None:
    match = record(records, "m", chocolatier, ("Anna", "Ben"), 2, events=1)
    first = chocolatier.write(next(iter(chocolatier.legal_moves(match.now.state))))
    shown: Any = preview(match, codec.encode_event(chocolatier.parse(f"{first.split(' > ')[0]} > 5")))
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
            assert gained == int(total.replace("−", "-")) or source == "at the start"


def test_a_scoring_is_told_apart_from_the_move_that_ended_the_round(records: MatchRepository) -> None:
    whole = record(records, "four", chocolatier, ("Anna", "Ben"), 3)
    frames, _ = with_scorings(whole.frames, whole.stories)
    (version, seat, says, points, scored), *_ = payload(whole)["last"]
    assert (version, seat, points) == (whole.now.version, whole.now.seat, "")
    assert "takes" in says
    names = ["Scoring of the round", "Final scoring"]
    assert [line.partition(":")[0] for line in scored] == names
    gained = frames[-1].scores[0] - frames[-2].scores[0]
    assert f"Anna\u00a0{signed(gained)}" in scored[1]
    told = {event.sentence for row in tally_to_json(whole) for event in row.events}
    assert told == set(names)


def test_a_score_sheet_asks_for_its_next_line(records: MatchRepository) -> None:
    match = records.start(scoresheet, ("Anna", "Ben"), id="k", options={"title": "Kettle Race"})
    data: Any = payload(match)
    assert data["sheet"].items() >= {"label": "Round 1", "final": "final", "open": True, "proposed": []}.items()
    match = records.record("k", PointsNoted("Round 1", (4, None)))
    data = payload(match)
    assert (data["sheet"]["label"], data["sheet"]["final"], data["sheet"]["proposed"]) == ("Round 2", None, [0])
    assert data["points"] == ["4", "-"]
    assert (data["turn"], data["last"][0][1]) == (None, None)
