"""The page that puts a record right: a recorder's slip, moves the players took back, and the history of both."""

from functools import partial
from typing import Any, Final, Literal

import streamlit as st

from core.game import Refusal
from core.record import Corrected
from eventstore.history import Recorded, history
from eventstore.records import Records
from viewer import message
from viewer.boards.svg import Theme
from viewer.boards.text import plain
from viewer.correcting import past, sides
from viewer.correcting.comparison import Side
from viewer.correcting.draft import Draft, accepting, outlook, said, take_back, token_of
from viewer.correcting.proposal import Longer, Unreadable, restoring, standing, taken_back
from viewer.correcting.slip import event_key, extend, slip_form
from viewer.paper import element
from viewer.reading import Unshowable, read

View = Literal["slip", "back", "history"]

VIEWS: Final[dict[View, str]] = {"slip": "Recorder's slip", "back": "Taken back", "history": "History"}
EXPLAINED: Final[dict[View, str]] = {
    "slip": "The table played something else than was recorded. What you put right stands in its place; what came "
    "after it stays, as long as the rules allow it.",
    "back": "The players took moves back at the table and went on differently. The move and all behind it no longer "
    "count.",
    "history": "Nothing is ever deleted: whatever was changed can stand again.",
}
_STYLE: Final = """<style>
.stApp .stMainBlockContainer { max-width: 1064px; }
.st-key-correct button, .st-key-correct input, .st-key-correct [data-testid="stSelectbox"] [role="group"] {
  min-height: 44px; }
</style>"""


def show(records: Records, matches: Any, replay: Any) -> None:
    """The match named by `?match=`, at the event named by `?at=`; `matches` and `replay` are the pages to go to."""
    st.html(_STYLE)
    at = st.query_params.get("at", "")
    try:
        match = read(records, st.query_params.get("match", ""))
    except Unshowable as error:
        st.page_link(matches, label="Matches", icon=":material/arrow_back:")
        message.show(error.title, str(error))
        return
    link = {"match": match.id} | ({"at": at} if at else {})
    st.page_link(replay, label="Replay", icon=":material/arrow_back:", query_params=link)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    draft = Draft(match, records.notes(match.id), Side(match), theme, token_of(match, at))
    with st.container(key="correct"):
        st.title("Correct", anchor=False)
        st.text(plain(match.header.title or " – ".join(match.names)))
        said(draft)
        view: View = st.segmented_control(
            "What happened?",
            list(VIEWS),
            default="slip",
            required=True,
            format_func=lambda view: VIEWS[view],
            key=draft.key("view"),
        )
        st.caption(EXPLAINED[view])
        if view == "history":
            _history(records, draft)
        elif not standing(match):
            st.text("Nothing stands in this match that could be changed.")
        elif view == "slip":
            _slip(draft, _event(draft, "Which move?", at))
        else:
            _take_back(draft, _event(draft, "From which move on?", at))


def _event(draft: Draft, label: str, at: str) -> int:
    """The place in the table of the event somebody chooses."""
    places = {entry.version: place for place, entry in enumerate(standing(draft.match))}
    asked = int(at) if at.isdecimal() and len(at) < 10 else 0
    versions = list(places)
    key = event_key(draft)
    if st.session_state.get(key) not in places:
        st.session_state[key] = asked if asked in places else versions[-1]
    version: int = st.selectbox(
        label, versions, format_func=lambda version: draft.side.label(places[version] + 1), key=key
    )
    return places[version]


def _slip(draft: Draft, place: int) -> None:
    try:
        proposal = slip_form(draft, place)
    except Unreadable as error:
        sides(element("p", str(error), class_="message", role="alert"), theme=draft.theme, key=draft.key("unreadable"))
        return
    if not proposal.is_new:
        st.caption("This is what stands. Say what happened instead, and you see here what would come of it.")
    elif outlook(draft, proposal, partial(_extended, draft)):
        accepting(draft, proposal)


def _take_back(draft: Draft, place: int) -> None:
    proposal = taken_back(draft.match, place)
    count = len(proposal.difference.was)
    outlook(draft, proposal, partial(_extended, draft))
    st.button(
        f"Take back {count} {'move' if count == 1 else 'moves'}",
        type="primary",
        key=draft.key("take-back"),
        on_click=partial(take_back, draft, proposal),
    )


def _history(records: Records, draft: Draft) -> None:
    recorded = history(records, draft.match)
    chosen = st.session_state.get(draft.key("restoring"))
    if not recorded:
        st.text("Nothing has been corrected or taken back in this match.")
    for one in reversed(recorded):
        version = one.change.version
        sides(*past.card(draft.match, one, draft.notes), theme=draft.theme, key=draft.key("past", version))
        if chosen == version:
            _restoring(draft, one)
        else:
            _offer(draft, version)


def _offer(draft: Draft, version: int) -> None:
    proposal = restoring(draft.match, version)
    if isinstance(proposal, Refusal):
        st.caption(proposal.sentence)
    elif proposal.is_new:
        st.button(
            "Restore this",
            icon=":material/history:",
            key=draft.key("restore", version),
            on_click=partial(_choose, draft, version),
        )


def _choose(draft: Draft, version: int | None) -> None:
    st.session_state[draft.key("restoring")] = version


def _restoring(draft: Draft, recorded: Recorded) -> None:
    """What would come of restoring what stood before a change; here the original is what stands now."""
    proposal = restoring(draft.match, recorded.change.version)
    if isinstance(proposal, Refusal):
        st.caption(proposal.sentence)
        return
    if outlook(draft, proposal, partial(_extended, draft)):
        is_correction = isinstance(recorded.change.event, Corrected)
        accepting(draft, proposal, "The correction was wrong" if is_correction else "It was not taken back")
    st.button("Leave it as it is", key=draft.key("leave"), on_click=partial(_choose, draft, None))


def _extended(draft: Draft, longer: Longer) -> None:
    extend(draft, longer, lambda: st.session_state.update({draft.key("view"): "slip"}))
