"""Files dropped in a real browser: looked at, read as people say, imported once, and taken away again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, choose, idle, serving, settled
from tests.patience import patience
from tests.recorded import fill, records_in

SAMPLE = Path(__file__).parents[1] / "samples" / "bgstats" / "a-android-79-plays.json"
CLUB = b"when;player;result;who knows\n3/4/2024;Jitka;1,5;9\n3/4/2024;<b>Jarda</b>;2;8\n"


@pytest.fixture
def fresh(browser: Browser, tmp_path: Path) -> Iterator[str]:
    fill(records_in(tmp_path / "matches.db"))
    with serving(tmp_path / "matches.db") as address:
        yield address


def figures(page: Page) -> list[str]:
    """New, changed, already here, refused."""
    idle(page)
    return page.locator(".st-key-import-counts [data-testid=stMetricValue]").all_inner_texts()


def test_files_are_looked_at_adjusted_imported_and_exported(page: Page, fresh: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 1600})  # A list at the edge would close as the page scrolls.
    page.goto(fresh)
    page.locator("#partie-nav summary").click()
    page.get_by_role("link", name="Import and export", exact=True).click()
    arrived(page, re.compile("/imports"))
    expect(page.get_by_role("heading", name="Import and export")).to_be_visible()
    photo = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))
    page.locator("input[type=file]").set_input_files(
        [
            {"name": "photo.json", "mimeType": "image/png", "buffer": photo},
            {"name": "club.csv", "mimeType": "text/csv", "buffer": CLUB},
            {"name": "again.csv", "mimeType": "text/csv", "buffer": CLUB},
            {"name": "BGStatsExport.json", "mimeType": "application/json", "buffer": SAMPLE.read_bytes()},
        ]
    )
    expect(page.get_by_role("button", name="Import 79 matches")).to_be_visible()
    assert figures(page) == ["79", "0", "0", "2"]
    expect(page.get_by_text("BGStatsExport.json: BG Stats, 79 matches")).to_be_visible()
    expect(page.get_by_text(re.compile("photo.json: This is a picture"))).to_be_visible()
    expect(page.get_by_text("again.csv has the same content as club.csv and is read once.")).to_be_visible()
    expect(page.get_by_text(re.compile("whether the day or the month comes first"))).to_be_visible()
    page.get_by_role("button", name="The day").click()
    expect(page.get_by_text("Many names of players do not look like names.", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="result: 1,5")).to_be_hidden()  # The answer comes before the form.
    page.get_by_text("Change how club.csv is read").click()
    expect(page.get_by_role("combobox", name="result: 1,5")).to_be_visible()  # As it is read, without Markdown.
    settled(page)
    expect(page.locator('[aria-label*="\\\\"]')).to_have_count(0)
    choose(page, "result", "Left out")
    choose(page, "who knows: 9", "Points")
    page.get_by_role("textbox", name="Game, if the file does not name it").fill("Kettle Race")
    page.keyboard.press("Enter")
    page.set_viewport_size({"width": 390, "height": 800})
    assert figures(page) == ["80", "0", "0", "1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.get_by_role("button", name="Import 80 matches").click()
    expect(page.get_by_text("80 matches imported.")).to_be_visible(timeout=patience(60_000))
    with page.expect_download() as download:
        page.get_by_role("button", name="Export 84 matches").click()
    assert Path(download.value.path()).read_text("utf-8").count('{"partie": 1') == 84
    page.get_by_role("link", name="Apr 3, 2024 · Kettle Race · Jitka 9, <b>Jarda</b> 8").click()
    expect(page.get_by_role("heading", level=1, name="Kettle Race")).to_be_visible()


def give(page: Page, address: str, name: str, text: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/imports")
    page.locator("input[type=file]").set_input_files([{"name": name, "mimeType": "text/csv", "buffer": text.encode()}])
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def assert_fits(page: Page) -> None:
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_doubtful_file_is_asked_about_once_for_its_header(page: Page, fresh: str) -> None:
    give(page, fresh, "scores.csv", "player;points\nJitka;52\nJarda;47\n")
    expect(page.get_by_text("Are these the plays?")).to_be_visible()
    expect(page.get_by_text("No column names the game.", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="no date no game Jitka 52, Jarda 47: no winner known")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Import"))).to_have_count(0)
    assert_fits(page)
    title = page.get_by_role("textbox", name="Which game is it?")
    title.fill("Kettle Race")
    title.press("Enter")
    expect(page.get_by_role("row", name=re.compile("Kettle Race"))).to_be_visible()
    page.get_by_role("button", name="These are the plays").press("Enter")
    expect(page.get_by_text("Read as you chose.")).to_be_visible()
    expect(page.get_by_role("button", name="Choose again")).to_be_focused()
    page.get_by_role("button", name="Import 1 match").click()
    expect(page.get_by_text("1 match imported.")).to_be_visible()

    give(page, fresh, "more.csv", "Player;Points\nJitka;60\nJarda;61\n")
    expect(page.get_by_text(re.compile("^Read like the file with this header of"))).to_be_visible()
    expect(page.get_by_role("row", name="no date Kettle Race Jitka 60, Jarda 61: no winner known")).to_be_visible()
    expect(page.get_by_role("button", name="Import 1 match")).to_be_visible()
    assert_fits(page)
    page.get_by_role("button", name="Read it anew").click()
    expect(page.get_by_text("Are these the plays?")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Import"))).to_have_count(0)


def test_a_sure_file_shows_its_plays_and_what_is_not_used(page: Page, fresh: str) -> None:
    won = "Date,Game,Player,Score,Winner,Hat\n2024-06-14,Azul,Ann,52,no,red\n2024-06-14,Azul,Ben,57,yes,blue\n"
    give(page, fresh, "club.csv", won)
    expect(page.get_by_role("row", name="Jun 14, 2024 Azul Ann 52, Ben 57: Ben won")).to_be_visible()
    expect(page.get_by_role("button", name="Import 1 match")).to_be_visible()
    assert figures(page) == ["1", "0", "0", "0"]
    expect(page.get_by_role("combobox", name="Player: Ann")).to_be_hidden()
    assert_fits(page)
    page.get_by_role("combobox", name="Hat").select_option(label="Color")
    expect(page.get_by_role("combobox", name="Hat")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 2400})  # A list at the edge would close as the page scrolls.
    settled(page)
    page.get_by_text("Change how club.csv is read").click()
    settled(page)
    choose(page, "Winner: no", "Left out")
    expect(page.get_by_role("row", name="Jun 14, 2024 Azul Ann 52, Ben 57: no winner known")).to_be_visible()
    expect(page.get_by_role("button", name="Import 1 match")).to_be_visible()


def test_who_wins_and_that_there_are_no_dates_is_said_with_a_tap_each(page: Page, fresh: str) -> None:
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"{fresh}/imports")
    words = b"Game,Player,Score\nGolf,Ann,72\nGolf,Ben,70\n"
    page.locator("input[type=file]").set_input_files([{"name": "golf.csv", "mimeType": "text/csv", "buffer": words}])
    page.get_by_role("button", name="These plays have no dates").click()
    idle(page)
    question = page.get_by_role("group", name="Who wins Golf?")
    question.get_by_role("button", name="Fewest points").click()
    idle(page)
    expect(page.get_by_text("Ben won")).to_be_visible()
    expect(question.get_by_role("button", name="Fewest points")).to_have_attribute("aria-pressed", "true")
    assert_accessible(page)
    page.get_by_role("button", name="Import 1 match").click()
    expect(page.get_by_text("1 match imported.")).to_be_visible()


def test_text_is_pasted_and_nothing_is_imported_twice(page: Page, fresh: str) -> None:
    page.goto(f"{fresh}/imports")
    page.get_by_text("Paste text").click()
    text = page.get_by_role("textbox", name="A list of plays")
    text.fill("Azul\n2024-12-31: Jitka 52, Jarda 47*\n2024-12-30: ???")
    text.press("Control+Enter")
    page.get_by_role("button", name="Import 1 match").click()
    expect(page.get_by_text("1 match imported.")).to_be_visible()
    text.fill("Azul\n2024-12-31: Jitka 52, Jarda 47*")
    text.press("Control+Enter")
    expect(page.get_by_text("All readable matches are already in the store.")).to_be_visible()
    assert figures(page) == ["0", "0", "1", "0"]
