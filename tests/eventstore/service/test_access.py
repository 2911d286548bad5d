"""Authorization over HTTP: tokens, roles, visible matches; a refusal reveals nothing.

On a file alone: who may do what is decided before any store is asked, and what is granted is a stream like others.
"""

import base64
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from eventstore.access.access import Access
from eventstore.access.grants import NotAllowed, Principal
from eventstore.maintenance import verification
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.service.rate_limit import MAX_FAILURES, WINDOW_S, FailureLimit
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.service.client import NOW, SHEET, Client, holder, problem, service

ROUND = {"events": [{"type": "PointsNoted", "label": "one", "points": [1, 2]}]}
NOTE = {"about": 1, "text": "well begun"}


def test_each_role_may_do_what_the_one_before_may(anybody: Client) -> None:
    viewer, annotator, recorder = (holder(anybody, role) for role in ("viewer", "annotator", "recorder"))
    writes = [("/api/matches/ours/notes", NOTE), ("/api/matches/ours/events", ROUND), ("/api/matches", SHEET)]
    for client, allowed in ((viewer, 0), (annotator, 1), (recorder, 3)):
        assert len(client.get("/api/matches")["matches"]) >= 2
        for place, (path, body) in enumerate(writes):
            if place < allowed:
                client.post(path, body)
            else:
                before = anybody.rows()
                client.refused(403, "POST", path, body)
                assert anybody.rows() == before
    rows = anybody.app_state.records.store.read("matches/ours")
    assert rows[-1].recorded_by.startswith("token ")
    assert verification.verify(anybody.app_state.records).is_whole


def test_a_token_for_one_match_opens_that_one_alone(anybody: Client) -> None:
    recorder = holder(anybody, "recorder", "ours")
    recorder.post("/api/matches/ours/events", ROUND)
    assert [row["id"] for row in recorder.get("/api/matches")["matches"]] == ["ours"]
    before = anybody.rows()
    unknown = recorder.refused(404, "GET", "/api/matches/nobody-s")["detail"]
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/log", None),
        ("GET", "/feed", None),
        ("GET", "/script", None),
        ("GET", "/notes", None),
        ("POST", "/events", ROUND),
        ("POST", "/notes", NOTE),
        ("PUT", "/visibility", {"visibility": "public"}),
    ):
        assert recorder.refused(404, method, f"/api/matches/theirs{path}", body)["detail"] == unknown.replace(
            "nobody-s", "theirs"
        ), "the same as of a match that there is not"
    for method, path, body in (
        ("POST", "/api/matches", SHEET),
        ("POST", "/api/matches/ours/forks", {"at": 1}),
        ("GET", "/api/people", None),
        ("GET", "/api/exports/csv", None),
        ("GET", "/metrics", None),
    ):
        assert "Cleo" not in str(recorder.refused(403, method, path, body))
    assert anybody.rows() == before


def test_without_a_token_only_what_is_open_is_seen(anybody: Client) -> None:
    access = anybody.app_state.access
    anybody.refused(404, "GET", "/api/matches/ours")
    assert anybody.get("/api/matches")["matches"] == []
    access.set_visibility("ours", "unlisted")
    assert anybody.get("/api/matches/ours")["visibility"] == "unlisted"
    assert anybody.get("/api/matches")["matches"] == [], "who has the link sees it, lists do not"
    access.set_visibility("ours", "public")
    assert [row["id"] for row in anybody.get("/api/matches")["matches"]] == ["ours"]
    challenge = anybody("POST", "/api/matches/ours/events", ROUND)
    assert (challenge.status_code, challenge.headers["www-authenticate"][:5]) == (401, "Basic")
    access.set_visibility("ours", "private")
    anybody.refused(404, "GET", "/api/matches/ours")
    assert anybody.get("/healthz") == {"status": "ok"}


def test_expired_revoked_foreign_and_made_up_tokens_open_nothing(anybody: Client, tmp_path: Path) -> None:
    access = anybody.app_state.access
    with closing(SqliteStore(tmp_path / "another.db")) as another:
        foreign = Access(another, "local", lambda: NOW).make_token("recorder")
    token = access.make_token("viewer")
    id, secret = token.split("_", 2)[1:]
    assert secret not in str(anybody.app_state.records.store.read("access")), "the store keeps no token"
    assert anybody.with_token(token)("GET", "/api/people").ok
    basic = base64.b64encode(f"anybody:{token}".encode()).decode()
    assert anybody("GET", "/api/people", authorization=f"Basic {basic}").ok, "as a browser asks"
    access.revoke(id)
    expired = access.make_token("viewer", expires=NOW)
    other = access.make_token("viewer")
    for invalid in (token, expired, foreign, other[:-1], "partie__", "", "x" * 5000):
        anybody.with_token(invalid).refused(401, "GET", "/api/people")
    for credentials in ("Basic", "Basic ???", "Basic /w==", "Digest " + other[1:]):
        anybody.refused(401, "GET", "/api/people", authorization=credentials)
    with pytest.raises(ValueError, match="no token"):
        access.revoke(id)


WAIT = "Too many failures; wait"


def test_a_valid_token_is_answered_however_many_wrong_ones_came_from_its_address(anybody: Client) -> None:
    viewer = holder(anybody, "viewer")
    for _ in range(2 * MAX_FAILURES):
        assert anybody.with_token("partie_0_0")("GET", "/api/matches").status_code in (401, 429)
    assert len(viewer.get("/api/matches")["matches"]) == 2
    anybody.app_state.access.set_visibility("ours", "public")
    assert anybody.get("/api/matches/ours")["id"] == "ours", "what is in lists needs no guessing"


def test_matches_that_are_not_there_are_guesses_of_those_without_a_token_alone(anybody: Client) -> None:
    viewer = holder(anybody, "viewer")
    for _ in range(2 * MAX_FAILURES):
        viewer.refused(404, "GET", "/api/matches/mistyped")
    anybody.refused(404, "GET", "/api/matches/mistyped")
    anybody.app_state.access.set_visibility("ours", "unlisted")
    for _ in range(MAX_FAILURES):
        anybody("GET", "/api/matches/guessed")
    assert WAIT in anybody.refused(429, "GET", "/api/matches/guessed")["detail"]
    last = anybody("GET", "/api/matches/ours")
    assert WAIT in problem(429, last)["detail"]
    assert 0 < int(last.headers["retry-after"]) <= WINDOW_S + 1


def test_an_address_of_version_6_is_its_network(anybody: Client) -> None:
    failures = FailureLimit(lambda: 0.0)
    for number in range(MAX_FAILURES):
        failures.record(HTTPConnection({"type": "http", "client": (f"2001:db8::{number:x}", 1)}))
    assert failures.retry_after_s(HTTPConnection({"type": "http", "client": ("2001:db8::ffff:1", 1)}))
    assert not failures.retry_after_s(HTTPConnection({"type": "http", "client": ("2001:db8:0:1::1", 1)}))


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_a_forwarded_address_counts_from_configured_proxies_alone(anybody: Client, name: str) -> None:
    for number in range(MAX_FAILURES):
        forwarded = {name: f"for=10.0.0.{number}" if name == "Forwarded" else f"10.0.0.{number}"}
        anybody.with_token("partie_0_0").refused(401, "GET", "/api/matches", **forwarded)
    last = anybody.with_token("partie_0_0").refused(429, "GET", "/api/matches", **{name: "10.0.0.99"})
    assert WAIT in last["detail"]


def test_behind_a_proxy_the_last_address_it_did_not_make_itself_counts(tmp_path: Path) -> None:
    proxies = [ip_network("127.0.0.0/8"), ip_network("10.9.0.0/16")]
    with service(tmp_path, proxies=proxies, tokens_required=True) as anybody:
        guesser = anybody.with_token("partie_0_0")
        for number in range(MAX_FAILURES):
            guesser.refused(401, "GET", "/api/matches", x_forwarded_for=f"10.0.0.{number}, 10.0.1.1, 10.9.0.1")
        assert WAIT in guesser.refused(429, "GET", "/api/matches", x_forwarded_for="10.0.1.1")["detail"]
        guesser.refused(401, "GET", "/api/matches", x_forwarded_for="10.0.1.1, 10.0.1.2")
        guesser.refused(401, "GET", "/api/matches", x_real_ip="10.0.1.1", forwarded="for=10.0.1.1")


def test_pages_of_other_sites_are_not_answered(tmp_path: Path) -> None:
    with service(tmp_path) as local:
        before = local.rows()
        here = local.address.removeprefix("http://")
        local.refused(403, "POST", "/api/matches", SHEET, origin="https://example.org")
        local.refused(403, "GET", "/api/people", host="example.org")
        assert local("POST", "/api/matches", SHEET, origin=local.address, host=here).status_code == 201
        assert local.rows() > before
        answer = local("OPTIONS", "/api/matches", origin=local.address, access_control_request_method="POST")
        assert "access-control-allow-origin" not in answer.headers


ELSEWHERE = [
    {"sec_fetch_site": site, "sec_fetch_mode": mode}
    for site in ("cross-site", "same-site")
    for mode in ("no-cors", "cors", "navigate", "websocket")
]


@pytest.mark.parametrize("headers", ELSEWHERE)
def test_what_a_browser_says_comes_from_another_site_is_refused_and_costs_nobody_anything(
    anybody: Client, headers: dict[str, str]
) -> None:
    recorder = holder(anybody, "recorder")
    before = anybody.rows()
    recorder.refused(403, "POST", "/api/matches", SHEET, **headers)
    assert anybody.rows() == before
    for _ in range(MAX_FAILURES + 1):
        anybody.with_token("partie_0_0").refused(403, "GET", "/api/matches", **headers)
        anybody.refused(403, "GET", "/api/matches/guessed", **headers)
    anybody.refused(404, "GET", "/api/matches/guessed")
    recorder.post("/api/matches", SHEET, sec_fetch_site="same-origin", sec_fetch_mode="cors")
    recorder.post("/api/matches", SHEET, sec_fetch_site="none")


def test_invented_methods_are_refused_and_counted_as_one(anybody: Client) -> None:
    viewer = holder(anybody, "viewer")
    for path in ("/api/matches", "/api/matches/ours", "/nowhere"):
        for number in range(30):
            anybody.refused(501, f"INVENTED{number}", path)
    counted = viewer("GET", "/metrics").text
    assert "INVENTED" not in counted
    assert 'partie_requests_total{method="other",route="other",status="501"} 90.0' in counted
    assert len(counted) < 20_000


def test_every_answer_binds_the_browser(anybody: Client) -> None:
    anybody.app_state.access.set_visibility("ours", "public")
    paths = (
        *("/api/matches", "/api/matches/ours", "/api/matches/ours/script", "/api/matches/nobody-s", "/healthz"),
        "/metrics",
    )
    for answer in (*(anybody("GET", path) for path in paths), anybody("POST", "/api/matches", SHEET)):
        assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


def seated(client: Client, *names: str) -> list[str]:
    """The names in the response to a recorder who enters these names of players."""
    body = {"events": [{"type": "MatchDescribed", "players": list(names)}]}
    return [player["name"] for player in client.post("/api/matches/ours/events", body)["players"]]


@pytest.mark.parametrize("name", ["Cleo", "CLEO", "Kleopatra", "Nobody Knows"])
def test_who_records_one_match_learns_of_nobody_else(anybody: Client, name: str) -> None:
    """The former name of a person of another match gets the same response as an unknown name."""
    records = anybody.app_state.records
    cleo = records.match("theirs").header.players[0]
    records.people_repository.rename(cleo, "Kleopatra")
    records.people_repository.rename(cleo, "Cleo")
    recorder = holder(anybody, "recorder", "ours")
    assert seated(recorder, "Anna", name) == ["Anna", name]
    anna, new = records.match("ours").header.players
    assert anna == records.match("ours").log[0].event.players[0]
    assert new != cleo
    assert records.people().name(new) == name
    assert seated(recorder, "Anna", name) == ["Anna", name]
    assert records.match("ours").header.players == (anna, new), "nobody comes twice"
    assert verification.verify(records).is_whole


def test_who_records_one_match_learns_no_former_name_and_no_account(anybody: Client) -> None:
    records = anybody.app_state.records
    anna, ben = records.match("ours").header.players
    records.people_repository.rename(anna, "Anna Nova")
    records.people_repository.link(ben, "bgg:ben77")
    recorder = holder(anybody, "recorder", "ours")
    assert seated(recorder, "Anna", "Ben") == ["Anna", "Ben"]
    assert records.match("ours").header.players[0] != anna
    assert [row["id"] for row in recorder.get("/api/matches?person=Ben")["matches"]] == ["ours"]
    assert seated(recorder, "Anna Nova", "Ben") == ["Anna Nova", "Ben"]
    assert records.match("ours").header.players == (anna, ben)
    assert recorder.get("/api/matches?person=Anna")["matches"] == []
    assert [row["id"] for row in recorder.get("/api/matches?person=anna%20nova")["matches"]] == ["ours"]


def test_who_records_one_match_names_new_people_and_changes_no_others(anybody: Client) -> None:
    records = anybody.app_state.records
    (cleo, _) = records.match("theirs").header.players
    limited = anybody.app_state.repository_for(Principal("token x", "recorder", "ours"))
    for write in (
        lambda: limited.people_repository.rename(cleo, "Eve"),
        lambda: limited.people_repository.link(cleo, "bgg:eve"),
        lambda: limited.people_repository.forget(cleo),
    ):
        with pytest.raises(NotAllowed):
            write()
    with pytest.raises(NotAllowed):
        anybody.app_state.repository_for(Principal("token y", "annotator", "ours")).people_repository.seat(
            [Player("New")]
        )
    assert records.people().name(cleo) == "Cleo"
    for role in ("viewer", "recorder"):
        whole = anybody.app_state.repository_for(Principal("token z", role))
        assert whole.people().named("Cleo") == (cleo,)
    assert holder(anybody, "recorder").post("/api/matches", SHEET)["players"][0]["id"] == anna_of(records)


def anna_of(records: MatchRepository) -> str:
    return records.match("ours").header.players[0]
