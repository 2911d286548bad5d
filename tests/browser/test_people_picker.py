"""Choosing people: one key, one person."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import idle


def test_enter_picks_one_person_and_never_several_in_a_filter(page: Page, site: str) -> None:
    page.goto(site)
    people = page.get_by_test_id("stMultiSelect")
    tags = people.locator("[data-tag-index]")
    expect(people).to_be_visible()
    idle(page)
    people.get_by_role("combobox").press_sequentially("n")
    expect(page.get_by_role("option").nth(1)).to_be_visible()
    expect(page.get_by_role("option", name="Select")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(tags).to_have_count(1)
    idle(page)
    expect(tags).to_have_count(1)


@pytest.mark.parametrize("path", ["new", "pair"])
def test_enter_takes_the_name_as_typed_once(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    search = page.get_by_role("searchbox")
    pressed = page.locator(".person[aria-pressed=true]")
    expect(search).to_be_visible()
    idle(page)
    if page.get_by_role("button", name="Clear", exact=True).count():  # The people of the last match.
        page.get_by_role("button", name="Clear", exact=True).click()
    search.fill("ben")
    search.press("Enter")
    expect(pressed).to_have_count(1)
    search.fill("ben")
    search.press("Enter")
    expect(page.get_by_text("ben is chosen already.")).to_be_visible()
    idle(page)
    search.fill("")
    expect(pressed).to_have_count(1)
