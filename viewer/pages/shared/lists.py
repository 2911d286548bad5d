"""Lists of people and of games: the columns and cells that all of them share."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from eventstore.statistics.simple_fraction import simple_fraction
from eventstore.statistics.tally import Tally
from viewer.boards.scene import Json
from viewer.components.sortable_list import Key, ListColumn, ListRow, sortable_list
from viewer.locale.language import gettext, ngettext, number
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.statistics import words
from viewer.texts import answer_words


def list_of_people(
    columns: Sequence[ListColumn],
    rows: Sequence[ListRow],
    label: str,
    *,
    key: str,
    limit: int = 0,
    aside: Sequence[Json] = (),
) -> None:
    """The columns come after those with the name and the number of plays, by which the list is sorted at first."""
    first = ListColumn(gettext("Name"), gettext("By name"), kind="name")
    words = {"label": label, "find": gettext("Find a person"), "nothing": gettext("Nobody has this name.")}
    _show([first, *columns], rows, words, limit, aside, key)


def list_of_games(
    columns: Sequence[ListColumn], rows: Sequence[ListRow], *, key: str, limit: int = 0, aside: Sequence[Json] = ()
) -> None:
    first = ListColumn(gettext("Game"), gettext("By title"), kind="name")
    find, nothing = gettext("Find a game"), gettext("No game has this title.")
    _show([first, *columns], rows, {"label": gettext("Games"), "find": find, "nothing": nothing}, limit, aside, key)


def _show(
    columns: list[ListColumn],
    rows: Sequence[ListRow],
    words: Mapping[str, str],
    limit: int,
    aside: Sequence[Json],
    key: str,
) -> None:
    columns.insert(1, ListColumn(gettext("Plays"), gettext("Most plays first"), is_first_high=True, kind="num count"))
    sortable_list(columns, rows, sorted_by=1, sort=gettext("Sort"), limit=limit, aside=aside, key=key, **words)


def wins_columns() -> list[ListColumn]:
    return [
        ListColumn(gettext("Wins"), gettext("Most wins first"), is_first_high=True, kind="num wide"),
        ListColumn(gettext("of plays"), gettext("Highest share of wins first"), is_first_high=True, kind="wide soft"),
    ]


def points_column(kind: str) -> ListColumn:
    return ListColumn(gettext("Mean points"), gettext("Most points first"), is_first_high=True, kind=f"num {kind}")


def first_cells(name: str, below: str, picture: Json, href: str, plays: int) -> list[Json]:
    """The link with the name and a line below it, and the number of plays. The line breaks only after its dots."""
    called = element("span", fit(name, 60), class_="called", title=plain(name))
    unbroken = "\u00a0· ".join(part.replace(" ", "\u00a0") for part in below.split(" · "))
    who = element("span", called, element("span", unbroken, class_="d"), class_="who")
    unit = element("span", f" {ngettext('play', 'plays', plays)}", class_="unit")
    return [element("a", picture, who, href=href, class_="nm"), element("span", number(plays), unit)]


def wins_cells(wins: int, decided: int) -> list[Json]:
    share = simple_fraction(wins, decided)
    return [number(wins), answer_words.of_plays(share)] if share else ["", ""]


def tally_row(row: Tally, name: str, picture: Json, page: str) -> ListRow:
    """A person or a game with plays, wins and mean points; `page` is the address up to its id or title."""
    points = "" if row.points.value is None else words.rounded(row.points.value)
    first = first_cells(name, answer_words.results(row), picture, page + quote(row.label), row.plays)
    keys: list[Key] = [plain(name), row.plays, row.wins, row.share.value, row.points.value]
    return ListRow([*first, *wins_cells(row.wins, row.decided), points], keys, plain(name))
