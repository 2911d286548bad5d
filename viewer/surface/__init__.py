"""The elements of the everyday pages, drawn by the host that shows the page (`viewer.surface.host`).

A page draws from the top and may run again and again: it reads its address and its state, and what was pressed, chosen
or sent is the value of that element in the one run after it. Nothing here knows Streamlit; elements have the names of
its functions, as their look on a desk is that of these. `viewer.surface.tree` says what they are as values.
"""

from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Final, Literal, NoReturn, TypeAlias, TypeVar

from viewer.surface.host import Address, Component, host

_Value = TypeVar("_Value")
Width: TypeAlias = int | Literal["content", "stretch"] | None
Called: TypeAlias = Callable[[], object] | None
"""Called before the page runs again because of the element."""

_NOTHING: Final[Mapping[str, Callable[[], None]]] = MappingProxyType({})


def state() -> MutableMapping[str, Any]:
    """The values that outlast a run, of one visitor: those of elements with a key, and those that a page keeps."""
    return host().state


def address() -> Address:
    """The parameters of the page's address, which a page may change."""
    return host().address


def run_again() -> NoReturn:
    """Leave this run, and begin another one in which nothing is pressed."""
    host().run_again()


def mount(
    component: Component,
    data: object,
    *,
    key: str,
    sends: Collection[str] = (),
    on: Mapping[str, Callable[[], None]] = _NOTHING,
    width: Width = None,
) -> Mapping[str, Any]:
    """Mount a component with its data; returns the values that it sent, by the names in `sends` and `on`.

    The page runs again when it sends one. Those of `on` call a function before.
    """
    return host().component(component, data, key, sends, on, _given(width=width))


def _given(**look: Any) -> dict[str, Any]:
    return {name: value for name, value in look.items() if value not in (None, "")}


Saying: TypeAlias = Literal["text", "caption", "title", "subheader", "success", "warning", "error", "toast"]


def say(kind: Saying, said: str, *, icon: str = "", width: Width = None, more: str = "", href: str = "") -> None:
    """Show words, which may hold anything; after them a link with the words `more` if it has an address."""
    host().element(
        kind, said, None, None, _given(icon=icon, width=width) | ({"more": more, "href": href} if href else {})
    )


def text(said: str, *, width: Width = None) -> None:
    say("text", said, width=width)


def caption(said: str) -> None:
    say("caption", said)


def title(said: str) -> None:
    say("title", said)


def subheader(said: str) -> None:
    say("subheader", said)


def html(said: str) -> None:
    """The style of a page as HTML."""
    host().element("html", said, None, None, {})


def image(svg: str, *, width: int, alt: str) -> None:
    host().element("image", svg, None, None, {"width": width, "alt": alt})


def button(
    label: str, *, key: str, icon: str = "", type: str = "", disabled: bool = False, on_click: Called = None
) -> bool:
    """True in the run after a press."""
    look = _given(icon=icon, type=type) | ({"disabled": True} if disabled else {})
    return bool(host().element("button", label, key, on_click, look))


def submit(label: str, *, icon: str = "", type: str = "", on_click: Called = None) -> bool:
    """The button that sends the fields of the form around it."""
    return bool(host().element("form_submit_button", label, None, on_click, _given(icon=icon, type=type)))


def checkbox(label: str, *, key: str) -> bool:
    return bool(host().element("checkbox", label, key, None, {}))


def text_input(
    label: str, *, key: str | None = None, value: str = "", max_chars: int | None = None, placeholder: str = "",
    on_change: Called = None,
) -> str:  # fmt: skip
    """A line. Give a `value` or keep one under the key before, not both."""
    look = _given(value=value, max_chars=max_chars, placeholder=placeholder)
    return str(host().element("text_input", label, key, on_change, look))


def text_area(label: str, *, key: str, height: int) -> str:
    return str(host().element("text_area", label, key, None, {"height": height}))


def number_input(label: str, *, key: str) -> float | None:
    """An amount from 0 with two decimals, or none."""
    value: float | None = host().element("number_input", label, key, None, {})
    return value


def selectbox(
    label: str, options: Sequence[_Value], words: Callable[[_Value], str], *, key: str, on_change: Called = None
) -> _Value:
    """The chosen option; at first the first one, or the value that is kept under the key."""
    value: _Value = host().choice("selectbox", label, options, words, key, on_change, {})
    return value


def search_box(
    label: str, options: Sequence[_Value], words: Callable[[_Value], str], *, key: str, placeholder: str,
    on_change: Called,
) -> None:  # fmt: skip
    """The same without a first choice; what is chosen is kept under the key."""
    host().choice("selectbox", label, options, words, key, on_change, {"index": None, "placeholder": placeholder})


Chips: TypeAlias = Literal["pills", "segmented_control"]


def chips(kind: Chips, label: str, options: Sequence[_Value], words: Callable[[_Value], str], *, key: str) -> _Value:
    """A choice of which all options are seen; at first the first one."""
    value: _Value = host().choice(kind, label, options, words, key, None, {"default": options[0], "required": True})
    return value


def download(
    label: str, made: Callable[[], str | bytes], name: str, *, icon: str, mime: str = "", width: Width = None
) -> None:
    """The button of a file, which is made when it is pressed, after this run."""
    host().download(label, made, name, _given(icon=icon, mime=mime, width=width))


def link(page: Any, label: str, icon: str, **query: str) -> None:
    """A link to one of `viewer.pages.shared.pages.Pages`."""
    host().link(page, label, icon, query)


def container(
    key: str | None = None, *, row: Literal["", "center", "top"] = "", width: Width = None
) -> AbstractContextManager[object]:
    """What is drawn in it stands there, one below the other, or in a row. It can be filled later, and in turns."""
    look = {"horizontal": True, "vertical_alignment": row} if row else {}
    return host().holder("container", "", key, look | _given(width=width))


def expander(label: str, *, key: str, icon: str = "") -> AbstractContextManager[object]:
    """A fold of the page."""
    return host().holder("expander", label, key, _given(icon=icon))


def popover(label: str, *, key: str, icon: str = "", width: Width = None) -> AbstractContextManager[object]:
    """A button that opens what is drawn in it over the page."""
    return host().holder("popover", label, key, _given(icon=icon, width=width))


def form(key: str, *, clear_on_submit: bool = False) -> AbstractContextManager[object]:
    """Fields that are sent together."""
    return host().holder("form", "", key, {"clear_on_submit": True} if clear_on_submit else {})


def spinner(said: str) -> AbstractContextManager[object]:
    """Words beside what takes long."""
    return host().holder("spinner", said, None, {})


def columns(number: int) -> Sequence[AbstractContextManager[object]]:
    """Containers beside each other where there is room."""
    return host().columns(number)


def dialog(title: str, draw: Callable[[], None], *, key: str, is_asked: bool) -> None:
    """Open a dialog if it is asked for; it stays open until it is closed or the page runs again by itself."""
    host().dialog(title, key, draw, is_asked=is_asked)


def part(draw: Callable[[], None]) -> None:
    """Draw what runs again alone when something in it was sent, where the host can do so."""
    host().part(draw)


def panel(name: str, *values: Any, **named: Any) -> None:
    """Draw what only Streamlit can show: a `MODULE.FUNCTION` of `viewer.pages.shared`, elsewhere named as absent."""
    host().panel(name, *values, **named)
