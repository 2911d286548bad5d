"""The host that shows a page as values, which a shell in a browser mounts: `drawn` runs a page and returns them.

Everything is JSON but for the content of files. The nodes of a page stand in the order in which they are shown:

    {"element": "text", "text": "Ana, 12 plays"}       words; also caption, title, subheader, toast, success, warning,
                                                       error (with a link: its words `more`, its `href`), html (styles
                                                       of the page), code (words to copy), link_button (to the site
                                                       `url`), image (`text` is SVG, with `width` and `alt`)
    {"element": "button", "key": K, "text": LABEL}     `disabled`; `type` primary or tertiary; form_submit_button too
    {"element": "checkbox", "key": K, "text": LABEL, "value": false}
    {"element": "text_input", "key": K, "text": LABEL, "value": "Ana"}       and text_area, number_input (or null)
    {"element": "selectbox", "key": K, "text": LABEL, "choices": [WORDS], "value": 0}   an index or null; also pills,
                                                       segmented_control
    {"element": "download", "key": K, "text": LABEL, "name": FILE}
    {"element": "link", "text": LABEL, "href": "report?match=1"}             relative to the root, `.` is Plays
    {"holder": "container", "key": K, "class": "st-key-K", "text": "", "children": [NODE]}
                                                       `horizontal`: a row; also expander, popover, form, dialog (with
                                                       its label in `text`), columns and column
    {"component": NAME, "key": K, "data": DATA}        mounted as Streamlit mounts it: its HTML and style in a shadow
                                                       root, its module's default export called with the part
    {"absent": NAME}                                   what only Streamlit can show: nothing is drawn

`icon` is `:material/NAME:`; `width` pixels or "content". `components` holds HTML, style and module of each name in use.

What happens in the browser comes back as events with the next call; then the page is run with them and drawn anew:

    {"key": K, "value": VALUE}                         of a field (an index of its `choices`), with or before the button
                                                       of its form, which the page draws after it; of a button, a
                                                       download: true; of a dialog: false when it was closed
    {"key": K, "name": NAME, "value": VALUE}           a component's trigger, which one run sees (`setTriggerValue`)
    {"key": K, "name": NAME, "value": VALUE, "stays": true}                  its state (`setStateValue`)

`state` is one dictionary of a visitor, kept by the caller between all calls as it is; `address` are the parameters,
which the page may have changed: the shell writes them into its address.
"""

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, tzinfo
from typing import Any, Final, NoReturn, TypeAlias, TypedDict
from urllib.parse import urlencode

from viewer.boards.svg import Theme
from viewer.surface.host import Component, Element, shown_by

Node: TypeAlias = dict[str, Any]
Sessions: TypeAlias = Callable[[Any], AbstractContextManager[Any]]
"""Opens the session of a principal; None: of the visitor."""

_MAX_RUNS: Final = 20
_DIALOGS: Final = "open-dialogs"
_FIELDS: Final = "drawn-fields"


class Event(TypedDict, total=False):
    """A thing that happened in the browser; see the module."""

    key: str
    name: str
    value: Any
    stays: bool


class MadeFile(TypedDict):
    """A file to keep on the device."""

    name: str
    content: str | bytes


class Drawn(TypedDict):
    """A page as values; `title` is that of the window."""

    title: str
    nodes: list[Node]
    components: dict[str, dict[str, str]]
    address: dict[str, list[str]]
    downloads: list[MadeFile]


class _Again(Exception):
    """Begins the run anew."""


class _Done(_Again):
    """The same as the page asks for it: what was pressed is done."""


class _Parameters(dict[str, str]):
    """The last value of each parameter, as all hosts give it; all of them by `get_all`."""

    def __init__(self, all: Mapping[str, Sequence[str]]) -> None:
        super().__init__({key: values[-1] for key, values in all.items() if values})
        self._all = {key: [*values] for key, values in all.items()}

    def get_all(self, key: str) -> list[str]:
        values = self._all.get(key, [])
        return values if values[-1:] == [self.get(key)] else [self[key]] if key in self else []


def drawn(
    page: Callable[[], None],
    *,
    path: str,
    address: Mapping[str, Sequence[str]],
    sessions: Sessions,
    state: MutableMapping[str, Any],
    events: Sequence[Event] = (),
    theme: Theme = "light",
    zone: tzinfo = UTC,
) -> Drawn:
    """Run a page until it is at rest, and return what it shows."""
    host = _Tree(path, address, sessions, state, events, theme, zone)
    with shown_by(host):
        for _ in range(_MAX_RUNS):
            host.begin()
            try:
                page()
            except _Again:
                continue
            host.end()
            return host.drawn()
    raise RuntimeError(f"The page {path!r} does not come to rest.")


class _Tree:
    """One drawing of a page: what is open now, and the events that no element has taken yet."""

    def __init__(
        self, path: str, address: Mapping[str, Sequence[str]], sessions: Sessions, state: MutableMapping[str, Any],
        events: Sequence[Event], theme: Theme, zone: tzinfo,
    ) -> None:  # fmt: skip
        self.path, self.state, self.theme, self.zone = path, state, theme, zone
        self.address = _Parameters(address)
        self._sessions = sessions
        self._taken = {event["key"]: event["value"] for event in events if "name" not in event}
        self._called = {(event["key"], event["name"]) for event in events if "name" in event}
        self._triggers = [(event["key"], event["name"]) for event in events if "name" in event and "stays" not in event]
        for event in events:
            if "name" in event:
                state[event["key"]] = {**(state.get(event["key"]) or {}), event["name"]: event["value"]}
        self.files: list[tuple[str, Callable[[], str | bytes]]] = []

    def begin(self) -> None:
        self.title, self.nodes, self.components = "", list[Node](), dict[str, dict[str, str]]()
        self._open = [self.nodes]
        self._drawn = set[str]()

    def end(self) -> None:
        """Only one run sees what was pressed or triggered."""
        self._taken.clear()
        for key, name in self._triggers:
            (self.state.get(key) or {}).pop(name, None)
        self._triggers, self._called = [], set()

    def drawn(self) -> Drawn:
        """The page at rest. Fields that are on it no more have no values."""
        for key in self.state.get(_FIELDS, set()) - self._drawn:
            self.state.pop(key, None)
        self.state[_FIELDS] = self._drawn
        return Drawn(
            title=self.title,
            nodes=self.nodes,
            components=self.components,
            address={key: self.address.get_all(key) for key in self.address},
            downloads=[MadeFile(name=name, content=made()) for name, made in self.files],
        )

    def open_session(self, principal: Any) -> AbstractContextManager[Any]:
        return self._sessions(principal)

    def name(self, title: str) -> None:
        self.title = title

    def run_again(self) -> NoReturn:
        self.end()
        self.state.pop(_DIALOGS, None)
        raise _Done

    def _add(self, node: Node) -> Node:
        self._open[-1].append(node)
        return node

    def _call(self, called: Callable[[], None]) -> NoReturn:
        """Begin the run anew after a callback, as it may change what was drawn before."""
        called()
        raise _Again

    def _field(self, key: str, first: Any, value: Callable[[Any], Any], called: Callable[[], None] | None) -> Any:
        """The value under the key, after that of the browser was taken."""
        if key in self._taken:
            self.state[key] = value(self._taken.pop(key))
            self._call(called or _nothing)
        self._drawn.add(key)
        return self.state.setdefault(key, first)

    def element(self, element: Element) -> Any:
        kind, look = element.kind, dict(element.look)
        node = {"element": kind, "text": element.said}
        if element.options is not None:
            return self._choice(element, node, element.options)
        if kind not in _FIRST:
            return self._add(node | look)
        node["key"] = key = element.key or " ".join((kind, element.said, look.get("value", "")))
        if kind in ("button", "form_submit_button"):
            self._add(node | look)
            is_pressed = bool(self._taken.get(key)) and "disabled" not in look
            if is_pressed and element.called:
                del self._taken[key]
                self._call(element.called)
            return is_pressed
        value = self._field(key, look.pop("value", _FIRST[kind]), lambda sent: sent, element.called)
        self._add({**node, "value": value, **look})
        return value

    def _choice(self, element: Element, node: Node, options: Sequence[Any]) -> Any:
        look, key = dict(element.look), element.key or ""
        first = look.pop("index", options[0] if options else None)
        value = self._field(key, first, lambda place: None if place is None else options[place], element.called)
        if value not in options:
            value = self.state[key] = first
        place = None if value is None else [*options].index(value)
        self._add({**node, "key": key, "choices": [*map(element.words, options)], "value": place, **look})
        return value

    def download(self, element: Element, name: str, made: Callable[[], str | bytes]) -> None:
        key = f"download {name}"
        self._add({"element": "download", "key": key, "text": element.said, "name": name, **element.look})
        if self._taken.pop(key, False):
            self.files.append((name, made))

    def link(self, element: Element, page: Any, query: Mapping[str, str]) -> None:
        href = f"{page}?{urlencode(query)}" if query else page
        self._add({"element": "link", "text": element.said, "href": href, **element.look})

    def holder(self, element: Element) -> AbstractContextManager[object]:
        node = self._add({"holder": element.kind, "text": element.said, "children": [], **element.look})
        if element.key:
            name = re.sub(r"[^\w-]", "-", element.key.strip(), flags=re.ASCII)
            node |= {"key": element.key, "class": f"st-key-{name}"}
        return _OpenNode(self._open, node, self.state)

    def columns(self, number: int) -> Sequence[AbstractContextManager[object]]:
        with self.holder(Element("columns")):
            return [self.holder(Element("column")) for _ in range(number)]

    def dialog(self, element: Element, draw: Callable[[], None], *, is_asked: bool) -> None:
        opened: set[str] = self.state.setdefault(_DIALOGS, set())
        key = element.key or ""
        if self._taken.pop(key, True) is False:
            opened.discard(key)
            self._call(element.called or _nothing)
        if is_asked:
            opened.add(key)
        if key in opened:
            with self.holder(element):
                draw()

    def part(self, draw: Callable[[], None]) -> None:
        draw()

    def component(
        self, element: Element, component: Component, data: object, on: Mapping[str, Callable[[], None] | None]
    ) -> Mapping[str, Any]:
        key = element.key or ""
        self.components[component.name] = {"html": component.html, "css": component.css, "script": component.script}
        self._drawn.add(key)
        for name, called in on.items():
            if called and (key, name) in self._called:
                self._called.discard((key, name))
                self._call(called)
        self._add({"component": component.name, "key": key, "data": data, **element.look})
        values: dict[str, Any] = self.state.get(key) or {}
        return values

    def panel(self, name: str, *values: Any, **named: Any) -> bool:
        self._add({"absent": name})
        return False


_FIRST: Final = {
    "button": False,
    "form_submit_button": False,
    "checkbox": False,
    "text_input": "",
    "text_area": "",
    "number_input": None,
}
"""The elements with a value, with the one that they have at first."""


def _nothing() -> None:
    """The page is drawn with the value."""


class _OpenNode:
    """A node that is open for what is drawn, each time it is entered."""

    def __init__(self, open: list[list[Node]], node: Node, state: MutableMapping[str, Any]) -> None:
        self._open, self._node, self._state = open, node, state

    def __enter__(self) -> Node:
        self._open.append(self._node["children"])
        return self._node

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        self._open.pop()
        if failed is _Done and "clear_on_submit" in self._node:
            for field in self._node["children"]:
                self._state.pop(field.get("key", ""), None)
