"""The form that corrects a record: the move, what went wrong, the correct moves."""

from functools import partial
from typing import Final

from core.games.scoresheet import PointsNoted
from core.record import Frame
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from viewer import surface
from viewer.components.move_picker import has_form, move_picker
from viewer.components.paper import sides
from viewer.locale.language import current, gettext, gettext_noop, ngettext, translate
from viewer.look.element import element
from viewer.pages.replay.draft import CORRECT, CorrectionDraft, accepting, show_preview, taking_back
from viewer.pages.replay.proposal import (
    CorrectionKind,
    InvalidLine,
    Longer,
    Proposal,
    effective,
    fitting_first,
    moves,
    proposed,
    written,
)
from viewer.surface.kept import kept

KINDS: Final[dict[CorrectionKind, str]] = {
    "other": gettext_noop("A different move was made"),
    "before": gettext_noop("A move is missing before it"),
    "after": gettext_noop("A move is missing after it"),
    "never": gettext_noop("The move was not made"),
    "range": gettext_noop("Several moves are wrong"),
    "back": gettext_noop("Taken back from here on"),
}


def _lines_key(draft: CorrectionDraft, kind: CorrectionKind, first: int) -> str:
    return draft.key("lines", kind, first)


def _until_key(draft: CorrectionDraft, first: int) -> str:
    return draft.key("until", first)


def show(draft: CorrectionDraft, at: str) -> None:
    """Ask for the move and what went wrong, and show what the record would be."""
    if draft.match.missing:
        surface.text(translate(draft.match.missing.sentence))
        return
    if not effective(draft.match):
        surface.text(gettext("This match has no moves to change."))
        return
    place = _event(draft, at)
    try:
        proposal, kind = correction_form(draft, place)
    except InvalidLine as error:
        sides(element("p", str(error), class_="message", role="alert"), key=draft.key("unreadable"))
        return
    if not proposal.is_new:
        surface.caption(
            gettext("This is the current record. Enter what happened instead, and the result is shown here.")
        )
    elif kind == "back":
        show_preview(draft, proposal, partial(take_up, draft))
        taking_back(draft, proposal)
    elif show_preview(draft, proposal, partial(take_up, draft)):
        accepting(draft, proposal)


def _event(draft: CorrectionDraft, at: str) -> int:
    """Ask for an event; returns its place among the effective events."""
    places = {entry.version: place for place, entry in enumerate(effective(draft.match))}
    requested = int(at) if at.isascii() and at.isdecimal() and len(at) < 10 else 0
    versions = list(places)
    key = draft.key("event")
    if surface.state().get(key) not in places:
        surface.state()[key] = requested if requested in places else versions[-1]
    label = gettext("Which move?")
    return places[surface.selectbox(label, versions, lambda version: draft.side.label(places[version] + 1), key=key)]


def correction_form(draft: CorrectionDraft, first: int) -> tuple[Proposal, CorrectionKind]:
    """Ask for the correction of the entry at index `first`. Raises InvalidLine."""
    match = draft.match
    table = effective(match)
    # Lines of points are changed where they stand, on the page of the play.
    kinds = [kind for kind in KINDS if kind != "other" or not isinstance(table[first].event, PointsNoted)]
    label = gettext("What went wrong?")
    kind = surface.chips("pills", label, kinds, lambda kind: gettext(KINDS[kind]), key=draft.key("kind"))
    if kind == "back":
        return Proposal(match, table[:first]), kind
    last = _until(draft, first) if kind == "range" else first
    if kind == "never":
        return proposed(match, first, last, kind, ""), kind
    key = _lines_key(draft, kind, first)
    known = kind in ("other", "range")
    surface.state().setdefault(key, written(match, table[first : last + 1]) if known else "")
    before = _before(draft, first, last, kind, key)
    recorded = table[first].event if kind == "other" else None
    if before is not None:
        picked = partial(_fill_in, match, key, append=kind == "range")
        move_picker(before, recorded, picked, key=f"{key}-board")
        if has_form(recorded):  # Its notation is nothing that a person would type.
            return proposed(match, first, last, kind, surface.state()[key]), kind
        _picker(draft, before, first, kind, key)
    if kind == "range":
        surface.text_area(gettext("As notation, one move per line"), key=key, height=160)
    else:
        surface.text_input(
            gettext("As notation"),
            key=key,
            placeholder=written(match, table[first : first + 1]),
            on_change=lambda: surface.state().update({f"{key}-pick": None}),
        )
    return proposed(match, first, last, kind, surface.state()[key]), kind


def _until(draft: CorrectionDraft, first: int) -> int:
    """Ask for the last of several wrong moves; returns its index."""
    key = _until_key(draft, first)
    table = effective(draft.match)
    places = {entry.version: place for place, entry in enumerate(table)}
    surface.state().setdefault(f"{key}-covered", first)
    version = surface.selectbox(
        gettext("Up to"),
        [entry.version for entry in table[first:]],
        lambda version: draft.side.label(places[version] + 1),
        key=key,
        on_change=lambda: _cover(draft, first, places[surface.state()[key]]),
    )
    return places[version]


def _cover(draft: CorrectionDraft, first: int, last: int) -> None:
    """Append the moves that the range now includes to the lines; a shorter range resets the lines."""
    key, covered = _lines_key(draft, "range", first), f"{_until_key(draft, first)}-covered"
    table, last_covered = effective(draft.match), surface.state()[covered]
    lines = [surface.state().get(key, "").rstrip()] if last > last_covered else []
    since = last_covered + 1 if last > last_covered else first
    surface.state()[key] = "\n".join([*lines, written(draft.match, table[since : last + 1])])
    surface.state()[covered] = last


def _picker(draft: CorrectionDraft, before: Match, first: int, kind: CorrectionKind, key: str) -> None:
    """Ask for a legal move at the position of the new one, by sentence; the choice fills in its notation."""
    match = draft.match
    lines = surface.state()[key] if kind == "range" else ""
    depends = match.id, match.version, match.covered, match.names, lines, current()
    offered = _moves(match, before.now, first, kind, depends)
    if not offered:
        surface.caption(
            gettext("The move was forced: the rules allowed no other one here.")
            if kind == "other" and isinstance(before.now.turn, int)
            else gettext("There are no moves to choose from here; enter what happened as notation.")
        )
        return
    pick = f"{key}-pick"
    surface.search_box(
        gettext("The next move") if kind == "range" else gettext("What was played"),
        list(offered),
        lambda line: offered[line],
        placeholder=ngettext("Search in {number} legal move", "Search in {number} legal moves", len(offered)),
        key=pick,
        on_change=lambda: _fill(pick, key, append=kind == "range"),
    )


def _before(draft: CorrectionDraft, first: int, last: int, kind: CorrectionKind, key: str) -> Match | None:
    """The match before the new move; None if the lines before it cannot be parsed or are illegal."""
    if kind == "range":
        try:
            proposal = proposed(draft.match, first, last, kind, surface.state()[key])
        except InvalidLine:
            return None
        end = len(proposal.entries) - (len(proposal.table) - last - 1)
        entries = proposal.entries[:end] if proposal.lasting >= end else None
    else:
        entries = effective(draft.match)[: first + (kind == "after")]
    return None if entries is None else Proposal(draft.match, entries).preview


@kept(32)
def _moves(_match: Match, _frame: Frame, first: int, kind: CorrectionKind, identity: object) -> dict[str, str]:
    """The legal moves, cached by `identity`, which holds everything else they depend on."""
    offered = moves(_match, _frame)
    if kind == "range":
        return offered
    if kind == "other":
        offered.pop(written(_match, effective(_match)[first : first + 1]), None)
    return fitting_first(_match, first, kind, offered)


def _fill(pick: str, key: str, *, append: bool) -> None:
    """Write the chosen move as notation."""
    line = surface.state()[pick]
    if line is None:
        return
    _write(key, line, append=append)
    if append:
        surface.state()[pick] = None


def _fill_in(match: Match, key: str, event: object, *, append: bool) -> None:
    """Write the event entered on the boards as notation."""
    _write(key, write_event(match, event), append=append)
    surface.state()[f"{key}-pick"] = None


def _write(key: str, line: str, *, append: bool) -> None:
    """Replace the line, or append to the lines."""
    lines = [surface.state()[key].rstrip(), line] if append else [line]
    surface.state()[key] = "\n".join(filter(None, lines))


def take_up(draft: CorrectionDraft, longer: Longer) -> None:
    """Load a longer correction into the form."""
    table = effective(draft.match)
    first = longer.first
    surface.state()[draft.key("event")] = table[first].version
    surface.state()[draft.key("kind")] = "range"
    surface.state()[_until_key(draft, first)] = table[longer.last].version
    surface.state()[f"{_until_key(draft, first)}-covered"] = longer.last
    surface.state()[_lines_key(draft, "range", first)] = longer.lines
    surface.address()["mode"] = CORRECT
