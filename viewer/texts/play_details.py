"""The details of a play beyond its header and its points, in words: expansions, roles, teams, series."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from core.errors import InvalidInput
from core.imported_details import TEAM_ROLE
from core.messages import message
from core.record_events import Role, SeatDetails, SeatImported
from eventstore.matches.match import Match
from viewer.locale.language import gettext, gettext_noop, listed
from viewer.locale.plain_text import plain

REASONS: Final[Mapping[str, str]] = {
    "aborted": gettext_noop("it was aborted"),
    "learning": gettext_noop("it was for learning the game"),
    "other": gettext_noop("the players said so"),
}
"""Why a match does not count, by the value of `uncounted`."""


def play_facts(match: Match) -> list[tuple[str, str]]:
    """Labels and texts of all known details, the match first, then its seats by name."""
    return [*about_the_match(match), *_about_the_seats(match)]


def about_the_match(match: Match) -> Iterator[tuple[str, str]]:
    """Labels and texts of the details that are of no single seat."""
    noted = match.details
    if noted.counted is False:
        yield gettext("Not counted in statistics:"), gettext(REASONS[noted.uncounted or "other"])
    if noted.series:
        series = plain(noted.series)
        numbered = gettext("{series}, match {number}", series=series, number=noted.number)
        yield gettext("Series:"), numbered if noted.number else series
    for label, text in (
        (gettext("Scenario:"), noted.scenario),
        (gettext("Variant:"), noted.variant),
        (gettext("Difficulty:"), noted.difficulty),
        (gettext("Expansions:"), listed(noted.expansions or ())),
    ):
        if text:
            yield label, plain(text)


def _about_the_seats(match: Match) -> Iterator[tuple[str, str]]:
    seats = match.details.seats or ()
    # BG Stats notes one team for all players of most games without teams.
    has_teams = len({seat.team for seat in seats}) > 1
    for name, seat in zip(match.names, seats, strict=True):
        if words := list(_seat(seat, has_teams=has_teams, has_points=any(match.now.scores))):
            yield f"{plain(name)}:", plain(", ".join(words))


def _seat(seat: SeatDetails, *, has_teams: bool, has_points: bool) -> Iterator[str]:
    yield from map(role_text, seat.roles)
    if seat.team and has_teams:
        yield gettext("team {team}", team=seat.team)
    yield from seat_facts(seat)
    if seat.handicap:
        yield gettext("handicap {handicap}", handicap=seat.handicap)
    if seat.rank and not has_points:
        yield gettext("rank {rank}", rank=seat.rank)


def seat_facts(seat: SeatDetails | SeatImported) -> Iterator[str]:
    if seat.color:
        yield gettext("color {color}", color=seat.color)
    if seat.started:
        yield gettext("start player")
    if seat.new:
        yield gettext("first time playing")


def role_text(role: Role) -> str:
    if role.kind == TEAM_ROLE:
        return gettext("role {role} in the team", role=role.name)
    return f"{role.kind} {role.name}" if role.kind else gettext("role {role}", role=role.name)


def write_roles(roles: Iterable[Role]) -> str:
    """Roles as a person enters them: `faction: Orcs; Medic`."""
    return "; ".join(f"{role.kind}: {role.name}" if role.kind else role.name for role in roles)


def read_roles(text: str) -> tuple[Role, ...]:
    """The roles of a text as `write_roles` writes it. Raises InvalidInput."""
    return tuple(read_role(each) for each in text.split(";") if each.strip())


def read_role(text: str) -> Role:
    """A role of `NAME` or `KIND: NAME`; a name with a colon follows one. Raises InvalidInput."""
    kind, _, name = text.partition(":") if ":" in text else ("", "", text)
    if not name.strip():
        raise InvalidInput(message("A role has a name, like `faction: Orcs`, not {text!r}.", text=text.strip()[:80]))
    return Role(name.strip(), kind.strip())
