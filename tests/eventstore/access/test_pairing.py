"""Pairing codes: each gives one device a token within its time; the stored digests; revocation."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from core.games import scoresheet
from eventstore.access.access import DEVICE_TIME, PAIRING_TIME, Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import NotAllowed, Principal, Role
from eventstore.maintenance.erasure import forget
from eventstore.maintenance.verification import verify
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.clock import later
from eventstore.store.store import Store
from tests.eventstore.service.client import opened
from tests.forked import FORKED
from tests.stores import empty

NOW = "2026-11-20T18:00:00.000Z"
PIXEL = "Pixel, Chrome"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(opened(empty("sqlite", tmp_path), tmp_path)) as store:
        yield store


def access_of(store: Store, at: str = NOW) -> Access:
    return Access(store, "local", lambda: at)


def id_of(token: str | None) -> str:
    assert token is not None
    return token.split("_")[1]


def test_a_code_gives_one_device_a_token_and_is_used_up_for_every_program(tmp_path: Path) -> None:
    address = empty("sqlite", tmp_path)
    with closing(opened(address, tmp_path)) as store, closing(opened(address, tmp_path)) as another:
        code = access_of(store).make_pairing("recorder")
        token = access_of(another).pair(code, PIXEL)
        assert token is not None
        assert access_of(store).principal_of(token) == access_of(another).principal_of(token)
        (paired,) = access_of(store).grants().tokens.values()
        assert (paired.id, paired.role, paired.match, paired.device) == (id_of(token), "recorder", None, PIXEL)
        assert access_of(store).pair(code, PIXEL) is None
        assert store.read("access")[-1].recorded_by == f"token {paired.id}"
        kept = str(store.read("access"))
        assert not [secret for secret in (code, code.split("_", 1)[1], token.split("_", 2)[2]) if secret in kept]
    with closing(opened(address, tmp_path)) as again:
        assert access_of(again).pair(code, PIXEL) is None
        assert access_of(again).principal_of(token) is not None
        assert verify(MatchRepository(again)).is_whole


def _pair(address: str, folder: Path, code: str) -> str | None:
    with closing(opened(address, folder)) as store:
        return access_of(store).pair(code, PIXEL)


@pytest.mark.slow
def test_of_several_programs_that_exchange_a_code_at_once_one_gets_a_token(tmp_path: Path) -> None:
    address = empty("sqlite", tmp_path)
    with closing(opened(address, tmp_path)) as store:
        codes = [access_of(store).make_pairing("viewer") for _ in range(5)]
        with ProcessPoolExecutor(4, FORKED) as programs:
            asked = [[programs.submit(_pair, address, tmp_path, code) for _ in range(4)] for code in codes]
            tokens = [[token for one in each if (token := one.result())] for each in asked]
        assert [len(each) for each in tokens] == [1] * len(codes)
        assert {*access_of(store).grants().tokens} == {id_of(token) for (token,) in tokens}


def test_ids_and_secrets_are_too_long_to_be_guessed(store: Store) -> None:
    """32 bits tell one from another; a token that lasts has 256 bits, a code of ten minutes 96."""
    access = access_of(store)
    access.allow_login("anna@example.org", "viewer")
    (login,) = access.grants().logins.values()
    code = access.make_pairing("recorder")
    for form, text in (
        (r"[0-9a-f]{8}", login.id),
        (r"[0-9a-f]{8}_[\w-]{16}", code),
        (r"partie_[0-9a-f]{8}_[\w-]{43}", access.make_token("viewer")),
        (r"partie_[0-9a-f]{8}_[\w-]{43}", access.pair(code, PIXEL) or ""),
    ):
        assert re.fullmatch(form, text), form


def test_a_code_is_valid_for_ten_minutes(store: Store) -> None:
    code = access_of(store).make_pairing("recorder")
    last = later(NOW, PAIRING_TIME - timedelta(milliseconds=1))
    assert timedelta(minutes=10) == PAIRING_TIME
    assert access_of(store, later(NOW, PAIRING_TIME)).pair(code, PIXEL) is None
    assert access_of(store, last).pair(code, PIXEL) is not None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda code: code[:-1],
        lambda code: code + "x",
        lambda code: code.split("_")[0],
        lambda code: "",
        lambda code: "_",
    ],
)
def test_codes_that_are_incomplete_or_made_up_give_nothing(store: Store, spoil: Callable[[str], str]) -> None:
    code = access_of(store).make_pairing("recorder")
    before = store.read("access")
    assert access_of(store).pair(spoil(code), PIXEL) is None
    assert access_of(store).pair("partie_0_0", PIXEL) is None
    assert store.read("access") == before
    assert access_of(store).pair(code, PIXEL) is not None, "a wrong code spoils no other"


def test_a_code_for_one_match_gives_a_token_for_it(store: Store) -> None:
    access = access_of(store)
    token = access.pair(access.make_pairing("viewer", "ours"), PIXEL)
    principal = access.principal_of(token or "")
    assert principal is not None
    assert (principal.role, principal.match) == ("viewer", "ours")


def test_a_code_is_no_token_and_a_token_no_code(store: Store) -> None:
    access = access_of(store)
    assert access.principal_of(access.make_pairing("recorder")) is None
    assert access.pair(access.make_token("recorder"), PIXEL) is None


def test_a_revoked_device_is_refused(store: Store) -> None:
    access = access_of(store)
    token = access.pair(access.make_pairing("recorder"), PIXEL)
    access.revoke(id_of(token))
    assert access.principal_of(token or "") is None
    assert access.grants().tokens == {}


@pytest.mark.parametrize("match", [None, "ours"])
def test_only_recorders_make_codes_and_for_no_more_than_they_may_record(store: Store, match: str | None) -> None:
    def make(role: Role | None, wanted: str | None) -> str:
        principal = Principal("token 0", role, match)
        return Access(AuthorizedStore(store, principal, access_of(store).grants), "local", lambda: NOW).make_pairing(
            "viewer", wanted
        )

    for role in (None, "viewer", "annotator"):
        with pytest.raises(NotAllowed):
            make(role, match)  # type: ignore[arg-type]
    assert make("recorder", match)
    for wanted in (None, "theirs"):
        if match is None:
            assert make("recorder", wanted)
        else:
            with pytest.raises(NotAllowed):
                make("recorder", wanted)


def test_who_loses_access_takes_along_the_devices_they_paired(store: Store) -> None:
    own = access_of(store)
    first = own.make_token("recorder", expires=later(NOW, timedelta(days=1)))

    def holder(token: str) -> Access:
        principal = own.principal_of(token)
        assert principal is not None
        return Access(AuthorizedStore(store, principal, own.grants), principal.by, lambda: NOW)

    second = own.pair(holder(first).make_pairing("recorder"), "a tablet") or ""
    third = own.pair(holder(second).make_pairing("viewer"), "a phone") or ""
    other = own.pair(own.make_pairing("recorder"), "another") or ""
    left = holder(second).make_pairing("recorder")
    assert own.grants().tokens[id_of(third)].expires == later(NOW, timedelta(days=1)), "not longer than the first"
    own.revoke(id_of(first))
    assert [own.principal_of(token) for token in (first, second, third)] == [None, None, None]
    assert own.pair(left, PIXEL) is None
    assert own.principal_of(other) is not None
    assert access_of(store).grants() == own.grants(), "read at once or one by one"


def test_a_login_that_gets_another_role_has_to_pair_its_devices_again(store: Store) -> None:
    own = access_of(store)
    own.allow_login("anna@example.org", "recorder")
    anna = own.principal_of_login("anna@example.org")
    assert anna is not None
    token = own.pair(Access(store, anna.by, lambda: NOW).make_pairing("recorder"), PIXEL) or ""
    assert own.principal_of(token) is not None
    own.allow_login("anna@example.org", "viewer")
    assert own.principal_of(token) is None


def test_a_forgotten_person_is_not_in_the_name_of_a_device(store: Store) -> None:
    access, records = access_of(store), MatchRepository(store)
    records.start(scoresheet, ["Zoe Quill", "Ben"])
    token = access.pair(access.make_pairing("recorder"), "Zoe Quill's phone") or ""
    (zoe,) = records.people().named("Zoe Quill")
    assert forget(store, records, MatchIndex(store, records), zoe).left == {}
    fresh = access_of(store)
    assert fresh.grants().tokens[id_of(token)].device == "somebody's phone"
    assert fresh.principal_of(token) is not None
    assert verify(MatchRepository(store)).is_whole


def test_a_device_is_renamed_and_nothing_else_is(store: Store) -> None:
    access = access_of(store)
    id, made = id_of(access.pair(access.make_pairing("viewer"), PIXEL)), id_of(access.make_token("viewer"))
    access.rename(id, f" Ana's phone {'x' * 99}")
    renamed = access_of(store).grants().tokens[id]
    assert (renamed.device, renamed.role) == (f"Ana's phone {'x' * 99}"[:60], "viewer")
    for other, name in ((id, "  "), (made, "Screen"), ("unknown", "Screen")):
        with pytest.raises(ValueError, match=r"Enter a name|no token"):
            access.rename(other, name)


def test_use_keeps_a_device_paired_for_years_and_a_device_without_use_ends(store: Store) -> None:
    own = access_of(store)
    used = own.pair(own.make_pairing("recorder"), PIXEL) or ""
    borrowed = access_of(store).make_token("recorder", expires=later(NOW, timedelta(days=200)))
    holder = own.principal_of(borrowed)
    assert holder is not None
    limited = own.pair(Access(store, holder.by, lambda: NOW).make_pairing("viewer"), "a screen") or ""
    for month in range(36):
        assert access_of(store, later(NOW, timedelta(days=31 * month))).principal_of(used) is not None
        if month < 6:
            assert access_of(store, later(NOW, timedelta(days=31 * month))).principal_of(limited) is not None
    rows = [row.type for row in store.read("access")]
    assert rows.count("DeviceRenewed") == 35 + 1, "one a month, and no longer than the token that paired it"
    last = later(NOW, timedelta(days=31 * 35))
    assert access_of(store).grants().tokens[id_of(limited)].expires == later(NOW, timedelta(days=200))
    assert access_of(store, later(last, DEVICE_TIME - timedelta(days=1))).grants() == access_of(store).grants()
    assert access_of(store, later(last, DEVICE_TIME)).principal_of(used) is None
    assert access_of(store, later(last, DEVICE_TIME)).principal_of(used) is None, "an ended device is not renewed"
