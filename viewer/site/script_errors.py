"""Errors of a page as one sentence in the reader's language, in place of Streamlit's own box."""

from html import escape
from typing import Final

import streamlit as st

from eventstore.access.grants import NotAllowed
from eventstore.store.store import UnusableStore
from viewer.locale.language import gettext, translate

FAILED: Final = "partie-failed"
"""Class of the message."""

_HIDE_THE_REST: Final = f"""<style>
.stMainBlockContainer > .stVerticalBlock:has(> .stElementContainer .{FAILED})
  > :not(:has(.{FAILED}, .st-key-navigation, .st-key-language)) {{ display: none; }}
</style>"""
"""Hides what the failed run has drawn before the message.

It comes with the message: on every page, its `:has` costs seconds of style computation while charts are drawn.
"""


def show_error(error: Exception) -> bool:
    """Show an error that ended a run, a fragment or a callback; True keeps Streamlit's own message away.

    Streamlit has written the error to the server's log before it calls this.
    """
    if isinstance(error, UnusableStore):
        show_unusable_store(error)
    elif isinstance(error, NotAllowed):
        _show(gettext("You do not have access to this page"), translate(str(error.refusal.sentence)))
    else:
        _show(
            gettext("This page cannot be shown"),
            gettext("An unexpected error occurred in Partie. Nothing that was recorded is lost."),
            gettext("The server's log has the details."),
        )
    return True


def show_unusable_store(error: UnusableStore) -> None:
    """Show why the store cannot be opened."""
    _show(gettext("The store cannot be opened"), translate(str(error)))


def _show(title: str, *sentences: str) -> None:
    # One element without a key: several fragments may fail in one run.
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    again = f'<a href="" target="_self">{escape(gettext("Try again"))}</a>'
    home = f'<a href="./" target="_self">{escape(gettext("All matches"))}</a>'
    links = f'<p class="links">{again} {home}</p>'
    st.html(
        f'<div class="{FAILED}" role="alert"><h2>{escape(title)}</h2>{paragraphs}{links}{_HIDE_THE_REST}</div>',
        width=620,
    )
