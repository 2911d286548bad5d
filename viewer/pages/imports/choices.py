"""A person's choices about an uploaded file: the import options, and which of several readings is the right one."""

from dataclasses import dataclass, field, replace

import streamlit as st

from importers.preview import GivenFile
from importers.reading import ImportOptions
from viewer.pages.imports.uploads import Upload


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
