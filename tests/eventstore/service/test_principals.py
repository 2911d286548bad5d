"""A write belongs to the principal that entered it, and what is private stays in no cache."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import scoresheet
from tests.eventstore.service.client import Client, service
from viewer.site.routes.app import create_routes

ROUND = {"events": [{"type": "PointsNoted", "label": "one", "points": [1, 2]}]}


@pytest.fixture
def anybody(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        for id in ("private", "public", "unlisted"):
            client.app_state.records.start(scoresheet, ("Anna", "Ben"), id=id)
            client.app_state.access.set_visibility(id, id)  # type: ignore[arg-type]
        yield client


def test_a_write_of_another_principal_is_refused_and_its_own_recorded_once(anybody: Client) -> None:
    anna, ben = (anybody.with_token(anybody.app_state.access.make_token("recorder")) for _ in range(2))
    names = [client("GET", "/api/matches/private").headers["partie-principal"] for client in (anna, ben)]
    assert len(set(names)) == 2
    before = anybody.rows()
    entered = {"partie_principal": names[0], "idempotency_key": "entered-by-anna"}
    for path, body in (("events", ROUND), ("notes", {"about": 1, "text": "mine"})):
        problem = ben.refused(403, "POST", f"/api/matches/private/{path}", body, **entered)
        assert problem["rule"] == "R-PRINCIPAL"
        assert anybody.refused(401, "POST", f"/api/matches/private/{path}", body, **entered)["rule"] == "R-PRINCIPAL"
    assert anybody.rows() == before
    for _ in range(2):
        anna.post("/api/matches/private/events", ROUND, **entered)
    rows = anybody.app_state.records.store.read("matches/private")
    assert [row.recorded_by for row in rows[1:]] == [names[0]]


def test_a_write_that_names_nobody_is_taken_as_ever(anybody: Client) -> None:
    anna = anybody.with_token(anybody.app_state.access.make_token("recorder"))
    assert anna.post("/api/matches/private/events", ROUND)["version"] == 2


def test_the_same_key_of_two_principals_is_two_keys(anybody: Client) -> None:
    for number in range(2):
        recorder = anybody.with_token(anybody.app_state.access.make_token("recorder"))
        body = {"about": 1, "text": f"note {number}"}
        recorder.post("/api/matches/private/notes", body, idempotency_key="one-and-the-same")
    assert [note.text for note in anybody.app_state.records.notes("private")] == ["note 0", "note 1"]


@pytest.mark.parametrize("address", ["/api/matches/{}", "/api/matches/{}/log", "/view/matches/{}/replay", "/live/{}"])
def test_a_browser_keeps_no_copy_of_what_is_not_public(anybody: Client, address: str) -> None:
    viewer = anybody.with_token(anybody.app_state.access.make_token("viewer"))
    for id in ("private", "unlisted"):
        assert viewer("GET", address.format(id)).headers["cache-control"] == "no-store"


def test_a_public_replay_may_be_kept_and_is_asked_for_again(anybody: Client) -> None:
    assert anybody("GET", "/view/matches/public/replay").headers["cache-control"] == "private, no-cache"
