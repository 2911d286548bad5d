"""Files dropped in a real browser: looked at, read as people say, imported once, and taken away again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import arrived, choose, idle, serving
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
    page.goto(fresh)
    page.get_by_role("link", name="Import", exact=True).click()
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
    choose(page, "First in dates", "The day")
    expect(page.get_by_role("button", name="Import 80 matches")).to_be_visible()
    choose(page, "result", "Left out")
    choose(page, "who knows", "Points")
    page.get_by_role("textbox", name="Game, if the file does not name it").fill("Kettle Race")
    page.keyboard.press("Enter")
    page.set_viewport_size({"width": 390, "height": 800})
    assert figures(page) == ["80", "0", "0", "1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert_accessible(page)
    page.get_by_role("button", name="Import 80 matches").click()
    expect(page.get_by_text("80 matches imported.")).to_be_visible(timeout=60_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export 84 matches").click()
    assert Path(download.value.path()).read_text("utf-8").count('{"partie": 1') == 84
    page.get_by_role("link", name="Apr 3, 2024 · Kettle Race · Jitka 9, <b>Jarda</b> 8").click()
    expect(page.locator(".row[aria-current=step]")).to_be_attached()


def test_a_doubtful_table_is_imported_only_after_a_confirmation(page: Page, fresh: str) -> None:
    page.goto(f"{fresh}/imports")
    scores = {"name": "scores.csv", "mimeType": "text/csv", "buffer": b"player;points\nJitka;52\nJarda;47\n"}
    page.locator("input[type=file]").set_input_files([scores])
    button = page.get_by_role("button", name="Import 1 match")
    expect(button).to_be_disabled()
    expect(page.get_by_text(re.compile("scores.csv: it is not sure that these are plays"))).to_be_visible()
    page.get_by_text("I have looked at the preview").click()
    expect(button).to_be_enabled()
    assert_accessible(page)
    button.click()
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
