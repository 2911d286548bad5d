"""The training page: what would you play? Positions from one's own matches, repeated at growing intervals."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import streamlit as st

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import Place, PositionAnswered, Progress, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.projection import MatchRow
from eventstore.reviews.exercises import ExerciseRepository
from eventstore.reviews.positions import Proposal, proposals
from eventstore.reviews.repository import ReviewRepository
from viewer.address import read_address, write_address
from viewer.boards import board_of
from viewer.boards.svg import Theme, svg
from viewer.boards.text import fit
from viewer.correction.move_picker import move_picker
from viewer.language import date, gettext, listed, ngettext, number, percent
from viewer.load_match import MatchUnavailable, load_match
from viewer.navigation import Pages
from viewer.time_zone import reader_zone
from viewer.training import page, reviewing
from viewer.training.positions import Position, Verdict, position, verdict

_TRIES: Final = 10
"""Proposals that are examined in one run; each takes about a second."""

_SHARED: Final = 12
_EXAMINED: Final = 40
"""Positions in a shared file, and proposals examined for it."""

_ASKED, _VERDICT = "training-asked", "training-verdict"


class _Deck(NamedTuple):
    """The positions of a person: proposals by place, those that are due, and those never answered.

    `unreviewed` are the ids of matches that may hold more, the newest first.
    """

    proposed: Mapping[Place, float]
    unreviewed: tuple[str, ...]
    progress: Mapping[Place, Progress]
    due: tuple[Place, ...]
    new: tuple[Place, ...]


def show(library: MatchIndex, records: MatchRepository, pages: Pages) -> None:
    """Ask for the next position of the person in `?person=`."""
    st.title(gettext("Training"), anchor=False)
    who = _ask_person(library, records)
    if who is None:
        st.text(
            gettext(
                "Training shows tables of your matches where you missed a better move, and asks for it on the board. "
                "A table comes again after days, then weeks, as long as you find it. Choose who you are."
            )
        )
        return
    training = TrainingRepository(records.store, pages.principal.by, utc_now, reader_zone())
    deck = _deck(library, records, training, who)
    if not deck.proposed:
        st.text(_why_nothing(deck))
        reviewing.offer(records, deck.unreviewed)
        return
    st.text(_state(deck))
    answered: tuple[Position, Verdict, Any] | None = st.session_state.get(_VERDICT)
    if answered is not None and answered[0].place in deck.proposed:
        _show_verdict(*answered, pages, deck)
        return
    asked = _next(records, deck, who)
    if asked is None:
        reviewing.offer(records, deck.unreviewed)
        return

    def judge(event: Any) -> None:
        found = verdict(asked, event)
        notation = asked.match.game.write(event)
        training.answer(who, PositionAnswered(*asked.place, notation, found.accepted))
        st.session_state[_VERDICT] = (asked, found, event)

    with st.container(horizontal=True, vertical_alignment="center"):
        _offer_file(records, deck, who)
        reviewing.offer(records, deck.unreviewed)
    name = asked.match.names[asked.exercise.seat]
    st.subheader(gettext("What would you play as {name}?", name=fit(name, 40)), anchor=False)
    move_picker(asked.match, None, judge, key=f"training-{asked.place.match}-{asked.place.version}")


def _ask_person(library: MatchIndex, records: MatchRepository) -> str | None:
    people = records.people()
    hidden = library.unlisted_people()
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


def _why_nothing(deck: _Deck) -> str:
    if deck.unreviewed:
        return gettext("The tables come from reviewed matches. A review takes some seconds a match.")
    return gettext(
        "There is no move to learn from: it takes a match that was recorded move by move, of a game and a number of "
        "players whose moves are judged."
    )


def _forget() -> None:
    for key in (_ASKED, _VERDICT):
        st.session_state.pop(key, None)


def _deck(library: MatchIndex, records: MatchRepository, training: TrainingRepository, who: str) -> _Deck:
    ids = records.people().ids(who)
    seats = {
        match.id: [seat for seat, own in enumerate(match.seats) if own.person in ids] for match in library.played()
    }
    rows = [row for row in library.matches() if seats.get(row.id) and row.depth == "moves"]
    reviews = ReviewRepository(records.store)
    reviewed = reviews.matches()
    key = f"{library.checkpoint()} {reviews.checkpoint()}"
    proposed = {each.place: each.lost for each in _proposals(records, rows, seats, ids, key)}
    progress = {place: own for place, own in training.progress(ids).items() if place in proposed}
    due = sorted((own.due, place) for place, own in progress.items() if own.due <= training.today())
    new = [place for place in proposed if place not in progress]
    unreviewed = tuple(id for id in reviewing.judged(rows) if id not in reviewed)
    return _Deck(proposed, unreviewed, progress, tuple(place for _, place in due), tuple(new))


@st.cache_data(max_entries=16, show_spinner=False)
def _proposals(
    _records: MatchRepository,
    _rows: list[MatchRow],
    _seats: dict[str, list[int]],
    ids: tuple[str, ...],
    key: str,
) -> list[Proposal]:
    """`key` changes with the log and with the kept reviews."""
    return proposals(_records.store, ReviewRepository(_records.store), _rows, dict(_seats))


def _state(deck: _Deck) -> str:
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


def _next(records: MatchRepository, deck: _Deck, who: str) -> Position | None:
    """The position asked for; else the next one that has a clearly best move."""
    refused: set[Place] = st.session_state.setdefault(f"training-unclear-{who}", set())
    for tries, place in enumerate(_in_order(deck, refused)):
        if tries == _TRIES:
            st.button(gettext("Search on"), icon=":material/search:")
            return None
        with st.spinner(gettext("Looking for a position with one best move …")):
            found = _position(records, place)
        if found is not None:
            st.session_state[_ASKED] = place
            return found
        refused.add(place)
    days = [own.due for place, own in deck.progress.items() if place not in refused]
    if days:
        st.text(gettext("Done for today. The next position is due on {day}.", day=date(min(days).isoformat())))
    else:
        st.text(gettext("No position of the reviewed matches has one clearly best move."))
    return None


def _offer_file(records: MatchRepository, deck: _Deck, who: str) -> None:
    """Other positions of the person as one file, made when it is asked for."""
    with st.popover(gettext("Share positions"), icon=":material/share:"):
        st.text(gettext("A file with up to {number} positions, which needs no server.", number=_SHARED))
        if not st.button(gettext("Make the file")):
            return
        refused: set[Place] = st.session_state.setdefault(f"training-unclear-{who}", set())
        chosen = list[Position]()
        with st.spinner(gettext("Looking for positions with one best move …")):
            for place in [place for place in deck.proposed if place not in refused][:_EXAMINED]:
                found = _position(records, place)
                if found is not None and page.fits(found):
                    chosen.append(found)
                if len(chosen) == _SHARED:
                    break
        if not chosen:
            st.text(gettext("No position of the reviewed matches has one clearly best move."))
            return
        label = ngettext("Download {number} position", "Download {number} positions", len(chosen))
        st.download_button(label, page.html(chosen), "positions.html", "text/html", on_click="ignore")


def _in_order(deck: _Deck, refused: set[Place]) -> Iterator[Place]:
    asked: Place | None = st.session_state.get(_ASKED)
    if asked is not None and asked in deck.proposed:
        yield asked
    yield from (place for place in (*deck.due, *deck.new) if place not in refused and place != asked)


def _position(records: MatchRepository, place: Place) -> Position | None:
    try:
        return position(load_match(records, place.match), place.version, ExerciseRepository(records.store))
    except (MatchUnavailable, ValueError):  # The match was withdrawn or corrected since it was reviewed.
        return None


def _show_verdict(asked: Position, found: Verdict, event: Any, pages: Pages, deck: _Deck) -> None:
    best = "; ".join(found.best)
    if found.accepted:
        st.success(gettext("Well played."), icon=":material/check:")
        st.text(gettext("As good as any: {moves}.", moves=best) if len(found.best) > 1 else f"{found.best[0]}.")
    else:
        st.warning(gettext("There is a better move."), icon=":material/close:")
        st.text(gettext("Your move: {move}.", move=found.answer))
        st.text(gettext("Best: {moves}.", moves=best))
        st.text(
            gettext(
                "Your move loses about {win} of the chance to win and {points} points.",
                win=percent(found.win),
                points=number(round(found.lead, 1)),
            )
        )
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
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
