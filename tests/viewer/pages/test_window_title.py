"""The title of a window: who won against whom, in the language of the reader."""

from dataclasses import replace

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.projection import match_row
from viewer.pages.shared.showing import window_title


def test_the_own_title_of_a_match_is_told_and_else_that_of_its_game(records: MatchRepository) -> None:
    points = PointsNoted("Final", (5, 7)), WinnersNamed((1,))
    for title, told in (("The last one", "The last one"), (None, "Kettle Race")):
        match = records.start(scoresheet, ("A", "B"), *points, title=title, options={"title": "Kettle Race"})
        assert window_title(replace(match_row(match), players=match.names)) == f"B 7 - 5 A, {told}"
