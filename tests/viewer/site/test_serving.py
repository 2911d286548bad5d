"""`partie serve` as people start it: viewer and service on one port, tokens, and an end that loses nothing."""

import json
import os
import pty
import re
import subprocess
import termios
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from websockets.sync.client import connect

from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests import ROOT
from tests.eventstore.service.client import SHEET
from tests.patience import patience, until
from tests.served import Served, free_port, printed_links, served
from tests.viewer.commands.terminal import PARTIE, Terminal
from viewer.pairing import qr_code
from viewer.pairing.addresses import lan_addresses


def a_round(number: int) -> dict[str, object]:
    return {"events": [{"type": "PointsNoted", "label": f"Round {number}", "points": [1, 2]}]}


def test_tokens_are_made_listed_and_revoked(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "partie.db")
    match = partie.json("new", "scoresheet", "--player", "Anna", "--player", "Ben")["id"]
    token = partie("token", "new", "--role", "annotator", "--match", match[:4], "--days", "7").strip()
    (row,) = partie.json("token", "list")
    assert token.startswith(f"partie_{row['id']}_")
    assert (row["role"], row["match"]) == ("annotator", match)
    assert row["expires"].endswith("Z")
    assert partie("token", "list").split()[:3] == [row["id"], "annotator", match]
    partie("token", "revoke", row["id"])
    assert partie.json("token", "list") == []
    assert "0 tampered, 0 damaged" in partie("verify"), "the stream of tokens is checked as well"


def test_a_phone_cannot_reach_loopback_nor_a_service_without_pages(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "partie.db")
    for host in ("127.0.0.1", "::1", "localhost"):
        for option in ("--phone", "--home"):
            assert f"No phone can reach {host}" in partie("serve", option, "--host", host, code=1)
    assert "--phone and --home need the pages" in partie("serve", "--phone", "--no-viewer", code=1)
    output = partie("view", "--host", "0.0.0.0", "--port", free_port(), code=1)
    assert "`partie serve --host 0.0.0.0`" in " ".join(output.split())


@pytest.mark.slow
def test_the_printed_address_pairs_a_device_that_is_listed_and_revoked(tmp_path: Path) -> None:
    if not lan_addresses("0.0.0.0"):
        pytest.skip("This machine is in no network.")
    path = tmp_path / "partie.db"
    partie = Terminal(path)
    match = partie.new("scoresheet", "--player", "Anna", "--player", "Ben").strip()
    with served(path, tmp_path, "--phone") as server:
        link, for_this_machine = printed_links(server)
        assert urlsplit(link).hostname in lan_addresses("0.0.0.0")
        assert "\x1b" not in server.log.read_text(), "no code is drawn into a file"
        asking = requests.Session()
        form = {"code": urlsplit(link).fragment, "device": "Anna's Pixel"}
        paired = asking.post(f"{server.address}/pairing", form, allow_redirects=False, timeout=patience(20))
        assert paired.status_code == 303
        events = f"{server.address}/api/matches/{match}/events"
        assert asking.post(events, json=a_round(1), timeout=patience(20)).json()["version"] == 2
        (row,) = partie.json("token", "list")
        assert (row["role"], row["match"], row["device"]) == ("recorder", None, "Anna's Pixel")
        assert row["expires"] is not None, "a device ends with its cookie"
        assert "every match" in partie("token", "list")
        assert "Anna's Pixel" in partie("token", "list")
        partie("token", "revoke", row["id"])
        assert asking.post(events, json=a_round(2), timeout=patience(20)).status_code == 401
        assert requests.post(f"{server.address}/pairing", data=form, timeout=patience(20)).status_code == 403
        assert urlsplit(for_this_machine).fragment != urlsplit(link).fragment
        secrets = [urlsplit(each).fragment for each in (link, for_this_machine)]
        assert [server.log.read_text().count(secret) for secret in secrets] == [1, 1], "printed, and in no log"


@pytest.mark.slow
def test_a_code_is_drawn_in_a_terminal(tmp_path: Path) -> None:
    if not lan_addresses("0.0.0.0"):
        pytest.skip("This machine is in no network.")
    line = [*PARTIE, "--store", str(tmp_path / "partie.db"), "serve", "--phone", "--port", str(free_port())]
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 100))
    with subprocess.Popen(line, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL) as running:
        os.close(theirs)
        shown = b""
        while not re.search(rb"(\x1b\S+ +\x1b\[0m\r\n).*\1", shown, re.DOTALL):  # From border to border.
            shown += os.read(ours, 65536)
        running.terminate()
        assert running.wait(30) == 0
    os.close(ours)
    text = shown.decode().replace("\r\n", "\n")
    (link,) = re.findall(r"^http://\S+/pairing#\S+$", text, re.MULTILINE)[:1]
    assert qr_code.terminal(link) in text


def test_who_logs_in_is_let_in_listed_and_let_in_no_more(tmp_path: Path) -> None:
    partie = Terminal(tmp_path / "partie.db")
    match = partie.json("new", "scoresheet", "--player", "Anna", "--player", "Ben")["id"]
    partie("login", "new", "anna@example.org", "--role", "recorder")
    partie("login", "new", "0f1e", "--role", "annotator", "--match", match[:4])
    anna, other = partie.json("login", "list")
    assert (anna["role"], anna["match"], other["match"]) == ("recorder", None, match)
    assert partie("login", "list").splitlines()[0].split() == [anna["id"], "recorder", "every", "match"]
    assert "anna" not in str(partie.json("login", "list"))
    partie("login", "revoke", "Anna@example.org")
    partie("login", "revoke", other["id"])
    assert partie.json("login", "list") == []
    assert "There is no login 'anna@example.org'" in partie("login", "revoke", "anna@example.org", code=1)
    assert "Enter a login name" in partie("login", "new", " ", "--role", "viewer", code=1)


@pytest.mark.slow
def test_viewer_and_service_share_a_port_and_end_without_loss(tmp_path: Path) -> None:
    path = tmp_path / "partie.db"
    partie = Terminal(path)
    recorder, viewer = (partie("token", "new", "--role", role).strip() for role in ("recorder", "viewer"))
    with served(path, tmp_path, "--tokens") as server:
        cookie = {"Cookie": f"partie_token={_let_in(server.address, viewer)}"}
        with connect(f"ws{server.address[4:]}/_stcore/stream", additional_headers=cookie, open_timeout=patience(20)):
            acknowledged = _record_until_it_ends(server, recorder)
    store = SqliteStore(path)
    stored = [len(MatchRepository(store).match(id).log) for id in acknowledged]
    store.close()
    unheard = [count - version for count, version in zip(stored, acknowledged.values(), strict=True)]
    assert set(unheard) <= {0, 1}, "all that was acknowledged is stored, once"
    assert not path.with_name("partie.db-wal").exists(), "the store was closed"
    _secret_is_nowhere(server.log, recorder, *acknowledged)


def _let_in(address: str, token: str) -> str:
    """The login form stores a valid token in a cookie, and nothing else."""
    asking = requests.Session()

    def login(to: str = "", **form: str) -> str:
        answer = asking.post(f"{address}/login", data={"to": to} | form, allow_redirects=False, timeout=patience(20))
        assert answer.status_code == 303
        return answer.headers["Location"]

    assert login(token=token[:-1]) == "login?wrong=1"
    assert login(token="é" * 1000) == "login?wrong=1"
    assert not asking.cookies
    for to in ("https://example.org", "//example.org", "/", "..", "a/b/c/d", "a/../b", "replay\r\nX: y"):
        assert login(to, token=token) == "./"
    assert login("correct?match=a&at=3", token=f" {token}\n") == "./correct?match=a&at=3"
    assert login(token="") == "./"
    assert not asking.cookies
    for form, headers, status in (
        ({"token": token}, {"Origin": "https://example.org"}, 403),
        ({"token": "x" * (2 << 20)}, {}, 413),
    ):
        answer = requests.post(f"{address}/login", form, headers=headers, timeout=patience(20))
        assert answer.status_code == status
    login(token=token)
    uploaded = asking.put(f"{address}/_stcore/upload_file/a/b", timeout=patience(20))
    assert uploaded.status_code == 403, "viewers import nothing"
    assert "streamlit" in asking.get(address, timeout=patience(20)).text.lower()
    return str(asking.cookies["partie_token"])


def _record_until_it_ends(server: Served, token: str) -> dict[str, int]:
    """The last version that was acknowledged of every match that was being recorded when the server was stopped."""

    def path(id: str) -> str:
        return f"{server.address}/api/matches/{id}/events"

    acknowledged: dict[str, int] = {}
    feeds: list[bool] = []

    def follow(id: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        with requests.get(
            f"{server.address}/api/matches/{id}/feed", headers=headers, stream=True, timeout=patience(20)
        ) as feed:
            feeds.append(any(b"PointsNoted" in line for line in feed.iter_lines()))

    def device() -> None:
        asking = requests.Session()
        asking.headers["Authorization"] = f"Bearer {token}"
        id = asking.post(f"{server.address}/api/matches", json=SHEET, timeout=patience(20)).json()["id"]
        acknowledged[id] = 1
        try:
            while (answer := asking.post(path(id), json=a_round(acknowledged[id]), timeout=patience(20))).ok:
                acknowledged[id] = answer.json()["version"]
        except requests.ConnectionError:
            pass

    devices = [threading.Thread(target=device) for _ in range(3)]
    for one in devices:
        one.start()
    until(lambda: len(acknowledged) == 3 and min(acknowledged.values()) > 2)
    spectator = threading.Thread(target=follow, args=(next(iter(acknowledged)),))
    spectator.start()
    time.sleep(0.5)
    server.stop()
    for one in (*devices, spectator):
        one.join()
    assert feeds == [True], "who follows is let go"
    return acknowledged


def _secret_is_nowhere(log: Path, token: str, *ids: str) -> None:
    text = log.read_text()
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert {"/api/matches/{id}/events", "/api/matches/{id}/feed"} <= {line.get("route") for line in lines}
    assert not re.search("|".join((re.escape(token.split("_", 2)[2]), *ids, "Anna")), text)


@pytest.mark.slow
def test_a_service_makes_its_first_backup_and_its_metrics_tell_the_age(tmp_path: Path) -> None:
    Terminal(tmp_path / "partie.db")("new", "scoresheet", "--player", "Anna")
    with served(tmp_path / "partie.db", tmp_path, "--no-viewer", "--backup", str(tmp_path / "disk")) as running:
        until(lambda: list((tmp_path / "disk").glob("partie-*.db")), 60, why=running.log.read_text)
        metrics = requests.get(f"{running.address}/metrics", timeout=20).text
        (age,) = re.findall(r"^partie_backup_age_seconds (\S+)$", metrics, re.M)
        assert 0 <= float(age) < patience(60)
