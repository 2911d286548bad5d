"""The route of the review in the replay: it shows what is kept, and says why there is none."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic_core import from_json, to_json

from core.games import azacru, chocolatier, scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.reviews.positions import missed_moves
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from tests.eventstore.reviews.exercises import with_exercises
from tests.eventstore.service.client import Client, service
from tests.patience import patience
from tests.recorded import FOUR, record
from tests.viewer.components.replay.test_reviewed import reviewed
from viewer.components.replay.reviewed import review_to_json
from viewer.site.routes.app import create_routes


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, "sqlite", app=create_routes) as client:
        yield client


def test_a_kept_review_is_shown_without_asking(client: Client) -> None:
    records = client.app_state.records
    match = record(records, "m", chocolatier, FOUR[:2], 3, events=20)
    assert client.get("/view/matches/m/review") == {"offered": True}
    found = reviewed(match, "mistake")
    ReviewRepository(records.store).keep(review_key(records.store, "m", "normal"), match.version, found)
    answer = from_json(to_json(review_to_json(match, found) | {"deeper": "deep"}))
    assert client.get("/view/matches/m/review") == answer
    assert client.get("/view/matches/m/review?effort=normal") == answer


def test_a_review_that_takes_long_or_would_soon_be_old_is_only_offered_and_else_the_reason_is_said(
    client: Client,
) -> None:
    records = client.app_state.records
    record(records, "open", azacru, FOUR[:2], 3, events=6)
    record(records, "four", azacru, FOUR, 3)
    for id in ("open", "four"):
        assert client.get(f"/view/matches/{id}/review") == {"offered": True}
    records.start(scoresheet, FOUR[:2], PointsNoted("Round 1", (3, 4)), id="sheet", options={"title": "Kettle Race"})
    assert "Only the points" in client.get("/view/matches/sheet/review")["why_not"]
    record(records, "new", azacru, FOUR[:2], 3, events=0)
    assert "before the first move" in client.get("/view/matches/new/review")["why_not"]


@pytest.mark.slow
def test_moments_to_try_again_are_searched_in_the_background_once(client: Client) -> None:
    records = client.app_state.records
    match = record(records, "m", azacru, FOUR[:2], 3, events=20)
    assert client.get("/view/matches/m/again") == [0, 0], "there is no review"
    key = review_key(records.store, "m", "normal")
    ReviewRepository(records.store).keep(key, match.version, reviewed(match, "mistake"))
    assert client.get("/view/matches/m/again") == [0, 1]
    give_up = time.monotonic() + patience(120)
    while (answer := client.get("/view/matches/m/again"))[1]:
        assert time.monotonic() < give_up
        time.sleep(0.2)
    (missed,) = missed_moves(records.store, "m")
    assert missed.is_searched
    assert answer == [int(missed.exercise is not None), 0]


def test_only_proved_moments_count(client: Client) -> None:
    records = client.app_state.records
    match = record(records, "m", azacru, ("Anna", "Ben"), 1)
    with_exercises(records, match, 2, unproved=1)
    assert client.get("/view/matches/m/again") == [2, 0]
    with_exercises(records, match, 7)
    assert client.get("/view/matches/m/again") == [5, 0]
