"""Words and drawings of the pages of a year, of suggestions and of progress, without a browser."""

import datetime
import io
import re

from PIL import Image

from eventstore.statistics.cost import Cost
from eventstore.statistics.overview import Count
from eventstore.statistics.suggestions import GameSuggestion
from eventstore.statistics.year import challenges
from tests.core.games.played import match
from tests.eventstore.statistics.figures import progress, year
from tests.viewer.look.drawn import drawn
from viewer.pages import suggest
from viewer.pages.game.page import price_sentence
from viewer.pages.year import page
from viewer.statistics.progress import better
from viewer.texts import year_words

NAMES = {"Anna": "Anna & Co", "Ben": "<b>Ben</b>"}
PLAYED = [
    match("Anna* 9, Ben 5", played_on="2025-01-03"),
    match("Anna* 9, Ben 5", played_on="2026-01-03", minutes=60, place="Brno", game="Go"),
    match("Anna 4, Ben* 5", played_on="2026-01-03", minutes=90, game="Go"),
]


def test_a_year_leads_with_its_answer() -> None:
    found = year(PLAYED, NAMES, "2026", "Anna")
    assert year_words.answer(found, "Anna") == [
        "2 plays of 1 game, 1 more than the year before.",
        "Anna won 1 of 2 plays with a known result.",
    ]
    assert year_words.liveliest(found) == "January was the liveliest month, {game} the most played game."
    assert year_words.notes(found) == [
        "The busiest day: Jan 3, 2 plays.",
        "The longest play took 1 h 30 min.",
        "Most often at Brno, 1 play.",
    ]


def test_a_year_that_is_not_over_is_compared_up_to_this_day() -> None:
    played = [match("Anna* 9, Ben 5", played_on=day) for day in ("2025-01-03", "2025-12-03", "2026-01-03")]
    for this_year, told in ((2026, "as many as by this day last year"), (2027, "1 fewer than the year before")):
        found = year(played, NAMES, "2026", None, datetime.date(this_year, 2, 1))
        assert year_words.answer(found, "") == [f"1 play of 1 game, {told}."]


def test_the_picture_of_a_year_shows_its_numbers_and_no_name_as_markup() -> None:
    found = year(PLAYED, NAMES, "2026")
    drawn = page.svg(found, "Anna & Co")
    assert "Anna &amp; Co: 2026 at the table" in drawn
    assert "<b>" not in drawn
    assert "var(" not in drawn
    assert all(f">{text}</text>" in drawn for text in ("2", "2.5 h", "of 1 game with 2 people", "J", "Go"))
    image = Image.open(io.BytesIO(page.png(found, "")))
    assert image.size == (page.WIDTH, page.HEIGHT)


def test_the_texts_of_the_picture_can_be_read_at_the_size_of_a_phone() -> None:
    drawn = page.svg(year(PLAYED, NAMES, "2026"), "")
    texts = [text for text in re.findall("<text[^>]*>", drawn) if "letter-spacing" not in text]  # Those of emblems.
    sizes = [int(size) for size in re.findall(r'font-size="(\d+)"', "".join(texts))]
    assert min(sizes) * 328 / page.WIDTH >= 11


def counts(*plays: int) -> list[Count]:
    return [Count(f"G{place}", f"G{place}", number) for place, number in enumerate(plays)]


def test_challenges_say_what_they_lack_and_what_is_nearest() -> None:
    assert year_words.h_index(challenges(year(PLAYED, NAMES, "2026").games)) == (
        "H-index 1: one game was played at least once. 2 more plays make it 2: 1 other game 2×."
    )
    assert year_words.h_index(challenges(counts(5, 3, 2))) == (
        "H-index 2: 2 games were played at least 2 times each. 1 more play makes it 3: G2 1×."
    )
    for plays, says in (
        ((12, 9, 3), "1 of ten is done. 22 of 100 plays. Nearest: {game}, 1 play short."),
        ((3,), "None is done yet. 3 of 100 plays. Nearest: {game}, 7 plays short."),
        ((10, 11), "2 of ten are done. 20 of 100 plays."),
        ((10,) * 12, "All ten are done."),
    ):
        assert year_words.ten(challenges(counts(*plays))) == says


def test_progress_is_answered_and_drawn_with_a_mark_for_every_play() -> None:
    lost, won = match("Anna 1, Ben* 5"), match("Anna* 9, Ben 5")
    found = progress([lost] * 5 + [won] * 5, "Anna", "Azul")
    figure = better(found, "Anna")
    assert figure.says == (
        "Yes, Anna gets better at Azul. In the earlier half of the plays 0% of the opponents were beaten, in the later"
        " half 100%."
    )
    assert "From 10 plays." in figure.note
    assert len(drawn(figure, "mark")) == len(drawn(figure, "ring")) == len(figure.rows) == 10
    few = better(progress([won], "Anna", "Azul"), "Anna")
    assert (few.says, few.picture) == ("Anna has too few plays of Azul to tell.", "")


def test_a_suggestion_says_why() -> None:
    for known, people, why in (
        (2, 2, "both know it"),
        (3, 3, "all know it"),
        (1, 3, "1 of 3 know it"),
        (0, 2, "new to all"),
        (0, 0, "4 plays"),
    ):
        one = GameSuggestion("Azul", 4, 30.6, 50, known, 250)
        assert suggest.answer(one, people) == f"Try {{game}}: {why}, last played 8 months ago, about 31 min."
        assert suggest.minutes(one) == "31 min"


def test_the_cost_of_a_play_is_one_sentence() -> None:
    for cost, output in (
        (Cost("Go", 20, "EUR", 8, 2.5, 4), "A play has cost 2.5 EUR so far, an hour 4 EUR (price 20 EUR)."),
        (Cost("Go", 20, "", 8, 2.5, None), "A play has cost 2.5 so far (price 20)."),
        (Cost("Go", 20, "EUR", 0, None, None), "Price: 20 EUR; not played yet."),
    ):
        assert price_sentence(cost) == output
