"""Choosing people: one key, one person."""

import re

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


def test_a_finger_that_rests_on_a_name_while_the_page_runs_still_taps_it(page: Page, site: str) -> None:
    page.goto(f"{site}/pair")
    names = page.locator(".person")
    expect(names.nth(2)).to_be_visible()
    idle(page)
    names.nth(0).click()
    box = names.nth(1).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page).to_have_url(re.compile("people="))
    page.keyboard.press("r")  # A run that changes nothing.
    idle(page)
    page.mouse.up()
    expect(page.locator(".person[aria-pressed=true]")).to_have_count(2)


def test_a_person_taken_by_a_key_keeps_the_focus(page: Page, site: str) -> None:
    page.goto(f"{site}/new")
    chip = page.locator(".person").first
    expect(chip).to_be_visible()
    idle(page)
    was = chip.get_attribute("aria-pressed")
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "false" if was == "true" else "true")
    idle(page)
    expect(chip).to_be_focused()
