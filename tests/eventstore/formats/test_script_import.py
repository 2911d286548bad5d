"""Imports of one play: repeated, changed, and from two apps."""

from dataclasses import replace

import pytest

from core.games.scoresheet import PointsNoted, WinnersNamed
from core.messages import for_commands
from core.record import imports, primary_source
from core.record_events import MatchImported, SeatImported
from eventstore.maintenance.verification import verify
from eventstore.matches.match import Match
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from importers.imported_play import ImportedPlay
from importers.ingest import ImportResult, record_plays

ANNA, BEN = Player("Anna", ("bgstats:a", "bgg:anna")), Player("Ben", ("bgstats:b",))


def points(*numbers: int | None, winners: tuple[int, ...] = (0,)) -> tuple[object, ...]:
    return (PointsNoted("final", numbers), WinnersNamed(winners))


PLAY = ImportedPlay(
    "play 1",
    MatchImported("bgstats:1", comment="fun", seats=(SeatImported("52", True), SeatImported("47", False))),
    (ANNA, BEN),
    points(52, 47),
    options={"title": "Azul", "bgg_id": 230802},
    played_on="2026-11-20",
    minutes=45,
    copies=("bgg:7",),
)
COPY = replace(PLAY, provenance=MatchImported("bgg:7", comment="fun #bgstats"), copies=(), minutes=None)


def kept(records: MatchRepository, play: ImportedPlay) -> ImportResult:
    (found,) = record_plays(records, [play])
    return found


def only(records: MatchRepository) -> Match:
    (id,) = records.ids()
    return records.match(id)


def test_a_play_becomes_a_match_with_all_the_source_knew(records: MatchRepository) -> None:
    assert kept(records, PLAY).what == "new"
    match = only(records)
    assert match.names == ("Anna", "Ben")
    assert match.now.scores == (52, 47)
    assert match.header.minutes == 45
    assert match.sources == ("bgstats:1", "bgg:7")
    assert imports(match.log)["bgstats:1"].seats == PLAY.provenance.seats
    assert verify(records).is_whole


def test_a_play_with_a_person_on_two_seats_is_taken_and_told(records: MatchRepository) -> None:
    (told,) = record_plays(records, [replace(PLAY, players=(BEN, Player("Ben")))])
    assert told.problem is not None
    assert (told.what, told.problem.message) == ("new", "Ben has two seats in this play.")
    anonymous = replace(PLAY, players=(Player(), Player()), provenance=MatchImported("bgstats:2"), copies=())
    assert kept(records, anonymous).problem is None
    apart = replace(
        PLAY, players=(BEN, Player("Ben", ("bgstats:c",))), provenance=MatchImported("bgstats:3"), copies=()
    )
    assert kept(records, apart).problem is None, "two people of one name"
    assert verify(records).is_whole


def test_the_same_play_again_changes_nothing(records: MatchRepository) -> None:
    first = kept(records, PLAY)
    rows = records.store.read_all()
    assert kept(records, replace(PLAY, where="play 9")) == ImportResult("unchanged", first.match)
    assert records.store.read_all() == rows


def test_what_people_put_right_here_stays_until_the_source_says_something_new(records: MatchRepository) -> None:
    kept(records, PLAY)
    match = only(records)
    records.correct(match.id, match.frames[1].version, match.frames[2].version, points(53, 47), "miscounted")
    assert kept(records, PLAY).what == "unchanged"
    assert only(records).now.scores == (53, 47)
    assert kept(records, replace(PLAY, events=points(54, 47))).what == "changed"
    assert only(records).now.scores == (54, 47)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (replace(PLAY, events=points(50, 57, winners=(1,))), (("Anna", "Ben"), (50, 57), "2026-11-20", 45)),
        (replace(PLAY, events=(WinnersNamed((1,)),)), (("Anna", "Ben"), (None, None), "2026-11-20", 45)),
        (replace(PLAY, players=(ANNA, Player("Cyril"))), (("Anna", "Cyril"), (52, 47), "2026-11-20", 45)),
        (replace(PLAY, players=(BEN, ANNA)), (("Ben", "Anna"), (52, 47), "2026-11-20", 45)),
        (replace(PLAY, played_on="2026-11-19", minutes=50), (("Anna", "Ben"), (52, 47), "2026-11-19", 50)),
        (
            replace(PLAY, provenance=replace(PLAY.provenance, comment="great")),
            (("Anna", "Ben"), (52, 47), "2026-11-20", 45),
        ),
    ],
)
def test_a_changed_play_corrects_its_match_by_events(
    records: MatchRepository, changed: ImportedPlay, expected: object
) -> None:
    kept(records, PLAY)
    before = records.store.read_all()
    assert kept(records, changed).what == "changed"
    match = only(records)
    assert (match.names, match.now.scores, match.header.played_on, match.header.minutes) == expected
    assert records.store.read_all()[: len(before)] == before
    assert kept(records, changed).what == "unchanged"
    assert verify(records).is_whole


@pytest.mark.parametrize("order", [(PLAY, COPY), (COPY, PLAY)])
def test_one_play_from_two_apps_is_one_match_and_the_one_that_pushed_it_leads(
    records: MatchRepository, order: tuple[ImportedPlay, ImportedPlay]
) -> None:
    kept(records, order[0])
    assert kept(records, order[1]).what == "changed"
    match = only(records)
    assert primary_source(match.log) == "bgstats:1"
    assert match.header.minutes == 45
    assert imports(match.log)["bgg:7"].comment == "fun #bgstats"
    assert [kept(records, play).what for play in order] == ["unchanged", "unchanged"]
    assert kept(records, replace(COPY, events=points(1, 2))).what == "changed"
    assert only(records).now.scores == (52, 47)


def test_a_refused_play_leaves_nothing_behind_and_the_next_is_kept(records: MatchRepository) -> None:
    bad = replace(PLAY, provenance=MatchImported("bgstats:2"), copies=(), events=(WinnersNamed((5,)),))
    first, second = record_plays(records, [bad, PLAY])
    assert first.what == "refused"
    assert first.problem is not None
    sentence = "Winners must be seats of this table, each once and in seat order."
    assert first.problem.message == sentence
    assert for_commands(first.problem.message) == f"{sentence} (N-WIN-1)"
    assert second.what == "new"
    assert only(records).sources == ("bgstats:1", "bgg:7")


def test_a_renamed_person_stays_the_same_for_files_that_know_the_old_name(records: MatchRepository) -> None:
    kept(records, replace(PLAY, players=(Player("Anna"), Player("Ben"))))
    anna, _ = only(records).header.players
    records.people_repository.rename(anna, "Johanna")
    other = replace(PLAY, provenance=MatchImported("bgstats:3"), players=(Player("Anna"),), events=points(1), copies=())
    assert kept(records, other).what == "new"
    assert MatchIndex(records.store, records).count(person="Johanna") == 2
