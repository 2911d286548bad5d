"""The table of kept reviews, in the database of the read tables; it can be dropped at any time.

It holds one review per match and effort. A review is valid as long as the chain of its match, the revision of the
engine and the seed are those it was computed with, and its content has the digest beside it; otherwise it counts as
missing, and the next one replaces it.
Reviews hold numbers and notation but no names, so the erasure of a person leaves them as they are.
"""

import json
import zlib
from dataclasses import fields, is_dataclass
from typing import Any, Final

from core.json_types import json_type
from core.review.account import REVISION
from core.review.review import EFFORTS, Effort, Review
from eventstore.readmodels.database import review_db
from eventstore.readmodels.review_tables import FORMAT, REVIEWS, content_digest, ensure_table, has_table
from eventstore.reviews.task import ReviewKey, review_key
from eventstore.statistics.reviews import SeatReview, seat_reviews
from eventstore.store.store import Store

_REVIEWS: Final = json_type(Review)


def encode_review(id: str, version: int, review: Review) -> dict[str, Any]:
    """The review of match `id` as of `version`; numbers are not rounded, so that the account still adds up."""
    found: dict[str, Any] = _encoded(review)
    return {"id": id, "version": version} | found


def decode_review(found: object) -> Review:
    """The review of an object of `encode_review`. Raises WrongShape for any other object."""
    review: Review = _REVIEWS.of(found)
    return review


def _encoded(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _encoded(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):  # A NamedTuple.
        return {name: _encoded(part) for name, part in value._asdict().items()}
    return [*map(_encoded, value)] if isinstance(value, tuple) else value


_SEATS: Final = json_type(tuple[SeatReview, ...])


class ReviewRepository:
    """The kept reviews of a store."""

    def __init__(self, store: Store) -> None:
        self._tables = review_db(store)

    def object(self, key: ReviewKey) -> dict[str, Any] | None:
        """The kept review as its JSON object; None: there is none for this key."""
        content = self._content(key)
        found: dict[str, Any] | None = None if content is None else json.loads(zlib.decompress(content))
        return found

    def review(self, key: ReviewKey) -> Review | None:
        """The kept review; None: there is none for this key."""
        found = self.object(key)
        return None if found is None else decode_review(found)

    def most_thorough(self, key: ReviewKey) -> Review | None:
        """The kept review with the most effort; that of the key does not count."""
        result = (self.review(key._replace(effort=effort)) for effort in reversed(EFFORTS))
        return next((review for review in result if review is not None), None)

    def keep(self, key: ReviewKey, version: int, review: Review) -> None:
        """Keep the review of a match as of `version`, in place of an earlier one of the same effort."""
        text = json.dumps(encode_review(key.match, version, review), separators=(",", ":"))
        content, seats = zlib.compress(text.encode()), _SEATS.text(seat_reviews(review), whole=True)
        row = (key.match, key.effort, version, key.chain, key.revision, key.seed, FORMAT)
        digests = content_digest(key, seats.encode()), content_digest(key, content)
        with self._tables.transaction() as connection:
            ensure_table(self._tables, connection, REVIEWS)
            values = (*row, seats, digests[0], content, digests[1])
            connection.execute("DELETE FROM reviews WHERE match = ? AND effort = ?", (key.match, key.effort))
            connection.execute("INSERT INTO reviews VALUES (?,?,?,?,?,?,?,?,?,?,?)", values)

    def has(self, key: ReviewKey) -> bool:
        """True if the review for this key is kept."""
        return self._content(key) is not None

    def seats(self, effort: Effort) -> dict[str, tuple[SeatReview, ...]]:
        """The figures of every seat by match, from the valid reviews.

        The read tables must be up to date, as they are after any read of a `MatchIndex`.
        """
        columns = "match, reviews.chain, effort, revision, reviews.seats, seats_digest"
        return {
            key[0]: _SEATS.of_text(seats)
            for *key, seats, digest in self._valid(columns, effort)
            if digest == content_digest(key, seats.encode())
        }

    def matches(self) -> frozenset[str]:
        """The matches with a valid review of any effort. The read tables must be up to date."""
        return frozenset(id for effort in EFFORTS for (id,) in self._valid("id", effort))

    def main_effort(self) -> Effort:
        """The effort that most valid reviews were computed with, as figures of different efforts cannot be compared."""
        return max(("normal", "deep", "quick"), key=lambda effort: len(self._valid("id", effort)))

    def checkpoint(self) -> tuple[int, int]:
        """Changes with every review that is kept."""
        if not has_table(self._tables, REVIEWS):
            return 0, 0
        count, newest = self._tables.query(f"SELECT count(*), coalesce({self._tables.NEWEST}, 0) FROM reviews")[0]
        return count, newest

    def _content(self, key: ReviewKey) -> bytes | None:
        """The kept review as it is stored; None: there is none for this key, or it was changed since."""
        if not has_table(self._tables, REVIEWS):
            return None
        is_key = "match = ? AND effort = ? AND chain = ? AND revision = ? AND seed = ? AND format = ?"
        values = (key.match, key.effort, key.chain, key.revision, key.seed, FORMAT)
        rows = self._tables.query(f"SELECT review, review_digest FROM reviews WHERE {is_key}", values)
        return next((content for content, digest in rows if digest == content_digest(key, content)), None)

    def _valid(self, columns: str, effort: Effort) -> list[tuple[Any, ...]]:
        """Columns of the reviews of matches that have the same chain in the read tables."""
        if not has_table(self._tables, REVIEWS) or not self._has_matches():
            return []
        of_now = "FROM reviews JOIN matches ON id = match AND reviews.chain = matches.chain"
        where = "effort = ? AND revision = ? AND format = ?"
        return self._tables.query(f"SELECT {columns} {of_now} WHERE {where}", (effort, REVISION, FORMAT))

    def _has_matches(self) -> bool:
        return self._tables.created_with("matches") is not None


def kept_review(store: Store, match: str) -> Review | None:
    """The most thorough kept review of the match as it is now."""
    return ReviewRepository(store).most_thorough(review_key(store, match, "normal"))
