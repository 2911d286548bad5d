"""The history of a match's record: a card per undo, correction or edit, and a way to restore what was before."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial

from core import record, record_rules
from core.game import Refusal
from core.record_events import Corrected, Entry, MatchStarted
from eventstore.formats.notation import write_event
from eventstore.matches.history import HeaderChange, Recorded, header_changes, history
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.paper import sides
from viewer.locale.language import date, gettext, length, listed, translate
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.pages.replay.comparison import ComparisonSide, side
from viewer.pages.replay.correcting import take_up
from viewer.pages.replay.draft import CorrectionDraft, accepting, show_preview
from viewer.pages.replay.proposal import restoring
from viewer.texts.own_words import tag_text


def show(matches: MatchRepository, draft: CorrectionDraft) -> None:
    """Show every change as a card, newest first."""
    recorded = {one.change.version: one for one in history(matches, draft.match)}
    headers = {change.version: change for change in header_changes(matches, draft.match)}
    chosen = surface.state().get(draft.key("restoring"))
    if not (recorded or headers):
        surface.text(gettext("Nothing has been corrected or taken back in this match."))
    for version in sorted({*recorded, *headers}, reverse=True):
        key = draft.key("past", version)
        if version in headers:
            sides(*header_card(draft.match, headers[version]), key=key)
            continue
        one = recorded[version]
        sides(*card(draft.match, one, draft.notes), key=key)
        if chosen == version:
            _restoring(draft, one)
        else:
            _offer(draft, version)


def _offer(draft: CorrectionDraft, version: int) -> None:
    proposal = restoring(draft.match, version)
    if isinstance(proposal, Refusal):
        surface.caption(translate(proposal.sentence))
    elif proposal.is_new:
        surface.button(
            gettext("Restore"),
            icon=":material/history:",
            key=draft.key("restore", version),
            on_click=partial(_choose, draft, version),
        )


def _choose(draft: CorrectionDraft, version: int | None) -> None:
    surface.state()[draft.key("restoring")] = version


def _restoring(draft: CorrectionDraft, recorded: Recorded) -> None:
    """Preview the reversion of a change; the recorded side is the current match."""
    proposal = restoring(draft.match, recorded.change.version)
    if isinstance(proposal, Refusal):
        surface.caption(translate(proposal.sentence))
        return
    if show_preview(draft, proposal, partial(take_up, draft)):
        is_correction = isinstance(recorded.change.event, Corrected)
        reason = gettext("The correction was wrong") if is_correction else gettext("It was not taken back")
        accepting(draft, proposal, reason)
    surface.button(gettext("Leave it as it is"), key=draft.key("leave"), on_click=partial(_choose, draft, None))


def card(match: Match, recorded: Recorded, notes: Collection[NoteWritten]) -> list[Json]:
    """One change: author, time and reason, the events before and after."""
    change = recorded.change
    # The logs before and after the change with its new events. Versions count from 1: version n has index n - 1.
    count = change.event.count if isinstance(change.event, Corrected) else 0
    before, after = (replace(match, log=match.log[:end]) for end in (change.version - 1, change.version + count))
    says, became = sentences_by_version(before), sentences_by_version(after)
    lost = says.keys() - became.keys()
    return [
        element("h3", headline(recorded)),
        _recorded(recorded.at, recorded.by),
        element(
            "div",
            side(gettext("It was"), change.was, _told(says), "gone", gettext("Nothing: the move was missing.")),
            side(gettext("It became"), change.became, _told(became), "", gettext("Nothing: it no longer counts.")),
            class_="two",
        ),
        *(_note(note, says[note.about]) for note in notes if note.about in lost),
    ]


def header_card(match: Match, change: HeaderChange) -> list[Json]:
    """One change of the header: author and time, the facts that differ before and after."""
    was, became = dict(_facts(match, change.was)), dict(_facts(match, change.became))
    names = [name for name in was if was[name] != became[name]]
    both = (
        side(title, [facts[name] for name in names], lambda fact: element("li", fact), kind)
        for title, facts, kind in ((gettext("It was"), was, "gone"), (gettext("It became"), became, ""))
    )
    about = element("h3", gettext("About the match"))
    return [about, _recorded(change.at, change.by), element("div", *both, class_="two")]


def _facts(match: Match, header: MatchStarted) -> Iterator[tuple[str, str]]:
    """The facts of a header by the name of their field; unknown ones too."""
    names = listed([plain(match.people.name(id)) for id in header.players])
    yield "players", gettext("Players: {names}", names=names or "-")
    yield "title", gettext("Title: {value}", value=plain(header.title or "") or "-")
    yield "played_on", gettext("Date: {value}", value=date(header.played_on or "") or "-")
    yield "place", gettext("Place: {value}", value=plain(header.place or "") or "-")
    yield "minutes", gettext("Length: {value}", value=length(header.minutes) if header.minutes else "-")
    yield "tags", gettext("Tags: {tags}", tags=", ".join(map(tag_text, header.tags)) or "-")


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


def _recorded(at: str, by: str) -> Json:
    return element("p", gettext("{time}, recorded by {who}", time=_time(at), who=plain(by)), class_="aside")


def _time(at: str) -> str:
    """A stored time for display, to the minute."""
    return f"{date(at[:10])} {at[11:16]} UTC"


def _told(says: Mapping[int, str]) -> Callable[[Entry], Json]:
    return lambda entry: element("li", element("span", says[entry.version], class_="says"))


def sentences_by_version(match: Match) -> Mapping[int, str]:
    """Effective events as sentences by version; as notation if the current rules refuse one of them."""
    if record.fold(match.game, match.log, match.options, refuse=record_rules.refusal).invalidated:
        return {entry.version: write_event(match, entry.event) for entry in record.effective_entries(match.log)}
    side = ComparisonSide(match)
    return {frame.version: side.label(place) for place, frame in enumerate(match.frames)}


def _note(note: NoteWritten, about: str) -> Json:
    """A note on an event that was replaced."""
    silent = gettext("Bookmark") if note.bookmark else gettext("Marks")
    text = " ".join(filter(None, [note.glyph, note.text.strip()])) or silent
    by = f" ({plain(note.author)})" if note.author else ""
    head = element("span", gettext("Note on: {move}", move=about), class_="aside")
    return element("p", head, f"\n{text}{by}", class_="note")
