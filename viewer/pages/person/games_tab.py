"""The games of a person as a list, and wins by seat, by role and the like beside it."""

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from eventstore.statistics.person import PersonStatistics, PointSource
from viewer.boards.scene import Json
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.look.element import element
from viewer.pages.shared.faces import Emblems
from viewer.pages.shared.lists import list_of_games, points_column, tally_row, wins_columns
from viewer.pages.shared.tabs import tab_address
from viewer.statistics import words
from viewer.statistics.figure import bar_figures, drawn, mean_bar, win_bars

MAX_BARS = 5


def games_tab(person: PersonStatistics, emblems: Emblems) -> None:
    rows = [tally_row(row, translate(row.label), emblems.emblem(row.label), "game?game=") for row in person.games]
    columns = [*wins_columns(), points_column("wide")]
    list_of_games(columns, rows, limit=10, aside=_aside(person), key="games-of-person")


def _aside(person: PersonStatistics) -> list[Json]:
    def fact(kind: str, value: str) -> str:
        return ".?" + urlencode({"person": person.person, kind: value})

    groups = (
        (gettext("By number of players"), win_bars(person.players, _players, lambda label: fact("seats", label))),
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


def _players(label: str) -> str:
    return ngettext("{number} player", "{number} players", int(label))


def _seat(role: str) -> str:
    return {"start": gettext("Start player"), "other": gettext("Other players")}.get(role, gettext("Not known"))


def _sources(sources: Sequence[PointSource]) -> list[Json]:
    """Mean points by source beside those of the others, of the game in `?of=`, else the one with the most plays."""
    plays = {one.game: one.own.n for one in sources}
    games = sorted(plays, key=lambda game: -plays[game])
    if not games:
        return []
    requested = st.query_params.get("of", "")
    shown = requested if requested in games else games[0]
    bars = [mean_bar(_beside(one), one.own) for one in sources if one.game == shown and one.own.value is not None][:8]
    others = [
        element("a", fit(translate(game), 24), href=tab_address("person", "games", of=game), class_="link")
        for game in games[:5]
        if game != shown
    ]
    more = [element("p", *_spaced(others), class_="soft s14 note")] if others else []
    note = gettext("Mean points at {game}; in brackets those of the others", game=fit(translate(shown), 30))
    return [*map(drawn, bar_figures(gettext("Where the points come from"), bars, note)), *more]


def _spaced(links: Sequence[Json]) -> list[Json]:
    return [part for link in links for part in (link, "  ")]


def _beside(one: PointSource) -> str:
    source = plain(translate(one.source))
    return source if one.group.value is None else f"{fit(source, 16)} ({words.rounded(one.group.value)})"
