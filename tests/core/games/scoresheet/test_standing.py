"""The sides of a sheet in order, and their points after each round."""

from core.game import Points
from core.games import scoresheet
from core.games.scoresheet import Options, State
from core.games.scoresheet.standing import RoundEnd, ScoredSide, round_ends, standing

USUAL = Options()


def noted(*lines: str, seats: int = 3, options: Options = USUAL) -> State:
    state = scoresheet.setup(seats, options)
    for line in lines:
        event = scoresheet.parse(line)
        assert scoresheet.refusal(state, event) is None
        state = scoresheet.evolve(state, event)
    return state


def read(state: State) -> tuple[ScoredSide, ...]:
    return standing(state, scoresheet.scores(state), scoresheet.outcome(state))


def points(state: State) -> list[tuple[tuple[int, ...], Points]]:
    return [(side.seats, side.points) for side in read(state)]


def test_the_winner_comes_first_then_the_others_by_points() -> None:
    state = noted("final: 4 9 7", "wins 0")
    assert read(state) == (ScoredSide((0,), 4, 1, True), ScoredSide((1,), 9, 2, False), ScoredSide((2,), 7, 3, False))


def test_an_open_sheet_is_ordered_by_its_points() -> None:
    state = noted("Fields: 4 9 -")
    assert read(state) == (
        ScoredSide((1,), 9, 1, None),
        ScoredSide((0,), 4, 2, None),
        ScoredSide((2,), None, None, None),
    )
    assert [side.seats for side in read(noted("Fields: 4 9 7", options=Options(lowest_wins=True)))] == [
        (0,),
        (2,),
        (1,),
    ]


def test_a_team_is_one_side_with_the_sum_of_its_seats() -> None:
    state = noted("final: 4 9 - 3", "wins 0 2", seats=4, options=Options(teams=((0, 2), (1, 3))))
    assert points(state) == [((0, 2), 4), ((1, 3), 12)]


def test_all_win_or_lose_together() -> None:
    state = noted("final: 21 21 21", "wins 0 1 2", options=Options(cooperative=True))
    assert read(state) == (ScoredSide((0, 1, 2), 21, 1, True),)
    assert points(noted("final: 20 - -", options=Options(cooperative=True))) == [((0, 1, 2), 20)]


def test_without_points_only_the_winners_or_the_ranks_are_known() -> None:
    assert [side.rank for side in read(noted("wins 1"))] == [1, None, None]
    assert [(side.seats, side.rank) for side in read(noted("ranks 2 3 1"))] == [((2,), 1), ((0,), 2), ((1,), 3)]
    assert read(noted(seats=0)) == ()


def test_the_points_after_each_round_and_after_what_follows_them() -> None:
    state = noted("Bids 1: 1 2 3", "Tricks 1: 1 1 -", "Bids 2: 5 -5 0", "Bonus: 0 0 9", "wins 2")
    ends = round_ends(state, read(state))
    assert [side.seats for side in read(state)] == [(2,), (0,), (1,)]
    assert ends == (RoundEnd(1, (3, 2, 3)), RoundEnd(2, (3, 7, -2)), RoundEnd(None, (12, 7, -2)))
    assert round_ends(noted("Fields: 1 2 3", "Cards: 1 2 3"), read(noted("Fields: 1 2 3"))) == ()
