"""What other apps recorded about an imported match besides its points; a part of the match report."""

from collections.abc import Iterator
from typing import Final

from core import record
from core.entries import MatchImported, SeatImported
from eventstore.match import Match
from eventstore.people import app_of
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.language import listed, say
from viewer.paper import element

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
    for told in record.imports(match.log).values():
        facts = list(_facts(told, match.names))
        if facts:
            app = APPS.get(app_of(told.source))
            parts.append(element("h2", say("From {app}", app=app) if app else say("From the imported file")))
            rows = [element("li", element("b", name), " ", plain(text)) for name, text in facts]
            parts.append(element("ul", *rows, class_="origin"))
    return parts


def _facts(told: MatchImported, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if told.comment:
        yield say("Comment:"), told.comment
    if told.variant:
        yield say("Variant:"), told.variant
    if told.expansions:
        yield say("Expansions:"), listed(told.expansions)
    for name, seat in zip(names, told.seats, strict=False):
        if words := list(_seat(seat)):
            yield f"{plain(name)}:", ", ".join(words)


def _seat(seat: SeatImported) -> Iterator[str]:
    if seat.alias:
        yield say("played as {name}", name=seat.alias)
    if seat.team:
        yield say("team {team}", team=seat.team)
    if seat.role:
        yield say("role {role}", role=seat.role)
    if seat.color:
        yield say("color {color}", color=seat.color)
    if seat.started:
        yield say("start player")
    if seat.new:
        yield say("played it for the first time")
    if seat.score and not seat.score.strip().lstrip("-").isdecimal():
        yield say("wrote {score}", score=seat.score)
