"""A match that was played on in two stores: both lines stay, one is chosen, and every store shows the same choice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.maintenance.two_ends import TwoEnds, open_ends
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.store.sqlite import SqliteStore
from tests.eventstore.maintenance.meeting import Device


class Home(MatchRepository):
    @property
    def index(self) -> MatchIndex:
        return MatchIndex(self.store, self)

    @property
    def ends(self) -> list[TwoEnds]:
        return open_ends(self, self.index)

    def listed(self) -> list[tuple[float | None, ...]]:
        return sorted(row.scores for row in self.index.matches())

    def counted(self) -> list[tuple[float | None, ...]]:
        """The scores of the plays of statistics."""
        return sorted(tuple(seat.score for seat in play.seats) for play in self.index.played())

    def line(self, scores: tuple[int, ...]) -> str:
        (id,) = (id for id in self.ids() if self.match(id).now.scores == scores)
        return id


def home_at(path: Path, by: str, hour: int) -> Home:
    ticks = iter(range(3600))
    return Home(
        SqliteStore(path, synchronous="OFF"),
        by=by,
        now=lambda: f"2026-11-20T{hour}:{(tick := next(ticks)) // 60:02}:{tick % 60:02}.000Z",
    )


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[tuple[Home, Home, Device]]:
    """A phone and its home that went on with one match, and have met since: 4 : 6 on the phone, 1 : 9 at home."""
    phone, home = home_at(tmp_path / "phone.db", "phone", 10), home_at(tmp_path / "home.db", "server", 11)
    device = Device(phone.store, tmp_path / "known.json")
    phone.start(scoresheet, ("Anna", "Ben"), PointsNoted("a", (1, 2)), id="sheet")
    device.meet(home.store)
    phone.close(phone.record("sheet", PointsNoted("b", (3, 4))), "agreed")
    home.close(home.record("sheet", PointsNoted("b", (0, 5)), PointsNoted("c", (0, 2))), "agreed")
    device.meet(home.store)
    yield phone, home, device
    phone.store.close()
    home.store.close()


def test_nothing_is_decided_by_itself_and_the_longer_line_is_proposed(devices: tuple[Home, Home, Device]) -> None:
    for store in devices[:2]:
        (ends,) = store.ends
        assert ends.proposed.now.scores == (1, 9)
        assert {(line.now.scores, ends.more(line)) for line in ends.lines} == {((4, 6), 1), ((1, 9), 2)}
        assert store.listed() == [(1, 9), (4, 6)]


@pytest.mark.parametrize("chosen", [(4, 6), (1, 9)])
@pytest.mark.parametrize("place", [0, 1])
def test_the_chosen_line_is_the_match_in_both_stores_and_the_other_is_in_its_history(
    devices: tuple[Home, Home, Device], place: int, chosen: tuple[int, ...]
) -> None:
    phone, home, device = devices
    chooser = devices[place]
    assert isinstance(chooser, Home)
    (ends,) = chooser.ends
    ends.go_on(chooser.line(chosen))
    assert device.meet(home.store).refused_there == {}
    for store in (phone, home):
        assert not store.ends
        assert store.listed() == [chosen]
        assert store.counted() == [chosen]
        other = store.match(next(id for id in store.ids() if store.match(id).withdrawal))
        assert other.withdrawal
        assert other.joined_with(str(other.withdrawal.into)) == store.line(chosen)


def test_two_different_choices_are_asked_about_again(devices: tuple[Home, Home, Device]) -> None:
    phone, home, device = devices
    for store, chosen in ((phone, (4, 6)), (home, (1, 9))):
        store.ends[0].go_on(store.line(chosen))
    device.meet(home.store)
    assert len(phone.ends) == len(home.ends) == 1
    (ends,) = phone.ends
    ends.go_on(next(line.id for line in ends.lines if line.now.scores == (4, 6)))
    device.meet(home.store)
    for store in (phone, home):
        assert not store.ends
        assert store.listed() == [(4, 6)]


def test_both_may_stay_as_two_matches_that_count(devices: tuple[Home, Home, Device]) -> None:
    phone, home, device = devices
    home.ends[0].keep_both()
    device.meet(home.store)
    for store in (phone, home):
        assert not store.ends
        assert store.listed() == store.counted() == [(1, 9), (4, 6)]


@pytest.mark.parametrize("chosen", [(4, 6), (1, 9)])
def test_a_choice_is_taken_back_where_the_other_line_is_brought_back(
    devices: tuple[Home, Home, Device], chosen: tuple[int, ...]
) -> None:
    phone, home, device = devices
    phone.ends[0].go_on(phone.line(chosen))
    device.meet(home.store)
    home.restore(next(id for id in home.ids() if home.match(id).withdrawal))
    device.meet(home.store)
    for store in (phone, home):
        assert len(store.ends) == 1
        assert store.listed() == [(1, 9), (4, 6)]
