"""Words and drawings of the pages of a person and of a pair."""

from collections.abc import Mapping, Sequence

from eventstore.readmodels.person import PlayOf
from eventstore.statistics.answers import answer, game_answer
from eventstore.statistics.person import PersonStatistics
from eventstore.statistics.plays import PlayedMatch, PlayedSeat
from eventstore.statistics.simple_fraction import simple_fraction
from tests.core.games.played import match
from tests.eventstore.statistics.figures import game, person
from tests.viewer.look.drawn import drawn
from viewer.boards.scene import Json
from viewer.pages.game import head as game_head
from viewer.pages.person import head, page
from viewer.statistics.figure import Figure, win_bars
from viewer.statistics.figure import drawn as section
from viewer.statistics.progress import rating
from viewer.texts import answer_words

NAMES = {"Anna": "Anna", "Ben": "<b>Ben</b>", "Cilka": "Cilka"}


def about(*played: PlayedMatch, details: Mapping[str, Sequence[PlayedSeat]] | None = None) -> PersonStatistics:
    return person(played, "Anna", NAMES, details or {})


def texts(part: Json) -> list[str]:
    if isinstance(part, str):
        return [part]
    return [text for child in part[2] for text in texts(child)] if isinstance(part, list) else []


def told(person: PersonStatistics) -> str:
    return answer_words.person_sentence(person.name, answer(person))


def test_wins_are_told_beside_chance_and_the_best_game() -> None:
    won = [match("Anna* 9, Ben 5", played_on="2019-05-01") for _ in range(5)]
    lost = [match("Anna 9, Ben* 15", game="Go") for _ in range(5)]
    found = about(*won, *lost)
    assert told(found) == "Anna wins half of the plays, about as often as chance would give, and most of all at Azul."
    only = about(match("Anna* 3, Ben 2", played_on="2019-05-01"))
    assert texts(["div", {}, head.answers(only, answer(only))])[1:3] == ["1", "play since 2019"]
    shown = texts(["div", {}, head.answers(found, answer(found))])
    assert shown[1:] == ["10", "plays since 2019", "5", "wins", "0", "per 100 above chance", "5 more wins make it 10"]


def test_the_answer_says_no_more_than_is_known() -> None:
    for results, sentence in (
        (("Anna, Ben",), "No result of Anna is known yet."),
        (("Anna 1, Ben* 2",) * 2, "Anna has not won yet."),
        (("Anna* 3, Ben 2",), "Anna won the only play."),
        (("Anna* 3, Ben 2",) * 3, "Anna won all 3 plays, much more often than chance would give."),
        (("Anna* 8, Ben 5", "Anna* 9, Ben 5", "Anna 1, Ben* 5"),
         "Anna wins 2 of 3 plays, much more often than chance would give."),
        (("Anna*, Ben*", "Anna 1, Ben* 5"), "Anna has not won yet. Won together in 1 of 1 plays."),
        (("Anna*, Ben*", "Anna*", "Anna*"), "Won together in 1 of 1 plays. Won alone in 2 of 2 plays."),
    ):  # fmt: skip
        played = [match(each, cooperative="Ben*" in each and "Anna*" in each) for each in results]
        assert told(about(*played)) == sentence


def test_wins_without_opponents_are_figures_of_their_own() -> None:
    found = about(match("Anna*, Ben*", cooperative=True), match("Anna*"), match("Anna 1, Ben* 5"))
    shown = texts(["div", {}, head.answers(found, answer(found))])
    assert shown[1:8] == ["3", "plays", "0", "wins", "1", "wins together", "1"]
    (game,) = found.games
    assert answer_words.results(game) == "No win yet · Together: all · Alone: all"


def test_streaks_are_told_from_two_on_and_bars_leave_out_what_is_too_few_to_tell() -> None:
    won, lost = match("Anna* 9, Ben 5"), match("Anna 3, Ben* 5")
    assert page.streaks(about(won, lost)) == ""
    assert page.streaks(about(lost, won, won, won)) == "Now 3 wins in a row. Longest streaks: 3 wins."
    assert "Now 2 plays in a row without a win." in page.streaks(about(won, lost, lost))
    (bar,) = win_bars(about(won, won, won, *[match("Anna 1, Ben* 5", game="Go")] * 2).games, str)
    assert (bar.label, bar.text, bar.sure) == ("Azul", "100", "100%, most likely between 44% and 100%, from 3 plays")


def test_the_share_of_wins_is_said_in_small_numbers() -> None:
    shares = [None, simple_fraction(0, 4), simple_fraction(4, 4), simple_fraction(2, 4), simple_fraction(83, 214)]
    assert [answer_words.of_plays(each) for each in shares] == ["-", "none yet", "all", "half", "2 of 5"]
    assert [answer_words.wins(each) for each in shares] == ["", "No win yet", "Won all", "Wins half", "Wins 2 of 5"]


def test_a_game_is_told_by_its_usual_winner_its_best_and_its_average() -> None:
    played = [match("Anna* 9, Ben 5", id=f"m{n}") for n in range(3)]
    found = game([*played, match("Ben* 9, Cilka 5", id="without")], "Azul")
    said = game_head.sentence(found, game_answer(found), NAMES)
    assert said == "Anna has the most wins, 3 in 3 plays. The best result is 9 by Anna, the average 7."
    together = [match("Anna*, Ben*", cooperative=True), match("Anna, Ben, nobody", cooperative=True)]
    found = game(together, "Azul")
    assert game_head.sentence(found, game_answer(found), NAMES) == "Won together in 1 of 2 plays."


def test_the_rating_goes_through_every_contest_as_far_as_they_can_be_told_apart() -> None:
    for contests in (1, 3, 50, 1000):
        played = [match("Anna* 9, Ben 5", id=f"m{n}") for n in range(contests)]
        found = about(*played).rating
        assert found
        figure = rating(found, {one.id: PlayOf(one.game, one.played_on) for one in played})
        assert len(drawn(figure, "mark")) == (contests if contests <= 60 else 0)
        (line,) = [path for path in drawn(figure, "line") if "stroke-dasharray" in path]
        assert line["d"].count("L") == min(contests, 334) - 1
        assert len(drawn(figure, "between")) == (contests > 1)
        assert len(figure.rows) == contests
        assert ("provisional" in figure.says) == (contests < 5)


def test_a_long_table_has_its_last_rows() -> None:
    shown = texts(section(Figure("Rating", "", heads=["Date"], rows=[[f"day {day}"] for day in range(250)])))
    assert "day 49" not in shown
    assert shown.index("day 50") < shown.index("day 249")
    assert "The table has the last 200 of 250." in shown
