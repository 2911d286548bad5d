"""A newer export in which plays have other players, or their game another name: corrected by events, nothing lost."""

from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from core.games.scoresheet import PointsNoted
from core.record import imports, primary_source
from core.record_events import MatchDescribed, SeatImported
from eventstore.formats import script_import as scripts
from eventstore.formats.script import Script, read, write_script, write_text
from eventstore.maintenance.verification import verify
from eventstore.matches.match import Refused
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.statistics.extract import played
from eventstore.store.sqlite import SqliteStore
from importers.imported_play import ImportedPlay
from tests.eventstore.formats.test_script_import import ANNA, BEN, COPY, PLAY, kept, only, points
from tests.eventstore.matches.test_concurrency import interrupted

CYRIL = Player("Cyril", ("bgstats:c",))
THREE = replace(
    PLAY,
    provenance=replace(PLAY.provenance, seats=(*PLAY.provenance.seats, SeatImported("60", True, started=True))),
    players=(ANNA, BEN, CYRIL),
    events=points(52, 47, 60, winners=(2,)),
)
ALONE = replace(
    PLAY,
    provenance=replace(PLAY.provenance, seats=PLAY.provenance.seats[:1]),
    players=(ANNA,),
    events=points(52, winners=(0,)),
)
RENAMED = replace(PLAY, options={"title": "Azul (2017)", "bgg_id": 230802, "lowest_wins": True})
TEAMS = replace(THREE, options={"title": "Azul", "teams": ((0, 2), (1,))}, events=points(52, 47, 60, winners=(0, 2)))


@pytest.mark.parametrize("newer", [THREE, ALONE, RENAMED, TEAMS, replace(ALONE, players=(), events=())])
def test_a_changed_table_is_the_same_as_if_it_had_been_read_first(
    records: MatchRepository, newer: ImportedPlay
) -> None:
    newer = newer if newer.players else replace(newer, provenance=replace(newer.provenance, seats=()))
    kept(records, PLAY)
    before = records.store.read_all()
    assert kept(records, newer).what == "changed"
    assert records.store.read_all()[: len(before)] == before
    assert kept(records, newer).what == "unchanged"
    assert verify(records).is_whole
    corrected = only(records)
    assert corrected.names == tuple(player.name for player in newer.players)
    told = played(corrected, 0)
    assert kept(records, PLAY).what == "changed"
    assert only(records).names == ("Anna", "Ben")
    other = replace(newer, provenance=replace(newer.provenance, source="bgstats:2"), copies=())
    fresh = records.match(kept(records, other).match or "")
    assert played(fresh, 0) == replace(told, id=fresh.id)


def test_what_was_noted_before_stays_in_the_log_and_goes_along_in_a_script(
    records: MatchRepository, tmp_path: Path
) -> None:
    kept(records, PLAY)
    kept(records, THREE)
    match = only(records)
    assert PointsNoted("final", (52, 47)) in [entry.event for entry in match.log]
    for write in (write_script, write_text):
        with closing(SqliteStore(tmp_path / f"{write.__name__}.db")) as store:
            elsewhere = MatchRepository(store)
            (script,) = read(BytesIO(write(match).encode()))
            assert isinstance(script, Script)
            again = scripts.import_script(elsewhere, script).match
            assert again.names == match.names
            assert [entry.version for entry in again.log] == [entry.version for entry in match.log]
            assert replace(played(again, 0), seats=()) == replace(played(match, 0), seats=())
            assert again.now.scores == match.now.scores


@pytest.mark.parametrize("order", [(THREE, COPY), (COPY, THREE)])
def test_a_copy_that_knows_fewer_players_is_the_same_match(
    records: MatchRepository, order: tuple[ImportedPlay, ImportedPlay]
) -> None:
    seats = (SeatImported("52", True), SeatImported("47", False))
    first, second = (
        replace(play, provenance=replace(play.provenance, seats=seats)) if play is COPY else play for play in order
    )
    kept(records, first)
    assert kept(records, second).what == "changed"
    match = only(records)
    assert primary_source(match.log) == "bgstats:1"
    assert match.names == ("Anna", "Ben", "Cyril")
    assert match.now.scores == (52, 47, 60)
    assert len(imports(match.log)["bgg:7"].seats) == 2
    assert [kept(records, play).what for play in (first, second)] == ["unchanged", "unchanged"]


def test_people_cannot_change_the_table_under_what_stands(records: MatchRepository) -> None:
    kept(records, PLAY)
    match = only(records)
    for change, rule in (
        (MatchDescribed(players=("Anna",)), "R-SEAT"),
        (MatchDescribed(options={"title": "Chess"}), "R-OPTIONS"),
        (MatchDescribed(players=("Anna",), options={"title": "Azul"}), "R-OPTIONS"),
    ):
        with pytest.raises(Refused) as told:
            records.describe(match.id, change)
        assert told.value.refusal.rule == rule
    assert only(records).log == match.log


def test_a_play_is_compared_again_when_another_program_was_faster(records: MatchRepository) -> None:
    kept(records, PLAY)
    id = only(records).id
    faster = interrupted(records, lambda: records.describe(id, MatchDescribed(place="Brno")))
    assert kept(faster, replace(PLAY, events=points(60, 47, winners=(0,)))).what == "changed"
    assert (only(records).now.scores, only(records).header.place) == ((60, 47), "Brno")


def test_a_play_with_points_added_keeps_those_that_stand(records: MatchRepository) -> None:
    kept(records, replace(PLAY, events=PLAY.events[:1]))
    before = records.store.read_all()
    assert kept(records, PLAY).what == "changed"
    added = [row.type for row in records.store.read_all()[len(before) :]]
    assert "Corrected" not in added
    assert verify(records).is_whole
