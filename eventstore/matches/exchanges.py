"""The stream `exchanges` of a store: which rows by `local`, the user of a machine, came from another machine."""

from dataclasses import dataclass
from typing import Final

from core.game import fact

STREAM: Final = "exchanges"


@fact
@dataclass(frozen=True, slots=True)
class LocalRowsBrought:
    """The rows by `local` in these streams that came after this event are of the principal that recorded it.

    A device writes under this name before it first meets the store; its rows are never changed.
    """

    streams: tuple[str, ...]


EVENTS: Final = (LocalRowsBrought,)
