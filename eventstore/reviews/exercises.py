"""The table of searched and proved exercises, beside the kept reviews; it can be dropped at any time.

A search and its proof take many seconds, and many tables have no exercise: what was found is kept, also that there is
none. It is valid as long as the chain of the match, the revision of the engine and the lengths of the search and the
proof are equal, and the digest beside it fits. Exercises that were kept before there were proofs are in a table of
another shape, which counts as missing.
"""

from typing import Final

from core.json_types import json_type
from core.review.account import REVISION
from core.review.exercises import ITERATIONS, Exercise
from core.review.referee import PAIRS
from eventstore.readmodels.database import review_db
from eventstore.readmodels.review_tables import EXERCISES, content_digest, ensure_table, has_table
from eventstore.reviews.task import ExerciseKey
from eventstore.store.store import Store

_EXERCISE: Final = json_type(Exercise | None)
_EFFORT: Final = (REVISION, ITERATIONS, PAIRS)


class ExerciseRepository:
    """The kept exercises of a store."""

    def __init__(self, store: Store) -> None:
        self._tables = review_db(store)

    def of(self, match: str, chain: str) -> dict[int, Exercise | None]:
        """The results in a match with this chain, by version of the event before the table; None: no exercise there."""
        if not has_table(self._tables, EXERCISES):
            return {}
        is_key = "match = ? AND chain = ? AND revision = ? AND iterations = ? AND pairs = ?"
        rows = self._tables.query(
            f"SELECT version, found, digest FROM exercises WHERE {is_key}", (match, chain, *_EFFORT)
        )
        return {
            version: _EXERCISE.of_text(text)
            for version, text, digest in rows
            if digest == content_digest((match, version, chain, *_EFFORT), text.encode())
        }

    def keep(self, key: ExerciseKey, found: Exercise | None) -> None:
        text = _EXERCISE.text(found, whole=True)
        values = (*key, *_EFFORT, text, content_digest((*key, *_EFFORT), text.encode()))
        with self._tables.transaction() as connection:
            ensure_table(self._tables, connection, EXERCISES)
            connection.execute("DELETE FROM exercises WHERE match = ? AND version = ?", (key.match, key.version))
            connection.execute("INSERT INTO exercises VALUES (?,?,?,?,?,?,?,?)", values)

    def checkpoint(self) -> tuple[int, int]:
        """Changes with everything that is kept."""
        if not has_table(self._tables, EXERCISES):
            return 0, 0
        count, newest = self._tables.query(f"SELECT count(*), coalesce({self._tables.NEWEST}, 0) FROM exercises")[0]
        return count, newest
