"""Simulated matches for a store without real ones. Each match is marked as simulated."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import cycle, islice, product
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from core import games
from core.game import CHANCE, AnyGame, facts_of, set_up
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.games.scoresheet import FINAL, PointsNoted, WinnersNamed
from core.record_events import DetailsNoted, MatchClosed, SeatDetails
from eventstore.matches.match import UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import PREFIX
from eventstore.store.store import Conflict
from viewer.texts.own_words import SIMULATED

try:
    from PIL import Image, ImageDraw

    from eventstore.matches import photo_encoding
except ImportError:  # In a browser's Python, where plays of the demo have no photos.
    Image = None  # type: ignore[assignment]

PLAYERS: Final = ("Abacus", "Bolt", "Cog", "Dynamo", "Enigma", "Fuse")
"""Names of machines, which no real person takes over: these play against each other."""

FIRST_EVENING: Final = datetime(2024, 11, 22, 17, 30, tzinfo=UTC)
EVENINGS: Final = 105
"""One a week, two years."""

PLACES: Final = ("Home", "Home", "Workshop", "Café", "Library")
_DECIDER: Final = 0.6
"""The distance of a person from the mean at a favorite game, and at its opposite, as a share of the spread."""

_PHOTO_EVERY: Final = 23
_PIECES: Final = ("#c8452f", "#2f6fb0", "#e0b23c", "#3f8f5a", "#222831", "#d98ba0")
_WEEKS_BETWEEN: Final = 13
_MAX_EVENTS: Final = 1_000
"""Maximum number of events; a longer match is closed as stuck."""


@dataclass(frozen=True, slots=True)
class Series:
    """One match of a game for each combination of `options` and number of `seats`."""

    game: AnyGame
    options: tuple[Mapping[str, object], ...]
    seats: tuple[int, ...]


def _variants(**choices: Sequence[object]) -> tuple[dict[str, object], ...]:
    """Every combination of the option values."""
    return tuple(dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values()))


_AZUL: Final = _variants(
    edition=("master-chocolatier", "azul"), wall=("colored", "free"), special_displays=(False, True)
)

SERIES: Final = (
    Series(chocolatier, _AZUL, (2, 3, 4)),
    Series(pavilion, _variants(board=("colored", "variant")), (2, 3, 4)),
    Series(azacru, _variants(), (2, 3, 4)),
    Series(schokoly, _variants(deck=("36", "48")), (2, 3)),
    Series(schokoly, _variants(swaps=(True,)), (3,)),
)
"""The games of which every move is simulated."""


class Everyday(NamedTuple):
    """A game of which the result is simulated: `lines` of points, each about `mean`, in multiples of `step`.

    Without lines only the winners are known. The usual length is `minutes`.
    """

    title: str
    seats: tuple[int, ...]
    minutes: int
    lines: tuple[str, ...] = ()
    mean: float = 0
    spread: float = 0
    step: int = 1
    options: Mapping[str, object] = {}


_ROUNDS: Final = tuple(f"Round {number}" for number in range(1, 11))

EVERYDAY: Final = (
    Everyday("Wingspan", (2, 3, 4), 70, ("Birds", "Bonus cards", "Goals", "Eggs", "Food", "Tucked cards"), 14, 5),
    Everyday(
        "Agricola", (3, 4), 110, ("Fields", "Pastures", "Grain", "Vegetables", "Animals", "Family", "Cards"), 5, 3
    ),
    Everyday("Cascadia", (2, 3, 4), 40, ("Bear", "Elk", "Salmon", "Hawk", "Fox", "Habitats", "Nature"), 13, 4),
    Everyday("Skull King", (4, 5, 6), 35, _ROUNDS, 12, 40, step=10),
    Everyday("Rummy", (3, 4, 5), 30, _ROUNDS[:6], 14, 9, options={"lowest_wins": True}),
    Everyday("Lost Cities", (2,), 25, _ROUNDS[:3], 38, 22),
    Everyday("Kingdomino", (2, 3, 4), 20, (FINAL,), 48, 9),
    Everyday("Carcassonne", (2, 3), 45, (FINAL,), 88, 14),
    Everyday("Ticket to Ride", (3, 4, 5), 60, (FINAL,), 104, 19),
    Everyday("The Crew", (3, 4), 25, options={"cooperative": True}),
    Everyday("Codenames", (4,), 20, options={"teams": ((0, 1), (2, 3))}),
    Everyday("Chess", (2,), 50),
)


@dataclass(frozen=True, slots=True)
class Simulated:
    """The arguments of `MatchRepository.start`. `number` counts from 1 within the game."""

    game: AnyGame
    options: Mapping[str, object]
    players: tuple[str, ...]
    events: tuple[Any, ...]
    times: tuple[str, ...]
    number: int
    began: datetime
    place: str | None = None
    minutes: int | None = None

    @property
    def id(self) -> str:
        return f"{PREFIX}{self.game.KEY}-{self.number}"


def fill(matches: MatchRepository, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Record every simulated match that the store does not hold yet; returns how many were added.

    `progress` receives the number of finished matches and the total.
    """
    every = [*simulated((*SERIES, *_of_packages())), *evenings()]
    added = 0
    for done, match in enumerate(every, start=1):
        try:
            matches.match(match.id)
        except UnknownMatch:
            with suppress(Conflict):  # Another device was faster.
                _start(matches, match)
                added += 1
        progress(done, len(every))
    return added


def _start(matches: MatchRepository, match: Simulated) -> None:
    started = matches.start(
        match.game,
        match.players,
        *match.events,
        options=match.options,
        played_on=match.began.date().isoformat(),
        started_at=_written(match.began),
        place=match.place,
        tags=(SIMULATED,),
        minutes=match.minutes,
        id=match.id,
        times=match.times or None,
    )
    if Image and not facts_of(match.game).records_moves and match.number % _PHOTO_EVERY == 0:
        matches.photos.attach(started, photo_encoding.encode(_photo(Random(match.id))))


def _photo(rng: Random) -> bytes:
    """A picture of a table from above with cards and pieces, as JPEG."""
    picture = Image.new("RGB", (960, 720), "#8a6a48")
    pen = ImageDraw.Draw(picture)
    for y in range(0, 720, 90):
        pen.line((0, y, 960, y + rng.randint(-6, 6)), "#7b5c3d", 4)
    pen.rounded_rectangle((240, 150, 720, 570), 24, rng.choice(("#2f5d50", "#33507a", "#6b3a4b")))
    for _ in range(26):
        x, y, color = rng.randint(40, 880), rng.randint(40, 640), rng.choice(_PIECES)
        if rng.random() < 0.4:
            pen.rounded_rectangle((x, y, x + 54, y + 78), 8, "#f4efe4", color, 5)
        else:
            pen.ellipse((x, y, x + 36, y + 36), color, "#2a2320", 2)
    file = BytesIO()
    picture.save(file, "JPEG", quality=80)
    return file.getvalue()


def evenings() -> Iterator[Simulated]:
    """The plays of everyday games, one or two a week; deterministic."""
    rng, number = Random("evenings"), 0
    for week in range(EVENINGS):
        began = FIRST_EVENING + timedelta(weeks=week, days=rng.choice((0, 0, 1, 2)))
        for play in range(rng.choice((1, 1, 2))):
            number += 1
            place = rng.choice(PLACES)
            kind = rng.choices(range(len(EVERYDAY)), range(len(EVERYDAY) + 3, 3, -1))[0]
            yield _evening(EVERYDAY[kind], kind, rng, number, began + timedelta(hours=play), place)


def _evening(game: Everyday, kind: int, rng: Random, number: int, began: datetime, place: str) -> Simulated:
    seats = rng.choice(game.seats)
    people = sorted(range(len(PLAYERS)), key=lambda person: rng.random() + person / len(PLAYERS))[:seats]
    rng.shuffle(people)
    # Each has games that suit, and all get better: a play of the last weeks is a little above the first.
    suits = [_DECIDER * ((person + kind) % 5 - 2) / 2 + number / 400 for person in people]
    sign = (-1 if game.options.get("lowest_wins") else 1) / sqrt(max(1, len(game.lines)))
    lines = [
        PointsNoted(label, tuple(_points(game, rng.gauss(sign * own, 1)) for own in suits)) for label in game.lines
    ]
    winners = _winners(game, lines, suits, rng)
    players = tuple(PLAYERS[person] for person in people)
    started = DetailsNoted(seats=tuple(SeatDetails(started=not seat) for seat in range(seats)))
    events = (*lines, WinnersNamed(winners), started)
    minutes = max(5, round(rng.gauss(game.minutes, game.minutes / 6)))
    options = {"title": game.title, **game.options}
    return Simulated(scoresheet, options, players, events, (), number, began, place, minutes)


def _points(game: Everyday, deviation: float) -> int:
    points = game.step * round((game.mean + deviation * game.spread) / game.step)
    return points if game.step > 1 else max(0, points)  # Only the bids of one of them cost points.


def _winners(game: Everyday, lines: Sequence[PointsNoted], suits: Sequence[float], rng: Random) -> tuple[int, ...]:
    if game.options.get("cooperative"):
        return tuple(range(len(suits))) if rng.random() < 0.6 else ()
    if "teams" in game.options:
        return rng.choice(((0, 1), (2, 3)))
    if not lines:
        return (max(range(len(suits)), key=lambda seat: rng.gauss(suits[seat], 1)),)
    totals = [sum(line.points[seat] or 0 for line in lines) for seat in range(len(suits))]
    best = (min if game.options.get("lowest_wins") else max)(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


def _of_packages() -> Iterator[Series]:
    """A match of each number of players, at most three, of every game of a package that can be simulated."""
    for found in games.every():
        if found.game and found.package:
            with suppress(Exception):  # A package that fails has no demo matches.
                series = Series(found.game, ({},), tuple(found.game.SEATS)[:3])
                assert [*simulated([series])]
                yield series


def simulated(every: Sequence[Series] = SERIES) -> Iterator[Simulated]:
    """All matches of these series; deterministic."""
    numbers: Counter[str] = Counter()
    for place, series in enumerate(every):
        for options, seats in product(series.options, series.seats):
            numbers[series.game.KEY] += 1
            number = numbers[series.game.KEY]
            rng = Random(f"{series.game.KEY} {number}")
            players = tuple(islice(cycle(PLAYERS), number, number + seats))
            week = (_WEEKS_BETWEEN * number + 2 * place) % EVENINGS
            began = FIRST_EVENING + timedelta(weeks=week, days=place % 3, minutes=rng.randrange(90))
            events = tuple(_played(series.game, seats, options, rng))
            times = _paced(began, events, rng)
            yield Simulated(series.game, options, players, events, times, number, began, rng.choice(PLACES))


def _played(game: AnyGame, seats: int, options: Mapping[str, object], rng: Random) -> Iterator[Any]:
    state = set_up(game, seats, game.Options(**options))
    for _ in range(_MAX_EVENTS):
        turn = game.turn(state)
        if turn is None:
            return
        event = game.deal(state, rng) if turn == CHANCE else game.choose(state, rng)
        yield event
        state = game.evolve(state, event)
    yield MatchClosed("stuck")


def _paced(began: datetime, events: Sequence[object], rng: Random) -> tuple[str, ...]:
    """A time for each event: most gaps are below 30 seconds, a few are long."""
    times, now = list[str](), began
    for _ in events:
        now += timedelta(seconds=round(rng.lognormvariate(2.8, 0.6)))
        times.append(_written(now))
    return tuple(times)


def _written(time: datetime) -> str:
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")
