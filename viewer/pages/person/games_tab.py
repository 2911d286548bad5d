"""The games and the opponents of a person as lists, with wins by seat, by role and the like beside them."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from eventstore.statistics.person import Opponent, PersonStatistics, PointSource
from eventstore.statistics.simple_fraction import simple_fraction
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.sortable_list import ListColumn, ListRow
from viewer.locale.language import gettext, number, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.lists import first_cells, list_of_games, list_of_people, points_column, tally_row, wins_columns
from viewer.pages.shared.tabs import tab_address
from viewer.statistics import words
from viewer.statistics.figure import bar_figures, drawn, mean_bar, win_bars
from viewer.texts import answer_words, pair_words

MAX_BARS = 5


def games_tab(person: PersonStatistics, emblems: Emblems) -> None:
    rows = [tally_row(row, translate(row.label), emblems.emblem(row.label), "game?game=") for row in person.games]
    columns = [*wins_columns(), points_column("wide")]
    list_of_games(columns, rows, limit=10, aside=_aside(person), key="games-of-person")


def _aside(person: PersonStatistics) -> list[Json]:
    def fact(kind: str, value: str) -> str:
        return ".?" + urlencode({"person": person.person, kind: value})

    groups = (
        (
            gettext("By number of players"),
            win_bars(person.players, pair_words.players, lambda label: fact("seats", label)),
        ),
        (gettext("By seat"), win_bars(person.seats, _seat)),
        (gettext("By role"), win_bars(person.roles, str, limit=MAX_BARS)),
        (gettext("By color"), win_bars(person.colors, str, lambda label: fact("color", label), limit=MAX_BARS)),
        (
            gettext("By expansion"),
            win_bars(person.expansions, str, lambda label: fact("expansion", label), limit=MAX_BARS),
        ),
    )
    parts = list[Json]()
    for title, bars in groups:
        if len(bars) > 1:
            note = "" if parts else gettext("Wins of 100 plays")
            parts += map(drawn, bar_figures(title, bars, note))
    return parts + _sources(person.sources)


def _seat(role: str) -> str:
    return {"start": gettext("Start player"), "other": gettext("Other players")}.get(role, gettext("Not known"))


def _sources(sources: Sequence[PointSource]) -> list[Json]:
    """Mean points by source beside those of the others, of the game in `?of=`, else the one with the most plays."""
    plays = {one.game: one.own.n for one in sources}
    games = sorted(plays, key=lambda game: -plays[game])
    if not games:
        return []
    requested = surface.address().get("of", "")
    shown = requested if requested in games else games[0]
    bars = [mean_bar(_beside(one), one.own) for one in sources if one.game == shown and one.own.value is not None][:8]
    others = [
        element("a", fit(translate(game), 24), href=tab_address("person", "games", of=game), class_="link")
        for game in games[:5]
        if game != shown
    ]
    spaced = [part for link in others for part in (link, "  ")]
    more = [element("p", *spaced, class_="soft s14 note")] if others else []
    note = gettext("Mean points at {game}; in brackets those of the others", game=fit(translate(shown), 30))
    return [*map(drawn, bar_figures(gettext("Where the points come from"), bars, note)), *more]


def _beside(one: PointSource) -> str:
    source = plain(translate(one.source))
    return source if one.group.value is None else f"{fit(source, 16)} ({words.rounded(one.group.value)})"


def opponents_tab(person: PersonStatistics, faces: Faces) -> None:
    if not person.opponents:
        html_block(element("p", gettext("Nobody played against {name} yet.", name=fit(person.name, 40))), key="nobody")
        return
    list_of_people(
        [
            ListColumn(
                gettext("Finished before"), gettext("Most often before them"), is_first_high=True, kind="num wide"
            ),
            ListColumn(
                gettext("Finished after"), gettext("Most often after them"), is_first_high=True, kind="num wide"
            ),
            ListColumn(gettext("Ahead"), gettext("Highest share first"), is_first_high=True, kind="wide soft"),
            ListColumn("", kind="over last"),
        ],
        [_opponent_row(person, one, faces) for one in person.opponents],
        gettext("Opponents"),
        limit=15,
        aside=_special_opponents(person, faces),
        key="opponents",
    )


def _opponent_row(person: PersonStatistics, one: Opponent, faces: Faces) -> ListRow:
    share = simple_fraction(one.before, one.share.n)
    result = gettext("{before} before, {after} after", before=number(one.before), after=number(one.after))
    both = f"pair?people={quote(person.person)},{quote(one.person)}"
    duel = element("a", gettext("Head to head"), href=both, class_="link s14")
    first = first_cells(one.name, result, faces.face(one.name, 40), f"person?person={quote(one.person)}", one.plays)
    cells = [*first, number(one.before), number(one.after), answer_words.of_plays(share), duel]
    return ListRow(cells, [plain(one.name), one.plays, one.before, one.after, one.share.value, None], plain(one.name))


def _special_opponents(person: PersonStatistics, faces: Faces) -> list[Json]:
    special = (
        (gettext("Hardest to beat"), person.nemesis),
        (gettext("Easiest to beat"), person.favorite),
    )
    return [
        element("section", element("h2", title), _special_opponent(person, one, faces), class_="sec")
        for title, one in special
        if one
    ]


def _special_opponent(person: PersonStatistics, one: Opponent, faces: Faces) -> Json:
    result = gettext("{before} before, {after} after", before=number(one.before), after=number(one.after))
    end = element("span", result, class_="end")
    both = f"pair?people={quote(person.person)},{quote(one.person)}"
    return element("a", faces.face(one.name, 24), element("span", fit(one.name, 30)), end, href=both, class_="mini")
