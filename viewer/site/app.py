"""Entry point for Streamlit: opens the store, builds the pages and runs the current one."""

from functools import partial
from importlib import import_module
from typing import Final

import streamlit as st

from core.errors import GameFails
from eventstore.access.grants import NotAllowed
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import UnusableStore
from viewer.components.navigation import navigation as frame
from viewer.components.people import picker
from viewer.locale import language
from viewer.locale.language import gettext, translate
from viewer.pages import login
from viewer.pages.shared import address, session
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.showing import Show
from viewer.site import navigation, script_errors
from viewer.site.navigation import build_pages, reader_language
from viewer.site.streamlit_host import StreamlitHost
from viewer.site.style import STYLE
from viewer.surface.host import serve
from viewer.texts.markdown import escape

# The module of each page in `viewer.pages`: imported when it is first shown, so that no page waits for the others. A
# comment, as Streamlit shows a text that stands alone in its script.
MODULES: Final = {
    "matches": "home.page",
    "new": "new_match.page",
    "table": "table",
    "replay": "replay.page",
    "report": "report.page",
    "overview": "overview",
    "game": "game.page",
    "insights": "insights.page",
    "year": "year.page",
    "suggest": "suggest",
    "imports": "imports.page",
    "templates": "templates",
    "twice": "twice",
    "person": "person.page",
    "pair": "pair.page",
    "training": "training.page",
    "people": "people.page",
    "keeping": "keeping",
    "login": "login",
}


def _show(module: str, index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    show: Show = import_module(f"viewer.pages.{module}").show
    show(index, matches, pages)


SHOWS: Final[dict[str, Show]] = {name: partial(_show, module) for name, module in MODULES.items()}


def main() -> None:
    st.set_page_config(page_title="Partie", layout="wide")
    serve(StreamlitHost())
    language.ask(reader_language)
    language.set_language(reader_language())
    st.html(STYLE)
    address.begin_run(tapped=picker.was_tapped())
    try:
        with session.open_session() as user_session:
            pages = build_pages(SHOWS, user_session)
            page = st.navigation([getattr(pages, name) for name in SHOWS], position="hidden")
            navigation.show_navigation(pages, page, user_session.listed)
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
