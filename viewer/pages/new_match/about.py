"""The match to come, beside the form: the sheet, the last plays by these people, the points to beat."""

from collections.abc import Sequence
from typing import Final

from core.sheet_template import Template
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.before_play import before_play
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.records import Record
from viewer.boards.scene import Json
from viewer.components.new_match import How
from viewer.components.people.picker import ChosenPerson
from viewer.components.play.before_sheet import plays_before
from viewer.locale.language import date, gettext, ngettext
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import element
from viewer.pages.new_match.titles import HOWS, Title
from viewer.pages.shared.faces import emblems_of
from viewer.pages.shared.templates import template_for

MAX_ROWS: Final = 12
"""Categories that are shown; the number of the others is shown."""

MAX_COLUMNS: Final = 6


def about(
    index: MatchIndex, matches: MatchRepository, title: Title, how: How, people: Sequence[ChosenPerson], today: str
) -> list[Json]:
    """Nothing before a title is chosen."""
    if not title.choice.title:
        return [_nothing()]
    bgg_id = title.choice.fixed.get("bgg_id")
    template = template_for(index, matches, title.choice.title, bgg_id) if how == "sheet" else None
    known = before_play(index, title.choice.title, [person.id for person in people])
    parts = [_sheet(matches, title, how, template, people)]
    if known.last:
        ids, name = [person.id for person in people], matches.people().name
        parts.append(plays_before(title.choice.title, ids, known, name, today))
    elif known.best:
        parts.append(element("p", gettext("These people have not played it together yet."), class_="sec soft"))
    if known.best:
        parts.append(_best(matches, known.best))
    return parts


def _nothing() -> Json:
    rows = [element("tr", element("th", "\u00a0"), element("td"), element("td"), element("td")) for _ in range(5)]
    faint = element("table", element("tbody", *rows), class_="sheet", aria_hidden="true")
    words = element("p", gettext("Here is the sheet of what you are about to play, and how it went before."))
    return element("div", faint, words, class_="panel faint")


def _sheet(
    matches: MatchRepository, title: Title, how: How, template: Template | None, people: Sequence[ChosenPerson]
) -> Json:
    words = element(
        "div", element("h2", fit(title.label, 60)), element("p", _summary(template, how), class_="soft s14")
    )
    top = element("div", emblems_of(matches).emblem(title.choice.title), words, class_="about")
    if how in ("moves", "winner", "places") or not (template or people):
        return element("div", top, class_="panel")
    return element("div", top, element("div", _table(template, people), class_="scroll"), class_="panel")


def _summary(template: Template | None, how: How) -> str:
    if template is None:
        return gettext(HOWS[how])
    categories = len(template.categories)
    match template.wins:
        case "highest":
            return ngettext("{number} category, most points win", "{number} categories, most points win", categories)
        case "lowest":
            return ngettext(
                "{number} category, fewest points win", "{number} categories, fewest points win", categories
            )
        case "together":
            return ngettext("{number} category, won together", "{number} categories, won together", categories)


def _table(template: Template | None, people: Sequence[ChosenPerson]) -> Json:
    columns = people[:MAX_COLUMNS]
    head = [element("th", fit(person.name, 12), scope="col") for person in columns]
    categories = template.categories if template else ()
    rows = [
        element("tr", element("th", fit(category.name, 40), scope="row"), *_cells("·", columns))
        for category in categories[:MAX_ROWS]
    ]
    if more := len(categories) - MAX_ROWS:
        words = ngettext("and {number} more", "and {number} more", more) if more > 0 else ""
        rows += [element("tr", element("th", words, scope="row"), *_cells("", columns))] if words else []
    total = element("tr", element("th", gettext("Total"), scope="row"), *_cells("0", columns))
    return element(
        "table",
        element("thead", element("tr", element("td"), *head)),
        element("tbody", *rows),
        element("tfoot", total),
        class_="sheet",
    )


def _cells(text: str, columns: Sequence[ChosenPerson]) -> list[Json]:
    return [element("td", text, class_="no") for _ in columns]


def _best(matches: MatchRepository, best: Record) -> Json:
    name = plain(matches.people().name(best.person)) if best.person else ""
    day = date(best.played_on) if best.played_on else ""
    words = ", ".join(part for part in (fit(name, 24), day) if part)
    link = element(
        "a", element("b", number(best.value)), f", {words}" if words else "", href=f"replay?match={best.match}"
    )
    return element("p", element("span", gettext("To beat:"), class_="soft"), " ", link, class_="best")
