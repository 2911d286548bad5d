"""A position shows nothing that came after it, and a verdict says what a move loses."""

import json
from typing import Any

import pytest

from core.games import azacru, chocolatier
from core.record_events import MatchDescribed, TakenBack
from core.review.account import REVISION
from core.review.exercises import Exercise
from core.review.review import Engine, Error, Grade, Review, ReviewedMove, ReviewedPosition, Values
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.positions import missed_by
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from tests.recorded import record
from viewer.components.live.payload import payload
from viewer.pages.shared.positions import Position, cut, verdict


def test_a_table_is_cut_from_all_that_came_later(records: MatchRepository) -> None:
    match = record(records, "azul", chocolatier, ("Anna", "Ben"), 5)
    records.record("azul", MatchDescribed(title="Friday"))
    records.record("azul", TakenBack(since=match.frames[30].version))
    match = records.match("azul")
    version = match.frames[12].version
    table = cut(match, version)
    assert (table.now, table.version, table.names) == (match.frames[12], version, match.names)
    data = payload(table)
    assert (data["undone"], data["tally"], data["title"]) == (None, None, "Friday")
    sent = json.dumps(data["last"])
    assert all(str(frame.version) not in [str(row[0]) for row in json.loads(sent)] for frame in match.frames[13:])
    with pytest.raises(ValueError, match="has no event"):
        cut(match, match.log[-1].version)


def test_proposals_are_the_tables_before_a_persons_own_worse_moves(records: MatchRepository) -> None:
    match = record(records, "pacru", azacru, ("Anna", "Ben"), 1, events=8)
    reviews = ReviewRepository(records.store)
    rows = MatchIndex(records.store, records).matches()
    assert missed_by(records.store, rows, {"pacru": (0,)}) == []
    moves = [
        moved(2, 0, "mistake", -0.08),
        moved(3, 1, "blunder", -0.3),
        moved(4, 0, "good", -0.01),
        moved(6, 0, "blunder", -0.2),
    ]
    positions = tuple(ReviewedPosition(frame.version, (0.5, 0.5), (0, 0), (0, 0)) for frame in match.frames)
    zero = Values((0, 0), (0, 0))
    review = Review(Engine(REVISION, "quick", 1), zero, tuple(moves), (), zero, zero, positions)
    reviews.keep(review_key(records.store, "pacru", "quick"), match.version, review)
    found = missed_by(records.store, rows, {"pacru": (0,)})
    assert [(each.place, each.lost) for each in found] == [(Place("pacru", 5), 0.2), (Place("pacru", 1), 0.08)]


def moved(version: int, seat: int, grade: Grade, lost: float) -> ReviewedMove:
    change = Values((lost, -lost) if seat == 0 else (-lost, lost), (0, 0))
    return ReviewedMove(version, seat, "x", "y", change, Error(0, 0), grade)


@pytest.mark.slow
def test_a_verdict_names_the_best_move_and_the_loss(records: MatchRepository) -> None:
    whole = record(records, "pacru", azacru, ("Anna", "Ben"), 1)
    match = cut(whole, whole.frames[-6].version)
    events = list(azacru.legal_moves(match.now.state))
    asked = asked_for(match, events[0], azacru.write(events[1]))
    well = verdict(asked, events[0])
    assert (well.accepted, well.win, well.lead, well.best, well.was_played) == (True, 0, 0, (well.answer,), False)
    other = verdict(asked, events[-1])
    assert (other.accepted, other.best) == (False, well.best)
    assert other.answer != well.answer
    assert other.win >= 0 <= other.lead
    played = verdict(asked, events[1])
    assert (played.accepted, played.was_played) == (False, True)
    assert (played.win, played.lead) == (0.3, 4.0), "the loss of the move of the match is that of its review"


def asked_for(match: Match, best: Any, played: str) -> Position:
    """The last table of the match, where `best` is right and the match went on with `played`."""
    lost = Values((-0.3, 0.3) if best.seat == 0 else (0.3, -0.3), (-4.0, 4.0) if best.seat == 0 else (4.0, -4.0))
    move = ReviewedMove(match.version + 1, best.seat, played, azacru.write(best), lost, Error(0, 0), "blunder")
    return Position(
        Place(match.id, match.version), match, Exercise(best.seat, (azacru.write(best),), 0.1, "exact"), move
    )
