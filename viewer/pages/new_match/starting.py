"""The order that the form of a new match sends, and the match that begins with it."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from core.game import AnyGame
from core.games import scoresheet
from core.games.scoresheet import RanksNamed, TemplateChosen
from core.json_types import json_type
from core.record_events import DetailsNoted, Role, SeatDetails
from core.sheet_template import Template
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Conflict
from viewer.components.new_match import How, Value, Wins
from viewer.components.people.picker import ChosenPerson
from viewer.locale.language import gettext, translate
from viewer.pages.new_match.presets import Preset
from viewer.pages.new_match.titles import Title
from viewer.pages.shared.templates import options_of, template_for

_MAX_MINUTES: Final = 99_999
_ID: Final = re.compile(r"[0-9a-f]{10}")
_LENGTH: Final = re.compile(r"(?:(\d{1,3})\s*(?::|h)\s*)?(\d{1,5})?\s*(?:min)?")
"""`90`, `1:30`, `1 h 30`, `2h`."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The form. `id` is that of the match, made by the browser so that a request twice begins one match.

    `day`, `place`, `length` and `since` (the time at which the clock was started) are empty if they are not known.
    `roles` are names by kind, seat by seat, and `ranks` one for each seat. `drawn`: seat 0 was drawn to start.
    """

    id: str
    key: str
    title: str
    how: How
    options: dict[str, Value]
    wins: Wins
    people: list[ChosenPerson]
    drawn: bool
    day: str
    place: str
    length: str
    since: str
    expansions: list[str]
    roles: list[dict[str, str]]
    ranks: list[int | None]


@dataclass(frozen=True, slots=True)
class Again:
    """The wish to play like the match `again`, at once; the rest as in a draft."""

    id: str
    again: str
    day: str


@dataclass(frozen=True, slots=True)
class Started:
    """The match `id`, and the way to it."""

    id: str
    href: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """The reason why nothing began, and the field that the sentence is about."""

    sentence: str
    at: str = ""


Asked: TypeAlias = Draft | Again


def order_of(wish: Any) -> Asked:
    """The order that the form sent. Raises WrongShape, a ValueError."""
    order: Asked = json_type(Again if "again" in wish else Draft).of_text(json.dumps(wish))
    return order


def start(draft: Draft, title: Title, index: MatchIndex, matches: MatchRepository, now: datetime) -> Started | Unclear:
    """Begin the match; `title` is the known one or made of what was typed."""
    if not title.choice.title:
        return Unclear(gettext("Say what is played: choose a title or type a new one."), "title")
    if not draft.people:
        return Unclear(gettext("Choose the people who play."), "people")
    if draft.how == "places" and None in draft.ranks:
        return Unclear(gettext("Give everybody a place, 1 for the winner."), "how")
    try:
        minutes = minutes_of(draft.length)
    except ValueError:
        return Unclear(gettext("A length is minutes, as 90, or hours and minutes, as 1:30."), "length")
    template = None
    if draft.how == "sheet":
        template = template_for(index, matches, title.choice.title, title.choice.fixed.get("bgg_id"))
    if minutes is None and draft.since and _is_entered_at_once(draft.how, template):
        minutes = max(1, min(_MAX_MINUTES, round((now - datetime.fromisoformat(draft.since)).total_seconds() / 60)))
    return _begin(
        matches,
        draft.id,
        title.choice.game if draft.how == "moves" else scoresheet,
        draft.people,
        _options(draft, title, template),
        _events(draft, template),
        draft.how,
        day=draft.day,
        place=draft.place.strip(),
        minutes=minutes,
        since=draft.since,
    )


def start_again(id: str, preset: Preset, day: str, matches: MatchRepository) -> Started | Unclear:
    """Begin another match like that of the preset; the next person starts."""
    people = [ChosenPerson(person.id, person.name) for person in preset.rotated]
    events = [TemplateChosen(preset.template)] if preset.template else []
    options = codec.encode_options(preset.options)
    return _begin(matches, id, preset.recorded, people, options, events, preset.how, day=day)


def minutes_of(text: str) -> int | None:
    """Minutes of `90`, `1:30` or `1 h 30 min`; None without any. Raises ValueError for all else."""
    if not text.strip():
        return None
    found = _LENGTH.fullmatch(text.strip().casefold())
    if found is None or not any(found.groups()):
        raise ValueError(text)
    hours, minutes = (int(part or 0) for part in found.groups())
    if not 0 < (total := 60 * hours + minutes) <= _MAX_MINUTES:
        raise ValueError(text)
    return total


def _is_entered_at_once(how: How, template: Template | None) -> bool:
    """True if all points are entered after the play, so that the clock stops when the match is recorded."""
    if template:
        return all(category.each == "end" for category in template.categories)
    return how in ("final", "places")


def _options(draft: Draft, title: Title, template: Template | None) -> dict[str, object]:
    if draft.how == "moves":
        return {**draft.options, **title.choice.fixed}
    if title.has_rules:
        known: dict[str, object] = {"title": title.choice.title}
    else:
        wins = {"lowest_wins": draft.wins == "lowest", "cooperative": draft.wins == "together"}
        known = {**title.choice.fixed, **{name: True for name, is_so in wins.items() if is_so and not template}}
    if template:
        known |= {name: value for name, value in options_of(template, len(draft.people)).items() if value}
    return known


def _events(draft: Draft, template: Template | None) -> list[object]:
    """The facts known before the first point: the sheet, expansions and roles, or the places as result."""
    events: list[object] = [TemplateChosen(template)] if template else []
    starter = 0 if draft.drawn and draft.how != "moves" else None  # A game with moves says itself who starts.
    seats = tuple(
        SeatDetails(roles=_roles(roles), started=True if seat == starter else None)
        for seat, roles in enumerate(draft.roles)
    )
    expansions = tuple(dict.fromkeys(name for text in draft.expansions if (name := text.strip())))
    is_noted = any(seat.roles or seat.started for seat in seats)
    if expansions or is_noted:
        named = seats if is_noted else None
        events.append(DetailsNoted(expansions=expansions or None, seats=named))
    if draft.how == "places":
        events.append(RanksNamed(tuple(draft.ranks)))
    return events


def _roles(names: dict[str, str]) -> tuple[Role, ...]:
    return tuple(Role(text, kind) for kind, name in names.items() if (text := name.strip()))


def _begin(
    matches: MatchRepository,
    id: str,
    game: AnyGame,
    people: Sequence[ChosenPerson],
    options: dict[str, object],
    events: Sequence[object],
    how: How,
    *,
    day: str,
    place: str = "",
    minutes: int | None = None,
    since: str = "",
) -> Started | Unclear:
    if not _ID.fullmatch(id):
        raise ValueError(f"{id!r} is not the id of a match.")
    try:
        matches.start(
            game,
            [Player(person.name, id=person.id) for person in people],
            *events,
            options=options,
            played_on=day or None,
            started_at=since or None,
            place=place or None,
            minutes=minutes,
            id=id,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + id:
            raise
    except ValueError as error:
        return Unclear(translate(str(error)))
    if how == "places":
        return Started(id, f"replay?match={id}")
    return Started(id, f"table?match={id}{'&depth=final' if how == 'final' else ''}")
