"""The reason of a better move as the replay shows it: the event that decides, and what it gains."""

from collections.abc import Sequence
from typing import Any

from core.comparison import Fact, Reason, Sequel
from core.game import AnyGame
from core.review.reasons import reason
from core.review.review import ReviewedMove
from viewer.boards import Explaining, board_of
from viewer.locale.language import gettext, translate
from viewer.locale.plain_text import listed, number, plain


def reason_in_words(game: AnyGame, names: Sequence[str], state: Any, move: ReviewedMove) -> str:
    """At most two sentences about a move that lost, from the table before it; empty where nothing explains the loss."""
    found = reason(game, state, move)
    if found is None:
        return ""
    parts = [_result(game, names, found)] if found.is_result else []
    return " ".join(filter(None, [*parts, *(_fact(game, names, found, fact) for fact in found.facts)]))


def _result(game: AnyGame, names: Sequence[str], found: Reason) -> str:
    best, played = (_points(game, names, line) for line in (found.best, found.played))
    if found.best.is_over and found.played.is_over:
        return gettext("The match then ends with {best} instead of {played}.", best=best, played=played)
    if found.best.is_over:
        return gettext("The best moves after it end the match: {best}.", best=best)
    return gettext("The best moves after the move played end the match: {played}.", played=played)


def _points(game: AnyGame, names: Sequence[str], line: Sequel) -> str:
    """`Anna 45, Ben 52`."""
    return listed([f"{plain(name)} {number(own)}" for name, own in zip(names, game.scores(line.end), strict=True)])


def _fact(game: AnyGame, names: Sequence[str], found: Reason, fact: Fact) -> str:
    gain = _gain(game, names, found, fact)
    if not gain:
        return ""
    line, place = found.line_of(fact), found.place_of(fact)
    if place is None:
        return gettext("{sentence}.", sentence=gain[:1].upper() + gain[1:])
    if place == 0:
        return (
            gettext("It brings: {gain}.", gain=gain)
            if line is found.best
            else gettext("The move played: {gain}.", gain=gain)
        )
    event = _event(game, names, found.state, line.events, place)
    if line is found.best:
        return gettext("After the better move, {event}: {gain}.", event=event, gain=gain)
    return gettext("After the move played, {event}: {gain}.", event=event, gain=gain)


def _gain(game: AnyGame, names: Sequence[str], found: Reason, fact: Fact) -> str:
    board = board_of(game)
    if isinstance(board, Explaining):
        return board.gain(found, fact, names)
    return gettext(
        "{name}: {source} {best} instead of {played}",
        name=plain(names[fact.thing.seat]),
        source=translate(fact.thing.source),
        best=number(fact.best.points),
        played=number(fact.played.points),
    )


def _event(game: AnyGame, names: Sequence[str], state: Any, events: Sequence[Any], place: int) -> str:
    for event in events[:place]:
        state = game.evolve(state, event)
    return board_of(game).sentence(state, events[place], names)
