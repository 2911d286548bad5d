"""The modes of the replay in a real browser: guessing keeps the end secret, links keep the mode."""

import re

from playwright.sync_api import expect

from tests.browser.review.reviewing import Review
from tests.browser.test_replay import now, press


def test_guessing_hides_what_is_to_come(review: Review) -> None:
    page = review.go(at=8, mode="Guess")
    hidden = page.locator(".move").nth(8)
    expect(hidden).to_be_hidden()
    expect(page.locator(".move").nth(7)).to_be_visible()
    expect(page.locator(".result")).to_be_hidden()
    expect(page.get_by_text("Points in tables")).to_have_count(0)
    cover = page.locator(".strip .cover").evaluate("cover => cover.offsetWidth / cover.closest('.strip').offsetWidth")
    assert 0.7 < cover < 0.95
    assert press(page, "ArrowRight", "End", "9") == 7
    assert press(page, "Home", "End") == 7
    assert press(page, "r") == 8
    expect(hidden).to_be_visible()
    page.get_by_role("button", name="Watch", exact=True).click()
    assert press(page, "End") > 8
    expect(page.get_by_text("Points in tables")).to_be_visible()


def test_a_place_that_the_move_touches_is_a_right_guess(review: Review) -> None:
    page = review.go(at=8, mode="Guess")
    event = review.records.match(review.match).frames[8].event
    wrong = page.locator(f"[data-id='{(event.seat + 1) % 4}/wall/5/5']")
    wrong.click()
    expect(page.locator(".asks")).to_contain_text("Not there.")
    assert now(page) == 7
    page.locator(f"[data-id^='{event.seat}/line/{event.line}/']").first.click()
    expect(page.locator(".asks")).to_contain_text("Correct.")
    assert now(page) == 8
    expect(page.locator(".tally")).to_have_text("0 of 1 guessed")


def test_a_link_can_ask_for_guessing_from_the_start(review: Review) -> None:
    page = review.page
    page.goto(f"{review.address}/replay?match={review.match}&mode=guess")
    expect(page.locator(".asks")).to_be_visible()
    assert now(page) == 0
    expect(page.locator(".result")).to_be_hidden()
    expect(page.get_by_text("Report of this match")).to_have_count(0)


def test_a_link_and_a_reload_keep_the_mode_and_a_change_of_it_is_no_entry_of_the_history(review: Review) -> None:
    page = review.go(mode="Guess")
    length = page.evaluate("history.length")
    for mode in ("Explore", "Review", "Watch", "Explore"):
        page.get_by_role("button", name=mode, exact=True).click()
        expect(page).to_have_url(re.compile("at=6$" if mode == "Watch" else f"at=6&mode={mode.lower()}$"))
    press(page, "ArrowRight")
    expect(page).to_have_url(re.compile("at=7&mode=explore$"))
    assert page.evaluate("history.length") == length
    page.reload()
    expect(page.get_by_role("button", name="Explore", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    assert now(page) == 6


def test_f_chooses_whose_board_is_large(review: Review) -> None:
    page = review.go()
    for seat in range(4):
        press(page, "f")
        expect(page.locator(".panel.focus")).to_have_attribute("data-panel", re.compile(str(seat)))
        press(page, "ArrowRight")
        expect(page.locator(".panel.focus")).to_have_attribute("data-panel", re.compile(str(seat)))
    press(page, "f", "ArrowRight")
    expect(page.locator(".panel.focus")).to_have_attribute("data-panel", f"seat/{(now(page) - 2) % 4}")
