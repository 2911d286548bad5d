"""The part of a page from which a match is taken away: files, text, a link. Nothing is made before it is asked for."""

from collections.abc import Callable, Sequence

import streamlit as st

from eventstore.notes import NoteWritten
from eventstore.records import Match
from viewer.share import bgstats, page, picture, points, words


def panel(match: Match, at: str, notes: Sequence[NoteWritten]) -> None:
    """A button that opens the ways to share; `at` is the version the address names, the last one where it is none."""
    if st.button("Share", icon=":material/share:", type="tertiary", key=f"share-{match.id}"):
        _share(match, at, notes)


@st.dialog("Share this match", icon=":material/share:")
def _share(match: Match, at: str, notes: Sequence[NoteWritten]) -> None:
    last = len(match.frames) - 1
    index = next((index for index, frame in enumerate(match.frames) if str(frame.version) == at), last)
    version = match.frames[index].version
    _file(match, "Replay in one page", "html", "play_circle", lambda: page.html(match, notes, version))
    _file(match, "Picture of this moment", "png", "image", lambda: picture.png(match, index))
    _file(match, "Film of the match", "gif", "gif_box", lambda: picture.gif(match, 0, last))
    _file(match, "Points of every move", "csv", "table", lambda: points.points(match))
    st.link_button("Log in BG Stats", bgstats.link(match), icon=":material/add_task:", width="stretch")
    with st.expander("For the camera of a phone with BG Stats", icon=":material/qr_code:"):
        _qr(match)
    st.caption("Text for BoardGameGeek")
    st.code(words.for_bgg(match), language=None, wrap_lines=True)


def _file(match: Match, label: str, ending: str, icon: str, made: Callable[[], str | bytes]) -> None:
    name = f"{match.id}.{ending}"
    st.download_button(label, made, name, icon=f":material/{icon}:", on_click="ignore", width="stretch")


def _qr(match: Match) -> None:
    try:
        st.image(bgstats.qr(match), alt="QR code for BG Stats")
    except ValueError as error:
        st.caption(str(error))
