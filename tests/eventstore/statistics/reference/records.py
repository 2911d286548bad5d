"""The records in some plays, computed from the plays themselves."""

from collections.abc import Iterator, Sequence

from core.ranking import sum_of
from eventstore.statistics import sides
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.records import Kind, Record


def records(played: Sequence[PlayedMatch], person: str | None = None) -> tuple[Record, ...]:
    """Games with the most plays come first; with `person` only the bests of this person."""
    games: dict[str, list[PlayedMatch]] = {}
    for match in played:
        games.setdefault(match.game, []).append(match)
    order = sorted(games, key=lambda game: (-len(games[game]), game))
    return tuple(record for game in order for record in _of_game(games[game], person))


def _of_game(played: Sequence[PlayedMatch], person: str | None) -> Iterator[Record]:
    candidates: dict[Kind, list[tuple[float, PlayedMatch, str | None]]] = {}
    for match in played:
        for kind, value, holder in _reached(match, person):
            candidates.setdefault(kind, []).append((value, match, holder))
    for kind, candidates_of_kind in candidates.items():
        fewest = are_fewest_best(kind, candidates_of_kind[0][1])
        value, match, holder = (min if fewest else max)(candidates_of_kind, key=lambda one: one[0])
        n = len({match.id for _, match, _ in candidates_of_kind})
        yield Record(kind, match.game, value, match.id, match.played_on, holder, n)


def are_fewest_best(kind: Kind, match: PlayedMatch) -> bool:
    """True if the least value is the record, in matches as this one."""
    return kind == "shortest" or (kind in ("points", "total") and match.lowest_wins)


def _reached(match: PlayedMatch, person: str | None) -> Iterator[tuple[Kind, float, str | None]]:
    """Candidates from one match: kind, value and holder; a margin only if exactly one side won."""
    known = sides.known_points(match)
    for seat_result, points in known:
        if person in (None, seat_result.person):
            yield "points", points, seat_result.person
    winners = [seat_result.person for seat_result in match.seats if seat_result.won]
    if person in (None, *winners) and (margin := sides.winning_margin(match)):
        yield "margin", margin, person or winners[0]
    if person is None and len(known) == len(match.seats) > 1:
        yield "total", sum_of(points for _, points in known) or 0, None
    if match.minutes is not None and match.decided:
        yield "longest", match.minutes, None
        yield "shortest", match.minutes, None
