"""The form of a new match as a component: title, people, what is known besides, and the buttons that begin it."""

from typing import Final, Literal, TypeAlias, TypedDict, cast

from viewer import surface
from viewer.components.lib.text_files import text_of
from viewer.components.people.picker import STYLE, ChosenPerson, PeopleData
from viewer.locale import language
from viewer.surface.host import Component

_form = Component(
    "partie_new_match",
    html='<div class="new-match"></div>',
    css=STYLE + text_of("lib/who_won.css", "new_match/form.css"),
    script="new_match/new_match.js",
)

KEY: Final = "new-match-form"

How: TypeAlias = Literal["moves", "winner", "sheet", "rounds", "final", "places"]
"""The depth of the record of a match: every move, the winners alone, by the categories of a template, by rounds or
categories named on the way, by the final points, or by the places alone.
"""

Wins: TypeAlias = Literal["highest", "lowest", "together"]
"""The winners of a match without rules and without a template."""

Value: TypeAlias = str | int | bool


class OptionField(TypedDict):
    """An option of a game; `choices` are values with their labels, of a choice only, and the bounds of a number."""

    name: str
    label: str
    kind: Literal["choice", "switch", "text", "number"]
    value: Value
    choices: list[tuple[Value, str]]
    least: int | None
    most: int | None


class NewTitleJson(TypedDict):
    """A title to choose. `about` are its categories or how it is recorded, `end` says why it is offered.

    `names` are other titles that it is found by. `emblem` is an element, or what one is made of in `shapes`: the number
    of the shape, that of the pair of colors, and the letters. `hows` are the ways to record it, `how` the usual one.
    `fields` are the options of a game with rules, `roles` the kinds of roles that its sheet names, with their words.
    `has_start`: seat 0 starts.
    """

    key: str
    label: str
    names: list[str]
    about: str
    end: str
    emblem: object
    hows: list[How]
    how: How
    wins: Wins
    fields: list[OptionField]
    roles: list[tuple[str, str]]
    is_played: bool
    has_start: bool


class FormPresetJson(TypedDict):
    """The form as an earlier match leaves it; `match` is its id."""

    match: str
    key: str
    how: How
    options: dict[str, Value]
    chosen: list[ChosenPerson]


class NewOutcomeJson(TypedDict):
    """The outcome of what was sent: the match and the way to it, or a sentence and the field it is about.

    `number` tells two outcomes apart; `since` is the version of the result of a match that is saved with it, else 0.
    """

    number: int
    match: str
    href: str
    since: int
    says: str
    at: str


class NewMatchData(TypedDict):
    """`shapes`: emblems without color and letters; `preset`: what the address asks for; `place`: the one proposed."""

    titles: list[NewTitleJson]
    shapes: list[object]
    people: PeopleData
    preset: FormPresetJson | None
    place: str
    places: list[str]
    outcome: NewOutcomeJson | None
    principal: str
    catalog: language.CatalogJson


class AskedJson(TypedDict):
    """The subject of the form at the moment: a known title by its key, else as typed. Ids of new people are empty."""

    key: str
    title: str
    how: How
    people: list[ChosenPerson]


FOLDERS: Final = ("viewer/components/new_match", "viewer/components/people")
"""The folders with the words of the component."""


def new_match_form(data: NewMatchData) -> None:
    surface.mount(_form, data, key=KEY, sends=["asked", "sent"])


def asked() -> AskedJson | None:
    """The subject of the form when it last said so; None before."""
    return cast(AskedJson | None, (surface.state().get(KEY) or {}).get("asked"))


def sent() -> object:
    """The wish of the form to record in this run; None: nothing."""
    return (surface.state().get(KEY) or {}).get("sent")
