"""The table of the positions to train with that were searched, beside the kept reviews; it can be dropped at any time.

A search takes about a second, and many tables have no clearly best move: what was found is kept, also that there is
none. It is valid as long as the chain of the match, the revision of the engine and the length of the search are equal,
and the digest beside it fits.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pydantic import TypeAdapter

from core.review.account import REVISION
from core.review.exercises import ITERATIONS, Exercise
from eventstore.matches.training import Place
from eventstore.readmodels.database import review_db
from eventstore.readmodels.review_tables import EXERCISES, content_digest, ensure_table, has_table
from eventstore.reviews.task import review_key
from eventstore.store.store import Store, UnusableStore

_EXERCISE: Final = TypeAdapter(Exercise | None)


class ExerciseRepository:
    """The results of the searches for positions in the matches of a store."""

    def __init__(self, store: Store) -> None:
        self._store, self._tables = store, review_db(store)

    def of(self, place: Place, search: Callable[[], Exercise | None]) -> Exercise | None:
        """The position at a table, None: no move is clearly best there; searched where it is not kept."""
        chain = review_key(self._store, place.match, "quick").chain
        key = (*place, chain, REVISION, ITERATIONS)
        if has_table(self._tables, EXERCISES):
            is_key = "match = ? AND version = ? AND chain = ? AND revision = ? AND iterations = ?"
            for text, digest in self._tables.query(f"SELECT found, digest FROM exercises WHERE {is_key}", key):
                if digest == content_digest(key, text.encode()):
                    return _EXERCISE.validate_json(text)
        matched = search()
        with suppress(UnusableStore), self._tables.transaction() as connection:  # A store that cannot be written.
            ensure_table(self._tables, connection, EXERCISES)
            text = _EXERCISE.dump_json(matched).decode()
            values = (*key, text, content_digest(key, text.encode()))
            connection.execute("INSERT OR REPLACE INTO exercises VALUES (?,?,?,?,?,?,?)", values)
        return matched
