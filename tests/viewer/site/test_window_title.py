"""The title of a window: who won against whom, in the language of the reader."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import PREFIX
from eventstore.readmodels.projection import match_row
from viewer.locale import language
from viewer.site.previews import window_title


@pytest.fixture
def czech() -> Iterator[None]:
    language.set_language("cs")
    yield
    language.set_language("en")


@pytest.mark.parametrize(
    ("id", "title"), [(f"{PREFIX}scoresheet-3", "Simulovaná partie 3"), ("own", "Simulated match 3")]
)
def test_a_simulated_match_is_called_so_in_the_language_of_the_reader(
    records: MatchRepository, czech: None, id: str, title: str
) -> None:
    points = PointsNoted("Final", (5, 7)), WinnersNamed((1,))
    match = records.start(
        scoresheet, ("A", "B"), *points, id=id, title="Simulated match 3", options={"title": "Kettle Race"}
    )
    assert window_title(replace(match_row(match), players=match.names)) == f"B 7 - 5 A, {title}"
