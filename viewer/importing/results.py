"""Shows the result of an import or a dry run."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from eventstore.rows import MatchRow
from viewer.boards.text import fit, listed, number, plain
from viewer.importing.summary import Problem, Summary
from viewer.label import literal
from viewer.language import later, plural, say, told

MOST: Final = 100
"""Maximum number of problems listed; problems with data loss come first."""

FORMATS: Final = {
    "partie": later("matches of Partie"),
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
    "bga": "Board Game Arena",
    "abstractplay": "Abstract Play",
    "table": later("a table"),
    "textlist": later("a list of plays"),
}
"""Names of the file formats by importer key."""


def recognized(summary: Summary) -> None:
    """A line for each recognized file."""
    lines = [
        plural(
            "{file}: {format}, {number} match",
            "{file}: {format}, {number} matches",
            source.matches,
            file=source.file,
            format=say(FORMATS[source.format]),
        )
        for source in summary.sources
    ]
    _list(lines)


def counts(summary: Summary) -> None:
    """The four counts of an import, and its people."""
    figures = {
        say("New"): summary.new,
        say("Changed"): summary.changed,
        say("Already here"): summary.unchanged,
        say("Refused"): summary.refused,
    }
    with st.container(horizontal=True, key="import-counts"):
        for name, count in figures.items():
            st.metric(name, count, width="content")
    if summary.matches:
        seats = plural("{number} seat", "{number} seats", summary.seats)
        people = plural("{number} new person", "{number} new people", summary.people)
        st.caption(f"{seats}, {people}")


def problems(summary: Summary) -> None:
    """Problems with data loss, then problems of imported plays, then the remarks."""
    found = sorted(summary.problems, key=lambda problem: not problem.lost)
    if found:
        title = plural("{number} problem", "{number} problems", len(found))
        with st.expander(title, expanded=found[0].lost, icon=":material/info:"):
            _list([_told(problem) for problem in found[:MOST]])
            if len(found) > MOST:
                st.caption(plural("{number} more is not listed.", "{number} more are not listed.", len(found) - MOST))
    if summary.remarks:
        with st.expander(say("How the files were read")):
            _list([f"{remark.file}: {told(remark.message)}" for remark in summary.remarks])


def _told(problem: Problem) -> str:
    place, message = ", ".join(part for part in (problem.file, told(problem.where)) if part), told(problem.message)
    if problem.lost:
        return f"{place}: {message}"
    return say("{place}: {problem} (Kept all the same.)", place=place, problem=message)


def _list(lines: Sequence[str]) -> None:
    if lines:
        st.markdown("\n".join(f"- {literal(line)}" for line in lines))


def preview(rows: Sequence[MatchRow]) -> None:
    """Table of the first matches."""
    if not rows:
        return
    columns = {
        say("Date"): [row.played_on or "" for row in rows],
        say("Game"): [fit(told(row.game_title), 60) for row in rows],
        say("Players"): [_standings(row) for row in rows],
        say("Won"): [listed([plain(row.players[seat]) for seat in row.winners]) for row in rows],
        say("Place"): [plain(row.place or "") for row in rows],
        say("Tags"): [", ".join(map(plain, row.tags)) for row in rows],
    }
    st.caption(say("The first matches as they are read"))
    st.dataframe({name: cells for name, cells in columns.items() if any(cells)}, hide_index=True, key="import-preview")


def _standings(row: MatchRow) -> str:
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        plain(name) if points is None else f"{plain(name)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )
