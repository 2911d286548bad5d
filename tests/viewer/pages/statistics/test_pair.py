"""Words and drawings of the head-to-head page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from eventstore.statistics.intervals import Mean
from eventstore.statistics.pair import MAX_STEPS, Pair, pair, periods
from eventstore.statistics.plays import PlayedMatch
from tests.core.games.played import match
from viewer.boards.scene import Json
from viewer.look.emblem import Faces
from viewer.pages.pair import pair_sections
from viewer.pages.shared.faces import Emblems
from viewer.texts import pair_words

NAMES = {"Anna": "Anna", "Ben": "<b>Ben</b>", "Cilka": "Cilka"}
WON, LOST, TIE = "Anna* 9, Ben 5", "Anna 1, Ben* 5", "Anna* 5, Ben* 5"


def between(*played: PlayedMatch, people: Sequence[str] = ("Anna", "Ben")) -> Pair:
    return pair(played, people, NAMES, {})


def texts(node: Json) -> Iterator[str]:
    if isinstance(node, list):
        _, _, children = node
        assert isinstance(children, list)
        for child in children:
            yield from texts(child)
    else:
        yield str(node)


def test_the_score_of_two_is_said_with_what_luck_may_do() -> None:
    for results, says in (
        ((WON, LOST, WON), "{leader} leads 2 to 1, which may be luck."),
        ((WON,) * 9 + (LOST,), "{leader} leads 9 to 1, more than luck alone would give."),
        ((WON, LOST, TIE), "They are level, 1 to 1."),
        (("Anna, Ben",), "No result between the two is known yet."),
    ):
        assert pair_words.answer(between(*map(match, results))) == says


def test_the_lead_in_points_is_told_to_a_tenth_of_the_one_who_has_it() -> None:
    duels = [
        replace(between(match(WON)).duels[0], margin=Mean(9, value, None, None, few=few))
        for value, few in ((2.34, False), (-2.36, False), (None, False), (2.34, True))
    ]
    assert [pair_words.margin(duel, "Anna", "Ben") for duel in duels] == [
        "Anna is ahead by 2.3 points a play.", "Ben is ahead by 2.4 points a play.", "", "",
    ]  # fmt: skip


def test_every_play_of_two_is_accounted_for() -> None:
    teams = match("Anna* 9, Ben*, Cilka 4, Dan 1", teams={"Anna": 0, "Ben": 0, "Cilka": 1, "Dan": 1})
    found = between(match(WON), match(TIE), match("Anna, Ben"), teams)
    assert pair_words.left_out(found) == (
        "4 plays together: 1 was level, 1 was on the same side, 1 has no known result."
    )
    assert pair_words.left_out(between(match(WON))) == "1 play together."


def test_of_several_the_one_who_was_most_often_first_is_named() -> None:
    three = ("Anna", "Ben", "Cilka")
    one, other = match("Anna* 9, Ben 5, Cilka 7"), match("Anna 1, Ben* 5, Cilka 4")
    assert pair_words.answer(between(one, people=three)) == "{leader} finished before all the others most often, once."
    assert pair_words.answer(between(one, other, people=three)) == (
        "2 of them finished before all the others equally often, once."
    )
    assert pair_words.answer(between(match("Anna, Ben, Cilka"), people=three)) == (
        "None of them has finished before all the others yet."
    )


def test_the_standing_links_to_people_and_marks_the_one_who_is_ahead() -> None:
    found = between(match(WON), match(WON), match(LOST))
    drawn = pair_sections.standing(found, Faces(NAMES.values()))
    known = {"2", "1", "Anna", "<b>Ben</b>"}
    assert [word for word in texts(drawn) if word in known] == ["Anna", "2", "<b>Ben</b>", "1"]
    assert str(drawn).count("seat w") == 1
    assert "person?person=Ben" in str(drawn)


def test_the_games_of_two_are_shared_bars_and_those_of_three_shares() -> None:
    two = between(match(WON), match(LOST, game="Go"), match(WON))
    (section,) = pair_sections.by_game(two, 0, Emblems({}))
    said = [*texts(section)]
    assert said[:3] == ["By game", "Anna", "<b>Ben</b>"]
    assert [said[at : at + 3] for at in (4, 8)] == [["Azul", "2", "0"], ["Go", "0", "1"]]
    three = between(*[match("Anna* 9, Ben 5, Cilka 7")] * 3, people=("Anna", "Ben", "Cilka"))
    _, section = pair_sections.by_game(three, 0, Emblems({}))
    assert "100" in [*texts(section)]


def test_the_difference_is_drawn_by_play_and_of_many_by_month_or_year() -> None:
    few = between(match(WON), match(LOST))
    assert [step.label for step in periods(few.line)] == ["1", "2"]
    months = [f"2025-{month:02}" for month in range(1, 13)]
    many = between(*(match(WON, played_on=f"{month}-0{day}") for month in months for day in (1, 2, 3)), match(WON))
    steps = periods(many.line)
    assert [step.label for step in steps] == months
    assert [step.plays for step in steps] == [3] * 11 + [4]
    assert steps[-1].ahead == (37, -37)
    years = between(
        *(match(WON, played_on=f"{year}-{month:02}") for year in range(2020, 2024) for month in range(1, 13))
    )
    assert len(years.line) > 2 * MAX_STEPS - 1
    assert [step.label for step in periods(years.line)] == ["2020", "2021", "2022", "2023"]
    (section,) = pair_sections.over_time(years, "ahead")
    assert "Finishes before another of them, minus finishes after. 2020 to 2023." in [*texts(section)]
    assert pair_sections.over_time(between(match(WON)), "ahead") == []
