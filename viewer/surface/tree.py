"""The host that shows a page as values, which a shell in a browser mounts: `drawn` runs a page and returns them.

Everything is JSON but for the content of files. The nodes of a page stand in the order in which they are shown:

    {"element": "text", "text": "Ana, 12 plays"}       words; also caption, title, subheader, toast, success, warning,
                                                       error (with a link: its words `more`, its `href`), html (styles
                                                       of the page), image (`text` is SVG, with `width` and `alt`)
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
                                                       of its form; of a button, a download: true; of a dialog: false
                                                       when it was closed
    {"key": K, "name": NAME, "value": VALUE}           a component's trigger, which one run sees (`setTriggerValue`)
    {"key": K, "name": NAME, "value": VALUE, "stays": true}                  its state (`setStateValue`)

`state` is one dictionary of a visitor, kept by the caller between all calls as it is; `address` are the parameters,
which the page may have changed: the shell writes them into its address.
"""

import re
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, tzinfo
from typing import Any, Final, NoReturn, TypeAlias, TypedDict
from urllib.parse import urlencode

from viewer.boards.svg import Theme
from viewer.surface.host import Component, Look, shown_by

Node: TypeAlias = dict[str, Any]
Sessions: TypeAlias = Callable[[Any], AbstractContextManager[Any]]
"""Opens the session of a principal; None: of the visitor."""

_MAX_RUNS: Final = 20
_DIALOGS: Final = "open-dialogs"
_FIELDS: Final = "drawn-fields"


class Event(TypedDict, total=False):
    """What happened in the browser; see the module."""

    key: str
    name: str
    value: Any
    stays: bool


class File(TypedDict):
    """A file to keep on the device."""

    name: str
    content: str | bytes


class Drawn(TypedDict):
    """A page as values; `title` is that of the window."""

    title: str
    nodes: list[Node]
    components: dict[str, dict[str, str]]
    address: dict[str, list[str]]
    downloads: list[File]


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
            self.state[key].pop(name, None)
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
            downloads=[File(name=name, content=made()) for name, made in self.files],
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

    def _call(self, called: Callable[[], object]) -> NoReturn:
        """Begin the run anew after a callback, as it may change what was drawn before."""
        called()
        raise _Again

    def _field(self, key: str, first: Any, value: Callable[[Any], Any], called: Callable[[], object] | None) -> Any:
        """The value under the key, after that of the browser was taken."""
        if key in self._taken:
            self.state[key] = value(self._taken.pop(key))
            self._call(called or _nothing)
        self._drawn.add(key)
        return self.state.setdefault(key, first)

    def element(self, kind: str, said: str, key: str | None, called: Callable[[], object] | None, look: Look) -> Any:
        look = dict(look)
        if kind in ("button", "form_submit_button"):
            key = key or f"{kind} {said}"
            self._add({"element": kind, "key": key, "text": said, **look})
            is_pressed = bool(self._taken.get(key)) and not look.get("disabled")
            if is_pressed and called:
                del self._taken[key]
                self._call(called)
            return is_pressed
        if kind not in _FIRST:
            return self._add({"element": kind, "text": said, **look})
        key, first = key or f"{kind} {said}", look.pop("value", _FIRST[kind])
        value = self._field(key, first, lambda sent: sent, called)
        self._add({"element": kind, "key": key, "text": said, "value": value, **look})
        return value

    def choice(
        self, kind: str, label: str, options: Sequence[Any], words: Callable[[Any], str], key: str,
        called: Callable[[], object] | None, look: Look,
    ) -> Any:  # fmt: skip
        first = None if "index" in look or not options else options[0]
        value = self._field(key, first, lambda place: None if place is None else options[place], called)
        if value not in options:
            value = self.state[key] = first
        node = {"element": kind, "key": key, "text": label, "choices": [words(option) for option in options]}
        shown = {name: each for name, each in look.items() if name == "placeholder"}
        self._add({**node, "value": None if value is None else [*options].index(value), **shown})
        return value

    def download(self, label: str, made: Callable[[], str | bytes], name: str, look: Look) -> None:
        self._add({"element": "download", "key": f"download {name}", "text": label, "name": name, **look})
        if self._taken.pop(f"download {name}", False):
            self.files.append((name, made))

    def link(self, page: Any, label: str, icon: str, query: Mapping[str, str]) -> None:
        href = f"{page}?{urlencode(query)}" if query else page
        self._add({"element": "link", "text": label, "href": href, "icon": icon})

    def holder(self, kind: str, said: str, key: str | None, look: Look) -> AbstractContextManager[object]:
        node = self._add({"holder": kind, "text": said, "children": [], **look})
        if key:
            node |= {"key": key, "class": "st-key-" + re.sub(r"[^\w-]", "-", key.strip(), flags=re.ASCII)}
        return _Holder(self._open, node, self.state)

    def columns(self, number: int) -> Sequence[AbstractContextManager[object]]:
        with self.holder("columns", "", None, {}):
            return [self.holder("column", "", None, {}) for _ in range(number)]

    def dialog(self, title: str, key: str, draw: Callable[[], None], *, is_asked: bool) -> None:
        opened: set[str] = self.state.setdefault(_DIALOGS, set())
        if is_asked:
            opened.add(key)
        if self._taken.pop(key, True) is False:
            opened.discard(key)
        if key in opened:
            with self.holder("dialog", title, key, {}):
                draw()

    def part(self, draw: Callable[[], None]) -> None:
        draw()

    def component(
        self, component: Component, data: object, key: str, sends: Collection[str],
        on: Mapping[str, Callable[[], None]], look: Look,
    ) -> Mapping[str, Any]:  # fmt: skip
        self.components[component.name] = {"html": component.html, "css": component.css, "script": component.script}
        self._drawn.add(key)
        values: dict[str, Any] = self.state.get(key) or {}
        for name, called in on.items():
            if (key, name) in self._called:
                self._called.discard((key, name))
                self._call(called)
        self._add({"component": component.name, "key": key, "data": data, **look})
        return values

    def panel(self, name: str, *values: Any, **named: Any) -> None:
        self._add({"absent": name})


_FIRST: Final = {"checkbox": False, "text_input": "", "text_area": "", "number_input": None}
"""The fields, with their values when nothing is said."""


def _nothing() -> None:
    """The page is drawn with the value."""


class _Holder:
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
                self._state.pop(field["key"], None)
