"""Matches that may be one play: planted in a real history, and the cases that decide one by one."""

import io
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, MatchImported
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels import same_plays
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.same_plays import COMPLEMENTARY, EQUAL, WITHOUT_POINTS, join_suggestions
from eventstore.store.sqlite import SqliteStore
from importers.files import importing
from tests import TESTS

HISTORY: Final = TESTS / "samples" / "bgstats" / "d-formulas-560-plays.json"
PLANTED: Final = 80
SEED: Final = 20261120

MIN_PRECISION: Final = 0.98
MIN_RECALL: Final = 0.85

Export = dict[str, Any]
OtherFile = Callable[[Export, Sequence[Export], random.Random], bytes]


def planted(history: Export, rng: random.Random) -> dict[str, Export]:
    """Plays as another person may have logged them, by the id of the original."""
    plays = [play for play in history["plays"] if play.get("playerScores")]
    return {play["uuid"].lower(): logged_again(play, rng) for play in rng.sample(plays, PLANTED)}


def logged_again(play: Export, rng: random.Random) -> Export:
    play = deepcopy(play) | {"uuid": f"{rng.getrandbits(128):032x}", "bggId": 0, "comments": ""}
    seats = play["playerScores"]
    rng.shuffle(seats)
    match rng.randrange(6):
        case 0:  # Only who won.
            play["scoresheet"] = ""
            for seat in seats:
                seat["score"] = None
        case 1:
            rng.choice(seats)["score"] = None
        case 2:
            play["durationMin"] = rng.choice((0, 15, 45, 90))
        case 3:
            play["playDate"] = f"{play['playDate'][:11]}{rng.randrange(12, 23)}:{rng.randrange(60):02}:00"
        case 4:
            play["scoresheet"] = ""
    return play


def second_phone(history: Export, copies: Sequence[Export], rng: random.Random) -> bytes:
    """A file of the same app: other ids of everything but the people, other spellings of games and places."""
    other = deepcopy(history) | {"plays": list(copies)}
    for kind in ("games", "locations"):
        for row in other[kind]:
            row["uuid"] = f"{rng.getrandbits(128):032x}"
            row["name"] = row["name"].upper() if rng.random() < 0.5 else f"{row['name']} "
    for game in other["games"]:
        game["bggId"] = game["bggId"] if rng.random() < 0.6 else 0
    return json.dumps(other).encode()


def board_game_geek(history: Export, copies: Sequence[Export], rng: random.Random) -> bytes:
    """The same plays at BoardGameGeek, which knows no time and no formulas."""
    games = {game["id"]: game for game in history["games"]}
    people = {person["id"]: person["name"] for person in history["players"]}
    root = ElementTree.Element("plays", username="other", userid="1", total=str(len(copies)), page="1")
    for copy in copies:
        facts = {"id": str(int(copy["uuid"][:7], 16)), "date": copy["playDate"][:10], "quantity": "1"}
        play = ElementTree.SubElement(root, "play", facts, length=str(copy["durationMin"] or 0), location="at home")
        game = games[copy["gameRefId"]]
        ElementTree.SubElement(play, "item", name=game["name"], objectid=str(game["bggId"]))
        players = ElementTree.SubElement(play, "players")
        for seat in copy["playerScores"]:
            facts = {"name": people[seat["playerRefId"]], "score": seat["score"] or "", "win": str(int(seat["winner"]))}
            ElementTree.SubElement(players, "player", facts, username="", userid="0")
    return ElementTree.tostring(root)


@contextmanager
def imported(folder: Path, *batches: Sequence[bytes]) -> Iterator[MatchRepository]:
    """A store after imports of one or several files each."""
    path = folder / "matches.db"
    for files in batches:
        with importing(str(path), [f"{number}.json" for number in range(len(files))]) as target:
            for number, data in enumerate(files):
                target.read(f"{number}.json", io.BufferedReader(io.BytesIO(data)))
            assert target.summary.new
    records = MatchRepository(SqliteStore(path))
    yield records
    records.store.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other_file", "at_once"), [(second_phone, False), (second_phone, True), (board_game_geek, False)]
)
def test_planted_pairs_are_found_in_a_real_history(other_file: OtherFile, tmp_path: Path, at_once: bool) -> None:
    rng, whole = random.Random(SEED), HISTORY.read_bytes()
    history = json.loads(whole)
    copies = planted(history, rng)
    other = other_file(history, [*copies.values()], rng)
    with imported(tmp_path, *([[whole, other]] if at_once else [[whole], [other]])) as records:
        pairs = set()
        for id, copy in copies.items():
            source = f"bgstats:{copy['uuid']}" if other_file is second_phone else f"bgg:{int(copy['uuid'][:7], 16)}"
            pairs.add(frozenset((*records.matches_from(f"bgstats:{id}"), *records.matches_from(source))))
        assert {len(pair) for pair in pairs} == {2}
        suggested = join_suggestions(records, MatchIndex(records.store, records))
        found = {frozenset((one.match, one.into)) for one in suggested}
    precision, recall = len(found & pairs) / len(found), len(found & pairs) / len(pairs)
    print(f"{len(found)} suggested, precision {precision:.3f}, recall {recall:.3f}")
    assert precision >= MIN_PRECISION
    assert recall >= MIN_RECALL


@pytest.mark.slow
def test_nothing_is_suggested_in_a_history_alone(tmp_path: Path) -> None:
    with imported(tmp_path, [HISTORY.read_bytes()]) as records:
        assert join_suggestions(records, MatchIndex(records.store, records)) == ()


class Diaries:
    """Plays of one evening by their source, each recorded by an import of its own unless it is recorded here."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder / "matches.db")
        self.records = MatchRepository(self.store)
        self.index = MatchIndex(self.store, self.records)

    def bring(self, *plays: tuple[str, dict[str, Any]]) -> None:
        """Import plays by their source, as one file."""
        batch = MatchRepository(self.store, files=["plays.json"])
        for source, play in plays:
            self.log(source, batch, **play)
        assert batch.batch
        batch.batch.close()

    def log(
        self,
        source: str = "",
        records: MatchRepository | None = None,
        *,
        points: tuple[int | None, ...] = (),
        won: tuple[int, ...] | None = (0,),
        players: tuple[str, ...] = ("Anna", "Ben"),
        **header: Any,
    ) -> str:
        events: list[object] = [MatchImported(source)] if source else []
        events += [PointsNoted("final", points)] if points else []
        events += [] if won is None else [WinnersNamed(won)]
        header = {"options": {"title": "Kettle Race"}, "played_on": "2026-11-20"} | header
        id = source.replace(":", "-") or header.pop("id")
        return (records or self.records).start(scoresheet, players, *events, id=id, **header).id

    def suggested(self) -> set[tuple[str, str, str]]:
        return set(join_suggestions(self.records, self.index))


@pytest.fixture
def diaries(tmp_path: Path) -> Diaries:
    return Diaries(tmp_path)


BOTH: Final = {"points": (52, 47)}


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"points": (52, 47)}, EQUAL),
        ({"points": (47, 52), "players": ("Ben", "Anna"), "won": (1,)}, EQUAL),
        ({"points": (52, 47), "options": {"title": "  KETTLE race"}}, EQUAL),
        ({"points": (52, None)}, COMPLEMENTARY),
        ({}, COMPLEMENTARY),
        ({"won": ()}, COMPLEMENTARY),
        ({"points": (52, 46)}, None),
        ({"won": (1,)}, None),
        ({"points": (52, 47), "played_on": "2026-11-21"}, None),
        ({"points": (52, 47), "played_on": "2026-11"}, None),
        ({"points": (52, 47), "players": ("Anna", "Cleo")}, None),
        ({"points": (52, 47, 30), "players": ("Anna", "Ben", "Cleo")}, None),
        ({"points": (52, 47), "options": {"title": "Kettle Race 2"}}, None),
        ({"points": (52, 47), "options": {"title": "Kettle Race", "bgg_id": 8}}, None),
    ],
)
def test_two_apps(diaries: Diaries, other: dict[str, Any], why: str | None) -> None:
    diaries.bring(("bgstats:1", BOTH | {"options": {"title": "Kettle Race", "bgg_id": 7}}))
    diaries.bring(("table:2", other))
    assert diaries.suggested() == ({("table-2", "bgstats-1", why)} if why else set())


def test_the_one_that_knows_more_leads(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", {}))
    diaries.bring(("table:2", BOTH))
    diaries.log(id="here", **BOTH, place="Brno")
    assert diaries.suggested() == {("bgstats-1", "here", COMPLEMENTARY), ("table-2", "here", EQUAL)}


def test_without_points_the_winners_decide(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", {"won": (0,)}), ("bgstats:2", {"won": (1,)}))
    diaries.bring(("table:1", {"won": (1,)}))
    assert diaries.suggested() == {("table-1", "bgstats-2", WITHOUT_POINTS)}


def test_a_play_that_stands_twice_in_one_file_is_two_plays(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", BOTH), ("bgstats:2", BOTH))
    assert diaries.suggested() == set()
    diaries.bring(("table:1", BOTH))
    assert diaries.suggested() == set(), "nobody can say which of the two it is"
    diaries.bring(("bgg:1", BOTH | {"minutes": 40}), ("bgg:2", BOTH | {"minutes": 50}))
    diaries.records.withdraw("table-1")
    assert diaries.suggested() == set()


def test_a_play_that_statistics_leave_out_may_be_the_one(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", {"won": (0,)}), ("bgstats:2", {"won": ()}))
    diaries.bring(("table:1", {"won": ()}))
    diaries.records.record("bgstats-2", DetailsNoted(counted=False))
    assert diaries.suggested() == set(), "it fits as well as the other one"
    diaries.records.withdraw("bgstats-1")
    assert diaries.suggested() == {("bgstats-2", "table-1", WITHOUT_POINTS)}, "the one that counts leads"


def test_another_fact_tells_equal_plays_apart(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", BOTH | {"minutes": 40}), ("bgstats:2", BOTH | {"minutes": 50}))
    diaries.bring(("table:1", {"minutes": 50}))
    assert diaries.suggested() == {("table-1", "bgstats-2", COMPLEMENTARY)}


def test_a_newer_export_of_one_app_may_hold_a_second_play_of_the_last_day(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", BOTH))
    diaries.bring(("bgstats:2", {}), ("bgstats:3", {"played_on": "2026-12-01"}))
    assert diaries.suggested() == set()
    diaries.bring(("bgstats:4", BOTH | {"played_on": "2026-11-29"}), ("bgstats:5", {"played_on": "2026-12-02"}))
    diaries.bring(("bgstats:6", {"played_on": "2026-11-29"}), ("bgstats:7", {"played_on": "2026-12-03"}))
    assert diaries.suggested() == {("bgstats-6", "bgstats-4", COMPLEMENTARY)}, "the older one goes on after that day"


def test_equal_points_on_two_phones_prove_much_if_they_are_large(diaries: Diaries) -> None:
    for game, points in enumerate(((52, 47), (1, 0), (20, 20))):
        for one in "ab":
            diaries.bring((f"bgstats:{game}{one}", {"points": points, "options": {"title": f"Game {game}"}}))
            diaries.log(id=f"here-{game}{one}", points=points, options={"title": f"Other {game}"})
    assert diaries.suggested() == {("bgstats-0b", "bgstats-0a", EQUAL), ("here-0b", "here-0a", EQUAL)}


def test_a_copy_that_another_app_has_of_the_same_diary_is_no_second_record(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", BOTH))
    batch = MatchRepository(diaries.store, files=["plays.xml"])
    batch.record("bgstats-1", MatchImported("bgg:1", copy_of="bgstats:1"))
    diaries.log("bgg:2", batch)
    assert batch.batch
    batch.batch.close()
    assert diaries.suggested() == set(), "the file holds both"


def test_plays_told_apart_and_joined_are_not_suggested_again(diaries: Diaries) -> None:
    diaries.bring(("bgstats:1", BOTH))
    diaries.bring(("table:1", BOTH))
    assert len(diaries.suggested()) == 1
    diaries.records.told_apart.tell_apart("table-1", "bgstats-1")
    assert diaries.suggested() == set()


@pytest.mark.parametrize(
    ("days", "runs"),
    [
        ("1223", ["1223"]),
        ("3221", ["3221"]),
        ("123123", ["123", "123"]),
        ("321321", ["321", "321"]),
        ("1231", ["123", "1"]),
        ("11322", ["113", "22"]),
        ("113221", ["113", "221"]),
        ("2213", ["221", "3"]),
        ("1213", ["12", "13"]),
        ("5", ["5"]),
        ("222", ["222"]),
    ],
)
def test_a_file_begins_where_the_days_no_longer_rise_or_no_longer_fall(days: str, runs: list[str]) -> None:
    ids = [f"m{place}" for place in range(len(days))]
    day_of = dict(zip(ids, days, strict=True))
    found = ["".join(day_of[id] for id in run) for run in same_plays._runs(ids, day_of)]
    assert found == runs
    assert same_plays._files(ids, day_of, len(runs)) == same_plays._runs(ids, day_of)
    assert same_plays._files(ids, day_of, len(runs) - 1) == [ids], "more runs than files tell nothing"


def test_many_plays_of_one_day_are_no_evening(diaries: Diaries) -> None:
    diaries.bring(*((f"bgstats:{number}", {"points": (number, 0)}) for number in range(30)))
    diaries.bring(*((f"table:{number}", {"points": (number, 0)}) for number in range(30)))
    assert diaries.suggested() == set()


@pytest.mark.slow
def test_only_the_plays_of_one_day_game_and_table_are_decoded(tmp_path: Path) -> None:
    """They are those that all plays, decoded, give."""
    with imported(tmp_path, [HISTORY.read_bytes()]) as records:
        index = MatchIndex(records.store, records)
        expected = defaultdict[object, list[str]](list)
        for match in index.played(simulated=False, with_uncounted=True):
            people = sorted(seat.person for seat in match.seats)
            expected[match.played_on, match.bgg_id or match.game, tuple(people)].append(match.id)
        groups = {tuple(ids) for ids in expected.values() if len(ids) > 1}
        assert {tuple(match.id for match in group) for group in same_plays._groups(index)} == groups
        assert 3 <= sum(map(len, groups)) < 300, "of 560 plays"
