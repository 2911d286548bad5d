"""The arguments of an answer, read of a request after the signature of its function.

A parameter is a part of the path if the address names it, a header if it is `InHeader`, the `body`, the `context`, the
`request`, what another function makes of the request if it is `MadeBy`, or else a part of the query. Types have
`core.json_values.Bounds`.
"""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cache
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from core.json_text import WrongShape
from core.json_types import json_type
from core.json_values import OBJECT, JsonType
from core.messages import message
from eventstore import codec
from eventstore.answers.problems import Unanswered
from eventstore.answers.values import Request


@dataclass(frozen=True, slots=True, eq=False)
class InDocument:
    """More than its type that the document of the service says of a parameter."""

    description: str | None = None
    examples: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class InHeader:
    """A parameter that is the header with this name."""

    name: str


@dataclass(frozen=True, slots=True)
class MadeBy:
    """A parameter that this function makes of the request; its own parameters are read likewise."""

    function: Callable[..., Any]


_SENTENCES: Final = {
    "Input should be a valid array": "Input should be a valid list",
    "Input should be an object": "Input should be a valid dictionary",
}
"""Python's words for the parts of a body."""

Place: TypeAlias = Literal["given", "made", "path", "header", "query", "body"]


class Parameter(NamedTuple):
    """A parameter and its kind of place; `name` is that in the request, `default` MISSING: it is needed."""

    argument: str
    place: Place
    name: str
    kind: Any
    default: Any
    function: Callable[..., Any] | None = None


_ORDER: Final = ("given", "made", "path", "header", "query", "body")
"""Parameters are read in this order; the first error is returned."""

_LATE: Final = ("query", "body")
"""These are read after the role is checked: an unauthorized request gets no error about them."""


@cache
def parameters(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The parameters of a function, those in the path as if they were in the query."""
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        _parameter(name, hints[name], MISSING if each.default is each.empty else each.default)
        for name, each in signature(function).parameters.items()
    )


def placed(function: Callable[..., Any], path: Container[str]) -> list[Parameter]:
    """The parameters of a function at an address whose path has these names."""
    return [
        each._replace(place="path") if each.place == "query" and each.name in path else each
        for each in parameters(function)
    ]


_PLACES: Final[Mapping[str, Place]] = {"context": "given", "request": "given", "body": "body"}


def _parameter(name: str, kind: Any, default: Any) -> Parameter:
    for metadata in getattr(kind, "__metadata__", ()):
        if isinstance(metadata, MadeBy):
            return Parameter(name, "made", name, kind, default, metadata.function)
        if isinstance(metadata, InHeader):
            return Parameter(name, "header", metadata.name, kind, default)
    return Parameter(name, _PLACES.get(name, "query"), name, kind, default)


def call(
    function: Callable[..., Any],
    given: Mapping[str, Any],
    request: Request,
    path: Mapping[str, str],
    fields: Any = None,
    allow: Callable[[], None] = lambda: None,
) -> Any:
    """The result of the function with its arguments: `given` ones by name, `fields` of the body, and those of the path.

    `allow` is called before query and body are read, and may refuse. Raises Unanswered.
    """

    def value(each: Parameter) -> Any:
        if each.place == "given":
            return given[each.argument]
        if each.function is not None:
            return call(each.function, given, request, path)
        return _read(each, request, path, fields)

    own = sorted(placed(function, path), key=lambda each: _ORDER.index(each.place))
    early = {each.argument: value(each) for each in own if each.place not in _LATE}
    allow()
    return function(**early, **{each.argument: value(each) for each in own if each.place in _LATE})


def has_body(function: Callable[..., Any]) -> bool:
    return any(each.place == "body" for each in parameters(function))


def _read(parameter: Parameter, request: Request, path: Mapping[str, str], fields: Any) -> Any:
    try:
        if parameter.place == "body":
            return _read_body(body_type(parameter.kind), fields)
        texts = _texts(parameter, request, path)
        if texts:
            return _read_texts(parameter.kind, texts)
        if parameter.default is not MISSING:
            return parameter.default
        raise WrongShape("missing")
    except WrongShape as error:
        own = () if parameter.place == "body" else (parameter.name,)
        place = ".".join(map(str, (*own, *error.place)[:4])) or "body"
        raise Unanswered(422, f"{place}: {_SENTENCES.get(error.why, error.why)}.") from None


def _texts(parameter: Parameter, request: Request, path: Mapping[str, str]) -> Sequence[str]:
    if parameter.place == "path":
        return [path[parameter.name]]
    if parameter.place == "header":
        value = request.headers.get(parameter.name.lower())
        return [] if value is None else [value]
    return [value for name, value in request.query if name == parameter.name]


_WHOLE: Final = re.compile(r"([+-]?[0-9]+)(\.0*)?")
_TRUTH: Final = dict.fromkeys(("1", "true", "on", "t", "y", "yes"), True) | dict.fromkeys(
    ("0", "false", "off", "f", "n", "no"), False
)


def _read_texts(kind: Any, texts: Sequence[str]) -> Any:
    """The value of the type in the texts that a query, a path or a header has under one name."""
    bare = _without_null(kind)
    if get_origin(bare) in (list, tuple):
        return json_type(kind).of([*texts])
    text: Any = texts[-1]
    if bare is int:
        if not (whole := _WHOLE.fullmatch(text.strip())):
            raise WrongShape("Input should be a valid integer, unable to parse string as an integer")
        text = int(whole[1])
    elif bare is bool:
        if text.lower() not in _TRUTH:
            raise WrongShape("Input should be a valid boolean, unable to interpret input")
        text = _TRUTH[text.lower()]
    return json_type(kind).of(text)


def _without_null(kind: Any) -> Any:
    """The type without its limits and without None."""
    if get_origin(kind) is Annotated:
        return _without_null(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return _without_null(next(part for part in get_args(kind) if part is not NoneType))
    return kind


def fields_of(request: Request) -> Any:
    """The body as JSON, parsed as strictly as a script: no duplicate keys, no NaN, no lone surrogates.

    None without a body, its bytes if they are not sent as JSON. Raises Unanswered.
    """
    if not request.body:
        return None
    kind, _, subtype = request.header("Content-Type").partition(";")[0].strip().lower().partition("/")
    if kind != "application" or not (subtype == "json" or subtype.endswith("+json")):
        return request.body
    try:
        return codec.decode_object(request.body.decode())
    except UnicodeDecodeError:
        raise Unanswered(400, message("The body is not UTF-8 text.")) from None
    except codec.NotAnEvent as error:
        raise Unanswered(400, str(error)) from None


def _read_body(kind: JsonType, fields: Any) -> Any:
    if fields is None:
        raise WrongShape("missing")
    if not isinstance(fields, dict):
        raise WrongShape("Input should be a valid dictionary or object to extract fields from")
    return kind.of(fields)


@cache
def body_type(kind: Any) -> JsonType:
    """The type of a body, also of one that is one of several dataclasses by its `kind`."""
    while get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) not in (Union, UnionType):
        return json_type(kind)
    members = {tag: each for each in get_args(kind) for tag in get_args(get_type_hints(each)["kind"])}
    known = ", ".join(map(repr, members))

    def read(fields: Any) -> Any:
        if "kind" not in fields:
            raise WrongShape("Unable to extract tag using discriminator 'kind'")
        if str(fields["kind"]) not in members:
            why = f"Input tag '{fields['kind']}' found using 'kind' does not match any of the expected tags: {known}"
            raise WrongShape(why)
        try:
            return json_type(members[fields["kind"]]).of(fields)
        except WrongShape as error:
            raise error.within(fields["kind"]) from None

    return JsonType("body", read, json_type(object).write, parts=OBJECT)
