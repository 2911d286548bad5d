"""Prints the review of a match in a terminal; moves and outcomes of chance within their noise are left out."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.text import Text

from core.review.review import Error, Review, ReviewedChance, ReviewedMove, Values
from eventstore.formats.notation import write_event
from eventstore.matches.match import Match
from viewer.commands import terminal
from viewer.locale.plain_text import fit, plain

NOISE: Final = 2
"""A change below this number of standard errors is not claimed."""


class _Change(NamedTuple):
    """A change for one seat, with the standard errors of both numbers."""

    win: float
    lead: float
    error: Error = Error(0, 0)


def print_review(match: Match, review: Review) -> None:
    """Print the account of every seat, the lucky and unlucky events, and the moves that lost something."""
    out = terminal.console()
    about = [match.header.title, match.game_title, match.header.played_on, f"{review.engine.effort} review"]
    out.print(Text(" · ".join(plain(part) for part in about if part), style="bold"))
    what = "the match" if match.state == "finished" else f"the open match up to event {match.version}"
    out.print(Text(f"{match.id}: chance to win and lead in points, from the start to the end of {what}", style="dim"))
    _print_account(match, review)
    _print_chance(match, review)
    _print_moves(review)


def _print_account(match: Match, review: Review) -> None:
    seats = range(len(match.names))
    heads = [terminal.seat_name(seat, [*match.names[:seat], fit(match.names[seat], 12)], 14) for seat in seats]
    rows = [
        ("start", *(_standing(review.start, seat) for seat in seats)),
        ("luck", *(_sum(review.chance, seat) for seat in seats)),
    ]
    rest = "unexplained"
    if review.judged:
        own = [[move for move in review.moves if move.seat == seat] for seat in seats]
        others = [[move for move in review.moves if move.seat != seat] for seat in seats]
        rows.append(("own choices", *(_sum(own[seat], seat) for seat in seats)))
        if len(seats) > 2:
            rest = "choices of the others and the rest"
        else:
            rows.append(("choices of the others", *(_sum(others[seat], seat) for seat in seats)))
    rows.append((rest, *(_signed(review.unexplained.lead[seat], 1) for seat in seats)))
    rows.append(("result", *(_standing(review.result, seat) for seat in seats)))
    terminal.print_table(["", *heads], rows, right=[str(head) for head in heads])


def _sum(changes: Iterable[ReviewedMove | ReviewedChance], seat: int) -> str:
    """The points of one seat, whatever their noise: the rows of the account add up. Sums of chances go beyond 100 %."""
    return _signed(sum(each.change.lead[seat] for each in changes), 1)


def _print_chance(match: Match, review: Review) -> None:
    notations, rows = {frame.version: frame.event for frame in match.frames}, list[tuple[str, ...]]()
    for each in review.chance:
        changes = [_change(each.change, seat, each.error) for seat in range(len(match.names))]
        if any(map(_is_claimed, changes)):
            event = fit(write_event(match, notations[each.version]), 30)
            rows.append((str(each.version), event, *map(_cell, changes)))
    if rows:
        marks = [terminal.mark(seat) for seat in range(len(match.names))]
        terminal.console().print()
        terminal.print_table(["#", "Luck", *marks], rows, right=["#", *map(str, marks)])


def _print_moves(review: Review) -> None:
    out = terminal.console()
    if not review.judged:
        out.print(f"\nThe moves are not judged. {review.why}")
        return
    rows = [
        (str(move.version), terminal.mark(move.seat), move.notation, move.best, _cell(_of_move(move)), move.grade)
        for move in review.moves
        if move.grade != "best" and _is_claimed(_of_move(move))
    ]
    if not rows:
        out.print("\nNo move lost anything beyond the noise.")
        return
    out.print()
    terminal.print_table(("#", "", "Played", "Best", "Lost", ""), rows, right=("#", "Lost"))


def _of_move(move: ReviewedMove) -> _Change:
    """The loss of the seat that moved."""
    return _change(move.change, move.seat, move.error)


def _change(values: Values, seat: int, error: Error = Error(0, 0)) -> _Change:  # noqa: B008
    return _Change(values.win[seat], values.lead[seat], error)


def _is_claimed(change: _Change) -> bool:
    """True if the chance to win or the lead changed beyond the noise, and by an amount that is printed."""
    win = abs(change.win) > NOISE * change.error.win and abs(change.win) >= 0.005
    return win or (abs(change.lead) > NOISE * change.error.lead and abs(change.lead) >= 0.05)


def _cell(change: _Change) -> str:
    """Both numbers with signs."""
    return f"{_signed(100 * change.win, 0)} % {_signed(change.lead, 1):>6}"


def _standing(values: Values, seat: int) -> str:
    return f"{100 * values.win[seat]:.0f} % {_signed(values.lead[seat], 1):>6}"


def _signed(value: float, digits: int) -> str:
    text = f"{value:+.{digits}f}"
    return text[1:] if not text.strip("+-0.") else text
