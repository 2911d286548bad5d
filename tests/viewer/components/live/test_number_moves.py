"""Many moves that differ in a number alone are one number field, on any table without places to tap."""

from pathlib import Path

from core import games
from eventstore.matches.repository import MatchRepository
from tests.packages import BIDS, installed, write_package
from tests.viewer.conformance import toy_choices as odds
from viewer.components.live.number_moves import around, numbered
from viewer.components.live.payload import payload


def test_a_choice_among_a_hundred_is_one_number_for_each_seat(records: MatchRepository, tmp_path: Path) -> None:
    write_package(tmp_path / "site", "odds", BIDS)
    with installed(tmp_path / "site"):
        match = records.start(games.find("odds"), ["Anna", "Ben", "Cyril", "Dana", "Eva"], id="odds")
        data = payload(match)
    assert data["moves"] == []
    assert [number.values for number in data["numbers"]] == [[*range(1, 101)]] * 5
    last = data["numbers"][-1]
    assert (last.field, last.before, last.after) == ("fingers", "Eva: 4 shows ", "")
    assert last.event == '{"type":"FingersShown","seat":4,"fingers":1}'


def test_a_few_moves_stay_a_list_and_the_words_around_a_number_are_those_that_do_not_change() -> None:
    moves = [odds.FingersShown(seat, fingers) for seat in range(4) for fingers in range(1, 6)]
    assert numbered(moves) == ((), tuple(moves))
    assert around("Ann 1 bids 1", "Ann 1 bids 100", range(1, 101)) == ("Ann 1 bids ", "")
    assert around("1 coin by Ann 1", "100 coin by Ann 1", range(1, 101)) == ("", " coin by Ann 1")
    assert around("1 coin", "100 coins", range(1, 101)) is None
