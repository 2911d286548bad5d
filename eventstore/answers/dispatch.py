"""The answer to a request by a table of addresses."""

from collections.abc import Mapping, Sequence

from eventstore.answers.addresses import Endpoint
from eventstore.answers.context import RequestContext
from eventstore.answers.parameters import call, fields_of, has_body
from eventstore.answers.problems import NOT_DONE_HERE, NOTHING_HERE, PRINCIPAL, EnteredByAnother, Unanswered, problem_of
from eventstore.answers.values import Awaited, Later, Request, Response, as_response


def dispatch(table: Sequence[Endpoint], context: RequestContext, request: Request) -> Response:
    """The response to any request; unexpected errors are raised."""
    try:
        address, path = find(table, request)
        require_same(context, request)
        answer = response_to(address, context, request, path)
        if isinstance(answer, Awaited):
            return answer.finish(answer.future.result())
        return answer.finish(answer.compute()) if isinstance(answer, Later) else answer
    except Exception as error:
        return problem_of(context.host, request, error)


def find(table: Sequence[Endpoint], request: Request) -> tuple[Endpoint, Mapping[str, str]]:
    """The address of a request and the parts of its path. Raises Unanswered."""
    found = [(address, match) for address in table if (match := address.pattern.fullmatch(request.path))]
    for address, match in found:
        if address.method == request.method:
            return address, match.groupdict()
    if found:
        raise Unanswered(405, NOT_DONE_HERE, {"Allow": found[0][0].method})
    raise Unanswered(404, NOTHING_HERE)


def require_same(context: RequestContext, request: Request) -> None:
    """Raises EnteredByAnother for a request that another principal has entered."""
    if request.headers.get(PRINCIPAL.lower(), context.principal.by) != context.principal.by:
        raise EnteredByAnother(context.principal)


def response_to(
    address: Endpoint, context: RequestContext, request: Request, path: Mapping[str, str]
) -> Response | Later | Awaited:
    """The answer of an address. Raises what `problem_of` knows."""
    fields = fields_of(request) if has_body(address.function) else None
    given = {"context": context, "request": request}
    answer = call(address.function, given, request, path, fields, lambda: _require_role(address, context, path))
    return answer if isinstance(answer, Response | Later | Awaited) else as_response(answer, address.status)


def _require_role(address: Endpoint, context: RequestContext, path: Mapping[str, str]) -> None:
    if address.role is not None:
        context.require_role(address.role, path.get("id"))
