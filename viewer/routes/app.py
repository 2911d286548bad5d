"""The record service with the viewer's own routes as one ASGI app."""

from typing import Final

from starlette.types import ASGIApp

from eventstore.service.app import PATHS as SERVICE_PATHS
from eventstore.service.app import create_app
from eventstore.service.state import AppState
from viewer.routes import live, replay
from viewer.routes.languages import LanguageMiddleware

PATHS: Final = (*SERVICE_PATHS, "/view/")
"""Path prefixes of the app; Streamlit has all others."""


def create_routes(state: AppState) -> ASGIApp:
    """The service's app with the viewer's routes, which answers in the language of each request."""
    return LanguageMiddleware(create_app(state, live.router, replay.router))
