"""Two records of one play become one match, and two again."""

from dataclasses import replace
from pathlib import Path

import pytest

from core import record
from core.errors import InvalidInput
from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import (
    DetailsNoted,
    MatchDescribed,
    MatchImported,
    MatchJoined,
    MatchSplit,
    SeatDetails,
    SeatImported,
)
from eventstore.formats import script
from eventstore.maintenance.joining import join, leading
from eventstore.maintenance.merging import merge
from eventstore.maintenance.verification import verify
from eventstore.matches import withdrawals
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.store.sqlite import SqliteStore
from importers.files import importing
from tests.recording import refused

KETTLE = {"title": "Kettle Race"}


@pytest.fixture
def index(records: MatchRepository) -> MatchIndex:
    """A sheet by category from one app, and from another one the totals, with the seats the other way round."""
    records.start(
        scoresheet,
        ("Anna", "Ben"),
        MatchImported("one:1", seats=(SeatImported("52"), SeatImported("47"))),
        PointsNoted("tiles", (50, 40)),
        PointsNoted("bonus", (2, 7)),
        WinnersNamed((0,)),
        options=KETTLE,
        played_on="2026-11",
        tags=("club",),
        id="rich",
    )
    records.start(
        scoresheet,
        ("Ben", "Anna"),
        MatchImported("two:7", seats=(SeatImported("47", color="red"), SeatImported("52")), more={"order": "1 | 2"}),
        MatchImported("three:9", copy_of="two:7"),
        PointsNoted("final", (47, 52)),
        WinnersNamed((1,)),
        DetailsNoted(seats=(SeatDetails(color="red"), SeatDetails()), expansions=("Steam",)),
        options=KETTLE,
        played_on="2026-11-20",
        place="Brno",
        minutes=40,
        tags=("club", "league"),
        id="poor",
    )
    return MatchIndex(records.store, records)


def as_it_is(match: Match) -> object:
    return match.header, match.details, match.now.scores, match.outcome, match.known_sources, match.withdrawal


def without_numbers(row: MatchRow | None) -> MatchRow:
    assert row is not None
    return replace(row, events=0, version=0)


def test_the_richer_one_leads_and_takes_over_what_it_lacks(records: MatchRepository, index: MatchIndex) -> None:
    one, other = records.match("poor"), records.match("rich")
    assert [match.id for match in leading(records, one, other)] == ["rich", "poor"]
    join(records, "rich", "poor")
    match = records.match("rich")
    assert index.ids() == ("rich",), "one play in lists"
    assert [played.id for played in index.played()] == ["rich"], "and in statistics"
    assert (match.now.scores, [line.event.label for line in record.effective_entries(match.log)[:2]]) == (
        (52, 47),
        ["tiles", "bonus"],
    )
    header = match.header
    assert (header.played_on, header.place, header.minutes, header.tags) == (
        "2026-11-20",
        "Brno",
        40,
        ("club", "league"),
    )
    assert match.details.expansions == ("Steam",)
    assert [seat.color for seat in match.details.seats or ()] == ["", "red"], "Ben is in the second seat here"
    row = index.row("rich")
    assert row is not None
    assert row.sources == ("one:1", "two:7", "three:9")
    imported = record.imports(match.log)
    assert [one.copy_of for one in imported.values()] == [None, "one:1", "two:7"]
    assert [seat.score for seat in imported["two:7"].seats] == ["52", "47"]
    assert imported["two:7"].more == {"order": "2 | 1"}
    assert record.primary_source(match.log) == "one:1"
    assert not withdrawals.restore(records, "poor", with_joined=False)
    gone = records.match("poor")
    assert gone.withdrawal is not None
    assert gone.withdrawal.into == "rich"
    assert verify(records).is_whole


def test_a_split_restores_both_as_they_were(records: MatchRepository, index: MatchIndex) -> None:
    before, rows = [as_it_is(records.match(id)) for id in ("rich", "poor")], index.matches()
    for _ in range(2):
        join(records, "rich", "poor")
        assert withdrawals.restore(records, "poor")
        assert [as_it_is(records.match(id)) for id in ("rich", "poor")] == before
        assert [*map(without_numbers, index.matches())] == [*map(without_numbers, rows)]
    assert verify(records).is_whole
    index.rebuild()
    assert [*map(without_numbers, index.matches())] == [*map(without_numbers, rows)]


def test_what_a_person_changed_since_stays_after_a_split(records: MatchRepository, index: MatchIndex) -> None:
    join(records, "rich", "poor")
    records.describe("rich", MatchDescribed(place="Praha"))
    records.restore("poor")
    header = records.match("rich").header
    assert (header.place, header.minutes) == ("Praha", None)


def test_a_join_that_was_interrupted_is_completed(records: MatchRepository, index: MatchIndex) -> None:
    records.record("rich", MatchJoined("poor"))  # A store that commits each write by itself stopped after the first.
    join(records, "rich", "poor")
    assert index.ids() == ("rich",)
    records.restore("poor")
    assert record.joined(records.match("rich").log) == {}
    for event in (MatchSplit("poor"), MatchJoined("poor", -1)):
        with refused("R-JOIN"):
            records.record("rich", event)


def test_a_script_of_the_play_knows_both_sources(records: MatchRepository, index: MatchIndex, tmp_path: Path) -> None:
    join(records, "rich", "poor")
    path = tmp_path / "plays.partie.jsonl"
    with path.open("wb") as file:
        script.write_all(records, index.ids(), file)
    with path.open("rb") as file, importing(str(tmp_path / "other.db"), [path.name]) as files:
        files.read(path.name, file)
        assert files.summary.new == 1
    other = MatchRepository(SqliteStore(tmp_path / "other.db"))
    (row,) = MatchIndex(other.store, other).matches()
    assert row.sources == ("one:1", "two:7", "three:9")
    assert (row.place, row.played_on) == ("Brno", "2026-11-20")
    assert verify(other).is_whole


def test_a_match_recorded_here_leads_without_a_source(records: MatchRepository, index: MatchIndex) -> None:
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (52, 47)), WinnersNamed((0,)), id="here")
    join(records, "here", "poor")
    match = records.match("here")
    assert record.primary_source(match.log) is None, "an import must not rewrite it"
    assert record.imports(match.log)["two:7"].copy_of == "partie:here"


def test_a_chain_of_three_is_one_play(records: MatchRepository, index: MatchIndex) -> None:
    before = as_it_is(records.match("rich"))
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("final", (52, 47)), title="Finals", id="here")
    join(records, "poor", "here")
    join(records, "rich", "poor")
    assert records.match("rich").header.title == "Finals"
    with refused("R-JOIN"):  # The later join has to be undone first.
        records.restore("here")
    with pytest.raises(InvalidInput, match="joined to match rich; split it first"):
        join(records, "poor", "rich")
    records.restore("poor")
    records.restore("here")
    assert as_it_is(records.match("rich")) == before
    assert set(index.ids()) == {"rich", "poor", "here"}


def test_only_plays_of_the_same_people_are_joined(records: MatchRepository, index: MatchIndex) -> None:
    records.start(scoresheet, ("Anna", "Cleo"), id="other")
    records.start(scoresheet, ("Anna", "Ben"), id="gone")
    records.withdraw("gone")
    for pair, sentence in (
        (("rich", "rich"), "the same match"),
        (("rich", "other"), "different players; merge the people first"),
        (("rich", "gone"), "deleted; bring it back"),
    ):
        with pytest.raises(InvalidInput, match=sentence):
            join(records, *pair)
    assert len(index.ids()) == 3, "nothing is written"
    people = records.people_repository
    people.merge(records.people().named("Cleo")[0], records.people().named("Ben")[0])
    join(records, "rich", "other")
    assert index.ids() == ("rich", "poor")


def test_a_join_and_its_split_are_merged_into_another_store(
    records: MatchRepository, index: MatchIndex, tmp_path: Path
) -> None:
    other = MatchRepository(SqliteStore(tmp_path / "other.db"))
    merge(other.store, records.store)
    join(records, "rich", "poor")
    records.told_apart.tell_apart("rich", "poor")
    merge(other.store, records.store)
    assert MatchIndex(other.store, other).ids() == ("rich",)
    other.told_apart.tell_apart("poor", "third")
    records.told_apart.tell_apart("rich", "third")
    records.restore("poor")
    merge(other.store, records.store)
    assert set(MatchIndex(other.store, other).ids()) == {"rich", "poor"}
    assert as_it_is(other.match("rich")) == as_it_is(records.match("rich"))
    pairs = (("rich", "poor"), ("poor", "third"), ("rich", "third"))
    assert other.told_apart.pairs() == {frozenset(pair) for pair in pairs}
    assert verify(other).is_whole
