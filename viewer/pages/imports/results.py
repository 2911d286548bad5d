"""Shows the result of an import or a dry run."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from importers.summary import Problem, Summary
from viewer.locale.language import gettext, gettext_noop, ngettext, translate
from viewer.texts.markdown import escape

MAX_PROBLEMS: Final = 100
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


def problems(summary: Summary) -> None:
    """Problems with data loss, then problems of imported plays."""
    found = sorted(summary.problems, key=lambda problem: not problem.lost)
    if found:
        title = ngettext("{number} problem", "{number} problems", len(found))
        with st.expander(title, expanded=found[0].lost, icon=":material/info:"):
            _list([_problem_line(problem) for problem in found[:MAX_PROBLEMS]])
            if len(found) > MAX_PROBLEMS:
                st.caption(
                    ngettext("{number} more is not listed.", "{number} more are not listed.", len(found) - MAX_PROBLEMS)
                )


def remarks(summary: Summary) -> None:
    """The sentences about the files that are not problems, on demand."""
    if summary.remarks:
        with st.expander(gettext("How the files were read")):
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
