"""The form that gives a person or a game a picture."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from eventstore.matches import photo_process
from eventstore.matches.photo_file import MAX_UPLOAD_BYTES, TOO_LARGE, PhotoFile
from viewer.locale.language import gettext, translate
from viewer.pages.shared import flash

_UPLOADS: Final = "picture-uploads"
"""The number of pictures given so far: a file stays in its field until the field has another key."""


def picture_form(*, has_picture: bool, give: Callable[[PhotoFile], None], remove: Callable[[], None]) -> None:
    """Ask for a file; its picture is stored as soon as it is there. `remove` is offered where there is one."""
    place = st.session_state.setdefault(_UPLOADS, 0)
    file = st.file_uploader(
        gettext("A JPEG, PNG or WebP file"), type=["jpg", "jpeg", "png", "webp"], key=f"{_UPLOADS}-{place}", width=420
    )
    is_removed = has_picture and st.button(gettext("Remove the picture"), icon=":material/delete:")
    if file is None and not is_removed:
        return
    conflict = gettext("Another user changed it at the same time. Try again.")
    with flash.catch_errors(conflict=conflict):
        if is_removed:
            remove()
            flash.put(gettext("The picture is removed."))
        elif file is not None:
            if file.size > MAX_UPLOAD_BYTES:
                raise ValueError(translate(TOO_LARGE))
            give(photo_process.encode(file.getvalue()))
            flash.put(gettext("The picture is saved."))
    st.session_state[_UPLOADS] = place + 1
    st.rerun()
