"""The page that imports files, with a preview before anything is written, and exports matches."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import streamlit as st

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import flash, settings
from viewer.importing import batches, columns, results
from viewer.importing.export import export
from viewer.importing.files import Progress
from viewer.importing.foreign import ImportOptions
from viewer.importing.import_preview import ImportPreview, dry_run, import_files
from viewer.importing.uploads import Upload, uploads
from viewer.language import gettext, ngettext
from viewer.markdown import escape
from viewer.navigation import Pages
from viewer.statistics.chart_panel import match_line


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Preview the uploaded files at once; a button imports them."""
    st.title(gettext("Import and export"), anchor=False)
    if pages.has_role("recorder"):
        flash.show()
        _import(library, pages)
        batches.show(records, library)
    st.subheader(gettext("Export"), anchor=False, divider="gray")
    export(library, records, pages.principal)


def _import(library: MatchIndex, pages: Pages) -> None:
    st.write(
        gettext(
            "Partie recognizes files by their content: BG Stats exports, BoardGameGeek plays, Board Game "
            "Arena logs, Abstract Play records, tables (CSV, TSV, XLSX), lists of plays and Partie matches. "
            "Importing the same file again changes nothing; a newer file adds new matches and corrects "
            "changed ones."
        )
    )
    if files := uploads():
        options = {file.digest: columns.import_options(file) for file in files}
        token = f"{[file.digest for file in files]} {list(options.values())}"
        done: tuple[str, ImportPreview] | None = st.session_state.get("import-done")
        if done and done[0] == token:
            _report(done[1], library, pages)
        else:
            _ask(files, options, token, library, pages.principal.by)


def _ask(
    files: Sequence[Upload], options: Mapping[str, ImportOptions], token: str, library: MatchIndex, by: str
) -> None:
    """Show the import preview and the button that imports."""
    preview = _preview(files, options, f"{token} {library.checkpoint()}")
    results.recognized(preview.summary)
    results.counts(preview.summary)
    results.doubts(preview.doubts)
    results.problems(preview.summary, is_doubtful=bool(preview.doubts))
    results.preview(preview.first)
    if not preview.brings:
        st.text(
            gettext("All readable matches are already in the store.")
            if preview.first
            else gettext("There is nothing to import.")
        )
        return
    label = ngettext("Import {number} match", "Import {number} matches", preview.brings)
    is_right = not preview.doubts or st.checkbox(
        gettext("I have looked at the preview: these are plays, and the columns are right"), key=f"import-right-{token}"
    )
    if st.button(label, type="primary", key="import-now", disabled=not is_right):
        with _progress(gettext("Importing")) as progress:
            st.session_state["import-done"] = (
                token,
                import_files(settings.store_address(), files, options, progress, by),
            )
        st.rerun()


def _preview(files: Sequence[Upload], options: Mapping[str, ImportOptions], identity: str) -> ImportPreview:
    """The import preview, cached as long as `identity` is the same."""
    last: tuple[str, ImportPreview] | None = st.session_state.get("import-preview")
    if last is None or last[0] != identity:
        with _progress(gettext("Reading")) as progress:
            last = identity, dry_run(settings.store_address(), files, options, progress)
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


def _report(preview: ImportPreview, library: MatchIndex, pages: Pages) -> None:
    """Show the result of the import, and links to the next steps."""
    summary = preview.summary
    st.success(ngettext("{number} match imported.", "{number} matches imported.", preview.brings))
    results.counts(summary)
    results.problems(summary)
    with st.container(key="imported", gap="xxsmall"):
        for row in preview.first:
            st.page_link(pages.replay, label=escape(match_line(row)), query_params={"match": row.id})
    with st.container(horizontal=True):
        st.page_link(pages.matches, label=gettext("All matches"), icon=":material/grid_view:")
        if summary.people:
            st.page_link(pages.people, label=gettext("Find duplicate people"), icon=":material/group:")
