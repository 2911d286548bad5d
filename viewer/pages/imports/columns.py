"""Form for what was read wrong: the meaning of each column, the sheet, the order in dates, the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from importers import reading
from importers.preview import FOR_PAGES, ProcessReader
from importers.reading import ImportOptions
from importers.tables import table, textlist
from importers.tables.headers import MEANINGS, Meaning
from importers.tables.mapping import Mapping, Shape, TableColumn
from viewer.locale.language import gettext, gettext_noop
from viewer.locale.plain_text import fit
from viewer.pages.imports.uploads import Upload, choice, choose, form_key
from viewer.surface.kept import kept
from viewer.texts.markdown import escape

_READER: Final = ProcessReader(FOR_PAGES)

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
    "round": gettext_noop("Round or category"),
    "player": gettext_noop("Player"),
    "account": gettext_noop("Id or account of the player"),
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
assert set(HOLDS) == set(MEANINGS)

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


def correction_form(file: Upload, mapping: Mapping | None, *, is_unread: bool) -> None:
    """The form, folded below what was read; open for a file that `is_unread`.

    `mapping` is that of a table which was read. A file that leaves nothing to choose has no form.
    """
    kind = _kind(file.digest, file)
    mapping = mapping or (_guess(choice(file).options, file) if kind == table.KEY else None)
    if kind != textlist.KEY and (mapping is None or len(mapping.columns) < 2):
        return
    name = gettext("Change how {name} is read", name=fit(file.name, 40))
    with st.expander(escape(name), expanded=is_unread, key=f"form-{file.digest}"):
        if mapping is None:
            with st.container(horizontal=True, key=f"reading-{file.digest}"):
                _choice(gettext("First in dates"), _DAYS, "day_first", file, None)
                _game(file, None)
            return
        if is_unread:
            st.caption(
                gettext("If this is a table, choose the meaning of its columns; at least one column must hold players.")
            )
        _sheet(file)
        _columns(file, mapping)


def _sheet(file: Upload) -> None:
    sheets = _sheets(file.digest, file)
    if len(sheets) < 2:
        return
    key, sheet = f"sheet-{form_key(file)}", choice(file).options.sheet
    st.selectbox(
        gettext("Sheet or file"),
        sheets,
        index=sheets.index(sheet) if _shows_by_default(key, sheet) and sheet in sheets else None,
        placeholder=gettext("Automatic"),
        key=key,
        on_change=_entry(file, lambda: choose(file, ImportOptions(sheet=st.session_state[key]))),
    )


def _shows_by_default(key: str, value: object) -> bool:
    """True if the default of a field has to be the value; else the field has another one, which is set here.

    The browser sends the default of a new field until it has set the value of the session, and a run that begins before
    would take it for an entry. An equal value that is set would replace what somebody types during the run.
    """
    if st.session_state.get(key, value) == value:
        return True
    st.session_state[key] = value
    return False


def _entry(file: Upload, enter: Callable[[], None]) -> Callable[[], None]:
    """The callback of a field of the form; nothing is entered in a form that was renewed since.

    A browser that has not drawn the new form yet sends the fields of the old one with whatever is tapped, and
    Streamlit, which has forgotten them, takes all of them for changed.
    """
    form = form_key(file)
    return lambda: enter() if form_key(file) == form else None


def _columns(file: Upload, mapping: Mapping) -> None:
    with st.container(horizontal=True, key=f"reading-{file.digest}"):
        shapes = [shape for shape in SHAPES if shape != "relational" or mapping.shape == shape]
        key = f"shape-{form_key(file)}"
        st.selectbox(
            gettext("Each row is"),
            shapes,
            index=shapes.index(mapping.shape) if _shows_by_default(key, mapping.shape) else 0,
            format_func=lambda shape: gettext(SHAPES[shape]),
            key=key,
            width=220,
            on_change=_entry(file, lambda: choose(file, replace(by_hand(file, mapping), shape=st.session_state[key]))),
        )
        _choice(gettext("First in dates"), _DAYS, "day_first", file, mapping)
        _choice(gettext("Decimal separator"), _SIGNS, "decimal", file, mapping)
        _game(file, mapping)
    with st.container(horizontal=True, key=f"columns-{file.digest}"):
        examples = _examples(f"{file.digest}-{mapping.part}-{mapping.header_row}", file, mapping)
        for place, (column, example) in enumerate(zip(mapping.columns, examples, strict=True), 1):
            _column(file, mapping, place, _label(place, column, example))


def _column(file: Upload, mapping: Mapping, place: int, label: str) -> None:
    key, meaning = f"column-{form_key(file)}-{place}", mapping.columns[place - 1].meaning
    st.selectbox(
        escape(label),
        MEANINGS,
        index=MEANINGS.index(meaning) if _shows_by_default(key, meaning) else 0,
        format_func=lambda meaning: gettext(HOLDS[meaning]),
        key=key,
        width=280,
        on_change=_entry(file, lambda: choose_column(file, mapping, place, st.session_state[key])),
    )


def choose_column(file: Upload, mapping: Mapping, place: int, meaning: str) -> None:
    """Set the meaning of a column, from 1, of a table that was read with this mapping."""
    options = by_hand(file, mapping)
    chosen = reading.meaning(meaning)
    columns = [(number, chosen if number == place else held) for number, held in options.columns]
    choose(file, replace(options, columns=columns))


def by_hand(file: Upload, mapping: Mapping) -> ImportOptions:
    """The options that give this mapping whatever is guessed."""
    chosen = choice(file).options
    guess = _guess(ImportOptions(), file)
    is_other_part = mapping.shape != "relational" and guess is not None and mapping.part != guess.part
    return ImportOptions(
        [(place, column.meaning) for place, column in enumerate(mapping.columns, 1)],
        chosen.sheet or (mapping.part if is_other_part else None),
        mapping.shape,
        mapping.day_first,
        mapping.decimal,
        mapping.game or None,
    )


def _game(file: Upload, mapping: Mapping | None) -> None:
    key, title = f"game-{form_key(file)}", (mapping.game if mapping else choice(file).options.game) or ""
    st.text_input(
        gettext("Game, if the file does not name it"),
        title if _shows_by_default(key, title) else "",
        key=key,
        width=220,
        on_change=_entry(file, lambda: choose_game(file, st.session_state[key])),
    )


def choose_game(file: Upload, title: str) -> None:
    choose_option(file, "game", title.strip() or None)


def _label(place: int, column: TableColumn, example: str) -> str:
    title = fit(column.header, 24) or gettext("Column {number}", number=place)
    return f"{title}: {fit(example, 16)}" if example else title


def _choice(label: str, words: dict[Any, str], name: str, file: Upload, mapping: Mapping | None) -> None:
    """A list of `words` for the option of this name."""
    key, values = f"{name}-{form_key(file)}", list(words)
    chosen = values.index(getattr(mapping or choice(file).options, name))
    st.selectbox(
        label,
        range(len(values)),
        index=chosen if _shows_by_default(key, chosen) else 0,
        format_func=lambda place: gettext(words[values[place]]),
        key=key,
        width=220,
        on_change=_entry(file, lambda: choose_option(file, name, values[st.session_state[key]])),
    )


def choose_option(file: Upload, name: str, value: Any) -> None:
    """Set the import option of this name."""
    options: Any = {name: value}
    choose(file, replace(choice(file).options, **options))


@kept(32)
def _kind(digest: str, _file: Upload) -> str:
    return _READER.kind(_file.content)


@kept(32)
def _sheets(digest: str, _file: Upload) -> tuple[str, ...]:
    return _READER.sheets(_file.content)


def _guess(options: ImportOptions, file: Upload) -> Mapping | None:
    return _guessed(f"{file.digest} {options!r}", options, file)


@kept(32)
def _guessed(key: str, _options: ImportOptions, _file: Upload) -> Mapping | None:
    return _READER.guess(_file.content, _options)


@kept(32)
def _examples(key: str, _file: Upload, _guess: Mapping) -> tuple[str, ...]:
    return _READER.examples(_file.content, _guess)
