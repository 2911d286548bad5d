"""The people who played a game, as a list with their wins and points."""

from collections.abc import Mapping
from urllib.parse import quote

from eventstore.statistics.game import GameStatistics
from eventstore.statistics.simple_fraction import simple_fraction
from eventstore.statistics.tally import Tally
from viewer.boards.scene import Json
from viewer.components.sortable_list import Column, Key, ListRow, sortable_list
from viewer.locale.language import gettext, number
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.face import Faces
from viewer.statistics import words
from viewer.statistics.figure import bar_figures, drawn, win_bars
from viewer.texts import answer_words


def people_tab(game: GameStatistics, names: Mapping[str, str], faces: Faces) -> None:
    regular = sorted(
        (row for row in game.people if not row.share.few and row.label in names),
        key=lambda row: -(row.share.value or 0),
    )
    bars = win_bars(regular, lambda id: names[id], lambda id: f"person?person={quote(id)}", limit=8)
    note = gettext("People with three plays or more")
    sortable_list(
        [
            Column(gettext("Name"), gettext("By name"), kind="name"),
            Column(gettext("Plays"), gettext("Most plays first"), is_first_high=True, kind="num count"),
            Column(gettext("Wins"), gettext("Most wins first"), is_first_high=True, kind="num wide"),
            Column(gettext("of plays"), gettext("Highest share of wins first"), is_first_high=True, kind="wide soft"),
            Column(gettext("Mean points"), gettext("Most points first"), is_first_high=True, kind="num last"),
        ],
        [_row(row, names, faces) for row in game.people if row.label in names],
        sorted_by=1,
        label=gettext("People"),
        find=gettext("Find a person"),
        nothing=gettext("Nobody has this name."),
        sort=gettext("Sort"),
        limit=15,
        aside=[*map(drawn, bar_figures(gettext("Wins of 100 plays"), bars, note))],
        key="people-of-game",
    )


def _row(row: Tally, names: Mapping[str, str], faces: Faces) -> ListRow:
    name, share = names[row.label], simple_fraction(row.wins, row.decided)
    called = element("span", fit(name, 60), class_="called", title=plain(name))
    who = element("span", called, element("span", answer_words.results(row), class_="d"), class_="who")
    link = element("a", faces.face(name, 40), who, href=f"person?person={quote(row.label)}", class_="nm")
    points = "" if row.points.value is None else words.rounded(row.points.value)
    cells: list[Json] = [
        link,
        element("span", number(row.plays), element("span", f" {gettext('plays')}", class_="unit")),
        number(row.wins) if share else "",
        answer_words.of_plays(share) if share else "",
        points,
    ]
    keys: list[Key] = [plain(name), row.plays, row.wins, row.share.value, row.points.value]
    return ListRow(cells, keys, plain(name))
