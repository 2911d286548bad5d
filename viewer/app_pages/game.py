"""The page of one game: duration, points, seat effects, and how its board fills."""

from contextlib import suppress
from dataclasses import replace

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.game import Game, game
from eventstore.statistics.overview import overview
from viewer.address import read_address, write_address
from viewer.boards.text import fit
from viewer.filters import filters
from viewer.html_block import element, html_block
from viewer.language import date, gettext, ngettext, number, translate
from viewer.load_match import MatchUnavailable, load_match
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.statistics import chart_panel, game_sections, price, words
from viewer.statistics.chart_panel import ChartContext, ranking
from viewer.statistics.dataset import Dataset, dataset
from viewer.statistics.feature_section import feature_section
from viewer.statistics.opening_section import opening_section
from viewer.statistics.record_table import record_table


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Show the game in `?game=`, over the filtered matches."""
    context = ChartContext(library, pages, "dark" if st.context.theme.type == "dark" else "light")
    title = _ask(library)
    if title is None:
        _offer(context, dataset(library, records, {}))
        return
    match_filter = filters(library, records, without=["game"]) | MatchFilter(game=title)
    data = dataset(library, records, match_filter)
    found = _found(data, title, data.key)
    if not found.plays:
        chart_panel.nothing(context.library)
        return
    st.text(_lead(found, data))
    _figures(found)
    price.panel(title, data.played, pages)
    game_sections.points(found, context)
    game_sections.seats(found, context)
    game_sections.parts(found, context)
    opening_section(library, data, match_filter, context)
    feature_section(library, records, data, match_filter, context)
    game_sections.board(found, _last(records, data), context)
    game_sections.course(found, context)
    game_sections.minutes(found, context)
    if found.records:
        table = record_table(library, found.records, data.names)
        html_block(element("h2", gettext("Records")), *table, theme=context.theme, key="records")


def _ask(library: MatchIndex) -> str | None:
    """Ask for the game's title; the initial value is the one in the address."""
    titles = [title for title in library.games() if title]
    read_address("game", titles)
    title: str | None = st.selectbox(
        gettext("Game"),
        titles,
        index=None,
        format_func=lambda title: fit(translate(title), 60),
        placeholder=gettext("Which game?"),
        key="game",
        width=360,
    )
    write_address("game", title)
    st.title(escape(fit(translate(title), 60)) if title else gettext("Game"), anchor=False)
    return title


def _offer(context: ChartContext, data: Dataset) -> None:
    if games := overview(data.played, {}).games:
        ranking(games, gettext("What was played"), context.pages.game, "game", context, key="games")
    else:
        chart_panel.nothing(context.library)


def _lead(found: Game, data: Dataset) -> str:
    """How often the game was played, when last, and who won most often."""
    day = data.played[-1].played_on
    plays = ngettext("{number} match", "{number} matches", found.plays)
    sentence = gettext("{plays}, the last one on {day}.", plays=plays, day=date(day)) if day else f"{plays}."
    best = max(found.people, key=lambda tally: tally.wins, default=None)
    if best is None or not best.wins:
        return sentence
    name = fit(data.names.get(best.label, best.label), 40)
    won = gettext("{name} won most often: {wins} of {plays}.", name=name, wins=best.wins, plays=best.decided)
    return f"{sentence} {won}"


def _figures(found: Game) -> None:
    minutes = found.minutes[0].minutes
    with st.container(horizontal=True, key="figures"):
        st.metric(gettext("Matches"), number(found.plays), width="content", help=words.depths(found.depths))
        st.metric(gettext("With a winner"), number(found.wins), width="content")
        for label, mean, digits in ((gettext("Mean points"), found.points, 1), (gettext("Minutes"), minutes, 0)):
            if mean.n:
                value, more = words.rounded(mean.value, digits), words.sure_mean(mean, digits)
                st.metric(label, value, width="content", help=more)


def _last(records: MatchRepository, data: Dataset) -> Match | None:
    """The last match recorded by moves; its board is the one drawn."""
    known = [match.id for match in data.played if match.depth == "moves" and match.id in data.details]
    if not known:
        return None
    with suppress(MatchUnavailable):
        return load_match(records, known[-1])
    return None


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_dataset: Dataset, title: str, key: str) -> Game:
    """Analyze all given matches as one game, also those with another title."""
    return game([replace(match, game=title) for match in _dataset.played], title, _dataset.details)
