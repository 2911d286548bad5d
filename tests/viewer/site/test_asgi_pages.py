"""The pages over HTTP as `partie view` and `partie serve` serve them: headers, origins, what is closed."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from tests.patience import patience
from tests.recorded import records_in
from tests.served import Served, served
from tests.viewer.commands.terminal import Terminal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def tokens(folder: Path) -> dict[str, str]:
    """A token of the whole store and one of a match."""
    records = records_in(folder / "partie.db")
    access = Access(records.store, "local", utc_now)
    made = {"all": access.make_token("viewer"), "one": access.make_token("recorder", "kettle")}
    records.store.close()
    return made


@pytest.fixture(scope="module")
def view(folder: Path, tokens: dict[str, str]) -> Iterator[Served]:
    (folder / "view").mkdir()
    with served(folder / "partie.db", folder / "view", "--no-browser", command="view") as running:
        yield running


@pytest.fixture(scope="module")
def guarded(folder: Path, tokens: dict[str, str]) -> Iterator[Served]:
    (folder / "guarded").mkdir()
    with served(folder / "partie.db", folder / "guarded", "--tokens") as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("command", ["view", "guarded"])
def test_every_page_binds_the_browser_and_one_of_another_origin_opens_no_websocket(
    command: str, request: pytest.FixtureRequest
) -> None:
    server: Served = request.getfixturevalue(command)
    for path in ("/", "/replay?match=kettle", "/login", "/table", "/nowhere", "/_stcore/health", "/static/nowhere.js"):
        headers = requests.get(server.address + path, timeout=patience(20)).headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'self'" in policy
        assert "object-src 'none'" in policy
        assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    port = server.address.rpartition(":")[2]
    own = f"ws{server.address[4:]}/_stcore/stream"
    with connect(own, origin=Origin(server.address), open_timeout=patience(20)):
        pass
    foreign = (f"http://localhost:{port}", "http://127.0.0.1:1", "https://example.org", "null")
    for origin in foreign:
        with pytest.raises(InvalidStatus) as refused:
            connect(own, origin=Origin(origin), open_timeout=patience(20))
        assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus):
        connect(own, additional_headers={"Sec-Fetch-Site": "same-site"}, open_timeout=patience(20))


@pytest.mark.slow
def test_a_foreign_name_that_leads_here_and_an_invented_method_are_refused(view: Served) -> None:
    for path in ("/", "/api/matches", "/_stcore/health"):
        foreign = requests.get(view.address + path, headers={"Host": "example.org"}, timeout=patience(20))
        invented = requests.request("INVENTED", view.address + path, timeout=patience(20))
        assert (foreign.status_code, invented.status_code) == (403, 501)
    port = int(view.address.rpartition(":")[2])
    with (
        socket.create_connection(("127.0.0.1", port), timeout=patience(20)) as line,
        pytest.raises(InvalidStatus) as refused,
    ):
        connect(f"ws://example.org:{port}/_stcore/stream", sock=line, open_timeout=patience(20))
    assert refused.value.response.status_code == 403


@pytest.mark.slow
def test_links_of_other_sites_lead_to_pages_and_nowhere_else(view: Served) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert requests.get(f"{view.address}/replay?match=kettle", headers=link, timeout=patience(20)).ok
    framed = link | {"Sec-Fetch-Dest": "iframe"}
    for method, path, headers in (("GET", "/api/matches", link), ("POST", "/login", link), ("GET", "/", framed)):
        assert requests.request(method, view.address + path, headers=headers, timeout=patience(20)).status_code == 403


@pytest.mark.slow
def test_numbers_of_the_pages_are_for_tokens_of_the_whole_store(guarded: Served, tokens: dict[str, str]) -> None:
    def status(token: str | None = None, path: str = "/_stcore/metrics") -> int:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return requests.get(guarded.address + path, headers=headers, timeout=patience(20)).status_code

    assert [status(), status(tokens["one"]), status("partie_0_0"), status(tokens["all"])] == [401, 401, 401, 200]
    assert status(path="/_stcore/health") == 200
    assert status(path="/_stcore/agent/openapi.json") == 404


def test_a_proxy_is_an_address_or_a_network(partie: Terminal) -> None:
    output = " ".join(partie("serve", "--proxy", "example.org", code=2).split())
    assert "--proxy is an address or a network such as 10.0.0.0/8, not 'example.org'." in output


@pytest.mark.slow
def test_every_page_names_its_server_and_a_short_link_leads_to_the_replay(view: Served) -> None:
    for path in ("/", "/replay?match=kettle", "/nowhere"):
        answer = requests.get(view.address + path, timeout=patience(20))
        assert "BACKEND_BASE_URL" in answer.text
        assert int(answer.headers["content-length"]) == len(answer.content)
    short = requests.get(f"{view.address}/?match=kettle&at=3", timeout=patience(20), allow_redirects=False)
    assert (short.status_code, short.headers["location"]) == (307, "./replay?match=kettle&at=3")


@pytest.mark.slow
def test_logging_out_makes_the_browser_forget_what_it_kept_and_no_other_site_does(
    guarded: Served, tokens: dict[str, str]
) -> None:
    cookies, login = {"partie_token": tokens["all"]}, f"{guarded.address}/login"
    answer = requests.post(login, {"token": ""}, cookies=cookies, allow_redirects=False, timeout=patience(20))
    assert answer.status_code == 303
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    assert "partie_token=" in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]

    def cleared(site: str) -> bool:
        logout, headers = f"{guarded.address}/auth/logout", {"Sec-Fetch-Site": site}
        answer = requests.get(logout, headers=headers, allow_redirects=False, timeout=patience(20))
        return "clear-site-data" in answer.headers

    assert cleared("same-origin")
    assert not any(map(cleared, ("cross-site", "same-site", "none")))
