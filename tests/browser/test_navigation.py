"""The navigation of every page: one row, every page within reach, and lists that one walks with Tab and Enter."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import arrived, settled

PARTS = ("Training", "Year", "What to play")
FOCUSED = """() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused?.matches("a.row, a.nm") ? focused.getAttribute("href") : "";
}"""
LISTS = {"": r"replay\?match=", "people": r"person\?person=", "game": r"game\?game="}


def bar_of(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Pages")


@pytest.mark.parametrize("path", ["", "replay?match=sheet", "imports"])
def test_the_navigation_is_one_row_on_a_phone_with_every_page(page: Page, site: str, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/{path}")
    settled(page)
    bar = bar_of(page)
    assert page.locator("main").get_by_role("navigation", name="Pages").count() == 0
    seen = bar.locator("a:not(.skip), summary").filter(visible=True)
    boxes = [box for each in seen.all() if (box := each.bounding_box())]
    assert all(box["y"] + box["height"] <= 49 and box["x"] + box["width"] <= 360 for box in boxes)
    assert len(boxes) >= 3
    bar.locator("summary").focus()
    page.keyboard.press("Enter")
    for part in PARTS:
        expect(bar.get_by_role("link", name=part, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(bar.get_by_role("link", name="Training")).to_be_hidden()


def test_the_present_page_is_marked_in_the_bar_or_names_the_menu(page: Page, site: str) -> None:
    page.goto(f"{site}/people")
    expect(bar_of(page).locator("[aria-current=page]")).to_have_text(["People"])
    page.set_viewport_size({"width": 360, "height": 740})
    bar_of(page).get_by_text("More", exact=True).click()
    bar_of(page).get_by_role("link", name="Training", exact=True).click()
    arrived(page, re.compile("/training$"))
    expect(bar_of(page).locator("summary")).to_have_text("Training")
    expect(bar_of(page).locator("[aria-current=page]")).to_have_text(["Training"])


def test_tab_begins_with_the_way_past_the_navigation(page: Page, site: str) -> None:
    page.goto(f"{site}/people")
    settled(page)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to main content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_text("Add a person")).to_be_focused()


@pytest.mark.parametrize("path", LISTS)
def test_a_row_of_a_list_is_reached_by_tab_and_opened_by_enter(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    page.locator("a.row, a.nm").first.wait_for()
    settled(page)
    hrefs = list[str]()
    for _ in range(30):
        page.keyboard.press("Tab")
        if found := page.evaluate(FOCUSED):
            hrefs.append(found)
        if len(hrefs) == 2:
            break
    assert len({*hrefs}) == 2
    page.keyboard.press("Enter")
    arrived(page, re.compile(f"/{LISTS[path]}"))


def test_the_reader_picks_a_language_and_keeps_it(site: str, browser: Browser) -> None:
    with browser.new_context(locale="ro-RO") as context:
        page = context.new_page()
        page.goto(site)
        html = page.locator("html")
        expect(html).to_have_attribute("lang", "ro")
        expect(page.get_by_role("heading", name="Partide")).to_be_visible()
        page.get_by_role("combobox", name="Limba").select_option("cs")
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
        expect(html).to_have_attribute("lang", "cs")
        page.goto(f"{site}/replay?match=four&lang=en")
        expect(html).to_have_attribute("lang", "en")
        expect(page.get_by_role("button", name="Watch")).to_be_visible()
        page.get_by_role("link", name="Plays").click()  # The address no longer asks for it, the visit goes on in it.
        expect(page.get_by_role("heading", name="Plays")).to_be_visible()
        page.goto(site)
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
