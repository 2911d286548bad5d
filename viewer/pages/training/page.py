"""The training page: what would you play? Positions from one's own matches, repeated at growing intervals."""

from itertools import islice
from typing import Any, Final

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import Place, PositionAnswered, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from viewer.boards import board_of
from viewer.boards.svg import Theme, svg
from viewer.components.move_picker import move_picker
from viewer.components.training.positions import Position, Verdict, verdict
from viewer.locale.language import date, gettext, listed, ngettext, number, percent
from viewer.locale.plain_text import fit
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.reader import reader_theme, reader_zone
from viewer.pages.training import reviewing, shared_file
from viewer.pages.training.deck import Deck, clear_positions
from viewer.pages.training.deck import deck as deck_of
from viewer.site.navigation import Pages
from viewer.texts.markdown import escape

_TRIES: Final = 10
"""Proposals that are examined in one run; each takes about a second."""

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
    refused: set[Place] = st.session_state.setdefault(f"training-unclear-{who}", set())
    if not deck.proposed:
        st.text(_why_nothing(deck))
        reviewing.offer(matches, deck.unreviewed)
        return
    st.text(_state(deck))
    answered: tuple[Position, Verdict, Any] | None = st.session_state.get(_VERDICT)
    if answered is not None and answered[0].place in deck.proposed:
        _show_verdict(*answered, pages, deck)
        return
    asked = _next(matches, deck, refused)
    if asked is None:
        reviewing.offer(matches, deck.unreviewed)
        return

    def judge(event: Any) -> None:
        found = verdict(asked, event)
        notation = asked.match.game.write(event)
        training.answer(who, PositionAnswered(*asked.place, notation, found.accepted))
        st.session_state[_VERDICT] = (asked, found, event)

    with st.container(horizontal=True, vertical_alignment="center"):
        shared_file.offer(matches, deck, refused)
        reviewing.offer(matches, deck.unreviewed)
    name = fit(asked.match.names[asked.exercise.seat], 40)
    st.subheader(escape(gettext("What would you play as {name}?", name=name)), anchor=False)
    move_picker(asked.match, None, judge, key=f"training-{asked.place.match}-{asked.place.version}")


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
    if deck.unreviewed:
        return gettext("The tables come from reviewed matches. A review takes some seconds a match.")
    return gettext(
        "There is no move to learn from: it takes a match that was recorded move by move, of a game and a number of "
        "players whose moves are judged."
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


def _next(matches: MatchRepository, deck: Deck, refused: set[Place]) -> Position | None:
    """The position asked for; else the next one that has a clearly best move."""
    order = [*deck.in_order(st.session_state.get(_ASKED))]
    with st.spinner(gettext("Looking for a position with one best move …")):
        found = next((each for each in islice(clear_positions(matches, order, refused), _TRIES) if each), None)
    if found is not None:
        st.session_state[_ASKED] = found.place
        return found
    days = [own.due for place, own in deck.progress.items() if place not in refused]
    if not refused.issuperset(order):
        st.button(gettext("Search on"), icon=":material/search:")
    elif days:
        st.text(gettext("Done for today. The next position is due on {day}.", day=date(min(days).isoformat())))
    else:
        st.text(gettext("No position of the reviewed matches has one clearly best move."))
    return None


def _show_verdict(asked: Position, verdict: Verdict, event: Any, pages: Pages, deck: Deck) -> None:
    best = "; ".join(verdict.best)
    if verdict.accepted:
        st.success(gettext("Well played."), icon=":material/check:")
        st.text(gettext("As good as any: {moves}.", moves=best) if len(verdict.best) > 1 else f"{verdict.best[0]}.")
    else:
        st.warning(gettext("There is a better move."), icon=":material/close:")
        st.text(gettext("Your move: {move}.", move=verdict.answer))
        st.text(gettext("Best: {moves}.", moves=best))
        st.text(
            gettext(
                "Your move loses about {win} of the chance to win and {points} points.",
                win=percent(verdict.win),
                points=number(round(verdict.lead, 1)),
            )
        )
    theme = reader_theme()
    with st.container(key="training-board"):
        st.image(_after_best(asked, theme), width=720, alt=gettext("The table after the best move"))
    due = deck.progress[asked.place].due
    st.caption(gettext("This position comes again on {day}.", day=date(due.isoformat())))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(gettext("Next position"), icon=":material/arrow_forward:", type="primary", on_click=_forget)
        here = {"match": asked.place.match, "at": str(asked.place.version)}
        st.page_link(pages.replay, label=gettext("Replay"), icon=":material/play_circle:", query_params=here)


def _after_best(asked: Position, theme: Theme) -> str:
    """The table after the first stage of the best move, before the rules draw their consequences."""
    match: Match = asked.match
    best = match.game.parse(asked.exercise.answers[0])
    after = match.game.story(match.now.state, best)[0].state
    board = board_of(match.game)
    return svg(board.scene(after, match.names), board.symbols(), theme=theme)
