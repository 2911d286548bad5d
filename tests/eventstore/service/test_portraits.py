"""Pictures of people and games over HTTP: seen by all who see the lists, given and removed by recorders."""

from random import Random

import requests
from PIL import Image

from eventstore.matches.photo_file import MAX_UPLOAD_BYTES, TOO_LARGE
from tests.eventstore.service.client import Client, holder, problem
from tests.patience import patience
from tests.pictures import SECRETS, file, photo

GAME = "/api/games/picture?game=Kettle%2FRace"


def given(client: Client, path: str, content: bytes, kind: str = "image/jpeg") -> requests.Response:
    return client.session.put(client.address + path, content, headers={"Content-Type": kind}, timeout=patience(20))


def test_a_picture_is_given_seen_small_and_removed(anybody: Client) -> None:
    recorder = holder(anybody, "recorder")
    (anna,) = anybody.app_state.records.people().named("Anna")
    for path in (GAME, f"/api/people/{anna}/picture"):
        assert recorder("GET", path).status_code == 404
        assert given(recorder, path, photo(900, 600)).status_code == 204
        seen = recorder("GET", path)
        assert (seen.status_code, seen.headers["content-type"]) == (200, "image/jpeg")
        assert not [secret for secret in SECRETS if secret in seen.content]
        small = recorder("GET", path + ("&" if "?" in path else "?") + "size=small")
        assert len(small.content) < len(seen.content)
        assert recorder("GET", path, if_none_match=seen.headers["etag"]).status_code == 304
        assert recorder("DELETE", path).status_code == 204
        assert recorder("GET", path).status_code == 404


def test_only_recorders_give_and_only_readers_of_the_store_see(anybody: Client) -> None:
    recorder, viewer, guest = holder(anybody, "recorder"), holder(anybody, "viewer"), holder(anybody, "viewer", "ours")
    assert given(recorder, GAME, photo()).status_code == 204
    assert viewer("GET", GAME).status_code == 200
    assert given(viewer, GAME, photo()).status_code == 403
    assert viewer("DELETE", GAME).status_code == 403
    assert guest("GET", GAME).status_code == 403
    assert anybody("GET", GAME).status_code == 401


def test_another_kind_of_file_and_an_unknown_person_are_refused(anybody: Client) -> None:
    recorder = holder(anybody, "recorder")
    assert given(recorder, GAME, b"text", "text/plain").status_code == 415
    assert given(recorder, "/api/people/nobody/picture", photo()).status_code == 404


def test_a_picture_may_be_as_large_as_a_photo(anybody: Client) -> None:
    recorder = holder(anybody, "recorder")
    (anna,) = anybody.app_state.records.people().named("Anna")
    large = file(Image.frombytes("RGB", (900, 700), Random(1).randbytes(900 * 700 * 3)), "PNG")
    assert len(large) > 1 << 20
    for path in (GAME, f"/api/people/{anna}/picture"):
        assert given(recorder, path, large, "image/png").status_code == 204
        assert recorder("GET", path).status_code == 200
        assert problem(413, given(recorder, path, bytes(MAX_UPLOAD_BYTES + 1)))["detail"] == TOO_LARGE
