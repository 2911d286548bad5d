"""The text parts of a match report: podium, tables, key moments, notes, details; for `viewer.components.paper`."""

from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import quote

from core import analysis, record
from core.analysis import SourceColumn
from core.game import Gain, Points, Seat
from core.record_events import MatchImported, SeatImported
from core.review.review import Review
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.statistics.play_changes import PlayPast
from viewer.boards import board_of
from viewer.boards.scene import Json, Panel, Scene
from viewer.boards.seat import boxed_mark
from viewer.boards.svg import Theme, thumbnail
from viewer.components.replay.payload import turns
from viewer.components.replay.reviewed import review_to_json
from viewer.locale.language import gettext, listed, pgettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import drawn, element
from viewer.look.fold import captioned
from viewer.pages.report.tables import Table
from viewer.texts import markdown, match_sentences
from viewer.texts.app_names import app_name
from viewer.texts.match_report import MatchReport, merits, ranks
from viewer.texts.match_sentences import MAX_NAME, facts
from viewer.texts.own_words import own_title
from viewer.texts.play_details import play_facts, seat_facts
from viewer.texts.play_facts import change_sentence
from viewer.texts.rule_texts import points_address

STEPS: Final = 3
"""Ranks on the podium; if more than three seats share them, a list replaces it."""


def head(report: MatchReport) -> list[Json]:
    """Title, a one-sentence summary, the standing, and the deciding rule."""
    match = report.match
    title = element("h1", own_title(match) or plain(" – ".join(match.names)) or gettext("A match"))
    button = element("button", gettext("Print"), type="button", class_="print")
    why = [element("p", plain(translate(match.outcome.why)), class_="why")] if match.outcome else []
    return [
        element("header", element("div", title, _facts(match)), button),
        element("p", report.summary, class_="summary"),
        *_podium(match),
        *why,
    ]


def _facts(match: Match) -> Json:
    """The facts, whose game leads to its page."""
    shown = match_sentences.game(match)
    link = element("a", shown, href=f"game?game={quote(match.game_title)}")
    return element("p", link, facts(match)[len(shown) :], class_="facts")


def _podium(match: Match) -> list[Json]:
    """All seats by rank: a podium where ranks differ, and a list for the others and for seats without a rank."""
    places = ranks(match)
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    first = [seat for seat in order if places[seat] <= STEPS]
    level = len(set(places)) == 1 and not (match.outcome and match.outcome.winners)
    if not 1 < len(first) <= STEPS or level:
        first = []
    rest = [seat for seat in order if seat not in first]
    label = gettext("Result") if match.outcome else gettext("Points so far")
    lists = (("podium", label, first), ("others", gettext("Other places") if first else label, rest))
    return [
        element(
            "ol", *(_place(match, seat, "" if level else places[seat]) for seat in seats), class_=kind, aria_label=says
        )
        for kind, says, seats in lists
        if seats
    ]


def _place(match: Match, seat: Seat, place: int | str) -> Json:
    won = match.outcome is not None and seat in match.outcome.winners
    parts = (
        element("span", str(place), class_="place"),
        drawn(boxed_mark(seat)),
        element("span", plain(match.names[seat]), class_="who", title=plain(match.names[seat])),
        element("span", number(match.now.scores[seat]), class_="sum"),
        element("span", gettext("Winner") if won else _margin(match, seat), class_="behind"),
    )
    return element("li", *parts, class_=f"step-{place}{' winner' if won else ''}")


def _margin(match: Match, seat: Seat) -> str:
    """Points behind the first seat; empty where points do not show it."""
    scores, places = merits(match), ranks(match)
    own, best = scores[seat], scores[places.index(min(places))]
    return match_sentences.margin(best - own) if own is not None and best is not None and places[seat] > 1 else ""


def changes(report: MatchReport, past: PlayPast) -> list[Json]:
    """The changes by the match among all plays of its game, as the page of a play has them."""
    title = fit(translate(report.match.game_title), MAX_NAME)
    said = [change_sentence(change, title, lambda seat: plain(fit(report.names[seat], 24))) for change in past.changes]
    return [element("ul", *(element("li", sentence) for sentence in said), class_="records")] if said else []


def source_table(report: MatchReport) -> Json:
    """Seats by sources, with the best value of each column marked and totals at the end."""
    headings = [gettext("Player"), *(_source(report, column) for column in report.columns), gettext("Total")]
    rows = [
        [
            _person(report.match, seat),
            *(_cell(column.points[seat], best=seat in column.best) for column in report.columns),
            element("td", number(report.match.now.scores[seat]), class_="sums"),
        ]
        for seat in range(len(report.names))
    ]
    fewest = gettext("Points by source; ★ marks the fewest of a column")
    most = gettext("Points by source; ★ marks the most of a column")
    return _table(fewest if report.match.fewest_points_win else most, headings, rows)


def _source(report: MatchReport, column: SourceColumn) -> Json:
    """The name of a source, which leads to the rule of its points, the first where it has several."""
    name = match_sentences.source(column)
    gains = (gain for frame in report.gains for gain in frame if gain.source == column.source and gain.points)
    address = next((address for gain in gains if (address := points_address(gain.rule))), "")
    return element("a", name, href=address, target="_blank", rel="noopener") if address else name


def _cell(points: Points, *, best: bool) -> Json:
    return element("td", f"★ {number(points)}", class_="best") if best else element("td", number(points))


def pace_table(report: MatchReport) -> Json:
    """Thinking time of each seat; the longest moves link to the replay."""
    headings = [
        gettext("Player"),
        gettext("Moves"),
        gettext("Typical"),
        gettext("Total"),
        gettext("Longest"),
        pgettext("move", "at"),
    ]
    times, frames = analysis.thinking_times(report.frames), report.frames
    rows: list[list[Json]] = []
    for pace in analysis.thinking_time_by_seat(frames):
        move = element("a", _when(report, pace.longest), href=replay_link(report.match, frames[pace.longest].version))
        cells = (
            str(pace.events),
            *(match_sentences.duration(s) for s in (pace.median, pace.seconds, times[pace.longest] or 0)),
        )
        rows.append(
            [_person(report.match, pace.seat), *(element("td", cell) for cell in cells), element("td", move)],
        )
    return _table(gettext("Time per move"), headings, rows)


def slow_moves(report: MatchReport) -> Json:
    """The slowest moves, each with a link."""
    times, frames = analysis.thinking_times(report.frames), report.frames
    entries = [
        element(
            "li",
            element("b", match_sentences.duration(times[index] or 0)),
            element("a", _when(report, index), href=replay_link(report.match, frames[index].version)),
            element("span", report.says[index]),
        )
        for index in analysis.slowest(frames)
    ]
    return element("ol", *entries, class_="slow", aria_label=gettext("Slowest moves"))


def twin(summary: str, table: Table) -> Json:
    """A chart as a table, collapsed at first."""
    rows = zip(*table.values(), strict=True)
    cells = [[element("th", first, scope="row"), *(element("td", cell) for cell in rest)] for first, *rest in rows]
    return element("details", element("summary", gettext("As a table")), _table(summary, list(table), cells))


def _table(caption: str, headings: Sequence[Json], rows: Sequence[Sequence[Json]]) -> Json:
    return captioned(caption, headings, [element("tr", *row) for row in rows])


def _person(match: Match, seat: Seat) -> Json:
    return element("th", drawn(boxed_mark(seat)), plain(match.names[seat]), scope="row")


class _Moment(NamedTuple):
    """A key moment by the index of its frame."""

    place: int
    seat: Seat
    title: str


def moments(report: MatchReport, theme: Theme, review: Review | None = None) -> list[Json]:
    """The key moments, each with the boards at that time: those of the review, else those of the points."""
    told = _reviewed(report, review) if review else []
    for moment in () if told else report.moments:
        title = match_sentences.moment(moment, report.course, report.names, open=report.open)
        told.append(_Moment(moment.index, moment.seat, title))
    return [element("ol", *(_moment(report, moment, theme) for moment in told), class_="moments")] if told else []


def _reviewed(report: MatchReport, review: Review) -> list[_Moment]:
    places = {frame.version: index for index, frame in reversed([*enumerate(report.frames)])}
    return [
        _Moment(places[moment.version], moment.seat, moment.says[:1].upper() + moment.says[1:])
        for moment in review_to_json(report.match, review)["moments"]
    ]


def _moment(report: MatchReport, moment: _Moment, theme: Theme) -> Json:
    frame, says = report.frames[moment.place], report.says[moment.place]
    lines = (
        element("h3", moment.title),
        element("p", element("b", _when(report, moment.place)), says, class_="move"),
        element("p", match_sentences.gains(report.gains[moment.place], report.names), class_="gained"),
        element("p", *_standing(report, moment.place), class_="standing"),
    )
    # A dark page holds each picture twice: the light one is for print.
    pictures = [_picture(report, moment, theme, "screen" if theme == "dark" else "both")]
    if theme == "dark":
        pictures.append(_picture(report, moment, "light", "printed"))
    link = replay_link(report.match, frame.version)
    return element("li", element("a", *pictures, element("div", *lines), href=link))


def _picture(report: MatchReport, moment: _Moment, theme: Theme, class_: str) -> Json:
    board = board_of(report.match.game)
    scene = board.scene(report.frames[moment.place].state, report.names)
    panel = _scored_panel(scene, report.gains[moment.place], moment.seat)
    source = b64encode(thumbnail(Scene((panel,)), board.symbols(), theme=theme).encode()).decode()
    return element(
        "img",
        src=f"data:image/svg+xml;base64,{source}",
        alt=gettext("{place} after it", place=panel.title),
        class_=class_,
    )


def _scored_panel(scene: Scene, gains: Sequence[Gain], seat: Seat) -> Panel:
    """The panel where the seat got points; else where others lost theirs; else the panel in front of the seat."""
    moved = [gain for gain in gains if gain.points]
    cells = {cell for gain in [gain for gain in moved if gain.seat == seat] or moved for cell in gain.cells}
    return max(
        scene.panels,
        key=lambda panel: (sum(shape.id in cells for shape in panel.shapes), panel.seat == seat, panel.seat is None),
    )


def _standing(report: MatchReport, index: int) -> list[Json]:
    scores = report.frames[index].scores
    return [
        element("span", drawn(boxed_mark(seat), plain(report.names[seat])), number(points))
        for seat, points in enumerate(scores)
    ]


def notes(report: MatchReport, written: Collection[NoteWritten]) -> list[Json]:
    """The notes, in the order of their events."""
    places = {frame.version: index for index, frame in reversed([*enumerate(report.frames)])}
    entries = []
    for note in sorted(written, key=lambda note: note.about):
        index = places.get(note.about)
        when = (
            gettext("A move that no longer counts") if index is None else f"{_when(report, index)} {report.says[index]}"
        )
        about = element("a", when, href=replay_link(report.match, note.about)) if index is not None else when
        words = markdown.elements(note.text) or (
            [] if note.glyph else [gettext("Bookmark") if note.bookmark else gettext("Marks")]
        )
        glyph = [element("b", note.glyph, class_="glyph")] if note.glyph else []
        author = [element("p", plain(note.author), class_="author")] if note.author else []
        said = element("div", *glyph, *words, class_="note")
        entries.append(element("li", element("p", about, class_="about"), said, *author))
    return [element("ul", *entries, class_="notes")] if entries else []


def _when(report: MatchReport, index: int) -> str:
    """Round and turn of an event: `R3.5`."""
    turn = turns(report.frames)[index]
    return gettext("R{round}", round=report.frames[index].round) + (f".{turn}" if turn else "")


def replay_link(match: Match, version: int) -> str:
    return f"replay?match={quote(match.id)}&at={version}"


def details(match: Match) -> list[Json]:
    """A heading and a list of the details of the play; empty if none is known."""
    facts = play_facts(match)
    return [element("h2", gettext("Details")), _details_list(facts)] if facts else []


def origins(match: Match) -> list[Json]:
    """A heading and a list of facts for each import source that has facts to show."""
    parts: list[Json] = []
    shown = record.primary_source(match.log)
    for imported in record.imports(match.log).values():
        facts = list(_imported_facts(_without_details(imported) if imported.source == shown else imported, match.names))
        if facts:
            app = app_name(imported.source)
            parts.append(element("h2", gettext("From {app}", app=app) if app else gettext("From the imported file")))
            parts.append(_details_list(facts))
    return parts


def _details_list(facts: Iterable[tuple[str, str]]) -> Json:
    rows = [element("li", element("b", name), " ", plain(text)) for name, text in facts]
    return element("ul", *rows, class_="origin")


def _without_details(imported: MatchImported) -> MatchImported:
    """The import without the data that `details` shows."""
    seats = tuple(SeatImported(seat.score, alias=seat.alias) for seat in imported.seats)
    return replace(imported, variant="", expansions=(), seats=seats)


def _imported_facts(imported: MatchImported, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if imported.comment:
        yield gettext("Comment:"), imported.comment
    if imported.variant:
        yield gettext("Variant:"), imported.variant
    if imported.expansions:
        yield gettext("Expansions:"), listed(imported.expansions)
    for name, seat in zip(names, imported.seats, strict=False):
        if words := list(_imported_seat(seat)):
            yield f"{plain(name)}:", ", ".join(words)


def _imported_seat(seat: SeatImported) -> Iterator[str]:
    if seat.alias:
        yield gettext("played as {name}", name=seat.alias)
    if seat.team:
        yield gettext("team {team}", team=seat.team)
    if seat.role:
        yield gettext("role {role}", role=seat.role)
    yield from seat_facts(seat)
    if seat.score and not seat.score.strip().lstrip("-").isdecimal():
        yield gettext("score in the file: {score}", score=seat.score)
