"""The text of a rule in a real browser: from points, from a refusal and from another rule, on any screen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.games import chocolatier
from tests.browser.accessibility import violations
from tests.browser.conftest import serving
from tests.recorded import record, records_in


def opened(page: Page, link: Locator, address: str) -> Page:
    """The page that a link opens beside this one, at the rule in its address."""
    with page.context.expect_page() as beside:
        link.click()
    rules = beside.value
    expect(rules).to_have_url(re.compile(f"/{re.escape(address)}$"))
    expect(rules.locator(":target")).to_be_in_viewport()
    return rules


def test_a_source_of_points_leads_to_its_rule_in_the_report(page: Page, site: str) -> None:
    page.goto(f"{site}/report?match=four")
    link = page.get_by_role("columnheader", name="floor").get_by_role("link")
    rules = opened(page, link.first, "rules/chocolatier#c-score-2")
    expect(rules.locator(":target h3")).to_have_text("C-SCORE-2")
    rules.close()


def test_the_points_of_a_move_lead_to_their_rule_in_the_replay(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=four")
    page.locator(".row[aria-current=step]").wait_for(state="attached")
    before = page.url
    rules = opened(page, page.locator("a.chip", has_text="wall").first, "rules/chocolatier#c-score-1")
    rules.close()
    expect(page).to_have_url(before)


@pytest.mark.prints("422")
def test_a_refusal_at_the_table_leads_to_its_rule(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    match = record(records_in(store), "azul", chocolatier, ("Anna", "Ben"), 3, events=1)
    drawn = match.now.event.displays[0]
    color = next(color for color in ("blue", "brown", "white", "black", "red") if color not in drawn)
    with serving(store) as address:
        page.goto(f"{address}/table?match=azul")
        page.locator(".live-record[data-version]").wait_for()
        page.get_by_label("Type a move").fill(f"A: 1 {color} > 1")
        page.get_by_label("Type a move").press("Enter")
        message = page.get_by_role("status").filter(has_text=f"There is no {color} tile in display 1.")
        rules = opened(page, message.get_by_role("link", name="See the rule."), "rules/chocolatier#c-take-1")
        rules.close()
        expect(message).to_be_visible()


@pytest.mark.parametrize("path", ["rules/", "rules/pavilion#p-end-1"])
def test_the_pages_of_rules_are_readable_on_a_phone(page: Page, site: str, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/{path}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(page) == []
