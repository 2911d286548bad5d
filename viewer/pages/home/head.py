"""The head of the home page: its title, the match to go on with or to repeat, and the start of a new one."""

from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer.boards.scene import Json
from viewer.locale.language import gettext, listed
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.play_rows import play_picture, play_title

_RECENT = 50
"""Number of matches among which the last one recorded by hand is looked for."""


def go_on(index: MatchIndex) -> MatchRow | None:
    """The newest open match."""
    return next((row for row in index.matches(limit=_RECENT, state="open") if _is_by_hand(row)), None)


def head(index: MatchIndex, matches: MatchRepository, pages: Pages, going_on: MatchRow | None) -> Json:
    """The title and, at its right, the ways to the table."""
    ways = [element("h1", gettext("Plays"), class_="sr-s")]
    if to_table := [part for part in (_first_way(index, matches, pages, going_on), new_match(pages)) if part]:
        ways.append(element("div", *to_table, class_="end"))
    return element("div", *ways, class_="head home-head")


def new_match(pages: Pages) -> Json:
    """The main button; empty for a principal who may not record."""
    if not pages.has_role("recorder"):
        return ""
    return element("a", icon("plus"), gettext("New match"), href="new", class_="btn go")


def _first_way(index: MatchIndex, matches: MatchRepository, pages: Pages, going_on: MatchRow | None) -> Json:
    """The link to the open match, else the one that repeats the last table; empty without either."""
    if going_on:
        page = "table" if pages.has_role("recorder", going_on.id) else "replay"
        return _way(matches, going_on, gettext("Go on"), f"{page}?match={going_on.id}")
    last = next((row for row in index.matches(limit=_RECENT) if _is_by_hand(row)), None)
    if last and pages.has_role("recorder"):
        return _way(matches, last, gettext("Same again"), f"new?again={last.id}")
    return ""


def _is_by_hand(row: MatchRow) -> bool:
    """Whether the match was recorded at a table: not simulated, imported or tried out."""
    return not (row.state == "damaged" or row.sources or row.parent or is_simulated(row.id))


def _way(matches: MatchRepository, row: MatchRow, label: str, href: str) -> Json:
    title, names = fit(play_title(row), 28), listed([fit(name, 12) for name in row.players])
    with_people = gettext("{game} with {names}", game=title, names=names) if names else title
    spoken = f"{label}: {with_people}"
    what = (
        element("span", label),
        element("span", title, class_="what only-s"),
        element("span", fit(with_people, 40), class_="what only-l"),
    )
    return element("a", play_picture(matches, row, 24), *what, href=href, class_="btn way", aria_label=spoken)
