"""The form that gives a person or a game a picture."""

from typing import Final

from viewer import surface
from viewer.locale.language import gettext, gettext_noop
from viewer.pages.shared import flash
from viewer.surface.host import Component

_form: Final = Component("partie_picture", '<div class="picture"></div>', "photos/picture_form.js")

_DONE: Final = {"PUT": gettext_noop("The picture is saved."), "DELETE": gettext_noop("The picture is removed.")}


def picture_form(address: str, *, has_picture: bool) -> None:
    """Ask for a file, which the browser makes smaller and sends to the address; offer to remove a picture."""
    data = {
        "address": address,
        "has_picture": has_picture,
        "choose": gettext("Choose a picture"),
        "remove": gettext("Remove the picture"),
        "failed": gettext("The server cannot be reached."),
    }
    done = surface.mount(_form, data, key=f"picture-{address}", sends=["done"]).get("done")
    if done in _DONE:
        flash.put(gettext(_DONE[done]))
        surface.run_again()
