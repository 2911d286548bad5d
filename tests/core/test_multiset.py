"""Multisets of pieces and neighbors on a grid."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import multiset

KINDS = 4
bags = st.tuples(*[st.integers(min_value=0, max_value=5)] * KINDS)


def test_pieces_are_counted_by_kind() -> None:
    assert multiset.count([2, 0, 2], kinds=3) == (1, 0, 2)
    assert multiset.none_of(3) == multiset.count([], kinds=3) == (0, 0, 0)
    with pytest.raises(IndexError):
        multiset.count([3], kinds=3)


def test_one_kind_grows_and_shrinks_while_the_others_stay() -> None:
    assert multiset.add((1, 2, 3), 1) == (1, 3, 3)
    assert multiset.add((1, 2, 3), 0, -1) == (0, 2, 3)
    assert multiset.add((1, 2, 3), 2, 4) == (1, 2, 7)


def test_a_bag_is_within_another_only_if_every_kind_is() -> None:
    assert multiset.within((0, 2), (0, 2))
    assert not multiset.within((1, 0), (0, 9))
    with pytest.raises(ValueError, match="shorter"):
        multiset.within((1, 2, 3), (1, 2))


@given(left=bags, right=bags)
def test_what_is_put_in_can_be_taken_out(left: multiset.Counts, right: multiset.Counts) -> None:
    both = multiset.plus(left, right)
    assert multiset.within(left, both)
    assert multiset.minus(both, right) == left
    assert sum(both) == sum(left) + sum(right)


@given(bag=bags)
def test_pieces_come_out_kind_by_kind_and_count_to_the_same_bag(bag: multiset.Counts) -> None:
    out = list(multiset.pieces(bag))
    assert out == sorted(out)
    assert multiset.count(out, KINDS) == bag


@given(bag=bags, number=st.integers(min_value=0, max_value=25), seed=st.integers())
def test_a_draw_takes_pieces_that_are_there_and_all_when_too_few(bag: multiset.Counts, number: int, seed: int) -> None:
    drawn = multiset.draw(bag, number, Random(seed))
    assert len(drawn) == min(number, sum(bag))
    assert multiset.within(multiset.count(drawn, KINDS), bag)
    assert multiset.draw(bag, number, Random(seed)) == drawn


def test_every_piece_of_a_bag_is_as_likely_to_be_drawn() -> None:
    rng = Random(1)
    drawn = Counter(multiset.draw((3, 1), 1, rng)[0] for _ in range(4000))
    assert drawn[0] == pytest.approx(3000, abs=150)
    assert {multiset.draw((1, 1), 2, Random(seed)) for seed in range(20)} == {(0, 1), (1, 0)}, "in any order"


def test_the_reserve_is_drawn_from_when_the_bag_has_run_out() -> None:
    bag, lid = (2, 0, 0), (0, 3, 0)
    assert multiset.shortage(bag, lid, [(2, 0, 0), (0, 3, 0)]) is None
    assert multiset.shortage(bag, lid, [(2, 1, 0), (0, 2, 0)]) is None
    assert multiset.shortage(bag, lid, [(1, 2, 0)]) == multiset.Shortage(None)
    assert multiset.shortage(bag, lid, [(0, 1, 0)]) == multiset.Shortage(1, 0)
    assert multiset.shortage(bag, lid, [(2, 0, 0), (0, 4, 0)]) == multiset.Shortage(1, 3)


def test_a_draw_leaves_the_reserve_alone_while_the_bag_lasts() -> None:
    assert multiset.after_draw((2, 1, 0), (0, 3, 0), (2, 1, 0)) == ((0, 0, 0), (0, 3, 0))
    assert multiset.after_draw((2, 1, 0), (0, 3, 0), (2, 2, 0)) == ((0, 2, 0), (0, 0, 0))
    drawn = multiset.draw_on((2, 0), (0, 5), 4, Random(1))
    assert (drawn[:2], drawn[2:]) == ((0, 0), (1, 1)), "the whole bag first"
    assert len(multiset.draw_on((2, 0), (0, 5), 40, Random(1))) == 7
