"""Matches of many events: time and space grow linearly with their length, up to the maximum."""

import gc
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from core import analysis, corrections, record, record_rules
from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.games.scoresheet.state import Lines
from core.record_events import MatchDescribed, ScoresClaimed, TakenBack
from eventstore.digests import state_digest
from eventstore.formats import script, script_import
from eventstore.maintenance import verification
from eventstore.matches.match import Match, Refused
from eventstore.matches.repository import MatchRepository
from tests.eventstore.service.client import Client, service
from tests.recorded import records_in
from viewer.boards import board_of
from viewer.components.live import payload as live
from viewer.components.replay import payload as replay
from viewer.texts.match_report import match_report

FIRST, SHORT, LONG = 20, 150, 600

LINEAR = 6
"""Four times the events take at most so many times the lines of code; a square would take 16 times as many."""


def lines_run(work: Callable[[], object]) -> int:
    """Lines of Python that are executed, which unlike seconds are the same on every machine."""
    count = 0

    def trace(frame: object, event: str, arg: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    gc.disable()  # What other tests have hung on the collector runs lines of its own.
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        work()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def noted(number: int) -> list[PointsNoted]:
    return [PointsNoted(f"Round {place}", (place, 0.5, None)) for place in range(number)]


def moved_back_at_once(number: int) -> list[object]:
    return [*noted(number // 2), *(TakenBack(1 + number // 2 - place) for place in range(number // 2))]


def moved_back(number: int) -> list[object]:
    return [one for place in range(number // 2) for one in (*noted(1), TakenBack(2 + 2 * place))]


def started(records: MatchRepository, events: list[object], id: str) -> Match:
    return records.start(scoresheet, ("Anna", "Ben", "Zoe"), *events, id=id)


def read_in(records: MatchRepository, match: Match) -> object:
    (text,) = script.read(BytesIO(script.write_script(match).encode()))
    assert isinstance(text, script.Script)
    text.header["id"] = f"copy-{match.id}"
    return script_import.import_script(records, text)


def gains(match: Match) -> tuple[tuple[object, ...], ...]:
    return analysis.gains(match.stories)


WORKS: dict[str, Callable[[MatchRepository, Match], object]] = {
    "frames": lambda records, match: record.fold(match.game, match.log, match.options).frames,
    "stories": lambda records, match: record.fold(match.game, match.log, match.options, with_stories=True),
    "read": lambda records, match: records.match(match.id).now,
    "record": lambda records, match: records.record(match.id, PointsNoted("last", (1, 2, 3))),
    "correct": lambda records, match: records.correct(match.id, 3, 3, [PointsNoted("x", (1, 2, 3))], "slip"),
    "fork": lambda records, match: records.fork(match.id, 9),
    "start": lambda records, match: started(records, noted(len(match.log) - 1), "again"),
    "script": read_in,
    "verify": lambda records, match: verification.verify(records, match.id),
    "breakdown": lambda records, match: analysis.breakdown(match.frames, gains(match)),  # type: ignore[arg-type]
    "by round": lambda records, match: analysis.points_by_round(match.frames, gains(match)),  # type: ignore[arg-type]
    "swings": lambda records, match: analysis.swings(match.frames),
    "take-backs": lambda records, match: started(records, moved_back(len(match.log)), "back"),
    "undone": lambda records, match: corrections.redoable(started(records, moved_back(len(match.log)), "undone").log),
    "changes": lambda records, match: corrections.changes(started(records, moved_back(len(match.log)), "changes").log),
    "replay": lambda records, match: replay.payload(match),
    "replay of take-backs": lambda records, match: replay.payload(started(records, moved_back(len(match.log)), "back")),
    "replay of a long undo": lambda records, match: replay.payload(
        started(records, moved_back_at_once(len(match.log)), "undo")
    ),
    "live": lambda records, match: live.payload(match),
    "live at the end": lambda records, match: live.payload(records.close(match.id, "agreed")),
    "report": lambda records, match: match_report(match),
    "text": lambda records, match: board_of(match.game).text(match.now.state, match.names),
    "claims": lambda records, match: started(records, [ScoresClaimed((1, 2, 3))] * len(match.log), "claims"),
    "titles": lambda records, match: started(records, [MatchDescribed(title="x")] * len(match.log), "titles"),
    "options": lambda records, match: started(records, [MatchDescribed(options={})] * len(match.log), "options"),
}


@pytest.mark.slow
@pytest.mark.parametrize("work", WORKS)
def test_no_work_grows_with_the_square_of_the_events(tmp_path: Path, work: str) -> None:
    taken = []
    for place, number in enumerate((FIRST, SHORT, LONG)):  # The first time, decoders are built.
        records = records_in(tmp_path / f"{place}.db")
        match = started(records, [*noted(number)], "long")
        taken.append(lines_run(lambda: WORKS[work](records, match)))  # noqa: B023
        records.store.close()
    _, short, long = taken
    assert short < long < short * LINEAR


def test_states_share_their_lines_and_stay_what_they_were() -> None:
    first = scoresheet.setup(2, scoresheet.Options(title="\0é"))
    states = [first]
    for place in range(5):
        states.append(scoresheet.evolve(states[-1], PointsNoted(f"é{place}", (place, 0.5))))
    other = scoresheet.evolve(states[2], PointsNoted("other", (7, None)))
    assert [line.label for line in states[5].noted] == ["é0", "é1", "é2", "é3", "é4"]
    assert [line.label for line in other.noted] == ["é0", "é1", "other"]
    assert (scoresheet.scores(states[3]), scoresheet.scores(other)) == ((3, 1.5), (8, 1.0))
    refused = [scoresheet.refusal(state, PointsNoted("é3", (1, 1))) is not None for state in (*states, other)]
    assert refused == [False, False, False, False, True, True, False]
    assert states[3] == scoresheet.evolve(states[2], PointsNoted("é2", (2, 0.5))) != other
    assert states[3].noted[-1] == states[3].noted[2:][0] == PointsNoted("é2", (2, 0.5))


def test_a_state_digest_is_the_digest_of_the_whole_table_in_any_order() -> None:
    states = [scoresheet.setup(2, scoresheet.Options(title="\0é"))]
    for place in range(4):
        states.append(scoresheet.evolve(states[-1], PointsNoted(f"é{place}\0", (place, 0.5))))
    for state in (*states, *reversed(states), states[1], states[4]):
        scores = scoresheet.scores(state)
        anew = replace(state, noted=Lines(tuple(state.noted), seats=2))
        assert state_digest(state, scores) == state_digest(anew, scores)


def test_a_match_takes_so_many_events_and_no_more(
    records: MatchRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (record_rules.max_entries(4), record_rules.max_entries(100)) == (5_000, 400)
    started(records, [*noted(30)], "long")
    monkeypatch.setattr(record_rules, "MAX_EVENTS", 20)
    with pytest.raises(Refused, match="A match with 3 seats holds at most 20 events") as refused:
        started(records, [*noted(20)], "too-long")
    assert (refused.value.refusal.rule, refused.value.index) == ("R-SIZE", 19)
    assert "too-long" not in records.ids()
    assert started(records, [*noted(19)], "full").version == 20
    for id in ("full", "long"):
        with pytest.raises(Refused, match="R-SIZE"):
            records.record(id, PointsNoted("x", (1, 2, 3)))
        with pytest.raises(Refused, match="R-SIZE"):
            records.take_back(id)
        assert records.close(id, "abandoned").state == "closed", "what is full can be closed"
    assert not verification.verify(records).rules_changed, "a longer match of before is whole"
    text = script.write_script(records.match("long")).replace('"long"', '"new"')
    (found,) = script.read(BytesIO(text.encode()))
    assert isinstance(found, script.Script)
    with pytest.raises(script.ScriptError, match=r"line 21: A match with 3 seats holds at most 20 events"):
        script_import.import_script(records, found)
    kept = script_import.import_script(records, found, keep_valid=True)
    assert (kept.match.version, kept.match.state) == (22, "closed")


@pytest.fixture(scope="module")
def kettle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("service")) as client:
        yield client


@pytest.mark.slow
def test_frames_come_in_pages_of_a_size_that_does_not_grow(kettle: Client) -> None:
    sizes = []
    for number in (500, 2000):
        match = started(kettle.app_state.records, [*noted(number)], f"long-{number}")
        answer = kettle("GET", f"/api/matches/{match.id}/frames")
        sizes.append(len(answer.content))
        page = answer.json()
        assert page["frames"][0]["version"] == 1
        assert page["next"] == page["frames"][-1]["version"] < match.version
    assert sizes[1] < sizes[0] * 1.5


def test_pages_of_frames_are_all_frames_in_the_order_of_the_table(kettle: Client) -> None:
    records = kettle.app_state.records
    started(records, [*noted(6)], "short")
    records.correct("short", 3, 3, [PointsNoted("x", (1, 2, 3))], "slip")
    whole = kettle.get("/api/matches/short/frames")
    assert (len(whole["frames"]), whole["next"]) == (7, None)
    found, next = [], ""
    while next is not None:
        page = kettle.get(f"/api/matches/short/frames?limit=2&at={whole['version']}{next}")
        found += page["frames"]
        next = page["next"] and f"&after={page['next']}"
    assert found == whole["frames"]
    kettle.refused(422, "GET", "/api/matches/short/frames?after=3")
