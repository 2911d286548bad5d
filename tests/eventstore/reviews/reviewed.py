"""Short matches to review, and a review that needs no engine."""

from core.games import azacru, chocolatier
from core.review.review import Engine, Error, Review, ReviewedChance, ReviewedMove, ReviewedPosition, Values
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import record

EVEN = Values((0.5, 0.5), (0.0, 0.0))


def short_azacru(records: MatchRepository, id: str = "short", events: int = 4) -> Match:
    return record(records, id, azacru, ("Anna", "Ben"), 5, events=events)


def short_chocolatier(records: MatchRepository, id: str = "sweet", events: int = 3) -> Match:
    return record(records, id, chocolatier, ("Anna", "Ben"), 5, events=events)


def made_up(seed: int = 7, *, judged: bool = True) -> Review:
    """Two choices and a deal: +.1 by luck, -.2 by the first choice, and .1 that nothing explains."""
    first = Values((-0.2, 0.2), (-6.0, 6.0))
    moves = (
        ReviewedMove(3, 0, "c 1 2", "c 1 3", first, Error(0.02, 0.5), "blunder", ("c 2 2",)),
        ReviewedMove(4, 1, "c 2 2", "c 2 2", Values((0.0, 0.0), (0.0, 0.0)), Error(0.0, 0.0), "best"),
    )
    return Review(
        Engine(1, "quick", seed),
        start=EVEN,
        moves=moves if judged else (),
        chance=(ReviewedChance(2, Values((0.1, -0.1), (1.25, -1.25)), Error(0.01, 0.1)),),
        unexplained=Values((0.1, -0.1), (0.75, -0.75)),
        result=Values((0.5, 0.5), (-4.0, 4.0)),
        positions=(ReviewedPosition(1, (0.5, 0.5), (0.0, 0.0), (30.0, 30.0)),),
        judged=judged,
        why="" if judged else "More search does not play better at a table of this size.",
    )
