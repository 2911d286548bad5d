"""Real records for the tests of the viewer: whole matches in a store file, recorded as anybody would."""

from pathlib import Path
from typing import Any

from core.game import AnyGame
from core.games import chocolatier, scoresheet
from core.games.scoresheet import PointsNoted, WinnersNamed
from eventstore import codec
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.store.sqlite import SqliteStore
from tests.viewer.boards.boards import play

FOUR = ("Anna", "Ben", "Cleo", "Dora")
FILL = (
    "fill blue brown brown red | white red red blue | black black white blue"
    " | red brown white white | blue blue black brown"
)
"""The first event of a match of two, as people write it."""

ODD_NAMES = ("<script>document.title='hit'</script>", "**Zoe** \"Z\" & 'Co' <img src=x onerror=alert(1)>")


def records_in(path: Path) -> MatchRepository:
    return MatchRepository(SqliteStore(path))


def record(records: MatchRepository, id: str, game: AnyGame, names: tuple[str, ...], seed: int, **more: Any) -> Match:
    """A simulated match; `events` cuts it short, `options` and the rest go to `MatchRepository.start`."""
    options = more.pop("options", {})
    limit = more.pop("events", 400)
    events = play(game, len(names), codec.decode_options(game, options), seed, limit).events
    return records.start(game, names, *events, id=id, options=options, **more)


def fill(records: MatchRepository) -> None:
    """The matches the browser tests look at; `four` is the one most of them step through."""
    record(
        records, "four", chocolatier, FOUR, 3, options={"special_displays": True}, played_on="2026-11-18", place="Brno"
    )
    record(records, "two", chocolatier, ("Anna", "Ben"), 5, options={"edition": "azul"}, played_on="2026-11-12")
    record(records, "odd", chocolatier, ODD_NAMES, 9, events=30, played_on="2026-11-19")
    records.note("odd", 5, "<b>bold</b> move", "!?", "<i>me</i>")
    sheet = [PointsNoted(f"Round {n}", (10 * n, None if n == 2 else 7 * n, 5 * n)) for n in range(1, 4)]
    records.start(
        scoresheet,
        FOUR[:3],
        *sheet,
        WinnersNamed((0,)),
        options={"title": "Kettle Race"},
        played_on="2026-09-01",
        id="sheet",
    )
