"""Photos over HTTP: uploaded as a picture, readable with the match, with the roles, keys and errors of notes."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import requests
from PIL import Image

from core.games import scoresheet
from eventstore.access.access import Access
from eventstore.matches.photo_file import MAX_SCANS, MAX_UPLOAD_BYTES, TOO_LARGE, UNKNOWN_FORMAT, PhotoFile
from eventstore.matches.photo_process import UPLOADS
from eventstore.matches.repository import utc_now
from eventstore.worker_process import TooManyCalls
from tests.eventstore.service.client import Client, holder, problem
from tests.patience import patience
from tests.pictures import SECRETS, animated, file, photo, picture, png, with_scans
from tests.recorded import records_in
from tests.served import served
from tests.torture import Torture

PHOTOS = "/api/matches/ours/photos"
JPEG = {"Content-Type": "image/jpeg"}
ROUND = {"type": "PointsNoted", "label": "one", "points": [1, 2]}


def sent(client: Client, content: bytes, path: str = PHOTOS, **headers: str) -> requests.Response:
    named = JPEG | {name.replace("_", "-"): value for name, value in headers.items()}
    return client.session.post(client.address + path, content, headers=named, timeout=patience(20))


def attached(client: Client, content: bytes, path: str = PHOTOS, **headers: str) -> Any:
    answer = sent(client, content, path, **headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_photo_is_sent_listed_seen_described_and_removed(anybody: Client) -> None:
    recorder = holder(anybody, "recorder")
    made = attached(recorder, photo(900, 600), f"{PHOTOS}?about=1&caption=Anna%20won")
    assert (made["about"], made["caption"], made["width"], made["height"]) == (1, "Anna won", 900, 600)
    assert recorder.get(PHOTOS) == [made]
    seen = recorder("GET", f"{PHOTOS}/{made['id']}")
    assert (seen.headers["content-type"], seen.headers["etag"]) == ("image/jpeg", f'"{made["digest"]}"')
    assert seen.headers["cache-control"] == "no-store", "the match is private"
    assert seen.headers["x-content-type-options"] == "nosniff"
    assert not [secret for secret in SECRETS if secret in seen.content]
    assert recorder("GET", f"{PHOTOS}/{made['id']}", if_none_match=seen.headers["etag"]).status_code == 304
    small = recorder("GET", f"{PHOTOS}/{made['id']}?size=small")
    assert (Image.open(BytesIO(small.content)).size, small.headers["etag"] != seen.headers["etag"]) == (
        (480, 320),
        True,
    )
    assert recorder("PUT", f"{PHOTOS}/{made['id']}", {"caption": "Ben lost"}).status_code == 204
    assert recorder.get(PHOTOS)[0]["caption"] == "Ben lost"
    assert recorder("DELETE", f"{PHOTOS}/{made['id']}").status_code == 204
    assert recorder.get(PHOTOS) == []
    for method, body in (("GET", None), ("PUT", {"caption": ""}), ("DELETE", None)):
        recorder.refused(404, method, f"{PHOTOS}/{made['id']}", body)


def test_all_who_see_the_match_see_its_photos_and_only_annotators_add_some(anybody: Client) -> None:
    viewer, annotator, stranger = (
        holder(anybody, "viewer"),
        holder(anybody, "annotator"),
        holder(anybody, "recorder", "theirs"),
    )
    made = attached(annotator, photo())
    assert viewer("GET", f"{PHOTOS}/{made['id']}").ok
    before = anybody.rows()
    problem(403, sent(viewer, photo(color="blue")))
    problem(403, annotator("DELETE", f"{PHOTOS}/{made['id']}"))
    for client in (stranger, anybody):
        problem(404, sent(client, photo(color="blue")))
        for path in (PHOTOS, f"{PHOTOS}/{made['id']}"):
            client.refused(404, "GET", path)
    stranger.refused(404, "GET", f"/api/matches/theirs/photos/{made['id']}")
    anybody.app_state.access.set_visibility("ours", "public")
    assert anybody("GET", f"{PHOTOS}/{made['id']}").ok
    problem(401, sent(anybody, photo(color="blue")))
    assert anybody.rows() == before + 1, "its visibility"


@pytest.mark.slow
def test_what_is_no_picture_or_too_large_is_refused(anybody: Client) -> None:
    recorder, before = holder(anybody, "recorder"), anybody.rows()
    problem(422, sent(recorder, b"<svg/>"))
    problem(422, sent(recorder, b""))
    problem(422, sent(recorder, photo(), f"{PHOTOS}?about=2"))
    assert problem(415, sent(recorder, photo(), Content_Type="application/json"))["detail"] == UNKNOWN_FORMAT
    assert problem(413, sent(recorder, bytes(MAX_UPLOAD_BYTES + 1)))["detail"] == TOO_LARGE
    problem(413, sent(recorder, bytes(2 << 20), "/api/matches/ours/notes"))
    assert anybody.rows() == before
    noise = file(Image.effect_noise((1600, 1200), 120).convert("RGB"), "PNG")
    assert len(noise) > 2 << 20
    assert attached(recorder, noise, Content_Type="image/png")["height"] > 800
    assert attached(recorder, file(picture(), "WEBP"), Content_Type="image/webp")["width"] == 64


def test_a_photo_that_came_into_the_store_with_metadata_is_sent_to_nobody(anybody: Client) -> None:
    matches = anybody.app_state.records
    brought = matches.photos.attach(matches.match("ours"), PhotoFile(photo(), 64, 48))
    viewer = holder(anybody, "viewer")
    for path in (f"{PHOTOS}/{brought.id}", f"{PHOTOS}/{brought.id}?size=small", "/api/matches/ours/script"):
        assert "`partie verify`" in viewer.refused(500, "GET", path)["detail"]


@pytest.mark.slow
def test_while_the_queue_is_full_pictures_are_refused_and_everything_else_goes_on(anybody: Client) -> None:
    recorder, before = holder(anybody, "recorder"), anybody.rows()
    made = attached(recorder, photo())
    costly, waiting = with_scans(MAX_SCANS, 7_000, 7_000), list[Future[bytes]]()
    with suppress(TooManyCalls):
        while True:
            waiting.append(UPLOADS.submit(costly))
    refused = sent(recorder, photo(color="blue"))
    assert "waiting" in problem(503, refused)["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    assert recorder.post("/api/matches/ours/events", {"events": [ROUND]})["version"] == 2
    assert recorder("GET", f"{PHOTOS}/{made['id']}?size=small").ok, "readers do not wait for uploads"
    assert not waiting[-1].done(), "all that while the queue was full"
    wait(waiting)
    assert attached(recorder, photo(color="blue"))["width"] == 64
    assert anybody.rows() == before + 3


HOSTILE: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "many scans": ("image/jpeg", lambda: with_scans(3_000, 2_000, 2_000)),
    "80 megapixels": ("image/png", lambda: png(10_000, 8_000)),
    "many frames": ("image/webp", lambda: animated("WEBP")),
    "within the bounds": ("image/jpeg", lambda: with_scans(MAX_SCANS, 7_000, 7_000)),
}
"""Types and makers of pictures that would cost a decoder much."""


@pytest.mark.slow
@pytest.mark.torture("pictures")
def test_a_recorder_goes_on_while_annotators_send_hostile_pictures(tmp_path: Path, torture: Torture) -> None:
    uploads, annotators = torture.count(16, 2_000), 6
    pictures = {kind: make() for kind, (_, make) in HOSTILE.items()}
    records = records_in(tmp_path / "partie.db")
    with closing(records.store):
        records.start(scoresheet, ("Anna", "Ben"), id="ours")
        access = Access(records.store, "local", utc_now)
        recorder, *senders = (access.make_token(role) for role in ("recorder", *["annotator"] * annotators))
    with served(tmp_path / "partie.db", tmp_path, "--tokens", "--no-viewer") as server:
        with ThreadPoolExecutor(48) as pool:
            sending = [
                pool.submit(_answer_to, server.address, sender, HOSTILE[kind][0], pictures[kind])
                for sender, kind in zip(cycle(senders), torture.rng().choices([*HOSTILE], k=uploads), strict=False)
            ]
            versions = list[int]()
            while not all(upload.done() for upload in sending) or len(versions) < 20:
                versions.append(_recorded(server.address, recorder, f"Round {len(versions)}"))
                time.sleep(0.05)  # Else a long run fills the match.
            answers = Counter(upload.result() for upload in sending)
        small = requests.get(f"{server.address}{PHOTOS}", headers=bearer(recorder), timeout=patience(60)).json()
    assert versions == list(range(2, len(versions) + 2)), "every write is acknowledged, in its turn"
    assert answers.keys() <= {201, 422, 503}
    assert answers[201] == len(small) <= 1, "of those within the bounds, once"
    torture.report(
        f"{uploads:,} hostile pictures of {annotators} annotators at once: "
        f"{answers[422]:,} refused as such, {answers[503]:,} as the queue was full, {answers[201]} attached; "
        f"{len(versions):,} events of a recorder acknowledged meanwhile, each in its turn"
    )


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _answer_to(address: str, token: str, media_type: str, content: bytes) -> int:
    headers = bearer(token) | {"Content-Type": media_type}
    return requests.post(address + PHOTOS, content, headers=headers, timeout=patience(60)).status_code


def _recorded(address: str, token: str, label: str) -> int:
    """The version of the match after one more event."""
    events = {"events": [ROUND | {"label": label}]}
    answer = requests.post(
        f"{address}/api/matches/ours/events", json=events, headers=bearer(token), timeout=patience(60)
    )
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])
