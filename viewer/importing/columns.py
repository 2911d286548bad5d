"""Form for the meanings of a table's columns: shows the guess and reads the user's corrections."""

from typing import Any, Final

import streamlit as st

import importers
from importers import cells, table, textlist
from importers.headers import MEANINGS, Meaning
from importers.mapping import Column, Mapping, Shape
from importers.play import Unreadable
from viewer.boards.text import fit
from viewer.importing.foreign import Wishes
from viewer.importing.given import Given
from viewer.label import literal
from viewer.language import later, say

HOLDS: Final[dict[Meaning, str]] = {
    "date": later("Date"),
    "time": later("Time"),
    "game": later("Game"),
    "bgg": later("Number at BoardGameGeek"),
    "place": later("Place"),
    "minutes": later("Minutes"),
    "comment": later("Comment"),
    "variant": later("Variant"),
    "expansions": later("Expansions"),
    "play": later("Number of the play"),
    "player": later("Player"),
    "score": later("Points"),
    "points": later("Points of one player or one round"),
    "winner": later("Who won"),
    "rank": later("Rank"),
    "team": later("Team"),
    "color": later("Color"),
    "role": later("Role"),
    "seat": later("Seat"),
    "started": later("Who started"),
    "new": later("New to the game"),
    "other": later("Kept as it stands"),
    "ignore": later("Left out"),
}
SHAPES: Final[dict[Shape, str]] = {
    "long": later("One player of a play"),
    "wide": later("A whole play"),
    "relational": later("Plays and scores apart"),
}
_DAYS: Final = {None: later("As the dates tell"), True: later("The day"), False: later("The month")}
_SIGNS: Final = {None: later("As the numbers tell"), ".": later("A point"), ",": later("A comma")}


def wishes(file: Given) -> Wishes:
    """The import options chosen for the file; shows no form if there is nothing to choose."""
    kind = _kind(file.digest, file)
    sheets = _sheets(file.digest, file) if kind and kind != textlist.KEY else ()
    if not sheets and kind != textlist.KEY:
        return Wishes()
    with st.expander(literal(say("How {name} is read", name=fit(file.name, 40))), expanded=True):
        if kind == textlist.KEY:
            return Wishes(day_first=_choice(say("First in dates"), _DAYS, "day", file))
        if kind == _UNKNOWN:
            st.caption(say("If this is a table, say what its columns hold: one of them at least holds players."))
        sheet = None
        if len(sheets) > 1:
            guessed = say("As guessed")
            sheet = st.selectbox(
                say("Sheet or file"), sheets, index=None, placeholder=guessed, key=f"sheet-{file.digest}"
            )
        return _columns(file, _guess(file.digest, sheet, file), sheet)


def _columns(file: Given, guess: Mapping, sheet: str | None) -> Wishes:
    key = f"{file.digest}-{sheet}"
    with st.container(horizontal=True, key=f"reading-{key}"):
        shapes = [shape for shape in SHAPES if shape != "relational" or guess.shape == shape]
        shape = st.selectbox(
            say("Each row is"),
            shapes,
            shapes.index(guess.shape),
            format_func=lambda shape: say(SHAPES[shape]),
            key=f"shape-{key}",
            width=220,
        )
        first = _choice(say("First in dates"), _DAYS, "day", file)
        sign = _choice(say("Before decimals"), _SIGNS, "sign", file)
        game = st.text_input(say("Game, where no column names it"), guess.game, key=f"game-{key}", width=220)
    with st.container(horizontal=True, key=f"columns-{key}"):
        chosen = [
            st.selectbox(
                literal(_label(place, column, example)),
                MEANINGS,
                MEANINGS.index(column.meaning),
                format_func=lambda meaning: say(HOLDS[meaning]),
                key=f"column-{key}-{place}",
                width=280,
            )
            for place, (column, example) in enumerate(zip(guess.columns, _examples(key, file, guess), strict=True), 1)
        ]
    held = [column.meaning for column in guess.columns]
    columns = [(place, now) for place, (was, now) in enumerate(zip(held, chosen, strict=True), 1) if was != now]
    return Wishes(columns, sheet, None if shape == guess.shape else shape, first, sign, game.strip() or None)


def _label(place: int, column: Column, example: str) -> str:
    title = fit(column.header, 24) or say("Column {number}", number=place)
    return f"{title}: {fit(example, 16)}" if example else title


def _choice(label: str, words: dict[Any, str], name: str, file: Given) -> Any:
    key = f"{name}-{file.digest}"
    return st.selectbox(label, words, format_func=lambda word: say(words[word]), key=key, width=220)


_UNKNOWN: Final = "unknown"


@st.cache_resource(max_entries=32, show_spinner=False)
def _kind(digest: str, _file: Given) -> str:
    """The importer's key if it has options, else empty; an unrecognized text may be a table and is `_UNKNOWN`."""
    try:
        key = importers.recognized(_file.content).KEY
    except Unreadable:
        return _UNKNOWN if not cells.is_markup(_file.content) and _file.content.strip() else ""
    return key if key in (table.KEY, textlist.KEY) else ""


@st.cache_resource(max_entries=32, show_spinner=False)
def _sheets(digest: str, _file: Given) -> tuple[str, ...]:
    """The names of the tables in a file; empty if the guessed table has fewer than two columns."""
    try:
        parts = cells.parts(_file.content)
        return tuple(part.name for part in parts) if len(table.guess(_file.content).columns) > 1 else ()
    except Unreadable:
        return ()


@st.cache_resource(max_entries=32, show_spinner=False)
def _guess(digest: str, sheet: str | None, _file: Given) -> Mapping:
    return Wishes(sheet=sheet).mapping(_file.content)


@st.cache_resource(max_entries=32, show_spinner=False)
def _examples(key: str, _file: Given, _guess: Mapping) -> tuple[str, ...]:
    """The first cell of each column; empty for joined tables."""
    parts = cells.parts(_file.content) if _guess.shape != "relational" else ()
    rows = next((part.rows[_guess.header_row :] for part in parts if part.name == _guess.part), ())
    columns = range(len(_guess.columns))
    return tuple(next((row.cells[place] for row in rows if any(row.cells[place:][:1])), "") for place in columns)
