"""The number of matches on each day of a year: weeks as columns, Monday on top."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

import plotly.graph_objects as go
from babel.dates import format_date

from eventstore.statistics.overview import Count
from viewer.boards.svg import Theme
from viewer.language import current, date, gettext, ngettext
from viewer.report.charts import SOFT, lay_out
from viewer.statistics.figures import ACCENT, GRID, INK, Bar

_SHADES: Final = 4
"""Number of matches from which a day has the strongest color."""

_WEEK: Final = 7


def span(year: int | None, today: datetime.date) -> tuple[datetime.date, datetime.date]:
    """The first and the last day shown: those of `year`, or the 12 months up to `today` if None."""
    if year is None:
        return today - datetime.timedelta(days=364), today
    return datetime.date(year, 1, 1), datetime.date(year, 12, 31)


def within(counts: Sequence[Count], first: datetime.date, last: datetime.date) -> list[Count]:
    """The counts from `first` to `last`, both included."""
    return [count for count in counts if first.isoformat() <= count.label <= last.isoformat()]


def calendar(days: Sequence[Count], first: datetime.date, last: datetime.date, theme: Theme) -> go.Figure:
    """Chart the days. Each mark has the index of its day in `days`; all days must be within the span."""
    monday = first - datetime.timedelta(days=first.weekday())
    weeks = (last - monday).days // _WEEK + 1
    plays = {count.label: count.plays for count in days}
    figure = go.Figure()
    lay_out(figure, theme, 176)
    figure.add_heatmap(
        z=_shades(plays, monday, weeks, first, last),
        zmin=0,
        zmax=_SHADES,
        colorscale=[[0, GRID[theme]], [0.01, _faint(theme)], [1, ACCENT[theme]]],
        showscale=False,
        xgap=1,
        ygap=1,
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[_place(count, monday)[0] for count in days],
        y=[_place(count, monday)[1] for count in days],
        mode="markers",
        # Plotly cannot select cells of a heat map, so every day with a match has an invisible mark.
        marker={"symbol": "square", "size": 14, "opacity": 0},
        customdata=[f"{date(count.label)}<br>{_matches(count.plays)}" for count in days],
        hovertemplate="%{customdata}<extra></extra>",
    )
    axis: dict[str, object] = {
        "automargin": True,
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "color": SOFT[theme],
        "tickfont": {"size": 11},
    }
    figure.update_layout(
        margin={"l": 4, "r": 4, "t": 4, "b": 4},
        xaxis=_months(monday, weeks, first, last) | axis,
        yaxis={"range": [6.5, -0.5]} | _weekdays(monday) | axis,
    )
    figure.update_layout(hoverlabel={"font": {"color": INK[theme]}})
    return figure


def _months(monday: datetime.date, weeks: int, first: datetime.date, last: datetime.date) -> dict[str, object]:
    """The ticks of the columns: the months, at the week of their first day."""
    firsts = [day for day in map(monday.__add__, _days(weeks)) if day.day == 1 and first <= day <= last]
    return {
        "tickvals": [(day - monday).days // _WEEK for day in firsts],
        "ticktext": [format_date(day, "LLL", locale=current()) for day in firsts],
        "tickangle": 0,
    }


def _weekdays(monday: datetime.date) -> dict[str, object]:
    """The ticks of the rows: every second weekday to Friday."""
    days = (0, 2, 4)
    names = [format_date(monday + datetime.timedelta(days=day), "ccc", locale=current()) for day in days]
    return {"tickvals": days, "ticktext": names}


def _days(weeks: int) -> list[datetime.timedelta]:
    return [datetime.timedelta(days=day) for day in range(_WEEK * weeks)]


def _place(count: Count, monday: datetime.date) -> tuple[int, int]:
    """Column and row of a day, from 0."""
    return divmod((datetime.date.fromisoformat(count.label) - monday).days, _WEEK)


def _shades(
    plays: Mapping[str, int], monday: datetime.date, weeks: int, first: datetime.date, last: datetime.date
) -> list[list[int | None]]:
    """Rows of the calendar; None for days outside the span."""
    shades: list[list[int | None]] = [[None] * weeks for _ in range(_WEEK)]
    for place, passed in enumerate(_days(weeks)):
        if first <= monday + passed <= last:
            week, day = divmod(place, _WEEK)
            shades[day][week] = min(plays.get((monday + passed).isoformat(), 0), _SHADES)
    return shades


def _faint(theme: Theme) -> str:
    return {"light": "#a9cdc0", "dark": "#1e5a49"}[theme]


def _matches(number: int) -> str:
    return ngettext("{number} match", "{number} matches", number)


def by_week(weeks: Sequence[Count], first: datetime.date, last: datetime.date) -> list[Bar]:
    """A bar for every week of the span, also for weeks without a match; a week's label is its Monday."""
    monday = first - datetime.timedelta(days=first.weekday())
    known = {count.label: count for count in weeks}
    bars = []
    for passed in range(0, (last - monday).days + 1, _WEEK):
        day = (monday + datetime.timedelta(days=passed)).isoformat()
        count = known.get(day, Count(day, day, 0, ()))
        bars.append(
            Bar(
                date(day),
                count.plays,
                _matches(count.plays),
                few=False,
                matches=count.matches,
            )
        )
    return bars


def sentence(days: Sequence[Count], first: datetime.date, last: datetime.date) -> str:
    """Matches, days and the busiest day; also read by screen readers."""
    if not days:
        return gettext("There are no matches from {first} to {last}.", first=date(first), last=date(last))
    most = max(days, key=lambda count: count.plays)
    return gettext(
        "{matches} on {days} from {first} to {last}; most on {day}: {number}. A stronger color means more matches.",
        matches=_matches(sum(count.plays for count in days)),
        days=ngettext("{number} day", "{number} days", len(days)),
        first=date(first),
        last=date(last),
        day=date(most.label),
        number=most.plays,
    )


def week_sentence(weeks: Sequence[Bar]) -> str:
    """The number of weeks with matches, and the busiest week."""
    most = max(weeks, key=lambda bar: bar.value)
    return gettext(
        "In {played} of {weeks} weeks; most in the week of {day}: {matches}.",
        played=sum(bar.value > 0 for bar in weeks),
        weeks=len(weeks),
        day=most.label,
        matches=most.text,
    )
