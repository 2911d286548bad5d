"""The writes that wait in the browser until their principal is logged in again (see `lib/outbox.js`)."""

from typing import Final

from viewer import surface
from viewer.components.lib.text_files import text_of
from viewer.locale import language
from viewer.surface.host import Component

CSS: Final = text_of("held_writes/held_writes.css")

_held_writes = Component(
    "partie_held_writes",
    html='<div class="held-writes"></div>',
    css=":host { color: var(--st-text-color); font-family: var(--st-font); }" + CSS,
    script="held_writes/component.js",
)


def held_writes() -> None:
    """Show what waits, on a page in place of one that would show it."""
    data = {"catalog": language.js_catalog("viewer/components/held_writes")}
    surface.mount(_held_writes, data, key="held-writes")
