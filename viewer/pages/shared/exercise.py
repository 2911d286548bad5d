"""A position asked on the board, and the verdict on the chosen move: in Training and in *Try again* of a match."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from viewer.boards import board_of
from viewer.boards.svg import Theme, svg
from viewer.components.move_picker import move_picker
from viewer.locale.language import gettext, number, percent
from viewer.locale.plain_text import fit
from viewer.pages.shared.positions import Position, Verdict, verdict
from viewer.pages.shared.reader import reader_theme
from viewer.texts.markdown import escape


def ask(asked: Position, on_answer: Callable[[Any, Verdict], None]) -> None:
    """Ask for a move; `on_answer` gets it with its verdict before the page runs again."""
    name = fit(asked.match.names[asked.exercise.seat], 40)
    st.subheader(escape(gettext("What would you play as {name}?", name=name)), anchor=False)
    key = f"exercise-{asked.place.match}-{asked.place.version}"
    move_picker(asked.match, None, lambda event: on_answer(event, verdict(asked, event)), key=key)


def show_verdict(asked: Position, found: Verdict) -> None:
    """The verdict in words, and the table after the best move."""
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
    if found.was_played:
        st.text(gettext("This is the move of the match."))
    st.caption(_proof(asked))
    with st.container(key="exercise-board"):
        st.image(_after_best(asked, reader_theme()), width=720, alt=gettext("The table after the best move"))


def _proof(asked: Position) -> str:
    if asked.exercise.proof == "exact":
        return gettext("All ways to the end of the round or of the match were looked at.")
    return gettext("Both the best move and the next best one were played on many times: the best one brought more.")


def _after_best(asked: Position, theme: Theme) -> str:
    """The table after the first stage of the best move, before the rules draw their consequences."""
    match = asked.match
    best = match.game.parse(asked.exercise.answers[0])
    after = match.game.story(match.now.state, best)[0].state
    board = board_of(match.game)
    return svg(board.scene(after, match.names), board.symbols(), theme=theme)
