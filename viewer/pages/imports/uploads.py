"""Input of the import page: uploaded files and pasted text."""

from dataclasses import dataclass, field
from hashlib import blake2b
from io import BufferedReader, BytesIO

import streamlit as st

from importers.files import MAX_MEGABYTES
from importers.tables import cells
from viewer.locale.language import gettext
from viewer.texts.markdown import escape


@dataclass(frozen=True, slots=True)
class Upload:
    """One file, or the text, which has a `name` too; `digest` is the digest of its content."""

    name: str
    digest: str
    content: bytes = field(repr=False, compare=False)

    def opened(self) -> BufferedReader:
        return BufferedReader(BytesIO(self.content))


def uploads() -> tuple[Upload, ...]:
    """The current files and text, without duplicates of the same content."""
    dropped = st.file_uploader(
        gettext("Files of any program, up to {number} MB each", number=MAX_MEGABYTES),
        accept_multiple_files=True,
        max_upload_size=MAX_MEGABYTES,
        key="import-files",
    )
    with st.expander(gettext("Paste text")):
        pasted = st.text_area(
            gettext("A list of plays, a table or a match in our notation"),
            placeholder="Azul\n2026-11-20: Jitka 52, Jarda 47*",
            height=160,
            key="import-text",
        )
        st.caption(gettext("Mark the winner with a star. Press Ctrl+Enter to read the text."))
    result = [_given(file.name, file.getvalue()) for file in dropped]
    if pasted.strip():
        result.append(_given(gettext("Pasted text"), pasted.encode("utf-8", "replace")))
    once: dict[str, Upload] = {}
    for file in result:
        if once.setdefault(file.digest, file) is not file:
            again = gettext(
                "{name} has the same content as {other} and is read once.", name=file.name, other=once[file.digest].name
            )
            st.caption(escape(again))
    return tuple(once.values())


def _given(name: str, content: bytes) -> Upload:
    return Upload(name, blake2b(content, digest_size=12).hexdigest(), cells.as_utf8(content))
