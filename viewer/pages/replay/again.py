"""*Try again*: the key moments of a match as questions, one after the other, each before its answer."""

from typing import Any, Final
from urllib.parse import urlencode

from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.matches.training import Place
from eventstore.reviews.positions import missed_moves
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import plain
from viewer.look.element import element
from viewer.pages.shared import positions
from viewer.pages.shared.positions import Position, Verdict, to_try_again
from viewer.texts.match_sentences import facts
from viewer.texts.own_words import own_title

MODE: Final = "again"
"""In `?mode=` of the replay."""


class _Answers(dict[Place, Verdict]):
    """The verdicts so far; `shown` is the place of the one that is read."""

    shown: Place | None = None


def link(matches: MatchRepository, match: Match) -> None:
    """The link to the questions; nothing where there are none."""
    if any(each.exercise is not None for each in missed_moves(matches.store, match.id)):
        _link(match, MODE, gettext("Try again"))


def _link(match: Match, mode: str, label: str) -> None:
    html_block(mode_link(match, mode, label), key=f"to-{mode}")


def mode_link(match: Match, mode: str, label: str, at: str = "") -> Json:
    """A link to the same page: one of Streamlit would leave the old mode in the address."""
    query = {"match": match.id} | ({"at": at} if at else {}) | ({"mode": mode} if mode else {})
    return element("a", label, class_="link", href=f"replay?{urlencode(query)}")


def show(matches: MatchRepository, match: Match) -> None:
    """Ask the moments of the match that were not answered yet; at the end say how many were found."""
    surface.title(gettext("Try again"))
    surface.text(f"{own_title(match) or plain(' – '.join(match.names))} · {facts(match)}")
    asked = to_try_again(match, missed_moves(matches.store, match.id))
    answers: _Answers = surface.state().setdefault(f"again-{match.id}", _Answers())
    shown = next((each for each in asked if each.place == answers.shown), None)
    left = [each for each in asked if each.place not in answers]
    if not asked:
        surface.text(gettext("No move of this match has an answer that is proved."))
    elif shown is not None:
        _show_answer(shown, answers, is_last=not left)
    elif left:
        _ask(left[0], answers, len(asked))
    else:
        _show_result(asked, answers)
    _link(match, "review", gettext("To the review"))


def _ask(asked: Position, answers: _Answers, all_of_them: int) -> None:
    surface.caption(gettext("Moment {number} of {all}", number=len(answers) + 1, all=all_of_them))

    def answer(event: Any, found: Verdict) -> None:
        answers[asked.place] = found
        answers.shown = asked.place

    positions.ask(asked, answer)


def _show_answer(shown: Position, answers: _Answers, *, is_last: bool) -> None:
    positions.show_verdict(shown, answers[shown.place])

    def go_on() -> None:
        answers.shown = None

    label = gettext("To the result") if is_last else gettext("Next moment")
    surface.button(label, icon=":material/arrow_forward:", type="primary", on_click=go_on, key="go-on")


def _show_result(asked: list[Position], answers: _Answers) -> None:
    right = sum(answers[each.place].accepted for each in asked)
    found = ngettext(
        "{right} of {number} best move found.", "{right} of {number} best moves found.", len(asked), right=right
    )
    surface.subheader(found)
    surface.button(gettext("Ask them again"), icon=":material/replay:", on_click=answers.clear, key="ask-again")
