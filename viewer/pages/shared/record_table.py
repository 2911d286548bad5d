"""Records as a table, each with a link to the step where it was set."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.records import Kind, Record
from viewer.boards.scene import Json
from viewer.components.paper import paper
from viewer.locale.language import date, gettext, gettext_noop, ngettext, pgettext, translate
from viewer.locale.plain_text import number, plain
from viewer.look.element import element
from viewer.look.fold import captioned

KINDS: Final[Mapping[Kind, str]] = {
    "points": gettext_noop("Best points"),
    "margin": gettext_noop("Biggest margin of a win"),
    "total": gettext_noop("Most points of all together"),
    "longest": gettext_noop("Longest match"),
    "shortest": gettext_noop("Shortest match"),
}
ROWS: Final = 12
"""Records shown at once; the rest is collapsed."""


def record_table(index: MatchIndex, records: Sequence[Record], names: Mapping[str, str] | None = None) -> list[Json]:
    """Records of the most played games first; with `names` those of one game, with their holders."""
    versions = {row.id: row.version for row in index.matches(ids={record.match for record in records})}
    rows = [_row(record, versions.get(record.match), names) for record in records]
    first = gettext("Game") if names is None else gettext("Person")
    tables = [_table(rows[:ROWS], first)]
    if more := rows[ROWS:]:
        tables.append(element("details", element("summary", gettext("All records")), _table(more, first)))
    return tables


def show_records(index: MatchIndex, records: Sequence[Record], names: Mapping[str, str] | None = None) -> None:
    """Show the table, if it has a row, behind a line."""
    if records:
        title = element("summary", gettext("Records"))
        paper(element("details", title, *record_table(index, records, names)), key="records")


def value(record: Record) -> str:
    if record.kind in ("longest", "shortest"):
        return ngettext("{number} minute", "{number} minutes", round(record.value))
    return number(record.value)


def _row(record: Record, version: int | None, names: Mapping[str, str] | None) -> Json:
    of = plain(translate(record.game)) if names is None else _holder(record, names)
    at = f"&at={version}" if version else ""  # Every record is set at the last event.
    day = date(record.played_on) if record.played_on else gettext("no date")
    return element(
        "tr",
        element("th", of, scope="row"),
        element("td", gettext(KINDS[record.kind]), class_="words"),
        element("td", value(record), class_="sums"),
        element("td", number(record.n)),
        element("td", element("a", day, href=f"replay?match={quote(record.match)}{at}")),
    )


def _holder(record: Record, names: Mapping[str, str]) -> str:
    """The holder of a record: a person, or the whole table."""
    return gettext("everybody") if record.person is None else plain(names.get(record.person, SOMEBODY))


def _table(rows: Sequence[Json], first: str) -> Json:
    caption = gettext("Records of the matches compared")
    headings = (first, pgettext("best result", "Record"), gettext("Value"), gettext("Compared"), gettext("Match"))
    return captioned(caption, headings, rows)
