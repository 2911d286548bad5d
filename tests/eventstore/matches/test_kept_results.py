"""The result that is kept with the end of a match: when it is written, when it is void, and who reads it."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record import kept_result
from core.record_events import MatchDescribed, MatchEnded, NewerEvent, PointsAdjusted, TakenBack
from eventstore.formats import script, script_import
from eventstore.formats.script import Script, write_script, write_text
from eventstore.formats.script_import import ScriptImportResult
from eventstore.maintenance.verification import keep_results, verify
from eventstore.matches.match import MATCHES, Match, Refused
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Append, NewEvent
from tests.recorded import record, records_in
from tests.viewer.conformance import toy_game as pig

FINAL = PointsNoted("final", (52, 55))
BEN = MatchEnded((52, 55), (2, 1), (1,), "Most points.")


def ended(records: MatchRepository, *events: object, id: str = "sheet") -> Match:
    events = events or (FINAL, WinnersNamed((1,)))
    return records.start(scoresheet, ["Anna", "Ben"], *events, options={"title": "Kettle Race"}, id=id)


def types(records: MatchRepository, id: str = "sheet") -> list[str]:
    return [row.type for row in records.store.read(MATCHES + id)]


def imported(records: MatchRepository, text: str) -> ScriptImportResult:
    (found,) = script.read(io.BytesIO(text.encode()))
    assert isinstance(found, Script)
    return script_import.import_script(records, found)


def without_results(text: str) -> str:
    """A script as it was written before results were kept."""
    return "".join(line for line in text.splitlines(keepends=True) if '"MatchEnded"' not in line)


def test_the_append_that_ends_a_match_keeps_its_result(records: MatchRepository) -> None:
    match = ended(records)
    assert kept_result(match.log) == BEN
    assert types(records) == ["MatchStarted", "PointsNoted", "WinnersNamed", "MatchEnded"]
    assert records.match("sheet") == match
    rows = records.store.read(MATCHES + "sheet")
    assert rows[3].state_digest == rows[2].state_digest
    assert records.match("sheet", until=3).state == "finished", "the end does not depend on the result"


def test_a_match_that_goes_on_has_none(records: MatchRepository) -> None:
    assert kept_result(ended(records, FINAL).log) is None
    assert types(records) == ["MatchStarted", "PointsNoted"]


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ((TakenBack(3),), None),
        ((PointsAdjusted(0, 9, "agreed"),), MatchEnded((61, 55), (1, 2), (0,), "Rulings of the table; most points.")),
        ((TakenBack(3), WinnersNamed((0,))), replace(BEN, ranks=(1, 2), winners=(0,), why="Named at the table.")),
    ],
    ids=["undo", "ruling", "other end"],
)
def test_a_change_of_the_play_makes_it_void_and_a_new_end_has_a_new_one(
    records: MatchRepository, change: tuple[object, ...], result: MatchEnded | None
) -> None:
    ended(records)
    match = records.record("sheet", *change)
    assert kept_result(match.log) == kept_result(records.match("sheet").log) == result
    assert (match.outcome is None) == (result is None)


def test_a_correction_of_an_earlier_line_has_the_new_result(records: MatchRepository) -> None:
    ended(records)
    match = records.correct("sheet", 2, 2, [PointsNoted("final", (60, 55))], "misread")
    assert kept_result(match.log) == MatchEnded((60, 55), (1, 2), (0,), "Most points.")
    assert types(records)[-3:] == ["Corrected", "PointsNoted", "MatchEnded"]


def test_what_does_not_change_the_play_leaves_it(records: MatchRepository) -> None:
    ended(records)
    records.describe("sheet", MatchDescribed(place="Brno"))
    records.withdraw("sheet")
    match = records.restore("sheet")
    assert kept_result(match.log) == BEN
    assert types(records).count("MatchEnded") == 1


def test_a_close_keeps_the_result_and_a_full_match_takes_it(records: MatchRepository) -> None:
    ended(records, FINAL)
    match = records.close("sheet", "abandoned")
    assert kept_result(match.log) == MatchEnded((52, 55), (1, 1), (), "The match was closed as abandoned.")


def test_a_repeated_write_that_ended_the_match_writes_nothing(records: MatchRepository) -> None:
    ended(records, FINAL)
    writes = [records.record("sheet", WinnersNamed((1,)), idempotency_key="k", expected_version=2) for _ in range(2)]
    assert [match.version for match in writes] == [4, 4]
    starts = [
        records.start(scoresheet, ["Anna", "Ben"], FINAL, WinnersNamed((1,)), id="new", idempotency_key="k")
        for _ in range(2)
    ]
    assert starts[0] == starts[1]
    assert types(records, "new").count("MatchEnded") == 1


def test_a_fork_from_the_result_continues_from_the_last_event(records: MatchRepository) -> None:
    ended(records)
    for _ in range(2):
        fork = records.fork("sheet", 4, new="fork", idempotency_key="k")
        assert (fork.state, kept_result(fork.log)) == ("finished", BEN)
    assert types(records, "fork") == ["Forked"]


def test_an_open_match_has_no_result_and_a_result_has_a_place_for_each_seat(records: MatchRepository) -> None:
    ended(records, FINAL)
    with pytest.raises(Refused, match="R-END"):
        records.record("sheet", BEN)
    with pytest.raises(Refused, match="This match has 2 seats, not 3"):
        records.record("sheet", WinnersNamed((1,)), replace(BEN, ranks=(1, 2, 3)))
    assert types(records) == ["MatchStarted", "PointsNoted"]


def test_a_script_with_a_result_comes_in_as_it_is(records: MatchRepository, tmp_path: Path) -> None:
    text = write_script(ended(records)).replace("Most points.", "Most points, by the rules of then.")
    other = records_in(tmp_path / "other.db")
    assert [imported(other, text).what for _ in range(2)] == ["new", "unchanged"]
    assert write_script(other.match("sheet")) == text
    assert imported(other, write_text(other.match("sheet"))).what == "unchanged"


def test_a_script_of_before_is_known_again(records: MatchRepository, tmp_path: Path) -> None:
    text = without_results(write_script(record(records, "azul", chocolatier, ("Anna", "Ben"), 3)))
    other = records_in(tmp_path / "other.db")
    assert [imported(other, text).what for _ in range(2)] == ["new", "unchanged"]
    assert without_results(write_script(other.match("azul"))) == text
    assert kept_result(other.match("azul").log) is not None


def test_a_script_of_before_that_went_on_is_numbered_like_the_stored_match(
    records: MatchRepository, tmp_path: Path
) -> None:
    head = '{"partie": 1, "id": "m", "game": "scoresheet", "players": ["Anna", "Ben"]}'
    lines = [
        head,
        '{"type":"PointsNoted","label":"fields","points":[52,55]}',
        '{"type":"WinnersNamed","seats":[1]}',
        '{"type":"TakenBack","since":3}',
        '{"type":"PointsNoted","label":"bonus","points":[9,1]}',
        '{"type":"Corrected","since":5,"until":5,"count":1,"why":"misread"}',
        '{"type":"PointsNoted","label":"bonus","points":[8,1]}',
        '{"note":{"about":7,"text":"sure"}}',
    ]
    told = [imported(records, "\n".join(lines[:end]) + "\n").what for end in (3, 3, 5, 8, 8)]
    assert told == ["new", "unchanged", "changed", "changed", "unchanged"]
    match = records.match("m")
    assert match.now.scores == (60, 56)
    assert [note.about for note in records.notes("m")] == [8]
    assert types(records, "m").count("MatchEnded") == 1


def test_what_a_newer_partie_wrote_is_kept_and_written_back(records: MatchRepository) -> None:
    text = write_script(ended(records))
    head, *lines = text.splitlines()
    head = head[:-1] + ', "table": {"height": 72}}'
    newer = '{"type":"MatchScanned","pages":["a b",2],"happened_at":"2026-11-20T18:30:00Z"}'
    text = "\n".join([head.replace('"sheet"', '"newer"'), lines[0], newer, *lines[1:]]) + "\n"
    assert [imported(records, text).what for _ in range(2)] == ["new", "unchanged"]
    match = records.match("newer")
    assert write_script(match) == text
    assert match.log[2].event == NewerEvent("MatchScanned", '{"pages":["a b",2]}')
    assert (match.now.scores, match.outcome and match.outcome.winners) == ((52, 55), (1,))
    assert verify(records).is_whole
    assert not verify(records).rules_changed
    again = imported(records, write_text(match))
    assert again.what == "unchanged"


def test_a_newer_event_of_the_play_is_told_as_newer(records: MatchRepository) -> None:
    ended(records)
    row = NewEvent("TilesTraded", "{}")
    records.store.append(Append(MATCHES + "sheet", [row], expected_version=4, by="x", at="2026-11-20T18:30:00Z"))
    with pytest.raises(ValueError, match="Match sheet was written by a newer Partie"):
        records.match("sheet")


def test_lists_tell_the_result(records: MatchRepository) -> None:
    ended(records)
    ended(records, FINAL, id="open")
    index = MatchIndex(records.store, records)
    assert {row.id: row.result for row in index.matches()} == {"sheet": BEN, "open": None}


def test_a_check_says_how_the_result_differs(tmp_path: Path, toy_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    records = records_in(tmp_path / "pig.db")
    match = record(records, "pig", pig, ("Anna", "Ben"), 3)
    assert kept_result(match.log) is not None
    assert not verify(records).rules_changed
    score = pig.scores
    monkeypatch.setattr(pig, "scores", lambda state: tuple(points + 1 for points in score(state)))
    (finding,) = verify(records).rules_changed
    then = " : ".join(map(str, kept_result(match.log).scores))  # type: ignore[union-attr]
    assert f": {then} then, " in finding.sentence
    assert finding.sentence.endswith(" by today's rules.")


def test_a_result_by_an_earlier_rule_is_named_and_lists_follow_that_of_today(records: MatchRepository) -> None:
    golf = {"partie": 1, "id": "golf", "game": "scoresheet", "players": ["A", "B"], "options": {"lowest_wins": True}}
    lines = [
        {"type": "PointsNoted", "label": "1", "points": [70, 68]},
        {"type": "MatchClosed", "reason": "agreed"},
        {
            "type": "MatchEnded",
            "scores": [70, 68],
            "ranks": [1, 2],
            "winners": [0],
            "why": "Closed as agreed; most points.",
        },
    ]
    imported(records, "".join(json.dumps(line) + "\n" for line in (golf, *lines)))
    (finding,) = verify(records).rules_changed
    assert finding.sentence.endswith(": ranks 1, 2 then, ranks 2, 1 by today's rules.")
    (row,) = MatchIndex(records.store, records).matches()
    assert row.winners == (1,)
    assert row.result == MatchEnded((70, 68), (2, 1), (1,), "Closed as agreed; fewest points.")
    assert kept_result(records.match("golf").log) == MatchEnded(
        (70, 68), (1, 2), (0,), "Closed as agreed; most points."
    )


def test_results_of_before_are_kept_once(records: MatchRepository) -> None:
    for id in ("one", "open", "gone"):
        head = {"partie": 1, "id": id, "game": "scoresheet", "players": ["Anna", "Ben"]}
        imported(records, json.dumps(head) + "\n")
    final = '{"label":"final","points":[52,55]}'
    for id in ("one", "gone"):
        rows = [NewEvent("PointsNoted", final), NewEvent("WinnersNamed", '{"seats":[1]}')]
        records.store.append(Append(MATCHES + id, rows, expected_version=1, by="x", at="2026-11-20T18:30:00Z"))
    assert kept_result(records.match("one").log) is None
    assert [keep_results(records, leave=["gone"]) for _ in range(2)] == [1, 0]
    assert kept_result(records.match("one").log) == BEN
    assert kept_result(records.match("gone").log) is None
    records.describe("gone", MatchDescribed(place="Brno"))
    assert kept_result(records.match("gone").log) == BEN, "kept when it is written next"
    assert verify(records).is_whole
