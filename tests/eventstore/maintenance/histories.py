"""Random histories of two stores that began as one, and what a person can see of a store."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from core import record
from core.errors import PartieError
from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import Corrected, Forked, MatchDescribed, MatchImported, TakenBack
from eventstore import codec
from eventstore.maintenance import copying
from eventstore.matches import people
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import PeopleMerged, PersonNamed, Player
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore

NAMES = ("Anna", "Ben", "Cleo", "Dora")


MAX_SKEW_S = 40
"""Maximum seconds that a clock is ahead or behind: more than a history takes."""


class History:
    """A store in which things happen at random, at times that no other store has; its clock is right, or jumps."""

    def __init__(self, path: Path, rng: Random, step: int = 0, *, jumps: bool = False) -> None:
        self.path, self.rng = path, rng
        self.store = SqliteStore(path, synchronous="OFF")
        self.time, self.jumps, self.skew = step, jumps, 0
        self.records = MatchRepository(self.store, by=path.stem, now=self.now, new_id=self.new_id)

    def now(self) -> str:
        self.time += 2
        if self.jumps and self.rng.random() < 0.2:
            self.skew = self.rng.randrange(-MAX_SKEW_S, MAX_SKEW_S)
        shown = 3600 + self.time + self.skew
        return f"2026-11-20T{shown // 3600:02}:{shown // 60 % 60:02}:{shown % 60:02}.000Z"

    def new_id(self) -> str:
        return f"{self.rng.getrandbits(40):010x}"

    def close(self) -> None:
        self.store.close()

    def happen(self, times: int) -> None:
        for _ in range(times):
            action = self.rng.choice(
                (self.start, self.play, self.play, self.play, self.change, self.meet, self.note, self.note)
            )
            with suppress(PartieError, IndexError):  # Refused, or there is nothing to choose from.
                action()

    def match(self) -> Match:
        return self.records.match(self.rng.choice([*self.records.ids()]))

    def start(self) -> None:
        names = self.rng.sample(NAMES, 2)
        if self.rng.random() < 0.4:  # The same play of another app, imported in both stores.
            number = self.rng.randrange(3)
            players = [Player(name, (f"bgstats:{name.lower()}{number % 2}",)) for name in NAMES[number : number + 2]]
            points = PointsNoted("final", (number, self.rng.randrange(2)))
            imported = MatchImported(f"bgstats:{number}")
            self.records.start(scoresheet, players, imported, points, id=f"play{number}", played_on="2026-11-19")
        else:
            self.records.start(scoresheet, names, PointsNoted("a", (self.rng.randrange(9), 1)), title=names[0])

    def play(self) -> None:
        self.records.record(self.match(), PointsNoted(self.rng.choice("ab"), (self.rng.randrange(3), None)))

    def change(self) -> None:
        match, kind = self.match(), self.rng.randrange(6)
        effective = [entry.version for entry in record.effective_entries(match.log)]
        if kind == 0:
            self.records.take_back(match, self.rng.choice(effective))
        elif kind == 1:
            since = self.rng.choice(effective)
            events = [PointsNoted("c", (self.rng.randrange(2), 0)) for _ in range(self.rng.randrange(3))]
            self.records.correct(match, since, since, events, "wrong")
        elif kind == 2:
            self.records.fork(match, self.rng.choice([1, *effective]))
        elif kind == 3 and match.withdrawal:
            self.records.restore(match)
        elif kind == 3:
            self.records.withdraw(match)
        elif kind == 4:
            names = tuple(self.rng.sample(NAMES, 2))
            self.records.record(match, MatchDescribed(players=names, place=self.rng.choice(("Brno", "Cluj"))))
        else:
            self.records.close(match, "agreed")

    def meet(self) -> None:
        repository = self.records.people_repository
        ids = [*repository.people().names]
        one, other = self.rng.choice(ids), self.rng.choice(ids)
        kind = self.rng.randrange(5)
        if kind == 0:
            repository.rename(one, self.rng.choice(("Eva", "Flora")))
        elif kind == 1:
            repository.link(one, f"bgg:user{self.rng.randrange(3)}")
        elif kind == 2 and not self.is_one_by_account(one):
            repository.split(one)
        elif kind == 3:
            repository.tell_apart(one, other)
        else:
            repository.merge(one, other)

    def is_one_by_account(self, person: str) -> bool:
        """Whether a merge of stores found the account of this person, or of one whom people made one with this one, in
        both: the row then has the time of the name.

        After a split of such a person, a play imported in both stores keeps in each the player whom it had there.
        """
        everybody = self.records.people()
        group, named, merged = everybody.ids(everybody.one(person)), set[str](), set[str]()
        for row in self.store.read(people.STREAM):
            event = codec.decode_row(people.EVENTS, row)
            if isinstance(event, PersonNamed) and event.person in group:
                named.add(row.recorded_at)
            elif isinstance(event, PeopleMerged) and {event.person, event.into} & {*group}:
                merged.add(row.recorded_at)
        return bool(named & merged)

    def note(self) -> None:
        match = self.match()
        notes = self.records.notes(match.id)
        kind = self.rng.randrange(3) if notes else 0
        if kind == 0:
            self.records.note(match, self.rng.choice([entry.version for entry in match.log]), f"n{self.time}")
        elif kind == 1:
            self.records.change_note(match.id, NoteChanged(self.rng.choice(notes).id, f"c{self.time}"))
        else:
            self.records.withdraw_note(match.id, self.rng.choice(notes).id)


def pair(folder: Path, rng: Random, *, jumps: bool = False) -> tuple[History, History]:
    """Two stores that share a beginning, or not, and went on each for itself."""
    folder.mkdir(parents=True)
    one, other = (History(folder / f"{name}.db", rng, step, jumps=jumps) for step, name in enumerate(("one", "other")))
    one.start()
    if rng.random() < 0.8:
        one.happen(rng.randrange(12))
        copying.copy(one.store, other.store)
        other.time = one.time + 1
    else:
        other.start()
    one.happen(rng.randrange(10))
    other.happen(rng.randrange(10))
    return one, other


def story(match: Match) -> tuple[str, ...]:
    """The whole log of a match as texts that do not depend on its store: people by name, events by their place."""
    name_of, places, told = match.people.name, dict[int, int](), list[str]()
    for entry in match.log:
        event: Any = entry.event
        if isinstance(event, Forked):
            continue
        places[entry.version] = len(told)
        if isinstance(event, TakenBack):
            event = replace(event, since=places[event.since])
        elif isinstance(event, Corrected):
            event = replace(event, since=places[event.since], until=places[event.until])
        elif players := getattr(event, "players", None):
            event = replace(event, players=tuple(map(name_of, players)))
        told.append(codec.encode_event(event))
    return tuple(told)


def stories(records: MatchRepository) -> list[tuple[str, ...]]:
    return sorted(story(records.match(id)) for id in records.ids())


def remarks(records: MatchRepository) -> list[tuple[tuple[str, ...], str]]:
    """Every note, with the story up to the event it is about."""
    found = []
    for id in records.ids():
        for note in records.notes(id):
            found.append((story(records.match(id, until=note.about)), note.text))
    return sorted(found)
