"""Draws what was understood of a table or list: its first plays, what is not used, what is doubtful, each to change."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from eventstore.readmodels.projection import MatchRow
from importers import sample
from importers.preview import FileView, ReadingView
from importers.tables import mapping as mappings
from importers.tables.headers import MEANINGS, Meaning
from importers.tables.mapping import Mapping
from viewer.boards.scene import Json
from viewer.locale.language import date, gettext, listed, ngettext, translate
from viewer.locale.plain_text import fit, number, plain
from viewer.look.element import button, element
from viewer.look.icons import crown
from viewer.pages.imports.columns import HOLDS
from viewer.pages.imports.results import FORMATS
from viewer.pages.imports.uploads import ReadingChoice

MAX_TITLES: Final = 8
"""Games of which it is asked who wins."""

MAX_UNUSED: Final = 6
"""Unused columns that can be changed at once; all others by hand below."""


def understood(view: FileView, chosen: ReadingChoice, usual: dict[str, str], *, is_only_question: bool) -> list[Json]:
    """The parts of a block; its buttons and fields send `reading`, `forget`, `game`, `day_first`, `undated`, `wins`
    and `column`.

    `usual` says in words who usually wins the plays of a title. The button that takes the only reading is the primary
    one of a page on which it `is_only_question`.
    """
    title, count = element("h2", fit(view.name, 60)), element("span", _count(view), class_="soft s14")
    head = element("div", title, count, class_="h read")
    return [
        head,
        *_confirmed(view, chosen),
        *(_question(view, is_only=is_only_question) if view.asks else [_plays(view.readings[0]), *_doubts(view)]),
        *_changes(view, chosen, usual),
    ]


def _count(view: FileView) -> str:
    kind, plays = gettext(FORMATS[view.format]), view.readings[0].plays
    return ngettext("{format}, {number} match", "{format}, {number} matches", plays, format=kind)


def _confirmed(view: FileView, chosen: ReadingChoice) -> list[Json]:
    """The reason why nothing is asked although the reading is not a sure guess, and the way back."""
    if view.confirmed_on:
        says = gettext("Read like the file with this header of {day}.", day=date(view.confirmed_on))
        return [_told(says, gettext("Read it anew"), "forget", 0)]
    if view.is_chosen:
        return [_told(gettext("Read as you chose."), gettext("Choose again"), "reading", chosen.reading or 0)]
    return []


def _doubts(view: FileView) -> list[Json]:
    """The small doubts of a reading that is sure enough; none if a person settled them."""
    settled = view.confirmed_on or view.is_chosen
    return [] if settled else [element("p", translate(doubt), class_="soft s14") for doubt in view.doubts]


def _told(says: str, label: str, sends: str, reading: int) -> Json:
    """A sentence and the way back: its button has the id of the one that takes the reading, and so keeps the focus."""
    way = button(label, sends=sends, class_="btn bare", id=f"take-{reading}")
    return element("p", element("span", says), element("span", way, class_="end"), class_="told")


def _question(view: FileView, *, is_only: bool) -> list[Json]:
    several = len(view.readings) > 1
    asks = gettext("Which of these are the plays?") if several else gettext("Are these the plays?")
    doubts = [element("p", translate(doubt), class_="s14") for doubt in view.doubts]
    told = Counter(pair for reading in view.readings for pair in _held(reading.mapping))
    cards = [
        element(
            "section",
            _plays(reading),
            *_taken_for(reading, {pair for pair, times in told.items() if times < len(view.readings)}),
            *(_not_used(reading) if several else []),
            button(
                gettext("Take this reading") if several else gettext("These are the plays"),
                sends="reading",
                value=str(place),
                class_="btn go" if is_only and not several else "btn",
                id=f"take-{place}",
                aria_describedby=f"first-{place}",
            ),
            class_="panel",
            id=f"first-{place}",
        )
        for place, reading in enumerate(view.readings)
    ]
    return [element("p", asks, class_="answer"), element("div", *cards, class_="readings"), *doubts]


def _not_used(reading: ReadingView) -> list[Json]:
    names = fit(listed(list(map(plain, reading.unused))), 200)
    return [element("p", gettext("Not used: {columns}.", columns=names), class_="soft s14")] if names else []


def _held(mapping: Mapping | None) -> list[tuple[Meaning, str]]:
    """The meaning of each column."""
    used = sample.used_columns(mapping) if mapping else {}
    return [(meaning, header) for meaning, headers in used.items() for header in headers]


def _taken_for(reading: ReadingView, special: set[tuple[Meaning, str]]) -> list[Json]:
    """The meaning of the columns in a reading; the part that only this one has stands out."""
    if reading.mapping is None:
        return []
    shape, *_ = mappings.described(reading.mapping)
    parts: list[Json] = [translate(shape)]
    for meaning, headers in sample.used_columns(reading.mapping).items():
        names = listed([fit(translate(header), 24) for header in headers])
        words = gettext("{meaning}: {columns}.", meaning=gettext(HOLDS[meaning]), columns=names)
        is_special = any((meaning, header) in special for header in headers)
        parts += [" ", element("b", words) if is_special else words]
    return [element("p", *parts, class_="s14")]


def _plays(reading: ReadingView) -> Json:
    """The first plays as a table."""
    if not reading.rows:
        return element("p", gettext("No play of it can be read yet."), class_="soft")
    return element("div", plays_table(reading.rows), *_more(reading))


def _more(reading: ReadingView) -> list[Json]:
    more = reading.plays - len(reading.rows)
    says = ngettext("and {number} more play", "and {number} more plays", more)
    return [element("p", says, class_="soft s14")] if more > 0 else []


def plays_table(rows: Sequence[MatchRow]) -> Json:
    """Date, game, and who had how many points and won."""
    heads = (gettext("Date"), gettext("Game"), gettext("Players"))
    top = element("tr", *(element("th", head, scope="col") for head in heads))
    body = [
        element(
            "tr",
            element("td", date(row.played_on) if row.played_on else gettext("no date"), class_="day"),
            element("td", fit(translate(sample.game(row)), 40)),
            element("td", f"{standings(row)}: ", _won(row)),
        )
        for row in rows
    ]
    return element("table", element("thead", top), element("tbody", *body), class_="list small plays")


def _won(row: MatchRow) -> Json:
    if not row.winners:
        return element("span", translate(sample.winners(row)), class_="soft")
    names = listed([fit(row.players[seat], 20) for seat in row.winners])
    won = ngettext("{names} won", "{names} won together", len(row.winners), names=names)
    return element("b", crown(), won)


def _changes(view: FileView, chosen: ReadingChoice, usual: dict[str, str]) -> list[Json]:
    """The changes of one tap: the order in dates, the game, columns that nothing uses."""
    parts = list[Json]()
    if view.is_undated:
        parts.append(_order(chosen.options.day_first))
    if view.lacks_dates:
        parts.append(_undated(is_said=chosen.options.undated))
    said = dict(chosen.options.wins)
    parts += [_wins(title, said.get(title), usual.get(title, "")) for title in view.undecided[:MAX_TITLES]]
    if chosen.options.game or any(map(sample.is_nameless, view.readings[0].rows)):
        parts.append(game_field(gettext("Which game is it?"), chosen.options.game or ""))
    if len(view.readings) == 1 and view.readings[0].unused and view.readings[0].mapping:
        parts.append(_unused(view.readings[0].mapping))
    return [element("div", *parts, class_="doubtful")] if parts else []


def _order(day_first: bool | None) -> Json:
    chosen = None if day_first is None else "1" if day_first else ""
    choices = {"1": gettext("The day"), "": gettext("The month")}
    label = gettext("First in dates")
    return element("div", element("span", label, class_="lab"), _segments(label, "day_first", choices, chosen))


def _undated(*, is_said: bool) -> Json:
    value = "" if is_said else "1"
    choices = {value: gettext("These plays have no dates")}
    return element("div", _segments("", "undated", choices, value if is_said else None))


def _wins(title: str, said: str | None, usual: str) -> Json:
    """The rule of winning for plays of a title that have points and no winners, and the `usual` one."""
    choices = {"most": gettext("Most points"), "fewest": gettext("Fewest points"), "named": gettext("Not known")}
    label = gettext("Who wins {game}?", game=fit(title, 40))
    group = _segments(label, "wins", {f"{title}={rule}": words for rule, words in choices.items()}, f"{title}={said}")
    hint = [element("p", usual, class_="soft s14")] if usual else []
    return element("div", element("span", label, class_="lab"), *hint, group)


def _segments(label: str, sends: str, choices: dict[str, str], chosen: str | None) -> Json:
    """Buttons beside each other, by the value that each sends; the chosen one is pressed."""
    buttons = [
        button(
            words,
            sends=sends,
            value=value,
            class_="",
            id=f"{sends}-{value}".replace(" ", "_"),
            aria_pressed=str(value == chosen).lower(),
        )
        for value, words in choices.items()
    ]
    group = {"role": "group", "aria_label": label} if label else {}
    return element("div", *buttons, class_="seg", **group)


def game_field(label: str, title: str) -> Json:
    """A field for the title of the game, and the button that takes it."""
    words = element("input", name="game", value=title, maxlength=100, aria_label=label, autocomplete="off")
    submit = element("button", gettext("Set"), class_="btn")
    line = element("div", element("span", words, class_="field"), submit, class_="adding")
    return element("form", element("span", label, class_="lab"), line, data_send="game")


def _unused(mapping: Mapping) -> Json:
    """The columns that no play comes from, each with a list of what it may hold."""
    columns = [
        (place, column)
        for place, column in enumerate(mapping.columns, 1)
        if column.header and column.meaning in ("other", "ignore")
    ]
    picks = []
    for place, column in columns[:MAX_UNUSED]:
        options = [
            element("option", gettext(HOLDS[held]), value=held, **({"selected": ""} if held == column.meaning else {}))
            for held in MEANINGS
        ]
        name, what = {"data_send": "column", "data_value": str(place)}, fit(column.header, 24)
        select = element("select", *options, **name, id=f"column-{place}", aria_label=what)
        picks.append(element("label", element("span", what), select, class_="field"))
    label, line = element("span", gettext("Not used"), class_="lab"), element("div", *picks, class_="picks")
    rest = fit(listed([plain(column.header) for _, column in columns[MAX_UNUSED:]]), 300)
    more = [element("p", gettext("Also not used: {columns}.", columns=rest), class_="soft s14")] if rest else []
    return element("div", label, line, *more)


def match_line(row: MatchRow) -> str:
    """A match on one line: date, game, players with points."""
    day = date(row.played_on) if row.played_on else ""
    return "  ·  ".join(fact for fact in (day, fit(translate(row.game_title), 40), standings(row)) if fact)


def standings(row: MatchRow) -> str:
    """The players with their points, in the order of the seats."""
    scores = row.scores or (None,) * len(row.players)
    return ", ".join(
        fit(name, 20) if points is None else f"{fit(name, 20)} {number(points)}"
        for name, points in zip(row.players, scores, strict=True)
    )
