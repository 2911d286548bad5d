"""Widgets whose values stand in the address of the page, so that links, Back and Forward change them."""

from collections.abc import Collection
from typing import Final

from viewer import surface
from viewer.locale.language import gettext
from viewer.locale.plain_text import fit

_WIDGETS: Final = "address-widgets"
"""The value of each widget in the address, by its key, after the run before."""

_IS_OLDER: Final = "address-is-older"


def begin_run(*, tapped: bool = False) -> None:
    """Call before the widgets of a run. `tapped`: a choice that is no widget's value started it.

    After a tap the browser may still send the address from before an earlier tap. Such a run reads no address: it would
    undo what was chosen just before.
    """
    known: dict[str, object] = surface.state().get(_WIDGETS, {})
    changed = (key in surface.state() and surface.state()[key] != value for key, value in known.items())
    surface.state()[_IS_OLDER] = tapped or any(changed)


def is_newer(key: str) -> bool:
    """True if a link, Back or Forward gave the parameter another value than the page wrote last."""
    requested = surface.address().get(key)
    return not surface.state().get(_IS_OLDER) and requested != surface.state().get(f"{key}-address")


def read_address(key: str, words: Collection[str]) -> None:
    """Set a widget's value from the address, at first and whenever a link, Back or Forward changes the address.

    A message names a parameter that is not among the words. Streamlit's own binding would write the translated label.
    """
    if key not in surface.state() or is_newer(key):
        requested = surface.address().get(key)
        surface.state()[key] = requested if requested in words else None
        if requested and requested not in words:
            say_unknown(key, requested)
        surface.state()[f"{key}-address"] = requested


def say_unknown(key: str, word: str) -> None:
    """Say once that the parameter names nothing that is known."""
    if surface.state().get(f"{key}-unknown") == word:
        return
    surface.state()[f"{key}-unknown"] = word
    says = gettext("The address asks for “{value}”, which is not known here.", value=fit(word, 40))
    surface.say("toast", says)


def write_address(key: str, word: str | None) -> None:
    """Write a widget's value to the address; None removes the parameter."""
    written({key: word})
    if word is not None and surface.address().get(key) != word:  # Each write would send the whole address anew.
        surface.address()[key] = word
    elif word is None and key in surface.address():
        del surface.address()[key]


def written(words: dict[str, str | None]) -> None:
    """Remember what stands in the address, and the values of the widgets that it is made of."""
    surface.state().update({f"{key}-address": word for key, word in words.items()})
    values = {key: surface.state()[key] for key in words if key in surface.state()}
    surface.state()[_WIDGETS] = surface.state().get(_WIDGETS, {}) | values
