"""The table of kept reviews, in the database of the read tables; it can be dropped at any time.

It holds one review per match and effort. A review is valid as long as the chain of its match, the revision of the
engine and the seed are those it was computed with; otherwise it counts as missing, and the next one replaces it.
Reviews hold numbers and notation but no names, so the erasure of a person leaves them as they are.
"""

import json
import zlib
from typing import Any, Final

from pydantic import TypeAdapter

from core.review.account import REVISION
from core.review.review import EFFORTS, Effort, Review
from eventstore.readmodels.database import review_db
from eventstore.reviews.review_json import decode_review, encode_review
from eventstore.reviews.task import ReviewKey
from eventstore.statistics.reviews import SeatReview, seat_reviews
from eventstore.store.store import Store

FORMAT: Final = 2
"""Raised when the stored JSON changes in a way that older readers or rows do not fit."""

_SEATS: Final = TypeAdapter(tuple[SeatReview, ...])

_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS reviews (match TEXT NOT NULL, effort TEXT NOT NULL, version INTEGER NOT NULL,"
    " chain TEXT NOT NULL, revision INTEGER NOT NULL, seed INTEGER NOT NULL, format INTEGER NOT NULL,"
    " seats TEXT NOT NULL, review BLOB NOT NULL, PRIMARY KEY (match, effort)) STRICT"
)


class ReviewRepository:
    """The kept reviews of a store."""

    def __init__(self, store: Store) -> None:
        self._tables = review_db(store)

    def object(self, key: ReviewKey) -> dict[str, Any] | None:
        """The kept review as its JSON object; None: there is none for this key."""
        rows = self._find("review", key)
        found: dict[str, Any] | None = json.loads(zlib.decompress(rows[0][0])) if rows else None
        return found

    def review(self, key: ReviewKey) -> Review | None:
        """The kept review; None: there is none for this key."""
        found = self.object(key)
        return None if found is None else decode_review(found)

    def most_thorough(self, key: ReviewKey) -> Review | None:
        """The kept review with the most effort; that of the key does not count."""
        found = (self.review(key._replace(effort=effort)) for effort in reversed(EFFORTS))
        return next((review for review in found if review is not None), None)

    def keep(self, key: ReviewKey, version: int, review: Review) -> None:
        """Keep the review of a match as of `version`, in place of an earlier one of the same effort."""
        text = json.dumps(encode_review(key.match, version, review), separators=(",", ":"))
        seats = _SEATS.dump_json(seat_reviews(review)).decode()
        row = (key.match, key.effort, version, key.chain, key.revision, key.seed, FORMAT, seats)
        with self._tables.transaction() as connection:
            connection.execute(_CREATE)
            connection.execute(
                "INSERT OR REPLACE INTO reviews VALUES (?,?,?,?,?,?,?,?,?)", (*row, zlib.compress(text.encode()))
            )

    def has(self, key: ReviewKey) -> bool:
        """Whether the review for this key is kept."""
        return bool(self._find("1", key))

    def seats(self, effort: Effort) -> dict[str, tuple[SeatReview, ...]]:
        """The figures of every seat by match, from the valid reviews.

        The read tables must be up to date, as they are after any read of a `MatchIndex`.
        """
        return {id: _SEATS.validate_json(seats) for id, seats in self._valid("id, reviews.seats", effort)}

    def matches(self) -> frozenset[str]:
        """The matches with a valid review of any effort. The read tables must be up to date."""
        return frozenset(id for effort in EFFORTS for (id,) in self._valid("id", effort))

    def main_effort(self) -> Effort:
        """The effort that most valid reviews were computed with, as figures of different efforts cannot be compared."""
        return max(("normal", "deep", "quick"), key=lambda effort: len(self._valid("id", effort)))

    def checkpoint(self) -> tuple[int, int]:
        """Changes with every review that is kept."""
        if not self._has("reviews"):
            return 0, 0
        count, newest = self._tables.query("SELECT count(*), coalesce(max(rowid), 0) FROM reviews")[0]
        return count, newest

    def _find(self, column: str, key: ReviewKey) -> list[tuple[Any, ...]]:
        if not self._has("reviews"):
            return []
        is_key = "match = ? AND effort = ? AND chain = ? AND revision = ? AND seed = ? AND format = ?"
        values = (key.match, key.effort, key.chain, key.revision, key.seed, FORMAT)
        return self._tables.query(f"SELECT {column} FROM reviews WHERE {is_key}", values)

    def _valid(self, columns: str, effort: Effort) -> list[tuple[Any, ...]]:
        """Columns of the reviews of matches that have the same chain in the read tables."""
        if not self._has("reviews") or not self._has("matches"):
            return []
        of_now = "FROM reviews JOIN matches ON id = match AND reviews.chain = matches.chain"
        where = "effort = ? AND revision = ? AND format = ?"
        return self._tables.query(f"SELECT {columns} {of_now} WHERE {where}", (effort, REVISION, FORMAT))

    def _has(self, table: str) -> bool:
        return bool(self._tables.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)))
