"""The people who played a game, as a list with their wins and points."""

from collections.abc import Mapping
from urllib.parse import quote

from eventstore.statistics.game import GameStatistics
from viewer.locale.language import gettext
from viewer.look.face import Faces
from viewer.pages.shared.lists import list_of_people, points_column, tally_row, wins_columns
from viewer.statistics.figure import bar_figures, drawn, win_bars


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
