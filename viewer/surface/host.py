"""The host that shows a page: Streamlit on a desk, or values (`viewer.surface.tree`) that a shell on a phone mounts."""

from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, NoReturn, Protocol

from viewer.boards.svg import Theme


@dataclass(frozen=True, slots=True)
class Component:
    """A component of the browser: the HTML in which it begins, its style, and its module below `viewer/components`."""

    name: str
    html: str
    script: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Element:
    """An element by its kind, with its words; `called` is called before the page runs again because of it.

    `look` has names that both hosts know; what is not named is as usual. A choice has `options` with their words.
    """

    kind: str
    said: str = ""
    key: str | None = None
    called: Callable[[], None] | None = None
    look: Mapping[str, Any] = field(default_factory=dict)
    options: Sequence[Any] | None = None
    words: Callable[[Any], str] = str


class Address(Protocol):
    """The parameters in the address of the page: the last value of each, or all of them."""

    def get_all(self, key: str) -> Sequence[str]: ...
    def get(self, key: str, default: Any = None, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __getitem__(self, key: str, /) -> str: ...
    def __setitem__(self, key: str, value: str, /) -> None: ...
    def __delitem__(self, key: str, /) -> None: ...
    def keys(self) -> Collection[str]: ...


class Host(Protocol):
    """The services of the program that shows a page. The functions of `viewer.surface` say what each is for."""

    @property
    def state(self) -> MutableMapping[str, Any]: ...
    @property
    def address(self) -> Address: ...
    @property
    def path(self) -> str: ...
    @property
    def theme(self) -> Theme: ...
    @property
    def zone(self) -> tzinfo: ...

    def open_session(self, principal: Any) -> AbstractContextManager[Any]: ...
    def name(self, title: str) -> None: ...
    def run_again(self) -> NoReturn: ...
    def element(self, element: Element) -> Any: ...
    def holder(self, element: Element) -> AbstractContextManager[object]: ...
    def columns(self, number: int) -> Sequence[AbstractContextManager[object]]: ...
    def dialog(self, element: Element, draw: Callable[[], None], *, is_asked: bool) -> None: ...
    def download(self, element: Element, name: str, made: Callable[[], str | bytes]) -> None: ...
    def link(self, element: Element, page: Any, query: Mapping[str, str]) -> None: ...
    def component(
        self, element: Element, component: Component, data: object, on: Mapping[str, Callable[[], None] | None]
    ) -> Mapping[str, Any]: ...
    def part(self, draw: Callable[[], None]) -> None: ...
    def panel(self, name: str, *values: Any, **named: Any) -> bool: ...


_served: Host | None = None
_current: ContextVar[Host] = ContextVar("host")


def serve(host: Host) -> None:
    """Make it the host of all pages of this process: Streamlit runs parts and callbacks in threads of their own."""
    global _served
    _served = host


@contextmanager
def shown_by(host: Host) -> Iterator[None]:
    """Let another host show the pages that the body draws."""
    token = _current.set(host)
    try:
        yield
    finally:
        _current.reset(token)


def host() -> Host:
    found = _current.get(None) or _served
    if found is None:
        raise RuntimeError("No host shows pages here.")
    return found
