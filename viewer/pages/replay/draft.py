"""The draft of a correction: preview of the proposal, its reason, and the write."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from core.record_events import Corrected, Entry, TakenBack
from eventstore.matches.match import Match, UnknownMatch
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import new_id
from viewer import surface
from viewer.boards.svg import Theme
from viewer.components.paper import sides
from viewer.locale.language import gettext, gettext_noop, ngettext
from viewer.pages.replay import comparison
from viewer.pages.replay.comparison import ComparisonSide, Look
from viewer.pages.replay.proposal import Longer, Proposal, up_to_what_breaks, without_the_rest
from viewer.pages.shared import flash, session

MOVED_ON: Final = gettext_noop(
    "Another user changed the match in the meantime. This is the current match; your change was not saved."
)

CORRECT: Final = "correct"
HISTORY: Final = "history"
"""Modes of the page."""

LOOKS: Final[dict[Look, str]] = {"then": gettext_noop("Right after it"), "end": gettext_noop("At the end")}


@dataclass(frozen=True)
class CorrectionDraft:
    """The match on the page, and a token that prefixes the keys of the page's state.

    The token changes with every correction, which resets all forms; it is also the idempotency key of the write.
    """

    match: Match
    notes: tuple[NoteWritten, ...]
    side: ComparisonSide
    theme: Theme
    token: str

    def key(self, *names: object) -> str:
        return "-".join(map(str, ("correct", self.token, *names)))


def token_of(match: Match, at: str) -> str:
    """The token of the current draft for this match at this event."""
    token: str = surface.state().setdefault(_token_key(match.id, at), new_id())
    return token


def _token_key(id: str, at: str) -> str:
    return f"correct-token-{id}-{at}"


def show_message(draft: CorrectionDraft) -> None:
    """Show the result of the last request, or that another user changed the match."""
    key = draft.key("version")
    if not flash.is_pending() and surface.state().get(key, draft.match.version) != draft.match.version:
        flash.put(gettext(MOVED_ON), is_error=True)
    surface.state()[key] = draft.match.version
    flash.show()


def show_preview(draft: CorrectionDraft, proposal: Proposal, extend: Callable[[Longer], None]) -> bool:
    """Show the preview of a proposal; whether it can be accepted. `extend` starts a longer correction."""
    compared = comparison.compare(proposal, draft.side)
    if broken := comparison.breaking(compared):
        sides(*broken, key=draft.key("broken"))
        _offers(draft, proposal, extend)
    parts = [comparison.moves(compared), *comparison.points(compared)]
    sides(*parts, *comparison.losing_notes(proposal, draft.notes), key=draft.key("preview"))
    looks = list(LOOKS)
    words = gettext("Boards")
    look = surface.chips("segmented_control", words, looks, lambda look: gettext(LOOKS[look]), key=draft.key("look"))
    sides(*comparison.boards(compared, look, draft.theme), key=draft.key("boards"))
    return not proposal.broken


def _offers(draft: CorrectionDraft, proposal: Proposal, extend: Callable[[Longer], None]) -> None:
    """Ways to continue if later moves would become illegal."""
    if not proposal.table:  # There is no effective event that a correction could cover.
        return
    with surface.container(row="top"):
        if not proposal.is_written_here(proposal.broken[-1].version):
            surface.button(
                gettext("Enter the moves up to the last of these again"),
                icon=":material/edit_note:",
                key=draft.key("longer"),
                on_click=lambda: extend(up_to_what_breaks(proposal)),
            )
        if not proposal.is_written_here(proposal.broken[0].version):
            count = len(proposal.entries) - proposal.lasting
            surface.button(
                ngettext("Remove the last move", "Remove the last {number} moves", count),
                icon=":material/content_cut:",
                key=draft.key("drop"),
                on_click=lambda: extend(without_the_rest(proposal)),
            )


def accepting(draft: CorrectionDraft, proposal: Proposal, reason: str = "") -> None:
    """The field for the reason, and the button that writes the correction."""
    write = partial(_correct, draft, proposal)
    _reasoned(draft, gettext("Accept the correction"), gettext("took red, not blue"), write, reason)


def taking_back(draft: CorrectionDraft, proposal: Proposal) -> None:
    """The same for moves the players took back at the table; the reason is optional."""
    count = len(proposal.difference.was)
    button = ngettext("Take back {number} move", "Take back {number} moves", count)
    _reasoned(draft, button, gettext("none needed"), partial(_take_back, draft, proposal))


def _reasoned(
    draft: CorrectionDraft, button: str, example: str, write: Callable[[str], None], reason: str = ""
) -> None:
    with surface.form(draft.key("accept")):
        key = draft.key("reason", reason)
        label = gettext("Reason (visible to all readers)")
        surface.text_input(label, value=reason, max_chars=300, placeholder=example, key=key)
        surface.submit(button, type="primary", on_click=lambda: write(surface.state()[key].strip()))


def _correct(draft: CorrectionDraft, proposal: Proposal, why: str) -> None:
    """Write a correction, then show the first new event, or the one before the dropped ones."""
    if not why:
        flash.put(gettext("Enter a reason: say in a few words what was wrong."), is_error=True)
        return
    rows = proposal.rows(why)
    known = {entry.version for entry in proposal.table}
    new = (
        draft.match.version + 1 + n
        for n, row in enumerate(rows)
        if not isinstance(row.event, Corrected) and row.version not in known
    )
    at = next(new, _before(proposal))
    _write(draft, rows, at, gettext("Corrected. The previous version is kept here and can be restored."))


def _take_back(draft: CorrectionDraft, proposal: Proposal, why: str) -> None:
    """Take back the events that the proposal leaves out; they must be the end of the match."""
    since = proposal.difference.was[0].version
    done = gettext("Taken back. The previous version is kept here and can be restored.")
    _write(draft, (Entry(0, TakenBack(since, why or None)),), _before(proposal), done)


def _before(proposal: Proposal) -> int:
    """The version of the last event before the first difference; 1, the start, if there is none."""
    place = proposal.difference.place
    return proposal.table[place - 1].version if place else 1


def _write(draft: CorrectionDraft, rows: tuple[Entry, ...], at: int, done: str) -> None:
    """Write all of `rows` at the version the page showed, or show why not; then show the history."""
    match = draft.match
    with suppress(UnknownMatch), flash.catch_errors(conflict=gettext(MOVED_ON)):  # The page shows that it is gone.
        with session.open_session() as user_session:  # Callbacks run before the page opens its store.
            user_session.records.record(
                match.id,
                *(row.event for row in rows),
                expected_version=match.version,
                idempotency_key=f"correct-{draft.token}",
                times=[row.happened_at for row in rows],
            )
        surface.address()["at"] = str(at)
        surface.address()["mode"] = HISTORY
        surface.state()[_token_key(match.id, str(at))] = new_id()
        flash.put(done)
