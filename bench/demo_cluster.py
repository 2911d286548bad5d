"""Two services and a standby on one PostgreSQL, and a Dask cluster that checks it; run with `make demo-cluster`.

Everything runs on this machine. A service and the primary are killed. Ends with exit code 0 if every step held.
"""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import requests
from distributed import LocalCluster

from tests.eventstore.store.test_standby import attach, kill
from tests.postgres import command, new_server
from tests.served import free_port

_PARTIE: Final = [sys.executable, "-c", "from viewer.cli import app; app()"]
_TIMEOUT_S: Final = 30


def main() -> None:
    with ExitStack() as stack:
        folder = Path(mkdtemp(prefix="partie-pg-"))  # A short path, because the paths of sockets are limited.
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        primary, standby = new_server(folder / "a"), new_server(folder / "b")
        stack.callback(kill, primary)
        stack.callback(kill, standby)
        attach(primary, standby)
        hosts = ",".join(str(each.get_postmaster_info().socket_dir) for each in (primary, standby))
        address = f"postgresql://postgres@/postgres?host={hosts}&target_session_attrs=read-write"
        _say("PostgreSQL runs, with a synchronous standby")

        (one, one_process), (two, _) = [stack.enter_context(_service(address)) for _ in range(2)]
        _say("two services run on it")

        match, before = _record(one, "Kettle Race", 6)
        _check(_figures(two, match) == before, "the other service shows the play with the same figures")

        last = _post(one, f"/matches/{match}/events", "the last round", _noted(7))
        one_process.kill()
        one_process.wait()
        _say("one service is killed")
        again = _post(two, f"/matches/{match}/events", "the last round", _noted(7))
        _check(again["version"] == last["version"], "the same request at the other service writes nothing twice")
        closed = _figures(two, match)

        kill(primary)
        command(standby, "pg_ctl", "promote", "-w", "-D", standby.pgdata)
        _say("the primary is killed, the standby promoted")
        _check(_figures(two, match) == closed, "nothing acknowledged is lost")
        _record(two, "After the failover", 3)
        _say("the other service records again")

        cluster = stack.enter_context(
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50)
        )
        verified = _partie(address, "verify", "--cluster", cluster.scheduler_address)
        is_whole = verified.startswith("2 matches, 12 events: 0 tampered, 0 damaged, 0 rules changed")
        _check(is_whole, f"two workers verified the store: {verified}")
        _partie(address, "rebuild", "--cluster", cluster.scheduler_address)
        _say("and rebuilt the read tables")


def _record(service: str, title: str, rounds: int) -> tuple[str, Any]:
    """A play with this number of rounds: its id, and its figures."""
    sheet = {"game": "scoresheet", "players": ["Anna", "Ben"], "options": {"title": title}}
    id: str = _post(service, "/matches", f"open {title}", sheet)["id"]
    for number in range(1, rounds + 1):
        _post(service, f"/matches/{id}/events", f"{title} {number}", _noted(number))
    return id, _figures(service, id)


def _noted(number: int) -> dict[str, object]:
    return {"events": [{"type": "PointsNoted", "label": f"Round {number}", "points": [number, 2 * number]}]}


def _figures(service: str, match: str) -> Any:
    """The match, and the list that is read from the read tables, as a service shows them."""
    return _get(service, f"/matches/{match}"), _get(service, "/matches")


def _post(service: str, path: str, key: str, body: object) -> Any:
    headers = {"Idempotency-Key": key.replace(" ", "-")}
    answer = _retried(lambda: requests.post(service + path, json=body, headers=headers, timeout=_TIMEOUT_S))
    return answer.json()


def _get(service: str, path: str) -> Any:
    return _retried(lambda: requests.get(service + path, timeout=_TIMEOUT_S)).json()


def _retried(request: Any) -> requests.Response:
    """The answer, asked for again as long as the database does not answer (503)."""
    until = time.monotonic() + _TIMEOUT_S
    while (answer := request()).status_code == 503 and time.monotonic() < until:
        time.sleep(0.2)
    answer.raise_for_status()
    return answer  # type: ignore[no-any-return]


@contextmanager
def _service(store: str) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """The address of the API of a service, and its process."""
    port = free_port()
    words = [*_PARTIE, "--store", store, "serve", "--no-viewer", "--port", str(port)]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + _TIMEOUT_S
        while True:
            try:
                requests.get(f"http://127.0.0.1:{port}/healthz", timeout=_TIMEOUT_S).raise_for_status()
                break
            except requests.ConnectionError:
                if process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/api", process
    finally:
        process.kill()
        process.wait()


def _partie(store: str, *words: str) -> str:
    """The output of a command. Raises CalledProcessError for an exit code other than 0."""
    run = [*_PARTIE, "--store", store, *words]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()


def _say(sentence: str) -> None:
    print(f"- {sentence}", flush=True)


def _check(holds: bool, sentence: str) -> None:
    if not holds:
        sys.exit(f"FAILED: {sentence}")
    _say(sentence)


if __name__ == "__main__":
    main()
