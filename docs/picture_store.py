"""A store that looks like a year of evenings: what the pictures of the documents show."""

import datetime
from pathlib import Path
from random import Random
from typing import Final

from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.games.scoresheet.events import Event
from eventstore.matches.repository import MatchRepository
from tests.recorded import records_in
from viewer import demo

PEOPLE: Final = ("Ana", "Ben", "Eliška", "Marek", "Šárka", "Ioana")
PLACES: Final = ("Home", "Home", "Home", "Ana’s", "Café Slavia")
LAST: Final = datetime.date(2026, 11, 21)
FINAL: Final = {
    "Wingspan": (82, 11), "Kingdomino": (48, 9), "Carcassonne": (88, 14), "7 Wonders": (54, 6), "Cascadia": (88, 7),
    "Ticket to Ride": (104, 19), "Everdell": (56, 8), "Lost Cities": (38, 22),
}  # fmt: skip
"""Titles with the usual points and their spread."""

SHEET: Final = ("Fields", "Pastures", "Grain", "Vegetables", "Sheep", "Cattle", "Rooms", "Family", "Cards")
ROUNDS: Final = 8
MOVES: Final = {
    "demo-chocolatier-6": "chocolatier", "demo-chocolatier-14": "azul", "demo-pavilion-2": "pavilion",
    "demo-azacru-2": "azacru",
}  # fmt: skip
"""Simulated matches that stand for matches with moves, with the ids they have here."""


def filled(path: Path) -> MatchRepository:
    """The records of a store with these plays; `open` is a match under way, `sheet` and `rounds` are plays."""
    records = records_in(path)
    draw = Random(33)
    day = LAST - datetime.timedelta(days=360)
    while day < LAST:
        for _ in range(draw.choice((1, 1, 2, 3))):
            _play(records, draw, day)
        day += datetime.timedelta(days=draw.choice((1, 2, 3, 5, 7, 8)))
    for ago, match in zip((3, 9, 17, 25), _with_moves(), strict=True):
        when = (LAST - datetime.timedelta(days=ago)).isoformat()
        people = PEOPLE[: len(match.players)]
        records.start(
            match.game, people, *match.events, options=match.options, played_on=when, place="Home",
            id=MOVES[match.id], minutes=40,
        )  # fmt: skip
    _sheet(records, draw, "sheet", LAST)
    _rounds(records, draw, "rounds", LAST)
    whole = _with_moves()[0]
    records.start(
        whole.game, PEOPLE[: len(whole.players)], *whole.events[:31], options=whole.options,
        played_on=LAST.isoformat(), place="Home", id="open",
    )  # fmt: skip
    return records


def _with_moves() -> list[demo.Simulated]:
    return sorted(
        (match for match in demo.simulated() if match.id in MOVES), key=lambda match: [*MOVES].index(match.id)
    )


def _play(records: MatchRepository, draw: Random, day: datetime.date) -> None:
    kind = draw.random()
    if kind < 0.1:
        _sheet(records, draw, None, day)
    elif kind < 0.2:
        _rounds(records, draw, None, day)
    elif kind < 0.28:
        won = tuple(range(3)) if draw.random() < 0.6 else ()
        _start(records, draw, ("The Crew", day), 3, WinnersNamed(won), options={"cooperative": True})
    else:
        title = draw.choice([*FINAL])
        seats = 2 if title in ("Lost Cities", "Carcassonne") else draw.choice((2, 3, 3, 4, 5))
        points = tuple(round(draw.gauss(*FINAL[title])) for _ in range(seats))
        _start(records, draw, (title, day), seats, PointsNoted("final", points))


def _sheet(records: MatchRepository, draw: Random, id: str | None, day: datetime.date) -> None:
    lines = [PointsNoted(label, tuple(draw.randint(-1, 8) for _ in range(4))) for label in SHEET]
    _start(records, draw, ("Agricola", day), 4, *lines, id=id)


def _rounds(records: MatchRepository, draw: Random, id: str | None, day: datetime.date) -> None:
    points = [tuple(draw.choice((-20, -10, 20, 20, 40, 60)) for _ in range(5)) for _ in range(ROUNDS)]
    lines = [PointsNoted(f"Round {number}", line) for number, line in enumerate(points, start=1)]
    _start(records, draw, ("Skull King", day), 5, *lines, id=id)


def _start(
    records: MatchRepository,
    draw: Random,
    what: tuple[str, datetime.date],
    seats: int,
    *events: Event,
    id: str | None = None,
    options: dict[str, object] | None = None,
) -> None:
    title, day = what
    people = draw.sample(PEOPLE[:5] if seats < 5 else PEOPLE, seats)
    totals = [sum(each.points[seat] or 0 for each in events if isinstance(each, PointsNoted)) for seat in range(seats)]
    won = tuple(seat for seat in range(seats) if totals[seat] == max(totals))
    ended = [] if options else [WinnersNamed(won)]
    records.start(
        scoresheet, people, *events, *ended, options={"title": title, **(options or {})}, played_on=day.isoformat(),
        place=draw.choice(PLACES), minutes=draw.choice((30, 45, 60, 75, 90, 120)), id=id,
    )  # fmt: skip
