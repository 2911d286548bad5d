"""The parts of the sharing dialog that only Streamlit shows: the address and who may see it, pages and pictures."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from urllib.parse import quote

import streamlit as st

from core.game import facts_of
from eventstore.access.grants import Principal, Visibility
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.reviews.repository import kept_review
from viewer.components.photos.payload import embedded
from viewer.components.share import bgstats, page, picture, play_picture, raster
from viewer.locale.language import gettext, gettext_noop
from viewer.pages.shared import phone_panel, session
from viewer.pages.shared.share_panel import share_file
from viewer.pairing import qr_code

SEEN: Final[Mapping[Visibility, str]] = {
    "private": gettext_noop("People with access"),
    "unlisted": gettext_noop("Anyone with the link"),
    "public": gettext_noop("Everybody"),
}
"""Labels of the visibility values."""

MAX_FILM_EVENTS: Final = 500
"""Maximum events of a film, which any reader may ask for: each is a whole picture, and a sheet grows with each."""


def play(match: Match) -> None:
    """A match without moves is one picture."""
    content = raster.png(play_picture.svg(match))
    st.image(content, width="stretch")
    share_file(match, gettext("Picture"), "png", ":material/image:", lambda: content)


def moment(match: Match, at: str, notes: Sequence[NoteWritten], principal: Principal) -> None:
    """The match at the event with the version `at`; empty: at its end."""
    has_moves = facts_of(match.game).records_moves
    if principal.has_role("recorder", match.id):
        _visibility(match.id)
    last = len(match.frames) - 1
    index = next((index for index, frame in enumerate(match.frames) if str(frame.version) == at), last)
    version = match.frames[index].version
    st.caption(gettext("Link to this moment") if has_moves else gettext("Link to this play"))
    address = f"&at={version}" if has_moves else ""
    st.code(f"{st.context.url}?match={quote(match.id)}{address}", language=None, wrap_lines=True)
    phone_panel.expander(match, principal)
    over = f"{str(st.context.url).rpartition('/')[0]}/handover?match={quote(match.id)}"
    st.link_button(gettext("Hand over by one code"), over, icon=":material/qr_code_2:", width="stretch")
    made = partial(_page, match, notes, version, principal)
    share_file(match, gettext("Replay in one page"), "html", ":material/play_circle:", made)
    if has_moves:
        _pictures(match, index)


def _pictures(match: Match, index: int) -> None:
    """The moment, and the whole match as a film."""
    last = len(match.frames) - 1
    share_file(match, gettext("Picture of this moment"), "png", ":material/image:", lambda: picture.png(match, index))
    if last <= MAX_FILM_EVENTS:
        share_file(
            match, gettext("Film of the match"), "gif", ":material/video_file:", lambda: picture.gif(match, 0, last)
        )
    else:
        st.caption(gettext("A film shows at most {most} events; this match has more.", most=MAX_FILM_EVENTS))


def _page(match: Match, notes: Sequence[NoteWritten], version: int, principal: Principal) -> str:
    with session.open_session(principal) as user_session:  # The store of the page is closed when this is called.
        return page.html(
            match,
            notes,
            version,
            embedded(match, user_session.records),
            kept_review(user_session.records.store, match.id),
        )


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


def bgstats_code(match: Match) -> None:
    """The code that a phone with BG Stats scans."""
    with st.expander(gettext("Scan with a phone that has BG Stats"), icon=":material/qr_code:", key="share-bgstats"):
        try:
            st.image(qr_code.svg(bgstats.link(match)), alt=gettext("QR code for BG Stats"))
        except ValueError:
            st.caption(gettext("The play is too long for a QR code; use the link instead."))
