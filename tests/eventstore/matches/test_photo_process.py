"""The process that decodes pictures: its results, its queue, and its end, which is one sentence."""

from concurrent.futures import wait
from threading import Timer

import psutil
import pytest

from core.errors import InvalidInput
from eventstore import worker_process
from eventstore.matches import photo_encoding, photo_process
from eventstore.matches.photo_file import MAX_SCANS
from eventstore.matches.photo_process import PhotoProcess
from eventstore.worker_process import TooManyCalls
from tests.patience import patience
from tests.pictures import photo, png, with_scans

COSTLY = with_scans(MAX_SCANS, 7_000, 7_000)
"""Within the bounds, and long enough in the decoder for a test to come in between."""


def decoders() -> list[psutil.Process]:
    return [process for process in psutil.Process().children() if _decodes(process)]


def _decodes(process: psutil.Process) -> bool:
    try:
        return any("eventstore.worker_process" in word for word in process.cmdline())
    except psutil.NoSuchProcess:  # It has ended meanwhile; a zombie is one of these.
        return False


def test_the_process_returns_what_the_functions_do() -> None:
    stored = photo_process.encode(photo())
    assert stored == photo_encoding.encode(photo())
    assert photo_process.smaller(stored.content, 20) == photo_encoding.smaller(stored.content, 20)
    for content in (b"<svg/>", with_scans(MAX_SCANS + 1)):
        with pytest.raises(InvalidInput) as here:
            photo_encoding.encode(content)
        with pytest.raises(InvalidInput) as there:
            photo_process.encode(content)
        assert there.value.args[0].template == here.value.args[0].template, "it can be translated"
        assert there.value.args[0].values == here.value.args[0].values


def test_one_process_decodes_many_pictures() -> None:
    before = len(decoders())
    process = PhotoProcess(10, 10)
    results = [process.submit(photo(color=color)).result() for color in ("red", "blue", "red")]
    assert results[0] == results[2] != results[1]
    assert len(decoders()) == before + 1


@pytest.mark.slow
def test_a_full_queue_refuses_and_one_client_leaves_room_for_others() -> None:
    process = PhotoProcess(3, 2)
    results = [process.submit(COSTLY, client="Anna"), process.submit(photo(), client="Anna")]
    with pytest.raises(TooManyCalls):
        process.submit(photo(), client="Anna")
    results.append(process.submit(photo(), client="Ben"))
    with pytest.raises(TooManyCalls):
        process.submit(photo(), client="Cleo")
    assert len({result.result() for result in results}) == 2
    assert process.submit(photo(), client="Anna").result() == results[1].result()


@pytest.mark.slow
def test_a_picture_that_takes_too_long_is_one_sentence() -> None:
    process = PhotoProcess(3, 3, timeout_s=0.05)
    with pytest.raises(InvalidInput, match="too much time or memory"):
        process.submit(COSTLY).result()
    process = PhotoProcess(3, 3)
    assert process.submit(photo()).result() == photo_encoding.encode(photo()).content


@pytest.mark.slow
def test_a_process_that_is_killed_is_one_sentence_and_the_next_picture_starts_another() -> None:
    process = PhotoProcess(3, 3)
    before = set(decoders())
    process.submit(photo()).result()
    (decoder,) = set(decoders()) - before
    costly, next_one = process.submit(COSTLY), process.submit(photo())
    Timer(0.1, decoder.kill).start()
    with pytest.raises(InvalidInput, match="too much time or memory"):
        costly.result()
    assert next_one.result() == photo_encoding.encode(photo()).content


@pytest.mark.slow
def test_a_picture_that_takes_too_much_memory_is_one_sentence() -> None:
    process = PhotoProcess(3, 3)
    before = set(decoders())
    process.submit(photo()).result()
    (decoder,) = set(decoders()) - before
    decoder.rlimit(psutil.RLIMIT_AS, (100 << 20, 100 << 20))
    with pytest.raises(InvalidInput, match="too much time or memory"):
        process.submit(png(7_000, 7_000)).result()
    assert process.submit(photo()).result() == photo_encoding.encode(photo()).content


@pytest.mark.slow
def test_a_process_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "IDLE_S", 0)
    before = set(decoders())
    process = PhotoProcess(3, 3)
    first = [process.submit(photo()), process.submit(photo())]
    wait(first)
    psutil.wait_procs(set(decoders()) - before, timeout=patience(30))
    assert set(decoders()) <= before
    assert process.submit(photo()).result() == first[0].result()
