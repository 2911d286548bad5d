"""What the pages of a year, of suggestions and of progress say and draw, without a browser."""

import io

import pytest
from PIL import Image

from eventstore.statistics.challenges import challenges
from eventstore.statistics.cost import Cost
from eventstore.statistics.progress import progress
from eventstore.statistics.year import year
from tests.core.games.played import match
from viewer.statistics import price, progress_chart, year_picture, year_sections

NAMES = {"Anna": "Anna & Co", "Ben": "<b>Ben</b>"}
PLAYED = [
    match("Anna* 9, Ben 5", played_on="2025-01-03"),
    match("Anna* 9, Ben 5", played_on="2026-01-03", minutes=60, place="Brno", game="Go"),
    match("Anna 4, Ben* 5", played_on="2026-01-03", minutes=90, game="Go"),
]


def test_a_year_leads_with_one_sentence() -> None:
    found = year(PLAYED, NAMES, "2026", "Anna")
    assert year_sections.summary(found, "Anna") == (
        "Anna played 2 matches of 1 game in 2026, 1 more than the year before. Won: 1 of 2 with a known result."
    )
    assert year_sections.notes(found) == [
        "The busiest day: Jan 3, 2026, 2 matches.",
        "The longest match took 1.5 h.",
        "Most often at Brno, 1 match.",
    ]


def test_the_picture_of_a_year_shows_its_numbers_and_no_name_as_markup() -> None:
    found = year(PLAYED, NAMES, "2026")
    drawn = year_picture.svg(found, "Anna & Co")
    assert "Anna &amp; Co: 2026 at the table" in drawn
    assert "<b>" not in drawn
    assert all(f">{text}</text>" in drawn for text in ("2", "2.5 h", "Jan", "Go"))
    image = Image.open(io.BytesIO(year_picture.png(found, "")))
    assert image.size == (year_picture.WIDTH, year_picture.HEIGHT)


def test_the_next_h_index_is_named_with_what_it_lacks() -> None:
    found = challenges(year(PLAYED, NAMES, "2026").games)
    assert year_sections.h_index(found) == (
        "H-index 1, the number of games played at least so often. 2 more plays make it 2: 1 further game."
    )


def test_progress_is_answered_and_drawn_with_a_mark_for_every_play() -> None:
    lost, won = match("Anna 1, Ben* 5"), match("Anna* 9, Ben 5")
    found = progress([lost] * 5 + [won] * 5, "Anna", "Azul")
    assert progress_chart.sentence(found, "Anna") == (
        "Yes, Anna gets better at Azul. In the earlier half of the plays 0% of the opponents were beaten, in the later"
        " half 100%."
    )
    assert "From 10 plays." in progress_chart.sure(found)
    line, dots = progress_chart.line(found, "dark").data
    assert len(line.y) == len(dots.y) == 10
    assert {len(column) for column in progress_chart.table(found).values()} == {10}
    few = progress([won], "Anna", "Azul")
    assert progress_chart.sentence(few, "Anna") == "Anna has too few plays of Azul to tell."


@pytest.mark.parametrize(
    ("cost", "output"),
    [
        (Cost("Go", 20, "EUR", 8, 2.5, 4), "A play has cost 2.5 EUR so far, an hour 4 EUR (price 20 EUR)."),
        (Cost("Go", 20, "", 8, 2.5, None), "A play has cost 2.5 so far (price 20)."),
        (Cost("Go", 20, "EUR", 0, None, None), "Price: 20 EUR; not played yet."),
    ],
)
def test_the_cost_of_a_play_is_one_sentence(cost: Cost, output: str) -> None:
    assert price.sentence(cost) == output
