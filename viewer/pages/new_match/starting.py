"""The order that the form of a new match sends, and the match that begins with it."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from core.game import AnyGame, Seat
from core.games import scoresheet
from core.games.scoresheet import RanksNamed, TemplateChosen, WinnersNamed
from core.json_text import compact
from core.json_types import json_type
from core.record_events import DetailsNoted, Role, SeatDetails
from core.sheet_template import Template
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Conflict
from viewer.components.new_match import How, Value, Wins
from viewer.components.people.picker import ChosenPerson
from viewer.locale.language import gettext, translate
from viewer.pages.new_match.titles import Title
from viewer.pages.shared.templates import options_of, template_for

_MAX_MINUTES: Final = 99_999
BEGIN: Final = "begin"
"""The form in the address of a sheet whose match has not begun."""
_ID: Final = re.compile(r"[0-9a-f]{10}")
_LENGTH: Final = re.compile(r"(?:(\d{1,3})\s*(?::|h)\s*)?(\d{1,5})?\s*(?:min)?")
"""`90`, `1:30`, `1 h 30`, `2h`."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The form. `id` is that of the match, made by the browser so that a request twice begins one match.

    `day`, `place`, `length` and `since` (the time at which the clock was started) are empty if they are not known.
    `roles` are names by kind, seat by seat, `ranks` one for each seat and `winners` seats; None: nobody was named.
    `drawn`: seat 0 was drawn to start. `at_once`: something is recorded already, so that the match begins with it.
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
    winners: list[Seat] | None
    comment: str
    at_once: bool


@dataclass(frozen=True, slots=True)
class Started:
    """The match `id`, and the way to it. `since` is the version of its result, 0 while it has none."""

    id: str
    href: str
    since: int = 0


@dataclass(frozen=True, slots=True)
class Unclear:
    """The reason why nothing began, and the field that the sentence is about."""

    sentence: str
    at: str = ""


def order_of(wish: Any) -> Draft:
    """The order that the form sent. Raises WrongShape, a ValueError."""
    order: Draft = json_type(Draft).of_text(json.dumps(wish))
    return order


def start(
    draft: Draft, title: Title, index: MatchIndex, matches: MatchRepository, now: datetime, again: str = ""
) -> Started | Unclear:
    """Begin the match; `title` is the known one or made of what was typed.

    An empty sheet begins with its first entry: until then its form stands in the address (`replay.page`).
    """
    begun = begin(draft, title, index, matches, now, is_draft=not draft.at_once)
    if isinstance(begun, Unclear):
        return begun
    if draft.how in ("winner", "places"):
        return Started(draft.id, f"replay?match={draft.id}", since=1 + len(_events(draft, None)))
    if draft.how == "moves":
        return Started(draft.id, f"table?match={draft.id}")
    query = {"match": draft.id} | ({"depth": "final"} if draft.how == "final" else {})
    if not draft.at_once:
        query |= {BEGIN: compact(asdict(draft))} | ({"again": again} if again else {})
    return Started(draft.id, f"replay?{urlencode(query)}")


def begin(
    draft: Draft, title: Title, index: MatchIndex, matches: MatchRepository, now: datetime, *, is_draft: bool
) -> Match | Unclear:
    """The match, which is written unless it `is_draft`."""
    if not title.choice.title:
        return Unclear(gettext("Say what is played: choose a title or type a new one."), "title")
    if not draft.people:
        return Unclear(gettext("Choose the people who play."), "people")
    if draft.how == "winner" and draft.winners is None:
        return Unclear(gettext("Tap who won"), "how")
    if draft.how == "places" and not any(draft.ranks):
        return Unclear(gettext("Give somebody a place, 1 for the winner."), "how")
    try:
        minutes = minutes_of(draft.length)
    except ValueError:
        return Unclear(gettext("A length is minutes, as 90, or hours and minutes, as 1:30."), "length")
    template = None
    if draft.how == "sheet":
        template = template_for(index, matches, title.choice.title, title.choice.fixed.get("bgg_id"))
    if minutes is None and draft.since and _is_entered_at_once(draft.how, template):
        minutes = max(1, min(_MAX_MINUTES, round((now - datetime.fromisoformat(draft.since)).total_seconds() / 60)))
    game = title.choice.game if draft.how == "moves" else scoresheet
    return _begin(matches, draft, game, _options(draft, title, template), _events(draft, template), minutes, is_draft)


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
    return how in ("winner", "final", "places")


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
    """The facts known before the first point: the sheet, expansions and roles; at the end the result that is known."""
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
    if draft.how == "winner":
        events.append(WinnersNamed(tuple(sorted(draft.winners or ()))))
    return events


def _roles(names: dict[str, str]) -> tuple[Role, ...]:
    return tuple(Role(text, kind) for kind, name in names.items() if (text := name.strip()))


def _begin(
    matches: MatchRepository,
    draft: Draft,
    game: AnyGame,
    options: dict[str, object],
    events: Sequence[object],
    minutes: int | None,
    is_draft: bool,
) -> Match | Unclear:
    if not _ID.fullmatch(draft.id):
        raise ValueError(f"{draft.id!r} is not the id of a match.")
    try:
        match = matches.start(
            game,
            [Player(person.name, id=person.id) for person in draft.people],
            *events,
            options=options,
            played_on=draft.day or None,
            started_at=draft.since or None,
            place=draft.place.strip() or None,
            minutes=minutes,
            id=draft.id,
            is_draft=is_draft,
        )
    except Conflict as conflict:
        if conflict.stream != MATCHES + draft.id:
            raise
        match = matches.match(draft.id)
    except ValueError as error:
        return Unclear(translate(str(error)))
    if not is_draft and (comment := draft.comment.strip()):
        matches.note(draft.id, 1, comment, idempotency_key=f"{draft.id}-comment")
    return match
