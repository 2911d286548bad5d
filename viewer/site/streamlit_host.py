"""Streamlit as the host of the pages (`viewer.surface`): elements are its functions of the same names."""

from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
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
from viewer.pages.shared import logins
from viewer.pages.shared.session import Session, session_of
from viewer.surface.host import Component, Look
from viewer.texts.markdown import escape

_recent: Final = RecentMatches()
"""Of the one store that the pages of this process show."""

_USUAL: Final[Mapping[str, Look]] = {
    "title": {"anchor": False},
    "subheader": {"anchor": False},
    "toast": {"duration": "long"},  # It takes no room, so that nothing below moves when it goes.
    "number_input": {"min_value": 0.0, "value": None, "format": "%.2f"},
    "form": {"border": False},
}


_PLAIN: Final = {"text", "html", "image", "text_input", "text_area", "number_input"}
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

    def element(self, kind: str, said: str, key: str | None, called: Callable[[], object] | None, look: Look) -> Any:
        if kind not in _PLAIN:
            said = escape(said)
        if "href" in look:
            said += f" [{look['more']}]({look['href']})"
            look = {name: value for name, value in look.items() if name not in ("href", "more")}
        keyed = {"key": key} if key else {}
        on = {"on_click" if "button" in kind else "on_change": called} if called else {}
        return getattr(st, kind)(said, **_USUAL.get(kind, {}), **keyed, **on, **look)

    def choice(
        self, kind: str, label: str, options: Sequence[Any], words: Callable[[Any], str], key: str,
        called: Callable[[], object] | None, look: Look,
    ) -> Any:  # fmt: skip
        on = {"on_change": called} if called else {}
        return getattr(st, kind)(label, options, format_func=words, key=key, **on, **look)

    def download(self, label: str, made: Callable[[], str | bytes], name: str, look: Look) -> None:
        st.download_button(label, made, name, on_click="ignore", **look)

    def link(self, page: Any, label: str, icon: str, query: Mapping[str, str]) -> None:
        st.page_link(page, label=label, icon=icon, query_params=dict(query) or None)

    def holder(self, kind: str, said: str, key: str | None, look: Look) -> AbstractContextManager[object]:
        words = [said] if said else []
        keyed = {"key": key} if key and kind != "form" else {}
        words = [key] if key and kind == "form" else words
        made: AbstractContextManager[object] = getattr(st, kind)(*words, **_USUAL.get(kind, {}), **keyed, **look)
        return made

    def columns(self, number: int) -> Sequence[AbstractContextManager[object]]:
        return st.columns(number, gap="large")

    def dialog(self, title: str, key: str, draw: Callable[[], None], *, is_asked: bool) -> None:
        if is_asked:
            st.dialog(title)(draw)()

    def part(self, draw: Callable[[], None]) -> None:
        st.fragment(draw)()

    def component(
        self, component: Component, data: object, key: str, sends: Collection[str],
        on: Mapping[str, Callable[[], None]], look: Look,
    ) -> Mapping[str, Any]:  # fmt: skip
        calls = {f"on_{name}_change": on.get(name, _read_by_the_page) for name in (*sends, *on)}
        sent: Mapping[str, Any] = _mounting(component)(data=data, key=key, **calls, **look)
        return sent

    def panel(self, name: str, *values: Any, **named: Any) -> None:
        module, function = name.split(".")
        getattr(import_module(f"viewer.pages.shared.{module}"), function)(*values, **named)


@cache
def _mounting(component: Component) -> Callable[..., Any]:
    return st.components.v2.component(
        component.name, html=component.html, css=component.css or None, js=scripts.component(component.script)
    )


def _read_by_the_page() -> None:
    """The page reads the value when it runs."""
