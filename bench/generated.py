"""Large generated stores, filled in seconds: score sheets of a group over ten years, and reference matches."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from core.games import chocolatier, scoresheet
from core.games.scoresheet import FINAL, PointsNoted, WinnersNamed
from core.record_events import MatchImported, MatchStarted
from eventstore import codec
from eventstore.matches.match import MATCHES
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.store.store import Append, NewEvent

REFERENCE = Path(__file__).parent.parent / "tests" / "reference" / "chocolatier.jsonl"

NAMES = tuple(f"{first} {last}." for last in "ABC" for first in ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"))
PLACES = ("Brno", "Praha", "the club", None)
TAGS = ((), (), ("holiday",), ("club", "league"))
SYLLABLES = (
    "the",
    "an",
    "wo",
    "lo",
    "ro",
    "ga",
    "me",
    "ti",
    "ke",
    "ra",
    "su",
    "ni",
    "po",
    "da",
    "vi",
    "ze",
    "bu",
    "fo",
)
FIRST_DAY = date(2016, 1, 1)
DAYS = 3650
COMMENTED = 3
"""One sheet of so many has a comment."""
AT = "2026-11-21T12:00:00.000Z"


class Reference(NamedTuple):
    """A whole match with all its moves."""

    players: tuple[str, ...]
    options: dict[str, Any]
    events: list[Any]


def references() -> list[Reference]:
    read = []
    for line in REFERENCE.read_text().splitlines():
        match = json.loads(line)
        events = [codec.decode_event(chocolatier, json.dumps(event)) for event in match["events"]]
        read.append(Reference(tuple(match["header"]["players"]), match["header"]["options"], events))
    return read


def sheets(number: int, people: tuple[str, ...], seed: int) -> Iterator[tuple[MatchStarted, list[object]]]:
    """Score sheets of 40 games with an uneven distribution; one in four has points by round."""
    rng = Random(seed)
    for _ in range(number):
        seats = rng.sample(people, rng.choice((2, 2, 3, 4, 4, 5)))
        rounds = [f"Round {n}" for n in range(1, 5)] if rng.random() < 0.25 else [FINAL]
        lines = [PointsNoted(label, tuple(rng.randrange(60) for _ in seats)) for label in rounds]
        totals = [sum(line.points[seat] or 0 for line in lines) for seat in range(len(seats))]
        won = WinnersNamed(tuple(seat for seat, total in enumerate(totals) if total == max(totals)))
        day = str(FIRST_DAY + timedelta(days=rng.randrange(DAYS)))
        options: dict[str, object] = {"title": f"Game {int(40 * rng.random() ** 2)}"}
        place, tags = rng.choice(PLACES), rng.choice(TAGS)
        minutes = rng.choice((None, 30, 45, 90))
        yield (
            MatchStarted(scoresheet.KEY, tuple(seats), options, day, place=place, tags=tags, minutes=minutes),
            [*lines, won],
        )


def fill(records: MatchRepository, number: int, full: int = 0, seed: int = 1) -> None:
    """Write `number` score sheets and `full` reference matches into the store."""
    everybody = records.people_repository.seat([Player(name) for name in NAMES])
    for place, (header, events) in enumerate(sheets(number, everybody, seed)):
        comment = [MatchImported(f"bench:{place}", comment=_comment(place))] if place % COMMENTED == 0 else []
        _write(records, f"sheet{place}", header, [*events, *comment])
    played = references() if full else []
    for place in range(full):
        match = played[place % len(played)]
        seats = everybody[: len(match.players)]
        _write(records, f"full{place}", MatchStarted(chocolatier.KEY, seats, match.options, "2026-11-20"), match.events)


def _comment(place: int) -> str:
    """A sentence of twelve of some three thousand words, a few of them frequent; one in 600 has a thunderstorm."""
    rng = Random(place)
    words = [f"{rng.choice(SYLLABLES)}{rng.choice(SYLLABLES)}{'st' * (rng.random() < 0.2)}" for _ in range(12)]
    return " ".join([*words, "thunderstorm"] if place % 600 == 0 else words)


def add_guest(records: MatchRepository, plays: int = 300) -> str:
    """Write score sheets of a person who played only these; returns the id of the person."""
    everybody = records.people_repository.seat([Player(name) for name in (*NAMES[:8], "Zoe")])
    with_guest = (
        (header, events) for header, events in sheets(20 * plays, everybody, 77) if everybody[-1] in header.players
    )
    for place, (header, events) in enumerate(islice(with_guest, plays)):
        _write(records, f"guest{place}", header, events)
    return everybody[-1]


def _write(records: MatchRepository, id: str, header: MatchStarted, events: list[Any]) -> None:
    rows = [
        NewEvent(type(event).__name__, codec.encode_data(event), source=getattr(event, "source", None))
        for event in (header, *events)
    ]
    records.store.append(Append(MATCHES + id, rows, expected_version=0, by="bench", at=AT))
