"""The sharing dialog of a match: files, text, a link. Each is created on demand."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final
from urllib.parse import quote

import streamlit as st

from core.game import facts_of
from eventstore.access.grants import Principal, Visibility
from eventstore.formats import script
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.reviews.repository import kept_review
from viewer.components.photos.payload import embedded
from viewer.components.share import bgstats, page, picture, play_picture, points, words
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop
from viewer.pages.shared import phone_panel as phone_panel
from viewer.pages.shared import session
from viewer.pairing import qr_code

SEEN: Final[Mapping[Visibility, str]] = {
    "private": gettext_noop("People with access"),
    "unlisted": gettext_noop("Anyone with the link"),
    "public": gettext_noop("Everybody"),
}
"""Labels of the visibility values."""

MAX_FILM_EVENTS: Final = 500
"""Maximum events of a film, which any reader may ask for: each is a whole picture, and a sheet grows with each."""


def panel(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    """Show the button that opens the sharing dialog. `at` is the version in the address, or empty for the last one."""
    is_pressed = st.button(gettext("Share"), icon=":material/share:", type="tertiary", key=f"share-{match.id}")
    dialog(match, at, notes, principal, is_asked=is_pressed)


def dialog(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal, *, is_asked: bool) -> None:
    """Open the sharing dialog if it is asked for, or if the address of the page does.

    Recorders of the match also change its visibility there and pair other devices.
    """
    wanted = f"share-wanted-{match.id}"
    if st.query_params.get("share"):  # A link to the dialog; it stays open in the runs after the first one.
        del st.query_params["share"]
        st.session_state[wanted] = True
    if is_asked or st.session_state.get(wanted):
        _share(match, at, notes, principal, partial(_forget, wanted))


def _forget(key: str) -> None:
    st.session_state.pop(key, None)


def _share(
    match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal, on_dismiss: Callable[[], None]
) -> None:
    title = gettext("Share this match")  # Here, because the language is not known during an import.
    st.dialog(title, icon=":material/share:", on_dismiss=on_dismiss)(_dialog)(match, at, notes, principal)


def _dialog(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    if facts_of(match.game).records_moves:
        _moment(match, at, notes, principal)
        return
    _play(match)
    with st.expander(gettext("More ways to share")):
        _moment(match, "", notes, principal)


def _play(match: Match) -> None:
    """A match without moves is one picture."""
    st.image(play_picture.png(match), width="stretch")
    _file(match, gettext("Picture"), "png", ":material/image:", lambda: play_picture.png(match))


def _moment(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    has_moves = facts_of(match.game).records_moves
    if principal.has_role("recorder", match.id):
        _visibility(match.id)
    last = len(match.frames) - 1
    index = next((index for index, frame in enumerate(match.frames) if str(frame.version) == at), last)
    version = match.frames[index].version
    st.caption(gettext("Link to this moment") if has_moves else gettext("Link to this play"))
    moment = f"&at={version}" if has_moves else ""
    st.code(f"{st.context.url}?match={quote(match.id)}{moment}", language=None, wrap_lines=True)
    phone_panel.expander(match, principal)
    over = f"{str(st.context.url).rpartition('/')[0]}/handover?match={quote(match.id)}"
    st.link_button(gettext("Hand over by one code"), over, icon=":material/qr_code_2:", width="stretch")
    _file(
        match,
        gettext("Replay in one page"),
        "html",
        ":material/play_circle:",
        partial(_page, match, notes, version, principal),
    )
    if has_moves:
        _pictures(match, index)
    _file(match, gettext("Match script"), "partie.jsonl", ":material/data_object:", partial(_script, match, principal))
    _file(match, gettext("Moves as text"), "txt", ":material/notes:", lambda: script.write_text(match, notes))
    st.link_button(gettext("Log in BG Stats"), bgstats.link(match), icon=":material/add_task:", width="stretch")
    with st.expander(gettext("Scan with a phone that has BG Stats"), icon=":material/qr_code:"):
        _qr(match)
    st.caption(gettext("Text for BoardGameGeek"))
    st.code(words.for_bgg(match), language=None, wrap_lines=True)


def _pictures(match: Match, index: int) -> None:
    """The moment, the whole match as a film, and its points."""
    last = len(match.frames) - 1
    _file(match, gettext("Picture of this moment"), "png", ":material/image:", lambda: picture.png(match, index))
    if last <= MAX_FILM_EVENTS:
        _file(match, gettext("Film of the match"), "gif", ":material/video_file:", lambda: picture.gif(match, 0, last))
    else:
        st.caption(gettext("A film shows at most {most} events; this match has more.", most=MAX_FILM_EVENTS))
    _file(match, gettext("Points of every move"), "csv", ":material/table_chart:", lambda: points.points(match))


def _page(match: Match, notes: Sequence[NoteWritten], version: int, principal: Principal) -> str:
    with session.open_session(principal) as user_session:  # The store of the page is closed when this is called.
        return page.html(
            match,
            notes,
            version,
            embedded(match, user_session.records),
            kept_review(user_session.records.store, match.id),
        )


def _script(match: Match, principal: Principal) -> str:
    with session.open_session(principal) as user_session:
        return "".join(script.with_notes_and_photos(user_session.records, match))


def _visibility(id: str) -> None:
    with session.open_session() as user_session:
        st.segmented_control(
            gettext("Who can see the match on a shared server"),
            SEEN,
            default=user_session.access.grants().visibility(id),
            required=True,
            format_func=lambda each: gettext(SEEN[each]),
            key=f"visibility-{id}",
            on_change=_choose,
            args=(id,),
        )


def _choose(id: str) -> None:
    with session.open_session() as user_session:
        user_session.access.set_visibility(id, st.session_state[f"visibility-{id}"])


def _file(match: Match, label: str, ending: str, icon: str, made: Callable[[], str | bytes]) -> None:
    name, reader = f"{match.id}.{ending}", language.current()

    def content() -> str | bytes:
        language.set_language(reader)  # Streamlit calls this later, in a thread without a language.
        return made()

    st.download_button(label, content, name, icon=icon, on_click="ignore", width="stretch")


def _qr(match: Match) -> None:
    try:
        st.image(qr_code.svg(bgstats.link(match)), alt=gettext("QR code for BG Stats"))
    except ValueError:
        st.caption(gettext("The play is too long for a QR code; use the link instead."))
