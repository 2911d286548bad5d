"""The response to each kind of error as `application/problem+json` (RFC 9457): a status, one sentence, the rule that
refused.
"""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from core.errors import InvalidInput, NotFound, PartieError
from core.json_text import WrongShape
from core.messages import message
from core.record import Invalidated
from eventstore import codec
from eventstore.access.grants import NotAllowed, Principal
from eventstore.answers.content import InvalidatedResponse
from eventstore.answers.host import Host
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
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **more}
    return Response(status, {"Content-Type": MEDIA_TYPE, **(headers or {})}, json_bytes(body))


def challenge(request: Request) -> Mapping[str, str]:
    """A script of a page shows the error itself: it gets no challenge for which the browser would ask a password."""
    return BEARER if request.header("sec-fetch-dest") == "empty" else CHALLENGE


def consequence(invalidated: Invalidated) -> InvalidatedResponse:
    """An effective event that a correction would make illegal."""
    why = invalidated.refusal
    event = codec.decode_object(codec.encode_event(invalidated.event))
    return InvalidatedResponse(invalidated.version, event, why.rule, why.sentence)


def problem_of(host: Host, request: Request, error: Exception) -> Response:
    """The response to an error, in the language of the request. Raises an error that is none of the expected ones."""
    tell = next((KINDS[kind] for kind in type(error).__mro__ if kind in KINDS), None)
    if tell is None:
        raise error
    status, detail, headers, more = tell(host, request, error)
    if status == 401:
        headers = challenge(request)
    return problem(status, host.translate(detail), headers, **more)


_Told = tuple[int, str, Mapping[str, str], Mapping[str, object]]
"""Status, sentence, headers and further members."""


def _unanswered(host: Host, request: Request, error: Unanswered) -> _Told:
    return error.status, error.detail, error.headers or {}, {}


def _not_found(host: Host, request: Request, error: NotFound) -> _Told:
    return 404, str(error), {}, {}


def _stale_version(host: Host, request: Request, error: StaleVersion) -> _Told:
    return 412, str(error), {"ETag": f'"{error.version}"'}, {"match": error.match}


def _refused(host: Host, request: Request, error: Refused) -> _Told:
    why = error.refusal
    more: dict[str, object] = {"rule": why.rule, "index": error.index}
    if error.consequences:
        more["consequences"] = [*map(consequence, error.consequences)]
    if page := host.rule_page(why.rule):
        more["rule_page"] = page
    return 422, why.sentence, {}, more


def _not_allowed(host: Host, request: Request, error: NotAllowed) -> _Told:
    return 401 if error.principal.role is None else 403, error.refusal.sentence, {}, {}


def _entered_by_another(host: Host, request: Request, error: EnteredByAnother) -> _Told:
    return 401 if error.principal.role is None else 403, str(error), {}, {"rule": "R-PRINCIPAL"}


def _invalid_input(host: Host, request: Request, error: InvalidInput) -> _Told:
    # The parameters of a GET were validated before, so that here the stored events are invalid.
    return _corrupt_store(host, request, error) if request.method == "GET" else (422, str(error), {}, {})


def _corrupt_store(host: Host, request: Request, error: Exception) -> _Told:
    # The request was decoded before, so that a decoding error here comes from a damaged store.
    _log.error("corrupt", exc_info=error)
    return 500, _CORRUPT, {}, {}


def _unusable_store(host: Host, request: Request, error: UnusableStore) -> _Told:
    _log.error("unusable", extra={"fields": {"why": str(error)}})  # Clients must not learn the path of the store.
    if isinstance(error, ReplacedStore):
        return 503, _REPLACED, {}, {}
    return (
        (503, _FOREIGN_SCHEMA, {}, {})
        if isinstance(error, ForeignSchema)
        else (503, _UNUSABLE, {"Retry-After": "5"}, {})
    )


KINDS: Final[Mapping[type[Exception], Callable[[Host, Request, Any], _Told]]] = {
    Unanswered: _unanswered,
    NotFound: _not_found,
    StaleVersion: _stale_version,
    Refused: _refused,
    NotAllowed: _not_allowed,
    EnteredByAnother: _entered_by_another,
    InvalidInput: _invalid_input,
    WrongShape: _corrupt_store,
    codec.NotAnEvent: _corrupt_store,
    UnusableStore: _unusable_store,
}
