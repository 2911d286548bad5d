"""How features go together with winning, and the tree of opening moves."""

from itertools import pairwise
from random import Random

import pytest

from core.games import azacru, chocolatier
from core.games.azacru import Options
from core.games.azacru.symmetry import SYMMETRIES
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.features import Feature, features
from eventstore.statistics.openings import openings
from tests.core.games.played import match
from tests.recorded import record


def floor(*values: tuple[str, tuple[int | None, ...]], person: str | None = None) -> Feature:
    """The feature `floor` of matches, each with the value of every seat."""
    played = [match(text, id=f"m{number}") for number, (text, _) in enumerate(values)]
    known = {f"m{number}": [{"floor": value} for value in own] for number, (_, own) in enumerate(values)}
    (found,) = features(played, known, person)
    return found


def test_wins_by_value_with_interval_and_chance() -> None:
    found = floor(("Anna* 9, Ben 5", (2, 8)), ("Anna* 9, Ben 5", (2, 8)), ("Anna 3, Ben* 5, Cilka 1", (8, None, 2)))
    assert [(row.low, row.high, row.share.count, row.share.n) for row in found.rows] == [
        (2, 2, 2, 3),
        (8, 8, 0, 3),
        (None, None, 1, 1),
    ]
    assert found.rows[0].chance == pytest.approx((1 / 2 + 1 / 2 + 1 / 3) / 3)
    assert found.rows[0].matches == ("m0", "m1", "m2")
    assert [(share.count, share.n) for share in found.rows[0].places] == [(2, 2), (0, 0), (0, 1)]
    assert (found.winners.value, found.winners.n, found.others.value) == (2, 2, 6.5)


def test_many_values_share_rows_without_a_gap() -> None:
    found = floor(*(("Anna* 9, Ben 5", (value, value + 1)) for value in range(40)))
    assert len(found.rows) <= 6
    assert sum(row.share.n for row in found.rows) == found.plays == 80
    assert all(one.high is not None and other.low == one.high + 1 for one, other in pairwise(found.rows))


def test_only_contests_with_a_result_and_only_the_seats_of_one_person() -> None:
    found = floor(("Anna* 9, Ben 5", (1, 2)), ("Anna, Ben", (7, 7)), ("Anna* 9", (7,)), person="Ben")
    assert [(row.low, row.share.count, row.share.n) for row in found.rows] == [(2, 0, 1)]


def library(records: MatchRepository) -> MatchIndex:
    return MatchIndex(records.store, records)


def test_features_and_openings_are_kept_when_the_log_is_folded(records: MatchRepository) -> None:
    azul = record(records, "azul", chocolatier, ("Anna", "Ben"), 5)
    record(records, "pacru", azacru, ("Anna", "Ben"), 5)
    records.fork("azul", 9)
    index = library(records)
    assert set(index.features()) == {"azul", "pacru"}
    assert [own["rounds"] for own in index.features()["azul"]] == [azul.now.round] * 2
    assert set(index.openings()) == {"pacru"}
    assert index.features(person="nobody") == index.openings(since="2999") == {}


def test_the_tree_counts_every_recorded_match_and_joins_turned_ones(records: MatchRepository) -> None:
    rng, lines = Random(3), list[tuple[str, ...]]()
    half = next(each for each in SYMMETRIES if each == (False, 2))
    for number in range(12):
        state, events = azacru.setup(2, Options()), []
        while len(events) < 4:
            events.append(next(event for event in azacru.legal_moves(state) if rng.random() < 0.6))
            state = azacru.evolve(state, events[-1])
        lines.append(tuple(map(azacru.write, events)))
        if number % 2:
            records.start(azacru, ["A", "B"], *map(half.event, events), options={"sides": ["B", "A"]}, id=f"m{number}")
        else:
            records.start(azacru, ["A", "B"], *events, id=f"m{number}")
        records.close(f"m{number}", "abandoned")
    index = library(records)
    found = openings(index.played(), index.openings(), depth=3)
    assert [(start.players, start.options, start.plays) for start in found.starts] == [(2, {"sides": ["A", "B"]}, 12)]
    for one in found.opening.next:
        assert one.plays == sum(line[0] == one.move for line in lines)
        assert (one.seat, one.share.n if one.share else None) == (0, 0)
        for two in one.next:
            assert (two.plays, two.seat) == (sum(line[:2] == (one.move, two.move) for line in lines), 1)
            assert two.plays == sum(three.plays for three in two.next)
    below = openings(index.played(), index.openings(), lines[0][:2])
    assert below.opening.plays == sum(line[:2] == lines[0][:2] for line in lines)
    assert openings(index.played(), index.openings(), ["A: a9-a8"]).opening.plays == 0


def test_wins_are_those_of_the_seat_that_moved() -> None:
    start = '{"sides": ["A", "B"]}\n'
    played = [match("Anna* 9, Ben 5", id="one"), match("Anna 2, Ben* 5", id="two"), match("Anna* 9, Ben 5", id="three")]
    known = {"one": f"{start}A: x\nB: y", "two": f"{start}A: x\nB: z", "three": f"{start}A: x\nB: z"}
    (first,) = openings(played, known, depth=2).opening.next
    assert first.share is not None
    assert (first.share.count, first.share.n, first.matches) == (2, 3, ("one", "two", "three"))
    assert [(each.move, each.plays, each.share.count) for each in first.next if each.share] == [
        ("B: z", 2, 1),
        ("B: y", 1, 0),
    ]
