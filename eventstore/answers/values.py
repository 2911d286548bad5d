"""Requests and responses as values, whatever brings and sends them."""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Request:
    """The `path` is decoded; names of `headers` are in lower case."""

    method: str
    path: str
    query: Sequence[tuple[str, str]] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @classmethod
    def to(cls, method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> "Request":
        """A request to an address as it is sent, of which the host is ignored."""
        parts = urlsplit(address)
        query = parse_qsl(parts.query, keep_blank_values=True)
        named = {name.lower(): value for name, value in headers.items()}
        return cls(method, unquote(parts.path), query, named, body)

    def header(self, name: str) -> str:
        """The value of a header, empty without it."""
        return self.headers.get(name.lower(), "")


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to a request."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Later:
    """A response that takes long: `finish` makes it of what `compute` gives.

    A host with the `queue` of this name computes there, once for all requests with an equal `key`.
    """

    queue: Literal["answers", "tables", "exports"]
    key: Hashable
    compute: Callable[[], Any]
    finish: Callable[[Any], Response]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A response that `finish` makes of what the host works out meanwhile."""

    future: Future[Any]
    finish: Callable[[Any], Response]


def json_bytes(value: object) -> bytes:
    """A value as JSON: dataclasses are objects, sequences lists."""
    return _ENCODER.encode(value).encode()


def _parts(value: Any) -> object:
    kind: Any = type(value)
    if names := _names(kind):
        return {name: getattr(value, name) for name in names}
    return dict(value) if isinstance(value, Mapping) else list(value)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


_ENCODER: Final = json.JSONEncoder(default=_parts, ensure_ascii=False, check_circular=False, separators=(",", ":"))


def as_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A value as a response in JSON; the version of what is about a match is the ETag, and None is no content."""
    if value is None:
        return Response(status, headers or {})
    version = getattr(value, "version", None)
    etag = {} if version is None else {"ETag": f'"{version}"'}
    return Response(status, {"Content-Type": JSON, **etag, **(headers or {})}, json_bytes(value))
