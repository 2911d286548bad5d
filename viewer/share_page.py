"""The sharing dialog of a match: files, text, a link. Each is created on demand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from urllib.parse import quote

import streamlit as st

from eventstore import script
from eventstore.access import Visibility
from eventstore.match import Match
from eventstore.notes import NoteWritten
from viewer import language, visiting
from viewer.language import later, say
from viewer.share import bgstats, page, picture, points, words

SEEN: Final[Mapping[Visibility, str]] = {
    "private": later("Who was let in"),
    "unlisted": later("Whoever has the link"),
    "public": later("Everybody"),
}
"""Labels of the visibility values."""


def panel(match: Match, at: str, notes: Sequence[NoteWritten], *, chooses: bool) -> None:
    """Show the button that opens the sharing dialog. `at` is the version in the address, or empty for the last one.

    `chooses` allows the user to change the match's visibility.
    """
    if st.button(say("Share"), icon=":material/share:", type="tertiary", key=f"share-{match.id}"):
        _share(match, at, notes, chooses)


def _share(match: Match, at: str, notes: Sequence[NoteWritten], chooses: bool) -> None:
    title = say("Share this match")  # Here, because the language is not known during an import.
    st.dialog(title, icon=":material/share:")(_ways)(match, at, notes, chooses)


def _ways(match: Match, at: str, notes: Sequence[NoteWritten], chooses: bool) -> None:
    if chooses:
        _visibility(match.id)
    last = len(match.frames) - 1
    index = next((index for index, frame in enumerate(match.frames) if str(frame.version) == at), last)
    version = match.frames[index].version
    st.caption(say("Link to this moment"))
    st.code(f"{st.context.url}?match={quote(match.id)}&at={version}", language=None, wrap_lines=True)
    _file(match, say("Replay in one page"), "html", "play_circle", lambda: page.html(match, notes, version))
    _file(match, say("Picture of this moment"), "png", "image", lambda: picture.png(match, index))
    _file(match, say("Film of the match"), "gif", "gif_box", lambda: picture.gif(match, 0, last))
    _file(match, say("Points of every move"), "csv", "table", lambda: points.points(match))
    _file(match, say("Match script"), "partie.jsonl", "data_object", lambda: script.write_script(match, notes))
    _file(match, say("Moves as text"), "txt", "notes", lambda: script.write_text(match, notes))
    st.link_button(say("Log in BG Stats"), bgstats.link(match), icon=":material/add_task:", width="stretch")
    with st.expander(say("For the camera of a phone with BG Stats"), icon=":material/qr_code:"):
        _qr(match)
    st.caption(say("Text for BoardGameGeek"))
    st.code(words.for_bgg(match), language=None, wrap_lines=True)


def _visibility(id: str) -> None:
    with visiting.visit() as visit:
        st.segmented_control(
            say("Who sees it where Partie is served to others"),
            SEEN,
            default=visit.access.grants().visibility(id),
            required=True,
            format_func=lambda each: say(SEEN[each]),
            key=f"visibility-{id}",
            on_change=_choose,
            args=(id,),
        )


def _choose(id: str) -> None:
    with visiting.visit() as visit:
        visit.access.show(id, st.session_state[f"visibility-{id}"])


def _file(match: Match, label: str, ending: str, icon: str, made: Callable[[], str | bytes]) -> None:
    name, reader = f"{match.id}.{ending}", language.current()

    def spoken() -> str | bytes:
        language.speak(reader)  # Streamlit calls this later, in a thread without a language.
        return made()

    st.download_button(label, spoken, name, icon=f":material/{icon}:", on_click="ignore", width="stretch")


def _qr(match: Match) -> None:
    try:
        st.image(bgstats.qr(match), alt=say("QR code for BG Stats"))
    except ValueError:
        st.caption(say("The play is too long for a QR code; open the link instead."))
