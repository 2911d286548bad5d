"""The page of one game: duration, points, seat effects, and how its board fills."""

from dataclasses import replace

import streamlit as st

from eventstore.match import Match
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.statistics.game import Game, game
from eventstore.statistics.overview import overview
from viewer.boards.text import fit
from viewer.filters import filters, read_address, write_address
from viewer.history import exhibit, game_sections, words
from viewer.history.hall import Hall
from viewer.history.past import Past, past
from viewer.history.ranking import ranking
from viewer.history.record_table import record_table
from viewer.language import number, say, told
from viewer.pages import Pages
from viewer.paper import element, paper


def show(library: Library, records: Records, pages: Pages) -> None:
    """Show the game in `?game=`, over the filtered matches."""
    hall = Hall(library, pages, "dark" if st.context.theme.type == "dark" else "light")
    title = _ask(library)
    if title is None:
        _offer(hall, past(library, records, {}))
        return
    everything = past(library, records, filters(library, without=["game"]) | {"game": title})
    found = _found(everything, title, everything.key)
    if not found.plays:
        exhibit.nothing(hall.library)
        return
    _figures(found)
    game_sections.points(found, hall)
    game_sections.seats(found, hall)
    game_sections.board(found, _last(records, everything), hall)
    game_sections.course(found, hall)
    game_sections.minutes(found, hall)
    if found.records:
        table = record_table(library, found.records, everything.names)
        paper(element("h2", say("Records")), *table, theme=hall.theme, key="records")


def _ask(library: Library) -> str | None:
    """Ask for the game's title; the initial value is the one in the address."""
    titles = [title for title in library.games() if title]
    read_address("game", titles)
    title: str | None = st.selectbox(
        say("Game"),
        titles,
        index=None,
        format_func=lambda title: fit(told(title), 60),
        placeholder=say("Which game?"),
        key="game",
        width=360,
    )
    write_address("game", title)
    st.title(fit(told(title), 60) if title else say("Game"), anchor=False)
    return title


def _offer(hall: Hall, everything: Past) -> None:
    if games := overview(everything.played, {}).games:
        ranking(games, say("What was played"), hall.pages.game, "game", hall, key="games")
    else:
        exhibit.nothing(hall.library)


def _figures(found: Game) -> None:
    minutes = found.minutes[0].minutes
    with st.container(horizontal=True, key="figures"):
        st.metric(say("Matches"), number(found.plays), width="content")
        st.metric(say("With a winner"), number(found.wins), width="content")
        st.metric(say("Mean points"), words.within(found.points.value, None, None), width="content")
        st.metric(say("Minutes"), words.within(minutes.value, None, None, 0), width="content")
    told = [words.depths(found.depths)]
    if found.points.n:
        told.append(say("Points of a seat: {points}.", points=words.mean(found.points)))
    if minutes.n:
        told.append(say("Minutes a match: {minutes}.", minutes=words.mean(minutes, 0)))
    st.caption(" ".join(told))


def _last(records: Records, everything: Past) -> Match | None:
    """The last match recorded by moves; its board is the one drawn."""
    known = [match.id for match in everything.played if match.depth == "moves" and match.id in everything.details]
    return records.match(known[-1]) if known else None


@st.cache_resource(max_entries=16, show_spinner=False)
def _found(_past: Past, title: str, key: str) -> Game:
    """Analyze all given matches as one game, whatever title some of them have."""
    return game([replace(match, game=title) for match in _past.played], title, _past.details)
