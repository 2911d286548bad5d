"""What axe finds wrong with the pages, serious or critical: nothing."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import settled

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def assert_accessible(page: Page) -> None:
    settled(page)  # Colors that fade in, or under Streamlit's veil over what was old, have arrived.
    assert violations(page) == []


def violations(page: Page) -> list[tuple[object, object]]:
    """What axe finds serious or critical on the page as it is."""
    options = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": TAGS}}
    return [
        (each["id"], [(node["target"], node.get("failureSummary")) for node in each["nodes"][:3]])
        for each in Axe().run(page, options=options).response["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("mode", ["Watch", "Review", "Explore", "Guess"])
def test_replay(open_replay: Callable[..., Page], mode: str) -> None:
    page = open_replay("four", 12)
    page.get_by_role("button", name=mode, exact=True).click()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert_accessible(page)


def test_help_and_the_replay_of_notes(open_replay: Callable[..., Page]) -> None:
    page = open_replay("odd", 5)
    page.get_by_role("button", name="Review", exact=True).click()
    assert_accessible(page)
    page.keyboard.press("?")
    assert_accessible(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "",
        "?view=table",
        "new",
        "report?match=four",
        "table?match=odd",
        "table?match=two",
        "correct?match=two&at=20",
        "overview",
        "game",
        "game?game=Kettle+Race",
        "insights",
        "imports",
        "person",
        "pair",
        "people",
        "login",
        "replay?match=none",
    ],
)
def test_other_pages(page: Page, site: str, path: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto(f"{site}/{path}")
        shown = page.locator("[data-testid=stAppViewContainer]").locator(
            "h1, .live-record, a.card, [data-testid=stHeading]"
        )
        expect(shown.first).to_be_visible()
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert_accessible(page)


def test_replay_in_the_dark(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{site}/replay?match=four&at=30")
    page.locator(".replay.partie-dark .row[aria-current=step]").wait_for(state="attached")
    assert_accessible(page)
