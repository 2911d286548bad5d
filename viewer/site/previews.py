"""Title and preview (Open Graph) of a link to a match, for those who fetch the page without running it."""

from html import escape

from starlette.datastructures import QueryParams
from starlette.requests import HTTPConnection

from eventstore.service.state import AppState
from eventstore.store.store import UnusableStore
from viewer.site.window_title import preview_text, window_title


def preview(state: AppState, connection: HTTPConnection) -> str:
    """HTML for the head of the page; of a match only if everybody may see it, whoever asks."""
    title, text = "Partie", ""
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
