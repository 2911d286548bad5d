"""A fork names the match it was made from only to those who may list that match: the id may be the access to it."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import Forked, MatchDescribed
from eventstore import codec
from eventstore.access.grants import ANONYMOUS
from eventstore.store.store import Append, NewEvent
from tests.eventstore.service.client import Client, service
from tests.patience import patience
from viewer.site.routes.app import create_routes
from viewer.texts.load_match import MatchUnavailable, load_match

PARENTS = {"hiddenparent": "private", "secretparent": "unlisted"}
LATER = "A title given after the fork"
FORKS = ("of-hidden", "of-secret", "of-fork")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        records, access = client.app_state.records, client.app_state.access
        for (parent, visibility), fork in zip(PARENTS.items(), FORKS, strict=False):
            events = [PointsNoted(f"Round {line}", (line, 2)) for line in range(5)]
            records.start(scoresheet, ("Anna", "Ben"), *events, id=parent)
            records.fork(parent, 4, new=fork)
            records.record(parent, MatchDescribed(title=LATER, place=LATER))
            records.note(parent, 3, LATER)
            access.set_visibility(parent, visibility)
        records.fork("of-hidden", 3, new="of-fork")
        for fork in FORKS:
            records.record(fork, PointsNoted("Else", (1, 2)))
            records.note(fork, 3, "A note on the fork.")
            access.set_visibility(fork, "public")
        yield client


def addresses(client: Client, forks: Sequence[str] = FORKS) -> Iterator[str]:
    """Every address that is read, of each of these forks."""
    app: Any = create_routes(client.app_state)
    routes = next(value for value in vars(app).values() if hasattr(value, "routes")).routes
    paths = {route.path for route in routes if "GET" in (getattr(route, "methods", None) or ())}
    assert len(paths) > 25
    for path in sorted(paths):
        for fork in forks if "{id}" in path else ("",):
            filled = path.replace("{id}", fork).replace("{form}", "archive")
            yield re.sub(r"\{\w+\}", "x", filled)


def read(client: Client, address: str) -> str:
    """All of a response; of a stream, its first two thousand bytes."""
    query = "?after=0" if address.endswith("/feed") else ""
    with client.session.get(client.address + address + query, stream=True, timeout=patience(20)) as response:
        body = b""
        for part in response.iter_content(200):
            body += part
            if query and b'"Else"' in body:
                break
        return str(response.headers) + body.decode("utf-8", "replace")


def naming(client: Client, forks: Sequence[str] = FORKS) -> set[str]:
    """The addresses that name a parent, or tell what was recorded there after the fork."""
    secrets = (*PARENTS, LATER)
    texts = {address: read(client, address) for address in addresses(client, forks)}
    return {address for address, text in texts.items() if any(secret in text for secret in secrets)}


@pytest.mark.slow
def test_nobody_learns_of_a_parent_who_may_not_list_it(client: Client) -> None:
    access = client.app_state.access
    assert naming(client) == set()
    for fork in FORKS:
        assert naming(client.with_token(access.make_token("recorder", fork)), [fork]) == set()
    named = naming(client.with_token(access.make_token("viewer")), FORKS[:2])
    assert {f"/api/matches/of-hidden{end}" for end in ("", "/log", "/script", "/feed")} <= named
    assert {"/api/matches", "/view/matches/of-secret/replay"} <= named


def test_a_parent_is_named_where_it_may_be_listed_and_a_recorder_of_a_fork_alone_goes_on_without_it(
    client: Client,
) -> None:
    assert client.get("/api/matches/of-fork")["parent"] == "of-hidden"
    entries = client.get("/api/matches/of-fork/log")["log"]
    forked = [entry["event"]["stream"] for entry in entries if entry["event"]["type"] == "Forked"]
    assert forked == ["", "matches/of-hidden"]
    recorder = client.with_token(client.app_state.access.make_token("recorder", "of-hidden"))
    event = {"type": "PointsNoted", "label": "More", "points": [1, 1]}
    answer = recorder.post("/api/matches/of-hidden/events", {"events": [event]})
    assert answer["parent"] is None
    stored = client.app_state.records.match("of-hidden")
    assert stored.parent == "hiddenparent", "the store keeps what its reader may not see"


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["missing", "unknown type"])
def test_errors_of_a_damaged_parent_do_not_name_it(client: Client, damage: str) -> None:
    store, started = client.app_state.records.store, client.app_state.records.store.read("matches/hiddenparent")[0]
    to_append = {"expected_version": 0, "by": "local", "at": started.recorded_at}
    if damage == "unknown type":
        rows = [NewEvent(started.type, started.data), NewEvent("OfALaterPartie", "{}")]
        store.append(Append("matches/lostparent", rows, **to_append))
    store.append(Append("matches/of-lost", [codec.row(Forked("matches/lostparent", 2))], **to_append))
    client.app_state.access.set_visibility("of-lost", "public")
    texts = [read(client, address) for address in addresses(client, ["of-lost"])]
    with pytest.raises(MatchUnavailable) as unreadable:
        load_match(client.app_state.repository_for(ANONYMOUS), "of-lost")
    assert not [text for text in (*texts, str(unreadable.value)) if "lostparent" in text]


def test_the_replay_names_the_forks_that_its_reader_may_list_and_offers_what_the_reader_may_write(
    client: Client,
) -> None:
    records, access = client.app_state.records, client.app_state.access
    records.start(scoresheet, ("Anna", "Ben"), PointsNoted("Round 1", (1, 2)), id="shown")
    for fork, visibility in {"hidden": "private", "secret": "unlisted", "listed": "public"}.items():
        records.fork("shown", 2, new=fork)
        access.set_visibility(fork, visibility)
    access.set_visibility("shown", "public")
    every = ["hidden", "secret", "listed"]
    for grant, forks, writes, keeps in (
        ((), ["listed"], False, False),
        (("viewer",), every, False, False),
        (("annotator",), every, True, False),
        (("recorder", "hidden"), ["hidden", "listed"], False, False),
        (("recorder", "shown"), ["listed"], True, False),
        (("recorder",), every, True, True),
    ):
        reader = client.with_token(access.make_token(*grant)) if grant else client
        shown = reader.get("/view/matches/shown/replay")
        assert ([link[0] for link in shown["forks"]], shown["writes"], shown["keeps"]) == (forks, writes, keeps), grant
