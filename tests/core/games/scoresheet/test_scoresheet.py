"""Score sheets: noted and unknown points, and the winners."""

import builtins
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import Gain, Outcome, Points
from core.games import scoresheet
from core.games.scoresheet import Options, PointsNoted, RanksNamed, WinnersNamed
from core.games.scoresheet.events import Event
from core.games.scoresheet.rules import side_scores
from eventstore.codec import decode_event, decode_options, encode_event, encode_options
from tests.core.review.review_digests import KINDS

PLAIN = Options()
PAIRS = ((0, 2), (1, 3))


def sheet(text: str = "", seats: int = 3, options: Options = PLAIN) -> scoresheet.State:
    """The sheet with these lines on it, each of which must be accepted."""
    state = scoresheet.setup(seats, options)
    for line in filter(None, map(str.strip, text.splitlines())):
        event = scoresheet.parse(line)
        assert scoresheet.refusal(state, event) is None, line
        state = scoresheet.evolve(state, event)
    return state


def rule_of(state: scoresheet.State, event: Event) -> str | None:
    refusal = scoresheet.refusal(state, event)
    return refusal.rule if refusal else None


def outcome(text: str, seats: int = 3, options: Options = PLAIN) -> Outcome:
    ended = scoresheet.outcome(sheet(text, seats, options))
    assert ended is not None
    return ended


@pytest.mark.parametrize(
    ("lines", "scores"),
    [
        ("round one: 5 -3 0\nround two: 7 1.5 0", "12 -1.5 0"),
        ("", "None None None"),  # Nobody noted them: they are not zero.
        ("final: 52 0 -", "52 0 None"),
        ("round one: - - 0\nround two: 4 - -", "4 None 0"),
        ("final: 52 0.5 2.0", "52 0.5 2.0"),  # Whole points stay whole.
    ],
)
def test_the_score_is_the_sum_of_the_lines(lines: str, scores: str) -> None:
    assert " ".join(map(str, scoresheet.scores(sheet(lines)))) == scores


def test_every_line_is_a_round() -> None:
    sheets = ("", "a: 1 1 1", "a: 1 1 1\nb: - - -")
    assert [scoresheet.round_number(sheet(text)) for text in sheets] == [1, 2, 3]


def test_the_story_of_a_line_names_its_label_and_skips_the_unknown() -> None:
    (step,) = scoresheet.story(sheet("camels: 1 1 1"), PointsNoted("grain", (4, None, 0)))
    assert step.label == "grain"
    assert step.gains == (Gain(0, 4, "grain", "N-SCORE-1"), Gain(2, 0, "grain", "N-SCORE-1"))
    assert scoresheet.scores(step.state) == (5, 1, 1)


def test_a_label_stands_once_and_can_be_read() -> None:
    noted = sheet("grain: 1 2 3")
    assert rule_of(noted, PointsNoted("grain", (1, 2, 3))) == "N-LABEL-1"
    assert rule_of(noted, PointsNoted("Grain", (1, 2, 3))) is None
    for unreadable in ("", " \n", "half a letter \ud800"):
        assert rule_of(noted, PointsNoted(unreadable, (1, 2, 3))) == "N-LABEL-1"


def test_final_points_stand_alone() -> None:
    line = (1, 2, 3)
    assert rule_of(sheet("final: 1 2 3"), PointsNoted("grain", line)) == "N-LABEL-2"
    assert rule_of(sheet("grain: 1 2 3"), PointsNoted("final", line)) == "N-LABEL-2"
    assert rule_of(sheet("final: 1 2 3"), PointsNoted("final", line)) == "N-LABEL-1"


@pytest.mark.parametrize("points", [(), (1, 2), (1, 2, 3, 4), (None, None)])
def test_a_line_has_one_entry_a_seat(points: tuple[Points, ...]) -> None:
    assert rule_of(sheet(), PointsNoted("grain", points)) == "N-POINTS-1"


@pytest.mark.parametrize(
    "odd", [float("nan"), float("inf"), float("-inf"), 10**15 + 1, -(10**15) - 1, -(10**400), 1e300]
)
def test_points_are_numbers_of_a_size_that_can_be_drawn(odd: float) -> None:
    assert rule_of(sheet(), PointsNoted("grain", (1, odd, None))) == "N-POINTS-2"
    assert rule_of(sheet(), PointsNoted("grain", (10**15, -(10**15), -0.0))) is None


@pytest.mark.parametrize("seats", [(3,), (-1,), (0, 0), (2, 0), (0, 1, 2, 3)])
def test_winners_sit_at_the_table_and_are_named_in_seat_order(seats: tuple[int, ...]) -> None:
    assert rule_of(sheet(), WinnersNamed(seats)) == "N-WIN-1"


def test_a_team_wins_together() -> None:
    teams = sheet(seats=4, options=Options(teams=PAIRS))
    assert rule_of(teams, WinnersNamed((0, 1))) == "N-WIN-2"
    assert [rule_of(teams, WinnersNamed(seats)) for seats in ((0, 2), (0, 1, 2, 3), ())] == [None] * 3


def test_together_everybody_wins_or_nobody() -> None:
    together = sheet(options=Options(cooperative=True))
    assert rule_of(together, WinnersNamed((0, 1))) == "N-WIN-2"
    assert list(scoresheet.legal_moves(together)) == [WinnersNamed((0, 1, 2)), WinnersNamed(())]


def test_a_sheet_is_closed_once_the_winners_are_named() -> None:
    open_sheet, closed = sheet("final: 3 2 1"), sheet("final: 3 2 1\nwins 0")
    assert (scoresheet.turn(open_sheet), scoresheet.turn(closed)) == (0, None)
    assert scoresheet.outcome(open_sheet) is None
    assert rule_of(closed, WinnersNamed((1,))) == "N-WIN-3"
    assert rule_of(closed, PointsNoted("grain", (1, 2, 3))) == "N-WIN-3"
    assert list(scoresheet.legal_moves(closed)) == []


def test_chance_has_no_part_in_it() -> None:
    with pytest.raises(ValueError, match="nothing to chance"):
        scoresheet.deal(sheet(), Random(1))


GOLF, TOGETHER, ONE_AGAINST_TWO = Options(lowest_wins=True), Options(cooperative=True), Options(teams=((2, 1),))


@pytest.mark.parametrize(
    ("points", "named", "proposed", "expected", "options"),
    [
        # Unknown points come last, behind negative ones.
        ("- 0 47", "wins 2", (2,), Outcome((2,), (3, 2, 1), "Most points."), PLAIN),
        ("- -5 -", "wins 1", (1,), Outcome((1,), (2, 1, 2), "Most points."), PLAIN),
        ("70 - 68", "wins 2", (2,), Outcome((2,), (2, 3, 1), "Fewest points."), GOLF),
        # Equal points share the win, or a place behind it.
        ("40 12 40", "wins 0 2", (0, 2), Outcome((0, 2), (1, 3, 1), "Most points, shared."), PLAIN),
        ("12 40 12 9", "wins 1", (1,), Outcome((1,), (2, 1, 2, 4), "Most points."), PLAIN),
        # The table may name a winner against the points, without any, or nobody.
        ("40 12 40", "wins 2", (0, 2), Outcome((2,), (2, 3, 1), "Named at the table."), PLAIN),
        ("40 12 38", "wins 1 2", (0,), Outcome((1, 2), (3, 1, 1), "Named at the table, shared."), PLAIN),
        ("- - -", "wins 1", (), Outcome((1,), (2, 1, 2), "Named at the table."), PLAIN),
        ("3 9 -", "wins nobody", (1,), Outcome((), (2, 1, 3), "Nobody won."), PLAIN),
        # Together everybody is first, whatever the points; a seat in no team plays for itself.
        ("3 9 -", "wins 0 1 2", (), Outcome((0, 1, 2), (1, 1, 1), "Everybody won together."), TOGETHER),
        ("3 9 -", "wins nobody", (), Outcome((), (1, 1, 1), "Nobody won."), TOGETHER),
        ("9 5 6", "wins 0", (1, 2), Outcome((0,), (1, 2, 2), "Named at the table."), ONE_AGAINST_TWO),
    ],
)
def test_who_wins_by_the_points_and_by_what_the_table_says(
    points: str, named: str, proposed: tuple[int, ...], expected: Outcome, options: Options
) -> None:
    seats = len(points.split())
    assert scoresheet.proposed_winners(sheet(f"final: {points}", seats, options)) == proposed
    assert outcome(f"final: {points}\n{named}", seats, options) == expected


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ("3 1 2", Outcome((1,), (3, 1, 2), "Named at the table.")),
        ("2 1 1", Outcome((1, 2), (3, 1, 1), "Named at the table, shared.")),
        ("- 1 2", Outcome((1,), (3, 1, 2), "Named at the table.")),  # An unknown rank is the last.
        ("2 2 3", Outcome((), (1, 1, 3), "Nobody won.")),
        ("4 7 4", Outcome((), (1, 3, 1), "Nobody won.")),  # Ranks that nobody takes up are left out.
    ],
)
def test_ranks_give_the_outcome_where_no_points_are_known(ranks: str, expected: Outcome) -> None:
    assert outcome(f"ranks {ranks}") == expected


def test_teams_are_ranked_by_the_sum_of_their_seats() -> None:
    teams = Options(teams=PAIRS)
    noted = sheet("final: 10 30 25 -", 4, teams)
    assert side_scores(noted) == (35, 30)
    assert scoresheet.proposed_winners(noted) == (0, 2)
    assert outcome("final: 10 30 25 -\nwins 0 2", 4, teams) == Outcome((0, 2), (1, 2, 1, 2), "Most points.")
    assert side_scores(sheet("final: - 30 - -", 4, teams)) == (None, 30)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (Options(teams=((0, 1), (1, 2))), "one team only"),
        (Options(teams=((0, 3),)), "Teams may contain only the seats"),
        (Options(teams=((-1,),)), "Teams may contain only the seats"),
        (Options(teams=((),)), "at least one seat"),
        (Options(teams=((0, 1),), cooperative=True), "no teams"),
    ],
)
def test_teams_that_cannot_be_are_refused(options: Options, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        scoresheet.setup(3, options)


def test_a_match_of_nobody_is_over_at_once() -> None:
    assert outcome("", seats=0) == Outcome((), (), "Nobody won.")


def test_a_chosen_match_is_a_line_of_final_points_and_its_winners() -> None:
    state = sheet()
    for _ in range(2):
        state = scoresheet.evolve(state, scoresheet.choose(state, Random(3)))
    assert [line.label for line in state.noted] == ["final"]
    assert state.winners == scoresheet.proposed_winners(state)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (PointsNoted("final", (52, 47, None)), "final: 52 47 -"),
        (PointsNoted("Länder & Städte", (-1.5, 0, 1e20)), "Länder & Städte: -1.5 0 1e+20"),
        (PointsNoted("1. Runde", (1,)), '"1. Runde": 1'),
        (PointsNoted('say "hi": {now}', (1,)), r'"say \"hi\": {now}": 1'),
        (PointsNoted("two\u2028lines\n", ()), r'"two\u2028lines\n":'),
        (WinnersNamed((0, 2)), "wins 0 2"),
        (RanksNamed((2, None, 1)), "ranks 2 - 1"),
        (WinnersNamed(()), "wins nobody"),
        (PointsNoted("wins", (0, 2)), "wins: 0 2"),
    ],
)
def test_notation(event: Event, line: str) -> None:
    assert scoresheet.write(event) == line
    assert scoresheet.parse(line) == event
    assert decode_event(scoresheet, encode_event(event)) == event


@given(
    label=st.text(),
    points=st.lists(st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)).map(tuple),
)
def test_any_label_and_any_number_read_back(label: str, points: tuple[Points, ...]) -> None:
    line = scoresheet.write(PointsNoted(label, points))
    assert line.splitlines() == [line]
    assert scoresheet.parse(line) == PointsNoted(label, points)


@pytest.mark.parametrize(
    "text",
    [
        *("", "wins", "wins 1,2", "wins nobody 1", "ranks", "ranks 1,2", "ranks 1.5", "final 1 2", "final: 1,5"),
        *("final: 1e999", "final: nan", "final: ٣", "1. Runde: 3", '"a\\x": 1', '"a: 1', ": 1", "a: 1\nb: 2"),
    ],
)
def test_what_is_not_notation_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        scoresheet.parse(text)


def test_unknown_points_and_options_survive_the_log() -> None:
    event = PointsNoted("final", (0, None, -2.5))
    assert encode_event(event) == '{"type":"PointsNoted","label":"final","points":[0,null,-2.5]}'
    options = Options(title="Skat", bgg_id=2397, lowest_wins=True, teams=((0, 2), (1, 3)))
    assert decode_options(scoresheet, encode_options(options)) == options


def test_a_team_shares_a_rank() -> None:
    pairs = Options(teams=((0, 2),))
    assert outcome("ranks 1 2 1", options=pairs) == Outcome((0, 2), (1, 2, 1), "Named at the table.")
    assert rule_of(sheet(options=pairs), RanksNamed((1, 2, 3))) == "N-RANK-2"


@pytest.mark.parametrize("ranks", [(), (1, 2), (1, 2, 3, 4), (None, None, None), (0, 1, 2), (1, 2, 10**6), (-1, 1, 2)])
def test_there_is_one_rank_a_seat_from_one_on(ranks: tuple[int | None, ...]) -> None:
    assert rule_of(sheet(), RanksNamed(ranks)) == "N-RANK-2"


def test_ranks_are_named_instead_of_points_and_close_the_sheet() -> None:
    assert rule_of(sheet("final: 1 2 3"), RanksNamed((3, 2, 1))) == "N-RANK-2"
    assert rule_of(sheet(options=Options(cooperative=True)), RanksNamed((1, 1, 1))) == "N-RANK-2"
    assert rule_of(sheet("ranks 1 2 3"), WinnersNamed((0,))) == "N-WIN-3"
    assert RanksNamed((1, 2, 3)) in scoresheet.legal_moves(sheet())
    assert [*scoresheet.legal_moves(sheet("final: 1 2 3"))] == [WinnersNamed((2,)), WinnersNamed(())]
    pairs = Options(teams=((0, 2), (1, 3)))
    assert RanksNamed((1, 2, 1, 2)) in scoresheet.legal_moves(sheet(seats=4, options=pairs))


@pytest.mark.parametrize("kind", KINDS)
def test_the_winning_team_does_not_depend_on_the_python(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, "sum", KINDS[kind])
    state = scoresheet.setup(6, scoresheet.Options(teams=((0, 1, 2), (3, 4, 5))))
    state = scoresheet.evolve(state, PointsNoted("final", (0.1, 0.2, 0.3, 0.6, 0, 0)))
    assert scoresheet.proposed_winners(state) == (0, 1, 2), "0.6000000000000001, from left to right as in the browser"
