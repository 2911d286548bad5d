"""Shows the result of an import or a dry run."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from eventstore.readmodels.projection import MatchRow
from importers.confidence import Confidence
from viewer.boards.text import fit, listed, number, plain
from viewer.importing.summary import Problem, Summary
from viewer.language import gettext, gettext_noop, ngettext, translate
from viewer.markdown import escape

MOST: Final = 100
"""Maximum number of problems listed; problems with data loss come first."""

FORMATS: Final = {
    "partie": gettext_noop("matches of Partie"),
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
    "bga": "Board Game Arena",
    "abstractplay": "Abstract Play",
    "table": gettext_noop("a table"),
    "textlist": gettext_noop("a list of plays"),
}
"""Names of the file formats by importer key."""


def recognized(summary: Summary) -> None:
    """A line for each recognized file."""
    lines = [
        ngettext(
            "{file}: {format}, {number} match",
            "{file}: {format}, {number} matches",
            source.matches,
            file=source.file,
            format=gettext(FORMATS[source.format]),
        )
        for source in summary.sources
    ]
    _list(lines)


def doubts(found: Mapping[str, Confidence]) -> None:
    """A warning for each file whose columns or lines are guessed without much confidence."""
    for file, confidence in found.items():
        reasons = " ".join(translate(doubt) for doubt in confidence.doubts)
        guessed = gettext(
            "{file}: it is not sure that these are plays, and what the columns hold ({percent} %). {reasons}",
            file=file,
            percent=confidence.percent,
            reasons=reasons,
        )
        st.warning(escape(guessed), icon=":material/help:")


def counts(summary: Summary) -> None:
    """The four counts of an import, and its people."""
    figures = {
        gettext("New"): summary.new,
        gettext("Changed"): summary.changed,
        gettext("Already here"): summary.unchanged,
        gettext("Refused"): summary.refused,
    }
    with st.container(horizontal=True, key="import-counts"):
        for name, count in figures.items():
            st.metric(name, count, width="content")
    if summary.matches:
        seats = ngettext("{number} seat", "{number} seats", summary.seats)
        people = ngettext("{number} new person", "{number} new people", summary.people)
        st.caption(f"{seats}, {people}")


def problems(summary: Summary, *, is_doubtful: bool = False) -> None:
    """Problems with data loss, then problems of imported plays, then the remarks, open if the reading `is_doubtful`."""
    found = sorted(summary.problems, key=lambda problem: not problem.lost)
    if found:
        title = ngettext("{number} problem", "{number} problems", len(found))
        with st.expander(title, expanded=found[0].lost, icon=":material/info:"):
            _list([_problem_line(problem) for problem in found[:MOST]])
            if len(found) > MOST:
                st.caption(ngettext("{number} more is not listed.", "{number} more are not listed.", len(found) - MOST))
    if summary.remarks:
        with st.expander(gettext("How the files were read"), expanded=is_doubtful):
            _list([f"{remark.file}: {translate(remark.message)}" for remark in summary.remarks])


def _problem_line(problem: Problem) -> str:
    place, message = (
        ", ".join(part for part in (problem.file, translate(problem.where)) if part),
        translate(problem.message),
    )
    if problem.lost:
        return f"{place}: {message}"
    return gettext("{place}: {problem} (The play is kept.)", place=place, problem=message)


def _list(lines: Sequence[str]) -> None:
    if lines:
        st.markdown("\n".join(f"- {escape(line)}" for line in lines))


def preview(rows: Sequence[MatchRow]) -> None:
    """Table of the first matches."""
    if not rows:
        return
    columns = {
        gettext("Date"): [row.played_on or "" for row in rows],
        gettext("Game"): [fit(translate(row.game_title), 60) for row in rows],
        gettext("Players"): [_standings(row) for row in rows],
        gettext("Won"): [listed([plain(row.players[seat]) for seat in row.winners]) for row in rows],
        gettext("Place"): [plain(row.place or "") for row in rows],
        gettext("Tags"): [", ".join(map(plain, row.tags)) for row in rows],
    }
    st.caption(gettext("Preview of the first matches"))
    st.dataframe({name: cells for name, cells in columns.items() if any(cells)}, hide_index=True, key="import-preview")


def _standings(row: MatchRow) -> str:
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        plain(name) if points is None else f"{plain(name)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )
