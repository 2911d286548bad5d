"""The read tables always hold the rows that a rebuild from the log gives."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, MatchDescribed
from eventstore.matches.notes import NoteChanged
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import projector
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import fold
from tests.recorded import record, records_in


def library(records: MatchRepository) -> MatchIndex:
    return MatchIndex(records.store, records)


def sheet(records: MatchRepository, *lines: str, names: tuple[str, ...] = ("Anna", "Ben"), **more: Any) -> str:
    return records.start(scoresheet, names, *map(scoresheet.parse, lines), **more).id


def ids(shown: MatchIndex, **filters: Any) -> list[str]:
    return [row.id for row in shown.matches(**filters)]


def test_a_row_tells_what_a_list_needs(records: MatchRepository) -> None:
    match = record(records, "m", chocolatier, ("Anna", "Ben"), 5, played_on="2026-11-20", place="Brno", tags=["home"])
    (row,) = library(records).matches()
    assert match.outcome is not None
    assert (row.id, row.game, row.game_title, row.title) == ("m", "chocolatier", "Azul: Master Chocolatier", None)
    assert (row.players, row.scores, row.winners) == (("Anna", "Ben"), match.now.scores, match.outcome.winners)
    assert (row.played_on, row.place, row.tags) == ("2026-11-20", "Brno", ("home",))
    assert (row.depth, row.events, row.version, row.state) == ("moves", len(match.log), match.version, "finished")


def test_the_newest_match_comes_first(records: MatchRepository) -> None:
    for id, date in {"b": "2026-11-02", "d": "2026-11-20", "a": None, "c": "2026-11-02", "e": "2026"}.items():
        sheet(records, id=id, played_on=date)
    shown = library(records)
    assert ids(shown) == ["d", "c", "b", "e", "a"]
    assert [row.id for row in shown.matches(limit=2, offset=1)] == ["c", "b"]
    assert [row.id for row in shown.matches(after="c")] == ["b", "e", "a"], "without the one it goes on from"


def test_rows_are_found_by_game_person_and_date(records: MatchRepository) -> None:
    sheet(records, id="skat", options={"title": "Skat"}, names=("Anna", "Zoe"), played_on="2026-10-31")
    sheet(records, id="plain", played_on="2026-11-02")
    record(records, "azul", chocolatier, ("Ben", "Zoe"), 5, events=3, played_on="2026-11-20")
    shown = library(records)
    assert ids(shown, game="scoresheet") == ["plain", "skat"]
    assert ids(shown, game="Skat") == ["skat"]
    assert ids(shown, person="ZOE") == ["azul", "skat"]
    assert ids(shown, person="nobody") == []
    assert ids(shown, since="2026-11", until="2026-11-02") == ["plain"]
    assert ids(shown, since="2026-11-02") == ["azul", "plain"]
    assert ids(shown, until="2026-10") == ["skat"]
    assert ids(shown, game="chocolatier", person="Anna") == []
    assert (shown.count(person="Zoe"), shown.count(), shown.count(at_most=1)) == (2, 3, 1)
    assert shown.games() == ("Azul: Master Chocolatier", "Score sheet", "Skat")
    names = records.people().name
    assert sorted(map(names, shown.plays_by_person())) == ["Anna", "Ben", "Zoe"]
    of_some = MatchIndex(records.store, records, ["plain", "skat"]).plays_by_person()
    assert {names(person): plays for person, plays in of_some.items()} == {"Anna": 2, "Ben": 1, "Zoe": 1}


def test_rows_are_found_by_table_place_tag_depth_and_state(records: MatchRepository) -> None:
    sheet(records, "one: 1 2", id="pair", place="Brno", tags=["home", "home"], played_on="2026-11-03")
    sheet(records, "one: 1 2 3", "wins 2", id="three", names=("Anna", "Ben", "Zoe"), played_on="2026-11-02")
    sheet(records, "one: 1", "wins 0", id="alone", names=("Anna",), tags=["late"], played_on="2026-11-01")
    shown = library(records)
    assert ids(shown, person=("Anna", "ben")) == ["pair", "three"]
    assert ids(shown, person=["Anna", "Ben"], only=True) == ["pair"]
    assert ids(shown, person="Anna", only=True) == ["alone"]
    assert ids(shown, person=["Anna", "nobody"]) == []
    anna, _, zoe = records.match("three").header.players
    assert ids(shown, person=[anna, "Ben"]) == ["pair", "three"]
    records.people_repository.rename(zoe, "Anna")
    assert ids(shown, person=zoe) == ids(shown, person=[anna, zoe]) == ["three"], "namesakes are two people"
    records.people_repository.merge(zoe, anna)
    assert ids(shown, person=zoe) == ids(shown, person=anna) == ["pair", "three", "alone"]
    records.people_repository.split(zoe)
    assert (ids(shown, seats=3), ids(shown, seats=5)) == (["three"], [])
    assert (ids(shown, place="Brno"), ids(shown, tag="late"), shown.places(), shown.tags()) == (
        ["pair"],
        ["alone"],
        ("Brno",),
        ("home", "late"),
    )
    assert (ids(shown, state="open"), ids(shown, state="finished", depth="moves")) == (["pair"], [])
    records.describe("pair", MatchDescribed(tags=("away",), place="Praha"))
    assert (ids(shown, tag="home"), ids(shown, tag="away", place="Praha")) == ([], ["pair"])


def test_words_of_a_filter_are_compared_without_case_and_accents(records: MatchRepository) -> None:
    names = ("Žofie", "Łukasz")
    sheet(records, id="frogs", options={"title": "Žabí království"}, names=names, place="U Lišky", tags=["Žhavé"])
    sheet(records, id="english", options={"title": "Kingdom of Frogs", "bgg_id": 7}, names=("Ann", "Zoë"))
    sheet(records, id="known", options={"title": "ŽABÍ KRÁLOVSTVÍ", "bgg_id": 7}, names=("Ann", "Ján"))
    sheet(records, id="signs", options={"title": "⭐"}, names=("🐻", "Jan"), tags=["⭐"])
    records.record("frogs", DetailsNoted(variant="Noční hra"))
    shown = library(records)
    for title in ("Žabí království", "zabi kralovstvi", "Z\u030cabi\u0301 KRÁLOVSTVÍ", "Zabi-kralovstvi!"):
        assert ids(shown, game=title) == ["known", "english", "frogs"], "one game by its number at BoardGameGeek"
    assert ids(shown, game="SCORESHEET") == ["signs", "known", "english", "frogs"]
    for person in ("zofie", "ŽOFIE", "lukasz", "Łukasz"):
        assert ids(shown, person=person) == ["frogs"]
    assert ids(shown, person="jan") == ["signs", "known"], "people whose names differ in accents alone"
    assert ids(shown, person=["zoe", "ann"]) == ["english"]
    assert ids(shown, place="u lisky") == ids(shown, tag="zhave") == ids(shown, variant="nocni HRA") == ["frogs"]
    assert ids(shown, game="⭐") == ids(shown, tag="⭐") == ids(shown, person="🐻") == ["signs"]
    assert ids(shown, game="🎲") == ids(shown, tag="🔥") == ids(shown, person="🐼") == []


def test_tables_brought_up_to_date_are_those_a_rebuild_makes(records: MatchRepository) -> None:
    shown = library(records)
    record(records, "m", chocolatier, ("Anna", "Ben"), 5, events=20)
    changes = [
        lambda: sheet(records, "one: 1 2", id="s"),
        lambda: records.record("s", PointsNoted("two", (3, 3))),
        lambda: records.take_back("m"),
        lambda: records.correct("s", 2, 2, [PointsNoted("one", (9, 0))], ""),
        lambda: records.describe("s", MatchDescribed(players=("Ben", "Cleo"), played_on="2026-11-20", title="x")),
        lambda: records.fork("s", 1),
        lambda: records.record("s", WinnersNamed((0,))),
        lambda: records.close("m", "abandoned"),
        lambda: records.note("s", 2, "hm"),
    ]
    for change in changes:
        change()
        current = shown.matches()
        fresh = MatchRepository(records.store)
        assert library(fresh).rebuild() == len(current)
        assert library(fresh).matches() == current
        assert shown.plays_by_person() == library(fresh).plays_by_person()
    assert {(row.id, row.scores, row.players) for row in shown.matches()} >= {("s", (12, 3), ("Ben", "Cleo"))}


def test_bookmarks_lead_back_to_their_matches_until_they_are_taken_away(records: MatchRepository) -> None:
    for id in ("one", "two"):
        sheet(records, "one: 1 2", id=id)
    shown = library(records)
    first = records.note("one", 2, "was that right?", bookmark=True)
    records.note("one", 2, "no bookmark")
    second = records.note("two", 1, bookmark=True)
    assert [(row.id, note) for row, note in shown.bookmarks()] == [("two", second), ("one", first)]
    assert len(shown.bookmarks(limit=1)) == 1
    records.change_note("one", NoteChanged(first.id, "it was"))
    records.withdraw_note("two", second.id)
    assert shown.bookmarks() == ()


def test_only_what_changed_is_folded(records: MatchRepository) -> None:
    for _ in range(5):
        id = sheet(records, "one: 1 2")
    shown = library(records)
    assert [shown.catch_up(), shown.catch_up()] == [5, 0]
    records.note(id, 1, "a note is no move")
    assert shown.catch_up() == 0
    records.take_back(id)
    assert shown.catch_up() == 1


def test_an_older_look_at_a_match_does_not_overwrite_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = records_in(tmp_path / "a.db")
    id = sheet(records, "one: 1 2")
    slow, quick = library(records), library(records)
    has_folded, goes_on = threading.Event(), threading.Event()

    def fold_slowly(*words: Any) -> Any:
        monkeypatch.undo()
        page = fold(*words)
        has_folded.set()
        assert goes_on.wait(30)
        return page

    monkeypatch.setattr(projector, "fold", fold_slowly)
    with ThreadPoolExecutor(1) as pool:
        late = pool.submit(slow.catch_up)
        assert has_folded.wait(30)
        records.record(id, PointsNoted("two", (1, 1)))
        (row,) = quick.matches()
        goes_on.set()
        late.result(30)
    assert quick.matches() == (row,)
    assert row.scores == (2, 3)


def test_forks_are_found_by_the_match_they_leave(records: MatchRepository) -> None:
    record(records, "m", chocolatier, ("Anna", "Ben"), 5, events=6)
    fork = records.fork("m", 4)
    again = records.fork(fork.id, 3)
    shown = library(records)
    assert [row.id for row in shown.forks("m")] == [fork.id]
    assert [(row.id, row.parent) for row in shown.forks(fork.id)] == [(again.id, fork.id)]
    assert shown.forks(again.id) == ()


def test_a_match_goes_by_the_name_of_its_edition(records: MatchRepository) -> None:
    record(records, "azul", chocolatier, ("Anna", "Ben"), 5, events=3, options={"edition": "azul"})
    (row,) = library(records).matches(game="Azul")
    assert row.game_title == "Azul"


def test_tables_of_an_older_edition_are_made_again_whatever_they_looked_like(tmp_path: Path) -> None:
    records = records_in(tmp_path / "a.db")
    sheet(records, "one: 1 2")
    assert library(records).count() == 1
    with records.store.transaction() as connection:  # type: ignore[attr-defined]
        for table in ("projections", "matches"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("CREATE TABLE projections (edition INTEGER NOT NULL, position INTEGER NOT NULL) STRICT")
        connection.execute("INSERT INTO projections VALUES (1, 7)")
    assert library(records).count() == 1
