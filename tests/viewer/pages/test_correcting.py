"""Correcting: proposals tried out before anything is written, compared with what stands, and what they would break."""

import json
from typing import Any

import pytest

from core.game import AnyGame
from core.games import chocolatier, scoresheet
from core.record_events import MatchClosed, MatchDescribed, PointsAdjusted, TakenBack
from eventstore.matches.history import header_changes
from eventstore.matches.history import history as changes_of
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from tests.recorded import FILL, record
from viewer.pages.replay import comparison, history, proposal
from viewer.pages.replay.comparison import ComparisonSide, compare
from viewer.pages.replay.proposal import InvalidLine, Proposal, effective, moves, proposed, restoring, written

PLAYED = ("A: 1 brown > 2", "B: 2 red > 2", "A: center red > 1", "B: 5 blue > 3")


@pytest.fixture
def match(records: MatchRepository) -> Match:
    """Four moves into a match; the first one is at place 1 of the table."""
    return records.start(chocolatier, ("Anna", "Ben"), *map(chocolatier.parse, (FILL, *PLAYED)), id="m")


def lines(proposal: Proposal) -> list[str]:
    return written(proposal.match, proposal.entries).splitlines()


def accept(records: MatchRepository, proposal: Proposal, why: str = "a slip") -> Match:
    rows = proposal.rows(why)
    times = [row.happened_at for row in rows]
    return records.record(
        proposal.match.id, *(row.event for row in rows), expected_version=proposal.match.version, times=times
    )


def as_json(parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False)


def test_the_winner_of_a_proposal_follows_the_points_as_after_the_correction(records: MatchRepository) -> None:
    sheet = records.start(scoresheet, ("Anna", "Ben"), *map(scoresheet.parse, ("final: 52 55", "wins 1")))
    proposal = proposed(sheet, 0, 0, "other", "final: 60 55")
    assert proposal.preview.outcome == accept(records, proposal).outcome
    assert "Anna wins. Most points." in as_json(comparison.points(compare(proposal, ComparisonSide(sheet))))


def test_a_slip_is_what_happened_in_place_of_what_was_recorded(match: Match) -> None:
    cases: tuple[tuple[proposal.CorrectionKind, str, list[str]], ...] = (
        ("other", "B: 2 red > 4", [FILL, PLAYED[0], "B: 2 red > 4", *PLAYED[2:]]),
        ("before", "B: 3 black > 2", [FILL, PLAYED[0], "B: 3 black > 2", *PLAYED[1:]]),
        ("after", "A: 3 black > 2", [FILL, *PLAYED[:2], "A: 3 black > 2", *PLAYED[2:]]),
        ("never", "", [FILL, PLAYED[0], *PLAYED[2:]]),
        ("range", "B: 2 red > 4\n\nA: center white > 1",
         [FILL, PLAYED[0], "B: 2 red > 4", "A: center white > 1", PLAYED[3]]),
    )  # fmt: skip
    for kind, line, expected in cases:
        assert lines(proposed(match, 2, 3, kind, line)) == expected
    with pytest.raises(InvalidLine, match="Line 2: "):
        proposed(match, 2, 3, "range", "B: 2 red > 4\nwhat?")
    with pytest.raises(InvalidLine, match="what"):
        proposed(match, 2, 2, "other", "what?")
    same = proposed(match, 1, 4, "range", "\n".join(PLAYED))
    assert (same.is_new, same.rows("why")) == (False, ()), "what changes nothing is no correction"


def test_accepting_makes_stand_what_was_proposed_and_leaves_the_rest_its_versions(
    records: MatchRepository, match: Match
) -> None:
    changed = proposed(match, 2, 2, "other", "B: 2 red > 4")
    assert changed.broken == ()
    grown = accept(records, changed)
    assert [entry.event for entry in effective(grown)] == [entry.event for entry in changed.entries]
    assert [entry.version for entry in effective(grown)] == [2, 3, 8, 5, 6]
    assert grown.frames[-1].state == changed.preview.now.state


def test_what_would_break_is_listed_with_the_reason_or_as_it_was_written(match: Match) -> None:
    changed = proposed(match, 1, 1, "never", "")
    assert [one.version for one in changed.broken] == [4, 5, 6]
    assert changed.lasting == 1
    parts = as_json(comparison.breaking(compare(changed, ComparisonSide(match))))
    assert "3 moves would be illegal" in parts
    assert "Ben takes 2 red from display 2" in parts
    assert changed.broken[0].refusal.sentence in parts
    illegal = proposed(match, 2, 2, "other", "B: 1 red > 2")
    assert illegal.is_written_here(illegal.broken[0].version)
    assert "B: 1 red > 2" in as_json(comparison.breaking(compare(illegal, ComparisonSide(match))))


def test_a_correction_can_be_made_to_reach_what_would_break(match: Match) -> None:
    changed = proposed(match, 1, 1, "other", "A: 2 red > 2")
    assert changed.broken
    longer = proposal.up_to_what_breaks(changed)
    assert longer.lines.splitlines() == ["A: 2 red > 2", *PLAYED[1 : longer.last]]
    again = proposed(match, longer.first, longer.last, "range", longer.lines)
    assert lines(again) == lines(changed)
    fixed = proposed(match, longer.first, longer.last, "range", longer.lines.replace("B: 2 red > 2", "B: 1 brown > 2"))
    assert fixed.lasting > changed.lasting


def test_the_rest_that_would_break_can_be_dropped(match: Match) -> None:
    changed = proposed(match, 2, 2, "other", "B: 1 blue > 1")
    longer = proposal.without_the_rest(changed)
    dropped = proposed(match, longer.first, longer.last, "range", longer.lines)
    assert (dropped.broken, longer.last) == ((), 4)
    assert lines(dropped) == lines(changed)[: changed.lasting]
    forgotten = proposal.without_the_rest(proposed(match, 4, 4, "after", "B: 1 red > 1"))
    assert (forgotten.first, forgotten.last, forgotten.lines) == (4, 4, PLAYED[3]), "at the very end"


def test_points_are_told_by_seat_with_their_change(records: MatchRepository) -> None:
    match = record(records, "two", chocolatier, ("Anna", "Ben"), 5, options={"edition": "azul"})
    place = [entry.version for entry in effective(match)].index(66)
    better = proposed(match, place, place, "other", "A: center yellow > 1")
    compared = compare(better, ComparisonSide(match))
    had, has = match.now.scores[0], better.preview.now.scores[0]
    assert (better.broken, has - had) == ((), 13)
    parts = as_json(comparison.points(compared))
    assert "+13" in parts
    assert [match.frames[old].version for old, _ in compared.rescored] == [73]
    assert compared.recorded.gained(compared.rescored[0][0]) in parts
    assert as_json(comparison.boards(compared, "then", "light")).count("data:image/svg+xml") == 2


def test_what_would_break_is_compared_with_the_table_right_before_it(match: Match) -> None:
    changed = proposed(match, 1, 1, "other", "A: 2 red > 2")
    compared = compare(changed, ComparisonSide(match))
    assert changed.broken[0].version == match.frames[compared.end + 1].version
    assert len(changed.preview.frames) == compared.end + 1
    shorter = compare(proposed(match, 1, 1, "never", ""), ComparisonSide(match))
    assert (shorter.end, len(shorter.proposal.preview.frames)) == (2, 2)
    illegal = compare(proposed(match, 2, 2, "other", "B: 1 red > 2"), ComparisonSide(match))
    assert (illegal.end, len(illegal.proposal.preview.frames)) == (3, 3)


def test_moves_that_leave_all_later_ones_legal_are_offered_first(match: Match) -> None:
    offered = proposal.fitting_first(match, 2, "other", moves(match, match.frames[2]))
    breaks = [label.endswith("later moves would be illegal") for label in offered.values()]
    assert breaks == sorted(breaks)
    for line, broken in zip(offered, breaks, strict=True):
        assert bool(proposed(match, 2, 2, "other", line).broken) == broken
    assert 0 < sum(breaks) < len(breaks)


def test_what_was_corrected_or_taken_back_can_be_restored(records: MatchRepository, match: Match) -> None:
    corrected = accept(records, proposed(match, 2, 2, "other", "B: 2 red > 4"))
    back = restoring(corrected, 7)
    assert isinstance(back, Proposal)
    assert lines(back) == [FILL, *PLAYED]
    records.record("m", TakenBack(5))
    restored = restoring(records.match("m"), 9)
    assert isinstance(restored, Proposal)
    assert lines(restored)[3:] == list(PLAYED[2:])
    again = accept(records, restored, "not taken back")
    assert written(again, effective(again)).splitlines()[3:] == list(PLAYED[2:])


def test_the_history_shows_what_was_changed_in_the_header(records: MatchRepository, match: Match) -> None:
    records.describe("m", MatchDescribed(place="Brno", players=("Anna", "Cleo")))
    records.describe("m", MatchDescribed(place="Brno"))
    changed = records.describe("m", MatchDescribed(place="", minutes=90, played_on="2026-11-20"))
    first, last = header_changes(records, changed)
    assert (first.by, first.was.place, first.became.place, last.became.place) == ("local", None, "Brno", "")
    card = as_json(history.header_card(changed, first))
    for words in ("Players: Anna and Ben", "Players: Anna and Cleo", "Place: -", "Place: Brno"):
        assert words in card
    assert "Title" not in card
    card = as_json(history.header_card(changed, last))
    for words in ("Length: 1 h 30 min", "Length: -", "Date: Nov 20, 2026"):
        assert words in card


def test_the_history_shows_notes_whose_move_no_longer_stands(records: MatchRepository, match: Match) -> None:
    records.note("m", 4, "<b>greedy</b>", author="Zoe")
    notes = records.notes("m")
    assert "1 note refers to a move" in as_json(comparison.losing_notes(proposed(match, 2, 2, "never", ""), notes))
    assert comparison.losing_notes(proposed(match, 3, 3, "never", ""), notes) == []
    grown = accept(records, proposed(match, 2, 2, "other", "B: 2 red > 4"), "line <4>")
    (one,) = changes_of(records, grown)
    assert history.headline(one) == "Recording error: line <4>"
    card = as_json(history.card(grown, one, notes))
    assert "R1.2  Ben takes 2 red from display 2 to line 2" in card
    assert "R1.2  Ben takes 2 red from display 2 to line 4" in card
    assert "<b>greedy</b> (Zoe)" in card


def test_a_fork_is_corrected_without_its_parent_and_rulings_and_closes_like_moves(
    records: MatchRepository, match: Match
) -> None:
    fork = records.fork("m", 5)
    grown = accept(records, proposed(fork, 2, 2, "other", "B: 2 red > 4"))
    assert written(grown, effective(grown)).splitlines() == [FILL, PLAYED[0], "B: 2 red > 4", PLAYED[2]]
    assert written(match, effective(records.match("m"))).splitlines() == [FILL, *PLAYED]
    restored = restoring(grown, changes_of(records, grown)[-1].change.version)
    assert isinstance(restored, Proposal)
    assert lines(restored) == [FILL, *PLAYED[:3]]
    closed = records.record("m", PointsAdjusted(1, 5, "ruled"), MatchClosed("agreed"))
    ruling = written(closed, effective(closed)[5:6])
    changed = proposed(closed, 5, 5, "other", ruling.replace("5", "3"))
    assert (changed.broken, changed.preview.now.scores) == ((), (0, 3))
    assert accept(records, changed).state == "closed"


def test_a_game_nobody_drew_can_be_corrected(records: MatchRepository, toy_game: AnyGame) -> None:
    match = record(records, "pig", toy_game, ("Anna", "Ben"), 1)
    compared = compare(Proposal(match, effective(match)[:3]), ComparisonSide(match))
    assert as_json(comparison.boards(compared, "end", "dark")).count("data:image/svg+xml") == 2
    assert as_json(comparison.moves(compared)).count('"li"') == comparison.SHOWN + 1
