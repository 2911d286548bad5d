"""The list of all games, games that were not played for long, and the list of the people who played a game."""

import datetime
from collections.abc import Mapping
from urllib.parse import quote

from eventstore.matches.people import People
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import game_list, games_of_year, rested
from eventstore.readmodels.year import years
from eventstore.statistics.game import GameStatistics
from eventstore.statistics.play_lists import GameRow
from eventstore.statistics.simple_fraction import simple_fraction
from eventstore.statistics.suggestions import Rested
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.sortable_list import Key, ListColumn, ListRow
from viewer.locale.language import gettext, number, short_date, translate
from viewer.locale.plain_text import fit, plain
from viewer.look import charts
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.pages.shared.dataset import dataset_key
from viewer.pages.shared.faces import Emblems, emblems_of
from viewer.pages.shared.lists import first_cells, list_of_games, list_of_people, points_column, tally_row, wins_columns
from viewer.pages.shared.session import reader_today
from viewer.statistics.figure import bar_figures, drawn, win_bars
from viewer.surface.kept import kept
from viewer.texts import answer_words

MAX_MINIS = 5
_REST_DAYS = 180


def games_list(index: MatchIndex, matches: MatchRepository) -> None:
    html_block(element("div", element("h1", gettext("Games")), class_="head"), key="head")
    index, today, emblems = index.counted(), reader_today(), emblems_of(matches)
    rows = _rows(index, dataset_key(index, {}))
    if not rows:
        html_block(
            element("p", gettext("The games you play stand here, with their plays and who won most."), class_="answer"),
            element("p", element("a", gettext("New match"), href="new", class_="btn go"), class_="sec"),
            key="nothing",
        )
        return
    people = matches.people()
    columns = [
        ListColumn(gettext("People"), gettext("Most people first"), is_first_high=True, kind="num wide"),
        ListColumn(gettext("Most wins"), gettext("By person with the most wins"), kind="over wide"),
        ListColumn(gettext("Last played"), gettext("Last played first"), is_first_high=True, kind="soft last"),
    ]
    shown = [_row(row, people, emblems, today) for row in rows]
    list_of_games(columns, shown, aside=_aside(index, emblems, today), key="games")


@kept(8)
def _rows(_index: MatchIndex, key: str) -> tuple[GameRow, ...]:
    return game_list(_index)


def _row(row: GameRow, people: People, emblems: Emblems, today: datetime.date) -> ListRow:
    title = translate(row.game)
    day = short_date(row.last, today.isoformat()) if row.last else ""
    name = plain(people.name(row.usual)) if row.usual else ""
    share = simple_fraction(row.wins, row.decided)
    words = gettext("{name}, {share}", name=fit(name, 20), share=answer_words.of_plays(share)) if name else ""
    words = words or answer_words.results_without_opponents(row.cooperative, row.solo)
    first = first_cells(title, words or "\u00a0", emblems.emblem(row.game), f"game?game={quote(row.game)}", row.plays)
    usual: list[Json] = []
    if row.usual:
        href = f"person?person={quote(row.usual)}"
        usual = [
            element("a", fit(name, 20), href=href),
            element("span", f" {answer_words.of_plays(share)}", class_="soft"),
        ]
    cells = [*first, number(row.people), element("span", *usual), day]
    keys: list[Key] = [plain(title), row.plays, row.people, name or None, row.last]
    return ListRow(cells, keys, f"{plain(title)} {name}")


def _aside(index: MatchIndex, emblems: Emblems, today: datetime.date) -> list[Json]:
    """The games played most in the last year with plays, and those not played for long."""
    parts = list[Json]()
    year = next(iter(years(index)), "")
    bars = [
        Bar(fit(translate(game), 24), plays, number(plays), f"game?game={quote(game)}", place == 0)
        for place, (game, plays) in enumerate(games_of_year(index, year)[:MAX_MINIS] if year else ())
    ]
    if bars:
        title = element("h2", gettext("Most played in {year}", year=year))
        parts.append(element("section", title, charts.bars(bars), class_="sec"))
    missed = sorted((one for one in rested(index, today) if one.days >= _REST_DAYS), key=lambda one: -one.plays)
    if missed:
        minis = [_mini(one, emblems) for one in missed[:MAX_MINIS]]
        parts.append(element("section", element("h2", gettext("Not played for long")), *minis, class_="sec"))
    return parts


def _mini(one: Rested, emblems: Emblems) -> Json:
    title = translate(one.game)
    end = element("span", answer_words.ago(one.days), class_="end")
    mark, href = emblems.emblem(one.game, 24), f"game?game={quote(one.game)}"
    return element("a", mark, element("span", fit(title, 40)), end, href=href, class_="mini")


def people_tab(game: GameStatistics, names: Mapping[str, str], faces: Faces) -> None:
    regular = sorted(
        (row for row in game.people if not row.share.few and row.label in names),
        key=lambda row: -(row.share.value or 0),
    )
    bars = win_bars(regular, lambda id: names[id], lambda id: f"person?person={quote(id)}", limit=8)
    note = gettext("People with three plays or more")
    rows = [
        tally_row(row, names[row.label], faces.face(names[row.label], 40), "person?person=")
        for row in game.people
        if row.label in names
    ]
    aside = [*map(drawn, bar_figures(gettext("Wins of 100 plays"), bars, note))]
    columns = [*wins_columns(), points_column("last")]
    list_of_people(columns, rows, gettext("People"), limit=15, aside=aside, key="people-of-game")
