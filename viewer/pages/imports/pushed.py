"""The page of a play that another app pushes (`/import?play=`): the play, and the button that records it."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from eventstore.maintenance import bulk
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from importers import bgstats_push
from importers.files import importing
from importers.preview import FOR_PAGES, GivenFile, Preview, ProcessReader, read_files
from viewer import settings
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import date, gettext, translate
from viewer.locale.plain_text import number, plain
from viewer.look.element import element
from viewer.look.icons import crown
from viewer.pages.imports import results
from viewer.pages.shared.pages import Pages, error_page
from viewer.pages.shared.play_rows import play_title
from viewer.texts.markdown import escape

MAX_COLUMNS: Final = 4
"""Most people in one row of a wide page."""


def show(text: str, index: MatchIndex, pages: Pages) -> None:
    """Show the play in the link or JSON; only the button writes it."""
    pages.require_role("recorder")
    content = text.encode("utf-8", "replace")
    if not bgstats_push.recognizes(content):
        _refuse(gettext("After “play=” the address must have a link for BG Stats, or the JSON of one."))
        return
    preview = _preview(content, index, pages)
    if not preview.first:
        _refuse(" ".join(translate(problem.message) for problem in preview.summary.problems))
        return
    is_new = bool(preview.summary.new or preview.summary.changed)
    is_done = st.session_state.get("pushed-recorded") == text
    titles = {True: gettext("Record this play?"), False: gettext("This play is recorded already")}
    st.title(gettext("Recorded") if is_done and not is_new else titles[is_new], anchor=False)
    html_block(*(part for row in preview.first for part in _play(row)), key="pushed")
    if preview.summary.changed:
        st.text(gettext("The play is here already with other values; they are corrected."))
    results.problems(preview.summary)
    if not is_new:
        _links(preview.first, pages)
    elif st.button(gettext("Record"), type="primary", key="pushed-record"):
        _import(content, pages)
        st.session_state["pushed-recorded"] = text
        st.rerun()


def _preview(content: bytes, index: MatchIndex, pages: Pages) -> Preview:
    """The result of a dry run, cached as long as neither the link nor the store changes."""
    identity = content, index.checkpoint()
    last: tuple[object, Preview] | None = st.session_state.get("pushed-preview")
    if last is None or last[0] != identity:
        last = identity, _import(content, pages, dry_run=True)
        st.session_state["pushed-preview"] = last
    return last[1]


def _import(content: bytes, pages: Pages, *, dry_run: bool = False) -> Preview:
    name = gettext("Link for BG Stats")
    address, given = settings.store_address(), [GivenFile(name, content)]
    reader = ProcessReader(FOR_PAGES, pages.principal.by)
    if dry_run:
        with bulk.existing(address) as store:
            return reader.dry_run(store, given)
    with importing(address, [name], by=pages.principal.by, read_foreign=reader.read) as files:
        return read_files(files, given)


def _refuse(sentence: str) -> None:
    error_page(gettext("This address holds no play"), sentence)


def _links(rows: Sequence[MatchRow], pages: Pages) -> None:
    with st.container(horizontal=True):
        for row in rows:
            label = gettext("Open {play}", play=play_title(row))
            st.page_link(pages.replay, label=escape(label), query_params={"match": row.id})
        st.page_link(pages.matches, label=gettext("All matches"), icon=":material/grid_view:")


def _play(row: MatchRow) -> tuple[Json, ...]:
    facts = [date(row.played_on) if row.played_on else gettext("no date"), plain(row.place or "")]
    scores = row.scores or (None,) * len(row.players)
    seats = (
        _seat(plain(name) or gettext("somebody"), "" if points is None else number(points), won=seat in row.winners)
        for seat, (name, points) in enumerate(zip(row.players, scores, strict=True))
    )
    style = f"grid-template-columns: repeat({min(max(len(row.players), 1), MAX_COLUMNS)}, minmax(0, 1fr))"
    return (
        element("h2", play_title(row)),
        element("p", " · ".join(filter(None, facts)), class_="soft"),
        element("div", *seats, class_="stand score", style=style, role="list"),
    )


def _seat(name: str, points: str, *, won: bool) -> Json:
    marks = [crown(gettext("winner"))] if won else []
    who = element("p", name, *marks, class_="n")
    return element("div", who, element("p", points, class_="pt"), class_="seat w" if won else "seat", role="listitem")
