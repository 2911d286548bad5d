"""The pairing page over HTTP: what it takes, what it refuses, and that reading it changes nothing."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
import requests

from core.games import scoresheet
from eventstore.access.access import PAIRING_TIME, Access
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.service.rate_limit import MAX_FAILURES
from eventstore.store.clock import later
from tests.patience import patience
from tests.recorded import records_in
from tests.served import Served, served

INVALID = "This code or token is not valid: it was used already, it has expired, or it is incomplete."


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchRepository]:
    records = records_in(tmp_path_factory.mktemp("pairing") / "partie.db")
    records.start(scoresheet, ["Anna", "Ben"], id="sheet")
    yield records
    records.store.close()


@pytest.fixture(scope="module")
def access(records: MatchRepository) -> Access:
    return Access(records.store, "local", utc_now)


@pytest.fixture(scope="module")
def server(records: MatchRepository, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("server")
    with served(str(records.store.path), folder, "--tokens", "--proxy", "127.0.0.1") as running:  # type: ignore[attr-defined]
        yield running


_clients = iter(range(1, 250))


@pytest.fixture
def device() -> requests.Session:
    """A device with an address of its own, as failures are counted by address."""
    session = requests.Session()
    session.headers["X-Forwarded-For"] = f"198.51.100.{next(_clients)}"
    return session


def pair(device: requests.Session, server: Served, code: str, name: str = "") -> requests.Response:
    form = {"code": code, "device": name}
    return device.post(f"{server.address}/pairing", data=form, allow_redirects=False, timeout=patience(20))


def refused(answer: requests.Response, status: int = 403) -> bool:
    return answer.status_code == status and INVALID in answer.text and "Set-Cookie" not in answer.headers


@pytest.mark.slow
def test_a_pocket_gets_the_token_itself_and_no_cookie(device: requests.Session, server: Served, access: Access) -> None:
    device.headers["Accept"] = "application/json"
    code = access.make_pairing("recorder")
    answer = pair(device, server, code)
    assert (answer.status_code, answer.cookies.get("partie_token")) == (200, None)
    principal = access.principal_of(answer.json()["token"])
    assert principal is not None
    assert principal.has_role("recorder")
    assert refused(pair(device, server, code)), "A code is good for one device."


@pytest.mark.slow
def test_a_code_is_exchanged_once_for_a_token_that_records_until_it_is_revoked(
    device: requests.Session, server: Served, access: Access, records: MatchRepository
) -> None:
    code = access.make_pairing("recorder", "sheet")
    answer = pair(device, server, f"{code}/table?match=sheet", "Anna's phone")
    assert (answer.status_code, answer.headers["Location"]) == (303, "./table?match=sheet")
    assert {"HttpOnly", "SameSite=strict"} <= {part.strip() for part in answer.headers["Set-Cookie"].split(";")}
    (made,) = [token for token in access.grants().tokens.values() if token.device == "Anna's phone"]
    headers = {"Authorization": f"Bearer {device.cookies['partie_token']}"}
    move = {"events": [{"type": "PointsNoted", "label": "one", "points": [1, 2]}]}
    events = f"{server.address}/api/matches/sheet/events"
    assert requests.post(events, json=move, headers=headers, timeout=patience(20)).ok
    assert records.store.read("matches/sheet")[-1].recorded_by == f"token {made.id}"
    device.cookies.clear()
    assert refused(pair(device, server, code))
    access.revoke(made.id)
    assert requests.post(events, json=move, headers=headers, timeout=patience(20)).status_code == 401


@pytest.mark.slow
def test_previews_of_the_link_use_nothing_up(
    device: requests.Session, server: Served, access: Access, records: MatchRepository
) -> None:
    code, before = access.make_pairing("viewer"), len(records.store.read("access"))
    for _ in range(3):
        for path in ("/pairing", f"/pairing?code={code}", "/", "/pairing/page.js", "/pairing/page.css"):
            assert device.get(server.address + path, timeout=patience(20)).status_code == 200
            assert device.head(f"{server.address}/pairing", timeout=patience(20)).status_code == 200
    assert len(records.store.read("access")) == before
    assert pair(device, server, code).status_code == 303


@pytest.mark.slow
def test_expired_incomplete_and_made_up_codes_are_refused(
    device: requests.Session, server: Served, access: Access, records: MatchRepository
) -> None:
    then = later(utc_now(), -PAIRING_TIME)
    expired = Access(records.store, "local", lambda: then).make_pairing("recorder")
    code = access.make_pairing("recorder")
    for wrong in (expired, code[:-1], code.partition("_")[0], "", "/", "#", "partie_0_0", "é" * 1000, "\0"):
        assert refused(pair(device, server, wrong)), wrong
    assert pair(device, server, code).status_code == 303


@pytest.mark.slow
def test_who_guesses_on_and_on_has_to_wait_and_a_valid_code_is_taken_all_the_same(
    device: requests.Session, server: Served, access: Access
) -> None:
    for _ in range(MAX_FAILURES):
        assert refused(pair(device, server, "0_0"))
    answer = pair(device, server, "0_0")
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert "Too many invalid tokens from your address" in answer.text
    assert pair(device, server, access.make_pairing("viewer")).status_code == 303


@pytest.mark.slow
def test_other_sites_pair_nothing_and_lead_nowhere(device: requests.Session, server: Served, access: Access) -> None:
    code, address = access.make_pairing("recorder"), f"{server.address}/pairing"
    foreign = {"Origin": "https://example.org"}
    assert requests.post(address, {"code": code}, headers=foreign, timeout=patience(20)).status_code == 403
    assert requests.post(address, {"code": "x" * (2 << 20)}, timeout=patience(20)).status_code == 413
    assert pair(device, server, f"{code}///example.org").headers["Location"] == "./"


@pytest.mark.slow
def test_a_device_that_may_more_keeps_its_token_and_leaves_the_code(
    device: requests.Session, server: Served, access: Access
) -> None:
    device.cookies["partie_token"] = access.make_token("recorder")
    code = access.make_pairing("viewer", "sheet")
    answer = pair(device, server, f"{code}/replay?match=sheet")
    assert (answer.headers["Location"], answer.headers.get("Set-Cookie")) == ("./replay?match=sheet", None)
    del device.cookies["partie_token"]
    assert pair(device, server, code).headers["Set-Cookie"]


@pytest.mark.slow
def test_the_first_page_asks_for_a_token_until_something_is_public(
    device: requests.Session, server: Served, access: Access
) -> None:
    def first(path: str = "/", token: str = "") -> str:
        return requests.get(
            server.address + path, cookies={"partie_token": token} if token else {}, timeout=patience(20)
        ).text

    asked = 'name="code"'
    assert asked in first()
    assert asked in first(token="partie_0_0")
    assert asked not in first("/?match=sheet")
    assert asked not in first(token=access.make_token("viewer"))
    access.set_visibility("sheet", "public")
    assert asked not in first()
    access.set_visibility("sheet", "private")


@pytest.mark.slow
def test_the_page_speaks_the_language_of_its_reader(server: Served) -> None:
    for language, word in (("cs,en;q=0.5", "Přihlásit"), ("ro-RO,ro;q=0.9", "Autentificare"), ("xx", "Log in")):
        for cookies, said in (({}, word), ({"partie-language": "en"}, "Log in")):
            headers = {"Accept-Language": language}
            page = requests.get(f"{server.address}/pairing", headers=headers, cookies=cookies, timeout=patience(20))
            assert said in page.text


@pytest.mark.slow
def test_a_viewer_of_everything_who_opens_a_code_of_one_match_keeps_the_rest(
    device: requests.Session, server: Served, access: Access, records: MatchRepository
) -> None:
    viewer = access.make_token("viewer")
    pair(device, server, viewer)
    pair(device, server, access.make_pairing("recorder", "sheet"), "Viewer's phone")
    (made,) = [token for token in access.grants().tokens.values() if token.device == "Viewer's phone"]
    move = {"events": [{"type": "PointsNoted", "label": "kept", "points": [1, 2]}]}
    assert device.post(f"{server.address}/api/matches/sheet/events", json=move, timeout=patience(20)).ok
    assert records.store.read("matches/sheet")[-1].recorded_by == f"token {made.id}"
    assert device.get(f"{server.address}/api/people", timeout=patience(20)).ok, "the rights of before"
    access.revoke(made.id)
    assert device.get(f"{server.address}/api/people", timeout=patience(20)).ok
    assert device.post(f"{server.address}/api/matches/sheet/events", json=move, timeout=patience(20)).status_code == 403


@pytest.mark.slow
def test_a_token_is_taken_as_well_as_a_code_and_another_of_everything_replaces_it(
    device: requests.Session, server: Served, access: Access
) -> None:
    for role in ("recorder", "viewer"):
        token = access.make_token(role)
        assert pair(device, server, f" {token}\n").headers["Location"] == "./"
        assert device.cookies["partie_token"] == token


@pytest.mark.slow
def test_a_device_ends_with_its_cookie_which_is_for_https_alone_where_the_proxy_says_so(
    device: requests.Session, server: Served, access: Access
) -> None:
    device.headers["X-Forwarded-Proto"] = "https"
    answer = pair(device, server, access.make_pairing("viewer"))
    assert "Secure" in {part.strip() for part in answer.headers["Set-Cookie"].split(";")}
    del device.headers["X-Forwarded-Proto"]
    answer = pair(device, server, access.make_pairing("viewer"), "Endless phone")
    (made,) = [token for token in access.grants().tokens.values() if token.device == "Endless phone"]
    assert made.expires is not None
    left = datetime.fromisoformat(made.expires) - datetime.fromisoformat(utc_now())
    (age,) = re.findall(r"Max-Age=(\d+)", answer.headers["Set-Cookie"])
    assert abs(int(age) - left.total_seconds()) < 60
    page = device.get(f"{server.address}/people", headers={"Accept": "text/html"}, timeout=patience(20))
    assert f"Max-Age={age}"[:-2] in page.headers["Set-Cookie"], "each page that is opened prolongs it"
    headers = {"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
    device.get(f"{server.address}/auth/logout", headers=headers, timeout=patience(20))
    assert device.cookies.get("partie_token") is None
