"""The instruction for each decision at the table, for the browser to show after each tap without a request.

For a draw that is tapped in there is none: its slots have their own.
"""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from core.game import CHANCE, actors_of, facts_of
from eventstore.matches.match import Match
from viewer.boards import Drawable, Guiding, board_of
from viewer.components.live.taps import Branch, Taps
from viewer.locale.language import gettext, listed
from viewer.locale.plain_text import plain


class TasksJson(TypedDict):
    """`after`: the index in `says` by the taps before it, joined by line breaks, without those with the prefix `+`."""

    says: list[str]
    after: dict[str, int]


def tasks_to_json(match: Match, branched: Branch | None) -> TasksJson:
    """The instructions for the moves in `branched`; for a match without taps one instruction, or none."""
    tasks = _of_taps(match, branched) if branched else _without_taps(match)
    says = list(dict.fromkeys(tasks.values()))
    return {"says": says, "after": {"\n".join(taps): says.index(sentence) for taps, sentence in tasks.items()}}


def _of_taps(match: Match, branched: Branch) -> dict[Taps, str]:
    board, state, names = board_of(match.game), match.now.state, match.names
    if not isinstance(board, Guiding):
        acting = [plain(names[seat]) for seat in actors_of(match.game, state)]
        return {(): gettext("{name} to move", name=listed(acting))} if acting else {}
    within = beginning(branched.within)
    beginnings = {within: None} | dict.fromkeys(
        taken for taps, _ in branched.moves for taken in decisions(taps) if len(taken) > len(within)
    )
    return {taken: board.task(state, taken, names) for taken in beginnings}


def beginning(taps: Sequence[str]) -> Taps:
    """The taps that an instruction depends on."""
    return tuple(tap for tap in taps if not tap.startswith("+"))


def decisions(taps: Taps) -> Iterable[Taps]:
    """The taps before each decision of a move, from no taps on."""
    return dict.fromkeys(beginning(taps[:number]) for number in range(len(taps)))


def _without_taps(match: Match) -> dict[Taps, str]:
    if match.now.turn is None:
        return {(): ""}
    if match.now.turn != CHANCE:  # A score sheet.
        together = facts_of(match.game).cooperative(match.options)
        return {
            (): gettext("Enter the points, and whether you won")
            if together
            else gettext("Enter the points, or who won")
        }
    # The slots of a draw have instructions of their own.
    return {} if isinstance(board_of(match.game), Drawable) else {(): gettext("Type what was drawn")}
