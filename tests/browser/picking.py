"""A move entered on the board of a question, with the mouse or with the keyboard."""

from typing import Any

from playwright.sync_api import Page

from core.game import AnyGame
from tests.browser.conftest import settled
from viewer.boards import board_of


def pick(page: Page, game: AnyGame, state: Any, move: Any, *, by_keyboard: bool = False) -> None:
    """Tap the places of the move, and use it; a place that is the only one left needs no tap."""
    for tap in board_of(game).taps(state, move):
        if tap.startswith("="):
            target = page.get_by_role("button", name=tap[1:])
        else:
            target = page.locator(f".target[data-tap='{tap}']").first
        if not target.count():
            break
        if by_keyboard:
            target.focus()
            page.keyboard.press("Enter")
        elif tap.startswith("="):
            target.click()
        else:
            target.locator("> *").first.click()
        settled(page)
    use = page.get_by_role("button", name="Use this move")
    if by_keyboard:
        use.focus()
        page.keyboard.press("Enter")
    else:
        use.click()
