"""The parts of the page below the question: the answer, its picture, the row that is looked at, the table."""

import csv
import io
from collections.abc import Sequence
from urllib.parse import quote

from eventstore.statistics.insight_answer import InsightAnswer, Measured
from eventstore.statistics.insights import Insight, InsightRow
from viewer.boards.scene import Json
from viewer.locale.language import gettext, ngettext, number
from viewer.locale.plain_text import fit, plain
from viewer.look import charts
from viewer.look.element import element
from viewer.look.fold import fold, table
from viewer.pages.shared.question import address_with, filled
from viewer.statistics.insight_sentences import method, sentences, sure
from viewer.statistics.insight_words import caption, figure, name

_LABEL = 24
"""Characters of the label of a bar."""


def answer_line(found: Insight, answer: InsightAnswer) -> Json:
    """The answer; the names in it are links."""
    pieces = list[Json]()
    for says, row in sentences(found, answer):
        label = [_name_link(found, row)] if row else []
        pieces += [*([" "] if pieces else []), *filled(says, label=label)]
    if not pieces:
        pieces = [gettext("There are too few plays to tell.")]
    return element("p", *pieces, class_="answer")


def picture(found: Insight, answer: InsightAnswer) -> list[Json]:
    """At most ten bars; those that the answer speaks of have the accent."""
    spoken = {row.label for _, row in sentences(found, answer) if row}
    bars = [_bar(found, one, meant=one.row.label in spoken) for one in answer.shown]
    if not bars:
        return []
    return [element("p", caption(found.metric, found.dimension), class_="soft s14"), charts.bars(bars)]


def _bar(found: Insight, one: Measured, *, meant: bool) -> charts.Bar:
    return charts.Bar(
        fit(name(found.dimension, one.row), _LABEL),
        one.value,
        figure(found, one.value),
        _address(found, one.row),
        meant,
        one.low,
        one.high,
        sure(found, one),
    )


def looked_at(found: Insight, one: Measured) -> Json:
    """The certainty of one value, and the way to the plays behind it."""
    words = element("span", element("b", f"{name(found.dimension, one.row)}: "), sure(found, one))
    plays = element("a", gettext("Show the plays"), href=address_with(row=_key(one.row)), class_="accent")
    return element("div", words, element("span", plays, class_="end"), class_="told about")


def folds(found: Insight, answer: InsightAnswer) -> Json:
    """The table with all rows, and how they are counted."""
    rows = ngettext("{number} row", "{number} rows", len(answer.rows))
    every = fold(gettext("As a table"), [_table(found, answer.rows), _download(found, answer.rows)], rows)
    counted = [element("p", rule, class_="s14") for rule in method(found, answer)]
    return element("div", every, fold(gettext("How it is counted"), counted), class_="folds")


def _table(found: Insight, rows: Sequence[Measured]) -> Json:
    heads = (gettext("Name"), caption(found.metric, found.dimension), gettext("How sure"), gettext("Plays"))
    cells = [(_name_link(found, one.row), figure(found, one.value), sure(found, one), _plays(one.row)) for one in rows]
    return table(heads, cells)


def _plays(row: InsightRow) -> Json:
    return element("a", number(row.matches), href=address_with(row=_key(row)), class_="link")


def _download(found: Insight, rows: Sequence[Measured]) -> Json:
    """The table as a file, held by its link."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(("name", found.metric, "low", "high", "cases", "chance"))
    for one in rows:
        row = one.row
        lines.writerow((name(found.dimension, row), row.value, row.low, row.high, row.n, row.expected))
    href = f"data:text/csv;charset=utf-8,{quote(text.getvalue())}"
    return element("a", gettext("Save as CSV"), href=href, download="insight.csv", class_="link s14")


def row_of(found: Insight, key: str) -> InsightRow | None:
    """The row that the address names."""
    return next((row for row in found.rows if _key(row) == key), None) if key else None


def _key(row: InsightRow) -> str:
    return row.label or "-"  # The label of no expansion is empty.


def _name_link(found: Insight, row: InsightRow) -> Json:
    label = plain(name(found.dimension, row))
    return element("a", fit(label, 40), href=_address(found, row), class_="link")


def _address(found: Insight, row: InsightRow) -> str:
    """The page of a person or a game, else the plays behind the value."""
    if found.dimension in ("person", "opponent"):
        return f"person?person={quote(row.label)}"
    if found.dimension == "game":
        return f"game?game={quote(row.label)}"
    return address_with(row=_key(row))
