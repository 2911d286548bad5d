"""A message about the last change, shown once when the page runs again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import streamlit as st

from eventstore.matches.match import Refused
from eventstore.store.store import Conflict, UnusableStore
from viewer.language import refused, translate
from viewer.markdown import escape

_KEY: Final = "flash"


def put(sentence: str, *, is_error: bool = False) -> None:
    st.session_state[_KEY] = sentence, is_error


def is_pending() -> bool:
    return _KEY in st.session_state


def show() -> None:
    """Show the pending message, if there is one."""
    with st.container():  # Always created, so that the elements below keep their position and state.
        if pending := st.session_state.pop(_KEY, None):
            sentence, is_error = pending
            (st.error if is_error else st.success)(escape(sentence))


@contextmanager
def catch_errors(*, conflict: str) -> Iterator[None]:
    """Run a write in the body; its refusal, its failure or, after a conflict, `conflict` becomes the message."""
    try:
        yield
    except Conflict:
        put(conflict, is_error=True)
    except Refused as error:
        put(refused(error.refusal), is_error=True)
    except (ValueError, UnusableStore) as error:
        put(translate(str(error)), is_error=True)
