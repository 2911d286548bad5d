"""Entry point for Streamlit: opens the store, builds the pages and runs the current one."""

from typing import Final

import streamlit as st

from eventstore.access.grants import NotAllowed
from eventstore.store.store import UnusableStore
from viewer import address, language, language_picker, navigation, script_errors, session
from viewer.app_pages import (
    correct,
    game,
    import_export,
    insights,
    library,
    login,
    new_match,
    overview,
    pair,
    people,
    person,
    replay,
    report,
    suggest,
    table,
    templates,
    training,
    year,
)
from viewer.navigation import Show, build_pages
from viewer.people import picker
from viewer.style import STYLE

SHOWS: Final[dict[str, Show]] = {
    "matches": library.show,
    "new": new_match.show,
    "table": table.show,
    "replay": replay.show,
    "report": report.show,
    "correct": correct.show,
    "overview": overview.show,
    "game": game.show,
    "insights": insights.show,
    "year": year.show,
    "suggest": suggest.show,
    "imports": import_export.show,
    "templates": templates.show,
    "person": person.show,
    "pair": pair.show,
    "training": training.show,
    "people": people.show,
    "login": login.show,
}


def main() -> None:
    st.set_page_config(page_title="Partie", layout="wide")
    language.ask(language_picker.reader_language)
    language.set_language(language_picker.reader_language())
    st.html(STYLE)
    bar = st.container(horizontal=True, key="navigation", gap="xxsmall", vertical_alignment="center")
    with bar:
        language_picker.language_picker()
    address.begin_run(tapped=picker.was_tapped())
    try:
        with session.open_session() as user_session:
            pages = build_pages(SHOWS, user_session)
            page = st.navigation([getattr(pages, name) for name in SHOWS], position="hidden")
            navigation.navbar(bar, pages, page)
            try:
                page.run()
            except NotAllowed as error:
                login.refused(error, pages)
    except UnusableStore as error:
        script_errors.show_unusable_store(error)


main()
