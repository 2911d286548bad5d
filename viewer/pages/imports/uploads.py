"""Input of the import page: uploaded files, pasted text, and a person's choices about each: the import options, and
which of several readings is the right one.
"""

from dataclasses import dataclass, field, replace
from hashlib import blake2b
from io import BufferedReader, BytesIO

import streamlit as st

from importers.files import MAX_MEGABYTES
from importers.preview import GivenFile
from importers.reading import ImportOptions
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


@dataclass(frozen=True, slots=True)
class Choice:
    """`reading` is the place of the chosen reading, from 0; None: none is chosen. `form` numbers the form by hand."""

    options: ImportOptions = field(default_factory=ImportOptions)
    reading: int | None = None
    form: int = field(default=0, compare=False, repr=False)

    def given(self, file: Upload) -> GivenFile:
        return GivenFile(file.name, file.content, self.options, self.reading, file.digest)


def choice(file: Upload) -> Choice:
    chosen: Choice = st.session_state.get(_key(file), Choice())
    return chosen


def choose(file: Upload, options: ImportOptions) -> None:
    """Other options give other readings, so that a chosen one is asked for again."""
    if options != choice(file).options:
        st.session_state[_key(file)] = Choice(options, form=choice(file).form)


def choose_reading(file: Upload, place: int | None) -> None:
    st.session_state[_key(file)] = replace(choice(file), reading=place)


def form_key(file: Upload) -> str:
    """The part of the keys of all fields of the form by hand."""
    return f"{file.digest}-{choice(file).form}"


def renew_form(file: Upload) -> None:
    """Let the form by hand have new fields, as something else than the form changed what they show.

    A run that begins before the browser has got the new values brings the old ones back, and the same fields would take
    them for an entry.
    """
    st.session_state[_key(file)] = replace(choice(file), form=choice(file).form + 1)


def _key(file: Upload) -> str:
    return f"import-choice-{file.digest}"
