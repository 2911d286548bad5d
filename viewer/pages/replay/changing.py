"""Changes of a match beside the table: its details, its record, and earlier changes that are reverted."""

from collections.abc import Mapping
from typing import Final

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.html_block import html_block
from viewer.components.play import FOLDERS, show_play
from viewer.components.play.context import MatchPage
from viewer.components.play.details import details, details_data
from viewer.components.play.editing import editing_data
from viewer.locale import language
from viewer.locale.language import gettext, gettext_noop
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.pages.replay import correcting, history
from viewer.pages.replay.again import mode_link
from viewer.pages.replay.comparison import ComparisonSide
from viewer.pages.replay.draft import CORRECT, HISTORY, CorrectionDraft, show_message, token_of
from viewer.pages.shared.faces import faces_of
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.session import reader_theme
from viewer.texts.own_words import own_title

DETAILS: Final = "details"
TITLES: Final = {
    CORRECT: gettext_noop("Correct the record"),
    HISTORY: gettext_noop("History"),
    DETAILS: gettext_noop("Edit details"),
}
"""The modes in `?mode=` of the replay, with the titles of their pages."""

_EXPLAINED: Final = {
    CORRECT: gettext_noop(
        "Correct a move that was recorded wrongly, or that the players took back. Later moves stay, as long as the "
        "rules allow them."
    ),
    HISTORY: gettext_noop("Nothing is ever deleted: every change can be undone."),
    DETAILS: gettext_noop("A tap on a value changes it."),
}
_STYLE: Final = """<style>
.stApp .stMainBlockContainer { max-width: 1064px; }
.st-key-correct button, .st-key-correct input, .st-key-correct [data-testid="stSelectbox"] [role="group"] {
  min-height: 44px; }
</style>"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages, match: Match, mode: str) -> None:
    pages.require_role("recorder", match.id)
    surface.html(_STYLE)
    at = surface.address().get("at", "")
    others = {"": gettext_noop("The play")} | {each: title for each, title in TITLES.items() if each != mode}
    show_links(match, others)
    surface.title(gettext(TITLES[mode]))
    surface.text(own_title(match) or plain(" – ".join(match.names)))
    if mode == DETAILS:
        surface.caption(gettext(_EXPLAINED[mode]))
        _show_details(index, matches, pages, match)
        return
    draft = CorrectionDraft(match, matches.notes(match.id), ComparisonSide(match), reader_theme(), token_of(match, at))
    with surface.container("correct"):
        show_message(draft)
        surface.caption(gettext(_EXPLAINED[mode]))
        if mode == CORRECT:
            correcting.show(draft, at)
        else:
            history.show(matches, draft)


def show_links(match: Match, titles: Mapping[str, str], at: str = "") -> None:
    """Links to modes of the page by their titles; the one that corrects begins at the event `at`."""
    links = [mode_link(match, mode, gettext(title), at if mode == CORRECT else "") for mode, title in titles.items()]
    dotted = [part for link in links for part in (" · ", link)][1:]
    html_block(element("p", *dotted), key=f"to-{'-'.join(titles)}")


def _show_details(index: MatchIndex, matches: MatchRepository, pages: Pages, match: Match) -> None:
    show_play(
        {
            "match": match.id,
            "version": match.version,
            "principal": pages.principal.acting(match.id).by,
            "parts": details(MatchPage(match, faces_of(matches), is_editable=True)),
            "photos": None,
            "notes": [],
            "writes": False,
            "editing": editing_data(match, index, matches, pages.principal, details_data(match, index)),
            "catalog": language.js_catalog(*FOLDERS),
            "result": "",
        }
    )
