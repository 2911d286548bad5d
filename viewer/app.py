"""Entry point for Streamlit: opens the store, builds the pages and runs the current one."""

from typing import Final

import streamlit as st

from eventstore.access import NotAllowed
from eventstore.store import UnusableStore
from viewer import (
    correct_page,
    import_page,
    language,
    library,
    login_page,
    message,
    navigation,
    new_match,
    people_page,
    picker,
    replay_page,
    report,
    table_page,
    visiting,
)
from viewer.history import game_page, insights_page, overview_page, pair_page, person_page
from viewer.language import say
from viewer.pages import Show, filled
from viewer.style import STYLE

SHOWS: Final[dict[str, Show]] = {
    "matches": library.show,
    "new": new_match.show,
    "table": table_page.show,
    "replay": replay_page.show,
    "report": report.show,
    "correct": correct_page.show,
    "overview": overview_page.show,
    "game": game_page.show,
    "insights": insights_page.show,
    "imports": import_page.show,
    "person": person_page.show,
    "pair": pair_page.show,
    "people": people_page.show,
    "login": login_page.show,
}


def main() -> None:
    st.set_page_config(page_title="Partie", layout="wide")
    language.ask(picker.wanted)
    language.speak(picker.wanted())
    st.html(STYLE)
    picker.picker()
    try:
        with visiting.visit() as visit:
            pages = filled(SHOWS, visit)
            page = st.navigation([getattr(pages, name) for name in SHOWS], position="hidden")
            if page == pages.matches and "match" in st.query_params:
                st.switch_page(pages.replay, query_params=st.query_params.to_dict())
            navigation.ways(pages, page)
            try:
                page.run()
            except NotAllowed as error:
                login_page.refused(error, pages)
    except UnusableStore as error:
        message.show(say("The store cannot be opened"), language.told(str(error)))


main()
