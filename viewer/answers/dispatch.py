"""The answer to any request that the parts of a page send, wherever the store is: on a server, on a phone.

    host = AnswerHost(records, index, tokens_required=False, translate=language.translate, rule_page=rule_address)
    context = RequestContext(host, LOCAL)
    response = answer(context, Request.to("GET", "/view/matches/5e1f09a2c4/live", {"Accept-Language": "cs"}))
    response.status, response.headers, response.body

`AnswerHost` is in `eventstore.answers.host`: the store of `records` and of `index` is the same one. `LOCAL`, in
`eventstore.access.grants`, may do everything; the rights of another principal are checked. `Request` and `Response` are
in `eventstore.answers.values`. Headers that matter: `If-Match`, `If-None-Match`, `Idempotency-Key`, `Accept-Language`,
`Content-Type` of a body (`application/json`), `Partie-Principal`; other ones are ignored, so that all may be given.
Errors that are expected are responses too (`application/problem+json`); defects are raised. A host is made once.
"""

from collections.abc import Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Final

from eventstore.answers.addresses import ADDRESSES, MATCH, Endpoint
from eventstore.answers.context import NO_STORE, RequestContext
from eventstore.answers.dispatch import dispatch
from eventstore.answers.problems import PRINCIPAL, problem
from eventstore.answers.values import Request, Response
from viewer.answers import edits, live, replay, review
from viewer.locale import language
from viewer.texts.load_match import MatchUnavailable

COOKIE: Final = "partie-language"
"""Cookie with the language that the reader has chosen."""

_VIEW: Final = "/view/matches/{id}"

VIEWER_ADDRESSES: Final[Sequence[Endpoint]] = (
    Endpoint("GET", f"{_VIEW}/live", live.live),
    Endpoint("GET", f"{_VIEW}/live/preview", live.preview_move),
    Endpoint("POST", f"{_VIEW}/entries", live.record, "recorder"),
    Endpoint("GET", f"{_VIEW}/replay", replay.replay),
    Endpoint("POST", f"{_VIEW}/explore", replay.explore),
    Endpoint("POST", f"{_VIEW}/lines", replay.keep, status=201),
    Endpoint("GET", f"{_VIEW}/review", review.review),
    Endpoint("GET", f"{_VIEW}/again", review.again),
    Endpoint("POST", f"{MATCH}/edits", edits.edit_play, "recorder", tag="recording"),
)

TABLE: Final = (*ADDRESSES, *VIEWER_ADDRESSES)


def answer(context: RequestContext, request: Request) -> Response:
    """The response to a request of the context's principal, in the language of the request."""
    language.set_language(requested_language(request))
    try:
        response = dispatch(TABLE, context, request)
    except MatchUnavailable as error:
        response = problem(409, str(error))
    always = {"Cache-Control": NO_STORE, PRINCIPAL: context.principal.by}
    return Response(response.status, always | {**response.headers}, response.body)


def requested_language(request: Request) -> str:
    """`?lang=`, else the reader's choice, else `Accept-Language`.

    A component sends the language of its page as the only one in `Accept-Language`; there it comes before the cookie.
    The browser itself may prefer a single language too, but asks for a page with `Accept: text/html`.
    """
    accepted = [part.split(";")[0].strip() for part in request.header("accept-language").split(",")]
    asked = next((value for name, value in reversed(request.query) if name == "lang"), None)
    is_component = len(accepted) == 1 and "text/html" not in request.header("accept")
    return language.preferred(asked, accepted[0] if is_component else None, _chosen(request), *accepted)


def _chosen(request: Request) -> str | None:
    try:
        cookie = SimpleCookie(request.header("cookie")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie else None
