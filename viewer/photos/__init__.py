"""The photos of a match as a component: a gallery with a full view, and a form that sends new photos over HTTP."""

from importlib.resources import files
from typing import Literal

import streamlit as st

from eventstore.access.grants import Principal
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from viewer import javascript, language
from viewer.boards.svg import Theme
from viewer.language import gettext
from viewer.photos.payload import photos_to_json

_folder = files(__name__)

_gallery = st.components.v2.component(
    "partie_photos",
    html=_folder.joinpath("gallery.html").read_text("utf-8"),
    css=files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    + "".join(_folder.joinpath(f"{name}.css").read_text("utf-8") for name in ("view", "gallery")),
    js=javascript.joined("photos/gallery.js"),
)


def gallery(
    match: Match,
    records: MatchRepository,
    principal: Principal,
    theme: Theme,
    at: int | Literal["latest"] | None = None,
) -> None:
    """Show the photos of the match. Annotators add some, to the match or to the event with the version `at`: on a page
    that follows the match, to the latest one.

    Shows nothing to readers of a match without photos.
    """
    found = records.photos.of(match.id)
    writes = principal.has_role("annotator", match.id)
    if not (found or writes):
        return
    data = {
        "match": match.id,
        "principal": principal.acting(match.id).by,
        "photos": photos_to_json(match, found),
        "writes": writes,
        "removes": principal.has_role("recorder", match.id),
        "at": at,
        "theme": theme,
        "title": gettext("Photos"),
        "catalog": language.js_catalog("viewer/photos"),
    }
    _gallery(data=data, key=f"photos-{match.id}", on_changed_change=_rerun)


def _rerun() -> None:
    """The page reads the photos when it runs."""
