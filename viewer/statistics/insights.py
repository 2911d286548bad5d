"""A statistics query: its controls, and its result as bars and as one sentence."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Final

import plotly.graph_objects as go
import streamlit as st
from babel.dates import format_date

from eventstore.statistics.insights import IN_ORDER, PRESETS, Dimension, Insight, InsightRow, Metric
from viewer.address import read_address, written
from viewer.boards.svg import Theme
from viewer.boards.text import fit, plain
from viewer.filters import DEPTHS
from viewer.language import current, gettext, gettext_noop, listed, ngettext, number, percent, translate
from viewer.match_sentences import signed
from viewer.statistics import figures, words
from viewer.statistics.figures import Bar

_ROLES: Final[Mapping[str, str]] = {
    "start": gettext_noop("Start player"),
    "other": gettext_noop("Other players"),
    "unknown": gettext_noop("Not known"),
}
_SHARES: Final = ("share", "start")
COUNTS: Final = ("plays", "wins", "hours")
"""Metrics that are counted, not estimated."""
_MOST_NAMED: Final = 4
_A_MONDAY: Final = datetime.date(2024, 1, 1)


def bars(found: Insight) -> tuple[Bar, ...]:
    """Shares in percent; all other values unchanged."""
    return tuple(_bar(found, row) for row in found.rows)


def _bar(found: Insight, row: InsightRow) -> Bar:
    scale = 100 if found.metric in _SHARES else 1
    value, low, high = (None if own is None else scale * own for own in (row.value, row.low, row.high))
    luck = row.expected if found.metric in _SHARES else None  # Wins above chance have an expected value of zero.
    label = name(found.dimension, row)
    text = words.too_few() if row.few and found.metric not in COUNTS else _text(found, row, row.value)
    return Bar(
        label,
        value or 0,
        text,
        row.few and found.metric not in COUNTS,
        row.matches,
        low,
        high,
        luck and scale * luck,
        more=_sure(found, row),
    )


def _text(found: Insight, row: InsightRow, value: float) -> str:
    """The value of a row, or a bound of its interval."""
    if found.metric == "plays":
        return ngettext("{number} match", "{number} matches", row.n)
    if found.metric == "wins":
        return gettext("{wins} of {number}", wins=number(row.value), number=number(row.n))
    if found.metric == "hours":
        return words.hours(value)
    if found.metric in _SHARES:
        return percent(value)
    if found.metric in ("above", "luck"):
        return signed(round(value, 1))
    if found.metric == "minutes":
        return gettext("{number} min", number=words.rounded(value, 0))
    return words.rounded(value)


def _sure(found: Insight, row: InsightRow) -> str:
    """How sure a value is; counts are."""
    if found.metric in COUNTS:
        return ""
    low, high = (None if bound is None else _text(found, row, bound) for bound in (row.low, row.high))
    return words.sure(_text(found, row, row.value), low, high, row.n, few=row.few)


def name(dimension: Dimension, row: InsightRow) -> str:
    """The label of a row in the reader's language."""
    match dimension:
        case "players":
            return ngettext("{number} player", "{number} players", int(row.label))
        case "weekday":
            day = _A_MONDAY + datetime.timedelta(days=int(row.label) - 1)
            return format_date(day, "EEEE", locale=current())
        case "month":
            return format_date(datetime.date.fromisoformat(f"{row.label}-01"), "LLL y", locale=current())
        case "depth":
            return gettext(DEPTHS[row.label])
        case "seat":
            return gettext("Seat {number}", number=row.label)
        case "start":
            return gettext(_ROLES[row.label])
        case "new":
            return gettext("New to the game") if row.label == "new" else gettext("Not new to the game")
        case "expansion" if not row.label:
            return gettext("No expansion")
        case "game":
            return plain(translate(row.name))
    return plain(row.name)


def figure(found: Insight, drawn: tuple[Bar, ...], theme: Theme) -> go.Figure:
    """Columns for ordered labels, else rows."""
    return (figures.columns if found.dimension in IN_ORDER else figures.rows)(drawn, theme)


def sentence(found: Insight, drawn: tuple[Bar, ...]) -> str:
    """The highest and the lowest row with enough cases, and how to read the chart."""
    sure = [bar for bar in drawn if not bar.few]
    parts = []
    if len(sure) > 1:
        top, bottom = max(sure, key=lambda bar: bar.value), min(sure, key=lambda bar: bar.value)
        high = gettext("{label}: {value}", label=fit(top.label, 40), value=top.text)
        low = gettext("{label}: {value}", label=fit(bottom.label, 40), value=bottom.text)
        parts.append(gettext("Highest is {high}; lowest is {low}.", high=high, low=low))
    elif sure:
        parts.append(gettext("{label}: {value}.", label=fit(sure[0].label, 40), value=sure[0].text))
    if any(bar.expected is not None for bar in drawn):
        parts += [gettext("The line marks the result of chance alone."), *_against_chance(sure)]
    elif found.metric == "above":
        parts += [gettext("Chance alone would give 0."), *_against_chance(sure)]
    elif found.metric == "luck":
        parts.append(gettext("Over many matches luck tends to 0."))
    if len(sure) < len(drawn):
        parts.append(gettext("Hollow marks have too few plays to tell and are not ranked."))
    if found.dimension not in IN_ORDER and len(drawn) > figures.MOST:
        parts.append(gettext("The chart shows the first {number}; the table has all.", number=figures.MOST))
    return " ".join(parts)


def _against_chance(sure: Sequence[Bar]) -> list[str]:
    """Which bars differ from chance by more than their intervals; one sentence if none does."""
    more = [bar.label for bar in sure if bar.low is not None and bar.low > (bar.expected or 0)]
    less = [bar.label for bar in sure if bar.high is not None and bar.high < (bar.expected or 0)]
    if sure and not more and not less:
        return [gettext("No difference from chance is clear yet.")]
    told = (
        (more, gettext("Clearly more than by chance: {labels}.", labels=_some(more))),
        (less, gettext("Clearly less than by chance: {labels}.", labels=_some(less))),
    )
    return [text for labels, text in told if labels]


def _some(labels: Sequence[str]) -> str:
    """The first few of these labels."""
    named = [fit(label, 40) for label in labels[:_MOST_NAMED]]
    more = len(labels) - len(named)
    return listed([*named, ngettext("{number} more", "{number} more", more)] if more else named)


def origin(found: Insight) -> str:
    """The number of matches by recording depth, and how many lacked the data."""
    depths = words.depths(found.depths)
    if not found.untold:
        return depths
    return f"{depths} " + ngettext(
        "{number} match has no data for this.", "{number} matches have no data for this.", found.untold
    )


METRICS: Final[Mapping[Metric, str]] = {
    "plays": gettext_noop("Matches"),
    "wins": gettext_noop("Wins"),
    "share": gettext_noop("Share of wins"),
    "above": gettext_noop("Wins above chance"),
    "points": gettext_noop("Mean points"),
    "margin": gettext_noop("Mean lead over the best of the others"),
    "lead": gettext_noop("Mean margin of the winner"),
    "minutes": gettext_noop("Minutes per match"),
    "hours": gettext_noop("Time played"),
    "start": gettext_noop("Share of wins of the start player"),
    "luck": gettext_noop("Points by luck per match"),
    "lost": gettext_noop("Points given away per match"),
    "errors": gettext_noop("Errors in 100 moves"),
}
DIMENSIONS: Final[Mapping[Dimension, str]] = {
    "person": gettext_noop("Person"),
    "game": gettext_noop("Game"),
    "players": gettext_noop("Number of players"),
    "place": gettext_noop("Place"),
    "weekday": gettext_noop("Day of the week"),
    "month": gettext_noop("Month"),
    "year": gettext_noop("Year"),
    "tag": gettext_noop("Tag"),
    "depth": gettext_noop("Level of detail"),
    "seat": gettext_noop("Seat in the order of turns"),
    "start": gettext_noop("Start player or not"),
    "role": gettext_noop("Role"),
    "color": gettext_noop("Color"),
    "expansion": gettext_noop("Expansion"),
    "new": gettext_noop("New to the game or not"),
    "scenario": gettext_noop("Scenario"),
    "difficulty": gettext_noop("Difficulty"),
    "opponent": gettext_noop("Opponent"),
}
_FIRST: Final = "luck"
"""The initial preset."""


def query_controls() -> tuple[Metric, Dimension]:
    """Show the preset and its two parts, each of which can be changed; they are kept in the address."""
    usual = PRESETS[_FIRST]
    read_address("metric", METRICS, usual.metric)
    read_address("by", DIMENSIONS, usual.dimension)
    chosen = st.session_state.metric, st.session_state.by
    known = {(preset.metric, preset.dimension): key for key, preset in PRESETS.items()}
    st.session_state.question = known.get(chosen)
    question, what, by = st.container(key="query").columns([2, 1, 1])
    question.selectbox(
        gettext("Question"),
        PRESETS,
        index=None,
        format_func=lambda key: translate(PRESETS[key].question),
        placeholder=gettext("Custom question"),
        key="question",
        on_change=_take_over,
    )
    metric: Metric = what.selectbox(
        gettext("Value"), METRICS, format_func=lambda key: gettext(METRICS[key]), key="metric"
    )
    dimension: Dimension = by.selectbox(
        gettext("Group by"), DIMENSIONS, format_func=lambda key: gettext(DIMENSIONS[key]), key="by"
    )
    _write_address({"metric": metric, "by": dimension}, is_usual=(metric, dimension) == (usual.metric, usual.dimension))
    return metric, dimension


def _write_address(words: Mapping[str, str], *, is_usual: bool) -> None:
    """Write both parts of the query as one entry of the history; the usual query needs no parameters."""
    if is_usual and not words.keys() & {*st.query_params}:
        written(dict.fromkeys(words))
    elif words != {key: st.query_params.get(key) for key in words}:
        written({**words})
        st.query_params.update(words)
    else:
        written({**words})


def _take_over() -> None:
    """Apply the chosen preset to its two parts."""
    if preset := PRESETS.get(st.session_state.question):
        st.session_state.metric, st.session_state.by = preset.metric, preset.dimension
