"""The response to each kind of error as `application/problem+json` (RFC 9457): a status, one sentence, the rule that
refused.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from core.errors import InvalidInput, NotFound, PartieError
from core.json_text import WrongShape
from core.messages import message
from core.record import Invalidated
from eventstore import codec
from eventstore.access.grants import NotAllowed, Principal
from eventstore.answers.content import InvalidatedResponse
from eventstore.answers.host import AnswerHost
from eventstore.answers.values import Request, Response, json_bytes
from eventstore.matches.match import Refused
from eventstore.store.schema_difference import ForeignSchema
from eventstore.store.store import ReplacedStore, UnusableStore

MEDIA_TYPE: Final = "application/problem+json"

CHALLENGE: Final = {"WWW-Authenticate": 'Basic realm="Partie", charset="UTF-8"'}
"""Makes a browser show its password dialog: the token is the password, with any user name."""

BEARER: Final = {"WWW-Authenticate": 'Bearer realm="Partie"'}
"""The challenge for the scripts of a page."""

PRINCIPAL: Final = "Partie-Principal"
"""Header with the name of a principal, as the log has it: of a response, and of the sender of a waiting request."""

_TITLES: Final = {413: "Request Entity Too Large", 422: "Unprocessable Entity"}
"""Titles whose words differ by version of Python."""

_MAX_DETAIL: Final = 400
"""Maximum characters of a sentence: it may quote the request, which may be long."""

_FOREIGN_SCHEMA: Final = message(
    "Nothing is recorded: other programs changed the tables of this store. `partie verify` says what to do."
)
_REPLACED: Final = message("The store was replaced under this service; it must be stopped and started again.")
_UNUSABLE: Final = message("The store cannot be used right now; try again later.")
_CORRUPT: Final = message("The store holds what cannot be read; `partie verify` says where.")
UNEXPECTED: Final = message("Something went wrong here; it is in the log.")
NOTHING_HERE: Final = message("There is nothing at this address.")
NOT_DONE_HERE: Final = message("This address does not do that.")

_log: Final = logging.getLogger("partie.service")


class Unanswered(PartieError):
    """A request that gets a problem with this status and sentence."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


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


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None, /, **more: object) -> Response:
    """A problem; `more` are its additional members."""
    if len(detail) > _MAX_DETAIL:
        detail = detail[:_MAX_DETAIL] + "…"
    body = {
        "type": "about:blank",
        "title": _TITLES.get(status) or HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        **more,
    }
    return Response(status, {"Content-Type": MEDIA_TYPE, **(headers or {})}, json_bytes(body))


def challenge(request: Request) -> Mapping[str, str]:
    """A script of a page shows the error itself: it gets no challenge for which the browser would ask a password."""
    return BEARER if request.header("sec-fetch-dest") == "empty" else CHALLENGE


def consequence(invalidated: Invalidated) -> InvalidatedResponse:
    """An effective event that a correction would make illegal."""
    why = invalidated.refusal
    event = codec.decode_object(codec.encode_event(invalidated.event))
    return InvalidatedResponse(invalidated.version, event, why.rule, why.sentence)


KINDS: Final[tuple[type[Exception], ...]] = (
    *(Unanswered, StaleVersion, EnteredByAnother),
    *(NotFound, Refused, InvalidInput, WrongShape, UnusableStore),
)
"""The errors that are expected; any other is a defect."""


def problem_of(host: AnswerHost, request: Request, error: Exception) -> Response:
    """The response to an error, in the language of the request. Raises an error that is none of the expected ones."""

    def translated(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: object) -> Response:
        return problem(status, host.translate(detail), challenge(request) if status == 401 else headers, **more)

    match error:
        case Unanswered():
            return translated(error.status, error.detail, error.headers)
        case NotFound():
            return translated(404, str(error))
        case StaleVersion():
            return translated(412, str(error), {"ETag": f'"{error.version}"'}, match=error.match)
        case EnteredByAnother():
            return translated(_refusing(error.principal), str(error), rule="R-PRINCIPAL")
        case NotAllowed():
            return translated(_refusing(error.principal), error.refusal.sentence)
        case Refused():
            return translated(422, error.refusal.sentence, None, **_about(host, error))
        case UnusableStore():
            _log.error("unusable", extra={"fields": {"why": str(error)}})  # Clients must not learn the path.
            if isinstance(error, ReplacedStore | ForeignSchema):
                return translated(503, _REPLACED if isinstance(error, ReplacedStore) else _FOREIGN_SCHEMA)
            return translated(503, _UNUSABLE, {"Retry-After": "5"})
        case InvalidInput() if request.method != "GET" and not isinstance(error, codec.NotAnEvent):
            return translated(422, str(error))
        case InvalidInput() | WrongShape():
            # The request was read before, so that this comes from a damaged store.
            _log.error("corrupt", exc_info=error)
            return translated(500, _CORRUPT)
    raise error


def _refusing(principal: Principal) -> int:
    return 401 if principal.role is None else 403


def _about(host: AnswerHost, error: Refused) -> dict[str, object]:
    more: dict[str, object] = {"rule": error.refusal.rule, "index": error.index}
    if error.consequences:
        more["consequences"] = [*map(consequence, error.consequences)]
    if page := host.rule_page(error.refusal.rule):
        more["rule_page"] = page
    return more
