"""Draws at the table in a real browser: each display tapped in, and changed again."""

from playwright.sync_api import Page, expect

from core.games import chocolatier
from eventstore.matches.repository import MatchRepository
from tests.browser.table.taps import TWO, at_table
from tests.recorded import FILL


def test_displays_are_filled_with_a_tap_for_each_tile_and_one_more(
    phone: Page, address: str, records: MatchRepository
) -> None:
    """A closed tab loses nothing, and a display that was entered can be tapped to change it."""
    records.start(chocolatier, (*TWO, "Cleo"), id="fill")
    at_table(phone, address, "fill")
    fill = [("blue", "brown", "white", "black"), ("red", "red", "blue", "white")] * 3 + [("black",) * 4]
    taps = 0
    for number, display in enumerate(fill, start=1):
        expect(phone.get_by_role("heading", name=f"Display {number}: tap the 4 tiles that lie there")).to_be_visible()
        for color in display:
            phone.locator(f".kind[data-kind={color}]").click()
            taps += 1
        if number == 4:
            phone.evaluate("sessionStorage.clear()")
            at_table(phone, address, "fill")
    phone.get_by_role("button", name="Confirm the draw").click()
    taps += 1
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    assert taps <= sum(map(len, fill)) + 2
    assert records.match("fill").now.event.displays == tuple(fill)
    assert phone.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('partie-draw-'))") == []


def test_a_display_that_was_entered_can_be_changed(phone: Page, address: str, records: MatchRepository) -> None:
    records.start(chocolatier, TWO, id="slip")
    at_table(phone, address, "slip")
    for color in ("blue", "brown", "white", "black", "red"):
        phone.locator(f".kind[data-kind={color}]").click()
    phone.get_by_role("button", name="Display 1: blue, brown, white, black").click()
    expect(phone.get_by_role("heading", name="Display 1: tap what is wrong")).to_be_visible()
    phone.get_by_role("button", name="Remove brown").click()
    phone.locator(".kind[data-kind=yellow], .kind[data-kind=red]").click()
    expect(phone.get_by_role("button", name="Display 1: blue, white, black, red")).to_be_visible()
    expect(phone.get_by_role("heading", name="Display 2: ")).to_be_visible()
    expect(phone.get_by_role("button", name="red, 18 left")).to_be_visible()
    records.record("slip", chocolatier.parse(FILL))
    expect(phone.get_by_role("heading", name="Anna takes: ")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('partie-draw-slip')") is None
