"""Luck against skill: how the result of each seat came about, as one picture and two sentences."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import plotly.graph_objects as go

from core.review.review import Review
from core.review.shares import SeatShare, SeatValue, shares
from eventstore.matches.match import Match
from viewer.boards.svg import Theme
from viewer.locale.language import gettext, listed, percent
from viewer.locale.plain_text import fit, number, plain
from viewer.pages.report.charts import sign
from viewer.pages.report.tables import Table, headings
from viewer.statistics.chart_style import SOFT, bars_across, escape, labeled_rows, lay_out, look, say
from viewer.texts.match_sentences import MAX_NAME, not_judged, signed

_ROW: Final = 24
"""Height of a bar with its space in pixels."""


class _Bar(NamedTuple):
    label: str
    parts: tuple[SeatValue, ...]
    """By seat."""


def sentences(match: Match, review: Review) -> tuple[str, str]:
    """The effects of luck and of choices; nothing is claimed within the noise."""
    found = shares(review)
    return _of_luck(match, found), _of_choices(match, found) if review.judged else not_judged(len(found))


def _of_luck(match: Match, seat_shares: Sequence[SeatShare]) -> str:
    luckiest = max(seat_shares, key=lambda share: share.luck.lead)
    if not luckiest.had_luck or luckiest.luck.lead <= 0:
        return gettext("Luck was about even: the draws gave nobody a clear advantage.")
    return gettext(
        "The draws favored {name} by about {points} points.",
        name=_name(match, luckiest),
        points=number(round(luckiest.luck.lead)),
    )


def _of_choices(match: Match, seat_shares: Sequence[SeatShare]) -> str:
    if not any(share.lost_by_choices for share in seat_shares):
        return gettext("No choice of anybody was clearly worse than the best one.")
    lost = [
        gettext("{name} {points}", name=_name(match, share), points=number(round(-share.own.lead)))
        for share in seat_shares
    ]
    cost = gettext("Points given away by moves that were not the best: {costs}", costs=listed(lost))
    order = sorted(seat_shares, key=lambda share: -share.own.lead)
    if len(order) < 2 or not order[0].chose_better(order[1]):
        return gettext("{cost}.", cost=cost)
    return gettext("{cost}; {name} chose best.", cost=cost, name=_name(match, order[0]))


def _name(match: Match, share: SeatShare) -> str:
    return plain(fit(match.names[share.seat], MAX_NAME))


def _bars(review: Review) -> list[_Bar]:
    found = shares(review)
    start = _Bar(gettext("expected at the start"), tuple(share.start for share in found))
    luck = _Bar(gettext("luck"), tuple(share.luck for share in found))
    rest = tuple(share.unexplained for share in found)
    if not review.judged:
        return [start, luck, _Bar(gettext("choices and the rest"), rest)]
    own = _Bar(gettext("own choices"), tuple(share.own for share in found))
    if len(found) > 2:
        return [start, luck, own, _Bar(gettext("others' choices and the rest"), rest)]
    return [
        start,
        luck,
        own,
        _Bar(gettext("others' choices"), tuple(share.others for share in found)),
        _Bar(gettext("unexplained"), rest),
    ]


def figure(match: Match, review: Review, theme: Theme) -> go.Figure:
    """A group of bars for each seat: to the right gains, to the left losses."""
    bars, seats = _bars(review), len(match.names)
    rows = len(bars) + 1.6
    reach = max(1, *(abs(part.lead) for bar in bars for part in bar.parts))
    drawn = go.Figure()
    for seat in range(seats):
        top, color = seat * rows, look(seat, theme).color
        _head(drawn, match, review, seat, top, color)
        values = [bar.parts[seat].lead for bar in bars]
        places = [top + 1 + place for place in range(len(bars))]
        bars_across(drawn, values, color, 0.85, x=values, y=places)
        for place, value in zip(places, values, strict=True):
            side: dict[str, Any] = {"xanchor": "right", "xshift": -4} if value < 0 else {"xanchor": "left", "xshift": 4}
            say(drawn, signed(round(value)), value, place, 12, **side)
    ticks = [seat * rows + 1 + place for seat in range(seats) for place in range(len(bars))]
    labels = [bar.label for bar in bars] * seats
    lay_out(
        drawn,
        theme,
        round(_ROW * rows * seats) + 12,
        (8, 8, 4, 4),
        xaxis={"range": [-1.5 * reach, 1.4 * reach], "visible": False, "fixedrange": True},
        yaxis=labeled_rows(theme, labels, ticks, rows * seats - 0.6, -0.7) | {"fixedrange": True},
    )
    for seat in range(seats):  # One line through all seats would cross their names.
        top = seat * rows
        axis = {"color": SOFT[theme], "width": 1}
        drawn.add_shape(type="line", x0=0, x1=0, y0=top + 0.5, y1=top + len(bars) + 0.5, line=axis)
    return drawn


def _head(drawn: go.Figure, match: Match, review: Review, seat: int, top: float, color: str) -> None:
    name = f"<b>{sign(seat)} {escape(fit(match.names[seat], 20))}</b>"
    ahead = gettext("{name}: {points} points", name=name, points=signed(round(review.result.lead[seat], 1)))
    say(drawn, ahead, 0, top, 13, color, xref="paper", xanchor="left")


def table(match: Match, review: Review) -> Table:
    """The picture as a table, with the points ahead of the best other seat."""
    found = shares(review)
    rows = [
        *((bar.label, list(bar.parts), place > 0) for place, bar in enumerate(_bars(review))),
        (gettext("at the end"), [share.result for share in found], False),
    ]
    columns: Table = {gettext("Points ahead (chance to win)"): [label for label, _, _ in rows]}
    for seat, heading in enumerate(headings(match)):
        columns[heading] = [_cell(parts[seat], is_change=is_change) for _, parts, is_change in rows]
    return columns


def _cell(part: SeatValue, *, is_change: bool) -> str:
    """The points; the chance to win of a standing alone, as sums of changes may be beyond 100 %."""
    points = signed(round(part.lead, 1))
    return points if is_change else f"{points} ({percent(part.win)})"
