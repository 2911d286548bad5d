"""The correction page: recording errors, moves the players took back, and the history of both."""

from functools import partial
from typing import Final, Literal

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.components.sides import sides
from viewer.locale.language import gettext, gettext_noop, translate
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.pages.correct.comparison import Side
from viewer.pages.correct.correction_form import VIEWED, correction_form, event_key, take_up
from viewer.pages.correct.details_form import details_form
from viewer.pages.correct.draft import Draft, accepting, show_message, show_preview, taking_back, token_of
from viewer.pages.correct.header_form import heading_form
from viewer.pages.correct.proposal import InvalidLine, effective, taken_back
from viewer.pages.correct.restoring import show_history
from viewer.pages.shared.reader import reader_theme
from viewer.site.navigation import Pages, error_page
from viewer.texts.load_match import MatchUnavailable, load_match
from viewer.texts.own_words import own_title

View = Literal["error", "back", "heading", "details", "history"]

VIEWS: Final[dict[View, str]] = {
    "error": gettext_noop("Recording error"),
    "back": gettext_noop("Taken back"),
    "heading": gettext_noop("About the match"),
    "details": gettext_noop("Details"),
    "history": gettext_noop("History"),
}
EXPLAINED: Final[dict[View, str]] = {
    "error": gettext_noop(
        "Correct a move that was recorded wrongly. Your correction replaces it; later moves stay, as "
        "long as the rules allow them."
    ),
    "back": gettext_noop(
        "The players took back moves at the table and went on differently. The move and all later moves "
        "no longer count."
    ),
    "heading": gettext_noop("Players, seats, date and place: everything in the record besides the moves."),
    "details": gettext_noop(
        "What belongs to the play besides the points: roles, teams, colors, expansions, the scenario, a series."
    ),
    "history": gettext_noop("Nothing is ever deleted: every change can be undone."),
}
_STYLE: Final = """<style>
.stApp .stMainBlockContainer { max-width: 1064px; }
.st-key-correct button, .st-key-correct input, .st-key-correct [data-testid="stSelectbox"] [role="group"] {
  min-height: 44px; }
</style>"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`, at the event in `?at=`."""
    st.html(_STYLE)
    at = st.query_params.get("at", "")
    try:
        match = load_match(matches, st.query_params.get("match", ""))
    except MatchUnavailable as error:
        error_page(error.title, str(error))
        return
    pages.require_role("recorder", match.id)
    link = {"match": match.id} | ({"at": at} if at else {})
    st.page_link(pages.replay, label=gettext("Replay"), icon=":material/arrow_back:", query_params=link)
    theme = reader_theme()
    draft = Draft(match, matches.notes(match.id), Side(match), theme, token_of(match, at))
    with st.container(key="correct"):
        st.title(gettext("Correct"), anchor=False)
        st.text(own_title(match) or plain(" – ".join(match.names)))
        show_message(draft)
        _view(index, matches, draft, at)


def _view(index: MatchIndex, matches: MatchRepository, draft: Draft, at: str) -> None:
    asked = st.query_params.get("view", "")
    view: View = st.segmented_control(
        gettext("What happened?"),
        list(VIEWS),
        default=asked if asked in VIEWS else "error",
        required=True,
        format_func=lambda view: gettext(VIEWS[view]),
        key=draft.key(VIEWED),
    )
    st.caption(gettext(EXPLAINED[view]))
    if view == "history":
        show_history(matches, draft)
    elif view == "heading":
        heading_form(index, matches, draft)
    elif view == "details":
        details_form(index, draft)
    elif draft.match.missing:
        st.text(translate(draft.match.missing.sentence))
    elif not effective(draft.match):
        st.text(gettext("This match has no moves to change."))
    elif view == "error":
        _correct(draft, _event(draft, gettext("Which move?"), at))
    else:
        proposal = taken_back(draft.match, _event(draft, gettext("From which move on?"), at))
        show_preview(draft, proposal, partial(take_up, draft))
        taking_back(draft, proposal)


def _event(draft: Draft, label: str, at: str) -> int:
    """Ask for an event; returns its place among the effective events."""
    places = {entry.version: place for place, entry in enumerate(effective(draft.match))}
    requested = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 else 0
    versions = list(places)
    key = event_key(draft)
    if st.session_state.get(key) not in places:
        st.session_state[key] = requested if requested in places else versions[-1]
    version: int = st.selectbox(
        label, versions, format_func=lambda version: draft.side.label(places[version] + 1), key=key
    )
    return places[version]


def _correct(draft: Draft, place: int) -> None:
    try:
        proposal = correction_form(draft, place)
    except InvalidLine as error:
        sides(element("p", str(error), class_="message", role="alert"), key=draft.key("unreadable"))
        return
    if not proposal.is_new:
        st.caption(gettext("This is the current record. Enter what happened instead, and the result is shown here."))
    elif show_preview(draft, proposal, partial(take_up, draft)):
        accepting(draft, proposal)
