"""The photos of a match as a component: a gallery with a full view, and a form that sends new photos over HTTP."""

from typing import Literal, TypeAlias, TypedDict

from eventstore.access.grants import Principal
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from viewer import surface
from viewer.boards.svg import board_css
from viewer.components.lib.text_files import text_of
from viewer.components.photos.payload import PhotoJson, photos_to_json
from viewer.locale import language
from viewer.locale.language import gettext
from viewer.surface.host import Component

_gallery = Component(
    "partie_photos",
    html=text_of("photos/gallery.html"),
    css=board_css() + text_of("photos/view.css", "photos/gallery.css"),
    script="photos/gallery.js",
)

At: TypeAlias = int | Literal["latest"] | None
"""The version of the event that new photos are of; None: they are of the match."""


class GalleryData(TypedDict):
    """`writes` and `removes`: rights of the reader; `at`: where new photos belong, see `gallery`."""

    match: str
    principal: str
    photos: list[PhotoJson]
    writes: bool
    removes: bool
    at: At
    title: str
    catalog: language.CatalogJson


def gallery(match: Match, matches: MatchRepository, principal: Principal, at: At = None) -> None:
    """Show the photos of the match, see `gallery_data`, with a title."""
    data = gallery_data(match, matches, principal, at)
    if data:
        surface.mount(_gallery, data, key=f"photos-{match.id}", sends=["changed"])


def gallery_data(match: Match, matches: MatchRepository, principal: Principal, at: At = None) -> GalleryData | None:
    """The photos of the match. Annotators add some, to the match or to the event with the version `at`: on a page
    that follows the match, to the latest one.

    None for readers of a match without photos.
    """
    found = matches.photos.of(match.id)
    writes = principal.has_role("annotator", match.id)
    if not (found or writes):
        return None
    return {
        "match": match.id,
        "principal": principal.acting(match.id).by,
        "photos": photos_to_json(match, found),
        "writes": writes,
        "removes": principal.has_role("recorder", match.id),
        "at": at,
        "title": gettext("Photos"),
        "catalog": language.js_catalog("viewer/components/photos"),
    }
