"""Files imported over HTTP: a dry run with the guess, then the import; the same as the command and the page record."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import psutil
import pytest
import requests

from core.games import scoresheet
from eventstore.access.access import Access
from eventstore.matches.imports import batches
from eventstore.matches.match import MATCHES
from eventstore.matches.repository import MatchRepository, utc_now
from importers import preview
from importers.files import importing
from tests import TESTS
from tests.eventstore.service.client import Client, problem, service
from tests.importers.hostile_files import HOSTILE
from tests.patience import patience
from tests.recorded import records_in
from tests.served import served
from tests.torture import Torture
from tests.viewer.commands.terminal import Terminal
from viewer.site.routes.app import create_routes

BGSTATS = (TESTS / "samples" / "bgstats" / "a-android-79-plays.json").read_bytes()
CLUB = b"date,game,player,score\n2024-04-03,Azul,Jitka,9\n2024-04-03,Azul,Jarda,8\n"
ROUNDS = b"date;player;1;2\n2024-04-03;Jitka;5;9\n2024-04-03;Jarda;4;8\n"
DOUBTFUL = b"2024-04-03: Jitka 9, Jarda\nshopping: milk 2, bread\n"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with service(tmp_path, app=create_routes, tokens_required=True) as client:
        yield client


@pytest.fixture
def recorder(client: Client) -> Client:
    return client.with_token(client.app_state.access.make_token("recorder"))


def send(client: Client, content: bytes, **query: object) -> requests.Response:
    return client.session.post(f"{client.address}/api/imports", data=content, params=query, timeout=patience(60))  # type: ignore[arg-type]


def recorded(records: MatchRepository) -> list[tuple[object, ...]]:
    """The events of all matches, without ids and times; a state digest covers all that the rules know of them."""
    streams = records.store.streams(MATCHES)
    rows = [row for name in streams for row in records.store.read(name)]
    return sorted((row.version, row.type, row.source or "", row.state_digest or "") for row in rows)


def test_a_dry_run_tells_the_guess_and_a_sample_and_writes_nothing(client: Client, recorder: Client) -> None:
    before = client.rows()
    tried = recorder.json(send(recorder, CLUB, dry_run=True, name="club.csv"))
    assert (tried["format"], tried["new"], tried["seats"], tried["people"]) == ("table", 1, 2, 2)
    assert [(one["header"], one["meaning"]) for one in tried["columns"]] == [
        (name, name) for name in ("date", "game", "player", "score")
    ]
    (play,) = tried["sample"]
    assert (play["players"], play["scores"]) == (["Jitka", "Jarda"], [9, 8])
    assert tried["batch"] is None
    unsure = recorder.json(send(recorder, DOUBTFUL, dry_run=True))
    assert unsure["new"]
    assert unsure["confidence"] < 100
    assert unsure["doubts"]
    assert "sure=true" in problem(422, send(recorder, DOUBTFUL))["detail"]
    assert client.rows() == before
    assert recorder.json(send(recorder, DOUBTFUL, sure=True))["new"] == unsure["new"]


def test_what_the_mapping_says_is_imported_and_only_once(client: Client, recorder: Client) -> None:
    columns = {"column": ["3=ignore", "4=score"], "game": "Azul", "name": "rounds.csv"}
    came = recorder.json(send(recorder, ROUNDS, **columns))
    (match,) = came["matches"]
    assert (came["new"], recorder.get(f"/api/matches/{match}")["scores"]) == (1, [9, 8])
    (batch,) = batches(client.app_state.records.store)
    assert (batch.id, batch.file) == (came["batch"], "rounds.csv")
    again = recorder.json(send(recorder, ROUNDS, **columns))
    assert (again["new"], again["unchanged"], again["batch"]) == (0, 1, None)


def test_another_reading_is_shown_and_taken_by_its_number(recorder: Client) -> None:
    header = b"Date,Game,Player,Score,Bonus,Weather\n"
    bonus = header + b"2024-06-14,Azul,Ann,3,52,rain\n2024-06-14,Azul,Ben,4,47,rain\n"
    later = header + b"2024-06-21,Azul,Ann,61,no,sun\n2024-06-21,Azul,Ben,58,no,sun\n"
    came = recorder.json(send(recorder, bonus, column=["Score=other", "Bonus=score"]))
    assert (came["unused"], came["others"], came["confirmed_on"]) == (["Score", "Weather"], [], None)
    more = bonus.replace(b"06-14", b"06-15")
    assert len(recorder.json(send(recorder, more))["confirmed_on"]) == len("2024-06-14")
    tried = recorder.json(send(recorder, later, dry_run=True))
    (other,) = tried["others"]
    assert [play["scores"] for play in (*tried["sample"], *other["sample"])] == [[61, 58], None]
    assert (tried["unused"], other["unused"]) == (["Bonus", "Weather"], ["Score", "Weather"])
    assert tried["doubts"][0].startswith("What was confirmed for this header on 2")
    assert "reading=NUMBER" in problem(422, send(recorder, later))["detail"]
    problem(422, send(recorder, later, reading=3))
    assert recorder.json(send(recorder, later, reading=1))["new"] == 1
    assert recorder.json(send(recorder, more, forget=True, dry_run=True))["confirmed_on"] is None


def test_a_file_without_plays_or_too_large_is_refused_in_a_sentence(recorder: Client) -> None:
    for content, says in ((b"", "The file is empty"), (b"\x89PNG\r\n\x1a\n" + bytes(500), "This is a picture")):
        assert says in problem(422, send(recorder, content))["detail"]
    assert "HEADER=MEANING" in problem(422, send(recorder, CLUB, column="score"))["detail"]
    assert "nothing a column holds" in problem(422, send(recorder, CLUB, column="score=height"))["detail"]
    large = CLUB + b"2024-04-03,Azul,Jitka,9\n" * 60_000
    problem(422, send(recorder, large[: 2 << 20], column="nothing"))  # It was received.
    problem(413, send(recorder, b" " * (13 << 20)))
    assert list(recorder.app_state.records.ids()) == []


def test_only_recorders_of_the_whole_store_import(client: Client) -> None:
    access = client.app_state.access
    problem(401, send(client, CLUB))
    for token in (access.make_token("annotator"), access.make_token("recorder", "kettle")):
        problem(403, send(client.with_token(token), CLUB, dry_run=True))
    assert list(client.app_state.records.ids()) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "content"), [("export.json", BGSTATS), ("club.csv", CLUB)])
def test_the_command_the_use_case_and_http_record_the_same(
    client: Client, recorder: Client, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    by_command, by_page = tmp_path / "command.db", tmp_path / "page.db"
    Terminal(str(by_command))("import", tmp_path / name)
    with importing(str(by_page), [name]) as files, (tmp_path / name).open("rb") as file:
        files.read(name, file)
    assert recorder.json(send(recorder, content, name=name))["new"] == files.summary.new
    expected = recorded(records_in(by_command))
    assert recorded(records_in(by_page)) == expected
    assert recorded(client.app_state.records) == expected


def readers() -> list[psutil.Process]:
    """The processes that read files."""
    return [process for process in psutil.Process().children() if _reads(process)]


def _reads(process: psutil.Process) -> bool:
    try:
        return any("apply_process_settings" in word for word in process.cmdline())
    except psutil.NoSuchProcess:  # It has ended meanwhile; a zombie is one of these.
        return False


@pytest.mark.slow
def test_a_dry_run_ends_when_its_client_leaves_and_others_are_answered_meanwhile(recorder: Client) -> None:
    recorder.app_state.records.start(scoresheet, ("Anna", "Ben"), id="ours")
    with ThreadPoolExecutor(1) as pool, suppress(requests.ReadTimeout):
        sent = pool.submit(
            recorder.session.post, f"{recorder.address}/api/imports?dry_run=true", long_table(), timeout=(20, 8)
        )
        while recorder.app_state.imports.is_idle or not (reading := readers()):
            assert not sent.done()
        event = {"type": "PointsNoted", "label": "One", "points": [3, 4]}
        answer = recorder.with_token(recorder.app_state.access.make_token("recorder")).post(
            "/api/matches/ours/events", {"events": [event]}, idempotency_key="only-once"
        )
        assert (answer["version"], sent.done()) == (2, False)
        sent.result()
    psutil.wait_procs(reading, timeout=patience(60))
    assert not readers(), "the process is ended"
    assert recorder.app_state.imports.is_idle
    assert recorder.json(send(recorder, CLUB, dry_run=True))["new"] == 1


@pytest.mark.slow
def test_a_file_that_takes_too_much_time_is_refused_in_a_sentence_and_nothing_is_written(
    recorder: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview.FOR_ROUTES, "limits", replace(preview.FOR_ROUTES.limits, timeout_s=0.01))
    before = recorder.rows()
    for dry_run in (True, False):
        # A short one may be read in time, by a process that runs.
        answer = send(recorder, long_table(), dry_run=dry_run)
        assert "too much time or memory" in problem(422, answer)["detail"]
    assert recorder.rows() == before


@pytest.mark.slow
@pytest.mark.torture("files")
def test_a_recorder_goes_on_while_others_send_hostile_files(tmp_path: Path, torture: Torture) -> None:
    senders, rng = 4, torture.rng()
    files = {name: make() for name, make in HOSTILE.items()} | {"a long table": long_table()}
    records = records_in(tmp_path / "partie.db")
    with closing(records.store):
        records.start(scoresheet, ("Anna", "Ben"), id="ours")
        access = Access(records.store, "local", utc_now)
        recorder, *others = (access.make_token("recorder") for _ in range(1 + senders))
    with served(tmp_path / "partie.db", tmp_path, "--tokens") as server:
        with ThreadPoolExecutor(senders) as pool:
            names = (rng.choice([*files]) for _ in torture.rounds(8, 400))
            sending = (
                pool.submit(tried, server.address, other, files[name], leaves=name == "a long table")
                for other, name in zip(cycle(others), names, strict=False)
            )
            running, answers, versions = [*islice(sending, senders)], Counter[int](), list[int]()
            while running or len(versions) < 20:
                versions.append(noted(server.address, recorder, len(versions)))
                time.sleep(0.4)  # Else a long run fills the match.
                done = [sent for sent in running if sent.done()]
                answers.update(sent.result() for sent in done)
                running = [sent for sent in running if sent not in done] + [*islice(sending, len(done))]
        assert tried(server.address, recorder, CLUB, leaves=False) == 200, "the process that reads goes on"
        memory = psutil.Process(server.process.pid).memory_info().rss >> 20
    assert versions == list(range(2, len(versions) + 2)), "every write is acknowledged, in its turn"
    assert answers.keys() <= {0, 200, 422, 503}
    torture.report(
        f"{torture.done:,} hostile files of {senders} recorders: {answers[422]:,} refused as such, {answers[200]:,} "
        f"read, {answers[503]:,} refused as the queue was full, {answers[0]:,} left by their senders; "
        f"{len(versions):,} events of another recorder acknowledged meanwhile, each in its turn; {memory} MB in the "
        "service at the end"
    )


def long_table() -> bytes:
    rows = (f"2024-04-03,Game {number},Jitka {number % 90},{number % 70}\n" for number in range(90_000))
    return b"date,game,player,score\n" + "".join(rows).encode()


def tried(address: str, token: str, content: bytes, *, leaves: bool) -> int:
    """The status of a dry run; 0 where its sender did not wait for it."""
    headers = {"Authorization": f"Bearer {token}"}
    try:
        where = f"{address}/api/imports?dry_run=true"
        return requests.post(where, content, headers=headers, timeout=2 if leaves else 300).status_code
    except requests.Timeout:
        return 0


def noted(address: str, token: str, number: int) -> int:
    """The version of the match after one more line."""
    event = {"type": "PointsNoted", "label": f"Line {number}", "points": [number, 1]}
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"line-{number:08}"}
    answer = requests.post(
        f"{address}/api/matches/ours/events", json={"events": [event]}, headers=headers, timeout=patience(60)
    )
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])
