"""The live recording page; other devices that show the same match follow automatically."""

from contextlib import AbstractContextManager

from core.game import facts_of
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.held_writes import held_writes
from viewer.components.live.component import live_record
from viewer.components.photos import gallery
from viewer.locale.language import gettext, translate
from viewer.pages.replay import play
from viewer.pages.shared.pages import Pages, error_page
from viewer.texts.load_match import MatchUnavailable, load_match


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`; a sheet is the page of its play."""
    id = surface.address().get("match", "")
    try:
        match = load_match(matches, id)
    except MatchUnavailable as error:
        _back(pages)
        error_page(error.title, str(error))
        held_writes()
        return
    pages.require_role("recorder", match.id)
    if match.missing:
        _back(pages)
        error_page(gettext("This match cannot go on here"), translate(match.missing.sentence))
        return
    if not facts_of(match.game).records_moves:
        play.show(index, matches, pages, match)
        return
    with _back(pages):
        surface.link(pages.replay, gettext("Replay"), ":material/play_circle:", match=id)
        pages.details_link(match.id)
        surface.panel("phone_panel.popover", match, pages.principal)
    live_record(match.id, [], [], [])
    gallery(match, matches, pages.principal, "latest")


def _back(pages: Pages) -> AbstractContextManager[object]:
    links = surface.container("links", row="center")
    with links:
        surface.link(pages.matches, gettext("Plays"), ":material/arrow_back:")
    return links
