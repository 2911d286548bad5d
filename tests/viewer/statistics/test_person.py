"""What the pages of a person and of a pair say and draw."""

import re
from collections.abc import Mapping, Sequence

import pytest

from eventstore.statistics.pair import Pair, pair
from eventstore.statistics.person import Person, person
from eventstore.statistics.plays import PlayedMatch, SeatDetails
from eventstore.statistics.ratings import ratings
from tests.core.games.played import match, rounds
from viewer.boards.scene import Json
from viewer.statistics import difference, figures, pair_sections, person_sections, rating

NAMES = {"Anna": "Anna", "Ben": "<b>Ben</b>", "Cilka": "Cilka"}


def about(*played: PlayedMatch, details: Mapping[str, Sequence[SeatDetails]] | None = None) -> Person:
    return person(played, "Anna", NAMES, details or {}, ratings(played))


def between(*played: PlayedMatch, people: Sequence[str] = ("Anna", "Ben")) -> Pair:
    return pair(played, people, NAMES, {})


def texts(part: Json) -> list[str]:
    if isinstance(part, str):
        return [part]
    return [text for child in part[2] for text in texts(child)] if isinstance(part, list) else []


def test_wins_are_told_beside_luck() -> None:
    found = about(match("Anna* 9, Ben 5"), match("Anna 3, Ben* 5"), match("Anna, Ben"))
    assert person_sections.summary(found) == ("Anna won 1 of 2 matches with a known result; chance alone would give 1.")
    parts = texts(person_sections.key_figures(found))
    assert parts[:4] == ["Plays", "3", "Won", "1"]
    assert parts[-4:-2] == ["Plays: From 3 matches: 3 with final points.", "Won: 50% in 2 plays, too few to tell"]


def test_a_cooperative_win_is_no_luck() -> None:
    found = about(match("Anna*, Ben*", cooperative=True), match("Anna* 9, Ben 5"))
    assert "against others 1 of 1, where chance alone would give 0.5" in person_sections.summary(found)
    (by_game,) = person_sections.of_wins(found.games, str)
    assert by_game.expected is None  # Of two wins one had nobody to beat.


def test_nothing_is_said_of_wins_where_no_result_is_known() -> None:
    found = about(match("Anna, Ben"))
    assert person_sections.summary(found) == "No result of Anna is known yet."
    assert person_sections.of_wins(found.games, str) == []
    assert "1 with an unknown result" in person_sections.streaks(found)


def test_a_ribbon_tells_each_play_and_leads_to_it() -> None:
    found = about(
        match("Anna* 9, Ben 5", id="a b", played_on="2026-11-20"), match("Anna 3, Ben* 5"), match("Anna, Ben")
    )
    drawn = str(person_sections.ribbon(found))
    assert "replay?match=a%20b" in drawn
    assert re.findall("'aria-label': '([^']*)'", drawn)[1:] == [
        "Nov 20, 2026, Azul, won, place 1 of 2",
        "Azul, did not win, place 2 of 2",
        "Azul, result unknown",
    ]
    assert texts(person_sections.ribbon(found)) == ["1", "2", "–"]


def test_streaks_are_told_from_two_on() -> None:
    won, lost = match("Anna* 9, Ben 5"), match("Anna 3, Ben* 5")
    assert "row" not in person_sections.streaks(about(won, lost))
    assert "Now 3 wins in a row. Longest streaks: 3 wins." in person_sections.streaks(about(lost, won, won, won))
    assert "Now 2 plays in a row without a win." in person_sections.streaks(about(won, lost, lost))


def test_the_highest_of_bars_is_told_unless_the_cases_are_few() -> None:
    played = [match("Anna* 9, Ben 5") for _ in range(3)] + [match("Anna 1, Ben* 5", game="Go") for _ in range(3)]
    once = match("Anna* 9, Ben 5", game="Golf")
    wins = person_sections.of_wins(about(*played, once).games, str)
    assert figures.sentence("Wins.", wins, 10) == "Wins. The highest: Azul, 100%."
    assert figures.sentence("Wins.", wins, 2).startswith("Wins. The chart shows the first 2; the table has all 3.")
    few = person_sections.of_wins(about(played[0], once).games, str)
    assert figures.sentence("Wins.", few, 10) == "Wins. There are too few plays to tell."
    assert figures.sentence("Wins.", few[:1], 10) == "Wins. Azul: too few plays to tell."


def test_own_sources_stand_beside_those_of_the_others() -> None:
    matches = [match("Anna* 9, Ben 5", depth="moves", id=f"m{n}") for n in range(3)]
    details = {
        one.id: (rounds(9, sources={"wall": 6 + n}), rounds(5, sources={"wall": 2})) for n, one in enumerate(matches)
    }
    (wall,) = person_sections.of_sources(about(*matches, details=details).sources)
    assert (wall.value, wall.expected, wall.matches) == (7, 2, ("m0", "m1", "m2"))
    assert wall.text == "7; others 2"
    assert wall.more == "7, most likely between 4.5 and 9.5, from 3 plays"


@pytest.mark.parametrize("contests", [1, 3, 80])
def test_the_rating_is_a_line_with_a_mark_for_every_contest(contests: int) -> None:
    played = [match("Anna* 9, Ben 5", id=f"m{n}") for n in range(contests)]
    found = about(*played).rating
    assert found
    by_id = {one.id: one for one in played}
    line, high, low = rating.line(found, by_id, "light").data
    assert len(line.x) == len(line.customdata) == contests
    assert all(a < b < c for a, b, c in zip(low.y, line.y, high.y, strict=True))
    assert {len(column) for column in rating.table(found, by_id).values()} == {contests}
    assert ("provisional" in rating.sentence(found)) == (contests < 5)


def test_two_people_need_one_line_and_three_need_three() -> None:
    played = [match("Anna* 9, Ben 5, Cilka 7"), match("Anna 1, Ben* 5, Cilka 4")]
    by_id = {one.id: one for one in played}
    two, three = between(*played), between(*played, people=("Anna", "Ben", "Cilka"))
    assert [list(line.y) for line in difference.lines(two, "points", by_id, "dark").data] == [[4, 0]]
    lines = difference.lines(three, "ahead", by_id, "dark").data
    assert [list(line.y) for line in lines] == [[2, 0], [-2, 0], [0, 0]]
    assert len({(line.line.color, line.line.dash, line.marker.symbol) for line in lines}) == 3
    assert "<b>Ben" not in lines[1].customdata[0].removeprefix("<b>")
    assert list(difference.table(three, "ahead", by_id)) == ["Date", "Game", "Anna", "<b>Ben</b>", "Cilka"]
    assert difference.sentence(three, "ahead").startswith("No player is ahead after the last match.")
    assert difference.sentence(between(*played[:1]), "points").startswith("Anna leads by +4 after the last match.")


def test_namesakes_have_columns_of_their_own() -> None:
    found = pair([match("Anna* 9, Ben 5")], ("Anna", "Ben"), {"Anna": "Jan", "Ben": "Jan"}, {})
    assert difference.headings(found) == ["Jan (1)", "Jan (2)"]


def test_the_score_of_two_is_told_and_its_ties() -> None:
    found = between(match("Anna* 9, Ben 5"), match("Anna* 5, Ben* 5"), match("Anna, Ben"))
    assert pair_sections.summary(found) == "Anna 1 : 0 <b>Ben</b>, 1 time together."
    (before,) = pair_sections.finishes(found)
    assert (before.label, before.value, before.expected, before.few) == ("Anna before <b>Ben</b>", 1, 0.5, True)
    (margin,) = pair_sections.margins(found)
    assert (margin.text, margin.more) == ("too few plays to tell", "2 in 2 plays, too few to tell")


def test_of_three_luck_gives_a_third() -> None:
    found = between(match("Anna* 9, Ben 5, Cilka 7"), people=("Anna", "Ben", "Cilka"))
    (first,) = pair_sections.split_bars(found.games, 0, str, 3)
    assert (first.value, first.expected) == (1, 1 / 3)
