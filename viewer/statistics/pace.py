"""Mean points after each round of a game, for all seats and for the winners."""

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from eventstore.statistics.game import Pace
from eventstore.statistics.intervals import Mean
from viewer.boards.svg import Theme
from viewer.locale.language import gettext
from viewer.locale.plain_text import number
from viewer.statistics import words
from viewer.statistics.chart_style import ACCENT, GRID, INK, SOFT, Table, lay_out

_APART: Final = 0.06
"""Distance of the two lines from the round's position, in rounds, so that their intervals do not overlap."""


def pace(rounds: Sequence[Pace], theme: Theme) -> go.Figure:
    figure = go.Figure()
    lay_out(figure, theme, 280)
    for name, means, color, dash, symbol, beside in (
        (gettext("Everybody"), [own.points for own in rounds], ACCENT[theme], "solid", "circle", -_APART),
        (gettext("Winners"), [own.winners for own in rounds], INK[theme], "dash", "square", _APART),
    ):
        known = [(own.round, mean) for own, mean in zip(rounds, means, strict=True) if mean.value is not None]
        figure.add_scatter(
            x=[place + beside for place, _ in known],
            y=[mean.value for _, mean in known],
            mode="lines+markers",
            line={"color": color, "dash": dash, "width": 2.2},
            marker={"symbol": symbol, "size": 8, "color": color},
            error_y=_interval([mean for _, mean in known], color),
            customdata=[f"<b>{name}</b><br>{words.sure_mean(mean)}" for _, mean in known],
            hovertemplate="%{customdata}<extra></extra>",
        )
        if known:
            end, last = known[-1]
            figure.add_annotation(
                x=end + beside,
                y=last.value,
                text=f"{name} <b>{number(round(last.value or 0, 1))}</b>",
                showarrow=False,
                xanchor="left",
                xshift=10,
                yshift=8 if symbol == "square" else -8,
                font={"color": color, "size": 13},
            )
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    numbers = [own.round for own in rounds]
    labeled = numbers[:: -(-len(numbers) // 12) or 1]
    figure.update_layout(
        margin={"l": 34, "r": 124, "t": 12, "b": 40},
        xaxis={"title": gettext("Round"), "tickvals": labeled, "showgrid": False, **axis},
        yaxis={"range": _range(rounds), "gridcolor": GRID[theme], **axis},
    )
    return figure


def _range(rounds: Sequence[Pace]) -> tuple[float, float]:
    """The axis range. Intervals of few cases are left out: they are so wide that they would flatten the lines."""
    means = [mean for own in rounds for mean in (own.points, own.winners)]
    bounds = [bound for mean in means for bound in (mean.value, *(() if mean.few else (mean.low, mean.high)))]
    low, high = (found(0.0, *(bound for bound in bounds if bound is not None)) for found in (min, max))
    room = 0.06 * (high - low) or 1.0
    return low - (room if low else 0), high + room


def _interval(means: Sequence[Mean], color: str) -> dict[str, object]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [None if mean.few else (mean.high or 0) - (mean.value or 0) for mean in means],
        "arrayminus": [None if mean.few else (mean.value or 0) - (mean.low or 0) for mean in means],
        "color": color,
        "thickness": 1.2,
        "width": 3,
    }


def sentence(rounds: Sequence[Pace]) -> str:
    """Mean points of all seats and of the winners at half-time and after the last round."""
    half, end = rounds[(len(rounds) - 1) // 2], rounds[-1]
    return " ".join(dict.fromkeys(map(_after, (half, end))))


def _after(own: Pace) -> str:
    if own.points.few:
        return gettext("There are too few plays to tell.")
    points = words.mean(own.points)
    if own.winners.few:
        return gettext("After round {round} all players have {points}.", round=own.round, points=points)
    winners = words.mean(own.winners)
    return gettext(
        "After round {round} all players have {points}, winners {winners}.",
        round=own.round,
        points=points,
        winners=winners,
    )


def table(rounds: Sequence[Pace]) -> Table:
    return {
        gettext("Round"): [str(own.round) for own in rounds],
        gettext("Everybody"): [words.sure_mean(own.points) for own in rounds],
        gettext("Winners"): [words.sure_mean(own.winners) for own in rounds],
    }
