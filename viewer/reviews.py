"""The reviews of matches for the pages: the one that is kept, or why there is none."""

from core.review import evaluations
from core.review.review import Review
from eventstore.matches.match import Match
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from eventstore.store.store import Store
from viewer.language import gettext, translate


def why_not(match: Match) -> str:
    """Why the match has no review, as a sentence; empty if it can have one."""
    if match.game.KEY == "scoresheet":
        return gettext("Only the points of this match were recorded, not its moves: there is nothing to review.")
    if reason := evaluations.why_not(match.game):
        return translate(reason)
    if match.withdrawal:
        return gettext("The match is withdrawn; bring it back before you review it.")
    if not any(isinstance(frame.event, match.game.EVENTS) for frame in match.frames):
        return gettext("There is nothing to review before the first move.")
    return ""


def not_judged(seats: int) -> str:
    """Why moves are not judged; the chances and the luck are shown all the same."""
    return gettext(
        "With {seats} players moves are not judged: looking further ahead does not play better there. Chances and luck "
        "are shown.",
        seats=seats,
    )


def starts_by_itself(match: Match) -> bool:
    """Whether opening the review computes it: an open match goes on, and without judged moves few readers ask."""
    return match.state != "open" and len(match.names) in evaluations.EVALUATIONS[match.game.KEY].JUDGED_SEATS


def kept_review(store: Store, match: Match) -> Review | None:
    """The most thorough review of the match as it is now."""
    return ReviewRepository(store).most_thorough(review_key(store, match.id, "normal"))
