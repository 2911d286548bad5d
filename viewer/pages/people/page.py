"""The list of all people: face, name, plays, share of wins, last play and latest results; and who plays together."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from typing import Final
from urllib.parse import quote

from eventstore.matches.people import People, Player
from eventstore.matches.people_repository import MergeSuggestion
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.readmodels.play_lists import people_list, together
from eventstore.readmodels.plays_of import plays_of
from eventstore.statistics import play_lists
from eventstore.statistics.play_lists import PairPlays, PersonRow
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.sortable_list import Key, ListColumn, ListRow
from viewer.locale.language import date, gettext, ngettext, number, short_date
from viewer.locale.plain_text import fit, plain
from viewer.look import charts
from viewer.look.charts import Bar
from viewer.look.element import element
from viewer.look.emblem import Faces
from viewer.look.icons import icon
from viewer.pages.person.changes import change
from viewer.pages.shared import flash
from viewer.pages.shared.dataset import dataset_key
from viewer.pages.shared.faces import faces_of
from viewer.pages.shared.lists import first_cells, list_of_people, wins_cells, wins_columns
from viewer.pages.shared.pages import Pages
from viewer.pages.shared.session import reader_today
from viewer.surface.kept import kept
from viewer.texts import answer_words


def show(index: MatchIndex, matches: MatchRepository, pages: Pages) -> None:
    """Show everybody but the people of simulated matches only; recorders can add a person."""
    flash.show()
    _head(matches, pages)
    people, counted = matches.people(), index.counted()
    key = dataset_key(counted, {})
    listed = [id for id in people.current_names() if id not in index.unlisted_people()]
    if not listed:
        _nobody()
        return
    faces, today = faces_of(matches), reader_today()
    rows = _rows(counted, listed, key + " ".join(listed))
    if pages.has_role("recorder"):
        suggest_merges(matches, {row.person: row.plays for row in rows}, index.unlisted_people())
    columns = [
        *wins_columns(),
        ListColumn(gettext("Last played"), gettext("Last played first"), is_first_high=True, kind="wide soft"),
        ListColumn(gettext("Last ten"), kind="last"),
    ]
    shown = [_row(row, people, faces, today) for row in rows]
    beside = _beside(counted, key, rows, people, faces, today)
    list_of_people(columns, shown, gettext("People"), aside=beside, key="people")


def _head(matches: MatchRepository, pages: Pages) -> None:
    """The title, and behind a button the name of a person to add."""
    title = element("h1", gettext("People"))
    if not pages.has_role("recorder"):
        html_block(element("div", title, class_="head"), key="head")
        return
    name = element("input", name="name", required="", maxlength=100, aria_label=gettext("Name"), autocomplete="off")
    form = element(
        "form", element("label", name, class_="field"),
        element("button", gettext("Add"), type="submit", class_="btn go"), class_="adding", data_send="add",
    )  # fmt: skip
    summary = element("summary", icon("plus"), gettext("Add a person"), class_="btn")
    add = element("details", summary, element("div", form, class_="pop"), class_="drop end")
    if (sent := html_block(element("div", title, add, class_="head"), key="head")) and sent.value.strip():
        with flash.catch_errors(conflict=gettext("Another user changed people at the same time. Try again.")):
            _add(matches, sent.value)
        surface.run_again()


def _add(matches: MatchRepository, name: str) -> None:
    known = matches.people().named(name.strip())
    (id,) = matches.people_repository.seat([Player(name.strip())])
    shown = fit(matches.people().name(id), 40)
    told = gettext("{name} is on the list already.", name=shown) if known else gettext("{name} is added.", name=shown)
    flash.put(told)


def _nobody() -> None:
    html_block(
        element("p", gettext("The people you play with stand here, with their plays and wins."), class_="answer"),
        element("p", element("a", gettext("New match"), href="new", class_="btn go"), class_="sec"),
        key="nobody",
    )


@kept(8)
def _rows(_index: MatchIndex, _people: Sequence[str], key: str) -> tuple[PersonRow, ...]:
    return people_list(_index, _people)


def _row(row: PersonRow, people: People, faces: Faces, today: datetime.date) -> ListRow:
    name = people.name(row.person)
    day = short_date(row.last, today.isoformat()) if row.last else ""
    below = " · ".join(part for part in (answer_words.results(row), day) if part)
    first = first_cells(name, below, faces.face(name, 40), f"person?person={quote(row.person)}", row.plays)
    dots = charts.dots(row.recent, answer_words.recent(row.recent)) if row.recent else ""
    keys: list[Key] = [plain(name), row.plays, row.wins, row.share.value, row.last, None]
    others = [plain(people.names[id]) for id in people.ids(row.person)[1:] if id in people.names]
    words = " ".join([plain(name), *others, date(row.last) if row.last else ""])
    return ListRow([*first, *wins_cells(row.wins, row.share.n), day, dots], keys, words)


MAX_SHOWN: Final = 5
"""Maximum number of suggestions shown at once."""


def suggest_merges(matches: MatchRepository, plays: Mapping[str, int], unlisted: Collection[str]) -> None:
    """A fold with a row for each of the most likely suggestions; none of them names `unlisted` people."""
    suggestions = matches.people_repository.suggestions(without=unlisted)
    if not suggestions:
        return
    with surface.expander(gettext("One person or two?"), key="suggested"):
        for place, one in enumerate(suggestions[:MAX_SHOWN]):
            # The name with more plays stays.
            stays, goes = sorted((one.into, one.person), key=lambda id: -plays.get(id, 0))
            _merged_person(matches, MergeSuggestion(goes, stays, one.why), plays, f"suggested-{place}")
        if (more := len(suggestions) - MAX_SHOWN) > 0:
            surface.caption(ngettext("{number} more after these", "{number} more after these", more))


def _merged_person(matches: MatchRepository, one: MergeSuggestion, plays: Mapping[str, int], key: str) -> None:
    people = matches.people()
    goes, stays = (
        ngettext(
            "{name} ({number} play)",
            "{name} ({number} plays)",
            plays.get(id, 0),
            name=fit(people.name(id), 40),
        )
        for id in (one.person, one.into)
    )
    with surface.container(key, row="center"):
        surface.text(gettext("{one} and {other}", one=goes, other=stays), width=420)
        name = fit(people.name(one.into), 40)
        if surface.button(gettext("One person"), key=f"{key}-merge", icon=":material/merge:"):
            with change():
                matches.people_repository.merge(one.person, one.into)
                flash.put(gettext("They are now one person: {name}.", name=name))
        if surface.button(gettext("Two people"), key=f"{key}-apart", icon=":material/call_split:"):
            with change():
                matches.people_repository.tell_apart(one.person, one.into)
                flash.put(gettext("They are two people; you will not be asked again."))


def _beside(
    index: MatchIndex, key: str, rows: Sequence[PersonRow], people: People, faces: Faces, today: datetime.date
) -> list[Json]:
    """The sections that have something to say; `key` identifies the plays of the index."""
    parts = list[Json]()
    if pairs := _pairs(index, people.current_names(), key):
        bars = [_bar(both, people, is_first=place == 0) for place, both in enumerate(pairs)]
        says = element("p", _result(index, pairs[0], people), class_="soft s14 note")
        parts.append(_section(gettext("Together most often"), charts.bars(bars), says))
    if missed := play_lists.absent(rows, today):
        minis = [_missed(one.person, answer_words.ago(one.days), people, faces) for one in missed]
        parts.append(_section(gettext("Not seen for long"), *minis))
    if any(row.recent for row in rows):
        parts.append(_section(gettext("The dots"), _legend()))
    return parts


def _section(title: str, *content: Json) -> Json:
    return element("section", element("h2", title), *content, class_="sec")


@kept(8)
def _pairs(_index: MatchIndex, _names: Collection[str], key: str) -> tuple[PairPlays, ...]:
    return together(_index, _names)


def _bar(both: PairPlays, people: People, *, is_first: bool) -> Bar:
    one, other = (fit(people.name(id), 20) for id in (both.one, both.other))
    label = gettext("{first} and {last}", first=one, last=other)
    return Bar(label, both.plays, number(both.plays), href=_pair(both), meant=is_first)


def _pair(both: PairPlays) -> str:
    return f"pair?people={quote(both.one)},{quote(both.other)}"


def _result(index: MatchIndex, both: PairPlays, people: People) -> str:
    """`Ana and Ben: 94 to 86 for Ana, 7 shared.`"""
    duel = play_lists.duel_of(plays_of(index.population(), (both.one, both.other)), both, people.current_names())
    one, other = (fit(people.name(id), 20) for id in (both.one, both.other))
    names = gettext("{first} and {last}", first=one, last=other)
    shared = ngettext("{number} shared", "{number} shared", duel.together)
    if duel.before == duel.after:
        result = gettext("{one} to {other}", one=number(duel.before), other=number(duel.after))
    else:
        high, low = max(duel.before, duel.after), min(duel.before, duel.after)
        name = one if duel.before > duel.after else other
        result = gettext("{one} to {other} for {name}", one=number(high), other=number(low), name=name)
    if duel.together:
        return gettext("{names}: {result}, {shared}.", names=names, result=result, shared=shared)
    return gettext("{names}: {result}.", names=names, result=result)


def _missed(person: str, time: str, people: People, faces: Faces) -> Json:
    name = people.name(person)
    end = element("span", time, class_="end")
    called = element("span", fit(name, 40))
    return element("a", faces.face(name, 24), called, end, href=f"person?person={quote(person)}", class_="mini")


def _legend() -> Json:
    won, other = (element("i", class_=kind) for kind in ("w", ""))
    dots = [element("span", dot, class_="dots", aria_hidden="true") for dot in (won, other)]
    words = gettext("won"), gettext("not won; the newest at the right.")
    return element("p", dots[0], f" {words[0]}  ", dots[1], f" {words[1]}", class_="soft s14")
