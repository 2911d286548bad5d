"""The page of one match: boards, moves and chart to step through, then its points in figures; or the page of a play."""

import json
from datetime import UTC, datetime

from core.game import facts_of
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.held_writes import held_writes
from viewer.components.live.component import is_begun
from viewer.components.paper import paper
from viewer.components.photos import gallery
from viewer.components.replay.component import show_replay
from viewer.components.replay.for_reader import for_reader
from viewer.components.replay.payload import packed_payload
from viewer.locale.language import gettext
from viewer.pages.new_match.page import known_titles, title_of
from viewer.pages.new_match.presets import preset_from
from viewer.pages.new_match.starting import BEGIN, begin, order_of
from viewer.pages.replay import again, changing, other_sheet, play
from viewer.pages.report import parts
from viewer.pages.report.tables import score_table
from viewer.pages.shared import share_panel, withdrawing
from viewer.pages.shared.pages import Pages, error_page
from viewer.texts.load_match import MatchUnavailable, load_match
from viewer.texts.match_report import match_report


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the match in `?match=`; the component itself reads the step in `?at=`."""
    is_draft = False
    try:
        match = load_match(matches, surface.address().get("match", ""))
    except MatchUnavailable as error:
        if (draft := _unbegun(index, matches, pages)) is None:
            error_page(error.title, str(error))
            held_writes()
            return
        match, is_draft = draft, not is_begun(draft.id)
    mode = surface.address().get("mode", "")
    if mode in changing.TITLES:
        changing.show(index, matches, pages, match, mode)
        return
    is_sheet = not facts_of(match.game).records_moves
    if mode == other_sheet.MODE and is_sheet and match.state == "open":
        pages.require_role("recorder", match.id)
        other_sheet.show(matches, match)
        return
    withdrawing.notice(matches, match, pages)
    if is_sheet:
        play.show(index, matches, pages, match, is_draft=is_draft)
        return
    if mode == again.MODE:
        again.show(matches, match)
        return
    records_it = pages.has_role("recorder", match.id)
    if match.state == "open" and records_it and not match.withdrawal:
        surface.link(pages.table, gettext("Table"), ":material/table_restaurant:", match=match.id)
    forks = [fork.id for fork in index.forks(match.id)]
    first = packed_payload(match).json(for_reader(match, matches, forks, pages.principal))
    state = show_replay(match.id, first.decode(), pages.principal)
    if state.mode in ("guess", "explore"):  # Everything below would reveal the rest of the match.
        return
    here = {"match": match.id, "at": str(state.at or surface.address().get("at") or match.now.version)}
    with surface.container("more", row="center"):
        if records_it:
            changing.show_links(match, changing.TITLES, here["at"])
        surface.link(pages.report, gettext("Report of this match"), ":material/summarize:", match=match.id)
        again.link(matches, match)
        share_panel.panel(match, here["at"], matches.notes(match.id), pages.principal)
        if records_it and not match.withdrawal:
            withdrawing.withdraw_button(matches, [match.id])
    shown = next((frame.version for frame in match.frames if str(frame.version) == here["at"]), match.now.version)
    gallery(match, matches, pages.principal, shown)
    _figures(match)


def _figures(match: Match) -> None:
    found = match_report(match)
    surface.subheader(gettext("Points in tables"))
    surface.text(found.summary)
    rounds = parts.twin(gettext("Points after each round"), score_table(found))
    paper(parts.source_table(found), rounds, key="tables")


def _unbegun(index: MatchIndex, matches: MatchRepository, pages: Pages) -> Match | None:
    """The match of the form in the address, which is written once something is entered; None without a form."""
    form, again = surface.address().get(BEGIN), surface.address().get("again")
    if not form or not pages.has_role("recorder"):
        return None
    try:
        draft = order_of(json.loads(form))
    except ValueError:
        return None
    if draft.id != surface.address().get("match"):
        return None
    known = known_titles(index, matches, preset_from(matches, again) if again else None)
    title, now = title_of(known, draft.key, draft.title), datetime.now(UTC)
    begun = begin(draft, title, index, matches, now, is_draft=not is_begun(draft.id))
    return begun if isinstance(begun, Match) else None
