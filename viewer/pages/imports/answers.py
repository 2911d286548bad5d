"""The files as they were read, one below the other, and what a person answers about them."""

from collections.abc import Collection, Sequence
from typing import Final

import streamlit as st

from core import games
from core.games.scoresheet.shipped import shipped_for
from eventstore import codec
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from importers.logs import bga
from importers.preview import FileView
from importers.reading import wins
from viewer.components.html_block import Sent, html_block
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.pages.imports.columns import choose_column, choose_game, choose_option, correction_form
from viewer.pages.imports.results import FORMATS
from viewer.pages.imports.understood import game_field, plays_table, understood
from viewer.pages.imports.uploads import Upload, choice, choose_reading, renew_form

MAX_FILES: Final = 20
"""Files of exact formats that are listed."""

MAX_ROWS: Final = 10
"""First plays shown of all files of exact formats."""


def show(
    file: Upload, views: Sequence[FileView], index: MatchIndex, matches: MatchRepository, *, is_only_question: bool
) -> None:
    """What of an upload is a table or a list, with its changes; a file that is none, but may be a table, has a form."""
    guessed = [view for view in views if view.is_guessed]
    usual = {title: usual_rule(title, index) for view in guessed for title in view.undecided}
    for place, view in enumerate(guessed):
        if sent := html_block(
            *understood(view, choice(file), usual, is_only_question=is_only_question), key=f"read-{file.digest}-{place}"
        ):
            _answer(sent, file, view, matches)
            st.rerun()
    if guessed or not views:
        correction_form(file, guessed[0].readings[0].mapping if guessed else None, is_unread=not views)


def usual_rule(title: str, index: MatchIndex) -> str:
    """Who usually wins plays of a title, in words: as in the last one, else as its ready sheet says; else empty."""
    for row in (row for row in index.matches(limit=1, game=title) if not row.missing):
        fewest = games.facts_for(row.game).fewest_points_win(
            codec.decode_options(games.find(row.game), dict(row.options))
        )
        return gettext("fewest points in your last play") if fewest else gettext("most points in your last play")
    template = shipped_for(title)
    if template is None or template.wins == "together":
        return ""
    return gettext("fewest points by its sheet") if template.wins == "lowest" else gettext("most points by its sheet")


def _answer(sent: Sent, file: Upload, view: FileView, matches: MatchRepository) -> None:
    mapping = view.readings[0].mapping
    match sent.name:
        case "reading":
            choose_reading(file, int(sent.value) if sent.value else None)
        case "forget":
            matches.mappings.forget(view.header)
        case "game":
            choose_game(file, sent.value)
        case "day_first":
            choose_option(file, "day_first", bool(sent.value))
        case "undated":
            choose_option(file, "undated", bool(sent.value))
        case "wins":
            title, _, rule = sent.value.rpartition("=")
            others = [pair for pair in choice(file).options.wins if pair[0] != title]
            choose_option(file, "wins", (*others, *wins([f"{title}={rule}"])))
        case "column" if mapping:
            place, _, held = sent.value.partition("=")
            choose_column(file, mapping, int(place), held)
    renew_form(file)


def show_others(files: Sequence[Upload], views: Sequence[FileView], unnamed: Collection[str]) -> None:
    """The files of exact formats, and the game of the logs that are `unnamed`, asked once for all."""
    exact = [view for view in views if not view.is_guessed]
    if not exact:
        return
    lines = [element("p", _line(view), class_="s14") for view in exact[:MAX_FILES]]
    if len(exact) > MAX_FILES:
        more = ngettext("and {number} more file", "and {number} more files", len(exact) - MAX_FILES)
        lines.append(element("p", more, class_="soft s14"))
    rows = [row for view in exact for row in view.readings[0].rows][:MAX_ROWS]
    named = {file.digest for file in files if choice(file).options.game}
    asked = {view.digest for view in exact if view.format == bga.KEY and (view.name in unnamed or view.digest in named)}
    question = ngettext("Which game is this log of?", "Which game are these {number} logs of?", len(asked))
    title = next((choice(file).options.game or "" for file in files if file.digest in asked), "")
    field = [element("div", game_field(question, title), class_="doubtful")] if asked else []
    table = [plays_table(rows)] if rows else []
    if sent := html_block(*lines, *field, *table, key="read-others"):
        for file in files:
            if file.digest in asked:
                choose_game(file, sent.value)
                renew_form(file)
        st.rerun()


def _line(view: FileView) -> str:
    return ngettext(
        "{file}: {format}, {number} match",
        "{file}: {format}, {number} matches",
        view.readings[0].plays,
        file=fit(view.name, 60),
        format=gettext(FORMATS[view.format]),
    )
