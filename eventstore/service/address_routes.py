"""Routes of FastAPI for a table of addresses: its functions answer, FastAPI finds them and writes the document."""

from asyncio import wrap_future
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import MISSING
from inspect import Parameter as Argument
from inspect import Signature, signature
from typing import Annotated, Any, Final, get_type_hints

from fastapi import Body, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.routing import Match, Route
from starlette.types import Scope

from eventstore.answers import values
from eventstore.answers.addresses import Endpoint
from eventstore.answers.dispatch import response_to
from eventstore.answers.parameters import InDocument, Parameter, placed
from eventstore.answers.photos import MEDIA_TYPES
from eventstore.answers.values import Awaited, Later, as_response
from eventstore.service.answer_queue import AnswerQueue
from eventstore.service.context import Context, request_context
from eventstore.service.errors import RESPONSES


class AddressRoute(Route):
    """The route of one address."""

    def __init__(self, address: Endpoint) -> None:
        super().__init__(address.template, self._answer)
        self.methods = {address.method}
        self._address = address

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        match, more = super().matches(scope)
        return match, {**more, "route": self}

    async def _answer(self, request: Request) -> Response:
        asked = request_value(request, await request.body())
        if self._address.is_open:
            return to_response(as_response(self._address.function(), self._address.status))
        async with asynccontextmanager(request_context)(request) as context:
            answer = await run_in_threadpool(response_to, self._address, context, asked, request.path_params)
            if isinstance(answer, Later):
                queue: AnswerQueue = getattr(context.host, answer.queue)
                computed = await queue.answer(request, answer.key, answer.compute, client=context.client)
                answer = await run_in_threadpool(answer.finish, computed)
            elif isinstance(answer, Awaited):
                answer = await run_in_threadpool(answer.finish, await wrap_future(answer.future))
        return to_response(answer)

    def documented(self) -> APIRoute:
        """The route as the document has it. To analyze all parameters takes half a second."""
        address = self._address
        answers = address.answers or get_type_hints(address.function, include_extras=True)["return"]
        is_json = address.tag and address.status != 204 and address.status not in address.also
        return APIRoute(
            address.template,
            described(address.function, {*address.pattern.groupindex}),
            methods=[address.method],
            status_code=address.status,
            tags=[address.tag] if address.tag else None,
            response_model=answers if is_json else None,
            response_class=JSONResponse if is_json else Response,
            responses={**{status: _held(kind) for status, kind in address.also.items()}, **RESPONSES},
            openapi_extra=_TAKEN if address.takes_pictures else None,
            include_in_schema=bool(address.tag),
        )


def routes(table: Sequence[Endpoint]) -> Iterator[AddressRoute]:
    return (AddressRoute(address) for address in table if not address.is_followed)


def _held(kind: Any) -> dict[str, Any]:
    if kind is None:
        return {}
    return {"content": {kind: {}}} if isinstance(kind, str) else {"model": kind}


_PICTURE: Final = {"schema": {"type": "string", "format": "binary"}}
_TAKEN: Final = {"requestBody": {"required": True, "content": dict.fromkeys(MEDIA_TYPES, _PICTURE)}}


def to_response(answer: values.Response) -> Response:
    return Response(answer.body, answer.status, dict(answer.headers))


def request_value(request: HTTPConnection, body: bytes = b"") -> values.Request:
    query = request.query_params.multi_items()
    return values.Request(request.scope["method"], request.url.path, query, dict(request.headers), body)


_KINDS: Final[dict[str, Callable[..., Any]]] = {"path": Path, "header": Header, "query": Query}


def described(function: Callable[..., Any], path: Container[str] = ()) -> Callable[..., Any]:
    """The function with the signature that FastAPI reads; `path` are the names in the address."""

    def shown(**arguments: Any) -> Any:
        return function(**arguments)

    own = [_described(each, path) for each in placed(function, path)]
    shown.__name__, shown.__doc__ = function.__name__, function.__doc__
    vars(shown)["__signature__"] = Signature(own, return_annotation=signature(function).return_annotation)
    return shown


def _described(parameter: Parameter, path: Container[str]) -> Argument:
    kind: Any
    if parameter.place == "given":
        kind = Context
    elif parameter.function is not None:
        kind = Annotated[Any, Depends(described(parameter.function, path))]
    else:
        documented = next(
            (each for each in getattr(parameter.kind, "__metadata__", ()) if isinstance(each, InDocument)), InDocument()
        )
        kind = Annotated[parameter.kind, _field(parameter, documented)]
    default = Argument.empty if parameter.default is MISSING else parameter.default
    return Argument(parameter.argument, Argument.KEYWORD_ONLY, default=default, annotation=kind)


def _field(parameter: Parameter, documented: InDocument) -> Any:
    if parameter.place == "body":
        by_kind: dict[str, Any] = {each["kind"]: {"value": each} for each in documented.examples}
        return Body(discriminator="kind", openapi_examples=by_kind) if by_kind else Body()
    more: dict[str, Any] = {"examples": [*documented.examples]} if documented.examples else {}
    if parameter.place == "header":
        more["alias"] = parameter.name
    return _KINDS[parameter.place](description=documented.description, **more)
