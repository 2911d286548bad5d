"""Times of rows: ISO 8601, UTC, in milliseconds."""

from datetime import datetime, timedelta
from typing import Final

_TICK: Final = timedelta(milliseconds=1)


def later(at: str, delay: timedelta) -> str:
    """The time `delay` after `at`, in the format of `utc_now`."""
    return (datetime.fromisoformat(at) + delay).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def after(newest: str, now: str) -> str:
    """The time of a row that follows rows up to the time `newest` (empty: there are none): `now`, or 1 ms later than
    they are where the clock is behind. So a change is later than what it changes, by whatever clocks both were written.
    """
    try:
        return now if now > newest else later(newest, _TICK)
    except ValueError:  # Another program wrote something else than a time.
        return now
