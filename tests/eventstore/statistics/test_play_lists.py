"""The lists of people and of games, and what is said first of one of them."""

import datetime

import pytest

from eventstore.statistics import answers, milestones, play_lists
from eventstore.statistics.plays import PlayedMatch
from eventstore.statistics.simple_fraction import simple_fraction
from tests.core.games.played import match, rounds
from tests.eventstore.statistics import figures as reference
from tests.eventstore.statistics.figures import categories, person

NAMES = {"Anna": "Anna", "Ben": "Ben", "Cilka": "Cilka"}
EVENING = [
    match("Anna* 9, Ben 5", played_on="2026-01-10"),
    match("Anna 9, Ben* 15", game="Go", played_on="2026-11"),
    match("Anna* 9, Ben 5", played_on="2026-11-20"),
    match("Anna, Ben, somebody", played_on="2026-11-21"),
]


def test_a_row_of_a_person_has_the_latest_known_results() -> None:
    anna, ben, cilka = reference.people_list(EVENING, ["Cilka", "Anna", "Ben"])
    assert (anna.person, anna.plays, anna.wins, anna.share.n) == ("Anna", 4, 2, 3)
    assert (anna.last, anna.recent) == ("2026-11-21", (True, False, True))
    assert (ben.person, ben.wins) == ("Ben", 1)
    assert (cilka.person, cilka.plays, cilka.last, cilka.recent) == ("Cilka", 0, None, ())


def test_a_game_has_a_usual_winner_from_two_wins_on() -> None:
    azul, go = reference.game_list(EVENING)
    assert (azul.game, azul.plays, azul.usual, azul.wins, azul.decided) == ("Azul", 3, "Anna", 2, 2)
    assert (azul.last, azul.people) == ("2026-11-21", 2)
    assert (go.usual, go.last) == (None, "2026-11")


def test_rows_count_wins_without_opponents_apart() -> None:
    together = [match("Anna*, Ben*", game="Pandemic", cooperative=True) for _ in range(2)]
    solo = match("Anna*", game="Pandemic")
    anna, _ = reference.people_list([*EVENING, *together, solo], ["Anna", "Ben"])
    assert (anna.plays, anna.wins, anna.share.n) == (7, 2, 3)
    assert (anna.cooperative.wins, anna.cooperative.decided, anna.solo.wins, anna.solo.decided) == (2, 2, 1, 1)
    pandemic = next(row for row in reference.game_list([*together, solo]) if row.game == "Pandemic")
    assert (pandemic.usual, pandemic.decided, pandemic.cooperative.wins, pandemic.solo.plays) == (None, 0, 2, 1)


def test_a_tie_has_no_usual_winner() -> None:
    assert play_lists.usual_winner({"Anna": 3, "Ben": 3}) == (None, 0)
    assert play_lists.usual_winner({}) == (None, 0)


def test_people_are_together_in_every_match_that_both_played() -> None:
    (both,) = reference.together(EVENING, NAMES)
    assert (both.one, both.other, both.plays) == ("Anna", "Ben", 4)
    duel = play_lists.duel_of(EVENING, both, NAMES)
    assert (duel.before, duel.after, duel.together) == (2, 1, 0)


def test_the_companion_of_a_person_is_most_often_at_the_same_table() -> None:
    played = [*EVENING, match("Cilka* 9, Ben 5"), match("Cilka, somebody")]
    assert [reference.companion(played, person, NAMES) for person in (*NAMES, "Zoe")] == ["Ben", "Anna", "Ben", None]


def test_people_with_three_plays_are_missed_after_ninety_days() -> None:
    rows = reference.people_list([*EVENING[:1], *EVENING[2:]], NAMES)
    (anna, ben) = play_lists.absent(rows, datetime.date(2027, 3, 1))
    assert ({anna.person, ben.person}, anna.days) == ({"Anna", "Ben"}, 100)
    assert not play_lists.absent(rows, datetime.date(2026, 12, 1))


@pytest.mark.parametrize(
    ("count", "n", "said"),
    [
        (83, 214, (2, 5)),
        (63, 126, (1, 2)),
        (23, 98, (1, 4)),
        (24, 71, (1, 3)),
        (4, 22, (1, 5)),
        (1, 9, (1, 9)),
        (0, 4, (0, 4)),
        (1, 50, (1, 50)),
        (49, 50, (49, 50)),
        (12, 12, (12, 12)),
    ],
)
def test_a_share_is_said_by_small_numbers(count: int, n: int, said: tuple[int, int]) -> None:
    found = simple_fraction(count, n)
    assert found is not None
    assert (found.count, found.of) == said


def test_of_no_play_no_share_is_said() -> None:
    assert simple_fraction(0, 0) is None


def test_the_nearest_milestone_comes_next() -> None:
    assert [milestones.next_goal(done) for done in (0, 9, 10, 99, 500, 1000, 1700)] == [
        *(10, 10, 25, 100, 1000, 1500, 2000)
    ]
    found = person([match("Anna* 1, Ben 0")] * 8 + [match("Anna 1, Ben* 2", game="Go")] * 4, "Anna", {}, {})
    nearest = milestones.of_person(found.plays, found.wins, found.games)
    assert nearest is not None
    assert (nearest.kind, nearest.done, nearest.goal, nearest.missing) == ("wins", 8, 10, 2)


def told(*played: PlayedMatch) -> answers.PersonAnswer:
    return answers.answer(person(played, "Anna", NAMES, {}))


def test_wins_are_set_beside_chance_and_by_game() -> None:
    won = [match("Anna* 9, Ben 5", played_on="2019-05-01") for _ in range(4)]
    lost = [match("Anna 9, Ben* 15", game="Go") for _ in range(3)]
    found = told(*won, *lost)
    assert (found.wins, found.beside, found.since) == (simple_fraction(4, 7), "more", "2019")
    assert found.per_100 == pytest.approx(100 * 0.5 / 7)
    assert [game.label for game in found.regular] == ["Azul", "Go"]
    assert (found.enough, found.best and found.best.label) == (3, "Azul")


def test_of_one_game_and_of_few_contests_nothing_is_compared() -> None:
    found = told(match("Anna* 9, Ben 5"))
    assert (found.beside, found.best, found.since) == (None, None, None)


@pytest.mark.parametrize(("per_100", "word"), [(20, "much more"), (-6, "less"), (0.4, "even"), (3, "a little more")])
def test_a_difference_has_a_word(per_100: float, word: str) -> None:
    assert answers.beside(per_100) == word


def test_categories_compare_winners_with_the_others() -> None:
    played = [match("Anna* 9, Ben 5", id="a", depth="rounds"), match("Anna 3, Ben* 5", id="b", depth="rounds")]
    details = {
        "a": (rounds(9, sources={"birds": 6, "eggs": 3}), rounds(5, sources={"birds": 5})),
        "b": (rounds(3, sources={"birds": 3}), rounds(5, sources={"birds": 5})),
    }
    birds, eggs = categories(played, details)
    assert (birds.source, birds.winners.value, birds.others.value, birds.difference) == ("birds", 5.5, 4, 1.5)
    assert (eggs.winners.n, eggs.winners.value, eggs.others.value) == (1, 3, 0)
