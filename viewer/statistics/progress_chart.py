"""Whether a person gets better at a game: the answer in a sentence, and the share of opponents beaten over time."""

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from eventstore.statistics.progress import PersonProgress, Verdict
from viewer.boards.svg import Theme
from viewer.locale.language import date, gettext, gettext_noop, ngettext, percent, translate
from viewer.locale.plain_text import fit, number
from viewer.statistics import words
from viewer.statistics.chart_style import ACCENT, GRID, SOFT, Table, lay_out

_ANSWERS: Final[dict[Verdict, str]] = {
    "better": gettext_noop("Yes, {name} gets better at {game}."),
    "worse": gettext_noop("No, {name} gets worse at {game}."),
    "unclear": gettext_noop("The results of {name} in {game} are about the same as before."),
    "few": gettext_noop("{name} has too few plays of {game} to tell."),
}


def sentence(progress: PersonProgress, name: str) -> str:
    """The answer, and the numbers behind it."""
    answer = gettext(_ANSWERS[progress.verdict], name=fit(name, 40), game=fit(translate(progress.game), 40))
    if progress.earlier.value is None or progress.later.value is None or progress.verdict == "few":
        return answer
    shares = gettext(
        "In the earlier half of the plays {earlier} of the opponents were beaten, in the later half {later}.",
        earlier=percent(progress.earlier.value),
        later=percent(progress.later.value),
    )
    return f"{answer} {shares}"


def sure(progress: PersonProgress) -> str:
    """How sure the answer is, and the mean points of both halves."""
    parts = [ngettext("From {number} play.", "From {number} plays.", len(progress.steps))]
    if progress.low is not None and progress.high is not None:
        low, high = (number(round(100 * bound)) for bound in (progress.low, progress.high))
        parts.append(
            gettext("The change is most likely between {low} and {high} percentage points.", low=low, high=high)
        )
    if progress.points_earlier.value is not None and progress.points_later.value is not None:
        earlier, later = (words.rounded(half.value) for half in (progress.points_earlier, progress.points_later))
        parts.append(gettext("Mean points: {earlier}, then {later}.", earlier=earlier, later=later))
    return " ".join(parts)


def line(progress: PersonProgress, theme: Theme) -> go.Figure:
    """The mean of the last ten contests after each contest, in percent, with the single contests as dots."""
    hovers = [_hover(place, progress) for place in range(len(progress.steps))]
    recent, single = [100 * step.recent for step in progress.steps], [100 * step.beaten for step in progress.steps]
    figure = recent_line(recent, single, hovers, theme)
    figure.add_hline(y=50, line={"color": SOFT[theme], "width": 1, "dash": "dot"})
    figure.update_xaxes(title=gettext("Contests"), range=[0.5, max(len(progress.steps), 2) + 0.5])
    figure.update_yaxes(range=[-4, 104], ticksuffix=" %")
    return figure


def recent_line(
    recent: Sequence[float | None], single: Sequence[float | None], hovers: Sequence[str], theme: Theme
) -> go.Figure:
    """A line of recent means, oldest first, each with what it shows on hovering, and a ring for each single value."""
    places = list(range(1, len(recent) + 1))
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=recent,
        mode="lines+markers",
        line={"color": ACCENT[theme], "width": 2.5},
        marker={"color": ACCENT[theme], "size": 5 if len(places) > 60 else 8},
        customdata=hovers,
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )
    figure.add_scatter(
        x=places,
        y=single,
        mode="markers",
        marker={"color": SOFT[theme], "size": 5, "symbol": "circle-open"},
        hoverinfo="skip",
        cliponaxis=False,
    )
    lay_out(figure, theme, 240)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 40, "r": 12, "t": 12, "b": 40},
        xaxis={"showgrid": False, **axis},
        yaxis={"gridcolor": GRID[theme], **axis},
    )
    return figure


def _hover(place: int, progress: PersonProgress) -> str:
    step = progress.steps[place]
    day = date(step.played_on) if step.played_on else ""
    recent = gettext("last ten: {share} beaten", share=percent(step.recent))
    return "<br>".join(part for part in (day, f"<b>{percent(step.beaten)}</b>", recent) if part)


def caption() -> str:
    """How to read the chart."""
    return gettext(
        "Share of the opponents beaten: the line is the mean of the last ten plays, a ring one play; the dotted line is"
        " one half."
    )


def table(progress: PersonProgress) -> Table:
    """A row per contest, oldest first."""
    return {
        gettext("Date"): [date(step.played_on) if step.played_on else "" for step in progress.steps],
        gettext("Opponents beaten"): [percent(step.beaten) for step in progress.steps],
        gettext("Last ten plays"): [percent(step.recent) for step in progress.steps],
        gettext("Points"): ["" if step.points is None else number(step.points) for step in progress.steps],
    }
