"""What other apps recorded about an imported match besides its points; a part of the match report."""

from collections.abc import Iterator
from typing import Final

from core import record
from core.record_events import MatchImported, SeatImported
from eventstore.matches.match import Match
from eventstore.matches.people import app_of
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.html_block import element
from viewer.language import gettext, listed

APPS: Final = {
    "abstractplay": "Abstract Play",
    "bga": "Board Game Arena",
    "bgg": "BoardGameGeek",
    "bgstats": "BG Stats",
}
"""Display names of the apps; imported tables and lists have none."""


def origins(match: Match) -> list[Json]:
    """A heading and a list of facts for each import source that has facts to show."""
    parts: list[Json] = []
    for imported in record.imports(match.log).values():
        facts = list(_facts(imported, match.names))
        if facts:
            app = APPS.get(app_of(imported.source))
            parts.append(element("h2", gettext("From {app}", app=app) if app else gettext("From the imported file")))
            rows = [element("li", element("b", name), " ", plain(text)) for name, text in facts]
            parts.append(element("ul", *rows, class_="origin"))
    return parts


def _facts(imported: MatchImported, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if imported.comment:
        yield gettext("Comment:"), imported.comment
    if imported.variant:
        yield gettext("Variant:"), imported.variant
    if imported.expansions:
        yield gettext("Expansions:"), listed(imported.expansions)
    for name, seat in zip(names, imported.seats, strict=False):
        if words := list(_seat(seat)):
            yield f"{plain(name)}:", ", ".join(words)


def _seat(seat: SeatImported) -> Iterator[str]:
    if seat.alias:
        yield gettext("played as {name}", name=seat.alias)
    if seat.team:
        yield gettext("team {team}", team=seat.team)
    if seat.role:
        yield gettext("role {role}", role=seat.role)
    if seat.color:
        yield gettext("color {color}", color=seat.color)
    if seat.started:
        yield gettext("start player")
    if seat.new:
        yield gettext("first time playing")
    if seat.score and not seat.score.strip().lstrip("-").isdecimal():
        yield gettext("score in the file: {score}", score=seat.score)
