"""The route that edits one value of a play: the dry run with its sentence, the write, roles, conflicts, repetition."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from core.games import scoresheet
from core.games.scoresheet.shipped import shipped_for
from core.sheet_edit import PointsEdit
from eventstore.matches.match import Match
from eventstore.matches.people import Player
from eventstore.matches.play_edit import planned_edit
from tests.eventstore.service.client import Client, problem, service
from viewer.site.routes.app import create_routes

PATH = "/api/matches/play/edits"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes) as client:
        yield client


def played(client: Client, *lines: str, names: tuple[str, ...] = ("Ben", "Ana", "Marek"), id: str = "play") -> Match:
    events = map(scoresheet.parse, lines or ("final: 58 51 44", "wins 0"))
    return client.app_state.records.start(scoresheet, names, *events, options={"title": "Kettle Race"}, id=id)


def points(value: float | None, row: int | None = 2, seat: int = 1) -> dict[str, Any]:
    return {"kind": "points", "row": row, "seat": seat, "points": value}


def told(client: Client, body: dict[str, Any]) -> tuple[str, str]:
    """The words of the edit and the consequence, in a dry run and in the write after it."""
    before = client.rows()
    tried = client.post(PATH, body | {"dry_run": True})
    assert client.rows() == before
    written = client.post(PATH, body)
    same = ("change", "consequence", "scores", "winners")
    assert [tried[name] for name in same] == [written[name] for name in same]
    return written["change"], written["consequence"]


def test_a_dry_run_tells_who_then_wins_and_the_write_does_it(client: Client) -> None:
    played(client, "final: 48 60 50", "wins 1", id="earlier")
    played(client)
    assert told(client, points(61)) == ("Ana: 51 to 61", "Ana then wins by 3, not Ben. Ana's record here was 60.")
    match = client.get("/api/matches/play")
    assert (match["scores"], match["outcome"]["winners"]) == ([58, 61, 44], [1])
    assert match["outcome"]["why"] == "Most points."
    edit = client.app_state.records.match("play").log[4].event
    assert edit.why == "Ana: 51 to 61"


def test_the_place_of_a_seat_is_told_where_the_winner_stays(client: Client) -> None:
    played(client, "Fields: 50 40 35", "Grain: 1 1 1", "wins 0")
    assert told(client, points(4, row=3)) == ("Ana, Grain: 1 to 4", "Ana comes to 44 and stays second. Ben still wins.")
    assert told(client, points(9, row=7, seat=2))[1] == "Marek comes to 44 and is then second. Ben still wins."
    assert told(client, points(0, row=10, seat=0))[1] == "Ben comes to 50 and still wins, by 6."


def test_another_bid_changes_the_points_of_its_tricks(client: Client) -> None:
    king = shipped_for("Skull King")
    assert king
    events = (
        scoresheet.EntriesWritten("Bid 1", ("1", "0")),
        scoresheet.PointsNoted("Bid 1", (0, 0)),
        scoresheet.EntriesWritten("Tricks 1", ("1", "0")),
        scoresheet.PointsNoted("Tricks 1", (20, 10)),
    )
    records = client.app_state.records
    records.start(scoresheet, ("Ben", "Ana"), scoresheet.TemplateChosen(king), *events, id="play")
    bid = {"kind": "points", "row": 4, "seat": 0, "entry": "2"}
    assert told(client, bid) == ("Ben, Bid 1: 1 to 2", "Ben comes to −10.")
    assert client.get("/api/matches/play")["scores"] == [-10, 10]
    records.start(scoresheet, ("Ben", "Ana"), scoresheet.TemplateChosen(king), *events, id="other")
    with pytest.raises(InvalidInput):
        planned_edit(records.match("other"), PointsEdit(4, 0, entry="two"))


def test_ties_and_named_winners_are_told(client: Client) -> None:
    played(client)
    assert told(client, points(58))[1] == "Ben and Ana then win together."
    winner = {"kind": "winner", "seats": [2]}
    assert told(client, winner) == ("Winner: Marek", "Marek then wins, not Ben and Ana.")
    assert told(client, {"kind": "winner", "seats": None})[1] == "Ben and Ana then win together, not Marek."
    assert told(client, {"kind": "winner", "seats": []}) == ("Winner: nobody", "Then nobody wins.")


def test_an_open_sheet_has_points_and_no_winner(client: Client) -> None:
    played(client, "Fields: 5 4 3")
    assert told(client, points(7)) == ("Ana, Fields: 4 to 7", "Ana comes to 7.")
    assert client.post(PATH, points(7, row=4) | {"dry_run": True})["winners"] == []


def test_people_dates_and_texts_are_edited(client: Client) -> None:
    played(client)
    assert told(client, {"kind": "name", "seat": 0, "name": "Cleo"}) == (
        "Cleo in place of Ben",
        "Cleo then sat here, not Ben. Nobody of this name has played yet.",
    )
    assert told(client, {"kind": "name", "seat": 0, "name": "ana"})[1] == "Cleo and ana change places."
    assert told(client, {"kind": "name", "seat": 0, "name": "Ben"})[1] == "Ben then sat here, not Ana."
    for kind, value, words in (
        ("title", "The last one", "Title: The last one"),
        ("date", "2026-11-20", "Date: Nov 20, 2026"),
        ("place", "Brno", "Place: Brno"),
        ("length", 130, "Length: 2 h 10 min"),
    ):
        assert told(client, {"kind": kind, "value": value}) == (words, "")
    header = client.app_state.records.match("play").header
    assert (header.title, header.played_on, header.place, header.minutes) == ("The last one", "2026-11-20", "Brno", 130)


def test_the_answer_has_the_request_that_undoes_it(client: Client) -> None:
    played(client)
    answer = client.post(PATH, points(61))
    assert answer["undo"] == {"kind": "restore", "version": 5}
    client.post(PATH, answer["undo"])
    assert client.get("/api/matches/play")["outcome"]["winners"] == [0]
    for edit in (
        {"kind": "place", "value": "Brno"},
        {"kind": "title", "value": "x"},
        {"kind": "name", "seat": 0, "name": "D"},
    ):
        undo = client.post(PATH, edit)["undo"]
        client.post(PATH, undo)
    match = client.app_state.records.match("play")
    assert (match.names[0], match.header.place, match.header.title) == ("Ben", "", "")
    assert client.post(PATH, {"kind": "length", "value": 5})["undo"] is None
    assert client.post(PATH, {"kind": "length", "value": 6})["undo"] == {"kind": "length", "value": 5}
    client.post(PATH, {"kind": "date", "value": "2026"})
    assert client.post(PATH, {"kind": "date", "value": "2026-11"})["undo"] == {"kind": "date", "value": "2026"}


def test_a_repeated_request_gets_the_first_answer_again_and_a_stale_one_the_match(client: Client) -> None:
    played(client)
    headers = {"if_match": '"4"', "idempotency_key": "a-random-word"}
    first = client("POST", PATH, points(61), **headers)
    assert first.headers["etag"] == '"7"'
    assert client("POST", PATH, points(61), **headers).json() == first.json()
    assert client.app_state.records.match("play").version == 7
    client.refused(422, "POST", PATH, points(62), **headers)
    for dry_run in (True, False):
        stale = client.refused(412, "POST", PATH, points(62, row=6) | {"dry_run": dry_run}, if_match='"3"')
        assert stale["match"]["version"] == 7
    gone = client.refused(422, "POST", PATH, points(62))
    assert gone["detail"] == "This value was changed in the meantime; here is the present one."


def test_wrong_values_are_refused_with_a_sentence(client: Client) -> None:
    played(client)
    before = client.rows()
    wrong = {
        "": (
            points(10**16), points(1, seat=7), points(1, row=3), {"kind": "winner", "seats": [5]}, {"kind": "nothing"},
            {"kind": "date", "value": "yesterday"}, {"kind": "length", "value": 0}, points(1) | {"more": 1},
            {"kind": "category", "row": 2, "label": "Roads"}, {"kind": "name", "seat": 0, "name": " "},
            {"kind": "restore", "version": 2},
        ),
        "This is a number from 1 on, not 'first'.": (detail("rank", "first", 0),),
        "There is no seat 7 at this table.": (detail("rank", "1", 7),),
        "This is a detail of the other kind: of a seat, or of the whole play.": (detail("rank", "1"),),
        "A role has a name, like `faction: Orcs`, not 'faction:'.": (detail("roles", "faction:", 0),),
        "Choose one of yes, no.": (detail("new", "maybe", 0),),
        "There is no detail 'weather'.": (detail("weather", "rain"),),
    }  # fmt: skip
    for sentence, bodies in wrong.items():
        for body in bodies:
            for dry_run in (True, False):
                refused = client.refused(422, "POST", PATH, body | {"dry_run": dry_run})["detail"]
                assert sentence in ("", refused), body
    assert client.rows() == before


def test_only_a_recorder_of_the_match_edits(tmp_path: Path) -> None:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        played(client)
        access = client.app_state.access
        for dry_run in (True, False):
            body = points(61) | {"dry_run": dry_run}
            assert client("POST", PATH, body).status_code in (401, 404)
            problem(403, client.with_token(access.make_token("viewer"))("POST", PATH, body))
        own = client.with_token(access.make_token("recorder", match="play"))
        assert own.post(PATH, points(61))["winners"] == [1]


def test_other_plays_and_people_are_told_to_those_who_may_read_all_plays_only(tmp_path: Path) -> None:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        played(client, "final: 48 60 50", "wins 1", id="earlier")
        played(client)
        access = client.app_state.access
        access.set_visibility("earlier", "public")  # Seen by all, but its person's best points are of all plays.
        of_store, of_match = (client.with_token(access.make_token("recorder", match=id)) for id in (None, "play"))
        body = points(61) | {"dry_run": True}
        assert of_store.post(PATH, body)["consequence"] == "Ana then wins by 3, not Ben. Ana's record here was 60."
        assert of_match.post(PATH, body)["consequence"] == "Ana then wins by 3, not Ben."
        played(client, "final: 1 2", names=("Dora", "Emil"), id="elsewhere")
        for name, is_new in (("Dora", False), ("Cleo", True)):
            told, body = f"{name} then sat here, not Ben.", {"kind": "name", "seat": 0, "name": name, "dry_run": True}
            assert of_match.post(PATH, body)["consequence"] == told, "the same for either: who plays is not told"
            told += " Nobody of this name has played yet." * is_new
            assert of_store.post(PATH, body)["consequence"] == told


def test_a_record_is_of_the_person_at_this_game_in_other_plays_of_its_kind(client: Client) -> None:
    records = client.app_state.records

    def consequence() -> str:
        return str(client.post(PATH, points(60) | {"dry_run": True})["consequence"])

    for number in range(9):  # Another game is played most.
        events = map(scoresheet.parse, ("final: 48 59", "wins 1"))
        records.start(scoresheet, ("Ben", "Ana"), *events, options={"title": "Nine Hills"}, id=f"other{number}")
    played(client)
    assert consequence() == "Ana then wins by 2, not Ben."
    played(client, "final: 48 49 50", "wins 1", id="lower")
    assert consequence() == "Ana then wins by 2, not Ben.", "her 51 here was the record"
    played(client, "final: 48 55 50", "wins 1", id="earlier")
    played(client, "final: 70 50 40", "wins 0", id="of-ben")
    played(client, "final: 48 90 50", "wins 1", id="demo-1")
    played(client, "final: 40 57 44", "wins 1", names=("Ben", "Anna", "Marek"), id="of-anna")
    assert consequence() == "Ana then wins by 2, not Ben. Ana's record here was 55."
    people = records.people()
    records.people_repository.merge(people.named("Ana")[0], people.named("Anna")[0])
    assert consequence() == "Anna then wins by 2, not Ben. Anna's record here was 57."


def test_a_person_given_by_id_is_not_a_namesake_and_an_id_from_before_a_merge_is_the_same_person(
    client: Client,
) -> None:
    records = client.app_state.records
    seated = played(client).header.players

    def put(seat: int, name: str, **person: object) -> tuple[str, ...]:
        client.post(PATH, {"kind": "name", "seat": seat, "name": name} | person)
        return tuple(records.match("play").header.players)

    ana, other = records.people_repository.seat((Player("Ana", ("bgg:ana",)), Player("Ana", ("bgg:other",))))
    assert ana == seated[1]
    assert put(0, "Ana", person=other, dry_run=True) == seated
    assert put(0, "Ana", person=other) == (other, seated[1], seated[2])
    assert put(2, "Ana", person=other) == (seated[2], seated[1], other), "by id they change places"
    undo = client.post(PATH, {"kind": "name", "seat": 2, "name": "Cleo"})["undo"]
    client.post(PATH, undo)
    assert records.match("play").header.players == (seated[2], seated[1], other), "the undo knows which Ana it was"
    (former,) = records.people_repository.seat((Player("Annie"),))
    records.people_repository.merge(former, seated[1])
    assert put(0, "Annie", person=former) == (seated[1], seated[2], other), "Ana sat there already"


def detail(name: str, value: str, seat: int | None = None) -> dict[str, Any]:
    return {"kind": "detail", "name": name, "seat": seat, "value": value}


DETAILS = {
    "Ana, Roles: faction: Orcs; Medic": (detail("roles", "faction: Orcs; Medic", 1), detail("roles", "", 1)),
    "Ben, Color: red": (detail("color", "red", 0), detail("color", "", 0)),
    "Marek, Had the first turn: Yes": (detail("started", "yes", 2), detail("started", "", 2)),
    "Expansions: Ice; Fire": (detail("expansions", "Ice; Fire; Ice"), detail("expansions", "")),
    "Counts in statistics: No: it was aborted": (detail("uncounted", "aborted"), detail("uncounted", "")),
    "Place in the series: 2": (detail("number", "2"), None),
    "Tags: late, loud": (detail("tags", "late; loud"), {"kind": "detail", "name": "tags", "value": ""}),
}
"""A request and the one that undoes it, by the words of the change."""


def test_a_detail_is_edited_as_a_text_and_undone(client: Client) -> None:
    played(client)
    for words, (body, undo) in DETAILS.items():
        before = client.app_state.records.match("play")
        written = client.post(PATH, body)
        assert (written["change"], written["undo"]) == (words, undo)
        changed = client.app_state.records.match("play")
        assert (changed.details, changed.header) != (before.details, before.header) or body["name"] == "number"
        if undo:
            client.post(PATH, undo)
            restored = client.app_state.records.match("play")
            assert (restored.details, restored.header.tags) == (before.details, before.header.tags)
    client.app_state.records.start(scoresheet, ("Ben", "Ana"), id="open")
    for seat, rank in enumerate("21"):
        client.post("/api/matches/open/edits", detail("rank", rank, seat))
    winners = client.get("/api/matches/open")["outcome"]["winners"]
    assert winners == [1], "the ranks of all seats end an open sheet without points"
