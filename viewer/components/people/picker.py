"""The people picker: chips by recency with one tap each, a search, new people inline, seats in order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypedDict

from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.lib.text_files import text_of
from viewer.locale import language
from viewer.locale.language import ngettext
from viewer.locale.plain_text import fit, plain
from viewer.look.emblem import Faces
from viewer.surface.host import Component

STYLE: Final = text_of("people/picker.css")

_picker = Component(
    "partie_people",
    html='<div class="people"></div>',
    css=STYLE,
    script="people/picker.js",
)

_TAPPED: Final = "people-tapped"

_MAX_NAME: Final = 60
"""Maximum number of characters of a name in a label."""

Kind = Literal["one", "seats"]
"""Number of people that are chosen; `seats`: in the order of their seats."""


class PickedPerson(NamedTuple):
    """A person to choose; `plays` counts the matches, `id` is empty for a new person."""

    id: str
    name: str
    plays: int = 0


class PersonChoice(NamedTuple):
    """A person with the label of the choice; the id of a new person is empty."""

    id: str
    name: str
    label: str


class ChosenPerson(NamedTuple):
    """A person in the order chosen."""

    id: str
    name: str


class SameJson(NamedTuple):
    """The people of the last table, whom one tap on the words chooses."""

    words: str
    people: list[ChosenPerson]


class PeopleData(TypedDict):
    """`faces` are elements (viewer/look/element.py) by id. A new `revision` replaces what was chosen in the browser.

    `has_start`: seat 0 starts; otherwise it does only where the start player was drawn.
    """

    label: str
    kind: Kind
    new: bool
    most: int | None
    people: list[PersonChoice]
    faces: dict[str, object]
    chosen: list[ChosenPerson]
    revision: int
    has_start: bool
    same: SameJson | None
    catalog: language.CatalogJson


def known_people(index: MatchIndex, matches: MatchRepository, also: Iterable[str] = ()) -> list[PickedPerson]:
    """People by their last match, newest first, then people without one.

    People of simulated matches only are left out, but for those of `also`.
    """
    everybody = matches.people().current_names()
    plays = index.plays_by_person()
    unlisted = index.unlisted_people() - {*also}
    idle = sorted(everybody.keys() - plays.keys(), key=lambda id: everybody[id].casefold())
    return [
        PickedPerson(id, everybody[id], plays.get(id, 0)) for id in (*plays, *idle) if id in everybody.keys() - unlisted
    ]


def choose(key: str, chosen: Sequence[PickedPerson]) -> None:
    """Set the people chosen in the picker `key`."""
    surface.state()[f"{key}-chosen"] = list(chosen)
    surface.state()[f"{key}-revision"] = surface.state().get(f"{key}-revision", 0) + 1


def was_tapped() -> bool:
    """True if a choice in a picker made the script run, so that what an address says may be older; once."""
    return bool(surface.state().pop(_TAPPED, False))


def chosen_people(key: str) -> list[PickedPerson]:
    persons: list[PickedPerson] = surface.state().get(f"{key}-chosen", [])
    return persons


def person_picker(label: str, people: Sequence[PickedPerson], *, key: str) -> list[PickedPerson]:
    """Ask for one person; returns nobody or this one."""

    def take() -> None:
        sent = (surface.state()[key] or {}).get("chosen") or []
        surface.state()[f"{key}-chosen"] = [PickedPerson(str(id), str(name)) for id, name in sent]
        surface.state()[_TAPPED] = True

    chosen = chosen_people(key)
    given = [ChosenPerson(person.id, plain(person.name)) for person in chosen]
    revision = surface.state().get(f"{key}-revision", 0)
    data = people_data(label, people, given, revision, kind="one")
    surface.mount(_picker, data, key=key, on={"chosen": take})
    return chosen


def people_data(
    label: str,
    people: Sequence[PickedPerson],
    chosen: Sequence[ChosenPerson],
    revision: int,
    *,
    kind: Kind,
    new: bool = False,
    most: int | None = None,
    faces: Faces | None = None,
    same: SameJson | None = None,
) -> PeopleData:
    """The data of the picker, for `person_picker` and for a form that holds one."""
    labels = labels_of(people)
    faces = faces or Faces(person.name for person in people)
    return {
        "label": label,
        "kind": kind,
        "new": new,
        "most": 1 if kind == "one" else most,
        "people": [PersonChoice(person.id, plain(person.name), labels[person.id]) for person in people],
        "faces": {person.id: faces.face(person.name, 28) for person in people},
        "chosen": list(chosen),
        "revision": revision,
        "has_start": False,
        "same": same,
        "catalog": language.js_catalog("viewer/components/people"),
    }


def labels_of(people: Sequence[PickedPerson]) -> dict[str, str]:
    """A label for each person, by id, no two alike: the name, for namesakes with the number of plays.

    Namesakes with as many plays are numbered. A selection needs it: Streamlit's widgets report labels.
    """
    names = {person.id: fit(person.name, _MAX_NAME) for person in people}
    alike = Counter(map(str.casefold, names.values()))
    labels = {
        person.id: ngettext("{name}, {number} play", "{name}, {number} plays", person.plays, name=names[person.id])
        if alike[names[person.id].casefold()] > 1
        else names[person.id]
        for person in people
    }
    alike, numbers = Counter(map(str.casefold, labels.values())), Counter[str]()
    for id, label in labels.items():
        if alike[key := label.casefold()] > 1:
            numbers[key] += 1
            labels[id] = f"{label} ({numbers[key]})"
    return labels
