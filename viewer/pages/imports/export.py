"""Export of all matches, or of the filtered ones, as one file."""

from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import streamlit as st

from eventstore.access.grants import Principal
from eventstore.formats import bgstats, script
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer.locale.language import gettext, gettext_noop, ngettext
from viewer.pages.shared import session
from viewer.pages.shared.filters import filters

FORMS: Final = {
    "archive": gettext_noop("Match scripts"),
    "csv": gettext_noop("Tables (CSV)"),
    "parquet": gettext_noop("Tables (Parquet)"),
    "bgstats": "BG Stats",
}
FILES: Final = {
    "archive": "matches.partie.jsonl",
    "csv": "partie-csv.zip",
    "parquet": "partie-parquet.zip",
    "bgstats": "BGStatsExport.json",
}
EXPLAINED: Final = {
    "archive": gettext_noop(
        "Everything about the matches, with every move and note; an import of this file restores them."
    ),
    "csv": gettext_noop("Matches, seats, events, points by source and people, one table each, for spreadsheets."),
    "parquet": gettext_noop("Matches, seats, events, points by source and people, one table each, for data frames."),
    "bgstats": gettext_noop("Plays in the format of the app BG Stats; open matches are left out."),
}


def export(index: MatchIndex, matches: MatchRepository, principal: Principal) -> None:
    """Form with the match filter, the file format and the download button."""
    match_filter = filters(index, matches)
    form = st.segmented_control(
        gettext("Format"),
        FORMS,
        default="archive",
        required=True,
        format_func=lambda form: gettext(FORMS[form]),
        key="export-form",
    )
    st.caption(gettext(EXPLAINED[form]))
    count = index.count(**match_filter)
    damaged = (
        index.count(**match_filter | MatchFilter(state="damaged"))
        if match_filter.get("state") in (None, "damaged")
        else 0
    )
    if damaged:
        st.caption(
            ngettext(
                "{number} match cannot be read and is left out.",
                "{number} matches cannot be read and are left out.",
                damaged,
            )
        )
    st.download_button(
        ngettext("Export {number} match", "Export {number} matches", count - damaged),
        partial(written, principal, form, match_filter),
        FILES[form],
        icon=":material/download:",
        on_click="ignore",
        disabled=count == damaged,
    )


def written(principal: Principal, form: str, match_filter: MatchFilter) -> bytes:
    """The content of the file. Opens its own store, since the page's store is closed when this is called."""
    with session.open_session(principal) as user_session:
        records, file = user_session.records, BytesIO()
        ids = user_session.index.ids(**match_filter)
        if form == "archive":
            script.write_all(records, ids, file)
        elif form == "bgstats":
            bgstats.write(records, ids, file)
        else:
            _write_tables(records, ids, form, file)
        return file.getvalue()


def _write_tables(matches: MatchRepository, ids: Iterable[str], form: str, file: BytesIO) -> None:
    from eventstore.formats import tables  # Deferred: Arrow takes 1 s to load.

    result = {name: BytesIO() for name in tables.FILES}
    tables.write(matches, ids, result)
    with ZipFile(file, "w", ZIP_DEFLATED) as zipped:
        for name, content in result.items():
            if name.endswith(form):
                zipped.writestr(name, content.getvalue())
