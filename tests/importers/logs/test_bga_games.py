"""Lists of a person's games on Board Game Arena, and the replay logs of the same tables."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchClosed, MatchDescribed
from eventstore.maintenance.verification import verify
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from importers import ingest
from importers.imported_play import ImportedPlay, UnreadableFile
from importers.logs import bga
from importers.reading import recognized
from tests import TESTS
from tests.importers.imported import the_play
from tests.importers.logs.bga_logs import azul
from tests.importers.logs.test_bga_results import ended, row
from tests.recorded import records_in

SAMPLE = TESTS / "samples/bga_other/bga-getgames.json"


def table(id: int = 8, **fields: object) -> dict[str, object]:
    """A row as the platform writes it, also its ratings."""
    told = {"table_id": str(id), "game_name": "arknova", "start": "1700000000", "end": "1700001200", "concede": "0"}
    people = {"normalend": "1", "players": "1,2", "player_names": "Jitka,Jarda", "scores": "75,32", "ranks": "1,2"}
    return {**told, **people, "elo_win": "3", "elo_after": "1475", "arena_win": None, **fields}


def games(*rows: object) -> bytes:
    return json.dumps({"status": 1, "data": {"tables": rows, "stats": []}}).encode()


def imported(records: MatchRepository, *files: bytes | ImportedPlay) -> list[str]:
    plays = [play for file in files for play in ([file] if isinstance(file, ImportedPlay) else bga.read(file).plays)]
    return [result.what for result in ingest.record_plays(records, plays)]


def shown(records: MatchRepository) -> Match:
    """The only match that is not withdrawn."""
    (match,) = [match for id in records.ids() if (match := records.match(id)).withdrawal is None]
    return match


def test_the_sample_comes_in_with_people_points_ranks_and_times() -> None:
    data = SAMPLE.read_bytes()
    assert recognized(data) is bga
    reading = bga.read(data)
    assert not reading.problems
    conceded, two, three = reading.plays
    assert [play.provenance.source for play in reading.plays] == ["bga:828463287", "bga:828463288", "bga:828463289"]
    assert (conceded.options, conceded.events) == ({"title": "altered"}, (WinnersNamed((0,)),))
    assert two.options == {"title": "Azul", "bgg_id": 230802}
    assert (two.events, two.played_on, two.minutes) == (
        (PointsNoted("final", (72, 45)), WinnersNamed((0,))),
        "2026-03-30",
        24,
    )
    assert two.started_at == "2026-03-30T12:21:51Z"
    assert [(player.name, player.accounts) for player in three.players] == [
        ("Jitka", ("bga:97922800",)),
        ("Jarda", ("bga:91926087",)),
        ("Míša", ("bga:5",)),
    ]
    assert three.events == (PointsNoted("final", (52, 65, 40)), WinnersNamed((1,)))
    assert [seat.rank for seat in three.provenance.seats] == [2, 1, 3]
    assert conceded.provenance.more == {"getGames": "altered", "playerConcedeGame": "1"}


@pytest.mark.parametrize(
    ("fields", "events"),
    [
        ({"concede": "1"}, (PointsNoted("final", (75, 32)), WinnersNamed((0,)))),
        ({"concede": 1, "scores": "1,0"}, (WinnersNamed((0,)),)),
        ({"normalend": "0", "scores": "0,0", "ranks": None}, (MatchClosed("incomplete"),)),
        ({"scores": "75,75", "ranks": "1,1"}, (PointsNoted("final", (75, 75)), WinnersNamed((0, 1)))),
        ({"scores": None}, (WinnersNamed((0,)),)),
        ({"scores": "1,0"}, (PointsNoted("final", (1, 0)), WinnersNamed((0,)))),
        ({"scores": "-3, undefined"}, (PointsNoted("final", (-3, None)), WinnersNamed((0,)))),
    ],
)
def test_results_follow_the_rules_of_logs(fields: dict[str, Any], events: tuple[object, ...]) -> None:
    assert the_play(bga.read(games(table(**fields)))).events == events


def test_several_pages_in_one_file_are_read_and_a_table_on_two_pages_once() -> None:
    one, two = games(table(8), table(9)), games(table(9, elo_after="1480"), table(10))
    for file in (
        one + b"\n" + two,
        one + two,
        b"[" + one + b"," + two + b"]",
        json.dumps([table(8), table(9)]).encode(),
    ):
        reading = bga.read(file)
        sources = [play.provenance.source for play in reading.plays]
        assert sources == [f"bga:{id}" for id in (8, 9, 10)[: len(sources)]]
        assert len(sources) >= 2
        assert not reading.problems


def test_ratings_are_not_kept_and_change_nothing(records: MatchRepository) -> None:
    assert imported(records, games(table()), games(table(elo_win="9", elo_after="12", game_id="3"))) == [
        "new",
        "unchanged",
    ]
    assert "1475" not in repr(shown(records).log)


def test_rows_that_cannot_be_read_are_told_and_the_rest_comes_in() -> None:
    rows = [
        table(8, players="1,2,3"),
        table(9, end=None, ranks=None, scores=None),
        table(10, table_id="x"),
        table(11, scores="5"),
        table(12),
        5,
    ]
    reading = bga.read(games(*rows))
    assert [play.provenance.source for play in reading.plays] == ["bga:11", "bga:12"]
    assert [(problem.where, problem.message) for problem in reading.problems] == [
        ("record 1", "The players of table 8 and their names do not match."),
        ("record 2", "The match at table 9 is not over."),
        ("record 3", "The field table_id cannot be read."),
        ("record 6", "The field table_id cannot be read."),
        ("table 11", "The field scores does not have a value for each player; it is left out."),
    ]


def test_a_title_names_the_only_game_of_a_list_and_is_not_used_for_several() -> None:
    assert the_play(bga.read(games(table()), "Ark Nova")).options == {"title": "Ark Nova"}
    reading = bga.read(games(table(), table(9, game_name="azul")), "Ark Nova")
    assert [play.options["title"] for play in reading.plays] == ["arknova", "Azul"]
    assert reading.remarks == ("The file names its games itself, so they are not called Ark Nova.",)


LOG = azul(2, 1)
SCORES = tuple(map(int, chocolatier.scores(LOG.played.states[-1])))
AZUL = games(
    table(
        700000099,
        game_name="azul",
        players="84000001,84000002",
        scores=",".join(map(str, SCORES)),
        ranks="1,2" if SCORES[0] > SCORES[1] else "2,1",
    )
)


@pytest.mark.parametrize("files", [(LOG.file(), AZUL), (AZUL, LOG.file())])
def test_a_list_and_the_log_of_a_table_are_one_match_with_the_moves(
    records: MatchRepository, files: tuple[bytes, bytes]
) -> None:
    assert imported(records, files[0]) == ["new"]
    assert imported(records, files[1]) == ["unchanged" if files[1] is AZUL else "changed"]
    assert imported(records, *files, *files) == ["unchanged"] * 4
    match = shown(records)
    assert (match.game, match.state, match.now.scores) == (chocolatier, "finished", SCORES)
    assert match.names == ("Jitka", "Jarda")
    assert len(records.people().current_names()) == 2
    assert verify(records).is_whole


UNNAMED = ended([row(1, 75), row(2, 32, 2, concede=1)])


@pytest.mark.parametrize("files", [(UNNAMED, games(table())), (games(table()), UNNAMED)])
def test_a_list_names_the_game_of_a_log(records: MatchRepository, files: tuple[bytes, bytes]) -> None:
    assert imported(records, *files) == ["new", "changed"]
    assert imported(records, *files, *files) == ["unchanged"] * 4
    match = shown(records)
    assert (match.game_title, match.now.scores) == ("arknova", (75, 32))
    assert len(records.people().current_names()) == 2
    assert match.outcome
    assert match.outcome.winners == (0,)
    assert verify(records).is_whole


def test_a_list_does_not_rename_a_game_and_takes_no_points_of_a_log_away(records: MatchRepository) -> None:
    named = bga.read(UNNAMED, "Ark Nova").plays[0]
    assert imported(records, named, games(table(scores="1,0", concede="1"))) == ["new", "unchanged"]
    assert (shown(records).game_title, shown(records).now.scores) == ("Ark Nova", (75, 32))


def test_an_undone_import_of_the_log_leaves_the_list_to_bring_its_match_back(tmp_path: Path) -> None:
    store = records_in(tmp_path / "bga.db").store
    imported(MatchRepository(store, files=["list.json"]), AZUL)
    batch = MatchRepository(store, files=["log.json"])
    assert imported(batch, LOG.file()) == ["changed"]
    moves = shown(batch)
    assert batch.batch
    batch.withdraw(moves.id, batch=batch.batch.id)
    assert imported(MatchRepository(store, files=["list.json"]), AZUL) == ["changed"]
    assert shown(records_in(tmp_path / "bga.db")).game == scoresheet
    assert imported(MatchRepository(store, files=["log.json"]), LOG.file()) == ["changed"]
    assert shown(records_in(tmp_path / "bga.db")).id == moves.id


def test_what_a_person_withdrew_stays_out(records: MatchRepository) -> None:
    imported(records, AZUL, LOG.file())
    records.withdraw(shown(records).id)
    assert imported(records, AZUL, LOG.file()) == ["withdrawn", "withdrawn"]


def test_a_match_that_a_person_brought_back_in_place_of_the_moves_stays(records: MatchRepository) -> None:
    imported(records, AZUL)
    listed = shown(records)
    imported(records, LOG.file())
    records.withdraw(shown(records).id)
    records.restore(listed.id)
    assert imported(records, LOG.file(), AZUL) == ["withdrawn", "unchanged"]
    assert shown(records).id == listed.id


@pytest.mark.parametrize(
    "data",
    [
        b'{"table_id": 1, "game_name": 1, "player_names": 1, "players": "1"',
        b'["table_id", "game_name", "player_names"]',
    ],
)
def test_what_holds_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        recognized(data).read(data)


@pytest.mark.parametrize("name", ["Ark Nova", "Ark Nova: Marine Worlds"])
def test_a_log_does_not_take_the_name_of_its_game_away(records: MatchRepository, name: str) -> None:
    named = bga.read(UNNAMED, name).plays[0]
    assert imported(records, named) == ["new"]
    assert imported(records, UNNAMED, named, UNNAMED) == ["unchanged"] * 3
    assert shown(records).game_title == name
    newer = replace(bga.read(UNNAMED).plays[0], minutes=7)
    assert imported(records, newer, newer, UNNAMED) == ["changed", "unchanged", "changed"]
    assert (shown(records).game_title, shown(records).now.scores) == (name, (75, 32))


@pytest.mark.parametrize("row", [table(), table(game_name="azul")])
def test_a_list_does_not_take_the_name_of_its_game_away(records: MatchRepository, row: dict[str, object]) -> None:
    named = bga.read(games(row), "Ark Nova").plays[0]
    assert imported(records, games(row), named) == ["new", "changed"]
    assert imported(records, games(row), named, games(row)) == ["unchanged"] * 3
    corrected = games({**row, "scores": "76,32"})
    assert imported(records, corrected, corrected) == ["changed", "unchanged"]
    assert (shown(records).game_title, shown(records).now.scores) == ("Ark Nova", (76, 32))
    assert imported(records, bga.read(corrected, "Ark Nova 2").plays[0]) == ["changed"]
    assert shown(records).game_title == "Ark Nova 2"


def test_the_name_in_a_file_does_not_take_the_place_of_a_given_one(records: MatchRepository) -> None:
    extension = json.dumps({"gameName": "arknova", "packets": json.loads(UNNAMED)["data"]["logs"]}).encode()
    named = bga.read(extension, "Ark Nova").plays[0]
    assert imported(records, extension, named) == ["new", "changed"]
    assert imported(records, extension, named, games(table())) == ["unchanged"] * 3
    assert shown(records).game_title == "Ark Nova"


def test_the_log_of_a_page_is_the_log_of_the_platform(records: MatchRepository) -> None:
    setup = (
        f'gameui.completesetup("azul", "Azul", 700000099, {json.dumps({"players": json.loads(LOG.file())["data"]})});'
    )
    page = f"<html><script>{setup}\ng_gamelogs = {json.dumps(LOG.packets)};</script>".encode()
    assert imported(records, LOG.file(), page, LOG.file()) == ["new", "unchanged", "unchanged"]


def test_names_and_titles_that_a_person_gave_stay(records: MatchRepository) -> None:
    named = bga.read(UNNAMED, "Ark Nova").plays[0]
    imported(records, UNNAMED, named)
    records.describe(shown(records).id, MatchDescribed(title="The long one"))
    imported(records, bga.read(UNNAMED, "Ark Nova 2").plays[0])
    assert imported(records, UNNAMED) == ["unchanged"]
    assert (shown(records).game_title, shown(records).header.title) == ("Ark Nova 2", "The long one")


def test_corrections_stay_when_a_named_log_comes_again_without_its_name(records: MatchRepository) -> None:
    named = bga.read(UNNAMED, "Ark Nova").plays[0]
    imported(records, named)
    match = shown(records)
    points = next(entry for entry in match.log if isinstance(entry.event, PointsNoted))
    records.correct(match, points.version, points.version, [PointsNoted("final", (76, 32))], "misread")
    assert imported(records, UNNAMED, named) == ["unchanged", "unchanged"]
    assert shown(records).now.scores == (76, 32)
