"""The part of a page from which a match is taken away: files, text, a link. Nothing is made before it is asked for."""

from collections.abc import Sequence

import streamlit as st

from eventstore.notes import NoteWritten
from eventstore.records import Match
from viewer.share import bgstats, page, picture, points, words


def panel(match: Match, at: int | None, notes: Sequence[NoteWritten] = ()) -> None:
    """A button that opens the ways to share; `at` is the version shown, None for the last one."""
    share = st.popover("Share", icon=":material/share:", key=f"share-{match.id}", on_change="rerun")
    if share.open:
        with share:
            _files(match, at, notes)
            st.caption("Text for BoardGameGeek")
            st.code(words.for_bgg(match), language=None, wrap_lines=True)
            _bg_stats(match)


def _files(match: Match, at: int | None, notes: Sequence[NoteWritten]) -> None:
    last = len(match.frames) - 1
    index = next((index for index, frame in enumerate(match.frames) if frame.version == at), last)
    for label, icon, made, ending, mime in (
        ("Replay in one page", "play_circle", lambda: page.html(match, notes, at), "html", "text/html"),
        ("Picture of this moment", "image", lambda: picture.png(match, index), "png", "image/png"),
        ("Film of the match", "gif_box", lambda: picture.gif(match, 0, last), "gif", "image/gif"),
        ("Points of every move", "table", lambda: points.points(match), "csv", "text/csv"),
    ):
        st.download_button(
            label,
            made,
            f"{match.id}.{ending}",
            mime,
            key=f"share-{ending}",
            icon=f":material/{icon}:",
            on_click="ignore",
            width="stretch",
        )


def _bg_stats(match: Match) -> None:
    st.link_button("Log in BG Stats", bgstats.link(match), icon=":material/add_task:", width="stretch")
    try:
        st.image(bgstats.qr(match), width=240, caption="The same, for the phone's camera", alt="QR code for BG Stats")
    except ValueError as error:
        st.caption(str(error))
