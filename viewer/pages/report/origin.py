"""The details of a play, and the data of other apps about it; parts of the match report."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core import record
from core.record_events import MatchImported, SeatImported
from eventstore.matches.match import Match
from viewer.boards.scene import Json
from viewer.locale.language import gettext, listed
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.texts.app_names import app_name
from viewer.texts.play_details import play_facts, seat_facts


def details(match: Match) -> list[Json]:
    """A heading and a list of the details of the play; empty if none is known."""
    facts = play_facts(match)
    return [element("h2", gettext("Details")), _list(facts)] if facts else []


def origins(match: Match) -> list[Json]:
    """A heading and a list of facts for each import source that has facts to show."""
    parts: list[Json] = []
    shown = record.primary_source(match.log)
    for imported in record.imports(match.log).values():
        facts = list(_facts(_without_details(imported) if imported.source == shown else imported, match.names))
        if facts:
            app = app_name(imported.source)
            parts.append(element("h2", gettext("From {app}", app=app) if app else gettext("From the imported file")))
            parts.append(_list(facts))
    return parts


def _list(facts: Iterable[tuple[str, str]]) -> Json:
    rows = [element("li", element("b", name), " ", plain(text)) for name, text in facts]
    return element("ul", *rows, class_="origin")


def _without_details(imported: MatchImported) -> MatchImported:
    """The import without the data that `details` shows."""
    seats = tuple(SeatImported(seat.score, alias=seat.alias) for seat in imported.seats)
    return replace(imported, variant="", expansions=(), seats=seats)


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
    yield from seat_facts(seat)
    if seat.score and not seat.score.strip().lstrip("-").isdecimal():
        yield gettext("score in the file: {score}", score=seat.score)
