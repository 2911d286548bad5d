"""Reviews made by hand: two seats, win chances that mirror each other."""

from core.review.review import Engine, Error, Grade, Review, ReviewedChance, ReviewedMove, ReviewedPosition, Values


def values(win: float, lead: float = 0.0) -> Values:
    """A change for seat 0 and its opposite for seat 1."""
    return Values((win, -win), (lead, -lead))


def move(version: int, seat: int, lost: float, grade: Grade, error: float = 0.01) -> ReviewedMove:
    change = values(-lost if seat == 0 else lost, -50 * lost if seat == 0 else 50 * lost)
    return ReviewedMove(version, seat, "played", "best", change, Error(error, 1.0), grade)


def chance(version: int, win: float, error: float = 0.01) -> ReviewedChance:
    return ReviewedChance(version, values(win, 50 * win), Error(error, 1.0))


def review(*parts: ReviewedMove | ReviewedChance, unexplained: float = 0.0) -> Review:
    """The review with these parts; both seats start with equal chances."""
    moves = tuple(part for part in parts if isinstance(part, ReviewedMove))
    lucks = tuple(part for part in parts if isinstance(part, ReviewedChance))
    won = 0.5 + sum(part.change.win[0] for part in parts) + unexplained
    ahead = sum(part.change.lead[0] for part in parts) + 50 * unexplained
    start, result = Values((0.5, 0.5), (0.0, 0.0)), Values((won, 1 - won), (ahead, -ahead))
    positions = tuple(ReviewedPosition(version, (0.5, 0.5), (0.0, 0.0), (0.0, 0.0)) for version in (1, 2))
    return Review(Engine(1, "quick", 1), start, moves, lucks, values(unexplained, 50 * unexplained), result, positions)
