"""The history of a match's record: a card per undo or correction, with the notes on replaced events."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from core import record, record_rules
from core.record_events import Corrected, Entry
from eventstore.matches.history import Recorded
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.boards.scene import Json
from viewer.boards.text import plain
from viewer.commands.match_text import notation
from viewer.correction.comparison import SHOWN, Side, and_more
from viewer.html_block import element
from viewer.language import date, gettext


def card(match: Match, recorded: Recorded, notes: Collection[NoteWritten]) -> list[Json]:
    """One change: author, time and reason, the events before and after."""
    change = recorded.change
    # The logs before and after the change with its new events. Versions count from 1: version n has index n - 1.
    count = change.event.count if isinstance(change.event, Corrected) else 0
    before, after = (replace(match, log=match.log[:end]) for end in (change.version - 1, change.version + count))
    says = sentences_by_version(before)
    lost = says.keys() - sentences_by_version(after).keys()
    return [
        element("h3", headline(recorded)),
        element(
            "p", gettext("{time}, recorded by {who}", time=_time(recorded.at), who=plain(recorded.by)), class_="aside"
        ),
        element(
            "div",
            _side(gettext("It was"), says, change.was, "gone", gettext("Nothing: the move was missing.")),
            _side(
                gettext("It became"),
                sentences_by_version(after),
                change.became,
                "",
                gettext("Nothing: it no longer counts."),
            ),
            class_="two",
        ),
        *(_note(note, says[note.about]) for note in notes if note.about in lost),
    ]


def headline(recorded: Recorded) -> str:
    """The kind of a change, and its reason."""
    event = recorded.change.event
    if isinstance(event, Corrected):
        return gettext("Recording error: {why}", why=plain(event.why) or gettext("no reason given"))
    if recorded.of_fork:
        return gettext("The fork starts here")
    return (
        gettext("Taken back at the table: {why}", why=plain(event.why))
        if event.why
        else gettext("Taken back at the table")
    )


def _time(at: str) -> str:
    """A stored time for display, to the minute."""
    return f"{date(at[:10])} {at[11:16]} UTC"


def _side(title: str, says: Mapping[int, str], entries: Collection[Entry], kind: str, empty: str) -> Json:
    if not entries:
        return element("section", element("h3", title), element("p", empty, class_="aside"), class_="side")
    first = tuple(entries)[:SHOWN]
    moves = [element("li", element("span", says[entry.version], class_="says")) for entry in first]
    if len(entries) > SHOWN:
        moves.append(element("li", and_more(len(entries) - SHOWN)))
    return element("section", element("h3", title), element("ol", *moves, class_=f"moves {kind}"), class_="side")


def sentences_by_version(match: Match) -> Mapping[int, str]:
    """Effective events as sentences by version; as notation if the current rules refuse one of them."""
    if record_rules.invalidated(match.game, match.log, match.options):
        return {entry.version: notation(match, entry.event) for entry in record.effective_entries(match.log)}
    side = Side(match)
    return {frame.version: side.label(place) for place, frame in enumerate(match.frames)}


def _note(note: NoteWritten, about: str) -> Json:
    """A note on an event that was replaced."""
    silent = gettext("Bookmark") if note.bookmark else gettext("Marks")
    text = " ".join(filter(None, [note.glyph, note.text.strip()])) or silent
    by = f" ({plain(note.author)})" if note.author else ""
    head = element("span", gettext("Note on: {move}", move=about), class_="aside")
    return element("p", head, f"\n{text}{by}", class_="note")
