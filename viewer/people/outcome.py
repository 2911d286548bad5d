"""The result of the last change, shown after the page has run again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import streamlit as st

from eventstore.store.store import Conflict, UnusableStore
from viewer.language import gettext, translate
from viewer.markdown import escape

_KEY: Final = "people-outcome"


def show() -> None:
    """Show the result of the last change once."""
    with st.container():  # Always created, so that the elements below keep their position and state.
        if outcome := st.session_state.pop(_KEY, None):
            went_well, sentence = outcome
            (st.success if went_well else st.error)(escape(sentence))


def tell(sentence: str, *, well: bool = True) -> None:
    st.session_state[_KEY] = well, sentence


@contextmanager
def change() -> Iterator[None]:
    """Run a change in the body; store the message of an error. Then run the page again."""
    try:
        yield
    except (ValueError, UnusableStore) as error:
        tell(translate(error.args[0]), well=False)
    except Conflict:
        tell(gettext("Somebody else changed people at the same time. Look again."), well=False)
    st.rerun()
