"""A name for a device that the list of tokens shows, such as `Pixel 8, Chrome`."""

import re
from typing import Final

from viewer.locale.plain_text import plain

MAX_LENGTH: Final = 60

_BROWSERS: Final = (
    ("SamsungBrowser", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""Words of a user agent; most browsers also name those further down."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)

_MODEL: Final = re.compile(r"Android [\d.]+; ([^;)]+?)(?: Build/[^;)]*)?[;)]")
"""The model of an Android device; many browsers name every model `K`."""


def device_name(chosen: str, user_agent: str) -> str:
    """The name that a person chose, on one line; if it is empty, a name made from the browser's user agent."""
    return plain(chosen)[:MAX_LENGTH].strip() or guess(user_agent)


def guess(user_agent: str) -> str:
    """Model or system, and browser; empty if neither is known."""
    model = _MODEL.search(user_agent)
    system = model[1] if model and model[1] not in ("K", "Mobile", "Tablet") else _named(user_agent, _SYSTEMS)
    return plain(", ".join(filter(None, (system, _named(user_agent, _BROWSERS)))))[:MAX_LENGTH]


def _named(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for word, name in names if word in user_agent), "")
