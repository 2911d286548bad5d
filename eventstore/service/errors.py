"""Error responses as `application/problem+json` (RFC 9457): a status, one sentence, the rule that refused."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import Response
from pydantic import BaseModel, JsonValue
from pydantic_core import to_json

from core.errors import PartieError
from core.messages import message
from core.record import Invalidated
from eventstore import codec
from eventstore.access.grants import Principal

MEDIA_TYPE: Final = "application/problem+json"

_MAX_DETAIL: Final = 400
"""Maximum characters of a sentence: it may quote the request, which may be long."""


class ProblemDetails(BaseModel):
    """The reason why a request was refused or failed; nothing was written."""

    title: str
    status: int
    detail: str
    rule: str | None = None
    """The rule that refused the request."""
    rule_page: str | None = None
    """The address of the text of the rule, relative to the root of the service."""
    index: int | None = None
    """The index of the refused event in the request, from 0."""
    consequences: list[dict[str, JsonValue]] | None = None
    """The later events that would no longer be legal."""
    match: dict[str, JsonValue] | None = None
    """The current match, if another client has recorded since the expected version."""


class StaleVersion(PartieError):
    """Another client has recorded since the expected version; `match` is the current match."""

    def __init__(self, match: object, version: int) -> None:
        super().__init__(message("Another client recorded in the meantime; this is the current match."))
        self.match, self.version = match, version


class EnteredByAnother(PartieError):
    """The request was entered by another principal than `principal`, which sends it."""

    def __init__(self, principal: Principal) -> None:
        super().__init__(message("This was entered under another login; nothing was recorded."))
        self.principal = principal


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {
        "description": "The request was refused; nothing was written.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
    }
}


def problem_response(status: int, detail: str, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    """A problem response; `more` are its additional members."""
    if len(detail) > _MAX_DETAIL:
        detail = detail[:_MAX_DETAIL] + "…"
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(to_json(body), status, dict(headers or {}), MEDIA_TYPE)


def consequence(invalidated: Invalidated) -> dict[str, object]:
    """An effective event that a correction would make illegal."""
    why = invalidated.refusal
    return {
        "version": invalidated.version,
        "event": codec.decode_object(codec.encode_event(invalidated.event)),
        "rule": why.rule,
        "detail": why.sentence,
    }
