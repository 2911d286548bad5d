"""Entry point for Streamlit: opens the store, builds the pages and runs the current one."""

from typing import Final

import streamlit as st

from core.errors import GameFails
from eventstore.access.grants import NotAllowed
from eventstore.store.store import UnusableStore
from viewer.components.navigation import navigation as frame
from viewer.components.navigation import reader_language
from viewer.components.people import picker
from viewer.locale import language
from viewer.locale.language import gettext, translate
from viewer.pages import login, overview, suggest, table, templates, twice
from viewer.pages.correct import page as correct
from viewer.pages.game import page as game
from viewer.pages.home import page as home
from viewer.pages.imports import page as import_export
from viewer.pages.insights import page as insights
from viewer.pages.new_match import page as new_match
from viewer.pages.pair import page as pair
from viewer.pages.people import page as people
from viewer.pages.person import page as person
from viewer.pages.replay import page as replay
from viewer.pages.report import page as report
from viewer.pages.shared import address
from viewer.pages.training import page as training
from viewer.pages.year import page as year
from viewer.site import navigation, script_errors, session
from viewer.site.navigation import Show, build_pages
from viewer.site.style import STYLE
from viewer.texts.markdown import escape

SHOWS: Final[dict[str, Show]] = {
    "matches": home.show,
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
    "twice": twice.show,
    "person": person.show,
    "pair": pair.show,
    "training": training.show,
    "people": people.show,
    "login": login.show,
}


def main() -> None:
    st.set_page_config(page_title="Partie", layout="wide")
    language.ask(reader_language)
    language.set_language(reader_language())
    st.html(STYLE)
    address.begin_run(tapped=picker.was_tapped())
    try:
        with session.open_session() as user_session:
            pages = build_pages(SHOWS, user_session)
            page = st.navigation([getattr(pages, name) for name in SHOWS], position="hidden")
            navigation.show_navigation(pages, page)
            above = st.container()
            try:
                page.run()
                if user_session.index.is_behind():
                    above.info(
                        gettext(
                            "Lists and figures are still being brought up to date: the newest plays may be missing."
                            " Load the page again in a moment."
                        )
                    )
            except GameFails as error:
                st.error(escape(translate(error.why)))
            except NotAllowed as error:
                login.refused(error, pages)
            except UnusableStore as error:
                script_errors.show_unusable_store(error)
    except UnusableStore as error:
        frame((), ())
        script_errors.show_unusable_store(error)


main()
