"""The table of the positions to train with that were searched, beside the kept reviews; it can be dropped at any time.

A search takes about a second, and many tables have no clearly best move: what was found is kept, also that there is
none. It is valid as long as the chain of the match, the revision of the engine and the length of the search are equal.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pydantic import TypeAdapter

from core.review.account import REVISION
from core.review.exercises import ITERATIONS, Exercise
from eventstore.matches.training import Place
from eventstore.readmodels.database import review_db
from eventstore.reviews.task import review_key
from eventstore.store.store import Store, UnusableStore

_EXERCISE: Final = TypeAdapter(Exercise | None)

_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS exercises (match TEXT NOT NULL, version INTEGER NOT NULL, chain TEXT NOT NULL,"
    " revision INTEGER NOT NULL, iterations INTEGER NOT NULL, found TEXT NOT NULL, PRIMARY KEY (match, version)) STRICT"
)


class ExerciseRepository:
    """What searches for positions found in the matches of a store."""

    def __init__(self, store: Store) -> None:
        self._store, self._tables = store, review_db(store)

    def of(self, place: Place, search: Callable[[], Exercise | None]) -> Exercise | None:
        """The position at a table, None: no move is clearly best there; searched where it is not kept."""
        chain = review_key(self._store, place.match, "quick").chain
        key = (*place, chain, REVISION, ITERATIONS)
        if self._tables.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'exercises'"):
            is_key = "match = ? AND version = ? AND chain = ? AND revision = ? AND iterations = ?"
            if rows := self._tables.query(f"SELECT found FROM exercises WHERE {is_key}", key):
                return _EXERCISE.validate_json(rows[0][0])
        found = search()
        with suppress(UnusableStore), self._tables.transaction() as connection:  # A store that cannot be written.
            connection.execute(_CREATE)
            text = _EXERCISE.dump_json(found).decode()
            connection.execute("INSERT OR REPLACE INTO exercises VALUES (?,?,?,?,?,?)", (*key, text))
        return found
