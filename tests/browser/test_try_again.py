"""*Try again* in a real browser: the proved moments of a match are asked before their answers."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.games import azacru
from eventstore.matches.repository import utc_now
from eventstore.matches.training import TrainingRepository
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import serving, settled
from tests.browser.layout import misplaced
from tests.browser.picking import pick
from tests.eventstore.reviews.exercises import Asked, with_exercises
from tests.patience import patience
from tests.recorded import record, records_in

ASKED = list[Asked]()


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    store = tmp_path_factory.mktemp("again") / "matches.db"
    records = records_in(store)
    ASKED[:] = with_exercises(records, record(records, "m", azacru, ("Anna", "Ben"), 1), 3, unproved=1)
    with_exercises(records, record(records, "none", azacru, ("Anna", "Ben"), 2), 0, unproved=2)
    with serving(store) as address:
        yield address


def question(page: Page, number: int) -> None:
    """The question is asked, and nothing says its answer."""
    page.locator(".live-record[data-version]").wait_for()
    settled(page)
    seat = azacru.turn(ASKED[number - 1].state)
    expect(
        page.get_by_role("heading", name=f"What would you play as {'Anna' if seat == 0 else 'Ben'}?")
    ).to_be_visible()
    expect(page.get_by_text(f"Moment {number} of 3")).to_be_visible()
    for spoiler in ("Best:", "Well played", "better move", "blunder", "This is the move of the match"):
        expect(page.get_by_text(spoiler)).to_have_count(0)
    expect(page.locator(".replay, .plot, .better-piece, .key-moments")).to_have_count(0)


def test_the_moments_of_a_match_are_asked_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/replay?match=m&mode=review")
    expect(page.locator(".key-moments > li")).to_have_count(4)
    page.get_by_role("link", name="Try again: 3 moments").click()
    question(page, 1)
    assert misplaced(page) == []
    pick(page, azacru, ASKED[0].state, ASKED[0].best)
    expect(page.get_by_text("Well played.")).to_be_visible(timeout=patience(20_000))
    expect(page.get_by_text("played on many times")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert_accessible(page)
    page.get_by_role("button", name="Next moment").click()
    question(page, 2)
    pick(page, azacru, ASKED[1].state, ASKED[1].played)
    expect(page.get_by_text("There is a better move.")).to_be_visible(timeout=patience(20_000))
    expect(page.get_by_text("This is the move of the match.")).to_be_visible()
    expect(page.get_by_text("loses about 20% of the chance to win and 5 points")).to_be_visible()
    assert misplaced(page) == []
    page.get_by_role("button", name="Next moment").click()
    question(page, 3)
    pick(page, azacru, ASKED[2].state, ASKED[2].best, by_keyboard=True)
    expect(page.get_by_text("Well played.")).to_be_visible(timeout=patience(20_000))
    page.get_by_role("button", name="To the result").press("Enter")
    expect(page.get_by_role("heading", name="2 of 3 best moves found.")).to_be_visible()
    page.get_by_role("button", name="Ask them again").click()
    question(page, 1)
    page.get_by_role("link", name="To the review").click()
    expect(page).to_have_url(re.compile("mode=review"))
    expect(page.locator(".key-moments > li")).to_have_count(4)


def test_the_replay_leads_to_the_questions_without_the_review(page: Page, address: str) -> None:
    page.goto(f"{address}/replay?match=m&at=2")
    page.get_by_role("link", name="Try again").click()
    question(page, 1)
    page.go_back()
    expect(page.locator(".replay .title")).to_be_visible()


def test_without_a_proved_moment_nothing_is_offered(page: Page, address: str) -> None:
    page.goto(f"{address}/replay?match=none&mode=review")
    expect(page.locator(".key-moments > li")).to_have_count(2)
    settled(page)
    expect(page.get_by_role("link", name="Try again")).to_have_count(0)
    page.goto(f"{address}/replay?match=none&mode=again")
    expect(page.get_by_text("No move of this match has an answer that is proved.")).to_be_visible()


def test_the_best_move_is_asked_for_on_the_board_and_comes_again_later(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    match = record(records, "pacru", azacru, ("Anna", "Ben"), 1)
    (asked,) = with_exercises(records, match, 1)
    seat = azacru.turn(asked.state)
    assert isinstance(seat, int)
    person = match.header.players[seat]
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(store) as address:
        page.goto(f"{address}/training?person={person}")
        page.locator(".live-record[data-version]").wait_for()
        settled(page)
        expect(page.get_by_text(f"What would you play as {match.names[seat]}?")).to_be_visible()
        expect(page.get_by_text("Best:")).to_have_count(0)
        pick(page, match.game, asked.state, asked.best)
        expect(page.get_by_text("Well played.")).to_be_visible(timeout=patience(20_000))
        training = TrainingRepository(records.store, "", utc_now)
        (own,) = training.progress([person]).values()
        assert (own.streak, own.answers) == (1, 1)
        assert own.due - training.today() in (timedelta(days=1), timedelta(days=2))  # Midnight may pass meanwhile.
        page.get_by_role("button", name="Next position").click()
        expect(page.get_by_text("Done for today.")).to_be_visible()
    records.store.close()


def test_a_position_that_is_not_proved_is_not_asked(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    match = record(records, "pacru", azacru, ("Anna", "Ben"), 1)
    with_exercises(records, match, 0, unproved=2)
    with serving(store) as address:
        page.goto(f"{address}/training?person={match.header.players[0]}")
        expect(page.get_by_text("There is no move to learn from")).to_be_visible()
        expect(page.get_by_text("What would you play")).to_have_count(0)
    records.store.close()
