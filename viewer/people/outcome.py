"""What became of the last change, told after the page has run again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import streamlit as st

from eventstore.store import Conflict, UnusableStore
from viewer.label import literal
from viewer.language import say, told

_KEY: Final = "people-outcome"


def show() -> None:
    """Tell what became of the last change, once."""
    with st.container():  # Also where there is nothing to tell: what follows keeps its place, and stays as it is.
        if outcome := st.session_state.pop(_KEY, None):
            went_well, sentence = outcome
            (st.success if went_well else st.error)(literal(sentence))


def tell(sentence: str, *, well: bool = True) -> None:
    st.session_state[_KEY] = well, sentence


@contextmanager
def change() -> Iterator[None]:
    """Within it a change is made and told; or why it cannot be made. Then the page is drawn anew."""
    try:
        yield
    except (ValueError, UnusableStore) as error:
        tell(told(error.args[0]), well=False)
    except Conflict:
        tell(say("Somebody else changed people at the same time. Look again."), well=False)
    st.rerun()
