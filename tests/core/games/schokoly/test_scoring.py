"""The points of a table (S-SCORE), the winner (S-END-2), and the stages of scoring."""

from dataclasses import replace

import pytest

from core.game import Gain
from core.games import schokoly
from core.games.schokoly.events import CardLaid, ColorChosen, Event, HandSeen, Passed, SwapAnswered, SwapOffered
from core.games.schokoly.scoring import edges, groups
from core.games.schokoly.state import Options, State
from core.games.schokoly.table import view
from tests.core.games.schokoly.table import DARK, MILK, SWAPS, WHITE, played, read, table


def points(*rows: str, seats: int = 2, top: tuple[str, ...] = ()) -> tuple[int, ...]:
    """White's and dark's points (with three players milk's too) for a table drawn as text."""
    return schokoly.scores(table(*rows, top=top, seats=seats))


# S-SCORE-1, S-SCORE-2


def test_only_the_largest_group_of_the_own_color_counts() -> None:
    assert points("wwmw", "wmmd", "mwdd", "dmdm") == (3, 4)


def test_corners_do_not_connect() -> None:
    assert points("wd", "dw") == (1, 1)
    assert points("wwdd", "wwdd", "ddww", "ddww") == (4, 4)


def test_a_group_may_run_over_many_cards_and_round_corners() -> None:
    assert points("wwmm", "mwmm", "mwww", "mmmw") == (7, 0)


def test_covered_pieces_are_worth_nothing() -> None:
    assert points("wwww", "wwww") == (8, 0)
    assert points("wwww", "wwww", top=("dd/wd 1,0",)) == (3, 3)
    assert points("wwww", "wwww", top=("dd/dd 1,0",)) == (2, 4)


def test_a_group_goes_on_over_both_levels() -> None:
    assert points("wwmmdd", "wwmmdd", top=("ww/ww 1,0",)) == (6, 4)


def test_a_color_that_is_nowhere_has_no_points() -> None:
    assert points("mm", "mm") == (0, 0)


# S-SCORE-3


def test_worked_example_a_neutral_group_of_seven_with_six_edges_to_white_and_eight_to_dark() -> None:
    state = table("wwwwdddd", "wmmmmmmm", ".wwdddd.", ".wwmmmm.")
    seen = view(state.cards).colors
    seven = next(group for color, group in groups(seen) if color == MILK and len(group) == 7)
    assert (edges(seen, seven, WHITE), edges(seen, seven, DARK)) == (6, 8)
    assert schokoly.scores(state) == (5, 4 + 7)


def test_a_neutral_group_counts_from_six_pieces_on() -> None:
    assert points("mmmmmw", "mmmmmw") == (2 + 10, 0)
    assert points("mmmw", "mmmw") == (2 + 6, 0)
    assert points("mmww", "mmmw") == (3, 0)


def test_a_neutral_group_both_touch_alike_is_nobodys() -> None:
    assert points("wmmmmd", "wmmmmd") == (2, 2)


def test_all_pieces_of_a_color_count_for_the_edges_not_only_its_largest_group() -> None:
    # White's groups of two have two edges each, as many as dark's only one.
    assert points("wmmmmd", "wmmmmd", ".ww...", ".dd...") == (2 + 8, 2)


def test_several_neutral_groups_go_each_their_own_way() -> None:
    assert points("mmmwwddmmm", "mmmwwddmmm") == (4 + 6, 4 + 6)


def test_with_three_players_there_is_no_neutral_color() -> None:
    assert points("mmmw", "mmmw", seats=3) == (2, 0, 6)


def test_partners_have_the_same_points() -> None:
    assert points("mmmwdd", "mmmwdd", seats=4) == (2 + 6, 4, 2 + 6, 4)


def test_nothing_is_neutral_before_the_second_color_is_named() -> None:
    first = table("mmmw", "mmmw", colors=(WHITE, None))
    assert schokoly.scores(first) == (2, 0)
    assert schokoly.scores(table("mmmw", "mmmw", colors=(WHITE, DARK))) == (8, 0)


# S-END-2


def over(*rows: str, seats: int = 2) -> State:
    return replace(table(*rows, seats=seats), phase="over", mover=None)


def test_most_points_win() -> None:
    outcome = schokoly.outcome(over("wwmd", "wmmd"))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks, outcome.why) == ((0,), (1, 2), "Most points: 3.")


def test_a_tie_is_shared() -> None:
    outcome = schokoly.outcome(over("wwdd", "mmmm"))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((0, 1), (1, 1))
    assert outcome.why == "Equal on 2 points: the victory is shared."


def test_three_players_are_ranked() -> None:
    outcome = schokoly.outcome(over("wdmm", "wddm", seats=3))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks) == ((1, 2), (3, 1, 1))


def test_a_team_wins_together() -> None:
    outcome = schokoly.outcome(over("wddd", "wmmd", seats=4))
    assert outcome is not None
    assert (outcome.winners, outcome.ranks, outcome.why) == ((1, 3), (2, 1, 2, 1), "Most points: 4.")


def test_nobody_has_won_before_the_end() -> None:
    assert schokoly.outcome(table("ww", "ww")) is None


# The story


def labels_and_gains(state: State, event: Event) -> list[tuple[str, tuple[Gain, ...]]]:
    return [(step.label, step.gains) for step in schokoly.story(state, event)]


def test_a_card_brings_points_to_the_cells_of_the_group() -> None:
    assert labels_and_gains(table("wm", "mm"), CardLaid(0, "ww/dd", -2, 0)) == [
        (
            "lays white-white over dark-dark",
            (
                Gain(0, 2, "group", "S-SCORE-2", ("piece/0/0", "piece/-1/0", "piece/-2/0")),
                Gain(1, 2, "group", "S-SCORE-2", ("piece/-2/1", "piece/-1/1")),
            ),
        )
    ]


def test_a_stacked_card_costs_what_it_covers() -> None:
    (step,) = schokoly.story(table("wwmm", "wwmm", mover=1), CardLaid(1, "dd/md", 1, 0, stacked=True))
    assert step.label == "lays dark-dark over milk-dark on top"
    assert [(gain.seat, gain.points) for gain in step.gains] == [(0, -2), (1, 3)]
    assert step.gains[1].cells == ("piece/1/0/top", "piece/2/0/top", "piece/2/1/top")


def test_a_safety_counter_is_a_stage_of_its_own() -> None:
    state = table("wwww", "wwww")
    card, counter = schokoly.story(state, CardLaid(0, "ww/ww", 4, 0, guard=(2, 0)))
    assert (card.label, counter.label) == (
        "lays white-white over white-white",
        "puts a safety counter on a card",
    )
    assert [laid.counter for laid in card.state.cards] == [None] * 3
    assert counter.gains == ()


def test_neutral_groups_are_a_source_of_their_own() -> None:
    state = table("mmmm", "mmmm")
    ((_, gains),) = labels_and_gains(state, CardLaid(0, "mw/mw", 4, 0))
    assert [(gain.seat, gain.points, gain.source, gain.rule) for gain in gains] == [
        (0, 2, "group", "S-SCORE-2"),
        (0, 10, "neutral", "S-SCORE-3"),
    ]
    assert len(gains[1].cells) == 10


def test_the_end_is_told() -> None:
    state = played(table("ww", "ww"), Passed(0))
    assert [step.label for step in schokoly.story(state, Passed(1))] == ["passes", "the match ends: all have passed"]


@pytest.mark.parametrize(
    ("event", "label"),
    [
        (HandSeen(0, ("ww/mm", "wm/dd")), "has white-white over milk-milk, white-milk over dark-dark in hand"),
        (SwapOffered(0, 1, 2), "offers a card with 2 of the opponent's pieces"),
        (Passed(0), "passes"),
    ],
)
def test_other_events_have_labels_too(event: Event, label: str) -> None:
    state = table("ww", "ww", seats=3, options=Options(deck="open", swaps=True))
    assert [step.label for step in schokoly.story(state, event)] == [label]


def test_answers_and_colors_have_labels() -> None:
    state = read(table("ww", "ww", seats=3, options=SWAPS), "A: offer B 2")
    assert schokoly.story(state, SwapAnswered(1, True))[0].label == "swaps a card"
    assert schokoly.story(state, SwapAnswered(1, False))[0].label == "turns the offer down"
    start = schokoly.setup(2, Options())
    assert schokoly.story(start, ColorChosen(0, "milk"))[0].label == "plays milk"
