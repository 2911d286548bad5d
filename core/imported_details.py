"""The details of a play in the data of another app, by the conventions of the apps that are read."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from core.record_events import DetailsNoted, MatchImported, Role, SeatDetails, SeatImported

ROLE_SEPARATOR: Final = "／"
"""Between several roles of one seat in BG Stats; roles may contain `/`."""

TEAM_ROLE: Final = "team"
"""The kind of a role that BG Stats holds apart from the others, as the role within a team."""

COLORS: Final[Mapping[str, str]] = {
    "000000": "black",
    "0000ff": "blue",
    "008000": "green",
    "72c3b1": "turquoise",
    "773300": "brown",
    "7b7b7b": "gray",
    "982fff": "purple",
    "bdd002": "lime",
    "e94190": "pink",
    "f07f16": "orange",
    "ff0000": "red",
    "ffa500": "yellow",
    "ffffff": "white",
}
"""Names of the colors that Board Game Arena writes as hexadecimal numbers."""

_SCENARIO: Final = ("scenario", "scénář", "scenariu", "szenario")
_DIFFICULTY: Final = ("difficulty", "obtížnost", "dificultate", "schwierigkeit")
_SERIES: Final = ("series", "campaign", "série", "kampaň", "serie", "campanie", "kampagne")
"""Headers of columns that tables have for the scenario, the difficulty and the series."""

BAR: Final = " | "
"""Between the values of the seats in a value of `MatchImported.more`."""


def imported_details(imported: MatchImported) -> DetailsNoted:
    """The details that the app recorded; None for a field that it does not have.

    A play that BG Stats ignores, or BoardGameGeek keeps out of win statistics, does not count; neither does a play
    that BoardGameGeek knows as incomplete. Columns of tables that have no field are known by their headers.
    """
    reason = _uncounted(imported)
    named = {column.casefold().strip(): value for column, value in imported.more.items()}
    scenario, difficulty, series = (
        next((named[word] for word in words if word in named), None) for words in (_SCENARIO, _DIFFICULTY, _SERIES)
    )
    return DetailsNoted(
        expansions=imported.expansions or None,
        seats=_seats(imported) or None,
        scenario=scenario,
        variant=imported.variant or None,
        difficulty=difficulty,
        series=series,
        counted=False if reason else None,
        uncounted=reason or None,
    )


def _uncounted(imported: MatchImported) -> Literal["", "aborted", "other"]:
    if imported.more.get("incomplete") == "1":
        return "aborted"
    return "other" if imported.more.get("ignored") == "true" or imported.more.get("nowinstats") == "1" else ""


def _seats(imported: MatchImported) -> tuple[SeatDetails, ...]:
    team_roles = _by_seat(imported, "teamRole")
    starter = _by_seat(imported, "startPosition")
    if any(seat.started for seat in imported.seats) or starter.count("1") != 1:
        starter = ()
    return tuple(
        _seat(seat, team_roles[place] if team_roles else "", starter[place] == "1" if starter else seat.started)
        for place, seat in enumerate(imported.seats)
    )


def _by_seat(imported: MatchImported, name: str) -> Sequence[str]:
    values = imported.more.get(name, "").split(BAR)
    return values if len(values) == len(imported.seats) else ()


def _seat(seat: SeatImported, team_role: str, started: bool | None) -> SeatDetails:
    roles = [Role(name) for text in seat.role.split(ROLE_SEPARATOR) if (name := text.strip())]
    if team_role.strip():
        roles.append(Role(team_role.strip(), TEAM_ROLE))
    color = COLORS.get(seat.color.lstrip("#").lower(), seat.color)
    return SeatDetails(tuple(roles), seat.team, color, started, seat.new, rank=seat.rank)


def reseated(imported: MatchImported, seats: Sequence[int]) -> MatchImported:
    """The data of an app about a match whose seat n is its own seat `seats[n]`; unchanged if it has other seats."""
    if len(imported.seats) != len(seats) or list(seats) == sorted(seats):
        return imported
    more = {name: _reordered(value, seats) for name, value in imported.more.items()}
    return replace(imported, seats=tuple(imported.seats[seat] for seat in seats), more=more)


def _reordered(value: str, seats: Sequence[int]) -> str:
    values = value.split(BAR)
    return BAR.join(values[seat] for seat in seats) if len(values) == len(seats) else value


def seats_in_order(people: Sequence[Hashable], others: Sequence[Hashable]) -> tuple[int, ...] | None:
    """For each of these people the seat among the others; None if they are not the same people."""
    free = list(range(len(others)))
    seats = []
    for person in people:
        seat = next((seat for seat in free if others[seat] == person), None)
        if seat is None:
            return None
        free.remove(seat)
        seats.append(seat)
    return None if free else tuple(seats)
