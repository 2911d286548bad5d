"""Training in a real browser: a position is asked on the board, answered, and due again later."""

from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from core.games import azacru
from eventstore.matches.repository import utc_now
from eventstore.matches.training import TrainingRepository
from tests.browser.conftest import serving, settled
from tests.browser.picking import pick
from tests.eventstore.reviews.exercises import with_exercises
from tests.patience import patience
from tests.recorded import record, records_in


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
