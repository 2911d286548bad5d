"""Makes the store of a release, which every later Partie must open: `python -m tests.releases.make` at the release.

It holds each way there is to write into a store. It is made once and never again: what it proves is that files which
are out in the world still open.
"""

import re
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path

from core import games
from core.games import scoresheet
from core.games.scoresheet import EntriesWritten, PointsNoted, RanksNamed, TemplateChosen, WinnersNamed
from core.record_events import DetailsNoted, MatchDescribed, PointsAdjusted, Role, ScoresClaimed, SeatDetails
from core.sheet_template import Category, Template
from eventstore import codec
from eventstore.access.access import Access
from eventstore.matches.collection import Collection
from eventstore.matches.notes import NoteChanged
from eventstore.matches.people import Player
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository
from eventstore.matches.simulated import ListSettings
from eventstore.matches.training import PositionAnswered, TrainingRepository
from eventstore.store.sqlite import SqliteStore
from tests.pictures import photo
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


def fill_since_0_3(records: MatchRepository) -> None:
    """What matches hold since 0.3.0: details, photos, withdrawals and templates."""
    seats = (SeatDetails((Role("Orcs", "faction"),), "red", started=True), SeatDetails(new=True, rank=2))
    records.record("sheet", DetailsNoted(("Winter",), seats, series="Cup", number=1))
    picture = records.photos.attach(records.match("sheet"), encode(photo()), 2, "Zoë counts")
    records.photos.describe("sheet", picture.id, "The table")
    gone = records.photos.attach(records.match("sheet"), encode(photo(color="blue")))
    records.photos.remove("sheet", gone.id)
    records.withdraw("guest", "Entered twice")
    records.restore("guest")
    template = Template("Kettle Race", (Category("laps"), Category("fuel", factor=-1)))
    records.templates.save(template)
    lines = (TemplateChosen(template), EntriesWritten("laps", ("12+7", "9")), PointsNoted("laps", (19, 9)))
    records.start(scoresheet, ["Ben", "Zoë"], *lines, options={"title": "Kettle Race"}, id="race")
    records.start(scoresheet, ["Ben", "Zoë"], RanksNamed((2, 1)), options={"title": "Darts"}, id="ranks")


def fill_other_streams(store: SqliteStore, now: Callable[[], str]) -> None:
    """Prices, settings, answers of training and grants, since 0.3.0."""
    Collection(store, "release", now).note("Kettle Race", 25, "EUR")
    ListSettings(store, "release", now).hide_simulated(True)
    TrainingRepository(store, "release", now).answer("1", PositionAnswered("azacru", 4, "c1 > c4", False))
    access = Access(store, "release", now)
    access.allow_login("anna@example.org", "recorder")
    access.make_token("viewer")
    access.set_visibility("race", "public")


def make(path: Path) -> None:
    """Ids and times are counted, so that only salts and tokens differ from run to run."""
    ids, seconds = count(1), count()
    store = SqliteStore(path)

    def now() -> str:
        return f"2026-11-25T12:{next(seconds):02}:00.000Z"

    def repository(files: Sequence[str] | None = None) -> MatchRepository:
        return MatchRepository(store, by="release", now=now, new_id=lambda: f"{next(ids):010x}", files=files)

    fill(repository())
    fill_since_0_3(repository())
    imports = repository(["plays.csv"])
    imports.start(scoresheet, ["Ben", "Zoë"], PointsNoted("final", (1, 2)), id="imported")
    imports.batch.close()
    fill_other_streams(store, now)
    store.close()


if __name__ == "__main__":
    file = FOLDER / f"{re.match(r'[0-9.]+', version('partie'))[0]}.db"
    if file.exists():
        raise SystemExit(f"{file.name} is there: the store of a release is never made again.")
    make(file)
