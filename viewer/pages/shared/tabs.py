"""The tabs of a page about one person or game: links, so that the open one is in the address."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.locale.language import gettext
from viewer.look.element import element
from viewer.pages.shared.filters import filters

_PLACE: Final = """<style>
.st-key-quiet-filters { align-items: flex-end; }
@media (min-width: 768px) {
  [data-testid="stLayoutWrapper"]:has(> .st-key-quiet-filters) { margin-top: -60px; align-self: flex-end; width: auto; }
}
</style>"""
"""Filters that are not set stand at the end of the tabs, on a phone below them."""


def tab_filters(index: MatchIndex, matches: MatchRepository, about: str) -> MatchFilter:
    """The filters of a page with tabs about one `about`: a person or a game."""
    is_set = bool({*surface.address()} - {about, "tab", "of", "lang"})
    with surface.container("set-filters" if is_set else "quiet-filters"):
        match_filter = filters(index, matches, without=[about])
    surface.html(_PLACE)
    return match_filter


def open_tab(tabs: Mapping[str, str]) -> str:
    """The key of the tab that the address asks for, else the first one."""
    requested = surface.address().get("tab", "")
    return requested if requested in tabs else next(iter(tabs))


def tab_address(path: str, tab: str, **more: str) -> str:
    """The address of a tab of the present page, with the filters that are set."""
    keep = {key: surface.address().get_all(key) for key in surface.address() if key != "tab" and key not in more}
    query = keep | {key: [value] for key, value in more.items()} | ({"tab": [tab]} if tab else {})
    return f"{path}?{urlencode(query, doseq=True)}"


def tab_bar(path: str, tabs: Mapping[str, str], current: str, label: str) -> Json:
    """The bar of tabs; `tabs` are labels, marked for translation, by key."""
    first = next(iter(tabs))
    links = [
        element(
            "a", gettext(text), href=tab_address(path, "" if key == first else key),
            **({"aria-current": "page"} if key == current else {}),
        )
        for key, text in tabs.items()
    ]  # fmt: skip
    return element("nav", *links, class_="tabs", aria_label=label)
