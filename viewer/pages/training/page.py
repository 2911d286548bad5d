"""The training page: what would you play? Positions from one's own matches, repeated at growing intervals."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import streamlit as st

from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import PositionAnswered, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.reviews.many import review_all, search_exercises
from eventstore.reviews.repository import ReviewRepository
from eventstore.reviews.task import Outcome, Task, TaskProgress
from eventstore.reviews.workers import compute_all
from viewer.locale.language import date, gettext, listed, ngettext
from viewer.locale.plain_text import fit
from viewer.pages.shared import exercise
from viewer.pages.shared.address import read_address, write_address
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.positions import Position, Verdict
from viewer.pages.shared.reader import reader_zone
from viewer.pages.training.deck import Deck, position_of
from viewer.pages.training.deck import deck as deck_of
from viewer.texts.markdown import escape

_AT_ONCE: Final = 3
"""Matches that are searched in one go; each takes about a minute."""

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
        _offer_search(matches, deck.unsearched)
        return
    st.text(_state(deck))
    answered: tuple[Position, Verdict] | None = st.session_state.get(_VERDICT)
    if answered is not None and answered[0].place in deck.exercises:
        _show_answer(*answered, pages, deck)
        return
    asked = _next(matches, deck)
    if asked is None:
        _offer_search(matches, deck.unsearched)
        return

    def answer(event: Any, found: Verdict) -> None:
        notation = asked.match.game.write(event)
        training.answer(who, PositionAnswered(*asked.place, notation, found.accepted))
        st.session_state[_VERDICT] = (asked, found)

    _offer_search(matches, deck.unsearched)
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


def _offer_search(matches: MatchRepository, unsearched: Sequence[str]) -> None:
    """Offer to review the first of these matches and to prove what their reviews propose, with the progress."""
    if not unsearched:
        return
    ids = unsearched[:_AT_ONCE]
    says = ngettext("Search {number} match", "Search {number} matches", len(ids))
    if not st.button(says, icon=":material/query_stats:", help=gettext("Finds more tables to train with.")):
        return
    reviewing, proving = gettext("Looking for better moves …"), gettext("Proving the best moves …")
    bar = st.progress(0.0, text=reviewing)
    reviews, done = ReviewRepository(matches.store), 0

    def compute(tasks: Iterable[Task]) -> Iterator[tuple[Task, Outcome | TaskProgress]]:
        for task, message in compute_all(tasks, workers=1):
            if isinstance(message, TaskProgress):
                bar.progress(min(1.0, (done + message.done / max(1, message.of)) / len(ids)), text=reviewing)
            yield task, message

    def count(of_matches: int, _of: int) -> None:
        nonlocal done
        done = of_matches

    def prove(of_tables: int, of: int) -> None:
        bar.progress(of_tables / max(1, of), text=proving)

    result = review_all(matches, reviews, [id for id in ids if id not in reviews.matches()], "quick", compute, count)
    search_exercises(matches, matches.store, ids, compute, prove)
    if result.failed:
        st.warning(escape(next(iter(result.failed.values()))))
    else:
        st.rerun()
