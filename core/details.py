"""The details of a play beyond its header and its points, folded from the log."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from core.imported_details import imported_details
from core.record import header, imports, primary_source, without_split
from core.record_events import DetailsNoted, Entry, SeatDetails

_FIELDS: Final = tuple(field.name for field in fields(DetailsNoted))


def details(log: Sequence[Entry]) -> DetailsNoted:
    """The details of the play; no field is None but an unknown `number`.

    Another app's data of the source that the match follows come first; what was noted since replaces them, field by
    field. `seats` has one item for each seat of the match, unknown ones included. There is no `number` without a
    series, and no reason `uncounted` of a match that counts.
    """
    seats = len(header(log).players)
    imported = imports(log).get(primary_source(log) or "")
    values: dict[str, Any] = {}
    for noted in (
        *([imported_details(imported)] if imported else []),
        *(entry.event for entry in without_split(log) if isinstance(entry.event, DetailsNoted)),
    ):
        values |= {name: value for name in _FIELDS if (value := getattr(noted, name)) is not None}
    if not values.get("series"):
        values["number"] = None
    if values.get("counted") is not False:
        values["uncounted"] = ""
    known = tuple(values.pop("seats", ()))[:seats]
    nothing = DetailsNoted((), (SeatDetails(),) * seats, "", "", "", True, "", "")
    return replace(nothing, seats=known + (SeatDetails(),) * (seats - len(known)), **values)


def details_changed(before: DetailsNoted, after: DetailsNoted) -> DetailsNoted:
    """The event that makes `after` of `before`: only the fields that differ; equal to `DetailsNoted()` if none does.

    `number` cannot be removed, so that None leaves it unchanged.
    """
    changed = {name: new for name in _FIELDS if (new := getattr(after, name)) != getattr(before, name)}
    return DetailsNoted(**changed)
