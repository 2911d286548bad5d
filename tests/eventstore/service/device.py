"""A device at a table: a line to the service that may break, whatever was just being said."""

import json
import socket
import struct
from http.client import HTTPConnection, HTTPResponse
from typing import Any, Self
from urllib.parse import urlsplit

from eventstore import codec


class Device:
    """Asks the service at `address` over one line, which is made anew after it broke."""

    def __init__(self, address: str) -> None:
        self._line = HTTPConnection(urlsplit(address).netloc, timeout=60)

    def post(self, path: str, told: object, key: str, seen: int | None = None) -> tuple[int, Any]:
        """Tell something, under this key and behind the version that was seen; the status and what is answered."""
        self._send(path, told, key, seen)
        return _heard(self._line.getresponse())

    def get(self, path: str) -> Any:
        self._line.request("GET", path)
        status, told = _heard(self._line.getresponse())
        assert status == 200, told
        return told

    def post_and_go(self, path: str, told: object, key: str, seen: int | None, *, abruptly: bool) -> None:
        """Tell something, and break the line before it is answered: hung up, or gone without a word."""
        self._send(path, told, key, seen)
        self._break(abruptly)

    def post_half(self, path: str, told: object, key: str, seen: int | None, *, abruptly: bool) -> None:
        """Break the line in the middle of what is told."""
        body = json.dumps(told).encode()
        self._line.putrequest("POST", path)
        for name, value in (_headers(key, seen) | {"Content-Length": str(len(body))}).items():
            self._line.putheader(name, value)
        self._line.endheaders()
        self._line.send(body[: len(body) // 2])
        self._break(abruptly)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def _send(self, path: str, told: object, key: str, seen: int | None) -> None:
        self._line.request("POST", path, json.dumps(told), _headers(key, seen))

    def _break(self, abruptly: bool) -> None:
        if abruptly:
            self._line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._line.close()


def spoken(event: object) -> dict[str, Any]:
    """An event of a game as the service is told it, and tells it."""
    told: dict[str, Any] = json.loads(codec.encode_event(event))
    return told


def _headers(key: str, seen: int | None) -> dict[str, str]:
    told = {"Content-Type": "application/json", "Idempotency-Key": key}
    return told | ({"If-Match": f'"{seen}"'} if seen is not None else {})


def _heard(answer: HTTPResponse) -> tuple[int, Any]:
    return answer.status, json.loads(answer.read())
