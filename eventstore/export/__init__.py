"""Everything in a store, or a part of it, in a form to take away: our scripts, tables, the file of another app.

Every form is written match by match, so a store of any size fits through a small memory.
"""

from collections.abc import Iterable, Iterator

from eventstore.match import Match
from eventstore.records import Records


def readable(records: Records, ids: Iterable[str], left_out: list[str], *, replayed: bool = True) -> Iterator[Match]:
    """The matches with these ids that can be read, and `replayed` by today's rules; ids of the others: `left_out`."""
    for id in ids:
        try:
            match = records.match(id)
            if replayed:
                match.stories  # noqa: B018
        except Exception:  # Damage, or an event that today's rules refuse, can raise anything; the others are whole.
            left_out.append(id)
        else:
            yield match
