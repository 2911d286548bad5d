"""A review over HTTP: computed in the background once, then read by all who may read the match."""

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.reviews.repository import ReviewRepository, decode_review
from eventstore.reviews.task import review_key
from eventstore.service.review_queue import MAX_PER_CLIENT
from eventstore.statistics.reviews import LEAST
from tests.eventstore.reviews.reviewed import made_up, short_azacru
from tests.eventstore.service.client import Client, service
from tests.patience import patience


def finished(client: Client, path: str) -> tuple[Any, str]:
    """The review, asked for until it is there, and its ETag."""
    give_up = time.monotonic() + patience(60)
    while (answer := client("GET", path)).status_code == 202:
        assert answer.json().keys() == {"state", "ahead", "done", "of"}
        assert answer.headers["retry-after"] == "1"
        assert time.monotonic() < give_up
    return client.json(answer), answer.headers["etag"]


@pytest.mark.slow
def test_a_review_is_computed_in_the_background_and_kept(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        match = short_azacru(client.app_state.records)
        path = f"/api/matches/{match.id}/review?effort=quick"
        assert client("GET", path).status_code == 202
        found, etag = finished(client, path)
        assert (found["id"], found["version"], found["engine"]["effort"]) == (match.id, match.version, "quick")
        assert decode_review(found).start.win
        assert client("GET", path, if_none_match=etag).status_code == 304
        client.app_state.records.take_back(match)
        changed = client("GET", path, if_none_match=etag)
        assert changed.status_code == 202


def running(client: Client, path: str) -> int:
    """The number of events to review, once the review is computed."""
    give_up = time.monotonic() + patience(60)
    while (answer := client.json(client("GET", path)))["state"] != "running" or not answer["of"]:
        assert time.monotonic() < give_up
    return int(answer["of"])


@pytest.mark.slow
def test_a_review_that_is_computed_gives_way_to_one_of_a_newer_version(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        match = short_azacru(client.app_state.records, events=60)
        path = f"/api/matches/{match.id}/review"
        before = running(client, path)
        client.app_state.records.take_back(match, match.frames[9].version)
        assert running(client, path) < before


def test_a_review_is_for_those_who_may_read_the_match_and_a_deep_one_is_for_recorders(tmp_path: Path) -> None:
    with service(tmp_path, tokens_required=True) as client:
        state = client.app_state
        match = short_azacru(state.records)
        path = f"/api/matches/{match.id}/review"
        client.refused(404, "GET", path)
        reader = client.with_token(state.access.make_token("viewer"))
        reader.refused(403, "GET", f"{path}?effort=deep")
        key = review_key(state.records.store, match.id, "deep")
        ReviewRepository(state.records.store).keep(key, match.version, made_up())
        assert reader.get(f"{path}?effort=deep")["id"] == match.id
        state.access.set_visibility(match.id, "public")
        assert client.get(f"{path}?effort=deep")["id"] == match.id
        client.refused(401, "GET", path)


def test_what_cannot_be_reviewed_is_refused(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        records = client.app_state.records
        records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Points", (3, 4)), id="points")
        withdrawn = short_azacru(records)
        records.withdraw(withdrawn)
        client.refused(404, "GET", "/api/matches/nobody/review")
        assert "Only the points" in client.refused(422, "GET", "/api/matches/points/review")["detail"]
        client.refused(422, "GET", f"/api/matches/{withdrawn.id}/review?effort=slow")
        assert client.refused(422, "GET", f"/api/matches/{withdrawn.id}/review")["rule"] == "R-WITHDRAWN"


CANNOT_START = "The process that computes reviews cannot be started."


def test_a_machine_that_starts_no_process_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "missing"))
    with service(tmp_path) as client:
        path = f"/api/matches/{short_azacru(client.app_state.records).id}/review"
        give_up = time.monotonic() + patience(60)
        while (answer := client("GET", path)).status_code == 202:
            assert time.monotonic() < give_up
        assert (answer.status_code, answer.json()["detail"]) == (500, CANNOT_START)
        assert client("GET", path).status_code == 202, "the next request tries again"


@pytest.mark.slow
def test_one_client_cannot_queue_without_limit(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        for number in range(MAX_PER_CLIENT + 1):
            short_azacru(client.app_state.records, f"match{number}", 60)
        answers = [client("GET", f"/api/matches/match{n}/review?effort=deep") for n in range(MAX_PER_CLIENT + 1)]
        assert [answer.status_code for answer in answers] == [202] * MAX_PER_CLIENT + [429]
        assert answers[-1].headers["retry-after"]
        assert [answer.json()["ahead"] for answer in answers[:-1]] == [*range(MAX_PER_CLIENT)]
        assert client("GET", "/api/matches/match0/review?effort=deep").status_code == 202, "it is asked for already"
        assert client("GET", "/api/matches").status_code == 200


def test_the_level_of_a_person_is_that_of_the_reviewed_matches(tmp_path: Path) -> None:
    with service(tmp_path) as client:
        records = client.app_state.records
        match = records.close(short_azacru(records), "agreed")
        review = made_up()
        many = replace(review, moves=review.moves * LEAST)
        ReviewRepository(records.store).keep(review_key(records.store, match.id, "quick"), match.version, many)
        (anna,) = records.people().named("Anna")
        found = client.json(client("GET", f"/api/people/{anna}/reviews"))
        assert (found["name"], found["effort"], found["total"]["reviewed"]) == ("Anna", "quick", 1)
        assert [level["key"] for level in found["levels"]] == ["azacru"]
        assert client.json(client("GET", f"/api/people/{anna}/reviews?effort=deep"))["levels"] == []
        assert client("GET", "/api/people/nobody/reviews").status_code == 404
