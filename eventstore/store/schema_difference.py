"""Differences between the schema of a store and the one that Partie creates; the error for a store that has some."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from core.messages import message
from eventstore.store.store import UnusableStore


class SchemaDifference(NamedTuple):
    """An object of the schema that Partie did not create, that is missing, or whose definition was changed.

    `type` is the word that SQL has for it: `table`, `index`, `trigger`, `view` ...; `table` the table that it belongs
    to. `endangers_writes`: it may change or drop what is written to the log.
    """

    kind: Literal["foreign", "missing", "changed"]
    type: str
    name: str
    table: str
    endangers_writes: bool = False


@runtime_checkable
class HasSchema(Protocol):
    """A store in a database whose schema others can change."""

    def schema_differences(self, derived: Sequence[str] = ()) -> tuple[SchemaDifference, ...]:
        """The differences, in the order of their names.

        `derived` are the statements that create the tables beside the log, where these are in the same database.
        """


class ForeignSchema(UnusableStore):
    """The schema is not Partie's: the store is not written to, or where its tables are none, not read either."""


def refuse_writes(path: str, differences: Iterable[SchemaDifference]) -> None:
    """Raise ForeignSchema if one of the differences endangers what is written."""
    if names := ", ".join(each.name for each in differences if each.endangers_writes):
        raise ForeignSchema(
            message(
                "{path} is not written to: other programs changed its schema ({names}), which may change or drop what "
                "is recorded. `partie verify` says what to do.",
                path=path,
                names=names,
            )
        )


def not_tables(path: str, names: Iterable[str]) -> ForeignSchema:
    """The error for a store in which other objects, or none, have the names of its tables."""
    return ForeignSchema(
        message(
            "{path} is not read: its tables are missing or replaced by other objects ({names}). Restore a backup.",
            path=path,
            names=", ".join(names),
        )
    )


def not_kept(path: str) -> ForeignSchema:
    """The error for an append after which its rows are not in the store."""
    return ForeignSchema(
        message(
            "{path} does not keep what is written to it, so nothing was recorded; `partie verify` says what to do.",
            path=path,
        )
    )
