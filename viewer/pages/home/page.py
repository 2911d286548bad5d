"""The home page: the way to the table, the plays as rows with a search and filters, and what happened lately."""

import datetime
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from io import BytesIO
from typing import Final

from eventstore.access.grants import Principal
from eventstore.formats import script
from eventstore.maintenance.keeping import notes_of
from eventstore.maintenance.keeping_facts import last_backup
from eventstore.maintenance.two_ends import TwoEnds
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import is_simulated
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.readmodels.search import MatchSearch
from eventstore.readmodels.search_hits import TextHit, text_hits
from viewer import demo, surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block, pressed
from viewer.locale.language import gettext, listed, ngettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.look.play_row import row_mark
from viewer.pages.home.aside import aside, found_aside
from viewer.pages.home.finding import MAX_COUNTED, SearchText, asked, nothing_found, reading, search_field, snippet
from viewer.pages.shared import flash, session, two_ends, withdrawing
from viewer.pages.shared.filters import filter_button, filter_chips
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.play_rows import play_picture, play_rows, play_title, rows_by_month
from viewer.pages.shared.session import reader_zone
from viewer.texts import keeping_words

_ROWS = ((118, 4, 1.0), (86, 3, 0.78), (140, 4, 0.56), (104, 2, 0.34))
"""The length of the title, the number of people and the opacity of each row of the picture."""


def empty(matches: MatchRepository, pages: Pages) -> None:
    """Show the page; the demo is recorded at a tap."""
    title, says, ways = gettext("Plays"), gettext("You do not have access to any match."), list[Json]()
    if pages.has_role("viewer"):
        title, says = gettext("Nothing played yet"), gettext("What somebody logs here is shown on this page.")
    if pages.has_role("recorder"):
        says = gettext("Write down what was on the table tonight. A title, the people, their points.")
        example = element("button", icon("play"), gettext("Watch an example"), class_="btn bare", data_send="demo")
        brings = element("a", gettext("Bring plays from another app"), href="imports", class_="btn")
        ways = [new_match(pages), brings, example]
    words = element("h1", title), element("p", says, class_="s18")
    body = element("div", faint_rows(), *words, element("div", *ways, class_="ways"), class_="nothing")
    if html_block(body, key="nothing"):
        with surface.spinner(gettext("The computer plays against itself…")):
            demo.fill(matches)
        surface.run_again()


def late_backup(pages: Pages) -> list[Json]:
    """A line for recorders when the backups are late or one does not come back."""
    if not pages.file or not pages.offers("keeping"):
        return []
    now = datetime.datetime.now().astimezone()
    if not (says := keeping_words.state_line(notes_of(pages.file), last_backup(pages.file, now), now)):
        return []
    link = element("a", gettext("Keeping"), href="keeping", class_="end")
    return [element("p", says, link, class_="told about")]


def faint_rows() -> Json:
    rows = [_row(place, *row) for place, row in enumerate(_ROWS)]
    return element("svg", *rows, viewBox="0 0 600 224", aria_hidden="true")


def _row(place: int, title: int, people: int, opacity: float) -> Json:
    parts = [_bar(0, 8, 40, 40, "well"), _bar(52, 14, title, 11, "well"), _bar(52, 33, 84, 8, "well")]
    for seat in range(people):
        x = 300 + 76 * seat
        parts += [_bar(x, 14, 46, 9, "well" if seat else "gold"), _bar(x, 33, 22, 8, "well")]
    line = element("path", d="M0 55.5H600", stroke="var(--line)")
    return element("g", *parts, line, transform=f"translate(0 {56 * place})", opacity=opacity)


def _bar(x: int, y: int, width: int, height: int, color: str) -> Json:
    return element("rect", x=x, y=y, width=width, height=height, rx=min(8, height / 2), fill=f"var(--{color})")


FIRST: Final = 12
"""Rows before what happened lately on a page with one column."""

ROWS: Final = 36
"""Rows that are shown at first, and added at a tap."""

_JUST_MORE: Final = MAX_COUNTED + 1

_REST: Final = "home-rest-rows"
_SHOWN: Final = "home-shown"

STYLE: Final = """
<style>
.stApp :is(.st-key-home, .st-key-home-first, .st-key-home-rest) { gap: 0; }
.st-key-find { gap: .75rem; padding: 1rem 0 .5rem; }
.st-key-find > :has(> .st-key-find-field) { flex: 1 1 0; min-width: 0; }
.st-key-find-field { min-height: 36px; }
.st-key-home-two [aria-busy="true"] { opacity: .5; }
.stApp .st-key-home-two { display: grid; gap: 0 48px; grid-template: "first aside" auto "rest aside" 1fr /
  minmax(0, 776px) minmax(0, 376px); }
.st-key-home-two > :has(> .st-key-home-first) { grid-area: first; }
.st-key-home-two > :has(> .st-key-home-aside) { grid-area: aside; }
.st-key-home-two > :has(> .st-key-home-rest) { grid-area: rest; }
@media (max-width: 1099px) {
  .stApp .st-key-home-two { grid-template: "first" "aside" "rest" / minmax(0, 1fr); }
}
@media (max-width: 767px) {
  .st-key-find { padding-top: .75rem; gap: .75rem; }
  .st-key-find-field { min-height: 44px; }
}
</style>
"""


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show the page, or how to begin in an empty store."""
    if not index.count() and not index.count(withdrawn=True):
        empty(matches, pages)
        return
    surface.html(STYLE)
    going_on = go_on(index)
    today = datetime.datetime.now(reader_zone()).date()
    with surface.container("home"):
        html_block(head(index, matches, pages, going_on), *late_backup(pages), key="home-head")
        with surface.container("home-two"):
            first, side, rest = (surface.container(f"home-{name}") for name in ("first", "aside", "rest"))
            with first:
                flash.show()
                finding = asked(today)
                field, match_filter = _find(index, matches, pages, finding)
                found = index.count(at_most=_JUST_MORE if finding.text else None, **match_filter)
                ends = two_ends.open_ends(index, matches) if pages.has_role("recorder") else ()
                rows, hits = _rows(index, matches, match_filter, going_on, two_ends.hidden(ends))
                stand = [] if finding.text else two_ends.line_of_plays(ends) or list(filter(None, [pages.stand]))
                html_block(*stand, *reading(finding, [*hits.values()]), key="home-reading")
                parts = _drawn(index, matches, _marks(pages, ends), finding, match_filter, rows, hits)
                html_block(element("div", *parts[0], class_="plays"), key="home-rows")
            with side:
                if finding.text and 0 < found <= MAX_COUNTED:
                    html_block(*found_aside(index, matches, match_filter), key="home-aside-block")
                else:
                    html_block(*aside(index, matches, pages, today), key="home-aside-block")
            with rest:
                _rest(parts[1], found)
                more(index, matches, pages, match_filter, found)
            with field:  # Last: until its answer comes, the field says that the rows are older than its words.
                search_field(finding, found)


def _find(
    index: MatchIndex, matches: MatchRepository, pages: Pages, finding: SearchText
) -> tuple[AbstractContextManager[object], MatchFilter]:
    """The place of the search field, and what it and the filters ask for."""
    withdrawn = index.count(withdrawn=True) if pages.has_role("recorder") else 0
    with surface.container("find", row="top"):
        field = surface.container("find-field")
        match_filter = filter_button(index, matches, withdrawn=withdrawn)
    if finding.text:
        match_filter["search"] = finding.search
    filter_chips(matches, match_filter)
    return field, match_filter


def _rows(
    index: MatchIndex,
    matches: MatchRepository,
    match_filter: MatchFilter,
    going_on: MatchRow | None,
    hidden: frozenset[str],
) -> tuple[tuple[MatchRow, ...], dict[str, TextHit]]:
    """The newest plays, but for the match at the head of the page, and the texts by which they were found."""
    asked_for = sorted((key, str(value)) for key, value in match_filter.items() if value)
    before, number = surface.state().get(_SHOWN, (asked_for, ROWS))
    number = ROWS if before != asked_for else number + (ROWS if pressed(_REST) else 0)
    surface.state()[_SHOWN] = asked_for, number
    rows = index.matches(**match_filter, limit=number)
    left_out = hidden | ({going_on.id} if going_on and not asked_for else set())
    rows = tuple(row for row in rows if row.id not in left_out)
    search = match_filter.get("search")
    return rows, text_hits(index, rows, search) if isinstance(search, MatchSearch) else {}


def _marks(pages: Pages, ends: Sequence[TwoEnds]) -> dict[str, Json]:
    """The marks of rows that say where a play is, by its id."""
    return dict.fromkeys(pages.only_here, row_mark("waiting", gettext("this phone"))) | two_ends.marks(ends)


def _drawn(
    index: MatchIndex,
    matches: MatchRepository,
    marks: Mapping[str, Json],
    finding: SearchText,
    match_filter: MatchFilter,
    rows: Sequence[MatchRow],
    hits: Mapping[str, TextHit],
) -> tuple[list[Json], list[Json]]:
    """The newest rows, and those after what happened lately."""
    if not rows and finding.text:
        return nothing_found(index, matches, finding, match_filter), []
    if not rows:
        return [element("p", _why_no_rows(index, match_filter), class_="none")], []
    found = {id: snippet(matches, id, hit) for id, hit in hits.items()}
    if finding.is_of_a_month:
        parts = play_rows(index, matches, rows, found=found, with_weekday=True, marks=marks)
    else:
        parts = rows_by_month(index, matches, rows, found=found, marks=marks)
    places = [place for place, part in enumerate(parts) if _is_row(part)]
    end = places[FIRST] if len(places) > FIRST else len(parts)
    if end < len(parts) and not _is_row(parts[end - 1]):
        end -= 1  # The head of its month.
    return parts[:end], parts[end:]


def _why_no_rows(index: MatchIndex, match_filter: MatchFilter) -> str:
    if any(match_filter.values()):
        return gettext("No plays found. Remove a filter to see more.")
    if index.count():
        return gettext("No other plays yet. The one that is being played stands above.")
    return gettext("All plays are deleted; a filter shows them.")


def _is_row(part: Json) -> bool:
    return isinstance(part, list) and part[0] == "a"


def _rest(rows: list[Json], found: int) -> None:
    """The rows after the newest, and the button that adds more."""
    shown = surface.state()[_SHOWN][1]
    ways = (
        [element("button", gettext("Show more"), class_="btn", data_send="more")]
        if found > min(shown, MAX_COUNTED)
        else []
    )
    html_block(element("div", *rows, *ways, class_="plays rest"), key=_REST)


_RECENT = 50
"""Number of matches among which the last one recorded by hand is looked for."""


def go_on(index: MatchIndex) -> MatchRow | None:
    """The newest open match."""
    return next((row for row in index.matches(limit=_RECENT, state="open") if _is_by_hand(row)), None)


def head(index: MatchIndex, matches: MatchRepository, pages: Pages, going_on: MatchRow | None) -> Json:
    """The title and, at its right, the ways to the table."""
    ways = [element("h1", gettext("Plays"), class_="sr-s")]
    if to_table := [part for part in (_first_way(index, matches, pages, going_on), new_match(pages)) if part]:
        ways.append(element("div", *to_table, class_="end"))
    return element("div", *ways, class_="head home-head")


def new_match(pages: Pages) -> Json:
    """The main button; empty for a principal who may not record."""
    if not pages.has_role("recorder"):
        return ""
    return element("a", icon("plus"), gettext("New match"), href="new", class_="btn go")


def _first_way(index: MatchIndex, matches: MatchRepository, pages: Pages, going_on: MatchRow | None) -> Json:
    """The link to the open match, else the one that repeats the last table; empty without either."""
    if going_on:
        page = "table" if going_on.depth == "moves" and pages.has_role("recorder", going_on.id) else "replay"
        return _way(matches, going_on, gettext("Go on"), f"{page}?match={going_on.id}")
    last = next((row for row in index.matches(limit=_RECENT) if _is_by_hand(row)), None)
    if last and pages.has_role("recorder"):
        return _way(matches, last, gettext("Same again"), f"new?again={last.id}")
    return ""


def _is_by_hand(row: MatchRow) -> bool:
    """True if the match was recorded at a table: not simulated, imported or tried out."""
    return not (row.state == "damaged" or row.sources or row.parent or is_simulated(row.id))


def _way(matches: MatchRepository, row: MatchRow, label: str, href: str) -> Json:
    title, names = fit(play_title(row), 28), listed([fit(name, 12) for name in row.players])
    with_people = gettext("{game} with {names}", game=title, names=names) if names else title
    spoken = f"{label}: {with_people}"
    what = (
        element("span", label),
        element("span", title, class_="what only-s"),
        element("span", fit(with_people, 40), class_="what only-l"),
    )
    return element("a", play_picture(matches, row, 24), *what, href=href, class_="btn way", aria_label=spoken)


FILE: Final = "matches.partie.jsonl"
MAX_WITHDRAWN: Final = 500
"""Matches that are withdrawn at once: each is a write of its own."""


def more(index: MatchIndex, matches: MatchRepository, pages: Pages, match_filter: MatchFilter, found: int) -> None:
    """The menu of what can be done with the matches found."""
    is_more = "search" in match_filter and found == _JUST_MORE
    with surface.popover(gettext("More"), key="list-more"):
        label = ngettext("Export {number} match as a script", "Export {number} matches as one script", found)
        surface.download(
            gettext("Export the matches found as one script") if is_more else label,
            partial(matches_as_scripts, pages.principal, match_filter),
            FILE,
            mime="application/jsonl",
            icon=":material/download:",
        )
        if not pages.has_role("recorder"):
            return
        surface.link(pages.twice, gettext("One play or two?"), ":material/merge:")
        _simulated(index)
        _withdrawn(index, matches, match_filter, found)


def _withdrawn(index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter, found: int) -> None:
    if match_filter.get("withdrawn"):
        withdrawing.restore_button(matches, index.ids(**match_filter))
        return
    if any(match_filter.values()) and 0 < found <= MAX_WITHDRAWN:
        label = ngettext("Delete {number} match", "Delete {number} matches", found)
        is_asked = surface.button(label, icon=":material/inventory_2:", key="withdraw")
        withdrawing.withdraw_dialog(found, partial(index.ids, **match_filter), key="withdraw-found", is_asked=is_asked)


def _simulated(index: MatchIndex) -> None:
    """The button that puts the simulated matches away, or shows them again, once there are others."""
    simulated, own = index.count(simulated=True), index.count(simulated=False)
    if not simulated or not own:
        return
    is_hidden = index.count() < simulated + own
    if is_hidden:
        label = ngettext("Show {number} simulated match", "Show {number} simulated matches", simulated)
    else:
        label = ngettext("Put {number} simulated match away", "Put {number} simulated matches away", simulated)
    look = ":material/visibility:" if is_hidden else ":material/visibility_off:"
    surface.button(label, icon=look, key="simulated-switch", on_click=partial(_hide_simulated, not is_hidden))


def _hide_simulated(hidden: bool) -> None:
    # A callback runs after the store of the page is closed.
    with session.open_session() as user_session:
        user_session.list_settings.hide_simulated(hidden)


def matches_as_scripts(principal: Principal, match_filter: MatchFilter) -> bytes:
    """The archive of all matches that fit the filter; damaged matches are left out.

    Opens its own store, because it runs after the store of the page is closed.
    """
    with session.open_session(principal) as user_session:
        file = BytesIO()
        script.write_all(user_session.records, user_session.listed.ids(**match_filter), file)
        return file.getvalue()
