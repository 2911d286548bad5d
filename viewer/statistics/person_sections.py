"""The charts of a person's page."""

from collections.abc import Mapping

import streamlit as st

from eventstore.statistics.person import Opponent, Person
from eventstore.statistics.plays import PlayedMatch
from viewer.boards.text import fit, plain
from viewer.language import gettext, ngettext, translate
from viewer.markdown import escape
from viewer.statistics import bars, rating, words
from viewer.statistics.chart_context import ChartContext


def wins(found: Person, hall: ChartContext) -> None:
    """The share of wins by game, by number of players and by seat."""
    if not found.decided:
        return
    st.subheader(gettext("Wins"), anchor=False)
    st.caption(gettext("Each share with the interval that holds the truth in 95 of 100 cases; a stroke marks luck."))
    by_game, by_players, by_seat = st.columns(3, gap="large")
    with by_game:
        hall.bars(
            bars.of_wins(found.games, translate), gettext("Share of wins by game."), gettext("Game"), key="by-game"
        )
    with by_players:
        what = gettext("Share of wins by number of players.")
        hall.bars(bars.of_wins(found.players, _players), what, gettext("Players"), key="by-players")
    with by_seat:
        hall.bars(bars.of_wins(found.seats, _seat), gettext("Share of wins by seat."), gettext("Seat"), key="by-seat")


def opponents(found: Person, hall: ChartContext) -> None:
    """How often each opponent was met, and the share of matches finished before them."""
    if not found.opponents:
        return
    st.subheader(gettext("Opponents"), anchor=False)
    name = fit(found.name, 40)
    if found.nemesis:
        _special(found, found.nemesis, gettext("Nemesis: {other}", other=fit(found.nemesis.name, 40)), hall)
    if found.favorite:
        _special(found, found.favorite, gettext("Favorite opponent: {other}", other=fit(found.favorite.name, 40)), hall)
    what = gettext("How often {name} finished before each opponent, ties left out; the stroke is one half.", name=name)
    picked = hall.bars(bars.of_opponents(found.opponents), what, gettext("Opponent"), key="opponents")
    if picked:
        for one in found.opponents:
            if (one.matches, plain(one.name)) == (picked.matches, picked.label):
                _pair_link(found, one, hall)


def sources(found: Person, hall: ChartContext) -> None:
    """Mean points by source in one game, against those of the other players."""
    known = {one.game: one.own.n for one in found.sources}
    if not known:
        return
    games = sorted(known, key=lambda game: -known[game])
    st.subheader(gettext("Where the points come from"), anchor=False)
    game = games[0]
    if len(games) > 1:
        game = st.selectbox(gettext("Game"), games, format_func=translate, key="sources-of", width=360)
    what = gettext(
        "Mean points a match of {game} brings {name} from each source; a stroke marks what the others get.",
        game=fit(translate(game), 40),
        name=fit(found.name, 40),
    )
    hall.bars(
        bars.of_sources([one for one in found.sources if one.game == game]), what, gettext("Source"), key="sources"
    )


def ratings(found: Person, hall: ChartContext, matches: Mapping[str, PlayedMatch]) -> None:
    """The rating after every contest."""
    if not found.rating:
        return
    st.subheader(gettext("Rating"), anchor=False)
    figure, table = rating.line(found.rating, matches, hall.theme), rating.table(found.rating, matches)
    ids = [point.match for point in found.rating.line]
    hall.line(figure, rating.sentence(found.rating), table, ids, key="rating")


def _special(found: Person, one: Opponent, title: str, hall: ChartContext) -> None:
    results = gettext(
        "{name} finished {before} times before and {after} times after them, {share}",
        name=fit(found.name, 40),
        before=one.before,
        after=one.after,
        share=words.share(one.share),
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.text(f"{title} ({results})", width="content")
        _pair_link(found, one, hall)


def _pair_link(found: Person, one: Opponent, hall: ChartContext) -> None:
    label = escape(gettext("Head to head with {name}", name=fit(one.name, 40)))
    both = {"people": f"{found.person},{one.person}"}
    st.page_link(hall.pages.pair, label=label, icon=":material/compare_arrows:", query_params=both)


def _players(number: str) -> str:
    return ngettext("{number} player", "{number} players", int(number))


def _seat(role: str) -> str:
    return {"start": gettext("Start player"), "other": gettext("Other players")}.get(role, gettext("Not known"))
