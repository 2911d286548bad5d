"""Signs are drawn and not written: those of the controls, and the emblem in the tab of the browser."""

from base64 import b64decode
from hashlib import sha256

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import settled
from viewer.site.routes import live_files

WRITTEN = "(signs) => signs.filter((sign) => sign.scrollWidth > sign.offsetWidth).map((sign) => sign.textContent)"

BYTES = """async ({ href }) => {
    const bytes = new Uint8Array(await (await fetch(href)).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""


def test_every_sign_of_the_share_dialog_is_drawn(page: Page, site: str) -> None:
    page.goto(f"{site}/replay?match=four&share=1")
    signs = page.get_by_role("dialog").get_by_test_id("stIconMaterial")
    expect(page.get_by_role("button", name="Film of the match")).to_be_visible()
    settled(page)
    assert signs.count() > 7
    assert signs.evaluate_all(WRITTEN) == []


def test_the_sign_of_an_open_fold_stays_upright(page: Page, site: str) -> None:
    page.goto(f"{site}/new")
    page.locator(".part.date > summary").click()
    expect(page.get_by_label("Played on")).to_be_visible()
    expect(page.locator(".part.date > summary .ic")).to_have_css("transform", "none")


@pytest.mark.parametrize("path", ["", "live/four", "rules/"])
def test_the_tab_of_every_page_has_the_emblem_of_partie(page: Page, site: str, path: str) -> None:
    page.goto(f"{site}/{path}")
    expect(page.get_by_role("heading").first).to_be_attached()  # By then the front end has put its icon there.
    icon = page.locator("link[rel$=icon]:not([rel^=apple])")
    expect(icon).to_have_count(1)
    shown = b64decode(icon.evaluate(f"(link) => ({BYTES})(link)"))
    emblem = (live_files.ICON, live_files.find(live_files.icon_name(192)))
    assert sha256(shown).digest() in {sha256(file.body).digest() for file in emblem if file}
