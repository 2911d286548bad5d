"""The elements of the everyday pages, drawn by the host that shows the page (`viewer.surface.host`).

A page draws from the top and may run again and again: it reads its address and its state, and what was pressed, chosen
or sent is the value of that element in the one run after it. Nothing here knows Streamlit; elements have the names of
its functions, as their look on a desk is that of these. `viewer.surface.tree` says what they are as values.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Final, Literal, NoReturn, TypeAlias, TypeVar

from viewer.surface.host import Address, Component, Element, host

_Value = TypeVar("_Value")
Width: TypeAlias = int | Literal["content", "stretch"] | None
Called: TypeAlias = Callable[[], None] | None
"""Called before the page runs again because of the element."""

Held: TypeAlias = AbstractContextManager[object]
"""Something that holds what is drawn in it."""

Saying: TypeAlias = Literal["text", "caption", "title", "subheader", "success", "warning", "error", "toast"]
Chips: TypeAlias = Literal["pills", "segmented_control"]

_NOTHING: Final[Mapping[str, Called]] = MappingProxyType({})


def state() -> MutableMapping[str, Any]:
    """The values that outlast a run, of one visitor: those of elements with a key, and those that a page keeps."""
    return host().state


def address() -> Address:
    """The parameters of the page's address, which a page may change."""
    return host().address


def run_again() -> NoReturn:
    """Leave this run, and begin another one in which nothing is pressed."""
    host().run_again()


def _made(kind: str, said: str = "", key: str | None = None, called: Called = None, **look: Any) -> Element:
    return Element(kind, said, key, called, {name: value for name, value in look.items() if value not in (None, "")})


def _drawn(kind: str, said: str = "", key: str | None = None, called: Called = None, **look: Any) -> Any:
    return host().element(_made(kind, said, key, called, **look))


def mount(
    component: Component,
    data: object,
    *,
    key: str,
    sends: Iterable[str] = (),
    on: Mapping[str, Called] = _NOTHING,
    width: Width = None,
) -> Mapping[str, Any]:
    """Mount a component with its data; returns the values that it sent, by the names in `sends` and `on`.

    The page runs again when it sends one. Those of `on` call a function before.
    """
    return host().component(_made("component", key=key, width=width), component, data, {**dict.fromkeys(sends), **on})


def say(kind: Saying, said: str, *, icon: str = "", width: Width = None, more: str = "", href: str = "") -> None:
    """Show words, which may hold anything; after them a link with the words `more` if it has an address."""
    _drawn(kind, said, icon=icon, width=width, more=href and more, href=href)


def text(said: str, *, width: Width = None) -> None:
    say("text", said, width=width)


def caption(said: str) -> None:
    say("caption", said)


def title(said: str) -> None:
    say("title", said)


def subheader(said: str) -> None:
    say("subheader", said)


def code(said: str) -> None:
    """Words to copy."""
    _drawn("code", said)


def html(said: str) -> None:
    """The style of a page as HTML."""
    _drawn("html", said)


def image(svg: str, *, width: int, alt: str) -> None:
    _drawn("image", svg, width=width, alt=alt)


def link(page: Any, label: str, icon: str, **query: str) -> None:
    """A link to one of `viewer.pages.shared.pages.Pages`."""
    host().link(_made("link", label, icon=icon), page, query)


def link_out(label: str, href: str, *, icon: str) -> None:
    """A button that leads to another site."""
    _drawn("link_button", label, url=href, icon=icon, width="stretch")


def download(
    label: str, made: Callable[[], str | bytes], name: str, *, icon: str, mime: str = "", width: Width = None
) -> None:
    """The button of a file, which is made when it is pressed, after this run."""
    host().download(_made("download", label, icon=icon, mime=mime, width=width), name, made)


def button(
    label: str, *, key: str, icon: str = "", type: str = "", disabled: bool = False, on_click: Called = None
) -> bool:
    """True in the run after a press."""
    return bool(_drawn("button", label, key, on_click, icon=icon, type=type, disabled=disabled or None))


def submit(label: str, *, icon: str = "", type: str = "", on_click: Called = None) -> bool:
    """The button that sends the fields of the form around it."""
    return bool(_drawn("form_submit_button", label, None, on_click, icon=icon, type=type))


def checkbox(label: str, *, key: str) -> bool:
    return bool(_drawn("checkbox", label, key))


def text_input(
    label: str,
    *,
    key: str | None = None,
    value: str = "",
    max_chars: int | None = None,
    placeholder: str = "",
    on_change: Called = None,
) -> str:
    """A line. Give a `value` or keep one under the key before, not both."""
    return str(_drawn("text_input", label, key, on_change, value=value, max_chars=max_chars, placeholder=placeholder))


def text_area(label: str, *, key: str, height: int) -> str:
    return str(_drawn("text_area", label, key, height=height))


def number_input(label: str, *, key: str) -> float | None:
    """An amount from 0 with two decimals, or none."""
    value: float | None = _drawn("number_input", label, key)
    return value


def selectbox(
    label: str, options: Sequence[_Value], words: Callable[[_Value], str], *, key: str, on_change: Called = None
) -> _Value:
    """The chosen option; at first the first one, or the value that is kept under the key."""
    value: _Value = host().element(Element("selectbox", label, key, on_change, {}, options, words))
    return value


def search_box(
    label: str,
    options: Sequence[_Value],
    words: Callable[[_Value], str],
    *,
    key: str,
    placeholder: str,
    on_change: Called,
) -> None:
    """The same without a first choice; what is chosen is kept under the key."""
    look = {"index": None, "placeholder": placeholder}
    host().element(Element("selectbox", label, key, on_change, look, options, words))


def chips(kind: Chips, label: str, options: Sequence[_Value], words: Callable[[_Value], str], *, key: str) -> _Value:
    """A choice of which all options are seen; at first the first one."""
    value: _Value = host().element(Element(kind, label, key, None, {}, options, words))
    return value


def container(key: str | None = None, *, row: Literal["", "center", "top"] = "", width: Width = None) -> Held:
    """A place for elements, one below the other or in a row. It can be filled later, and in turns."""
    return host().holder(_made("container", "", key, horizontal=row and True, vertical_alignment=row, width=width))


def expander(label: str, *, key: str, icon: str = "") -> Held:
    """A fold of the page."""
    return host().holder(_made("expander", label, key, icon=icon))


def popover(label: str, *, key: str, icon: str = "", width: Width = None) -> Held:
    """A button that opens what is drawn in it over the page."""
    return host().holder(_made("popover", label, key, icon=icon, width=width))


def form(key: str, *, clear_on_submit: bool = False) -> Held:
    """Fields that are sent together."""
    return host().holder(_made("form", "", key, clear_on_submit=clear_on_submit or None))


def spinner(said: str) -> Held:
    """Words beside what takes long."""
    return host().holder(_made("spinner", said))


def columns(number: int) -> Sequence[Held]:
    """Containers beside each other where there is room."""
    return host().columns(number)


def dialog(
    title: str, draw: Callable[[], None], *, key: str, is_asked: bool, icon: str = "", on_closed: Called = None
) -> None:
    """Open a dialog if it is asked for; it stays open until it is closed or the page runs again by itself."""
    host().dialog(_made("dialog", title, key, on_closed, icon=icon), draw, is_asked=is_asked)


def part(draw: Callable[[], None]) -> None:
    """Draw what runs again alone when something in it was sent, where the host can do so."""
    host().part(draw)


def panel(name: str, *values: Any, **named: Any) -> bool:
    """Draw what only Streamlit can show: a `MODULE.FUNCTION` of `viewer.pages.shared`. False: named as absent here."""
    return host().panel(name, *values, **named)
