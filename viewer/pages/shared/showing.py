"""The beginning of every page: its name, the rights that it needs, and the matches that it is about."""

from collections.abc import Callable
from typing import Final, TypeAlias

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from viewer import surface
from viewer.locale.language import gettext, gettext_noop, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.pages.shared.pages import NEEDS, Pages, name_page
from viewer.pages.shared.session import Session

Show: TypeAlias = Callable[[MatchIndex, MatchRepository, Pages], None]
"""A page."""

TITLES: Final = {
    "matches": gettext_noop("Plays"),
    "new": gettext_noop("New match"),
    "table": gettext_noop("Table"),
    "replay": gettext_noop("Replay"),
    "report": gettext_noop("Report"),
    "overview": gettext_noop("Overview"),
    "game": gettext_noop("Game"),
    "insights": gettext_noop("Insights"),
    "year": gettext_noop("Year in review"),
    "suggest": gettext_noop("What to play"),
    "imports": gettext_noop("Import and export"),
    "templates": gettext_noop("Score sheets"),
    "twice": gettext_noop("One play or two?"),
    "person": gettext_noop("Person"),
    "pair": gettext_noop("Head to head"),
    "training": gettext_noop("Training"),
    "people": gettext_noop("People"),
    "keeping": gettext_noop("Keeping"),
    "login": gettext_noop("Log in"),
    "handover": gettext_noop("A match for you"),
}
"""The label of each page; its name is its path."""

OF_A_MATCH: Final = frozenset({"replay", "report", "table"})

STATISTICS: Final = frozenset({"overview", "game", "insights", "year", "suggest", "person", "pair", "people"})
"""The pages with figures of many matches: of simulated ones only as long as there are no others."""

COUNTED: Final = STATISTICS - {"people"} | {"new"}
"""The pages without simulated matches, as long as there are others; the other pages list them until they are hidden."""


def show_page(name: str, show: Show, session: Session, pages: Pages) -> None:
    """Show the page with this name. Raises NotAllowed."""
    if name in NEEDS:
        pages.require_role(NEEDS[name])
    name_page(*_name(name, session))
    index = session.index.counted() if name in COUNTED else session.listed
    if name in STATISTICS and (note := simulated_note(index)):
        surface.caption(note)
    show(index, session.records, pages)


def _name(page: str, session: Session) -> tuple[str, ...]:
    """The name of a page, for one of a match with the result; pages of people and games name themselves."""
    if page in OF_A_MATCH and (row := session.listed.row(surface.address().get("match", ""))):
        title = window_title(row)
        return (title,) if page == "replay" else (title, gettext(TITLES[page]))
    return (gettext(TITLES[page]),)


def simulated_note(index: MatchIndex) -> str:
    """The sentence above figures that are all of simulated matches; empty if they are not."""
    if index.count(simulated=False) or not index.count(simulated=True):
        return ""
    return gettext("All matches here are simulated. They count until the first match of your own.")


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
