"""The page that imports files, with a preview before anything is written, and exports matches."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from importers.files import FileImport, Progress, importing
from importers.summary import Summary
from viewer.locale.language import gettext, ngettext
from viewer.pages import twice
from viewer.pages.imports import answers, batches, pushed, results
from viewer.pages.imports.choices import Choice, choice
from viewer.pages.imports.export import export
from viewer.pages.imports.file_view import FileView, file_view
from viewer.pages.imports.uploads import Upload, uploads
from viewer.pages.shared import flash
from viewer.pages.shared.chart_panel import match_line
from viewer.site import settings
from viewer.site.navigation import Pages
from viewer.texts.markdown import escape


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Preview the uploaded files at once; a button imports them."""
    if play := st.query_params.get("play"):
        pushed.show(play, index, pages)
        return
    st.title(gettext("Import and export"), anchor=False)
    if pages.has_role("recorder"):
        flash.show()
        _import(index, matches, pages)
        twice.link(index, matches, pages)
        batches.show(matches, index)
    st.subheader(gettext("Export"), anchor=False, divider="gray")
    export(index, matches, pages.principal)


class ImportPreview(NamedTuple):
    """The result of an import or a dry run, and each file as it was read."""

    summary: Summary
    files: tuple[FileView, ...]

    @property
    def first(self) -> tuple[MatchRow, ...]:
        """The first matches of each file that is read."""
        return tuple(row for view in self.files if not view.asks for row in view.readings[0].rows)

    @property
    def brings(self) -> int:
        return self.summary.new + self.summary.changed


def read_files(
    files: FileImport, uploads: Sequence[Upload], choices: Mapping[str, Choice], progress: Progress
) -> ImportPreview:
    """Read the files; `choices` are by digest. A file that is not sure is left out until its reading is chosen."""
    views = [view for file in uploads for view in _views(files, file, choices.get(file.digest, Choice()), progress)]
    return ImportPreview(_without_questions(files.summary, views), tuple(views))


def _views(files: FileImport, file: Upload, chosen: Choice, progress: Progress) -> list[FileView]:
    """Read an upload, which may hold several files."""
    views = list[FileView]()
    files.confirm = chosen.confirm
    files.seen = lambda read: views.append(file_view(files, file.digest, read, chosen))
    files.read(file.name, file.opened(), chosen.options, progress)
    return views


def _without_questions(summary: Summary, views: Sequence[FileView]) -> Summary:
    """The summary without the files that wait for an answer: they are not refused."""
    asked = {view.name for view in views if view.asks}
    problems = [problem for problem in summary.problems if problem.where or problem.file not in asked]
    return replace(summary, problems=problems, refused=summary.refused - len(summary.problems) + len(problems))


def _import(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    st.write(
        gettext(
            "Partie recognizes files by their content: BG Stats exports, BoardGameGeek plays, Board Game "
            "Arena logs, Abstract Play records, tables (CSV, TSV, XLSX), lists of plays and Partie matches. "
            "Importing the same file again changes nothing; a newer file adds new matches and corrects "
            "changed ones."
        )
    )
    if files := uploads():
        choices = {file.digest: choice(file) for file in files}
        token = f"{[file.digest for file in files]} {list(choices.values())}"
        done: tuple[str, ImportPreview] | None = st.session_state.get("import-done")
        if done and done[0] == token:
            _report(done[1], index, pages)
        else:
            _ask(files, choices, token, index, matches, pages.principal.by)


def _ask(
    files: Sequence[Upload],
    choices: Mapping[str, Choice],
    token: str,
    index: MatchIndex,
    matches: MatchRepository,
    by: str,
) -> None:
    """Show how each file was read, and the button that imports."""
    preview = _preview(files, choices, f"{token} {index.checkpoint()}")
    results.problems(preview.summary)
    is_only = not preview.brings and sum(view.asks for view in preview.files) == 1
    for file in files:
        views = [view for view in preview.files if view.digest == file.digest]
        answers.show(file, views, matches, is_only_question=is_only)
    answers.show_others(files, preview.files, preview.summary.unnamed)
    results.remarks(preview.summary)
    if not preview.brings and any(view.asks for view in preview.files):
        return
    results.counts(preview.summary)
    if not preview.brings:
        known = gettext("All readable matches are already in the store.")
        st.text(known if preview.summary.matches else gettext("There is nothing to import."))
        return
    label = ngettext("Import {number} match", "Import {number} matches", preview.brings)
    if st.button(label, type="primary", key="import-now"):
        with _progress(gettext("Importing")) as progress, _importing(files, by) as imported:
            st.session_state["import-done"] = token, read_files(imported, files, choices, progress)
        st.rerun()


def _importing(
    files: Sequence[Upload], by: str = "local", *, dry_run: bool = False
) -> AbstractContextManager[FileImport]:
    return importing(settings.store_address(), [file.name for file in files], dry_run=dry_run, by=by)


def _preview(files: Sequence[Upload], choices: Mapping[str, Choice], identity: str) -> ImportPreview:
    """The import preview, cached as long as `identity` is the same."""
    last: tuple[str, ImportPreview] | None = st.session_state.get("import-preview")
    if last is None or last[0] != identity:
        with _progress(gettext("Reading")) as progress, _importing(files, dry_run=True) as tried:
            last = identity, read_files(tried, files, choices, progress)
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


def _report(preview: ImportPreview, index: MatchIndex, pages: Pages) -> None:
    """Show the result of the import, and links to the next steps."""
    summary = preview.summary
    st.success(ngettext("{number} match imported.", "{number} matches imported.", preview.brings))
    results.counts(summary)
    results.problems(summary)
    results.remarks(summary)
    with st.container(key="imported", gap="xxsmall"):
        for row in preview.first:
            st.page_link(pages.replay, label=escape(match_line(row)), query_params={"match": row.id})
    with st.container(horizontal=True):
        st.page_link(pages.matches, label=gettext("All matches"), icon=":material/grid_view:")
        if summary.people:
            st.page_link(pages.people, label=gettext("Find duplicate people"), icon=":material/group:")
