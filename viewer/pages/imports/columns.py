"""Form for what was read wrong: the meaning of each column, the sheet, the order in dates, the game."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal

import streamlit as st

from importers import reading
from importers.preview import FOR_PAGES, ProcessReader, TableForm
from importers.reading import ImportOptions
from importers.tables import textlist
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
    form = _form(file, choice(file).options, mapping)
    if form.kind != textlist.KEY and (form.mapping is None or len(form.mapping.columns) < 2):
        return
    name = gettext("Change how {name} is read", name=fit(file.name, 40))
    with st.expander(escape(name), expanded=is_unread, key=f"form-{file.digest}"):
        if form.mapping is None:
            with st.container(horizontal=True, key=f"reading-{file.digest}"):
                _choice(gettext("First in dates"), _DAYS, "day_first", file, None)
                _game(file, None)
            return
        if is_unread:
            st.caption(
                gettext("If this is a table, choose the meaning of its columns; at least one column must hold players.")
            )
        _sheet(file, form.sheets)
        _columns(file, form.mapping, form.examples)


def _sheet(file: Upload, sheets: Sequence[str]) -> None:
    if len(sheets) > 1:
        _select(
            gettext("Sheet or file"),
            dict(zip(sheets, sheets, strict=True)),
            "sheet",
            file,
            choice(file).options.sheet,
            lambda sheet: choose(file, ImportOptions(sheet=sheet)),
            width="stretch",
        )


def _select(
    label: str,
    words: dict[Any, str],
    name: str,
    file: Upload,
    value: Any,
    enter: Callable[[Any], None],
    width: int | Literal["stretch"] = 220,
) -> None:
    """A list of values with their `words`; nothing is shown for a `value` that is not among them."""
    key, values = f"{name}-{form_key(file)}", list(words)
    first = 0 if value in words else None
    st.selectbox(
        label,
        values,
        index=values.index(value) if _shows_by_default(key, value) and value in words else first,
        format_func=lambda value: words[value],
        placeholder=gettext("Automatic"),
        key=key,
        width=width,
        on_change=_entry(file, lambda: enter(st.session_state[key])),
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


def _columns(file: Upload, mapping: Mapping, examples: Sequence[str]) -> None:
    with st.container(horizontal=True, key=f"reading-{file.digest}"):
        shapes = {shape: gettext(words) for shape, words in SHAPES.items() if shape in ("long", "wide", mapping.shape)}
        _select(
            gettext("Each row is"),
            shapes,
            "shape",
            file,
            mapping.shape,
            lambda shape: choose(file, replace(by_hand(file, mapping), shape=shape)),
        )
        _choice(gettext("First in dates"), _DAYS, "day_first", file, mapping)
        _choice(gettext("Decimal separator"), _SIGNS, "decimal", file, mapping)
        _game(file, mapping)
    with st.container(horizontal=True, key=f"columns-{file.digest}"):
        meanings = {held: gettext(words) for held, words in HOLDS.items()}
        for place, (column, example) in enumerate(zip(mapping.columns, examples, strict=True), 1):
            enter = partial(choose_column, file, mapping, place)
            label = escape(_label(place, column, example))
            _select(label, meanings, f"column-{place}", file, column.meaning, enter, width=280)


def choose_column(file: Upload, mapping: Mapping, place: int, meaning: str) -> None:
    """Set the meaning of a column, from 1, of a table that was read with this mapping."""
    options = by_hand(file, mapping)
    chosen = reading.meaning(meaning)
    columns = [(number, chosen if number == place else held) for number, held in options.columns]
    choose(file, replace(options, columns=columns))


def by_hand(file: Upload, mapping: Mapping) -> ImportOptions:
    """The options that give this mapping whatever is guessed."""
    chosen = choice(file).options
    guess = _form(file, ImportOptions()).mapping
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
    values = list(words)
    chosen = values.index(getattr(mapping or choice(file).options, name))
    shown = {place: gettext(each) for place, each in enumerate(words.values())}
    _select(label, shown, name, file, chosen, lambda place: choose_option(file, name, values[place]))


def choose_option(file: Upload, name: str, value: Any) -> None:
    """Set the import option of this name."""
    options: Any = {name: value}
    choose(file, replace(choice(file).options, **options))


def _form(file: Upload, options: ImportOptions, mapping: Mapping | None = None) -> TableForm:
    return _read_form(f"{file.digest} {options!r} {mapping!r}", file, options, mapping)


@kept(32)
def _read_form(key: str, _file: Upload, _options: ImportOptions, _mapping: Mapping | None) -> TableForm:
    return _READER.form(_file.content, _options, _mapping)
