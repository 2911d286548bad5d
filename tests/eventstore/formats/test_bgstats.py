"""All matches as an export of BG Stats: read back it tells the same plays, scores and winners."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from core.imported_details import TEAM_ROLE, imported_details
from core.record_events import DetailsNoted, MatchClosed, Role, SeatDetails
from eventstore.formats import bgstats as export
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from importers.apps import bgstats
from importers.imported_play import ImportedPlay
from importers.ingest import record_plays
from tests import TESTS
from tests.importers.imported import kept
from tests.recorded import FOUR, record, records_in

SAMPLES = sorted((TESTS / "samples" / "bgstats").glob("*.json"))


def exported(records: MatchRepository) -> bytes:
    out = io.BytesIO()
    assert export.write(records, records.ids(), out) == ()
    return out.getvalue()


def reread(records: MatchRepository) -> tuple[ImportedPlay, ...]:
    """What our importer makes of our export, in the order of the store."""
    content = exported(records)
    assert bgstats.recognizes(content)
    reading = bgstats.read(content)
    assert reading.problems == ()
    order = [row["uuid"].lower() for row in json.loads(content)["plays"]]
    return tuple(sorted(reading.plays, key=lambda play: order.index(play.provenance.source.removeprefix("bgstats:"))))


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_plays_of_the_app_go_back_as_they_came(sample: Path, tmp_path: Path) -> None:
    plays = bgstats.read(sample.read_bytes()).plays
    records = records_in(tmp_path / "matches.db")
    assert {one.what for one in record_plays(records, plays)} == {"new"}
    again = reread(records)
    assert [play.provenance.source for play in again] == [play.provenance.source for play in plays]
    for before, after in zip(plays, again, strict=True):
        one, other = kept(before), kept(after)
        assert (other.names, other.scores, other.minutes) == (one.names, one.scores, one.minutes)
        assert (other.outcome and other.outcome.winners) == (one.outcome and one.outcome.winners)
        assert (other.options.title, other.options.bgg_id) == (one.options.title, one.options.bgg_id)
        assert other.options.teams == one.options.teams
        assert (after.played_on, after.place, after.tags) == (before.played_on, before.place, before.tags)
        assert [player.accounts for player in after.players] == [player.accounts for player in before.players]
        assert (after.copies, after.provenance.comment, after.provenance.variant) == (
            before.copies,
            before.provenance.comment,
            before.provenance.variant,
        )
        assert _lines(after) == _lines(before)
    other = records_in(tmp_path / "other.db")
    assert {one.what for one in record_plays(other, again)} == {"new"}
    for play in plays:
        (here,), (there,) = (each.matches_from(play.provenance.source) for each in (records, other))
        assert _facts(other.match(there)) == _facts(records.match(here))


def _facts(match: Match) -> DetailsNoted:
    """The details of a match; the app does not tell unknown from no."""
    seats = match.details.seats or ()
    seats_noted = tuple(replace(seat, started=bool(seat.started), new=bool(seat.new)) for seat in seats)
    return replace(match.details, seats=seats_noted)


def test_details_noted_here_are_in_the_export_also_a_team_of_one(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    anna = SeatDetails((Role("Orcs", "faction"), Role("Medic"), Role("Spy", TEAM_ROLE)), "North", new=True, rank=2)
    noted = DetailsNoted(("Ice",), (anna, SeatDetails(started=True, rank=1)), variant="short", counted=False)
    started(records, noted, RanksNamed((2, 1)))
    (play,) = json.loads(exported(records))["plays"]
    first, second = play["playerScores"]
    assert (first["role"], first["teamRole"], first["team"]) == ("Orcs／Medic", "Spy", "North")
    assert (first["rank"], first["newPlayer"], second["startPlayer"]) == (2, True, True)
    assert (play["ignored"], play["board"], play["usesTeams"]) == (True, "short", False)
    (again,) = reread(records)
    details = imported_details(again.provenance)
    assert (details.expansions, details.variant, details.counted) == (("Ice",), "short", False)
    assert details.seats == (
        replace(anna, roles=(Role("Orcs"), Role("Medic"), Role("Spy", TEAM_ROLE)), started=False),
        SeatDetails(started=True, new=False, rank=1),
    )


def _lines(play: ImportedPlay) -> list[PointsNoted]:
    return [event for event in play.events if isinstance(event, PointsNoted)]


def started(records: MatchRepository, *events: object, players: Sequence[str] = FOUR[:2], **more: Any) -> Match:
    return records.start(scoresheet, players, *events, **more)


def test_what_was_recorded_here_is_a_play_of_the_app(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    whole = record(records, "moves", chocolatier, FOUR, 3, started_at="2026-11-20T18:05:00+01:00", place="Brno")
    record(records, "open", chocolatier, FOUR, 3, events=20)
    assert whole.outcome
    (play,) = reread(records)
    match = kept(play)
    assert (match.scores, match.names) == (whole.now.scores, whole.names)
    assert match.outcome is not None
    assert match.outcome.winners == whole.outcome.winners
    assert (match.options.title, play.played_on, play.provenance.more["time"]) == (
        whole.game_title,
        "2026-11-20",
        "18:05",
    )
    assert play.place == "Brno"
    assert {"wall", "floor"} <= {line.label for line in _lines(play)}
    assert [seat.started for seat in play.provenance.seats] == [True, False, False, False]


def test_four_ways_to_know_who_won_stay_four(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    points = PointsNoted("final", (3, 3.5))
    for end in (WinnersNamed((1,)), WinnersNamed((0, 1)), WinnersNamed(()), MatchClosed("incomplete")):
        started(records, points, end, options={"title": "Skat"})
    outcomes = [kept(play).outcome for play in reread(records)]
    assert [outcome and outcome.winners for outcome in outcomes] == [(1,), (0, 1), (), ()]
    rows = json.loads(exported(records))["plays"]
    assert [row["playerScores"][0]["winner"] for row in rows] == [False, True, False, None]


def test_how_a_game_is_won_and_who_plays_together(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    lines = (PointsNoted("Round 1", (3, -4.25, 0, None)), PointsNoted("Round 2", (1e-7, None, 5, None)))
    teams = {"title": "Golf", "lowest_wins": True, "teams": ((0, 2), (1, 3))}
    started(records, *lines, WinnersNamed((1, 3)), players=FOUR, options=teams)
    started(records, WinnersNamed((0, 1)), options={"title": "Pandemic", "bgg_id": 30549, "cooperative": True})
    golf, pandemic = reread(records)
    assert _lines(golf) == list(lines)
    assert golf.options == {"title": "Golf", "lowest_wins": True, "teams": ((0, 2), (1, 3))}
    assert pandemic.options == {"title": "Pandemic", "bgg_id": 30549, "cooperative": True}
    games = json.loads(exported(records))["games"]
    assert [(game["noPoints"], game["usesTeams"], game["highestWins"]) for game in games] == [
        (False, True, False),
        (True, False, True),
    ]


def test_people_stay_one_person_and_a_merged_one_is_told_once(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    started(records, WinnersNamed((0,)), players=("Anna", "Benn"))
    started(records, WinnersNamed((0,)), players=("Ben", "somebody", "somebody"))
    people = records.people()
    records.people_repository.merge(*people.named("Benn"), *people.named("Ben"))
    file = json.loads(exported(records))
    assert [(player["name"], player["isAnonymous"]) for player in file["players"]] == [
        ("Anna", False),
        ("Ben", False),
        ("somebody", True),
    ]
    first, second = reread(records)
    assert first.players[1] == second.players[0]
    assert [player.is_anonymous for player in second.players] == [False, True, True]


@pytest.mark.parametrize(("day", "date"), [("2026-11-20", "2026-11-20 10:00:00"), ("2026-11", None), (None, None)])
def test_a_day_without_a_time_is_what_the_app_writes(tmp_path: Path, day: str | None, date: str | None) -> None:
    records = records_in(tmp_path / "matches.db")
    started(records, WinnersNamed((0,)), played_on=day)
    assert json.loads(exported(records))["plays"][0]["playDate"] == date


def test_a_fork_of_a_play_is_a_play_of_its_own(tmp_path: Path) -> None:
    records = records_in(tmp_path / "matches.db")
    (play,) = bgstats.read(SAMPLES[0].read_bytes()).plays[:1]
    (one,) = record_plays(records, [play])
    assert one.match
    fork = records.fork(one.match, records.match(one.match).version)
    sources = [each.provenance.source for each in reread(records)]
    assert sources[0] == play.provenance.source
    assert len(set(sources)) == 2
    assert sources == [each.provenance.source for each in reread(records)], "ids are the same every time"
    assert fork.parent == one.match


def test_an_empty_store_is_an_empty_export(tmp_path: Path) -> None:
    assert reread(records_in(tmp_path / "matches.db")) == ()
