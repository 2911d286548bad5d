"""Whether a person gets better at a game: the answer in a sentence, and the share of opponents beaten over time."""

from typing import Final

import plotly.graph_objects as go

from eventstore.statistics.progress import Progress, Verdict
from viewer.boards.svg import Theme
from viewer.boards.text import fit, number
from viewer.language import date, gettext, gettext_noop, ngettext, percent, translate
from viewer.report.charts import SOFT, lay_out
from viewer.score_chart import Table
from viewer.statistics import words
from viewer.statistics.figures import ACCENT, GRID

_ANSWERS: Final[dict[Verdict, str]] = {
    "better": gettext_noop("Yes, {name} gets better at {game}."),
    "worse": gettext_noop("No, {name} gets worse at {game}."),
    "unclear": gettext_noop("The results of {name} in {game} are about the same as before."),
    "few": gettext_noop("{name} has too few plays of {game} to tell."),
}


def sentence(found: Progress, name: str) -> str:
    """The answer, and the numbers behind it."""
    answer = gettext(_ANSWERS[found.verdict], name=fit(name, 40), game=fit(translate(found.game), 40))
    if found.earlier.value is None or found.later.value is None or found.verdict == "few":
        return answer
    shares = gettext(
        "In the earlier half of the plays {earlier} of the opponents were beaten, in the later half {later}.",
        earlier=percent(found.earlier.value),
        later=percent(found.later.value),
    )
    return f"{answer} {shares}"


def sure(found: Progress) -> str:
    """How sure the answer is, and the mean points of both halves."""
    parts = [ngettext("From {number} play.", "From {number} plays.", len(found.steps))]
    if found.low is not None and found.high is not None:
        low, high = (number(round(100 * bound)) for bound in (found.low, found.high))
        parts.append(
            gettext("The change is most likely between {low} and {high} percentage points.", low=low, high=high)
        )
    if found.points_earlier.value is not None and found.points_later.value is not None:
        earlier, later = (words.rounded(half.value) for half in (found.points_earlier, found.points_later))
        parts.append(gettext("Mean points: {earlier}, then {later}.", earlier=earlier, later=later))
    return " ".join(parts)


def line(found: Progress, theme: Theme) -> go.Figure:
    """The mean of the last ten contests after each contest, in percent, with the single contests as dots."""
    places = list(range(1, len(found.steps) + 1))
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=[100 * step.recent for step in found.steps],
        mode="lines+markers",
        line={"color": ACCENT[theme], "width": 2.5},
        marker={"color": ACCENT[theme], "size": 5 if len(places) > 60 else 8},
        customdata=[_hover(place, found) for place in range(len(places))],
        hovertemplate="%{customdata}<extra></extra>",
        cliponaxis=False,
    )
    figure.add_scatter(
        x=places,
        y=[100 * step.beaten for step in found.steps],
        mode="markers",
        marker={"color": SOFT[theme], "size": 5, "symbol": "circle-open"},
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.add_hline(y=50, line={"color": SOFT[theme], "width": 1, "dash": "dot"})
    lay_out(figure, theme, 240)
    axis = {"zeroline": False, "fixedrange": True, "color": SOFT[theme]}
    figure.update_layout(
        margin={"l": 40, "r": 12, "t": 12, "b": 40},
        xaxis={"title": gettext("Contests"), "showgrid": False, "range": [0.5, max(len(places), 2) + 0.5], **axis},
        yaxis={"range": [-4, 104], "ticksuffix": " %", "gridcolor": GRID[theme], **axis},
    )
    return figure


def _hover(place: int, found: Progress) -> str:
    step = found.steps[place]
    day = date(step.played_on) if step.played_on else ""
    recent = gettext("last ten: {share} beaten", share=percent(step.recent))
    return "<br>".join(part for part in (day, f"<b>{percent(step.beaten)}</b>", recent) if part)


def caption() -> str:
    """How to read the chart."""
    return gettext(
        "Share of the opponents beaten: the line is the mean of the last ten plays, a ring one play; the dotted line is"
        " one half."
    )


def table(found: Progress) -> Table:
    """A row per contest, oldest first."""
    return {
        gettext("Date"): [date(step.played_on) if step.played_on else "" for step in found.steps],
        gettext("Opponents beaten"): [percent(step.beaten) for step in found.steps],
        gettext("Last ten plays"): [percent(step.recent) for step in found.steps],
        gettext("Points"): ["" if step.points is None else number(step.points) for step in found.steps],
    }
