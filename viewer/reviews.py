"""The reviews of matches for the pages: the one that is kept, or why there is none."""

from core.review.evaluations import judges
from core.review.review import Review
from eventstore.matches.match import Match
from eventstore.reviews import task
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.store.store import Store
from viewer.language import gettext, translate


def why_not(match: Match) -> str:
    """Why the match has no review, in the language of the reader; empty if it can have one."""
    return translate(task.why_not(match))


def not_judged(seats: int) -> str:
    """Why moves are not judged; the chances and the luck are shown all the same."""
    return gettext(
        "With {seats} players moves are not judged: looking further ahead does not play better there. Chances and luck "
        "are shown.",
        seats=seats,
    )


def starts_by_itself(match: Match) -> bool:
    """Whether opening the review computes it: an open match goes on, and without judged moves few readers ask."""
    return match.state != "open" and judges(match.game.KEY, len(match.names))


def kept_review(store: Store, match: Match) -> Review | None:
    """The most thorough review of the match as it is now."""
    return ReviewRepository(store).most_thorough(review_key(store, match.id, "normal"))
