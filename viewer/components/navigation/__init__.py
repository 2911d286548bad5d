"""The frame of every page: the navigation above it, the language below it, and the title of the page."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from viewer import surface
from viewer.locale import language
from viewer.surface.host import Component

COOKIE: Final = "partie-language"
"""The cookie with the chosen language."""

_navigation = Component("partie_navigation", "<span></span>", "navigation/navigation.js")


@dataclass(frozen=True, slots=True)
class Link:
    """A page by its address relative to the root; `is_here` if it is the present one, or its parent."""

    href: str
    label: str
    is_here: bool = False


def navigation(words: Sequence[Link], more: Sequence[Link]) -> None:
    """Show the links: `words` stand in the bar as far as there is room, the rest and `more` in a menu.

    Without any link there is no bar, and the page has the whole screen.
    """
    data = {
        "cookie": COOKIE,
        "languages": dict(language.LANGUAGES),
        "words": [asdict(link) for link in words],
        "more": [asdict(link) for link in more],
        "catalog": language.js_catalog("viewer/components/navigation"),
    }
    with surface.container("navigation"):
        surface.mount(_navigation, data, key="frame")
