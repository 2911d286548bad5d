"""The record service on a free port over a real store of either kind, and an HTTP client for its tests."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import requests
from starlette.types import ASGIApp

from eventstore.access.grants import Role
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.service.app import create_app
from eventstore.service.capacity import capacity
from eventstore.service.server import LimitedServer, Network
from eventstore.service.state import AppState
from eventstore.store.postgres import PostgresStore
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store
from eventstore.store.store_url import is_file
from tests.patience import patience
from tests.stores import empty

NOW = "2026-11-20T18:00:00.000Z"
SHEET = {"game": "scoresheet", "players": ["Anna", "Ben"], "options": {"title": "Kettle Race"}}


@dataclass
class Client:
    """An HTTP client of the service at `address`, with a token or without; `app_state` is the state of the service.

    `store` is the address of the store. An answer that takes longer than `timeout_s` fails.
    """

    address: str
    store: str
    app_state: AppState
    session: requests.Session
    timeout_s: float = 20

    def __call__(self, method: str, path: str, body: object = None, **headers: str) -> requests.Response:
        """An answer; `if_match` and the like are headers."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.session.request(
            method, self.address + path, json=body, headers=named, timeout=patience(self.timeout_s)
        )

    def get(self, path: str) -> Any:
        return self.json(self("GET", path))

    def post(self, path: str, body: object, **headers: str) -> Any:
        return self.json(self("POST", path, body, **headers))

    def json(self, answer: requests.Response) -> Any:
        assert answer.ok, answer.text
        return answer.json()

    def refused(self, status: int, method: str, path: str, body: object = None, **headers: str) -> dict[str, Any]:
        """The problem details of the response."""
        return problem(status, self(method, path, body, **headers))

    def with_token(self, token: str) -> "Client":
        session = requests.Session()
        session.headers["Authorization"] = f"Bearer {token}"
        return replace(self, session=session)

    def rows(self) -> int:
        """Events in the store."""
        return sum(len(self.app_state.records.store.read(stream)) for stream in self.app_state.records.store.streams())

    def follow(self, path: str, until: int, **headers: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """Server-sent events as (id, data), as they come, up to that id."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with self.session.get(self.address + path, headers=named, stream=True, timeout=patience(20)) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            fields: dict[str, str] = {}
            for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "id" in fields:
                    yield int(fields["id"]), json.loads(fields["data"])
                    if int(fields["id"]) >= until:
                        break
                    fields = {}


def holder(client: Client, role: Role, match: str | None = None, expires: str | None = None) -> Client:
    """The client with a token of this role."""
    return client.with_token(client.app_state.access.make_token(role, match, expires))


def problem(status: int, answer: requests.Response) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    details: dict[str, Any] = answer.json()
    assert details["status"] == status
    assert details["detail"].endswith("."), details
    assert "\n" not in details["detail"], details
    return details


class PromptServer(LimitedServer):
    """Ends at once: uvicorn sleeps for a tenth of a second before it sees that it should, and for another one after."""

    async def main_loop(self) -> None:
        ticking = asyncio.create_task(super().main_loop())
        while not self.should_exit:
            await asyncio.sleep(0.01)
        ticking.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        await asyncio.sleep(0)  # A closed connection is forgotten in the next round of the loop.
        await asyncio.wait_for(self._wait_tasks_to_complete(), patience(5))
        await self.lifespan.shutdown()


def opened(address: str, folder: Path) -> Store:
    """The store at `address`; what it keeps outside of a database lies in the folder."""
    return SqliteStore(Path(address)) if is_file(address) else PostgresStore(address)


@contextmanager
def service(
    folder: Path,
    kind: str = "sqlite",
    proxies: Sequence[Network] = (),
    app: Callable[[AppState], ASGIApp] = create_app,
    **more: Any,
) -> Iterator[Client]:
    """The service over an empty store of this kind, until the end; `more` are fields of its application state."""
    address = empty(kind, folder)
    # Its protocol is named: else asyncio does not know that it may send small answers at once.
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    with closing(opened(address, folder)) as store, closing(listening) as listener:
        records = MatchRepository(store)
        state = AppState(records, MatchIndex(store, records), **{"tokens_required": False} | more)
        listener.bind(("127.0.0.1", 0))
        server = PromptServer(app(state), capacity(), proxies)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        try:
            yield Client(f"http://127.0.0.1:{listener.getsockname()[1]}", address, state, requests.Session())
        finally:
            state.feed.end()
            server.should_exit = True
            thread.join()
            state.reviews.close()
