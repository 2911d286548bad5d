"""No NUL and no half of a character comes into a store, on whatever way."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from core.errors import PartieError
from core.games import schokoly, scoresheet
from core.games.scoresheet import PointsNoted
from core.record_events import (
    DetailsNoted,
    MatchDescribed,
    MatchImported,
    MatchWithdrawn,
    NewerEvent,
    PointsAdjusted,
    SeatDetails,
    UnreadEvent,
)
from core.sheet_template import Category, Template
from eventstore.formats import script, script_import
from eventstore.matches.collection import Collection
from eventstore.matches.confirmed_mappings import ConfirmedMappings
from eventstore.matches.notes import Mark, NoteChanged
from eventstore.matches.people import Player
from eventstore.matches.photo_encoding import encode
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.matches.training import PositionAnswered, TrainingRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.open_store import open_store
from eventstore.store.store import Store
from tests.pictures import photo
from tests.stores import SQLITE_FIRST, empty

FINAL = PointsNoted("final", (1, 2))
NOBODY = SeatDetails()


@pytest.fixture(params=SQLITE_FIRST, scope="module")
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with two matches and a note, for tests that write nothing."""
    store = open_store(empty(request.param, tmp_path_factory.mktemp("store")))
    records = MatchRepository(store)
    records.start(scoresheet, ("Anna", "Ben"), FINAL, id="here")
    records.start(scoresheet, ("Anna", "Ben"), id="empty")
    records.note("here", 1, "x")
    yield store
    store.close()


def imported(records: MatchRepository, *lines: str) -> object:
    text = "\n".join(('{"partie": 1, "game": "scoresheet", "players": ["A", "B"]' + lines[0] + "}", *lines[1:]))
    (read,) = script.read(BytesIO(text.encode("utf-8", "surrogatepass")))
    if isinstance(read, Exception):
        raise read
    return script_import.import_script(records, read)


Way = Callable[[MatchRepository, str], object]

WAYS: dict[str, Way] = {
    "title": lambda records, bad: records.start(scoresheet, ("Anna", "Ben"), title=bad),
    "place": lambda records, bad: records.start(scoresheet, ("Anna", "Ben"), place=bad),
    "tag": lambda records, bad: records.start(scoresheet, ("Anna", "Ben"), tags=("x", bad)),
    "option": lambda records, bad: records.start(scoresheet, ("Anna", "Ben"), options={"title": bad}),
    "decoded option": lambda records, bad: records.start(
        scoresheet, ("Anna", "Ben"), options=scoresheet.Options(title=bad)
    ),
    "deck": lambda records, bad: records.start(schokoly, ("Anna", "Ben"), options={"deck": [bad]}),
    "player": lambda records, bad: records.start(scoresheet, (bad, "Ben")),
    "account": lambda records, bad: records.start(scoresheet, (Player("Cleo", (f"bgg:{bad}",)), "Ben")),
    "label": lambda records, bad: records.record("here", PointsNoted(bad, (1, 2))),
    "details": lambda records, bad: records.record("here", DetailsNoted(seats=(SeatDetails(team=bad), NOBODY))),
    "described": lambda records, bad: records.describe("here", MatchDescribed(tags=(bad,))),
    "new options": lambda records, bad: records.describe("empty", MatchDescribed(options={"title": bad})),
    "ruling": lambda records, bad: records.record("here", PointsAdjusted(0, 1, bad)),
    "correction": lambda records, bad: records.correct("here", 2, 2, [FINAL], bad),
    "take-back": lambda records, bad: records.take_back("here", why=bad),
    "withdrawal": lambda records, bad: records.record("here", MatchWithdrawn(bad)),
    "fork": lambda records, bad: records.fork("here", 1, PointsNoted(bad, (1, 2))),
    "imported": lambda records, bad: records.record("here", MatchImported("bgstats:1", comment=bad)),
    "source": lambda records, bad: records.record("here", MatchImported(f"bgstats:{bad}")),
    "newer": lambda records, bad: records.record("here", NewerEvent("MatchSung", json.dumps({"words": bad}))),
    "unread": lambda records, bad: records.record(
        "here", UnreadEvent("Sung", json.dumps({"words": bad})), from_file=True
    ),
    "note": lambda records, bad: records.note("here", 1, bad),
    "author": lambda records, bad: records.note("here", 1, "x", author=bad),
    "mark": lambda records, bad: records.note("here", 1, marks=[Mark(bad)]),
    "changed note": lambda records, bad: records.change_note("here", NoteChanged(records.notes("here")[0].id, bad)),
    "caption": lambda records, bad: records.photos.attach(records.match("here"), encode(photo()), caption=bad),
    "rename": lambda records, bad: records.people_repository.rename(records.people().named("Anna")[0], bad),
    "link": lambda records, bad: records.people_repository.link(records.people().named("Anna")[0], f"bgg:{bad}"),
    "template": lambda records, bad: records.templates.save(Template("Nine Hills", (Category(bad),))),
    "mapping": lambda records, bad: ConfirmedMappings(records.store, "t", utc_now).confirm((bad,), {}),
    "price": lambda records, bad: Collection(records.store, "t", utc_now).note(bad, 3),
    "picture": lambda records, bad: records.portraits.give_game(bad, encode(photo())),
    "answer": lambda records, bad: TrainingRepository(records.store, "t", utc_now).answer(
        "anna", PositionAnswered("here", 2, bad, accepted=True)
    ),
    "file": lambda records, bad: MatchRepository(records.store, files=[bad]),
    "script: header": lambda records, bad: imported(records, f', "place": {json.dumps(bad)}'),
    "script: newer field": lambda records, bad: imported(records, f', "mood": {json.dumps(bad)}'),
    "script: event": lambda records, bad: imported(
        records, "", json.dumps({"type": "PointsNoted", "label": bad, "points": [1, 2]})
    ),
    "script: note": lambda records, bad: imported(
        records,
        "",
        '{"type": "PointsNoted", "label": "one", "points": [1, 2]}',
        json.dumps({"note": {"about": 2, "text": bad}}),
    ),
}


@pytest.mark.parametrize("bad", ["a\0b", "a\ud800b"], ids=["NUL", "surrogate"])
@pytest.mark.parametrize("way", WAYS)
def test_a_text_that_cannot_be_stored_is_refused_in_a_sentence_and_nothing_is_written(
    store: Store, way: str, bad: str
) -> None:
    records = MatchRepository(store)
    before = store.read_all(limit=100)
    with pytest.raises(PartieError) as refused:
        WAYS[way](records, bad)
    assert not any(letter in str(refused.value) for letter in "\0\ud800")
    assert store.read_all(limit=100) == before
    assert MatchIndex(store, records).count() == 2


def test_data_of_another_app_that_nothing_reads_stay_as_they_are(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "partie.db"))) as store:
        kept = MatchImported("bgstats:1", more={"log": "a\0b"})
        match = MatchRepository(store).start(scoresheet, ("Anna", "Ben"), FINAL, kept)
        assert MatchRepository(store).match(match.id).log[2].event == kept
