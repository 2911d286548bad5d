"""The page that begins a match: game, people, seats and how closely it is recorded, on one screen."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from itertools import count
from random import SystemRandom
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import streamlit as st

from core import games
from core.game import AnyGame
from core.games import scoresheet
from eventstore import codec
from eventstore.projections import Library, MatchRow
from eventstore.records import MATCHES, Records, new_id
from eventstore.store import Conflict
from viewer.boards.text import fit, listed
from viewer.label import literal

MOVES, ROUNDS, FINAL = "Every move", "Points by round", "Final points"

STYLE: Final = """
<style>
.st-key-new-match button { min-height: 44px; }
[class*=st-key-seat-] button { min-width: 44px; }
[class*=st-key-seat-] button [data-testid=stMarkdownContainer] { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); }
</style>
"""
"""Targets for fingers; beside a seat the arrows say enough to the eye."""

RECENT: Final = 40
"""Matches looked at for the people who are offered first."""


def show(library: Library, records: Records, matches: st.Page, table: st.Page) -> None:
    """`matches` is the page to go back to, `table` the one that records the match."""
    st.page_link(matches, label="Matches", icon=":material/arrow_back:")
    st.html(STYLE)
    with st.container(width=640, key="new-match"):
        st.title("New match", anchor=False)
        last = next(iter(library.matches(limit=1)), None)
        if last is not None and last.state != "damaged":
            offer_again(records, last)
        keys = [game.KEY for game in games.GAMES]
        key = st.pills("Game", keys, default=keys[0], required=True, format_func=_title, key="new-game")
        game = games.find(key or keys[0])
        depths = [MOVES, ROUNDS, FINAL][game is scoresheet :]
        depth = st.segmented_control("Recorded", depths, default=depths[0], required=True, key=_depth_key(game))
        options = _options(game) if depth == MOVES or game is scoresheet else dict[str, object](title=game.TITLE)
        names = _people(library, records)
        with st.expander("Date and place"):
            day: date | None = st.date_input("Played on", value=date.today(), format="YYYY-MM-DD", key="new-day")
            place = st.text_input("Place", key="new-place", placeholder="unknown")
        if st.button("Start the match", type="primary", width="stretch", disabled=not names):
            recorded = game if depth == MOVES else scoresheet
            id = _start(records, recorded, names, options, day, place)
            if id:
                st.switch_page(table, query_params={"match": id} | ({"depth": "final"} if depth == FINAL else {}))


def _depth_key(game: AnyGame) -> str:
    # One for all games with rules: a click just after the game was changed must not be lost.
    return "new-depth-of-points" if game is scoresheet else "new-depth"


def _title(key: str) -> str:
    return "Another game" if key == scoresheet.KEY else games.find(key).TITLE


def _start(
    records: Records, game: AnyGame, names: Sequence[str], options: dict[str, object], day: date | None, place: str
) -> str | None:
    """The id of the match; None when it cannot begin, and then a sentence on the page says why."""
    # The id is chosen before the button is pressed, so a double click begins one match and not two.
    id: str = st.session_state.setdefault("new-id", new_id())
    try:
        records.start(
            game,
            names,
            options=options,
            played_on=day.isoformat() if day else None,
            place=place.strip() or None,
            id=id,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + id:
            raise
    except ValueError as error:
        st.error(literal(str(error)), icon=":material/info:")
        return None
    del st.session_state["new-id"]
    return id


def offer_again(records: Records, last: MatchRow) -> bool:
    """The last table with the seats moved on by one, at one press; whether it has just been pressed."""
    match = records.match(last.id)
    rotated = [*match.names[1:], *match.names[:1]]
    return st.button(
        literal(f"Same again: {fit(last.game_title, 40)} with {listed([fit(name, 16) for name in rotated])}"),
        icon=":material/replay:",
        on_click=_preset,
        args=(match.game, codec.encode_options(match.options), rotated),
        key="same-again",
    )


def _preset(game: AnyGame, options: dict[str, object], names: list[str]) -> None:
    st.session_state["new-game"] = game.KEY
    st.session_state[_depth_key(game)] = ROUNDS if game is scoresheet else MOVES
    whole = vars_of(game.Options(**options))
    for field, value in whole.items():
        if isinstance(value, str | bool):
            st.session_state[f"new-{game.KEY}-{field}"] = value
    st.session_state["new-people"] = list(names)
    st.session_state["new-seats"] = list(names)


def vars_of(options: Any) -> dict[str, object]:
    """The fields of a game's options by name."""
    return {field.name: getattr(options, field.name) for field in fields(options)}


def choices_of(kind: Any) -> tuple[str, ...]:
    """The words an option may be; none for an option that is not a choice between words."""
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if isinstance(value, str))
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    return next((words for part in parts if (words := choices_of(part))), ())


def _options(game: AnyGame) -> dict[str, object]:
    """A row of chips for each choice, a switch for each yes or no, a field for each text."""
    chosen: dict[str, object] = {}
    default = vars_of(game.Options())
    for name, kind in get_type_hints(game.Options).items():
        label, key = name.replace("_", " ").capitalize(), f"new-{game.KEY}-{name}"
        if kind in (bool, str) or choices_of(kind):
            st.session_state.setdefault(key, default[name])
        if kind is bool:
            chosen[name] = st.toggle(label, key=key)
        elif kind is str:
            chosen[name] = st.text_input(label, key=key, placeholder="What was played").strip()
        elif words := choices_of(kind):
            chosen[name] = st.segmented_control(label, words, required=True, format_func=_worded, key=key)
    return chosen


def _worded(value: str) -> str:
    return value.replace("-", " ").capitalize()


def _people(library: Library, records: Records) -> list[str]:
    """Names in seat order, the start player first."""
    chosen: list[str] = st.session_state.get("new-people", [])
    offered = dict.fromkeys(name for row in library.matches(limit=RECENT) for name in row.players)
    offered |= dict.fromkeys(sorted(records.people().everybody().values(), key=str.casefold)) | dict.fromkeys(chosen)
    names = st.multiselect(
        "People", list(offered), accept_new_options=True, key="new-people", placeholder="Names, known or new"
    )
    seats = [name for name in st.session_state.get("new-seats", []) if name in names]
    seats += [name for name in names if name not in seats]
    st.session_state["new-seats"] = seats
    with st.container(horizontal=True):
        st.button("Add a guest", icon=":material/person_add:", on_click=_add_guest)
        st.button(
            "Draw the start player", icon=":material/casino:", on_click=_draw_start, disabled=len(seats) < 2, key="draw"
        )
    for seat, name in enumerate(seats):
        with st.container(key=f"seat-{seat}", horizontal=True, wrap=False, vertical_alignment="center"):
            st.text(f"{seat + 1}.  {fit(name, 30)}{'  ·  starts' if seat == 0 else ''}", width="stretch")
            for move, sign, label in ((-1, "arrow_upward", "up"), (1, "arrow_downward", "down")):
                st.button(
                    f"Move seat {seat + 1} {label}",
                    icon=f":material/{sign}:",
                    key=f"seat-{seat}-{label}",
                    on_click=_swap,
                    args=(seat, seat + move),
                    disabled=not 0 <= seat + move < len(seats),
                )
    return seats


def _add_guest() -> None:
    names = st.session_state.get("new-people", [])
    guest = next(name for n in count(1) if (name := f"Guest {n}") not in names)
    st.session_state["new-people"] = [*names, guest]


def _draw_start() -> None:
    seats = st.session_state["new-seats"]
    first = SystemRandom().randrange(len(seats))
    st.session_state["new-seats"] = seats[first:] + seats[:first]


def _swap(seat: int, other: int) -> None:
    seats = list(st.session_state["new-seats"])
    seats[seat], seats[other] = seats[other], seats[seat]
    st.session_state["new-seats"] = seats
