"""Photos of a match: attached, described, removed for ever; on a file and in PostgreSQL alike."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from core.errors import InvalidInput
from core.games import scoresheet
from eventstore.maintenance.verification import verify
from eventstore.matches import photos
from eventstore.matches.idempotency import KeyReused
from eventstore.matches.match import Match, Refused
from eventstore.matches.photo_encoding import encode
from eventstore.matches.photo_file import PhotoFile
from eventstore.matches.photo_repository import UnknownPhoto
from eventstore.matches.repository import MatchRepository
from eventstore.store.open_store import open_store
from eventstore.store.store import Append, NewEvent
from tests.pictures import photo
from tests.stores import KINDS, REFUSALS, change, empty

RED, BLUE = encode(photo(color="red")), encode(photo(color="blue"))


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return empty(request.param, tmp_path)


@pytest.fixture
def records(address: str) -> Iterator[MatchRepository]:
    with closing(open_store(address)) as store:
        yield MatchRepository(store)


@pytest.fixture
def match(records: MatchRepository) -> Match:
    return records.start(scoresheet, ("Anna", "Ben"))


def kept(records: MatchRepository, match: Match) -> tuple[str, ...]:
    return records.store.blobs(photos.stream(match.id))


def test_a_photo_is_of_the_match_or_of_one_event_and_says_what_it_shows(records: MatchRepository, match: Match) -> None:
    whole = records.photos.attach(match, RED, caption="  Anna\nwon ")
    moment = records.photos.attach(match, BLUE, 1)
    assert [(one.about, one.caption) for one in records.photos.of(match.id)] == [(None, "Anna won"), (1, "")]
    assert records.photos.content(match.id, whole) == RED.content
    assert records.photos.content(match.id, moment) == BLUE.content
    records.photos.describe(match.id, moment.id, "The start")
    assert records.photos.photo(match.id, moment.id).caption == "The start"
    assert kept(records, match) == tuple(sorted((RED.digest, BLUE.digest)))
    assert verify(records).is_whole
    assert records.match(match.id).version == 1, "the match itself does not change"


def test_a_removed_photo_is_gone_for_ever(records: MatchRepository, match: Match) -> None:
    attached = records.photos.attach(match, RED)
    records.photos.remove(match.id, attached.id)
    assert (records.photos.of(match.id), kept(records, match)) == ((), ())
    with pytest.raises(UnknownPhoto):
        records.photos.content(match.id, attached)
    for again in (
        lambda: records.photos.remove(match.id, attached.id),
        lambda: records.photos.describe(match.id, attached.id, "gone"),
    ):
        with pytest.raises(UnknownPhoto, match=f"has no photo '{attached.id}'"):
            again()
    assert verify(records).is_whole


def test_the_content_stays_while_another_photo_of_the_match_needs_it(records: MatchRepository, match: Match) -> None:
    first, second = records.photos.attach(match, RED), records.photos.attach(match, RED, 1)
    records.photos.remove(match.id, first.id)
    assert records.photos.content(match.id, second) == RED.content
    assert verify(records).is_whole


def test_a_repeated_call_writes_nothing_and_brings_nothing_back(records: MatchRepository, match: Match) -> None:
    attached = records.photos.attach(match, RED, 1, "red", idempotency_key="attach-1")
    before = len(records.store.read_all())
    assert records.photos.attach(match, RED, 1, "red", idempotency_key="attach-1") == attached
    for other in (
        lambda: records.photos.attach(match, BLUE, 1, "red", idempotency_key="attach-1"),
        lambda: records.photos.attach(match, RED, 1, "blue", idempotency_key="attach-1"),
        lambda: records.photos.remove(match.id, attached.id, idempotency_key="attach-1"),
    ):
        with pytest.raises(KeyReused):
            other()
    assert len(records.store.read_all()) == before
    records.photos.remove(match.id, attached.id, idempotency_key="remove-1")
    records.photos.remove(match.id, attached.id, idempotency_key="remove-1")
    assert records.photos.attach(match, RED, 1, "red", idempotency_key="attach-1") == attached
    stream = photos.stream(match.id)
    rows = records.store.read(stream)
    again = records.store.append(
        Append(
            stream,
            (NewEvent(rows[0].type, rows[0].data),),
            expected_version=len(rows),
            by="",
            at="",
            idempotency_key="attach-1",
            blobs={RED.digest: RED.content},
        )
    )
    assert (len(again), kept(records, match)) == (1, ())
    assert verify(records).is_whole


def test_those_who_attach_at_the_same_time_all_attach(records: MatchRepository, match: Match) -> None:
    files = [encode(photo(color=color)) for color in ("red", "blue", "green", "yellow", "black", "gray")]
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda file: records.photos.attach(match, file), files))
    assert {one.digest for one in records.photos.of(match.id)} == {file.digest for file in files}
    assert verify(records).is_whole


def test_what_cannot_be_attached_is_refused_and_nothing_is_written(records: MatchRepository, match: Match) -> None:
    records.photos.attach(match, RED)
    before = len(records.store.read_all())
    with pytest.raises(Refused, match="attached there already"):
        records.photos.attach(match, RED, caption="twice")
    for about in (0, 2):
        with pytest.raises(Refused, match="no event"):
            records.photos.attach(match, BLUE, about)
    with pytest.raises(InvalidInput, match="500 characters"):
        records.photos.attach(match, BLUE, caption="x" * 501)
    assert len(records.store.read_all()) == before
    for number in range(photos.MAX_PHOTOS - 1):
        records.photos.attach(match, PhotoFile(str(number).encode(), 1, 1))
    with pytest.raises(Refused, match="50 photos at most"):
        records.photos.attach(match, BLUE)


def test_the_database_itself_refuses_to_change_a_content(address: str, records: MatchRepository, match: Match) -> None:
    records.photos.attach(match, RED)
    with pytest.raises(REFUSALS, match="never changed"):
        change(address, "UPDATE blobs SET content = x''" if "://" not in address else "UPDATE blobs SET content = ''")
