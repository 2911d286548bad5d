"""Who plays against whom in one match, who finished before whom, and by how many points."""

from collections.abc import Sequence

from eventstore.statistics.plays import Played, Sitting


def sides(match: Played) -> tuple[tuple[Sitting, ...], ...]:
    """The sittings that win together, in seat order of their first: teams, else everybody for itself.

    A cooperative match has one side.
    """
    if match.cooperative:
        return (match.seats,)
    if all(sitting.team is None for sitting in match.seats):
        return tuple((sitting,) for sitting in match.seats)
    found: dict[tuple[bool, int], list[Sitting]] = {}
    for seat, sitting in enumerate(match.seats):
        own = (False, seat) if sitting.team is None else (True, sitting.team)
        found.setdefault(own, []).append(sitting)
    return tuple(map(tuple, found.values()))


def is_contest(match: Played) -> bool:
    """Whether it was decided who of two or more sides won: only then there is something to expect from chance."""
    return match.decided and len(sides(match)) > 1


def chance(match: Played) -> float:
    """The share of wins that luck alone would give each side of a contest."""
    return 1 / len(sides(match))


def is_scored(match: Played) -> bool:
    """Whether the points are those of the end; an open or broken-off match of known moves stopped half way."""
    return match.decided or (match.state == "closed" and match.depth != "moves")


def points(match: Played, sitting: Sitting) -> float | None:
    """The points of a seat at the end; None where they are not known."""
    return sitting.score if is_scored(match) else None


def side_points(match: Played, sitting: Sitting) -> float | None:
    """What the seat's side has at the end.

    A team has the points of its seats together, those of the whole team being noted at one of them.
    """
    side = next(side for side in sides(match) if any(one is sitting for one in side))
    return _sum(match, side)


def lead(match: Played, sitting: Sitting) -> float | None:
    """By how many points the seat's side was better than the best of the others; negative where it was worse.

    None where the points of a side are not known, or nobody sat on another side.
    """
    own: float | None = None
    others = list[float]()
    for side in sides(match):
        if (known := _sum(match, side)) is None:
            return None
        if any(one is sitting for one in side):
            own = known
        else:
            others.append(known)
    if own is None or not others:
        return None
    return min(others) - own if match.lowest_wins else own - max(others)


def winning_margin(match: Played) -> float | None:
    """The lead of the winner; None where several sides won or none, or against the points."""
    won = [side[0] for side in sides(match) if side[0].won]
    margin = lead(match, won[0]) if len(won) == 1 else None
    return margin if margin is not None and margin >= 0 else None


def _sum(match: Played, side: Sequence[Sitting]) -> float | None:
    known = [one.score for one in side if one.score is not None]
    return sum(known) if known and is_scored(match) else None


def opponents(match: Played, sitting: Sitting) -> tuple[Sitting, ...]:
    """Everybody on another side."""
    if match.cooperative:
        return ()
    return tuple(
        other for other in match.seats if other is not sitting and (other.team is None or other.team != sitting.team)
    )


def before(one: Sitting, other: Sitting) -> int | None:
    """1 where `one` finished before `other`, -1 after, 0 together; None where that is not known.

    Who won is before who did not, whatever the ranks say; both having won, they finished together.
    """
    if one.won is None or other.won is None:
        return None
    if one.won or other.won:
        return one.won - other.won
    if one.rank is None or other.rank is None:
        return None
    return (one.rank < other.rank) - (one.rank > other.rank)
