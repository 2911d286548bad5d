"""The review of a match in a real browser: what a move cost, the better one on board and in Explore."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import chocolatier
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from tests.browser.conftest import serving, settled
from tests.recorded import FOUR, record, records_in
from tests.viewer.components.replay.test_reviewed import reviewed


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = tmp_path_factory.mktemp("reviewed") / "matches.db"
    records = records_in(store)
    match = record(records, "m", chocolatier, FOUR[:2], 3, events=20)
    key = review_key(records.store, "m", "normal")
    ReviewRepository(records.store).keep(key, match.version, reviewed(match, "blunder"))
    with serving(store) as address:
        yield address


def test_a_mistake_is_marked_explained_drawn_and_played_better_in_explore(page: Page, address: str) -> None:
    page.goto(f"{address}/replay?match=m&at=2&mode=review")
    moments = page.locator(".key-moments")
    expect(moments.locator(".caption")).to_have_text(["R1luck for Ben, +10%", "R1.1??Anna: blunder, −12%"])
    expect(moments.locator("svg .better-piece").first).to_be_attached()
    expect(page.locator(".verdict .judged-as")).to_have_text("Luck for Ben")
    moments.get_by_role("button", name="Anna: blunder").click()
    expect(page.locator(".move.current .judged")).to_have_text("?? blunder −12%")
    expect(page.locator(".verdict .judged-as")).to_have_text("??blunder")
    expect(page.locator(".verdict .better")).to_contain_text("Better: Anna takes")
    expect(page.locator('[data-panel="seat/0"] .better-piece').first).to_be_attached()
    expect(page.locator(".rider.blunder")).to_have_text("??")
    expect(page.get_by_role("button", name="Chance to win")).to_have_attribute("aria-pressed", "true")
    for values in (".line-end b", ".plot .here"):
        expect(page.locator(values)).to_have_text(["40%", "60%"])
    settled(page)
    page.get_by_role("button", name="Try the better move").click()
    expect(page.locator(".explore .tries")).to_contain_text("2 trial moves")
    expect(page.locator(".plot .here").first).not_to_contain_text("%")


def test_the_report_shows_luck_and_choices(page: Page, address: str) -> None:
    page.goto(f"{address}/report?match=m")
    expect(page.get_by_text("The draws favored Ben by about 3 points.")).to_be_visible()
    expect(page.locator(".st-key-luck")).to_contain_text("own choices")
