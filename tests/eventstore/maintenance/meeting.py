"""A device that meets its home, as a function and as a program that can be killed: `python -m` FOLDER DEVICE HOME."""

import json
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from eventstore.access.grants import Grants, Principal
from eventstore.maintenance.exchange import Checkpoints, Exchanged, answer, exchange
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Store

NOW = "2026-12-01T00:00:00.000Z"


def carried(meeting: Generator[bytes, bytes, Exchanged], send: Callable[[bytes], bytes]) -> Exchanged:
    """The result of an exchange whose requests are carried by `send`."""
    request = next(meeting)
    while True:
        try:
            request = meeting.send(send(request))
        except StopIteration as end:
            result: Exchanged = end.value
            return result


class Device:
    """A store with its checkpoints, which lie in a file, and the bytes that it sent and got."""

    def __init__(self, store: Store, known: Path, by: str = "phone") -> None:
        self.store, self.known, self.principal = store, known, Principal(by, "recorder")
        self.sent, self.got = list[int](), list[int]()

    def meet(
        self, home: Store, before: Callable[[], None] = lambda: None, after: Callable[[], None] = lambda: None
    ) -> Exchanged:
        """Come in step with the home; `before` and `after` are called around each of its answers."""

        def send(request: bytes) -> bytes:
            before()
            said, _ = answer(home, self.principal, Grants, request, NOW)
            self.sent.append(len(request))
            self.got.append(len(said))
            after()
            return said

        known = Checkpoints.of(self.known.read_text()) if self.known.exists() else Checkpoints()
        return carried(exchange(self.store, known, self._keep, now=lambda: NOW), send)

    def _keep(self, known: Checkpoints) -> None:
        self.known.write_text(known.text())


def main(folder: Path, device: str, home: str) -> None:
    with closing(SqliteStore(folder / f"{device}.db")) as mine, closing(SqliteStore(folder / f"{home}.db")) as other:
        print("begun", flush=True)
        result = Device(mine, folder / f"{device}-{home}.json", device).meet(other)
        print(json.dumps([result.refused_here, result.refused_there]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
