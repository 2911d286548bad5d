"""The training page: what would you play? Positions from one's own matches, repeated at growing intervals."""

from typing import Any

import streamlit as st

from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import PositionAnswered, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from viewer.locale.language import date, gettext, listed, ngettext
from viewer.locale.plain_text import fit
from viewer.pages.shared import exercise
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.positions import Position, Verdict
from viewer.pages.shared.reader import reader_zone
from viewer.pages.training import reviewing
from viewer.pages.training.deck import Deck, position_of
from viewer.pages.training.deck import deck as deck_of
from viewer.site.navigation import Pages

_ASKED, _VERDICT = "training-asked", "training-verdict"


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Ask for the next position of the person in `?person=`."""
    st.title(gettext("Training"), anchor=False)
    who = _ask_person(index, matches)
    if who is None:
        st.text(
            gettext(
                "Training shows tables of your matches where you missed a better move, and asks for it on the board. "
                "A table comes again after days, then weeks, as long as you find it. Choose who you are."
            )
        )
        return
    training = TrainingRepository(matches.store, pages.principal.by, utc_now, reader_zone())
    deck = deck_of(index, matches, training, who)
    if not deck.exercises:
        st.text(_why_nothing(deck))
        reviewing.offer(matches, deck.unsearched)
        return
    st.text(_state(deck))
    answered: tuple[Position, Verdict] | None = st.session_state.get(_VERDICT)
    if answered is not None and answered[0].place in deck.exercises:
        _show_answer(*answered, pages, deck)
        return
    asked = _next(matches, deck)
    if asked is None:
        reviewing.offer(matches, deck.unsearched)
        return

    def answer(event: Any, found: Verdict) -> None:
        notation = asked.match.game.write(event)
        training.answer(who, PositionAnswered(*asked.place, notation, found.accepted))
        st.session_state[_VERDICT] = (asked, found)

    reviewing.offer(matches, deck.unsearched)
    exercise.ask(asked, answer)


def _ask_person(index: MatchIndex, matches: MatchRepository) -> str | None:
    people = matches.people()
    hidden = index.unlisted_people()
    names = {id: name for id, name in people.current_names().items() if id not in hidden}
    names = dict(sorted(names.items(), key=lambda each: each[1].casefold()))
    read_address("person", names)
    who: str | None = st.selectbox(
        gettext("Person"),
        names,
        index=None,
        format_func=lambda id: fit(names[id], 40),
        placeholder=gettext("Who trains?"),
        key="person",
        width=360,
        on_change=_forget,
    )
    write_address("person", who)
    return who


def _why_nothing(deck: Deck) -> str:
    if deck.unsearched:
        return gettext(
            "The tables come from reviewed matches, and their best moves are proved. Both take about a minute a match."
        )
    return gettext(
        "There is no move to learn from: it takes a match that was recorded move by move, of a game and a number of "
        "players whose moves are judged, and a missed move whose better one is proved."
    )


def _forget() -> None:
    for key in (_ASKED, _VERDICT):
        st.session_state.pop(key, None)


def _state(deck: Deck) -> str:
    due, new = len(deck.due), len(deck.new)
    sure = sum(own.streak > 1 for own in deck.progress.values())
    facts = (
        (due, ngettext("{number} position is due", "{number} positions are due", due)),
        (new, ngettext("{number} new one waits", "{number} new ones wait", new)),
        (
            sure,
            ngettext("{number} was answered well twice in a row", "{number} were answered well twice in a row", sure),
        ),
    )
    known = [text for count, text in facts if count]
    return gettext("{facts}.", facts=listed(known)) if known else ""


def _next(matches: MatchRepository, deck: Deck) -> Position | None:
    """The position asked for; else the next one."""
    order = deck.in_order(st.session_state.get(_ASKED))
    found = next((each for missed in order if (each := position_of(matches, missed)) is not None), None)
    if found is not None:
        st.session_state[_ASKED] = found.place
        return found
    days = [own.due for own in deck.progress.values()]
    if days:
        st.text(gettext("Done for today. The next position is due on {day}.", day=date(min(days).isoformat())))
    return None


def _show_answer(asked: Position, found: Verdict, pages: Pages, deck: Deck) -> None:
    exercise.show_verdict(asked, found)
    due = deck.progress[asked.place].due
    st.caption(gettext("This position comes again on {day}.", day=date(due.isoformat())))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(gettext("Next position"), icon=":material/arrow_forward:", type="primary", on_click=_forget)
        here = {"match": asked.place.match, "at": str(asked.place.version)}
        st.page_link(pages.replay, label=gettext("Replay"), icon=":material/play_circle:", query_params=here)
