"""Error responses as `application/problem+json` (RFC 9457): a status, one sentence, the rule that refused."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import Response
from pydantic import BaseModel, JsonValue

from eventstore.answers.problems import MEDIA_TYPE, problem


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


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {
        "description": "The request was refused; nothing was written.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
    }
}


def problem_response(status: int, detail: str, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    """A problem response; `more` are its additional members."""
    answer = problem(status, detail, headers, **more)
    return Response(answer.body, answer.status, dict(answer.headers))
