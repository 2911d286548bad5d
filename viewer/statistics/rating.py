"""The rating of a person over time: a line with its band, and the same as a table."""

from collections.abc import Mapping

import plotly.graph_objects as go

from eventstore.readmodels.person import PlayOf
from eventstore.statistics.ratings import MEAN, Rating, RatingPoint
from viewer.boards.svg import Theme
from viewer.locale.language import date, gettext, translate
from viewer.locale.plain_text import fit, number
from viewer.statistics.chart_style import ACCENT, GRID, SOFT, Table, escape, lay_out


def line(rating: Rating, matches: Mapping[str, PlayOf], theme: Theme) -> go.Figure:
    """Chart the rating after every contest; marks are in its order. The dotted line is the initial rating."""
    places = list(range(1, len(rating.line) + 1))
    values, lows, highs = zip(*((one.value, one.low, one.high) for one in rating.line), strict=True)
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=values,
        mode="lines+markers",
        line={"color": ACCENT[theme], "width": 2},
        marker={"color": ACCENT[theme], "size": 5 if len(places) > 60 else 8},
        customdata=[_hover(point, matches) for point in rating.line],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )
    band = {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    figure.add_scatter(x=places, y=highs, **band)
    figure.add_scatter(x=places, y=lows, fill="tonexty", fillcolor=GRID[theme], **band)
    figure.add_hline(y=MEAN, line={"color": SOFT[theme], "width": 1, "dash": "dot"})
    label = f"<b>{number(round(rating.value, 1))}</b>"
    figure.add_annotation(
        x=places[-1], y=rating.value, text=label, showarrow=False, xanchor="left", xshift=8, font={"size": 13}
    )
    lay_out(figure, theme, 280)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 34, "r": 44, "t": 12, "b": 40},
        xaxis={"title": gettext("Contests"), "showgrid": False, "range": [0.5, max(places[-1], 2) + 0.5], **axis},
        yaxis={"gridcolor": GRID[theme], **axis},
    )
    return figure


def _hover(point: RatingPoint, matches: Mapping[str, PlayOf]) -> str:
    match = matches[point.match]
    day = date(match.played_on) if match.played_on else ""
    where = "  ·  ".join(fact for fact in (day, fit(translate(match.game), 40)) if fact)
    return f"<b>{number(round(point.value, 1))}</b> ({number(round(point.low, 1))}–{number(round(point.high, 1))})" + (
        f"<br>{escape(where)}"
    )


def table(rating: Rating, matches: Mapping[str, PlayOf]) -> Table:
    """A row per contest, oldest first."""
    played = [matches[point.match] for point in rating.line]
    return {
        gettext("Date"): [date(match.played_on) if match.played_on else "" for match in played],
        gettext("Game"): [fit(translate(match.game), 60) for match in played],
        gettext("Rating"): [number(round(point.value, 1)) for point in rating.line],
        gettext("From"): [number(round(point.low, 1)) for point in rating.line],
        gettext("To"): [number(round(point.high, 1)) for point in rating.line],
    }


def sentence(rating: Rating) -> str:
    """The current rating and its number of contests; whether it is provisional."""
    value, low, high = (number(round(each, 1)) for each in (rating.value, rating.low, rating.high))
    rating_text = gettext(
        "Rating {value}, most likely between {low} and {high}, after {n} contests; new players have {mean}.",
        value=value,
        low=low,
        high=high,
        n=number(rating.contests),
        mean=number(MEAN),
    )
    return gettext("{rating} Few matches: provisional.", rating=rating_text) if rating.provisional else rating_text
