"""The page that imports files, with a preview before anything is written, and exports matches."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

import streamlit as st

from eventstore.maintenance import bulk
from eventstore.maintenance.import_undo import Undo, undo
from eventstore.matches import imports
from eventstore.matches.imports import Batch
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from importers import preview
from importers.files import FileImport, Progress, importing
from importers.preview import FOR_PAGES, GivenFile, Preview, ProcessReader
from viewer import settings
from viewer.locale.language import date, gettext, ngettext, translate
from viewer.locale.plain_text import fit, plain
from viewer.pages import twice
from viewer.pages.imports import answers, results
from viewer.pages.imports.export import export
from viewer.pages.imports.understood import match_line
from viewer.pages.imports.uploads import ReadingChoice, Upload, choice, uploads
from viewer.pages.shared import flash
from viewer.pages.shared.pages import Pages
from viewer.texts.markdown import escape


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Preview the uploaded files at once; a button imports them."""
    st.title(gettext("Import and export"), anchor=False)
    if pages.has_role("recorder"):
        flash.show()
        _import(index, matches, pages)
        twice.link(index, matches, pages)
        show_batches(matches, index)
    st.subheader(gettext("Export"), anchor=False, divider="gray")
    export(index, matches, pages.principal)


def read_files(
    files: FileImport, uploads: Sequence[Upload], choices: Mapping[str, ReadingChoice], progress: Progress
) -> Preview:
    """Import the files; `choices` are by digest. A file that is not sure is left out until its reading is chosen."""
    return _without_questions(preview.read_files(files, _given(uploads, choices), progress))


def _given(uploads: Sequence[Upload], choices: Mapping[str, ReadingChoice]) -> list[GivenFile]:
    return [choices.get(file.digest, ReadingChoice()).given(file) for file in uploads]


def _without_questions(result: Preview) -> Preview:
    """The result without the refusals of files that wait for an answer."""
    summary = result.summary
    asked = {view.name for view in result.files if view.asks}
    problems = [problem for problem in summary.problems if problem.where or problem.file not in asked]
    refused = summary.refused - len(summary.problems) + len(problems)
    return result._replace(summary=replace(summary, problems=problems, refused=refused))


def _import(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """The result of an import stands above the files, what is read below them, and explanations come last."""
    result = st.container()
    if not st.session_state.get("import-files"):
        ProcessReader(FOR_PAGES, pages.principal.by).start()
    if files := uploads():
        choices = {file.digest: choice(file) for file in files}
        token = f"{[file.digest for file in files]} {list(choices.values())}"
        done: tuple[str, Preview] | None = st.session_state.get("import-done")
        if done and done[0] == token:
            with result:
                _report(done[1], index, pages)
        else:
            _ask(files, choices, token, index, matches, pages.principal.by)
    st.caption(
        gettext(
            "Partie recognizes files by their content: BG Stats exports, BoardGameGeek plays, Board Game "
            "Arena logs, Abstract Play records, tables (CSV, TSV, XLSX), lists of plays and Partie matches. "
            "Importing the same file again changes nothing; a newer file adds new matches and corrects "
            "changed ones."
        )
    )


def _ask(
    files: Sequence[Upload],
    choices: Mapping[str, ReadingChoice],
    token: str,
    index: MatchIndex,
    matches: MatchRepository,
    by: str,
) -> None:
    """Show how each file was read, and the button that imports."""
    tried = _preview(files, choices, f"{token} {index.checkpoint()}", by)
    results.problems(tried.summary)
    is_only = not tried.brings and sum(view.asks for view in tried.files) == 1
    for file in files if not tried.too_costly else ():
        views = [view for view in tried.files if view.digest == file.digest]
        answers.show(file, views, index, matches, is_only_question=is_only)
    answers.show_others(files, tried.files, tried.summary.unnamed)
    if tried.brings or not any(view.asks for view in tried.files):
        results.counts(tried.summary)
        _offer(tried, files, choices, token, by)
    results.remarks(tried.summary)


def _offer(tried: Preview, files: Sequence[Upload], choices: Mapping[str, ReadingChoice], token: str, by: str) -> None:
    """The button that imports, or why there is none."""
    if not tried.brings:
        known = gettext("All readable matches are already in the store.")
        st.text(known if tried.summary.matches else gettext("There is nothing to import."))
        return
    label = ngettext("Import {number} match", "Import {number} matches", tried.brings)
    if st.button(label, type="primary", key="import-now"):
        reader = ProcessReader(FOR_PAGES, by)
        names = [file.name for file in files]
        with (
            _progress(gettext("Importing")) as progress,
            importing(settings.store_address(), names, by=by, read_foreign=reader.read) as imported,
        ):
            st.session_state["import-done"] = token, read_files(imported, files, choices, progress)
        st.rerun()


def _preview(files: Sequence[Upload], choices: Mapping[str, ReadingChoice], identity: str, by: str) -> Preview:
    """The result of a dry run, cached as long as `identity` is the same."""
    last: tuple[str, Preview] | None = st.session_state.get("import-preview")
    if last is None or last[0] != identity:
        bar = st.progress(0.0, gettext("Reading"))

        def waiting(done: int, of: int) -> None:  # Raises an error of Streamlit when nobody waits any more.
            bar.progress(done / of if of else 0.0, gettext("Reading"))

        with bulk.existing(settings.store_address()) as store:
            reader = ProcessReader(FOR_PAGES, by, waiting)
            last = identity, _without_questions(reader.dry_run(store, _given(files, choices)))
        bar.empty()
        st.session_state["import-preview"] = last
    return last[1]


@contextmanager
def _progress(text: str) -> Iterator[Progress]:
    """A progress bar that disappears at the end; updated at most 100 times."""
    bar, percent = st.progress(0.0, text), 0

    def progress(done: int, of: int) -> None:
        nonlocal percent
        if of and (now := min(100, 100 * done // of)) != percent:
            percent = now
            bar.progress(now, text)

    yield progress
    bar.empty()


def _report(done: Preview, index: MatchIndex, pages: Pages) -> None:
    """Show the result of the import, and links to the next steps."""
    summary = done.summary
    st.success(ngettext("{number} match imported.", "{number} matches imported.", done.brings))
    results.counts(summary)
    results.problems(summary)
    with st.container(key="imported", gap="xxsmall"):
        for row in done.first:
            st.page_link(pages.replay, label=escape(match_line(row)), query_params={"match": row.id})
    with st.container(horizontal=True):
        st.page_link(pages.matches, label=gettext("All matches"), icon=":material/grid_view:")
        if summary.people:
            st.page_link(pages.people, label=gettext("Find duplicate people"), icon=":material/group:")
    results.remarks(summary)


SHOWN: Final = 20
"""Imports shown, newest first; the command line lists all."""


def show_batches(matches: MatchRepository, index: MatchIndex) -> None:
    """The list of imports; nothing while there are none."""
    batches = imports.batches(matches.store)
    if not batches:
        return
    with st.expander(gettext("Imports so far"), key="imports-so-far", on_change="rerun") as opened:
        if not opened.open:
            return
        st.caption(
            gettext(
                "Taking an import out deletes the matches it brought, except those that were changed, annotated or "
                "forked since. The same file imported again brings them back."
            )
        )
        for batch in batches[:SHOWN]:
            _line(matches, index, batch)


def _line(matches: MatchRepository, index: MatchIndex, batch: Batch) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"batch-{batch.id}"):
        count = ngettext("{number} match", "{number} matches", batch.matches)
        file = fit(plain(batch.file), 60)
        st.text(f"{date(batch.at[:10])}  ·  {file}  ·  {count}", width="stretch")
        with st.popover(gettext("Take out"), icon=":material/undo:"):
            st.text(gettext("Delete the matches that this import brought?"))
            if st.button(gettext("Delete"), type="primary", key=f"undo-{batch.id}"):
                with flash.catch_errors(conflict=""), st.spinner(gettext("Deleting")):
                    flash.put(_says(undo(matches, index, batch)))
                st.session_state.pop("import-done", None)  # The same file can be imported again.
                st.rerun()


def _says(result: Undo) -> str:
    done = ngettext("{number} match is deleted.", "{number} matches are deleted.", len(result.withdrawn))
    reasons = dict.fromkeys(translate(one.why) for one in result.left)
    left = [
        ngettext(
            "{number} match was left: {why}",
            "{number} matches were left: {why}",
            sum(translate(one.why) == why for one in result.left),
            why=why,
        )
        for why in reasons
    ]
    return " ".join([done, *left])
