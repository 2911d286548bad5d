"""Prints the bytes of exchanges between a phone and its home: `python -m bench.exchange [PLAYS]`."""

import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.maintenance.meeting import Device

PEOPLE, TITLES = 40, 150


def play(records: MatchRepository, rng: Random, day: str, *more: str) -> None:
    who = [*rng.sample([f"Person {number}" for number in range(PEOPLE)], rng.choice((2, 3, 4))), *more]
    points = PointsNoted("final", tuple(rng.randrange(20, 120) for _ in who))
    records.start(scoresheet, who, points, options={"title": f"Game {rng.randrange(TITLES)}"}, played_on=day)


def main(plays: int) -> None:
    rng = Random(1)
    with TemporaryDirectory() as folder:
        stores = [SqliteStore(Path(folder) / f"{name}.db", synchronous="OFF") for name in ("phone", "home")]
        with closing(stores[0]) as phone, closing(stores[1]) as home:
            device, records = Device(phone, Path(folder) / "known.json"), MatchRepository(phone, by="phone")
            with phone.one_commit():
                for number in range(plays):
                    play(records, rng, f"2026-{1 + number % 11:02}-{1 + number % 28:02}")

            def met(what: str) -> None:
                begun, calls = time.process_time(), len(device.sent)
                device.meet(home)
                up, down = sum(device.sent[calls:]), sum(device.got[calls:])
                seconds = time.process_time() - begun
                print(
                    f"{what:<30} {up:>9,} B up {down:>7,} B down {len(device.sent) - calls:>4} requests {seconds:.2f} s"
                )

            met(f"{plays:,} plays")
            met("nothing new")
            play(records, rng, "2026-11-28")
            met("one new play")
            play(records, rng, "2026-11-28", "Somebody new")
            met("one new play with a new person")
            play(MatchRepository(home, by="home"), rng, "2026-11-28")
            met("one new play at home")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
