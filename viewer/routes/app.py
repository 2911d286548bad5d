"""The record service with the viewer's own routes as one ASGI app."""

from typing import Final

from starlette.types import ASGIApp

from eventstore.service.app import PATHS as SERVICE_PATHS
from eventstore.service.app import create_app
from eventstore.service.state import AppState
from viewer.phone.pairing_link import PATH as PAIRING
from viewer.routes import live, live_page, pairing, replay, review
from viewer.routes.languages import LanguageMiddleware

PATHS: Final = (*SERVICE_PATHS, "/view/", live_page.PREFIX, f"/{PAIRING}")
"""Path prefixes of the app; Streamlit has all others."""


def create_routes(state: AppState) -> ASGIApp:
    """The service's app with the viewer's routes, which answers in the language of each request."""
    pages = (live_page.PREFIX, f"/{PAIRING}")
    return LanguageMiddleware(
        create_app(state, live.router, replay.router, review.router, live_page.router, pairing.router, pages=pages)
    )
