"""The viewer's entry for Streamlit: opens the store, offers the pages."""

from contextlib import closing

import streamlit as st

from eventstore.projections import Library
from eventstore.records import Records
from eventstore.sqlite import SqliteStore
from eventstore.store import UnusableStore
from viewer import correct_page, home, language, library, message, new_match, picker, replay_page, report, table_page
from viewer.language import say
from viewer.replay_page import Pages
from viewer.style import STYLE


def main() -> None:
    st.set_page_config(page_title="Partie", layout="wide")
    language.ask(picker.wanted)
    language.speak(picker.wanted())
    st.html(STYLE)
    picker.picker()
    try:
        # Every run has a thread of its own and connections belong to threads: so every run opens the store.
        with closing(SqliteStore(home.store_path())) as store:
            records = Records(store)
            shown = Library(store, records)
            replay = st.Page(
                lambda: replay_page.show(records, shown, Pages(matches, table, told, correct)),
                title=say("Replay"),
                url_path="replay",
                visibility="hidden",
            )
            matches = st.Page(
                lambda: library.show(shown, records, replay, new, table), title=say("Matches"), default=True
            )
            told = st.Page(
                lambda: report.show(shown, records, matches, replay),
                title=say("Report"),
                url_path="report",
                visibility="hidden",
            )
            table = st.Page(
                lambda: table_page.show(records, matches, replay),
                title=say("Table"),
                url_path="table",
                visibility="hidden",
            )
            new = st.Page(
                lambda: new_match.show(shown, records, matches, table),
                title=say("New match"),
                url_path="new",
                visibility="hidden",
            )
            correct = st.Page(
                lambda: correct_page.show(records, matches, replay),
                title=say("Correct"),
                url_path="correct",
                visibility="hidden",
            )
            page = st.navigation([matches, replay, told, table, new, correct], position="hidden")
            if page == matches and "match" in st.query_params:
                st.switch_page(replay, query_params=st.query_params.to_dict())
            page.run()
    except UnusableStore as error:
        message.show(say("The store cannot be opened"), language.told(str(error)))


main()
