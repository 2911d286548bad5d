"""The panel that pairs another phone: a QR code and its address, made when the panel is opened."""

import os
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import streamlit as st

from eventstore.access.access import PAIRING_TIME
from eventstore.access.grants import LOCAL, NotAllowed, Principal, Role
from eventstore.matches.match import Match
from eventstore.store.store import UnusableStore
from viewer import settings
from viewer.locale.language import gettext, gettext_noop, translate
from viewer.pages.shared import session
from viewer.pages.shared.session import reader_zone
from viewer.pairing import phone_server, qr_code
from viewer.pairing.addresses import http_address, lan_addresses, pairing_link
from viewer.texts.markdown import escape

Choice: TypeAlias = Literal["record", "follow", "record all"]

_STYLE: Final = """
<style>
.st-key-phone-panel [data-testid=stRadioOption], .st-key-phone-panel button,
[class*=st-key-phone-] [data-testid=stPopoverButton] { min-height: 44px; align-items: center; }
.stApp [class*=st-key-phone-] [data-testid=stPopoverButton] { color: inherit; }
</style>
"""
"""Targets large enough for fingers; Streamlit's color of an open button is illegible in the dark."""

_LABELS: Final[Mapping[Choice, str]] = {
    "record": gettext_noop("Record this match"),
    "follow": gettext_noop("Follow this match"),
    "record all": gettext_noop("Record all matches"),
}
_ROLES: Final[Mapping[Choice, Role]] = {"record": "recorder", "follow": "viewer", "record all": "recorder"}


def popover(match: Match, principal: Principal) -> None:
    """Show the button that opens the panel over the page, to recorders of the match."""
    _show_in(partial(st.popover, gettext("Another phone"), type="tertiary", key=f"phone-{match.id}"), match, principal)


def expander(match: Match, principal: Principal) -> None:
    """Show the panel as a part of the page that opens, to recorders of the match."""
    label = gettext("Record or follow on another phone")
    _show_in(partial(st.expander, label, key=f"phone-shared-{match.id}"), match, principal)


def _show_in(opens: Callable[..., Any], match: Match, principal: Principal) -> None:
    if not principal.has_role("recorder", match.id):
        return
    st.html(_STYLE)
    opened = opens(icon=":material/qr_code_2:", on_change=_forget, args=(match.id,))
    if opened.open:
        with opened, st.container(key="phone-panel"):
            _panel(match, principal)


def for_every_match(principal: Principal) -> None:
    """Show the code of a device that may record all matches, to recorders of all."""
    if not principal.has_role("recorder") or not (roots := _roots() or _opened_roots(principal)):
        return
    _show_code("", "record all", roots)


def _panel(match: Match, principal: Principal) -> None:
    if not (roots := _roots() or _opened_roots(principal)):
        return
    choice = st.radio(
        gettext("The other phone may"), _choices(match, principal), format_func=lambda one: gettext(_LABELS[one])
    )
    page = f"live/{match.id}" if match.state == "open" else f"replay?match={match.id}"
    _show_code(match.id, choice, roots, page)


def _show_code(match: str, choice: Choice, roots: list[str], page: str = "") -> None:
    """The code for the match, empty for all, as a picture and as the address that it holds."""
    try:
        code, until = _code(match, choice)
    except (NotAllowed, UnusableStore) as error:
        st.error(escape(translate(str(error))), icon=":material/info:")
        return
    links = [pairing_link(root, code, page) for root in roots]
    st.image(qr_code.svg(links[0]), alt=gettext("QR code that pairs a phone"), width=240)
    st.caption(gettext("Scan it with one phone, or open its address there, until {time}.", time=until))
    for link in links:
        st.code(link, language=None, wrap_lines=True)
    st.button(gettext("New code"), on_click=_forget, args=(match,), icon=":material/refresh:")


def _opened_roots(principal: Principal) -> list[str]:
    """The addresses of the server for phones, once a person at this machine has opened it; none before."""
    if principal != LOCAL or not lan_addresses(phone_server.HOST):
        st.text(gettext("No phone can reach Partie: it serves this machine only, or the machine is in no network."))
        return []
    place = st.empty()
    with place.container():
        st.text(gettext("Partie serves this machine only. Phones in your network can join with a code."))
        if not st.button(gettext("Show the code"), type="primary", key="phone-server"):
            return []
        with st.spinner(gettext("Opening Partie to your network")):
            try:
                phone_server.start()
            except OSError:
                st.error(gettext("Partie cannot be opened to your network. The server's log has the details."))
                return []
    place.empty()
    return _roots()


def _choices(match: Match, principal: Principal) -> list[Choice]:
    """A closed match can only be followed; a recorder of one match cannot give access to others."""
    possible = {"record": match.state == "open", "follow": True, "record all": principal.has_role("recorder")}
    return [choice for choice in _LABELS if possible[choice]]


def _roots() -> list[str]:
    """The addresses of the viewer for other devices: that of this page, or those of this machine in the network."""
    here = urlsplit(st.context.url or "")
    # At home a phone is paired over http: it does not trust the certificate yet, which that page offers.
    is_of_home = here.scheme == "https" and settings.SECURE in os.environ
    if here.hostname and lan_addresses(here.hostname) and not is_of_home:
        return [f"{here.scheme}://{here.netloc}{here.path.rpartition('/')[0]}"]
    if settings.LISTENS not in os.environ:
        return []
    host, port = os.environ[settings.LISTENS].split()
    return [http_address(address, int(port)) for address in lan_addresses(host)]


def _code(match: str, choice: Choice) -> tuple[str, str]:
    """The pairing code of a choice and when it expires, by the reader's clock; made once for each opening."""
    codes: dict[Choice, tuple[str, str]] = st.session_state.setdefault(_key(match), {})
    if choice not in codes:
        with session.open_session() as user_session:
            code = user_session.access.make_pairing(_ROLES[choice], None if choice == "record all" else match)
        codes[choice] = code, _clock(PAIRING_TIME)
    return codes[choice]


def _forget(match: str) -> None:
    st.session_state.pop(_key(match), None)


def _key(match: str) -> str:
    return f"pairings-{match}"


def _clock(delay: timedelta) -> str:
    """The time of day after `delay`, in the time zone of the browser."""
    return f"{datetime.now(reader_zone()) + delay:%H:%M}"
