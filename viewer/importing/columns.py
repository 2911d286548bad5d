"""Form for the meanings of a table's columns: shows the guess and reads the user's corrections."""

from typing import Any, Final

import streamlit as st

import importers
from importers import bga, cells, table, textlist
from importers.headers import MEANINGS, Meaning
from importers.imported_play import UnreadableFile
from importers.mapping import Column, Mapping, Shape
from viewer.boards.text import fit
from viewer.importing.foreign import ImportOptions
from viewer.importing.uploads import Upload
from viewer.language import gettext, gettext_noop
from viewer.markdown import escape

HOLDS: Final[dict[Meaning, str]] = {
    "date": gettext_noop("Date"),
    "time": gettext_noop("Time"),
    "game": gettext_noop("Game"),
    "bgg": gettext_noop("Number at BoardGameGeek"),
    "place": gettext_noop("Place"),
    "minutes": gettext_noop("Minutes"),
    "comment": gettext_noop("Comment"),
    "variant": gettext_noop("Variant"),
    "expansions": gettext_noop("Expansions"),
    "play": gettext_noop("Number of the play"),
    "player": gettext_noop("Player"),
    "score": gettext_noop("Points"),
    "points": gettext_noop("Points of one player or one round"),
    "winner": gettext_noop("Who won"),
    "rank": gettext_noop("Rank"),
    "team": gettext_noop("Team"),
    "color": gettext_noop("Color"),
    "role": gettext_noop("Role"),
    "seat": gettext_noop("Seat"),
    "started": gettext_noop("Who started"),
    "new": gettext_noop("New to the game"),
    "other": gettext_noop("Kept unchanged"),
    "ignore": gettext_noop("Left out"),
}
SHAPES: Final[dict[Shape, str]] = {
    "long": gettext_noop("One player of a play"),
    "wide": gettext_noop("A whole play"),
    "relational": gettext_noop("Plays and scores in separate tables"),
}
_DAYS: Final = {
    None: gettext_noop("Detect from the dates"),
    True: gettext_noop("The day"),
    False: gettext_noop("The month"),
}
_SIGNS: Final = {None: gettext_noop("Detect from the numbers"), ".": gettext_noop("Point"), ",": gettext_noop("Comma")}


def import_options(file: Upload) -> ImportOptions:
    """The import options chosen for the file; shows no form if there is nothing to choose."""
    kind = _kind(file.digest, file)
    sheets = _sheets(file.digest, file) if kind and kind not in (textlist.KEY, bga.KEY) else ()
    if not sheets and kind not in (textlist.KEY, bga.KEY):
        return ImportOptions()
    with st.expander(escape(gettext("Import settings of {name}", name=fit(file.name, 40))), expanded=True):
        if kind in (textlist.KEY, bga.KEY):
            first = _choice(gettext("First in dates"), _DAYS, "day", file) if kind == textlist.KEY else None
            return ImportOptions(day_first=first, game=_game("", file))
        if kind == _UNKNOWN:
            st.caption(
                gettext("If this is a table, choose the meaning of its columns; at least one column must hold players.")
            )
        sheet = None
        if len(sheets) > 1:
            guessed = gettext("Automatic")
            sheet = st.selectbox(
                gettext("Sheet or file"), sheets, index=None, placeholder=guessed, key=f"sheet-{file.digest}"
            )
        return _columns(file, _guess(file.digest, sheet, file), sheet)


def _columns(file: Upload, guess: Mapping, sheet: str | None) -> ImportOptions:
    key = f"{file.digest}-{sheet}"
    with st.container(horizontal=True, key=f"reading-{key}"):
        shapes = [shape for shape in SHAPES if shape != "relational" or guess.shape == shape]
        shape = st.selectbox(
            gettext("Each row is"),
            shapes,
            shapes.index(guess.shape),
            format_func=lambda shape: gettext(SHAPES[shape]),
            key=f"shape-{key}",
            width=220,
        )
        first = _choice(gettext("First in dates"), _DAYS, "day", file)
        sign = _choice(gettext("Decimal separator"), _SIGNS, "sign", file)
        game = _game(guess.game, file)
    with st.container(horizontal=True, key=f"columns-{key}"):
        chosen = [
            st.selectbox(
                escape(_label(place, column, example)),
                MEANINGS,
                MEANINGS.index(column.meaning),
                format_func=lambda meaning: gettext(HOLDS[meaning]),
                key=f"column-{key}-{place}",
                width=280,
            )
            for place, (column, example) in enumerate(zip(guess.columns, _examples(key, file, guess), strict=True), 1)
        ]
    held = [column.meaning for column in guess.columns]
    columns = [(place, now) for place, (was, now) in enumerate(zip(held, chosen, strict=True), 1) if was != now]
    return ImportOptions(columns, sheet, None if shape == guess.shape else shape, first, sign, game)


def _game(guessed: str, file: Upload) -> str | None:
    title = st.text_input(gettext("Game, if the file does not name it"), guessed, key=f"game-{file.digest}", width=220)
    return title.strip() or None


def _label(place: int, column: Column, example: str) -> str:
    title = fit(column.header, 24) or gettext("Column {number}", number=place)
    return f"{title}: {fit(example, 16)}" if example else title


def _choice(label: str, words: dict[Any, str], name: str, file: Upload) -> Any:
    key = f"{name}-{file.digest}"
    return st.selectbox(label, words, format_func=lambda word: gettext(words[word]), key=key, width=220)


_UNKNOWN: Final = "unknown"


@st.cache_resource(max_entries=32, show_spinner=False)
def _kind(digest: str, _file: Upload) -> str:
    """The importer's key if it has options, else empty; an unrecognized text may be a table and is `_UNKNOWN`."""
    try:
        key = importers.recognized(_file.content).KEY
    except UnreadableFile:
        return _UNKNOWN if not cells.is_markup(_file.content) and _file.content.strip() else ""
    return key if key in (table.KEY, textlist.KEY, bga.KEY) else ""


@st.cache_resource(max_entries=32, show_spinner=False)
def _sheets(digest: str, _file: Upload) -> tuple[str, ...]:
    """The names of the tables in a file; empty if the guessed table has fewer than two columns."""
    try:
        parts = table.parts(_file.content)
        return tuple(part.name for part in parts) if len(table.guess(_file.content).columns) > 1 else ()
    except UnreadableFile:
        return ()


@st.cache_resource(max_entries=32, show_spinner=False)
def _guess(digest: str, sheet: str | None, _file: Upload) -> Mapping:
    return ImportOptions(sheet=sheet).mapping(_file.content)


@st.cache_resource(max_entries=32, show_spinner=False)
def _examples(key: str, _file: Upload, _guess: Mapping) -> tuple[str, ...]:
    """The first cell of each column; empty for joined tables."""
    parts = table.parts(_file.content) if _guess.shape != "relational" else ()
    rows = next((part.rows[_guess.header_row :] for part in parts if part.name == _guess.part), ())
    columns = range(len(_guess.columns))
    return tuple(next((row.cells[place] for row in rows if any(row.cells[place:][:1])), "") for place in columns)
