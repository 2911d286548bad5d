"""The filters of the match lists behind one button; their state is kept in the query parameters of the address."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, cast
from urllib.parse import urlencode

from core.folding import folded
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.filters import MatchFilter
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.boards.scene import Json
from viewer.components.html_block import html_block
from viewer.components.people.picker import known_people, labels_of
from viewer.locale.language import date, gettext, gettext_noop, ngettext
from viewer.locale.plain_text import fit
from viewer.look.element import element
from viewer.look.icons import icon
from viewer.pages.shared.address import say_unknown
from viewer.statistics.words import DEPTHS
from viewer.surface.host import Component
from viewer.texts.own_words import tag_text

ON: Final = "true"
"""The value of a switch that is on."""


@dataclass(frozen=True, slots=True)
class FilterField:
    """A filter by the name of its parameter. `all` stands for no choice, `choices` are labels by their values."""

    key: str
    label: str
    all: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    kind: Literal["one", "several", "date", "switch"] = "one"


def form(fields: Sequence[FilterField], chosen: Mapping[str, object]) -> Json:
    """The fields with what is chosen; no field without choices."""
    shown = [one for one in fields if one.choices or one.kind in ("date", "switch")]
    return element("div", *(_field(one, chosen.get(one.key)) for one in shown), class_="filters")


def _field(one: FilterField, value: object) -> Json:
    label = element("span", one.label, class_="lab")
    match one.kind:
        case "switch":
            box = element("input", type="checkbox", name=one.key, value=ON, **_on("checked", value))
            return element("label", box, element("span", one.label), class_=f"switch {one.key}")
        case "date":
            day = element(
                "input", type="date", name=one.key, value=str(value or ""), class_="field", aria_label=one.label
            )
            return element("label", label, day, class_=one.key)
        case "several":
            ids = value if isinstance(value, list) else []
            left = {id: text for id, text in one.choices.items() if id not in ids}
            first = gettext("One more") if ids else one.all
            return element("label", label, _select(one, first, left, "", data_several=ON), class_=one.key)
        case _:
            return element("label", label, _select(one, one.all, one.choices, str(value or "")), class_=one.key)


def _select(one: FilterField, first: str, choices: Mapping[str, str], value: str, **more: str) -> Json:
    options = [element("option", text, value=word, **_on("selected", word == value)) for word, text in choices.items()]
    return element(
        "select",
        element("option", first, value=""),
        *options,
        name=one.key,
        class_="field",
        aria_label=one.label,
        **more,
    )


def _on(attribute: str, value: object) -> dict[str, str]:
    return {attribute: ""} if value else {}


_panel = Component("partie_filters", '<div class="filter"></div>', "filter_panel/filter_panel.js")


def filter_panel(label: str, icon: Json, form: Json) -> None:
    """Show the button; `form` is an element whose selects, inputs and check boxes have parameters as names.

    A select with `data-several` adds its choice to those in the address; words of one parameter have commas between.
    """
    data = {"label": label, "icon": icon, "form": form}
    surface.mount(_panel, data, key="filter-panel", width="content")


STATES: Final[Mapping[str, str]] = {
    "finished": gettext_noop("Finished"),
    "open": gettext_noop("Still open"),
    "closed": gettext_noop("No result"),
    "damaged": gettext_noop("Damaged"),
}
"""Labels by the values of a `MatchRow` field."""

_FACTS: Final[Mapping[str, str]] = {
    "role": gettext_noop("Role"),
    "expansion": gettext_noop("Expansion"),
    "team": gettext_noop("Team"),
    "color": gettext_noop("Color"),
    "scenario": gettext_noop("Scenario"),
    "variant": gettext_noop("Variant"),
    "difficulty": gettext_noop("Difficulty"),
    "series": gettext_noop("Series"),
}
"""Labels by the kinds of `eventstore.readmodels.filters.FACTS`."""

_WORDS: Final[Mapping[str, str]] = {
    "game": "{value}",
    "only": gettext_noop("Only these people"),
    "since": gettext_noop("from {value}"),
    "until": gettext_noop("until {value}"),
    "seats": gettext_noop("Players: {value}"),
    "place": "{value}",
    "tag": "{value}",
    "depth": "{value}",
    "withdrawn": gettext_noop("Deleted matches"),
    "state": "{value}",
}
"""The words of a chip by the key of its criterion."""

_MAX_PLAYERS: Final = 10
"""Largest number of players in the filter; larger tables are found by other criteria."""


def filters(index: MatchIndex, matches: MatchRepository, without: Collection[str] = ()) -> MatchFilter:
    """Show the button with the filters, and what is chosen as chips; returns the chosen criteria.

    `without` names the fields to leave out, as on a page about one `game` or `person`.
    """
    with surface.container("filters", row="center"):
        match_filter = filter_button(index, matches, without)
        filter_chips(matches, match_filter)
    return match_filter


def filter_button(
    index: MatchIndex, matches: MatchRepository, without: Collection[str] = (), withdrawn: int = 0
) -> MatchFilter:
    """The button that opens the filters; returns the criteria as `filters` does.

    `withdrawn` is the number of withdrawn matches, which can be shown instead.
    """
    fields = [field for field in _fields(index, matches, withdrawn) if field.key not in without]
    chosen = {field.key: value for field in fields if (value := _chosen(field, matches))}
    if "person" not in chosen:
        chosen.pop("only", None)
    filter_panel(gettext("Filters"), icon("filter"), form(fields, chosen))
    return cast(MatchFilter, chosen)


def _fields(index: MatchIndex, matches: MatchRepository, withdrawn: int) -> Iterator[FilterField]:
    people = labels_of([person for person in known_people(index, matches) if person.plays])
    yield _choice("game", gettext("Game"), gettext("All games"), index.games())
    yield FilterField("person", gettext("People"), gettext("Everybody"), people, kind="several")
    yield FilterField("only", gettext("Only these people"), kind="switch")
    yield FilterField("since", gettext("From"), kind="date")
    yield FilterField("until", gettext("To"), kind="date")
    yield _choice("seats", gettext("Number of players"), gettext("Any number"), map(str, range(1, _MAX_PLAYERS + 1)))
    yield _choice("place", gettext("Place"), gettext("Anywhere"), index.places())
    tags = {tag: fit(tag_text(tag), 60) for tag in index.tags() if tag}
    yield FilterField("tag", gettext("Tag"), gettext("Any tag"), tags)
    for key, label, all, words in (
        ("depth", gettext("Recorded"), gettext("Any level of detail"), DEPTHS),
        ("state", gettext("State"), gettext("Any state"), STATES),
    ):
        yield FilterField(key, label, all, {word: gettext(text) for word, text in words.items()})
    for kind, values in index.facts().items():
        yield _choice(kind, gettext(_FACTS[kind]), gettext("Any"), values)
    if withdrawn:
        label = ngettext("{number} deleted match", "{number} deleted matches", withdrawn)
        yield FilterField("withdrawn", label, kind="switch")


def _choice(key: str, label: str, all: str, values: Iterable[str]) -> FilterField:
    return FilterField(key, label, all, {value: fit(value, 60) for value in values if value})


def _chosen(field: FilterField, matches: MatchRepository) -> object:
    """The choices in the address; a message names what is not known."""
    if field.kind == "several":
        return _people(field, matches)
    word = surface.address().get(field.key, "")
    if field.kind == "switch":
        return word == ON
    if field.kind != "date" and word not in field.choices:
        word = next((choice for choice in field.choices if word and folded(choice) == folded(word)), word)
    is_known = _is_day(word) if field.kind == "date" else word in field.choices
    if word and not is_known:
        say_unknown(field.key, word)
        return None
    return int(word) if word and field.key == "seats" else word


def _people(field: FilterField, matches: MatchRepository) -> list[str]:
    """The people in the address: by id, or by name as in older addresses; of namesakes the last to have played."""
    everybody, ids = matches.people(), dict[str, None]()
    for value in surface.address().get_all(field.key):
        for word in [value] if everybody.named(value) else filter(None, value.split(",")):
            named = {everybody.one(word)} & field.choices.keys() or {*everybody.found(word)}
            if id := next((id for id in field.choices if id in named), None):
                ids[id] = None
            else:
                say_unknown(field.key, word)
    return list(ids)


def _is_day(word: str) -> bool:
    try:
        return datetime.date.fromisoformat(word).isoformat() == word
    except ValueError:
        return False


def filter_chips(matches: MatchRepository, match_filter: MatchFilter) -> None:
    """The chosen criteria, each as a link that removes it."""
    chips = [
        element(
            "a", text, icon("close"), class_="chip", href=_address(match_filter, key, value),
            aria_label=gettext("Remove the filter {criterion}", criterion=text),
        )
        for key, value, text in _criteria(matches, match_filter)
    ]  # fmt: skip
    if chips:
        html_block(element("div", *chips, class_="chips"), key="filter-chips")


def _address(match_filter: MatchFilter, key: str, person: str) -> str:
    """The address of the page without this criterion."""
    parameters = {name: value for name, value in dict(surface.address()).items() if name != key}
    if others := [id for id in match_filter.get("person") or () if id != person] if key == "person" else []:
        parameters["person"] = ",".join(others)
    return f"?{urlencode(parameters)}"


def _criteria(matches: MatchRepository, match_filter: MatchFilter) -> Iterator[tuple[str, str, str]]:
    """The key of each criterion, the person if it is one, and its words."""
    for person in match_filter.get("person") or ():
        yield "person", person, fit(matches.people().name(person), 30)
    for key, words in {**_WORDS, **dict.fromkeys(_FACTS, "{value}")}.items():
        if value := match_filter.get(key):
            yield key, "", gettext(words, value=_words(key, str(value)))


def _words(key: str, value: str) -> str:
    if key in ("since", "until"):
        return date(value)
    if key == "tag":
        return fit(tag_text(value), 40)
    labels = {"depth": DEPTHS, "state": STATES}.get(key, {})
    return gettext(labels[value]) if value in labels else fit(value, 40)
