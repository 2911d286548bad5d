"""Makes the store of a release, which every later Partie must open: `python -m tests.releases.make` at the release.

It holds each way there is to write into a store. It is made once and never again: what it proves is that files which
are out in the world still open.
"""

import re
from importlib.metadata import version
from itertools import count
from pathlib import Path

from core import games
from core.games import scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from core.record_events import MatchDescribed, PointsAdjusted, ScoresClaimed
from eventstore import codec
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import Player
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.viewer.boards.boards import play

FOLDER = Path(__file__).parent


def fill(records: MatchRepository) -> None:
    for number, game in enumerate(games.GAMES):
        if game is not scoresheet:
            events = play(game, game.SEATS[0], codec.decode_options(game, {}), 7, 40).events
            names = ["Anna", "Ben", "Cleo", "Dora"][: game.SEATS[0]]
            records.start(
                game, names, *events, id=game.KEY, played_on=f"2026-11-{number + 1:02}", place="Brno", tags=["x"]
            )
    sheet = [PointsNoted(label, (1, 2)) for label in "abc"]
    records.start(scoresheet, ["Anna", "Ben"], *sheet, options={"title": "Kettle Race"}, id="sheet", minutes=45)
    records.correct("sheet", 3, 3, [PointsNoted("b", (5, 5))], "misread")
    records.take_back("sheet", idempotency_key="once")
    records.record(
        "sheet", ScoresClaimed((6, 7)), PointsAdjusted(1, -2, "spilled"), times=["2026-11-20T18:30:00Z", None]
    )
    records.describe("sheet", MatchDescribed(title="The good one", players=("Ben", "Zoe")))
    fork = records.fork("sheet", 2)
    records.record(fork.id, PointsNoted("other", (7, 7)), WinnersNamed((0,)))
    records.close("sheet", "abandoned")
    note = records.note("sheet", 2, "hm", "!?", "Anna")
    records.change_note("sheet", NoteChanged(note.id, "well"))
    records.start(scoresheet, [Player("Eve", ("bgstats:e1",)), "Benny"], id="guest")
    register = records.people_repository
    register.rename(register.people().named("Zoe")[0], "Zoë")
    register.merge(register.people().named("Benny")[0], register.people().named("Ben")[0])
    register.forget(register.people().named("Eve")[0])


def make(path: Path) -> None:
    """A store that comes out the same in every run: ids and times are counted."""
    ids, seconds = count(1), count()
    store = SqliteStore(path)
    fill(
        MatchRepository(
            store,
            by="release",
            now=lambda: f"2026-11-21T12:{next(seconds):02}:00.000Z",
            new_id=lambda: f"{next(ids):010x}",
        )
    )
    store.close()


if __name__ == "__main__":
    file = FOLDER / f"{re.match(r'[0-9.]+', version('partie'))[0]}.db"
    if file.exists():
        raise SystemExit(f"{file.name} is there: the store of a release is never made again.")
    make(file)
