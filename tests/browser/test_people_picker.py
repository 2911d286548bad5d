"""Choosing people: one key, one person."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import idle


@pytest.mark.parametrize(("path", "typed"), [("", "n"), ("new", "n"), ("pair", "n")])
def test_enter_picks_one_person_and_never_several(page: Page, site: str, path: str, typed: str) -> None:
    page.goto(f"{site}/{path}")
    people = page.get_by_test_id("stMultiSelect")
    tags = people.locator("[data-tag-index]")
    expect(people).to_be_visible()
    idle(page)
    before = tags.count()  # *New match* begins with the people of the last one.
    people.get_by_role("combobox").press_sequentially(typed)
    expect(page.get_by_role("option").nth(1)).to_be_visible()
    expect(page.get_by_role("option", name="Select")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(tags).to_have_count(before + 1)
    idle(page)
    expect(tags).to_have_count(before + 1)
