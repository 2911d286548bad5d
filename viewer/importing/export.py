"""Export of all matches, or of the filtered ones, as one file."""

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import streamlit as st

from eventstore.access import Visitor
from eventstore.export import archive, bgstats
from eventstore.projections import Library
from eventstore.records import Records
from eventstore.wanted import Wanted
from viewer import visiting
from viewer.filters import filters
from viewer.language import later, plural, say

FORMS: Final = {
    "archive": later("Match scripts"),
    "csv": later("Tables (CSV)"),
    "parquet": later("Tables (Parquet)"),
    "bgstats": "BG Stats",
}
FILES: Final = {
    "archive": "matches.partie.jsonl",
    "csv": "partie-csv.zip",
    "parquet": "partie-parquet.zip",
    "bgstats": "BGStatsExport.json",
}
EXPLAINED: Final = {
    "archive": later("Everything about the matches, every move and note; an import of this file gives them all back."),
    "csv": later("Matches, seats, events, points by source and people, a table each, for spreadsheets."),
    "parquet": later("Matches, seats, events, points by source and people, a table each, for data frames."),
    "bgstats": later("Plays as the app BG Stats writes and reads them; matches that are still open are left out."),
}


def export(library: Library, visitor: Visitor) -> None:
    """Form with the match filter, the file format and the download button."""
    wanted = filters(library)
    form = st.segmented_control(
        say("Written as"),
        FORMS,
        default="archive",
        required=True,
        format_func=lambda form: say(FORMS[form]),
        key="export-form",
    )
    st.caption(say(EXPLAINED[form]))
    found = library.count(**wanted)
    damaged = library.count(**wanted | Wanted(state="damaged")) if wanted.get("state") in (None, "damaged") else 0
    if damaged:
        st.caption(
            plural(
                "{number} match cannot be read and is left out.",
                "{number} matches cannot be read and are left out.",
                damaged,
            )
        )
    st.download_button(
        plural("Export {number} match", "Export {number} matches", found - damaged),
        partial(written, visitor, form, wanted),
        FILES[form],
        icon=":material/download:",
        on_click="ignore",
        disabled=found == damaged,
    )


def written(visitor: Visitor, form: str, wanted: Wanted) -> bytes:
    """The content of the file. Opens its own store, since the page's store is closed when this is called."""
    with visiting.visit(visitor) as visit:
        records, file = visit.records, BytesIO()
        ids = visit.library.ids(**wanted)
        if form == "archive":
            archive.write(records, ids, file)
        elif form == "bgstats":
            bgstats.write(records, ids, file)
        else:
            _write_tables(records, ids, form, file)
        return file.getvalue()


def _write_tables(records: Records, ids: Iterable[str], form: str, file: BytesIO) -> None:
    from eventstore.export import tables  # Deferred: Arrow takes 1 s to load.

    found = {name: BytesIO() for name in tables.FILES}
    tables.write(records, ids, found)
    with ZipFile(file, "w", ZIP_DEFLATED) as zipped:
        for name, content in found.items():
            if name.endswith(form):
                zipped.writestr(name, content.getvalue())
