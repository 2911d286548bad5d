"""Match script and text notation: round trips without loss, and errors by line."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import Entry, MatchClosed, MatchDescribed, MatchStarted, PointsAdjusted, ScoresClaimed
from eventstore.formats import script, script_import
from eventstore.formats.script import Script, ScriptError, write_script, write_text
from eventstore.formats.script_import import ScriptImportResult
from eventstore.matches.match import Match
from eventstore.matches.notes import GLYPHS, Mark, NoteWritten
from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from tests.recorded import record, records_in
from tests.viewer.conformance.toy_game import DieRolled, Held, RolledAgain

Write = Callable[[Match, tuple[NoteWritten, ...]], str]
BOTH = pytest.mark.parametrize("write", [write_script, write_text])

HEADER = '{"partie": 1, "game": "chocolatier", "players": ["Jitka", "Jarda"]}'
FILL = (
    '{"type":"DisplaysFilled","displays":[["blue","brown","brown","red"],["white","red","red","blue"],'
    '["black","black","white","blue"],["red","brown","white","white"],["blue","blue","black","brown"]]}'
)
TAKE = '{"type":"TilesTaken","seat":0,"source":1,"color":"brown","line":2}'


def read(text: str | bytes) -> list[Script | ScriptError]:
    return list(script.read(io.BytesIO(text.encode() if isinstance(text, str) else text)))


def keep(records: MatchRepository, text: str, **more: bool) -> list[ScriptImportResult]:
    return [script_import.import_script(records, found, **more) for found in read(text) if isinstance(found, Script)]


def problem(text: str | bytes) -> str:
    """What is wrong with the only match of a file."""
    (found,) = read(text)
    error = found.problem if isinstance(found, Script) else found
    assert error is not None
    return str(error)


def lived_in(records: MatchRepository) -> Match:
    """A match with everything a log may hold."""
    match = record(records, "lived-in", chocolatier, ("Anna", "Ben"), 3, events=24, title="Old", played_on="2026-01")
    last = match.now
    records.take_back(match.id)
    records.record(match.id, last.event, times=["2026-11-20T18:30:00Z"])
    now = records.match(match.id).now
    records.correct(match.id, now.version, now.version, [now.event], "to see whether\nit stays")
    records.describe(
        match.id, MatchDescribed(players=("Ben", "Zoe"), title='New \u2028 "title" [x]', tags=("a", "b c"))
    )
    records.record(match.id, PointsAdjusted(1, -2.5, "}{"), ScoresClaimed((3, None)), MatchClosed("agreed"))
    records.note(match.id, 1, "at Anna's")
    records.note(match.id, 4, "line one\nline two } \\ {", "!?", "Ben")
    records.note(match.id, 4, "", "??")
    records.note(match.id, 3, marks=[Mark("0/wall/1/1"), Mark("display/2", to="0/line/1/1")], bookmark=True)
    gone = records.note(match.id, 5, "withdrawn")
    records.withdraw_note(match.id, gone.id)
    return records.match(match.id)


@BOTH
def test_a_match_and_its_forks_come_back_as_they_were(tmp_path: Path, write: Write) -> None:
    records = records_in(tmp_path / "a.db")
    match = lived_in(records)
    fork = records.fork(match.id, 8)
    records.note(fork.id, 9, "what if")
    fork_of_fork = records.fork(fork.id, 5)
    written = [write(records.match(id), records.notes(id)) for id in (match.id, fork.id, fork_of_fork.id)]
    copy = records_in(tmp_path / "b.db")
    kept = keep(copy, "".join(written))
    assert [one.what for one in kept] == ["new"] * 3
    assert [write(copy.match(one.match.id), copy.notes(one.match.id)) for one in kept] == written
    back = copy.match(match.id)
    assert [frame._replace(event=None, happened_at=None) for frame in back.frames] == [
        frame._replace(event=None, happened_at=None) for frame in match.frames
    ]
    assert (back.names, back.header.title, back.claimed) == (match.names, match.header.title, match.claimed)
    assert [one.what for one in keep(copy, "".join(written))] == ["unchanged"] * 3


@BOTH
@pytest.mark.parametrize("players", [(), ("Anna",), ("Anna", "Ben", "Cleo")])
def test_a_sheet_with_any_number_of_players_comes_back(tmp_path: Path, write: Write, players: tuple[str, ...]) -> None:
    records = records_in(tmp_path / "a.db")
    options = {"title": "Skat", "lowest_wins": True, "teams": [[0, 2]] if len(players) == 3 else []}
    line = [PointsNoted("1. Runde", (1, None, -2.5)[: len(players)])] if players else []
    match = records.start(scoresheet, players, *line, options=options)
    written = write(match, ())
    copy = records_in(tmp_path / "b.db")
    (kept,) = keep(copy, written)
    assert write(kept.match, ()) == written
    assert kept.match.options == match.options


def test_a_match_with_a_person_on_two_seats_comes_back(tmp_path: Path) -> None:
    match = records_in(tmp_path / "a.db").start(scoresheet, ("Anna", "Anna"), allows_repeats=True)
    (kept,) = keep(records_in(tmp_path / "b.db"), write_script(match, ()))
    assert kept.match.names == ("Anna", "Anna")


def test_times_survive_in_a_script(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    match = records.start(scoresheet, ["Anna"], PointsNoted("a", (1,)), times=["2026-11-20T18:30:00Z"])
    (kept,) = keep(records_in(tmp_path / "b.db"), write_script(match))
    assert kept.match.now.happened_at == "2026-11-20T18:30:00Z"


@BOTH
def test_matches_without_moves_follow_each_other_in_one_file(tmp_path: Path, write: Write) -> None:
    records = records_in(tmp_path / "a.db")
    text = "".join(write(records.start(chocolatier, ["Jitka", "Jarda"], id=id), ()) for id in ("one", "two"))
    assert [found.header["id"] for found in read(text)] == ["one", "two"]


@BOTH
def test_a_new_game_is_written_and_read(tmp_path: Path, write: Write, toy_game: Any) -> None:
    records = records_in(tmp_path / "a.db")
    events = (DieRolled(4), RolledAgain(0), DieRolled(6), Held(0))
    written = write(records.start(toy_game, ["Anna", "Ben"], *events, options={"target": 10}), ())
    (kept,) = keep(records_in(tmp_path / "b.db"), written)
    assert kept.match.state == "finished"
    assert write(kept.match, ()) == written


@given(
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    glyph=st.sampled_from((None, *GLYPHS)),
)
def test_any_note_survives(text: str, glyph: Any) -> None:
    if not text.strip() and glyph is None:
        return  # Such a note is refused.
    match = Match("m", chocolatier, None, (Entry(1, MatchStarted("chocolatier", ("a", "b"))),), People())
    for write in (write_script, write_text):
        (found,) = read(write(match, [NoteWritten("x", 1, text, glyph)]))
        assert isinstance(found, Script)
        assert found.problem is None
        assert [(note.about, note.text, note.glyph) for note in found.notes] == [(1, text, glyph)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: The file is empty."),
        ("\n \n", "line 1: The file is empty."),
        (b"\x89PNG\r\n\x1a\n" * 100, "line 1: The line is not UTF-8"),
        ("SQLite format 3\0", "line 1: The file is binary"),
        ("hello", "line 1: This is not JSON"),
        (FILL, "line 1: The first line must be a header"),
        (HEADER.replace("1", "2", 1), "line 1: This script is of a newer form"),
        (HEADER.replace("chocolatier", "Chess"), "line 1: The key of a game has lower-case letters only, not 'Chess'"),
        (HEADER.replace('"game"', '"gmae"'), 'line 1: The header needs a "game"'),
        (HEADER.replace('"players"', '"plyers"'), 'line 1: The header needs "players"'),
        (HEADER.replace('"Jarda"', "7"), 'line 1: The header needs "players"'),
        (HEADER[:-1] + ', "rules": 0}', "line 1: The header's rules must be a whole number"),
        (HEADER[:-1] + ', "rules": "1"}', "line 1: The header's rules must be a whole number"),
        (HEADER[:-1] + ', "id": "../x"}', "line 1: The header's id must be"),
        (HEADER[:-1] + ', "tags": "x"}', "line 1: The header's tags must be a list"),
        (HEADER[:-1] + ', "place": 3}', "line 1: The header's place must be text"),
        (HEADER[:-1] + ', "options": {"wall": "gray"}}', "line 1: options: wall: Input should be"),
        (f"{HEADER}\n{FILL}\n\n{TAKE[:-9]}", "line 4: This is not JSON"),
        (f"{HEADER}\n{FILL[:-2]},\n", "line 2: This is not JSON"),
        (f'{HEADER}\n{FILL[:-1]},"bag":3}}', "line 2: DisplaysFilled: bag: unknown field"),
        (f'{HEADER}\n{FILL[:-1]},"displays":[]}}', "line 2: The field 'displays' stands twice"),
        (f'{HEADER}\n{FILL[:-1]},"happened_at":3}}', "line 2: happened_at must be text"),
        (f'{HEADER}\n{FILL[:-1]},"happened_at":"noon"}}', "line 2: happened_at: 'noon' is not a time with its offset"),
        (
            f'{HEADER}\n{FILL}\n{{"note":{{"about":3,"text":"x"}}}}',
            "line 3: note: There is no event 3 before this line",
        ),
        (f'{HEADER}\n{{"note":{{"about":0,"text":"x"}}}}', "line 2: note: There is no event 0"),
        (f'{HEADER}\n{{"note":{{"about":1}}}}', "line 2: note: A note needs text, a judgment or a mark"),
        (f'{HEADER}\n{{"note":{{"about":1,"glyph":"?!?"}}}}', "line 2: note: glyph: Input should be"),
        (f'{HEADER}\n{{"note":{{"about":1,"text":"x"}},"type":"x"}}', "line 2: A note is an object"),
        (HEADER.encode() + b"\n\xff\xfe", "line 2: The line is not UTF-8"),
        (f"{HEADER}\n" + " " * 1_000_002, "line 2: The line is longer than 1,000,000 bytes"),
        ("[Game chocolatier]", "line 1: The header Game needs its value in quotes"),
        ('[Game "chocolatier"', "line 1: A header line must end with a bracket"),
        ('[Game "chocolatier"]\n[Game]', "line 2: The header Game needs its value in quotes"),
        ('[Game "chocolatier"]\n[Option wall "free"]\n[Option wall "free"]', "line 3: The header wall stands twice"),
        ('[Game "chocolatier"]\n', 'line 1: The header needs "players"'),
        ('[Game "chocolatier"]\n[Players "A" "B"]\n3  fill', "line 3: This must be event 2"),
        ('[Game "chocolatier"]\n[Players "A" "B"]\n2  castle', "line 3: Start the line with `fill`"),
        ('[Game "chocolatier"]\n[Players "A" "B"]\n   nice', "line 3: A note stands in braces"),
        ('[Game "chocolatier"]\n[Players "A" "B"]\n2  @{"type":"X"}', "line 3: There is no event type 'X'"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str | bytes, message: str) -> None:
    assert problem(text).startswith(message)
    assert len(problem(text).splitlines()) == 1


def test_a_file_that_is_one_endless_line_is_told_before_it_is_read() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = b"x" * len(buffer)
            self.given += len(buffer)
            return len(buffer)

    endless = Endless()
    (found,) = script.read(io.BufferedReader(endless))  # type: ignore[arg-type]
    assert isinstance(found, ScriptError)
    assert endless.given < 2_000_000


def test_a_problem_in_one_match_does_not_stop_the_others(tmp_path: Path) -> None:
    strange = HEADER.replace("chocolatier", "chess!")
    found = read("\n".join([strange, FILL, HEADER, FILL, "oops", TAKE, HEADER.replace("Jarda", "Anna"), FILL]))
    assert [isinstance(one, Script) for one in found] == [False, True, True]
    assert [one.problem and one.problem.line for one in found if isinstance(one, Script)] == [5, None]
    text = '[Game "chess"]\n[Players "A" "B"]\n\n2  e4\n[Game "scoresheet"]\n[Players "A"]\n2  a: 1\n'
    found = read(text)
    unread, sheet = [one for one in found if isinstance(one, Script)]
    assert unread.problem
    assert unread.problem.sentence == "Without its game: no installed package brings chess."
    assert sheet.problem is None


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    (found,) = read(b"\xef\xbb\xbf" + f"{HEADER}\r\n{FILL}\r\n".encode())
    assert isinstance(found, Script)
    assert (found.problem, len(found.events)) == (None, 1)


def test_nothing_is_kept_of_a_match_with_a_refused_move(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    (found,) = read("\n".join([HEADER, FILL, TAKE, TAKE]))
    assert isinstance(found, Script)
    with pytest.raises(ScriptError, match=r"line 4: It is another player's turn"):
        script_import.import_script(records, found)
    assert records.store.read_all() == ()


@pytest.mark.parametrize("last", [TAKE, "oops", TAKE[:-10]])
def test_the_valid_part_can_be_kept_and_is_known_again(tmp_path: Path, last: str) -> None:
    records = records_in(tmp_path / "a.db")
    text = "\n".join([HEADER[:-1] + ', "id": "m"}', FILL, TAKE, last, '{"note":{"about":2,"text":"x"}}'])
    for what in ("new", "unchanged", "unchanged"):
        (kept,) = keep(records, text, keep_valid=True)
        assert (kept.what, kept.problem and kept.problem.line) == (what, 4)
        assert (kept.match.version, kept.match.state) == (5, "closed")
        assert kept.match.now.event == MatchClosed("incomplete")


def test_a_longer_script_carries_its_match_on(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    head = HEADER[:-1] + ', "id": "m"}'
    note = json.dumps({"note": {"about": 2, "text": "x"}})
    steps = [[head, FILL], [head, FILL], [head, FILL, TAKE], [head, FILL, TAKE, note], [head, FILL, note]]
    kept = [keep(records, "\n".join(lines))[0] for lines in steps]
    assert [one.what for one in kept] == ["new", "unchanged", "changed", "changed", "unchanged"]
    assert records.match("m").version == 3
    assert len(records.notes("m")) == 1


def test_a_script_that_differs_from_the_stored_match_is_refused(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    head = HEADER[:-1] + ', "id": "m"}'
    keep(records, "\n".join([head, FILL, TAKE]))
    for lines in ([head, FILL, TAKE.replace("brown", "blue")], [head.replace("chocolatier", "scoresheet")]):
        (found,) = read("\n".join(lines))
        assert isinstance(found, Script)
        with pytest.raises(ScriptError, match="in the store already and differs"):
            script_import.import_script(records, found)
    (found,) = read("\n".join([head, FILL, TAKE, TAKE]))
    assert isinstance(found, Script)
    with pytest.raises(ScriptError, match=r"line 4: It is another player's turn"):
        script_import.import_script(records, found)


def test_without_an_id_the_same_content_is_the_same_match(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    whats = [keep(records, f"{HEADER}\n{FILL}\n{line}")[0].what for line in ("", "", TAKE)]
    assert whats == ["new", "unchanged", "new"]


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (HEADER.replace(', "Jarda"', ""), "for 2 to 4 players"),
        (HEADER[:-1] + ', "played_on": "soon"}', "not a date"),
        (HEADER[:-1] + ', "started_at": "8 pm"}', "not a time"),
    ],
)
def test_a_header_that_makes_no_sense_is_told_with_its_line(tmp_path: Path, header: str, message: str) -> None:
    records = records_in(tmp_path / "a.db")
    (found,) = read(header)
    assert isinstance(found, Script)
    with pytest.raises(ScriptError, match=f"line 1: .*{message}"):
        script_import.import_script(records, found)
    assert records.store.read_all() == ()
