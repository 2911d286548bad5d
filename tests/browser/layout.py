"""What is wrong with the texts of a page as drawn: cut, on top of each other, too small, beside the screen."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.browser.conftest import TWO_FRAMES, settled

LOOK: Final = Path(__file__).with_name("layout.js").read_text("utf-8")
PHONE: Final = 768
"""Pixels from which a screen is no phone."""

LEAST: Final = {True: 11, False: 9}
"""Pixels of the smallest text, on a phone and on larger screens."""


def misplaced(page: Page) -> list[str]:
    """What is wrong, in words; a page that is still being drawn is looked at again when it has come to rest."""
    least = LEAST[(page.viewport_size or {})["width"] < PHONE]
    page.evaluate(TWO_FRAMES)
    if page.evaluate(LOOK, least):
        settled(page)
    return list(page.evaluate(LOOK, least))
