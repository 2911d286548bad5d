"""The latest news, beside the plays: a month in figures, the days of a year, people, games, bookmarks."""

import calendar as days_of_months
import datetime
from collections.abc import Sequence
from urllib.parse import quote

from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.found_plays import found_plays
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.lately import Lately, MonthFigures, SeenPerson, lately
from eventstore.readmodels.projection import MatchRow
from eventstore.statistics.suggestions import Rested
from viewer.boards.scene import Json
from viewer.locale.language import gettext, length, month_of_year, ngettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look import charts
from viewer.look.charts import calendar, dots
from viewer.look.element import element
from viewer.look.emblem import Faces, emblem
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.play_rows import play_picture, play_title

MAX_BOOKMARKS = 3


def aside(index: MatchIndex, matches: MatchRepository, pages: Pages, today: datetime.date) -> list[Json]:
    """The sections that have something to say to this principal."""
    sections = list[Json]()
    counted = index.counted()
    if pages.offers("overview") and (late := lately(counted, today)):
        sections += [_month(late.month, today), _days(late, today), _people(late.people, matches, pages)]
        if late.rested:
            sections.append(_rested(late.rested))
    if marked := index.bookmarks(MAX_BOOKMARKS):
        sections.append(_bookmarks(marked, matches))
    return sections


def _section(title: str, link: Json, *rows: Json) -> Json:
    return element("section", element("div", element("h2", title), link, class_="h"), *rows, class_="sec")


def _month(figures: MonthFigures, today: datetime.date) -> Json:
    year = figures.month[:4]
    is_now = year == str(today.year)
    words = gettext("{year} so far", year=year) if is_now else gettext("{year} in review", year=year)
    title = month_of_year(figures.month, beside=str(today.year))
    four = _four(
        (number(figures.plays), ngettext("play", "plays", figures.plays)),
        (number(figures.games), ngettext("game", "games", figures.games)),
        (number(figures.people), ngettext("person", "people", figures.people)),
        minutes=figures.minutes,
    )
    return _section(title, element("a", words, href=f"year?year={year}"), four)


def _four(*figures: tuple[str, str], minutes: int) -> Json:
    """Three figures with their words, and the time at the table."""
    rounded = minutes if minutes < 60 else round(minutes / 60) * 60
    four = (*figures, (length(rounded) if minutes else "–", gettext("at the table")))
    drawn = [element("div", element("b", value), element("span", name), class_="fig") for value, name in four]
    return element("div", *drawn, class_="fig4")


def found_aside(index: MatchIndex, matches: MatchRepository, match_filter: MatchFilter) -> list[Json]:
    """The figures of the plays that were found, and who won them."""
    # By id, as each of the queries would search again.
    figures = found_plays(index.counted().population(ids=index.ids(**match_filter)))
    if not figures.plays:
        return []
    title = ngettext("In this play", "In these {number} plays", figures.plays)
    four = _four(
        (number(figures.games), ngettext("game", "games", figures.games)),
        (number(figures.people), ngettext("person", "people", figures.people)),
        (number(figures.places), ngettext("place of play", "places", figures.places)),
        minutes=figures.minutes,
    )
    sections = [_section(title, "", four)]
    if figures.wins or figures.lost:
        everybody = matches.people()
        faces = Faces(everybody.current_names().values())
        named = [(fit(everybody.name(person), 24), wins) for person, wins in figures.wins]
        bars = [charts.Bar(name, wins, number(wins), picture=faces.face(name, 20)) for name, wins in named]
        together = [ngettext("{number} was won together.", "{number} were won together.", figures.together)]
        lost = [ngettext("{number} was lost together.", "{number} were lost together.", figures.lost)]
        said = " ".join(together * bool(figures.together) + lost * bool(figures.lost))
        sections.append(
            _section(gettext("Who won them"), "", charts.bars(bars), element("p", said, class_="soft s14 note"))
        )
    return sections


def _days(late: Lately, today: datetime.date) -> Json:
    """The twelve months that end with the newest one that has plays."""
    year, month = map(int, late.month.month.split("-"))
    last = min(datetime.date(year, month, days_of_months.monthrange(year, month)[1]), today)
    first = datetime.date(year - (month < 12), month % 12 + 1, 1)
    plays = {
        datetime.date.fromisoformat(day): plays for day, plays in late.days.items() if len(day) == len("2026-11-20")
    }
    label = ngettext(
        "Plays on each day of twelve months: {number} play from {first} to {last}",
        "Plays on each day of twelve months: {number} plays from {first} to {last}",
        sum(plays.values()),
        first=month_of_year(first.isoformat()[:7]),
        last=month_of_year(late.month.month),
    )
    return element("section", calendar(plays, first, last, label), class_="sec days")


def _people(seen: Sequence[SeenPerson], matches: MatchRepository, pages: Pages) -> Json:
    everybody = matches.people()
    faces = Faces(everybody.current_names().values())
    rows = [_person(one, plain(everybody.name(one.person)), faces) for one in seen]
    link = element("a", gettext("All people"), href="people") if pages.offers("people") else ""
    return _section(gettext("Seen lately"), link, *rows)


def _person(seen: SeenPerson, name: str, faces: Faces) -> Json:
    wins = sum(won is True for won in seen.results)
    label = ngettext("{wins} of the last {number} won", "{wins} of the last {number} won", len(seen.results), wins=wins)
    plays = ngettext("{number} play", "{number} plays", seen.plays)
    end = element("span", dots(seen.results, label), element("span", plays, class_="count"), class_="end")
    return element(
        "a",
        faces.face(name),
        element("span", name, class_="cut"),
        end,
        href=f"person?person={quote(seen.person)}",
        class_="mini",
    )


def _rested(games: Sequence[Rested]) -> Json:
    rows = [
        element(
            "a", emblem(translate(game.game), 24), element("span", plain(translate(game.game)), class_="cut"),
            element("span", _time(game.days), class_="end"), href=f"game?game={quote(game.game)}", class_="mini",
        )
        for game in games
    ]  # fmt: skip
    return _section(gettext("Not played for long"), element("a", gettext("What to play"), href="suggest"), *rows)


def _time(days: int) -> str:
    months = days // 30
    if months < 24:
        return ngettext("{number} month", "{number} months", months)
    return ngettext("{number} year", "{number} years", days // 365)


def _bookmarks(marked: Sequence[tuple[MatchRow, NoteWritten]], matches: MatchRepository) -> Json:
    rows = [
        element(
            "a", play_picture(matches, row, 24), element("span", fit(note.text, 60) or play_title(row), class_="cut"),
            href=f"replay?match={quote(row.id)}&at={note.about}", class_="mini",
            aria_label=f"{play_title(row)}: {fit(note.text, 80)}",
        )
        for row, note in marked
    ]  # fmt: skip
    return _section(gettext("Bookmarks to discuss"), "", *rows)
