"""Simulated matches for a store without real ones. Each match is marked as simulated."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice, product
from random import Random
from typing import Any, Final

from core import games
from core.game import CHANCE, AnyGame, set_up
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from core.record_events import MatchClosed
from eventstore.matches.match import UnknownMatch
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import PREFIX
from eventstore.store.store import Conflict
from viewer.texts.own_words import SIMULATED, SIMULATED_TITLE

PLAYERS: Final = ("Robo Ada", "Robo Bert", "Robo Cleo", "Robo Dora", "Robo Emil", "Robo Fritzi")
FIRST_EVENING: Final = datetime(2026, 6, 5, 17, 30, tzinfo=UTC)
_DAYS_BETWEEN: Final = 5
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
    Series(scoresheet, ({"title": "Kettle Race"}, {"title": "Nine Lighthouses", "lowest_wins": True}), (3,)),
    Series(pavilion, _variants(board=("colored", "variant")), (2, 3, 4)),
    Series(azacru, _variants(), (2, 3, 4)),
    Series(schokoly, _variants(deck=("36", "48")), (2, 3, 4)),
    Series(schokoly, _variants(deck=("36", "48"), swaps=(True,)), (3,)),
)
"""The simulated series. Append only: an insertion would change the matches that follow."""


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

    @property
    def id(self) -> str:
        return f"{PREFIX}{self.game.KEY}-{self.number}"


def fill(matches: MatchRepository, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Record every simulated match that the store does not hold yet; returns how many were added.

    `progress` receives the number of finished matches and the total.
    """
    every = (*SERIES, *_of_packages())
    total = sum(len(series.options) * len(series.seats) for series in every)
    added = 0
    for done, match in enumerate(simulated(every), start=1):
        try:
            matches.match(match.id)
        except UnknownMatch:
            with suppress(Conflict):  # Another device was faster.
                _start(matches, match)
                added += 1
        progress(done, total)
    return added


def _start(matches: MatchRepository, match: Simulated) -> None:
    matches.start(
        match.game,
        match.players,
        *match.events,
        options=match.options,
        played_on=match.began.date().isoformat(),
        started_at=_written(match.began),
        tags=(SIMULATED,),
        title=SIMULATED_TITLE.format(number=match.number),
        id=match.id,
        times=match.times,
    )


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
    for evening, series in enumerate(every):
        for options, seats in product(series.options, series.seats):
            numbers[series.game.KEY] += 1
            number = numbers[series.game.KEY]
            rng = Random(f"{series.game.KEY} {number}")
            players = tuple(islice(cycle(PLAYERS), number, number + seats))
            began = FIRST_EVENING + timedelta(days=_DAYS_BETWEEN * number + evening, minutes=rng.randrange(90))
            events = tuple(_played(series.game, seats, options, rng))
            times = _paced(began, events, rng)
            yield Simulated(series.game, options, players, events, times, number, began)


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
