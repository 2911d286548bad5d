"""Requests of the live record; each takes effect once, however often it is sent."""

from dataclasses import dataclass, replace
from functools import partial
from random import Random, SystemRandom
from typing import Final

from pydantic import TypeAdapter

from core.game import fact
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.repository import MatchRepository, utc_now
from viewer.language import gettext, gettext_noop
from viewer.live.entries import DEALT, Entered, event_of
from viewer.notes import NoteRequest, write_note
from viewer.outbox import OutboxResponse, respond

MOVED_ON: Final = gettext_noop(
    "Another user recorded something in the meantime. This is the current table; your entry was not saved."
)


@fact
@dataclass(frozen=True, slots=True)
class RecordRequest:
    """A request to record one event. `key` is its idempotency key.

    It holds one of: `line`, an event as notation or as JSON; `drawn`, the pieces tapped into each slot; `deal`, to let
    the app draw.
    """

    key: str
    expected_version: int
    line: str | None = None
    drawn: tuple[tuple[str, ...], ...] | None = None
    deal: bool = False

    @property
    def entered(self) -> Entered:
        return Entered(self.line, self.drawn, self.deal)


REQUESTS: Final[TypeAdapter[RecordRequest | NoteRequest]] = TypeAdapter(RecordRequest | NoteRequest)
"""Parses a request from the component's JSON."""


def run_request(
    records: MatchRepository, id: str, request: RecordRequest | NoteRequest, rng: Random | None = None
) -> OutboxResponse:
    """Run a request. Refusals and conflicts are returned as responses; then nothing is written."""
    if isinstance(request, RecordRequest):
        record = partial(_record, records, id, request, rng or SystemRandom())
        return respond(request.key, record, conflict=gettext(MOVED_ON))
    response = write_note(records, id, request)
    if response.kind != "done":
        return response
    return replace(response, says=gettext("Bookmark added.") if request.bookmark else gettext("Note added."))


def _record(records: MatchRepository, id: str, request: RecordRequest, rng: Random) -> str:
    expected = request.expected_version
    event = event_of(records.match(id, until=expected), request.entered, rng)
    try:
        records.record(id, event, expected_version=expected, idempotency_key=request.key, times=(utc_now(),))
    except KeyReused:  # A repeated request, with another draw or time.
        return ""
    if request.deal:
        _note_that_it_was_dealt(records, id, expected + 1)
    return ""


def _note_that_it_was_dealt(records: MatchRepository, id: str, version: int) -> None:
    dealt = gettext(DEALT)
    if all(note.about != version or note.text != dealt for note in records.notes(id)):
        records.note(id, version, dealt)
