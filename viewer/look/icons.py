"""Signs of one line weight in a box of 16, drawn in the color of the text; and the crown of a winner."""

from typing import Final, Literal, get_args

from viewer.boards.scene import Json
from viewer.look.element import element

Icon = Literal[
    "down", "up", "left", "right", "plus", "play", "search", "filter", "place", "box", "edit", "more", "again",
    "erase", "star", "check", "close", "waiting", "clock", "share", "link", "file", "bars", "camera", "phone", "scan",
    "house", "scales",
]  # fmt: skip

_PATHS: Final[dict[Icon, str]] = {
    "down": "m4 6 4 4 4-4",
    "up": "m4 10 4-4 4 4",
    "left": "m10 4-4 4 4 4",
    "right": "m6 4 4 4-4 4",
    "plus": "M8 3v10M3 8h10",
    "play": "M5 3.5v9l7-4.5z",
    "search": "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zm-1 3.5 3.5 3.5",
    "filter": "M2 4.5h12M4.5 8h7M6.5 11.5h3",
    "place": "M8 14s4.5-4.3 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.7 8 14 8 14z"
    "M9.4 6.5a1.4 1.4 0 1 1-2.8 0a1.4 1.4 0 0 1 2.8 0z",
    "box": "M5 3h6a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
    "edit": "m3 13 .6-2.8L10.5 3.3l2.2 2.2-6.9 6.9z",
    "more": "M3 8h.01M8 8h.01M13 8h.01",
    "again": "M3.2 8a4.8 4.8 0 1 0 1.5-3.5L3 6M3 2.8V6h3.2",
    "erase": "M6 3.5h8v9H6L2 8zM8.5 6.2l3.4 3.6m0-3.6L8.5 9.8",
    "star": "m8 2.3 1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.1 4.5 13l.8-3.9L2.4 6.4l3.9-.5z",
    "check": "m3 8.5 3.2 3.2L13 4.8",
    "close": "m4 4 8 8M12 4l-8 8",
    "waiting": "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z",
    "clock": "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM8 5v3l2 1.5",
    "link": "M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.1-2.1a2.6 2.6 0 0 0-3.7-3.7l-.9.9"
    "M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.5 8.8a2.6 2.6 0 0 0 3.7 3.7l.9-.9",
    "file": "M4 1.8h5l3 3v9.4H4zM9 1.8v3h3",
    "bars": "M4 13V8M8 13V3M12 13V6",
    "camera": "M2.5 5.3h2.7l1.1-1.8h3.4l1.1 1.8h2.7v7.4h-11zM10.3 8.8a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z",
    "phone": "M5 1.8h6a1 1 0 0 1 1 1v10.4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V2.8a1 1 0 0 1 1-1zM7.3 11.8h1.4",
    "scan": "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M5 8h6",
    "house": "M2.5 7.5 8 2.8l5.5 4.7M4 6.5v6.7h8V6.5M6.8 13.2V9.8h2.4v3.4",
    "scales": "M3 13.5h10M8 2.5v11M3.5 4.5h9M3.5 4.5 2 9h3zM12.5 4.5 11 9h3z",
    "share": "M8 10V2.5M5 5l3-3 3 3M3.5 8.5v5h9v-5",
}
assert set(_PATHS) == set(get_args(Icon))


def icon(name: Icon) -> Json:
    """A decorative sign of 16 pixels; `.ic` in `look.css` has its line."""
    return element("svg", element("path", d=_PATHS[name]), viewBox="0 0 16 16", class_=f"ic {name}", aria_hidden="true")


CROWN: Final = element("path", d="M.6 1.8 3.4 4.4 6 .2l2.6 4.2 2.8-2.6L10.5 9.6h-9z")
"""The crown in a box of 12 by 10."""


def crown(label: str = "") -> Json:
    """The mark of a winner, decorative without a `label`."""
    named: dict[str, str | float] = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return element("svg", CROWN, viewBox="0 0 12 10", class_="crown", **named)


def mark() -> Json:
    """The mark of Partie: a tile with the stairs of a score curve."""
    tile = element("rect", width=20, height=20, rx=4.5, fill="var(--accent)")
    stairs = element("path", d="M4 16v-3.5h4V9h4V5.5h4V16z", fill="var(--on-accent)")
    return element("svg", tile, stairs, viewBox="0 0 20 20", width=20, height=20, aria_hidden="true")
