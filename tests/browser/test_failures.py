"""What a page says when it fails or its store is gone: our own words, and nothing of Streamlit's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import SECRET
from tests.browser.conftest import idle, serving, settled
from tests.recorded import fill, records_in


def assert_own_words(page: Page, title: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(title)
    idle(page)
    for text in (SECRET, "Traceback", "RuntimeError", "Ask ChatGPT", "Ask Google", "This app has encountered"):
        expect(page.get_by_text(text)).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.fixture(scope="module")
def failing(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of an app whose pages fail, and its log."""
    store = tmp_path_factory.mktemp("failing") / "matches.db"
    fill(records_in(store))
    with serving(store, Path(__file__).parent / "with_failures.py") as address:
        yield address, store.with_suffix(".log")


def test_a_failing_page_says_so_and_the_log_says_why(page: Page, failing: tuple[str, Path]) -> None:
    site, log = failing
    page.goto(f"{site}/overview")
    assert_own_words(page, "This page cannot be shown")
    expect(page.get_by_text("Half a page")).to_be_hidden()
    assert SECRET in log.read_text()
    page.get_by_role("link", name="All matches").click()
    expect(page.locator("a.row")).to_have_count(3)
    page.get_by_role("navigation").get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Overview").click()
    assert_own_words(page, "This page cannot be shown")
    page.goto(f"{site}/overview?lang=cs")
    assert_own_words(page, "Tuto stránku nelze zobrazit")


def test_a_failing_fragment_and_a_failing_callback_say_so(page: Page, failing: tuple[str, Path]) -> None:
    site, _ = failing
    page.goto(f"{site}/insights")
    assert_own_words(page, "This page cannot be shown")
    page.goto(f"{site}/game")
    page.get_by_role("button", name="Fail").click()
    assert_own_words(page, "This page cannot be shown")
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("button", name="Fail")).to_be_visible()


def test_pages_that_are_open_while_the_store_goes_say_so(page: Page, browser: Browser, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    fill(records_in(store))
    with serving(store) as site:
        page.goto(f"{site}/people")
        page.get_by_role("link", name="Dora", exact=True).click()
        page.get_by_role("link", name="Edit", exact=True).click()
        page.get_by_label("Name", exact=True).fill("Zora")
        idle(page)
        away = {path: path.with_name(f"away-{path.name}") for path in tmp_path.glob("matches.db*")}
        for path, new in away.items():
            path.rename(new)
        page.get_by_role("button", name="Rename").click()
        assert_own_words(page, "The store cannot be opened")
        for path in ("", "overview", "replay?match=four", "table?match=odd"):
            page.goto(f"{site}/{path}")
            assert_own_words(page, "The store cannot be opened")


def test_streamlit_speaks_the_language_of_the_reader(page: Page, site: str) -> None:
    page.goto(f"{site}/imports?lang=cs")
    uploader = page.get_by_test_id("stFileUploader")
    expect(uploader.get_by_role("button", name="Vybrat soubory").last).to_be_visible()
    expect(uploader.get_by_text("MB na soubor")).to_be_visible()
    page.goto(f"{site}/?lang=ro")
    page.goto(f"{site}/replay?match=four&mode=correct&lang=ro")
    settled(page)
    expect(page.get_by_role("link", name="Sari la conținut")).to_be_attached()
    page.get_by_role("combobox", name="Care mutare?").press_sequentially("zzz")
    expect(page.get_by_text("Niciun element potrivit")).to_be_visible()


@pytest.mark.prints("WebSocket onclose", "net::ERR_", "Failed to fetch", "server endpoint", "not responding")
def test_a_lost_server_is_told_in_a_quiet_line(page: Page, browser: Browser, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    fill(records_in(store))
    with serving(store) as site:
        page.goto(f"{site}/overview")
        expect(page.get_by_role("heading", name="When")).to_be_visible()
        settled(page)
    line = page.get_by_text("Partie cannot be reached.")
    expect(line).to_be_visible()
    with page.expect_event("requestfailed"):
        pass
    expect(page.get_by_test_id("stDialog")).to_have_count(0)
    expect(line).to_be_visible()
