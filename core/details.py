"""What belongs to a play besides its header and its points, folded from the log."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from core.record import header, imports, primary_source
from core.record_events import DetailsNoted, Entry, MatchImported, Role, SeatDetails, SeatImported

_FIELDS: Final = tuple(field.name for field in fields(DetailsNoted))


def details(log: Sequence[Entry]) -> DetailsNoted:
    """The details of the play; no field is None but an unknown `number`.

    Another app's data of the source that the match follows come first; what was noted since replaces them, field by
    field. `seats` has one item for each seat of the match, unknown ones included.
    """
    seats = len(header(log).players)
    imported = imports(log).get(primary_source(log) or "")
    found: dict[str, Any] = _imported(imported) if imported else {}
    for entry in log:
        if isinstance(entry.event, DetailsNoted):
            found |= {name: value for name in _FIELDS if (value := getattr(entry.event, name)) is not None}
    noted = tuple(found.pop("seats", ()))[:seats]
    nothing = DetailsNoted((), (SeatDetails(),) * seats, "", "", "", True, "", "")
    return replace(nothing, seats=noted + (SeatDetails(),) * (seats - len(noted)), **found)


def _imported(imported: MatchImported) -> dict[str, Any]:
    return {
        "expansions": imported.expansions,
        "variant": imported.variant,
        "seats": tuple(map(_seat, imported.seats)),
    }


def _seat(seat: SeatImported) -> SeatDetails:
    roles = (Role(seat.role),) if seat.role else ()
    return SeatDetails(roles, seat.team, seat.color, seat.started, seat.new, rank=seat.rank)
