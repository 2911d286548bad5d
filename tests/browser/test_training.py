"""Training in a real browser: a position is asked on the board, answered, and due again later."""

from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from core.games import azacru
from core.review.account import REVISION
from core.review.review import Engine, Error, Review, ReviewedMove, ReviewedPosition, Values
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import TrainingRepository
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import review_key
from tests.browser.conftest import serving, settled
from tests.recorded import record, records_in
from viewer.boards import azacru as board
from viewer.components.training.positions import Position, position


def proposed(records: MatchRepository) -> Position:
    """A position late in a match, and a review that proposes it."""
    for seed in range(1, 9):
        match = record(records, f"pacru{seed}", azacru, ("Anna", "Ben"), seed)
        for frame, following in zip(match.frames[50:-1], match.frames[51:], strict=True):
            if (asked := position(match, frame.version)) is not None:
                zero, seat = Values((0, 0), (0, 0)), asked.exercise.seat
                lost = Values((-0.2, 0.2) if seat == 0 else (0.2, -0.2), (0, 0))
                move = ReviewedMove(following.version, seat, "x", "y", lost, Error(0, 0), "blunder")
                tables = tuple(ReviewedPosition(each.version, (0.5, 0.5), (0, 0), (0, 0)) for each in match.frames)
                review = Review(Engine(REVISION, "quick", 1), zero, (move,), (), zero, zero, tables)
                key = review_key(records.store, match.id, "quick")
                ReviewRepository(records.store).keep(key, match.version, review)
                return asked
    raise AssertionError("no position")


def test_the_best_move_is_asked_for_on_the_board_and_comes_again_later(page: Page, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    records = records_in(store)
    asked = proposed(records)
    best = azacru.parse(asked.exercise.answers[0])
    seat = asked.exercise.seat
    person = asked.match.header.players[seat]
    page.set_viewport_size({"width": 360, "height": 740})
    with serving(store) as address:
        page.goto(f"{address}/training?person={person}")
        page.locator(".live-record[data-version]").wait_for()
        settled(page)
        expect(page.get_by_text(f"What would you play as {asked.match.names[seat]}?")).to_be_visible()
        expect(page.get_by_text("Best:")).to_have_count(0)
        for tap in board.taps(asked.match.now.state, best):
            if tap.startswith("="):
                page.get_by_role("button", name=tap[1:]).click()
            else:
                page.locator(f".target[data-tap='{tap}'] > *").first.click()
            settled(page)
        page.get_by_role("button", name="Use this move").click()
        expect(page.get_by_text("Well played.")).to_be_visible(timeout=20_000)
        training = TrainingRepository(records.store, "", utc_now)
        (own,) = training.progress([person]).values()
        assert (own.streak, own.answers) == (1, 1)
        assert own.due - training.today() in (timedelta(days=1), timedelta(days=2))  # Midnight may pass meanwhile.
        page.get_by_role("button", name="Next position").click()
        expect(page.get_by_text("Done for today.")).to_be_visible()
    records.store.close()
