"""Streamlit as the host of the pages (`viewer.surface`): elements are its functions of the same names."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import tzinfo
from functools import cache
from importlib import import_module
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from eventstore.access.grants import Principal
from eventstore.matches.match_reader import RecentMatches
from eventstore.store.open_store import open_store
from viewer import settings
from viewer.boards.svg import Theme
from viewer.components.lib import scripts
from viewer.locale import language
from viewer.pages.shared import logins
from viewer.pages.shared.session import Session, session_of
from viewer.surface.host import Component, Element
from viewer.texts.markdown import escape

_recent: Final = RecentMatches()
"""Of the one store that the pages of this process show."""

_USUAL: Final[Mapping[str, Mapping[str, Any]]] = {
    "title": {"anchor": False},
    "subheader": {"anchor": False},
    "toast": {"duration": "long"},  # It takes no room, so that nothing below moves when it goes.
    "code": {"language": None, "wrap_lines": True},
    "number_input": {"min_value": 0.0, "value": None, "format": "%.2f"},
}

_FIELDS: Final = {"text_input", "text_area", "number_input", "selectbox", "pills", "segmented_control"}
_PLAIN: Final = {"text", "html", "image", "code", *_FIELDS}
"""The elements whose words Streamlit does not read as Markdown, or repeats as a label for screen readers."""


class StreamlitHost:
    """Draws at once what a page asks for."""

    @property
    def state(self) -> MutableMapping[str, Any]:
        return st.session_state  # type: ignore[return-value]

    @property
    def address(self) -> Any:
        return st.query_params

    @property
    def path(self) -> str:
        return urlsplit(st.context.url or "").path

    @property
    def theme(self) -> Theme:
        return "dark" if st.context.theme.type == "dark" else "light"

    @property
    def zone(self) -> tzinfo:
        """That of the browser; UTC where it names none that is known here."""
        try:
            return ZoneInfo(st.context.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @contextmanager
    def open_session(self, principal: Principal | None) -> Iterator[Session]:
        """Every run has its own thread and connections belong to threads, so every run opens the store."""
        with closing(open_store(settings.store_address())) as store:
            yield session_of(store, principal or logins.current_principal(store), _recent)

    def name(self, title: str) -> None:
        st.set_page_config(page_title=title)

    def run_again(self) -> NoReturn:
        st.rerun()
        raise AssertionError("Streamlit goes on after a rerun.")

    def element(self, element: Element) -> Any:
        kind, said, look = element.kind, element.said, dict(element.look)
        if kind not in _PLAIN:
            said = escape(said)
        if "href" in look:
            said += f" [{look.pop('more')}]({look.pop('href')})"
        if element.called:
            look["on_click" if "button" in kind else "on_change"] = element.called
        if element.options is None:
            return getattr(st, kind)(said, **_keyed(element), **_USUAL.get(kind, {}), **look)
        if kind != "selectbox":
            look |= {"default": element.options[0], "required": True}
        return getattr(st, kind)(said, element.options, format_func=element.words, key=element.key, **look)

    def holder(self, element: Element) -> AbstractContextManager[object]:
        made: AbstractContextManager[object]
        if element.kind == "form":
            made = st.form(element.key or "", border=False, **element.look)
        else:
            words = [element.said] if element.said else []
            made = getattr(st, element.kind)(*words, **_keyed(element), **element.look)
        return made

    def columns(self, number: int) -> Sequence[AbstractContextManager[object]]:
        return st.columns(number, gap="large")

    def dialog(self, element: Element, draw: Callable[[], None], *, is_asked: bool) -> None:
        if is_asked:
            st.dialog(element.said, on_dismiss=element.called or "ignore", **element.look)(draw)()

    def download(self, element: Element, name: str, made: Callable[[], str | bytes]) -> None:
        reader = language.current()

        def content() -> str | bytes:
            language.set_language(reader)  # Streamlit calls this later, in a thread without a language.
            return made()

        st.download_button(element.said, content, name, on_click="ignore", **element.look)

    def link(self, element: Element, page: Any, query: Mapping[str, str]) -> None:
        st.page_link(page, label=element.said, query_params=dict(query) or None, **element.look)

    def part(self, draw: Callable[[], None]) -> None:
        st.fragment(draw)()

    def component(
        self, element: Element, component: Component, data: object, on: Mapping[str, Callable[[], None] | None]
    ) -> Mapping[str, Any]:
        calls = {f"on_{name}_change": called or _read_by_the_page for name, called in on.items()}
        sent: Mapping[str, Any] = _mounting(component)(data=data, key=element.key, **calls, **element.look)
        return sent

    def panel(self, name: str, *values: Any, **named: Any) -> bool:
        module, function = name.split(".")
        getattr(import_module(f"viewer.pages.shared.{module}"), function)(*values, **named)
        return True


def _keyed(element: Element) -> dict[str, str]:
    return {"key": element.key} if element.key else {}


@cache
def _mounting(component: Component) -> Callable[..., Any]:
    return st.components.v2.component(
        component.name, html=component.html, css=component.css or None, js=scripts.component(component.script)
    )


def _read_by_the_page() -> None:
    """The page reads the value when it runs."""
