"""Reads and writes of each principal: every role against every stream."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore import codec
from eventstore.access.access import Access
from eventstore.access.authorized_store import AuthorizedStore
from eventstore.access.grants import ANONYMOUS, LOCAL, NotAllowed, Principal, Role, TokenRevoked, VisibilityChosen
from eventstore.matches.match import UnknownMatch
from eventstore.matches.people import PersonNamed, Player
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from eventstore.store.store import Append

MATCHES = ("private", "unlisted", "public")
ROLES: tuple[Role | None, ...] = (None, "viewer", "annotator", "recorder")
VISITORS = [
    Principal(f"{role or 'anybody'}{' of ' + match if match else ''}", role, match)
    for role, match in product(ROLES, (None, *MATCHES))
    if role or not match
]
ROUND, NEXT = PointsNoted("one", (1, 2)), PointsNoted("two", (3, 4))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match of every visibility, each between two people of its own, with a bookmark."""
    store = SqliteStore(tmp_path_factory.mktemp("filled") / "partie.db")
    records, access = MatchRepository(store), Access(store, "local", utc_now)
    for match, names in zip(MATCHES, (("Anna", "Ben"), ("Cleo", "Dora"), ("Eva", "Filip")), strict=True):
        records.start(scoresheet, names, ROUND, id=match, place=f"{match} place", tags=(f"{match} tag",))
        records.note(match, 1, "well begun", bookmark=True)
        access.set_visibility(match, match)  # type: ignore[arg-type]
    store.close()
    return store.path


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(copyfile(filled, tmp_path / "partie.db"))
    yield store
    store.close()


def guarded(store: SqliteStore, principal: Principal) -> AuthorizedStore:
    return AuthorizedStore(store, principal, Access(store, "local", utc_now).grants)


def records_of(store: SqliteStore, principal: Principal) -> MatchRepository:
    return MatchRepository(guarded(store, principal), by=principal.by, parents=store)


def rows(store: SqliteStore) -> int:
    return sum(len(store.read(stream)) for stream in store.streams())


def at_least(principal: Principal, role: Role, match: str | None) -> bool:
    """The permissions, computed independently."""
    return principal.role in ROLES[ROLES.index(role) :] and principal.match in (None, match)


@pytest.mark.parametrize("principal", VISITORS, ids=lambda principal: principal.by)
@pytest.mark.parametrize("match", MATCHES)
def test_a_match_is_there_for_who_may_look_and_where_it_is_open(
    store: SqliteStore, principal: Principal, match: str
) -> None:
    records, sees = records_of(store, principal), at_least(principal, "viewer", match) or match != "private"
    assert bool(records.store.read(f"matches/{match}")) == bool(records.notes(match)) == sees
    if sees:
        assert records.match(match).names == MatchRepository(store).match(match).names
        return
    with pytest.raises(UnknownMatch, match="no match 'private'"):
        records.match(match)
    with pytest.raises(UnknownMatch, match="no match 'privat'"):
        records.find("privat")


@pytest.mark.parametrize("principal", VISITORS, ids=lambda principal: principal.by)
def test_lists_hold_what_is_public_and_ones_own(store: SqliteStore, principal: Principal) -> None:
    whole = at_least(principal, "viewer", None)
    listed = {match for match in MATCHES if whole or match in ("public", principal.match)}
    records = records_of(store, principal)
    assert {*records.ids()} == listed
    library = MatchIndex(
        store, MatchRepository(store), Access(store, "local", utc_now).grants().listed_matches(principal)
    )
    assert {row.id for row in library.matches()} == {*library.ids()} == listed
    assert {row.id for row, _ in library.bookmarks()} == listed
    assert {*library.ids(search="begun")} == {*library.texts(MATCHES)} == listed
    assert {match for match in MATCHES if library.row(match)} == listed
    assert {*library.places()} == {f"{match} place" for match in listed}
    assert {*library.tags()} == {f"{match} tag" for match in listed}
    names = {name for match in listed for name in MatchRepository(store).match(match).names}
    assert {MatchRepository(store).people().name(id) for id in library.plays_by_person()} == names
    assert library.count() == len(listed)
    assert ("people" in {*records.store.streams()}) == whole
    assert ("access" in {*records.store.streams()}) == (whole and principal.role == "recorder")


WRITES: dict[str, tuple[Role, bool, Callable[[MatchRepository, str], object]]] = {
    "record": ("recorder", True, lambda records, id: records.record(id, NEXT)),
    "take back": ("recorder", True, lambda records, id: records.take_back(id)),
    "note": ("annotator", True, lambda records, id: records.note(id, 1, "good")),
    "fork": ("recorder", False, lambda records, id: records.fork(id, 1)),
    "begin": ("recorder", False, lambda records, id: records.start(scoresheet, ("Eva", "Filip"))),
    "seat": ("recorder", False, lambda records, id: records.people_repository.seat([Player(f"Gita {id}")])),
    "rename": ("recorder", False, lambda records, id: records.people_repository.rename(_somebody(records), "Hana")),
    "forget": ("recorder", False, lambda records, id: records.people_repository.forget(_somebody(records))),
    "show": ("recorder", True, lambda records, id: Access(records.store, "", utc_now).set_visibility(id, "public")),
    "make a token": ("recorder", False, lambda records, id: Access(records.store, "", utc_now).make_token("viewer")),
    "let in": ("recorder", False, lambda records, id: Access(records.store, "", utc_now).allow_login("a", "viewer")),
}
"""Actions on the records and a match: the required role, whether a role for the match is enough, and the call."""


def _somebody(records: MatchRepository) -> str:
    return next(iter(records.people().current_names()))


@pytest.mark.parametrize("principal", VISITORS, ids=lambda principal: principal.by)
@pytest.mark.parametrize("wish", WRITES)
def test_who_may_not_write_is_told_so_and_nothing_is_written(
    store: SqliteStore, principal: Principal, wish: str
) -> None:
    role, with_one, done = WRITES[wish]
    records = records_of(store, principal)
    for match in ("unlisted", "public"):
        before = rows(store)
        if at_least(principal, role, match if with_one else None):
            done(records, match)
            assert rows(store) > before or wish == "forget"
            continue
        with pytest.raises(NotAllowed) as refused:
            done(records, match)
        assert str(refused.value.refusal.sentence).startswith(("This requires the role ", "Authentication is required"))
        assert rows(store) == before


@pytest.mark.slow
@given(
    principal=st.sampled_from([principal for principal in VISITORS if principal.role != "recorder"]),
    stream=st.one_of(
        st.sampled_from(["people", "access", "other", "matches/", "notes/", *(f"matches/{one}" for one in MATCHES)]),
        st.text(max_size=20),
    ),
    events=st.lists(
        st.sampled_from([ROUND, PersonNamed("x", "X"), TokenRevoked("x"), VisibilityChosen("public", "private")]),
        min_size=1,
        max_size=3,
    ),
)
def test_nobody_but_recorders_adds_to_anything_but_notes(
    principal: Principal, stream: str, events: list[object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = SqliteStore(tmp_path_factory.mktemp("empty") / "partie.db")
    if not (stream.startswith("notes/") and at_least(principal, "annotator", stream.removeprefix("notes/"))):
        with pytest.raises(NotAllowed):
            guarded(store, principal).append(
                Append(stream, [*map(codec.row, events)], expected_version=0, by="", at="")
            )
    assert [*store.streams()] == []
    store.close()


def test_a_recorder_of_one_match_chooses_nothing_but_who_sees_that_one(store: SqliteStore) -> None:
    access = guarded(store, Principal("token", "recorder", "public"))
    chosen = [codec.row(VisibilityChosen(match, "private")) for match in ("public", "unlisted")]
    after = len(store.read("access"))
    for events in ([chosen[1]], chosen, [chosen[0], codec.row(TokenRevoked("x"))], []):
        with pytest.raises(NotAllowed):
            access.append(Append("access", events, expected_version=after, by="", at=""))
    access.append(Append("access", chosen[:1], expected_version=after, by="", at=""))
    assert Access(store, "", utc_now).grants().visibility("public") == "private"


@pytest.mark.parametrize("principal", VISITORS, ids=lambda principal: principal.by)
def test_the_whole_log_and_the_tables_are_for_recorders_of_the_whole_store(
    store: SqliteStore, principal: Principal
) -> None:
    whole, seen = guarded(store, principal), 0
    for asked in (
        whole.read_all,
        whole.changed_streams,
        whole.checkpoint,
        whole.vacuum,
        lambda: whole.append_raw(()),
        lambda: whole.read_model_db,
    ):
        with suppress(NotAllowed):
            asked()
            seen += 1
    assert seen == (6 if at_least(principal, "recorder", None) else 0)


def test_an_open_fork_shows_what_it_shares_and_nothing_else_of_its_private_parent(store: SqliteStore) -> None:
    fork = MatchRepository(store).fork("private", 2)
    MatchRepository(store).record("private", NEXT)
    Access(store, "local", utc_now).set_visibility(fork.id, "unlisted")
    records = records_of(store, ANONYMOUS)
    seen = records.match(fork.id)
    assert (seen.log, seen.names) == (MatchRepository(store).match(fork.id).log, ("Anna", "Ben"))
    with pytest.raises(UnknownMatch):
        records.match("private")


def test_what_is_granted_counts_at_once(store: SqliteStore) -> None:
    records, access = records_of(store, ANONYMOUS), Access(store, "local", utc_now)
    access.set_visibility("private", "unlisted")
    assert records.match("private").names == ("Anna", "Ben")
    access.set_visibility("private", "private")
    assert records.store.read("matches/private") == ()


@pytest.mark.slow
def test_who_logs_in_is_known_by_the_name_they_were_let_in_by(store: SqliteStore) -> None:
    access = Access(store, "local", utc_now)
    access.allow_login("Anna@example.org", "viewer")
    access.allow_login(" anna@EXAMPLE.org ", "recorder", "public")
    found = access.principal_of_login("anna@example.org")
    assert found is not None
    assert (found.role, found.match) == ("recorder", "public"), "the last word counts"
    assert len(access.grants().logins) == 1
    assert "example" not in str(store.read("access")).casefold(), "the log holds no address"
    assert access.principal_of_login("ben@example.org") is None
    access.revoke_login("ANNA@example.org")
    assert access.principal_of_login("anna@example.org") is None
    for name in ("anna@example.org", ""):
        with pytest.raises(ValueError, match="There is no login"):
            access.revoke_login(name)
    with pytest.raises(ValueError, match="Enter a login name"):
        access.allow_login(" ", "viewer")


def test_who_sits_at_this_machine_may_do_everything(store: SqliteStore) -> None:
    records = records_of(store, LOCAL)
    for _, _, done in WRITES.values():
        before = rows(store)
        done(records, "private")
        assert rows(store) > before
