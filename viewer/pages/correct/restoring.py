"""The history of corrections, with a way to revert each of them."""

from functools import partial

import streamlit as st

from core.game import Refusal
from core.record_events import Corrected
from eventstore.matches.history import Recorded, header_changes, history
from eventstore.matches.repository import MatchRepository
from viewer.components.sides import sides
from viewer.locale.language import gettext, translate
from viewer.pages.correct import record_history
from viewer.pages.correct.correction_form import take_up
from viewer.pages.correct.draft import Draft, accepting, show_preview
from viewer.pages.correct.proposal import restoring
from viewer.texts.markdown import escape


def show_history(matches: MatchRepository, draft: Draft) -> None:
    """Show every change as a card, newest first."""
    recorded = {one.change.version: one for one in history(matches, draft.match)}
    headers = {change.version: change for change in header_changes(matches, draft.match)}
    chosen = st.session_state.get(draft.key("restoring"))
    if not (recorded or headers):
        st.text(gettext("Nothing has been corrected or taken back in this match."))
    for version in sorted({*recorded, *headers}, reverse=True):
        key = draft.key("past", version)
        if version in headers:
            sides(*record_history.header_card(draft.match, headers[version]), key=key)
            continue
        one = recorded[version]
        sides(*record_history.card(draft.match, one, draft.notes), key=key)
        if chosen == version:
            _restoring(draft, one)
        else:
            _offer(draft, version)


def _offer(draft: Draft, version: int) -> None:
    proposal = restoring(draft.match, version)
    if isinstance(proposal, Refusal):
        st.caption(escape(translate(proposal.sentence)))
    elif proposal.is_new:
        st.button(
            gettext("Restore"),
            icon=":material/history:",
            key=draft.key("restore", version),
            on_click=partial(_choose, draft, version),
        )


def _choose(draft: Draft, version: int | None) -> None:
    st.session_state[draft.key("restoring")] = version


def _restoring(draft: Draft, recorded: Recorded) -> None:
    """Preview the reversion of a change; the recorded side is the current match."""
    proposal = restoring(draft.match, recorded.change.version)
    if isinstance(proposal, Refusal):
        st.caption(escape(translate(proposal.sentence)))
        return
    if show_preview(draft, proposal, partial(take_up, draft)):
        is_correction = isinstance(recorded.change.event, Corrected)
        reason = gettext("The correction was wrong") if is_correction else gettext("It was not taken back")
        accepting(draft, proposal, reason)
    st.button(gettext("Leave it as it is"), key=draft.key("leave"), on_click=partial(_choose, draft, None))
