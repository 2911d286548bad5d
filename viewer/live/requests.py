"""Requests of the live record; each takes effect once, however often it is sent."""

from dataclasses import dataclass, replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final

from pydantic import TypeAdapter

from core.game import fact
from eventstore import codec
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository, utc_now
from viewer.boards import Drawable, board_of
from viewer.language import gettext, gettext_noop, translate
from viewer.notes import NoteRequest, write_note
from viewer.outbox import OutboxResponse, respond

DEALT: Final = gettext_noop("Dealt by the app, not at the table.")
"""The note on an outcome of chance that the app drew."""

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
    event = event_of(records.match(id, until=expected), request, rng)
    try:
        records.record(id, event, expected_version=expected, idempotency_key=request.key, times=(utc_now(),))
    except KeyReused:  # A repeated request, with another draw or time.
        return ""
    if request.deal:
        _note_that_it_was_dealt(records, id, expected + 1)
    return ""


def event_of(match: Match, request: RecordRequest, rng: Random) -> Any:
    """The requested event, for the table at the expected version. Raises ValueError if it is not an event."""
    board = board_of(match.game)
    if request.deal:
        return match.game.deal(match.now.state, rng)
    if request.drawn is not None:
        if not isinstance(board, Drawable):
            raise ValueError(gettext("{game} has nothing to draw.", game=translate(match.game.TITLE)))
        return board.drawn(match.now.state, request.drawn)
    line = (request.line or "").strip()
    return codec.decode_event(match.game, line) if line.startswith("{") else match.game.parse(line)


def _note_that_it_was_dealt(records: MatchRepository, id: str, version: int) -> None:
    dealt = gettext(DEALT)
    if all(note.about != version or note.text != dealt for note in records.notes(id)):
        records.note(id, version, dealt)
