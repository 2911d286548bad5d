"""A match in the title of a window and in the preview of a link: who won against whom, and at what."""

from html import escape
from typing import Final

from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection

from eventstore.readmodels.projection import MatchRow
from eventstore.service.state import AppState
from eventstore.store.store import UnusableStore
from viewer.locale.language import date, gettext, translate
from viewer.locale.plain_text import fit, number, plain


def preview(state: AppState, connection: HTTPConnection, name: str = "") -> str:
    """HTML for the head of the page with this name; of a match only if everybody may see it, whoever asks."""
    title, text = f"{name} - Partie" if name else "Partie", ""
    id = QueryParams(connection.scope["query_string"].decode("latin-1")).get("match", "")
    if id and connection.scope["path"] in ("/replay", "/report"):
        try:
            is_visible = not state.tokens_required or id in state.access.grants().visibilities
            row = state.index.row(id) if is_visible else None
        except UnusableStore:
            row = None
        if row:
            title, text = f"{window_title(row)} - Partie", preview_text(row)
    return (
        f"<title>{escape(title)}</title>"
        f'<meta property="og:title" content="{escape(title)}"><meta property="og:site_name" content="Partie">'
        f'<meta property="og:type" content="website"><meta property="og:description" content="{escape(text)}">'
        f'<meta name="description" content="{escape(text)}">'
    )


_NAMES: Final = 4
"""People named; of more, a count."""


def window_title(row: MatchRow) -> str:
    """`Ben 59 - 52 Ann, Azul`: winners first, else in the order of seats; people without points by name only."""
    scores = row.scores or (None,) * len(row.players)
    seats = sorted(range(len(row.players)), key=lambda seat: seat not in row.winners)
    names = [fit(plain(row.players[seat]), 24) for seat in seats]
    points = [scores[seat] for seat in seats]
    first, last = points[0] if points else None, points[-1] if points else None
    if len(seats) == 2 and first is not None and last is not None:
        people = f"{names[0]} {number(first)} - {number(last)} {names[1]}"
    else:
        shown = [name if got is None else f"{name} {number(got)}" for name, got in zip(names, points, strict=True)]
        people = ", ".join(shown[:_NAMES]) + (f" +{len(shown) - _NAMES}" if len(shown) > _NAMES else "")
    return ", ".join(
        part for part in (people, fit(plain(row.title or "") or plain(translate(row.game_title)), 60)) if part
    )


def preview_text(row: MatchRow) -> str:
    """The line under the title of a preview: the day, the place, and what one finds behind the link."""
    what = gettext("Replay move by move") if row.depth == "moves" else gettext("Points and who won")
    day = date(row.played_on) if row.played_on else ""
    return " · ".join(part for part in (day, plain(row.place or ""), what) if part)
