"""The server and the dispatcher give the same answers, byte for byte: one sends by HTTP, the other calls a function."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from core.games import azacru
from eventstore.access.grants import ANONYMOUS, LOCAL
from eventstore.answers.context import RequestContext
from eventstore.answers.host import AnswerHost
from eventstore.answers.values import Request
from eventstore.matches.photo_encoding import encoded
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.service.rate_limit import WINDOW_S, FailureLimit
from tests.eventstore.service.client import Client, service
from tests.pictures import photo
from tests.recorded import FILL, fill, record, records_in
from viewer.answers.dispatch import answer
from viewer.locale import language
from viewer.site.routes.app import create_routes
from viewer.texts.rule_texts import rule_address

COMPARED = ("content-type", "etag", "location", "cache-control", "vary", "retry-after", "allow", "www-authenticate")

TEXTS: dict[str, Any] = {"translate": language.translate, "rule_page": rule_address}

Answer = tuple[int, dict[str, str], bytes]

SHEET = "/api/matches/sheet"
LINE = {"type": "PointsNoted", "label": "Late", "points": [1, 2, 3]}
SLIP = {"since": 2, "until": 2, "events": [{**LINE, "label": "Round 1"}], "why": "slip"}
MOVE = '{"type":"TilesTaken","seat":0,"source":1,"color":"blue","line":1}'
START = {"game": "scoresheet", "players": ["Anna", "Zoë"], "options": {"title": "Kettle Race"}, "tags": ["a"]}


class Ask(NamedTuple):
    """A request; `body` is JSON, or bytes as they are."""

    method: str
    path: str
    body: Any = None
    headers: dict[str, str] = {}  # noqa: RUF012


def fixed() -> dict[str, Callable[[], str]]:
    numbers = count(1)
    return {"now": lambda: "2026-11-20T20:00:00.000Z", "new_id": lambda: f"{next(numbers):010x}"}


def filled(records: MatchRepository) -> None:
    fill(records)
    record(records, "azacru", azacru, ("Anna", "Ben"), 3, events=12)
    records.start(records.match("two").game, ("Anna", "Ben"), id="empty", options={"edition": "azul"})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with service(tmp_path_factory.mktemp("server"), app=create_routes, **TEXTS, **fixed()) as client:
        filled(client.app_state.repository_for(LOCAL))
        yield client


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RequestContext]:
    records = records_in(tmp_path_factory.mktemp("phone") / "matches.db")
    index = MatchIndex(records.store, records)
    host = AnswerHost(records, index, tokens_required=False, **TEXTS, **fixed())
    filled(host.repository_for(LOCAL))
    yield RequestContext(host, LOCAL)
    records.store.close()


def sent(ask: Ask) -> tuple[dict[str, str], bytes]:
    """The headers and the body."""
    if ask.body is None or isinstance(ask.body, bytes):
        return {"Accept-Encoding": "identity", **ask.headers}, ask.body or b""
    given = {"Accept-Encoding": "identity", "Content-Type": "application/json", **ask.headers}
    return given, json.dumps(ask.body).encode()


def by_http(client: Client, ask: Ask) -> Answer:
    headers, body = sent(ask)
    found = client.session.request(ask.method, client.address + ask.path, data=body, headers=headers, timeout=60)
    return found.status_code, compared(found.headers), found.content


def compared(headers: Mapping[str, str]) -> dict[str, str]:
    """Without what a server says of compression."""
    named = {name.lower(): value for name, value in headers.items()}
    named["vary"] = ", ".join(part for part in named.get("vary", "").split(", ") if part != "Accept-Encoding")
    return {name: named[name] for name in COMPARED if named.get(name)}


def by_call(context: RequestContext, ask: Ask) -> Answer:
    headers, body = sent(ask)
    found = answer(context, Request.to(ask.method, ask.path, headers, body))
    return found.status, compared(found.headers), found.body


def key(word: str) -> dict[str, str]:
    return {"Idempotency-Key": f"key-of-{word}"}


READS = [
    Ask("GET", path)
    for path in (
        "/api/nothing", "/api/games", "/api/matches", "/api/people", "/api/matches/nobody",
        "/api/matches?limit=2&cursor=four", "/api/matches?limit=0", "/api/matches?limit=x", "/api/matches?cursor=gone",
        "/api/matches?person=Anna&person=Ben&counted=yes&game=azul", "/api/matches?since=2026-13",
        "/api/matches?depth=x", "/api/people/nobody/reviews",
        "/api/matches/four?at=3", "/api/matches/four?at=x", "/api/matches/four?at=9999", "/api/matches/n%20o",
        "/api/matches/four/moves?at=5&limit=3", "/api/matches/four/frames?limit=3", "/api/matches/four/frames?after=99",
        "/api/matches/sheet/log", "/api/matches/odd/script", "/api/matches/odd/text", "/api/matches/odd/notes",
        "/api/matches/odd/photos", "/view/matches/four/live",
        "/view/matches/azacru/live?within=a&within=b", "/view/matches/empty/live/preview", "/view/matches/two/replay",
        f"/view/matches/two/live/preview?event={MOVE}", "/view/matches/nobody/live", "/view/matches/sheet/replay",
    )
] + [
    Ask("GET", path, headers={"Accept-Language": tongue})
    for tongue in ("cs", "ro")
    for path in ("/view/matches/four/live", "/view/matches/sheet/replay", "/api/matches/nobody", "/api/matches?lang=en")
]  # fmt: skip

BODIES = [
    Ask("POST", path, body, headers)
    for path in ("/api/matches", f"{SHEET}/events", f"{SHEET}/edits", f"{SHEET}/notes", "/view/matches/sheet/entries")
    for body, headers in (
        (b"", {}), (b"{", {"Content-Type": "application/json"}), (b"\xff", {"Content-Type": "application/json"}),
        (b'{"a":1,"a":2}', {"Content-Type": "application/json"}), (b'{"a":NaN}', {"Content-Type": "application/json"}),
        (b"{}", {"Content-Type": "text/plain"}), ([], {}), ({}, {}), ({"foo": 1}, {}),
    )
] + [
    Ask("POST", "/api/matches", {**START, **more})
    for more in (
        {"players": [1]}, {"players": ["x" * 201]}, {"minutes": 1.5}, {"minutes": -1}, {"minutes": 10**10}, {"foo": 1},
        {"players": ["A"] * 101}, {"options": {"bad": 1}}, {"events": [3]}, {"events": [{"type": "x"}]},
        {"options": []}, {"game": "nope"}, {"players": ["Anna", "Anna"]}, {"played_on": "yesterday"},
    )
]  # fmt: skip

WRITES = [
    Ask("POST", "/api/matches", {**START, "events": [{**LINE, "points": [1.5, -2]}]}, key("start")),
    Ask("POST", "/api/matches", {**START, "events": [{**LINE, "points": [1.5, -2]}]}, key("start")),
    Ask("POST", "/api/matches", {**START, "tags": []}, key("start")),
    Ask("POST", f"{SHEET}/withdrawal", {"why": "twice"}, key("withdrawal")),
    Ask("POST", f"{SHEET}/events", {"events": [LINE]}),
    Ask("DELETE", f"{SHEET}/withdrawal"),
    Ask("POST", f"{SHEET}/takebacks", {"since": 5}),
    Ask("POST", f"{SHEET}/events", {"events": [LINE], "times": [None]}, {"If-Match": '"2"'}),
    Ask("POST", f"{SHEET}/events", {"events": [LINE]}, {"If-Match": "2"}),
    Ask("POST", f"{SHEET}/events", {"events": [LINE], "times": ["2026-11-20T21:00:00+01:00"]}, key("events")),
    Ask("POST", f"{SHEET}/events", {"events": [{**LINE, "label": "Round 1"}]}, {"Accept-Language": "cs"}),
    Ask("POST", f"{SHEET}/corrections/preview", SLIP),
    Ask("POST", f"{SHEET}/corrections", SLIP),
    Ask("POST", f"{SHEET}/corrections", {**SLIP, "since": 50, "until": 60}),
    Ask("POST", "/view/matches/empty/entries", {"line": FILL}, key("entry")),
    Ask("POST", "/view/matches/empty/entries", {"line": FILL}, key("entry")),
    Ask("POST", "/view/matches/empty/entries", {"line": "nonsense", "deal": True}),
    Ask("POST", "/view/matches/empty/entries", {"drawn": [["x" * 201]]}),
    Ask("POST", "/view/matches/empty/entries", {"line": json.dumps(LINE)}, {"Accept-Language": "ro"}),
    Ask("POST", "/api/matches/empty/close", {"reason": "abandoned"}),
    Ask("POST", "/api/matches/two/forks", {"at": 5}, key("fork")),
    Ask("PUT", "/api/matches/four/visibility", {"visibility": "unlisted"}),
    Ask("PUT", "/api/matches/four/visibility", {"visibility": "secret"}),
    Ask("POST", f"{SHEET}/notes", {"about": 2, "text": "good", "glyph": "!?", "marks": [{"at": "a"}]}, key("note")),
    Ask("POST", f"{SHEET}/notes", {"about": 99, "text": "x"}),
    Ask("PUT", f"{SHEET}/notes/none", {"text": "x"}),
    Ask("DELETE", f"{SHEET}/photos/none"),
    Ask("PUT", "/api/people/nobody/name", {"name": "X"}),
    Ask("POST", "/view/matches/two/explore", {"at": 5}),
    Ask("POST", "/view/matches/two/explore", {"line": {"base": 2, "since": 2, "events": []}}),
    Ask("POST", "/view/matches/sheet/lines", {"base": 2, "since": 2, "events": [LINE]}, key("line")),
    Ask("PATCH", "/api/games"),
    Ask("POST", f"{SHEET}/photos", b"abc", {"Content-Type": "text/plain"}),
    Ask("POST", f"{SHEET}/photos?about=x", b"abc", {"Content-Type": "image/png"}),
    Ask("GET", f"{SHEET}/photos/none?size=small"),
    Ask("GET", "/api/people/nobody/picture"),
    Ask("GET", "/api/games/picture?game=Azul"),
    Ask("DELETE", "/api/people/nobody/picture"),
    Ask("GET", SHEET, headers={"Partie-Principal": "somebody"}),
    *(
        Ask("POST", f"{SHEET}/edits", body)
        for body in (
            {"kind": "x"}, {"kind": "points"}, {"kind": "points", "row": 2, "seat": 0, "points": "60"},
            {"kind": "points", "row": 2, "seat": 0, "points": 60, "dry_run": True}, {"kind": "winner", "seats": [-1]},
            {"kind": "title", "value": "Big"}, {"kind": "date", "value": "2026-13"}, {"kind": "length", "value": 45},
            {"kind": "detail", "name": "nope", "value": "a"}, {"kind": "name", "seat": 1, "name": "Cyril"},
        )
    ),
]  # fmt: skip


@pytest.mark.slow
def test_both_give_the_same_answers(client: Client, context: RequestContext) -> None:
    for ask in [*READS, *BODIES, *WRITES, *READS]:
        assert by_call(context, ask) == by_http(client, ask), ask


def test_changes_are_the_beginning_of_the_feed(client: Client, context: RequestContext) -> None:
    for path in (f"{SHEET}/feed", f"{SHEET}/feed?after=3&notes=1", f"{SHEET}/feed?after=99", f"{SHEET}/feed?after=x"):
        status, _, told = by_call(context, Ask("GET", path))
        with client.session.get(client.address + path, stream=True, timeout=60) as feed:
            assert (feed.status_code, feed.raw.read(len(told))) == (status, told)


def test_a_host_without_reviews_says_so(context: RequestContext) -> None:
    asked = by_call(context, Ask("GET", "/view/matches/azacru/review"))
    assert json.loads(asked[2]) == {"why_not": "This match is not reviewed yet."}
    assert by_call(context, Ask("GET", "/api/matches/azacru/review"))[0] == 501
    assert by_call(context, Ask("GET", "/view/matches/azacru/again"))[2] == b"[0,0]"


def test_a_host_that_decodes_no_pictures_takes_those_that_are_as_they_are_stored(context: RequestContext) -> None:
    def sending(content: bytes) -> Ask:
        return Ask("POST", f"{SHEET}/photos", content, {"Content-Type": "image/jpeg"})

    status, _, body = by_call(context, sending(stored := encoded(photo())))
    assert status == 201
    for size in ("full", "small"):
        assert by_call(context, Ask("GET", f"{SHEET}/photos/{json.loads(body)['id']}?size={size}"))[2] == stored
    assert by_call(context, sending(photo()))[0] == 422  # It holds where it was taken.


@pytest.mark.slow
def test_both_ask_for_the_same_rights(tmp_path: Path) -> None:
    patient = FailureLimit(count(0, WINDOW_S).__next__)  # Time flies, so nobody has to wait for having guessed wrong.
    with service(tmp_path, app=create_routes, tokens_required=True, failures=patient) as client:
        state = client.app_state
        filled(state.records)
        state.access.set_visibility("two", "public")
        tokens = ["", *(state.access.make_token(role) for role in ("viewer", "annotator"))]
        tokens += [state.access.make_token("recorder", "azacru")]
        asks = [
            *(Ask("GET", f"/api/matches{each}") for each in ("", "/two", "/four", "/nobody")),
            *(ask for ask in (*BODIES, *WRITES) if ask.method != "GET" and ask.body not in (b"{", b"\xff")),
        ]
        for token in tokens:
            principal = state.access.principal_of(token) or ANONYMOUS
            sender = client.with_token(token) if token else client
            for ask in asks:
                acting = principal.acting(ask.path.split("/")[3] if ask.path.count("/") > 2 else None)
                assert by_call(RequestContext(state, acting), ask) == by_http(sender, ask), (token, ask)
