"""A page that shows a match of its own, for tests in a browser, and what a person does there."""

from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from core.record import Frame
from core.scoring_frames import with_scorings
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository


class Review(NamedTuple):
    """A page that shows a match of its own, and the match's record."""

    page: Page
    records: MatchRepository
    match: str
    address: str

    def go(self, at: int = 6, mode: str = "Review") -> Page:
        self.page.goto(f"{self.address}/replay?match={self.match}&at={at}")
        self.page.locator(".row[aria-current=step]").wait_for(state="attached")
        self.page.get_by_role("button", name=mode, exact=True).click()
        return self.page

    def notes(self) -> tuple[NoteWritten, ...]:
        return self.records.notes(self.match)


def shown(match: Match) -> tuple[Frame, ...]:
    """The steps of a replay: the events, and the scorings that have steps of their own."""
    return with_scorings(match.frames, match.stories)[0]


def keep(page: Page, text: str) -> Locator:
    """Writes a note at the step the page stands at; the note, once it shows."""
    page.get_by_label("Note, in Markdown").fill(text)
    page.get_by_role("button", name="Save", exact=True).click()
    note = page.locator(".move.current .note").last
    expect(page.get_by_label("Note, in Markdown")).to_have_value("")
    return note
