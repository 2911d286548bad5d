"""The imports so far, each with a button that takes it out again."""

from typing import Final

import streamlit as st

from eventstore.maintenance.import_undo import Undo, undo
from eventstore.matches import imports
from eventstore.matches.imports import Batch
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.locale.language import date, gettext, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.pages.shared import flash

SHOWN: Final = 20
"""Imports shown, newest first; the command line lists all."""


def show(matches: MatchRepository, index: MatchIndex) -> None:
    """The list of imports; nothing while there are none."""
    batches = imports.batches(matches.store)
    if not batches:
        return
    with st.expander(gettext("Imports so far"), key="imports-so-far", on_change="rerun") as opened:
        if not opened.open:
            return
        st.caption(
            gettext(
                "Taking an import out withdraws the matches it brought, except those that were changed, annotated or "
                "forked since. The same file imported again brings them back."
            )
        )
        for batch in batches[:SHOWN]:
            _line(matches, index, batch)


def _line(matches: MatchRepository, index: MatchIndex, batch: Batch) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"batch-{batch.id}"):
        count = ngettext("{number} match", "{number} matches", batch.matches)
        file = fit(plain(batch.file), 60)
        st.text(f"{date(batch.at[:10])}  ·  {file}  ·  {count}", width="stretch")
        with st.popover(gettext("Take out"), icon=":material/undo:"):
            st.text(gettext("Withdraw the matches that this import brought?"))
            if st.button(gettext("Withdraw"), type="primary", key=f"undo-{batch.id}"):
                with flash.catch_errors(conflict=""), st.spinner(gettext("Withdrawing")):
                    flash.put(_says(undo(matches, index, batch)))
                st.session_state.pop("import-done", None)  # The same file can be imported again.
                st.rerun()


def _says(result: Undo) -> str:
    done = ngettext("{number} match is withdrawn.", "{number} matches are withdrawn.", len(result.withdrawn))
    reasons = dict.fromkeys(translate(one.why) for one in result.left)
    left = [
        ngettext(
            "{number} match was left: {why}",
            "{number} matches were left: {why}",
            sum(translate(one.why) == why for one in result.left),
            why=why,
        )
        for why in reasons
    ]
    return " ".join([done, *left])
