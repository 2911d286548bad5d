"""A client whose connection to the service may break at any time."""

import json
import socket
import struct
from http.client import HTTPConnection, HTTPResponse
from typing import Any, Self
from urllib.parse import urlsplit

from eventstore import codec
from tests.patience import patience


class Device:
    """Requests to the service at `address` over one connection, which is opened again after it broke."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(urlsplit(address).netloc, timeout=patience(60))

    def post(self, path: str, body: object, key: str, seen: int | None = None) -> tuple[int, Any]:
        """The status and the body of the response; `seen` is the expected version."""
        self._send(path, body, key, seen)
        return _read(self._connection.getresponse())

    def get(self, path: str) -> Any:
        self._connection.request("GET", path)
        status, answer = _read(self._connection.getresponse())
        assert status == 200, answer
        return answer

    def post_and_go(self, path: str, body: object, key: str, seen: int | None, *, abruptly: bool) -> None:
        """Send a request and break the connection before the response: with FIN, or `abruptly` with RST."""
        self._send(path, body, key, seen)
        self._break(abruptly)

    def post_half(self, path: str, body: object, key: str, seen: int | None, *, abruptly: bool) -> None:
        """Break the connection in the middle of the body."""
        data = json.dumps(body).encode()
        self._connection.putrequest("POST", path)
        for name, value in (_headers(key, seen) | {"Content-Length": str(len(data))}).items():
            self._connection.putheader(name, value)
        self._connection.endheaders()
        self._connection.send(data[: len(data) // 2])
        self._break(abruptly)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def _send(self, path: str, body: object, key: str, seen: int | None) -> None:
        self._connection.request("POST", path, json.dumps(body), _headers(key, seen))

    def _break(self, abruptly: bool) -> None:
        if abruptly:
            self._connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._connection.close()


def encoded(event: object) -> dict[str, Any]:
    """An event of a game as the JSON object of requests and responses."""
    fields: dict[str, Any] = json.loads(codec.encode_event(event))
    return fields


def _headers(key: str, seen: int | None) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    return headers | ({"If-Match": f'"{seen}"'} if seen is not None else {})


def _read(answer: HTTPResponse) -> tuple[int, Any]:
    return answer.status, json.loads(answer.read())
