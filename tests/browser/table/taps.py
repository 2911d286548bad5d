"""What a person does at the table, for tests in a browser."""

from playwright.sync_api import Page, expect

TWO = ("Anna", "Ben")


def at_table(page: Page, address: str, match: str) -> Page:
    page.goto(f"{address}/table?match={match}")
    page.locator(".live-record[data-version]").wait_for()
    return page


def version(page: Page) -> int:
    return int(page.locator(".live-record").get_attribute("data-version") or 0)


def tap(page: Page, *places: str) -> None:
    for place in places:
        page.locator(f".target[data-tap='{place}'] > *").first.click()


def confirm(page: Page) -> None:
    before = version(page)
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator(".live-record")).to_have_attribute("data-version", str(before + 1))
