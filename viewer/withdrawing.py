"""Withdraw matches on the pages, and bring them back."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

import streamlit as st

from eventstore.matches import withdrawals
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from viewer import flash
from viewer.boards.text import fit, plain
from viewer.language import gettext, ngettext
from viewer.markdown import escape
from viewer.navigation import Pages


def notice(records: MatchRepository, match: Match, pages: Pages) -> None:
    """Say that the match is withdrawn, with the button that restores it; the message of a withdrawal comes first."""
    flash.show()
    if match.withdrawal is None:
        return
    with st.container(horizontal=True, key="withdrawn", vertical_alignment="center"):
        says = gettext("This match is withdrawn: lists, statistics and exports leave it out.")
        if match.withdrawal.why:
            says += " " + gettext("Reason: {why}", why=fit(plain(match.withdrawal.why), 200))
        st.warning(escape(says), icon=":material/inventory_2:")
        if pages.has_role("recorder", match.id):
            restore_button(records, [match.id])


def withdraw_button(records: MatchRepository, ids: Sequence[str]) -> None:
    """Ask for the reason and for a confirmation, then withdraw the matches."""
    label = ngettext("Withdraw {number} match", "Withdraw {number} matches", len(ids))
    alone = gettext("Withdraw this match")
    with st.popover(alone if len(ids) == 1 else label, icon=":material/inventory_2:", key="withdraw"):
        st.text(
            gettext(
                "Lists, statistics and exports leave a withdrawn match out. It stays in the record and can be "
                "brought back."
            )
        )
        why = st.text_input(gettext("Reason (optional)"), max_chars=200, key="withdraw-why")
        if st.button(gettext("Withdraw"), type="primary", key="withdraw-now"):
            with _changing():
                for id in ids:
                    withdrawals.withdraw(records, id, why.strip() or None)
                flash.put(ngettext("{number} match is withdrawn.", "{number} matches are withdrawn.", len(ids)))
            st.rerun()


def restore_button(records: MatchRepository, ids: Sequence[str]) -> None:
    """Bring the matches back; no confirmation, as they can be withdrawn again."""
    label = ngettext("Bring {number} match back", "Bring {number} matches back", len(ids))
    if st.button(gettext("Bring it back") if len(ids) == 1 else label, icon=":material/undo:", key="restore"):
        with _changing():
            for id in ids:
                withdrawals.restore(records, id)
            flash.put(ngettext("{number} match is back.", "{number} matches are back.", len(ids)))
        st.rerun()


def _changing() -> AbstractContextManager[None]:
    conflict = gettext("Somebody else recorded at the same time. Check the matches and try again.")
    return flash.catch_errors(conflict=conflict)
