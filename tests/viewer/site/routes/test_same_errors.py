"""The same cause has the same status and rule in the record service and in the viewer, in the reader's language."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import requests

from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_rules import max_entries
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.service.answer_queue import AnswerQueue, Turns
from eventstore.store.store import Append, NewEvent
from tests.eventstore.reviews.reviewed import short_azacru
from tests.eventstore.service.client import Client, problem, service
from tests.recorded import record
from tests.viewer.components.replay.test_reviewed import reviewed
from tests.viewer.pseudo import Pseudo
from viewer.locale import language
from viewer.site.routes.app import create_routes

pytestmark = pytest.mark.slow

READS = ("/api/matches/{id}", "/api/matches/{id}/log", "/view/matches/{id}/live", "/view/matches/{id}/replay")
REVIEWS = ("/api/matches/{id}/review?effort={effort}", "/view/matches/{id}/review?effort={effort}")
USED = "a-key-that-was-used"


def noted(label: str, seats: int = 2) -> dict[str, Any]:
    return {"type": "PointsNoted", "label": label, "points": [1] * seats}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client without a token; in place of Czech the service speaks a language in which every letter is ж."""
    speaking = pytest.MonkeyPatch()
    pseudo = Pseudo()
    speaking.setattr(language, "translations", lambda key: pseudo)
    folder = tmp_path_factory.mktemp("errors")
    with service(folder, app=create_routes, tokens_required=True, translate=language.translate) as client:
        client.session.headers["Accept-Language"] = "cs"
        records = client.app_state.records
        for id in ("hidden", "public", "damaged"):
            records.start(scoresheet, ("Anna", "Ben"), PointsNoted("One", (1, 2)), id=id)
        unreadable, at = [NewEvent("PointsNoted", "{}")], "2026-11-20T20:00:00Z"
        records.store.append(Append("matches/damaged", unreadable, expected_version=2, by="local", at=at))
        short_azacru(records, "reviewed")
        for id in ("public", "damaged"):
            client.app_state.access.set_visibility(id, "public")
        yield client
    speaking.undo()


@pytest.fixture(scope="module")
def recorder(client: Client) -> Client:
    recorder = of_role(client, "recorder")
    recorder.post("/api/matches/public/events", {"events": [noted("Two")]}, idempotency_key=USED)
    return recorder


def of_role(client: Client, role: Any) -> Client:
    holder = client.with_token(client.app_state.access.make_token(role))
    holder.session.headers["Accept-Language"] = "cs"
    return holder


def same(answers: Sequence[requests.Response], status: int, *, is_translated: bool = True) -> str | None:
    """The rule of these answers, which have it and the status in common."""
    problems = [problem(status, answer) for answer in answers]
    assert [("ж" in each["detail"]) for each in problems] == [is_translated] * len(problems), problems
    assert len({answer.headers.get("retry-after") for answer in answers}) == 1
    (rule,) = {each.get("rule") for each in problems}
    return rule


def written(client: Client, id: str, event: dict[str, Any], **headers: str) -> list[requests.Response]:
    return [
        client("POST", f"/api/matches/{id}/events", {"events": [event]}, **headers),
        client("POST", f"/view/matches/{id}/entries", {"line": json.dumps(event)}, **headers),
    ]


def forked(client: Client, id: str, at: int) -> list[requests.Response]:
    line = {"base": 2, "since": at, "events": [noted("Other")]}
    return [
        client("POST", f"/api/matches/{id}/forks", {"at": at}),
        client("POST", f"/view/matches/{id}/lines", line),
    ]


def read(
    client: Client, paths: Sequence[str], id: str, effort: str = "quick", **headers: str
) -> list[requests.Response]:
    return [client("GET", path.format(id=id, effort=effort), **headers) for path in paths]


def test_a_match_that_is_not_there_or_hidden(client: Client, recorder: Client) -> None:
    for reader, id in ((client, "hidden"), (recorder, "nobody")):
        assert same(read(reader, READS + REVIEWS, id), 404) is None
        assert same([*written(reader, id, noted("Three")), *forked(reader, id, 2)], 404) is None


def test_a_principal_that_may_not(client: Client, recorder: Client) -> None:
    viewer = of_role(client, "viewer")
    assert same([*written(client, "public", noted("Three")), *forked(client, "public", 2)], 401) is None
    assert same([*written(viewer, "public", noted("Three")), *forked(viewer, "public", 2)], 403) is None
    assert same(read(viewer, REVIEWS, "reviewed", "deep"), 403) is None
    other = {"Partie_Principal": "somebody"}
    assert same(read(recorder, READS + REVIEWS, "public", **other), 403) == "R-PRINCIPAL"
    assert same(written(recorder, "public", noted("Three"), **other), 403) == "R-PRINCIPAL"
    assert same(read(client.with_token("wrong"), READS, "public", accept_language="cs"), 401) is None


def test_a_deep_review_that_is_kept_can_be_read_by_all_who_read_the_match(client: Client) -> None:
    store, id = client.app_state.records.store, "kept"
    match = record(client.app_state.records, id, chocolatier, ("Anna", "Ben"), 3, events=20)
    ReviewRepository(store).keep(review_key(store, id, "deep"), match.version, reviewed(match, "mistake"))
    assert [answer.status_code for answer in read(of_role(client, "viewer"), REVIEWS, id, "deep")] == [200, 200]


def test_a_write_after_an_older_version(recorder: Client) -> None:
    answers = written(recorder, "public", noted("Three"), if_match='"1"')
    assert same(answers, 412) is None
    newest = recorder.get("/api/matches/public")
    assert [answer.json()["match"] for answer in answers] == [newest, newest]
    assert {answer.headers["etag"] for answer in answers} == {f'"{newest["version"]}"'}


def test_a_key_that_was_used_and_an_event_that_the_rules_refuse(recorder: Client) -> None:
    assert same(written(recorder, "public", noted("Three"), idempotency_key=USED), 422) is None
    assert same(written(recorder, "public", noted("One")), 422) == "N-LABEL-1"
    assert same(forked(recorder, "public", 99), 422) == "R-STANDS"


def test_a_match_that_is_full(client: Client, recorder: Client) -> None:
    seats = 100
    lines = [PointsNoted(f"{number}", (1,) * seats) for number in range(max_entries(seats) - 1)]
    client.app_state.records.start(scoresheet, [f"Player {seat}" for seat in range(seats)], *lines, id="full")
    assert same(written(recorder, "full", noted("More", seats)), 422) == "R-SIZE"


def test_what_is_no_event_and_headers_that_are_none_and_a_match_that_cannot_be_read(recorder: Client) -> None:
    for event, headers in (
        ({"type": "Nonsense"}, {}),
        (noted("Three"), {"if_match": "1"}),
        (noted("Three"), {"idempotency_key": "short"}),
    ):
        assert same(written(recorder, "public", event, **headers), 422, is_translated=False) is None
    assert same(read(recorder, READS + REVIEWS, "n%20o"), 422, is_translated=False) is None
    assert same(read(recorder, REVIEWS, "reviewed", "slow"), 422, is_translated=False) is None
    answers = [*read(recorder, READS + REVIEWS, "damaged"), *written(recorder, "damaged", noted("Three"))]
    assert same(answers, 500) is None


def test_reviews_for_which_there_is_no_room(client: Client, recorder: Client) -> None:
    client.app_state.reviews.close()
    assert same(read(recorder, REVIEWS, "reviewed"), 503) is None


def test_answers_for_which_there_is_no_room(tmp_path: Path) -> None:
    full = {"answers": AnswerQueue(1, 0), "tables": AnswerQueue(1, 0), "strangers": Turns(1, 0)}
    with service(tmp_path, app=create_routes, tokens_required=True, **full) as client:
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), id="public")
        client.app_state.access.set_visibility("public", "public")
        assert same(read(client, READS, "public"), 503, is_translated=False) is None
        assert same(read(of_role(client, "viewer"), READS[1:], "public"), 503, is_translated=False) is None
