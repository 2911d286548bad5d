"""A match in the title of a window and in the preview of a link: who won against whom, and at what."""

from html import escape

from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection

from eventstore.readmodels.projection import MatchRow
from eventstore.service.state import AppState
from eventstore.store.store import UnusableStore
from viewer.locale.language import date, gettext
from viewer.locale.plain_text import plain
from viewer.pages.shared.showing import window_title


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


def preview_text(row: MatchRow) -> str:
    """The line under the title of a preview: the day, the place, and what one finds behind the link."""
    what = gettext("Replay move by move") if row.depth == "moves" else gettext("Points and who won")
    day = date(row.played_on) if row.played_on else ""
    return " · ".join(part for part in (day, plain(row.place or ""), what) if part)
