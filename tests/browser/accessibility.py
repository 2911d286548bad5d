"""What axe finds wrong with a page, serious or critical: nothing."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

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
