"""`partie serve` as a program of its own, for tests that come from outside."""

import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

import requests

from tests.forked import start_partie
from tests.patience import patience, until


@dataclass
class Served:
    """A service that runs at `address`, what it writes into `log`, and its process."""

    address: str
    log: Path
    process: BaseProcess

    def handles(self) -> int:
        """Files and sockets it has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self) -> None:
        """Tell it to end; that must be soon, and without a complaint."""
        self.process.terminate()
        self.process.join(patience(30))
        assert self.process.exitcode == 0, self.log.read_text()


def answers(address: str) -> bool:
    """Whether there is a server, and all is well."""
    try:
        return requests.get(address, timeout=5).ok
    except (requests.ConnectionError, requests.Timeout):
        return False


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def printed_links(running: Served) -> list[str]:
    """The links of `partie serve --phone`: for phones, and last the one for a browser on this machine."""
    until(lambda: "plain HTTP" in running.log.read_text(), 60, why=running.log.read_text)
    return re.findall(r"http://\S+/pairing#\S+", running.log.read_text())


@contextmanager
def served(
    store: Path | str,
    folder: Path,
    *words: str,
    port: int | None = None,
    command: str = "serve",
    handles: int | None = None,
) -> Iterator[Served]:
    """The service over this store; what it writes elsewhere lies in the folder. It is stopped at the end at the latest.

    `words` are further words of its command; `port` is a free one if not given; it may open `handles` files at most.
    """
    port = port or free_port()
    log = folder / "log"
    line = ["--store", str(store), command, "--port", str(port), *words]
    environment = os.environ | {"XDG_CACHE_HOME": str(folder / "cache")}
    process = start_partie(line, log, environment=environment, handles=handles)
    running = Served(f"http://127.0.0.1:{port}", log, process)
    try:
        _wait(running)
        yield running
        if process.is_alive():
            running.stop()
    finally:
        process.kill()
        process.join()


def _wait(starting: Served) -> None:
    until(
        lambda: answers(f"{starting.address}/healthz") or not starting.process.is_alive(),
        60,
        why=starting.log.read_text,
    )
    assert starting.process.is_alive(), _why_ended(starting)


def _why_ended(running: Served) -> str:
    said = running.log.read_text() if running.log.exists() else "It ended before it could write."
    return f"Exit code {running.process.exitcode}. {said}"
