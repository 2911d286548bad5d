"""Matches whose texts or numbers a database cannot hold, and defects: they never keep the others from the lists."""

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, Entry, MatchDescribed, MatchImported, MatchStarted, SeatDetails
from eventstore import codec
from eventstore.maintenance.verification import verify
from eventstore.matches import notes
from eventstore.matches.match import MATCHES, Match, apply_events
from eventstore.matches.notes import NoteWithdrawn, NoteWritten
from eventstore.matches.people import People, Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projection
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.store import Append, NewEvent
from tests.stores import KINDS, empty
from tests.torture import Torture

NUL = "a\0b"
LETTERS = "".join(map(chr, Random(1).sample(range(0x4E00, 0x9FFF), 5_000)))
"""A text that no database makes small: too long for an index of PostgreSQL."""


def append(records: MatchRepository, stream: str, *rows: NewEvent) -> None:
    """Append rows without the checks of the repository, as a version without them did."""
    version = len(records.store.read(stream))
    records.store.append(Append(stream, rows, expected_version=version, by="old", at="2026-01-01T10:00:00.000Z"))


def recorded(records: MatchRepository, id: str, *events: Any, **header: Any) -> None:
    """A match of Anna and Ben as a version without the checks recorded it."""
    seats = records.people_repository.seat((Player("Anna"), Player("Ben")))
    started = MatchStarted("scoresheet", seats, **{"played_on": "2026-01-01"} | header)
    options = codec.decode_options(scoresheet, started.options)
    begun = Match(id, scoresheet, options, (Entry(1, started),), People())
    _, rows = apply_events(begun, (PointsNoted("one", (1, 2)), *events), None)
    append(records, MATCHES + id, codec.row(started), *rows)


def listed(records: MatchRepository) -> dict[str, str]:
    return {row.id: row.state for row in MatchIndex(records.store, records).matches()}


OLD: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "title": ((), {"title": NUL}),
    "place": ((), {"place": NUL}),
    "tags": ((), {"tags": (NUL, "\0", "b")}),
    "game": ((), {"options": {"title": NUL}}),
    "label": ((PointsNoted(NUL, (3, 4)), WinnersNamed((0,))), {}),
    "expansions": ((DetailsNoted(expansions=(NUL,), scenario=NUL),), {}),
    "seats": ((DetailsNoted(seats=(SeatDetails(team=NUL, color=NUL), SeatDetails())),), {}),
    "imported": ((MatchImported("bgstats:1", comment=NUL, more={"a": NUL}),), {}),
    "described": ((MatchDescribed(title=NUL, place=NUL),), {}),
    "backslash": ((), {"title": "a\\u0000b\\\0", "tags": ("\\\\\0\0",)}),
}
"""Events and headers with NUL, which earlier versions took."""


@pytest.mark.parametrize("what", OLD)
def test_an_old_match_with_nul_is_listed_searched_counted_and_whole(records: MatchRepository, what: str) -> None:
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), id="sound", played_on="2026-01-02")
    events, header = OLD[what]
    recorded(records, "old", *events, **header)
    append(records, notes.stream("old"), codec.row(NoteWritten("n", 2, NUL, bookmark=True)))
    index = MatchIndex(records.store, records)
    assert [row.id for row in index.matches()] == ["sound", "old"]
    assert "damaged" not in listed(records).values()
    rows = [row for row in index.matches() if row.id == "old"]
    assert "\0" not in str([(row.title, row.place, row.tags, row.game_title) for row in rows])
    assert index.count(search="Anna") == 2
    assert len(index.played(person="Anna")) == len([state for state in listed(records).values() if state != "open"])
    assert [note.text for _, note in index.bookmarks()] == [NUL]
    assert index.rebuild() == 2
    assert verify(records).is_whole
    records.describe("old", MatchDescribed(title="Sunday", place="Brno", tags=("x",)))
    assert index.count(place="Brno", tag="x") == 1


def test_a_backslash_before_a_nul_stays(records: MatchRepository) -> None:
    recorded(records, "old", **OLD["backslash"][1])
    (row,) = MatchIndex(records.store, records).matches()
    assert (row.title, row.tags) == ("a\\u0000b\\\ufffd", ("\\\\\ufffd\ufffd",))


UNSTORABLE: dict[str, dict[str, Any]] = {
    "a large number": {"rules": 10**30},
    "long letters": {"place": LETTERS, "tags": (LETTERS,)},
}


@pytest.mark.parametrize("what", UNSTORABLE)
def test_a_match_that_the_tables_cannot_hold_is_damaged_and_the_others_are_listed(
    records: MatchRepository, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(5):
        records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), id=f"sound{number}")
    assert len(listed(records)) == 5
    recorded(records, "old")
    assert listed(records)["old"] == "open"
    append(records, MATCHES + "old", codec.row(MatchDescribed(title="a title")))
    header = UNSTORABLE[what]
    recorded(records, "bad", **header)
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (1, 2)), id="later")
    states = listed(records)
    assert set(states) == {*(f"sound{number}" for number in range(5)), "old", "bad", "later"}
    assert {id for id, state in states.items() if state == "damaged"} <= {"bad"}
    report = verify(records)
    named = [finding.match for finding in (*report.damaged, *report.not_checked)]  # Rules that no Partie has.
    assert named == [id for id, state in states.items() if state == "damaged"]
    assert ("cannot hold" in caplog.text) == bool(named)
    records.describe("bad", MatchDescribed(place="Brno", tags=()))
    if what == "long letters":
        assert "damaged" not in listed(records).values(), "a correction heals it"


def test_a_defect_is_logged_by_its_class_and_the_others_are_listed(
    records: MatchRepository, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(records, "sound")
    recorded(records, "bad", title="bad")
    index = MatchIndex(records.store, records)
    index.catch_up()
    whole = projection.match_row

    def failing(match: Match) -> projection.MatchRow:
        if match.id == "bad":
            raise KeyError("Anna")
        return whole(match)

    monkeypatch.setattr(projection, "match_row", failing)
    records.record("bad", MatchDescribed(title="worse"))
    assert listed(records) == {"sound": "open", "bad": "damaged"}
    (record,) = caplog.records
    assert (record.levelno, record.name) == (logging.ERROR, "partie.defects")
    assert record.getMessage() == "Listing a match failed with KeyError; `partie verify` names the match."
    (finding,) = verify(records).rules_changed
    assert finding.match == "bad"
    assert "KeyError" in finding.sentence


def test_notes_that_contradict_each_other_leave_the_match_listed(
    records: MatchRepository, caplog: pytest.LogCaptureFixture
) -> None:
    recorded(records, "old")
    append(records, notes.stream("old"), codec.row(NoteWithdrawn("none")))
    recorded(records, "sound")
    assert listed(records) == {"sound": "open", "old": "open"}
    assert "KeyError" in caplog.text
    assert [finding.match for finding in verify(records).rules_changed] == ["notes/old"]


@pytest.mark.torture("texts")
def test_no_text_of_a_stored_match_keeps_the_others_from_the_lists(tmp_path: Path, torture: Torture) -> None:
    rng, damaged = torture.rng(), 0
    stores = [open_store(empty(kind, tmp_path)) for kind in KINDS]
    every = [MatchRepository(store) for store in stores]
    for number in torture.rounds(4, 2_000):
        events, header = _old(rng)
        for matches in every:
            recorded(matches, f"m{number}", *events, **header)
        states = [listed(matches) for matches in every]
        for of_store in states:
            assert len(of_store) == number + 1
            assert {id: state for id, state in of_store.items() if state != "damaged"}.items() <= states[0].items()
        damaged = sum(state == "damaged" for of_store in states for state in of_store.values())
    for matches in every:
        named = {finding.match for finding in verify(matches).damaged}
        assert named == {id for id, state in listed(matches).items() if state == "damaged"}
        matches.store.close()
    torture.report(f"{torture.done:,} matches with texts of any kind, {damaged:,} of them in a list as damaged")


def _old(rng: Random) -> tuple[list[Any], dict[str, Any]]:
    """Events and a header with random texts, which earlier versions took."""

    def text() -> str:
        letters = ("\0", "\\", "\\u0000", "a", "Ž", "\ufffd", "\U0001f3b2", '"', "%", "\n", "\x1f", "\x7f", "\u202e")
        return "".join(rng.choices(letters, k=rng.choice((1, 3, 3_000)))) + rng.choice(("", "x", LETTERS[:2_000]))

    events = (
        MatchDescribed(title=text(), place=text(), tags=(text(), text())),
        DetailsNoted(expansions=(text(),), scenario=text(), variant=text(), series=text()),
        DetailsNoted(seats=(SeatDetails(team=text(), color=text()), SeatDetails())),
        MatchImported("bgstats:1", comment=text(), variant=text(), more={text(): text()}),
        PointsNoted(f"two {text()}", (3, None)),
    )
    header = {"title": text(), "place": text(), "tags": (text(),), "options": {"title": f"t{text()}"}}
    return rng.sample(events, 3), dict(rng.sample([*header.items()], 2))
