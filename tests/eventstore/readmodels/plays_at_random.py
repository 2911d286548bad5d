"""Random histories of plays in a real store: late, corrected, withdrawn and simulated ones, and people who change."""

from contextlib import suppress
from datetime import date, timedelta
from random import Random

from core.errors import PartieError
from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, RanksNamed, WinnersNamed
from core.record_events import DetailsNoted, MatchDescribed, Role, SeatDetails
from eventstore.maintenance import erasure
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.store import Store
from tests.recorded import record

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
GAMES: tuple[dict[str, object], ...] = (
    {"title": "Azul", "bgg_id": 7},
    {"title": "Azul (de)", "bgg_id": 7},
    {"title": "Azul"},
    {"title": "Golf", "lowest_wins": True},
    {"title": "Pandemic", "cooperative": True},
    {"title": "Tichu", "teams": ((0, 2), (1, 3))},
    {},
)
DAY = date(2024, 1, 1)

HISTORIES = (("sqlite", 1), ("sqlite", 2), ("postgres", 3))
"""Kinds of stores and seeds: the SQL is one for both, and PostgreSQL takes five times as long to plan it."""


class RandomPlays:
    """A store in which plays are recorded and changed at random."""

    def __init__(self, store: Store, seed: int) -> None:
        self.rng, self.noted = Random(seed), Random(seed)
        self.store = store
        self.records = MatchRepository(store, new_id=self.new_id)
        self.index = MatchIndex(store, self.records)

    def new_id(self) -> str:
        return f"{self.rng.getrandbits(40):010x}"

    def happen(self, times: int) -> None:
        for _ in range(times):
            changes = (self.play, self.play, self.play, self.play, self.change, self.meet, self.whole_match)
            action = self.rng.choices(changes, (6, 6, 6, 6, 3, 1, 0.2))[0]
            with suppress(PartieError, IndexError, ValueError):  # Refused, or there is nothing to choose from.
                action()

    def play(self) -> None:
        rng, options = self.rng, self.rng.choice(GAMES)
        number = 4 if "teams" in options else rng.randint(1, 5)
        names = rng.sample(NAMES, number)
        players = [Player("" if rng.random() < 0.1 else name) for name in names]
        labels = [f"Round {n}" for n in range(1, rng.randint(2, 4))] if rng.random() < 0.4 else ["final"]
        lines = [PointsNoted(label, tuple(rng.choice((None, 0, 1, 2.5, 7)) for _ in names)) for label in labels]
        ends = [WinnersNamed(tuple(sorted(rng.sample(range(number), rng.randint(0, 1))))), WinnersNamed((0,))]
        if rng.random() < 0.2:
            lines, ends = [], [RanksNamed(tuple(rng.choice((1, 2, 3, None)) for _ in names))]
        id = f"demo-{rng.getrandbits(40)}" if rng.random() < self.simulated else self.new_id()
        match = self.records.start(
            scoresheet,
            players,
            *lines,
            *([rng.choice(ends)] if rng.random() < 0.9 else []),
            id=id,
            options=options,
            played_on=rng.choice((None, "2024", str(DAY + timedelta(days=rng.randrange(-60, 90))))),
            minutes=rng.choice((None, 30, 45)),
            place=rng.choice((None, "Brno", "Iasi")),
            tags=self.noted.choice(((), ("club",), ("club", "final"))),
        )
        if self.noted.random() < 0.95:
            match = self.records.record(match, self.details(number))
        if rng.random() < 0.2:
            self.records.close(match, rng.choice(("abandoned", "agreed", "incomplete")))

    def details(self, players: int) -> DetailsNoted:
        rng, roles = self.noted, (Role("Mayor"), Role("Spy"))
        starts = 0 if rng.random() < 0.95 else None
        seats = tuple(
            SeatDetails(
                roles=tuple(rng.sample(roles, rng.randint(0, 2))),
                color=rng.choice(("", "red", "Red", "weiß")),
                started=True if seat == starts else None,
                new=rng.choice((None, True, False)),
            )
            for seat in range(players)
        )
        expansions, scenario = rng.choice(((), ("Sea",), ("Sea", "Moon"))), rng.choice((None, "Night"))
        return DetailsNoted(seats=seats, expansions=expansions, scenario=scenario)

    simulated = 0.05
    """The share of the plays that are simulated."""

    def whole_match(self) -> None:
        seed = self.rng.randrange(20)
        id = self.new_id()
        record(self.records, id, chocolatier, NAMES[:2], seed, played_on=str(DAY + timedelta(days=seed)))

    def change(self) -> None:
        match, kind = self.records.match(self.rng.choice([*self.records.ids()])), self.rng.randrange(6)
        if kind == 0:
            self.records.take_back(match, match.log[-1].version)
        elif kind == 1:
            people = tuple(self.rng.sample([*self.records.people().names], len(match.header.players)))
            self.records.record(match, MatchDescribed(players=people))
        elif kind == 2 and match.withdrawal:
            self.records.restore(match)
        elif kind == 2:
            self.records.withdraw(match)
        elif kind == 3:
            self.records.record(match, DetailsNoted(counted=self.rng.random() < 0.5))
        elif kind == 4:
            self.records.record(match, MatchDescribed(played_on=str(DAY + timedelta(days=self.rng.randrange(90)))))
        else:
            self.records.fork(match, 2)

    def meet(self) -> None:
        repository = self.records.people_repository
        ids = [*repository.people().names]
        one, other, kind = self.rng.choice(ids), self.rng.choice(ids), self.rng.randrange(8)
        if kind < 4:
            repository.merge(one, other)
        elif kind < 7:
            repository.split(one)
        else:
            erasure.forget(self.store, self.records, self.index, one)
