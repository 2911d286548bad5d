"""Exploring in a real browser: moves tried out, stepped through, discarded and kept as a match of their own."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import arrived, settled
from tests.browser.review.reviewing import Review, shown
from tests.browser.test_replay import now, press


def rows(review: Review) -> int:
    return len(review.records.store.read_all(limit=10_000))


def try_out(page: Page, line: str) -> None:
    page.get_by_role("textbox", name="Type a move").fill(line)
    page.get_by_role("button", name="Try it").click()


@pytest.mark.prints("422")  # A move is refused.
def test_other_moves_are_tried_out_stepped_through_discarded_and_kept_as_a_fork(review: Review) -> None:
    match = review.records.match(review.match)
    before = rows(review)
    page = review.go(at=6, mode="Explore")
    tries, strip = page.locator(".tries"), page.locator(".strip")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    try_out(page, "c: 9 blue > 2")
    expect(page.locator(".explored-record .message")).to_have_text(re.compile(r"^[A-Z][^()]+\.$"))
    state = match.frames[5].state
    moves = [move for move in match.game.legal_moves(state) if move != match.frames[6].event]
    try_out(page, match.game.write(moves[0]))
    expect(tries).to_contain_text("1 trial move")
    expect(page.locator(".move.tried")).to_have_count(1)
    expect(strip).to_have_attribute("aria-valuenow", "6")
    expect(strip).to_have_attribute("aria-valuemax", "6")
    page.locator(".explored-record .target").first.click()
    press(page, "ArrowLeft")
    assert now(page) == 5
    expect(page.locator(".explored-record .target").first).to_be_visible()
    try_out(page, match.game.write(moves[-1]))
    expect(strip).to_have_attribute("aria-valuenow", "6")  # It stands in for the first one, which was left at 5.
    expect(page.locator(".move.tried .says")).to_have_count(1)
    assert rows(review) == before

    page.get_by_role("button", name="Discard").click()
    expect(strip).to_have_attribute("aria-valuemax", str(len(shown(match)) - 1))
    assert now(page) == 5
    press(page, "Home")
    page.get_by_role("button", name="Let the app draw").click()
    expect(tries).to_have_text("1 trial move from the start")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    press(page, "b")
    expect(page.locator(".notice")).to_contain_text("leave Explore")
    assert rows(review) == before

    page.get_by_role("button", name="Save as a separate match").click()
    page.get_by_role("link", name="Fork 1").click()
    arrived(page, re.compile(rf"match=(?!{match.id}\b)"))
    expect(page.locator(".move")).to_have_count(2)
    fork = review.records.match(page.url.split("match=")[1].split("&")[0])
    assert (fork.parent, fork.now.version) == (match.id, match.version + 3)
    page.get_by_role("link", name="The match of which this one is a fork").click()
    arrived(page, re.compile(f"match={match.id}&at=1$"))


def test_a_line_is_kept_with_the_move_tried_just_before(review: Review) -> None:
    match = review.records.match(review.match)
    page = review.go(at=6, mode="Explore")
    expect(page.locator(".explored-record .target").first).to_be_visible()
    state = match.frames[5].state
    first = next(move for move in match.game.legal_moves(state) if move != match.frames[6].event)
    second = next(match.game.legal_moves(match.game.evolve(state, first)))
    try_out(page, match.game.write(first))
    expect(page.locator(".tries")).to_contain_text("1 trial move")
    expect(page.locator(".explored-record .waiting")).to_have_count(0)
    page.get_by_role("textbox", name="Type a move").fill(match.game.write(second))
    page.locator(".replay").evaluate(
        """(root) => {
            root.querySelector(".explored-record").shadowRoot.querySelector(".line").requestSubmit();
            for (let times = 0; times < 2; times += 1) root.querySelector("[data-command=keepLine]").click();
        }"""
    )
    expect(page.get_by_role("link", name="Fork 1")).to_be_visible()
    expect(page.locator(".tries")).to_contain_text("nothing is saved")
    (fork,) = [id for id in review.records.ids() if review.records.match(id).parent == match.id]
    assert [entry.event for entry in review.records.match(fork).log[-2:]] == [first, second]


def test_a_line_is_kept_by_a_reload_and_discard_counts_while_an_entry_is_on_its_way(review: Review) -> None:
    match = review.records.match(review.match)
    before = rows(review)
    page = review.go(at=6, mode="Explore")
    tries = page.locator(".tries")
    moves = [move for move in match.game.legal_moves(match.frames[5].state) if move != match.frames[6].event]
    try_out(page, match.game.write(moves[0]))
    expect(tries).to_contain_text("1 trial move")
    page.reload()
    expect(tries).to_contain_text("1 trial move")
    expect(page.locator(".move.tried")).to_have_count(1)

    held: list[Route] = []
    page.route(
        "**/explore",
        lambda route: held.append(route) if 'entry":{' in str(route.request.post_data) else route.continue_(),
    )
    page.locator(".move .row").nth(5).click()
    expect(page.locator(".explored-record .target").first).to_be_visible()
    with page.expect_request("**/explore"):
        try_out(page, match.game.write(moves[-1]))
    page.get_by_role("button", name="Discard").click()
    expect(page.locator(".move.tried")).to_have_count(0)
    with page.expect_response("**/explore"):
        held[0].continue_()
    settled(page)
    expect(page.locator(".move.tried")).to_have_count(0)
    expect(tries).to_have_text("Play another move from here; nothing is saved.")
    page.unroute("**/explore")
    assert rows(review) == before
