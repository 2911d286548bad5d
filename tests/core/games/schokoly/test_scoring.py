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


@pytest.mark.parametrize(
    ("rows", "top", "points"),
    [
        ("wwmw wmmd mwdd dmdm", (), (3, 4)),
        # Corners do not connect; a group runs over many cards and round corners.
        ("wd dw", (), (1, 1)),
        ("wwdd wwdd ddww ddww", (), (4, 4)),
        ("wwmm mwmm mwww mmmw", (), (7, 0)),
        # Covered pieces are worth nothing; a group goes on over both levels.
        ("wwww wwww", (), (8, 0)),
        ("wwww wwww", ("dd/wd 1,0",), (3, 3)),
        ("wwww wwww", ("dd/dd 1,0",), (2, 4)),
        ("wwmmdd wwmmdd", ("ww/ww 1,0",), (6, 4)),
        ("mm mm", (), (0, 0)),
    ],
)
def test_only_the_largest_group_of_the_own_color_counts(
    rows: str, top: tuple[str, ...], points: tuple[int, ...]
) -> None:
    assert schokoly.scores(table(*rows.split(), top=top)) == points


def test_worked_example_a_neutral_group_of_seven_with_six_edges_to_white_and_eight_to_dark() -> None:
    state = table("wwwwdddd", "wmmmmmmm", ".wwdddd.", ".wwmmmm.")
    seen = view(state.cards).colors
    seven = next(group for color, group in groups(seen) if color == MILK and len(group) == 7)
    assert (edges(seen, seven, WHITE), edges(seen, seven, DARK)) == (6, 8)
    assert schokoly.scores(state) == (5, 4 + 7)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ("mmmmmw mmmmmw", (2 + 10, 0)),  # From six pieces on.
        ("mmmw mmmw", (2 + 6, 0)),
        ("mmww mmmw", (3, 0)),
        ("wmmmmd wmmmmd", (2, 2)),  # Both touch it alike.
        # White's groups of two have two edges each, as many as dark's only one: all pieces of a color count.
        ("wmmmmd wmmmmd .ww... .dd...", (2 + 8, 2)),
        ("mmmwwddmmm mmmwwddmmm", (4 + 6, 4 + 6)),
        ("mmmw mmmw", (2, 0, 6)),  # With three players there is no neutral color.
        ("mmmwdd mmmwdd", (2 + 6, 4, 2 + 6, 4)),  # Partners have the same points.
    ],
)
def test_a_neutral_group_goes_to_the_color_with_more_edges_to_it(rows: str, points: tuple[int, ...]) -> None:
    assert schokoly.scores(table(*rows.split(), seats=len(points))) == points


def test_nothing_is_neutral_before_the_second_color_is_named() -> None:
    first = table("mmmw", "mmmw", colors=(WHITE, None))
    assert schokoly.scores(first) == (2, 0)
    assert schokoly.scores(table("mmmw", "mmmw", colors=(WHITE, DARK))) == (8, 0)


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
    assert (card.label, counter.label) == ("lays white-white over white-white", "puts a safety counter on a card")
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
