"""The examples of reverse proxies in the documentation, run as they are but for names, ports and certificates."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
from websockets.sync.client import connect
from websockets.typing import Origin

from core.games import scoresheet
from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from eventstore.service.rate_limit import MAX_FAILURES
from tests import ROOT
from tests.patience import patience, until
from tests.recorded import records_in
from tests.served import free_port, served

TOLD = (ROOT / "docs" / "service.md").read_text("utf-8")
NAME = "partie.example.org"


@dataclass(frozen=True)
class Proxied:
    """Partie behind a proxy at `address`, whose certificate is in `authority`; `access` is that of the store."""

    address: str
    authority: str
    access: Access


def example(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", TOLD, re.DOTALL)
    assert found is not None
    return found[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for `localhost` and its key."""
    files = folder / "partie.pem", folder / "partie.key"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=DNS:localhost", "-out", str(files[0]), "-keyout", str(files[1])]
    subprocess.run(made, check=True, capture_output=True)
    return files


def command(kind: str, folder: Path, behind: int, port: int) -> list[str]:
    """The command that starts the proxy on `port`, in front of Partie on the port `behind`."""
    pem, key = certificate(folder)
    text = example(kind).replace("8501", str(behind))
    file = folder / "proxy.conf"
    if kind == "caddy":
        text = text.replace(f"{NAME} {{", f"https://localhost:{port} {{\n    tls {pem} {key}")
        file.write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + text)
        return ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
    text = text.replace("443", str(port)).replace("listen 80", f"listen {free_port()}").replace(NAME, "localhost")
    text = text.replace("/etc/ssl/partie.pem", str(pem)).replace("/etc/ssl/partie.key", str(key))
    temporary = "".join(
        f"{each}_temp_path {folder / each};\n" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n")
    return ["nginx", "-c", str(file), "-p", str(folder), "-e", str(folder / "errors"), "-g", "daemon off;"]


@pytest.fixture(scope="module", params=["caddy", "nginx"])
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    if missing := [name for name in (request.param, "openssl") if not shutil.which(name)]:
        why = f"{' and '.join(missing)} is not installed."
        if os.environ.get("PARTIE_REQUIRE_PROXIES") == "1":
            pytest.fail(why)
        pytest.skip(why)
    folder = tmp_path_factory.mktemp(request.param)
    records = records_in(folder / "partie.db")
    records.start(scoresheet, ["Anna", "Ben"], id="sheet")
    with served(folder / "partie.db", folder, "--tokens", "--proxy", "127.0.0.1") as partie:
        port = free_port()
        line = command(request.param, folder, int(partie.address.rpartition(":")[2]), port)
        environment = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        log = folder / "proxy.log"
        with log.open("w") as out, subprocess.Popen(line, env=environment, stdout=out, stderr=out) as proxy:
            try:
                wait_for(port, proxy, log)
                access = Access(records.store, "local", utc_now)
                yield Proxied(f"https://localhost:{port}", str(folder / "partie.pem"), access)
            finally:
                stop(proxy)
    records.store.close()


def stop(proxy: "subprocess.Popen[bytes]") -> None:
    """End the proxy; Caddy would wait without end for a stream that its client left open."""
    proxy.terminate()
    try:
        proxy.wait(10)
    except subprocess.TimeoutExpired:
        proxy.kill()


def wait_for(port: int, proxy: "subprocess.Popen[bytes]", log: Path) -> None:
    def listens() -> bool:
        assert proxy.poll() is None, log.read_text()
        with socket.socket() as caller:
            return caller.connect_ex(("localhost", port)) == 0

    until(listens, why=log.read_text)


@pytest.fixture
def device(proxied: Proxied) -> requests.Session:
    session = requests.Session()
    session.trust_env, session.verify = False, proxied.authority
    return session


@pytest.mark.slow
def test_a_device_is_paired_and_its_cookie_is_sent_over_tls_alone(proxied: Proxied, device: requests.Session) -> None:
    code = proxied.access.make_pairing("recorder")
    headers = {"Origin": proxied.address}
    answer = device.post(
        f"{proxied.address}/pairing", data={"code": code}, headers=headers, allow_redirects=False, timeout=patience(20)
    )
    assert answer.status_code == 303, answer.text
    assert {"Secure", "HttpOnly", "SameSite=strict"} <= {
        part.strip() for part in answer.headers["Set-Cookie"].split(";")
    }
    assert device.get(f"{proxied.address}/api/people", timeout=patience(20)).ok


@pytest.mark.slow
def test_pages_open_their_websocket(proxied: Proxied) -> None:
    trusted = ssl.create_default_context(cafile=proxied.authority)
    stream = f"wss{proxied.address[5:]}/_stcore/stream"
    with connect(stream, origin=Origin(proxied.address), ssl=trusted, open_timeout=patience(20)) as page:
        assert page.ping().wait(20), "an answer comes through the proxy"


@pytest.mark.slow
def test_server_sent_events_come_while_the_stream_is_open(proxied: Proxied, device: requests.Session) -> None:
    device.headers["Authorization"] = f"Bearer {proxied.access.make_token('recorder')}"
    events = f"{proxied.address}/api/matches/sheet/events"
    before = device.get(f"{proxied.address}/api/matches/sheet", timeout=patience(20)).json()["version"]
    feed = f"{proxied.address}/api/matches/sheet/feed?after={before}"
    with device.get(feed, stream=True, timeout=patience(10)) as following:  # Fails if a line waits for others.
        lines = following.iter_lines(chunk_size=1, decode_unicode=True)
        for number in range(3):
            move = {"events": [{"type": "PointsNoted", "label": f"round {before + number}", "points": [1, 2]}]}
            assert device.post(events, json=move, timeout=patience(20)).ok
            assert f"id: {before + number + 1}" in (line for line in lines if line.startswith("id: "))


@pytest.mark.slow
def test_failures_are_counted_by_the_address_of_the_client_and_not_by_what_it_says(
    proxied: Proxied, device: requests.Session
) -> None:
    statuses = [
        device.post(
            f"{proxied.address}/pairing",
            data={"code": "0_0"},
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
            timeout=patience(20),
        ).status_code
        for number in range(MAX_FAILURES + 1)
    ]
    assert statuses == [403] * MAX_FAILURES + [429]
