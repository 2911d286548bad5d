"""A block of elements (`viewer.look.element`) in the look of all pages (`look.css`), with links and buttons."""

from typing import NamedTuple

from viewer import surface
from viewer.boards.scene import Json
from viewer.surface.host import Component

_block = Component("partie_block", html='<div class="block"></div>', script="html_block/html_block.js")


class Sent(NamedTuple):
    """The button that was pressed: its `data-send` and its `data-value`."""

    name: str
    value: str


def html_block(*parts: Json, key: str) -> Sent | None:
    """Show elements, one below the other; a relative link opens its page without loading it anew.

    A button with `data-send` makes the page run again, and only this run returns what was sent. So does a form with it,
    whose value is its first field, and a list with it when another of its lines is chosen: `VALUE=CHOSEN`.
    """
    sent = surface.mount(_block, {"parts": list(parts)}, key=key, sends=["sent"]).get("sent")
    return Sent(*sent) if sent else None


def pressed(key: str) -> Sent | None:
    """The value that `html_block` is about to return for this key, before it is drawn."""
    sent = (surface.state().get(key) or {}).get("sent")
    return Sent(*sent) if sent else None
