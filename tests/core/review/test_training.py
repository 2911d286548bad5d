"""The trainer of `bench/`: its networks are those of the evaluations, and what it writes is read by Python and C."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bench import train
from bench.training_matches import Player, Rows, copy_weights, mirrored, play, played, read_from
from bench.training_networks import Inputs, Network, Tables, error, fit, values
from bench.training_plans import PLANS, Plan
from core.game import CHANCE
from core.games.chocolatier.evaluation import prospects
from core.games.chocolatier.evaluation.boards import Tiled, key_of

PLACES = [(key, name) for key, plans in PLANS.items() for name in plans]
STARTS = 0.5
"""Planted: tens of points that the seat which begins the next round gets more, and the other one less."""


@pytest.fixture
def package() -> Iterator[None]:
    """The evaluations read the weights of their packages again afterwards."""
    yield
    for key in PLANS:
        read_from(key, None)


def said_by_core(key: str, state: Any, evaluation: Any) -> Any:
    """What the network alone says, without what an evaluation looks ahead."""
    if key != "chocolatier":
        return evaluation.value(state, Random(0))
    scores, boards = [board.score for board in state.boards], state.boards
    tiled = [Tiled(0, board.wall, key_of(board)) for board in boards]
    return prospects.by_network(scores, tiled, state.start, state.round, state.bag, state.options.wall == "free")


def points_of(network: Network, plan: Plan, state: Any) -> np.ndarray | None:
    views = plan.see(state)
    if views is None:
        return None
    inputs = [Inputs.of([seen.parts[part] for seen in views]) for part in range(len(network.PARTS))]
    none = np.zeros(len(views))
    tables = Tables(np.array([len(views)]), np.array([seen.score for seen in views]), inputs, none, none, none[:1] > 0)
    return values(network, tables).points


@pytest.mark.slow
@pytest.mark.parametrize(("key", "name"), PLACES)
def test_the_trainer_computes_what_the_evaluation_says(key: str, name: str, tmp_path: Path, package: None) -> None:
    plan = PLANS[key][name]
    copy_weights(key, tmp_path)
    player, network = Player(key, tmp_path), plan.read(train.data_of(plan, tmp_path))
    match = play(plan, player, plan.seats[-1], "equal", by_search=False)
    seen = 0
    for state in match.states[:-1]:
        if player.game.turn(state) != CHANCE and not plan.share:
            continue
        points = points_of(network, plan, state)
        if points is not None:
            seen += 1
            assert points == pytest.approx(said_by_core(key, state, player.evaluation).points, abs=0.05)
    assert seen > 3


@pytest.mark.slow
@pytest.mark.parametrize(("key", "name"), PLACES)
def test_weights_are_written_as_they_were_read(key: str, name: str, tmp_path: Path) -> None:
    plan = PLANS[key][name]
    copy_weights(key, tmp_path)
    data = train.data_of(plan, tmp_path)
    assert plan.written(plan.read(data), data) == data


def with_starts(tables: Tables, points: np.ndarray, next_seat: np.ndarray) -> Tables:
    return tables._replace(points=points + 10 * STARTS * np.where(next_seat > 0, 1, -1))


@pytest.mark.slow
def test_training_learns_what_is_planted_and_both_searches_read_it(tmp_path: Path, package: None) -> None:
    place, plan = ("chocolatier", "colored"), PLANS["chocolatier"]["colored"]
    copy_weights(place[0], tmp_path)
    rows, inputs = played(place, tmp_path, tmp_path / "0.npz", 0, by_search=False)
    data = train.data_of(plan, tmp_path)
    network = plan.read(data)
    tables = train.tables_of(rows, inputs, 0.0)
    before = values(network, tables)
    tables = with_starts(tables._replace(win=before.win), before.points, rows.is_next)
    held_out = tables.chosen(np.flatnonzero(tables.held_out))
    learned = fit(network, tables, epochs=40, rate=1e-2)
    assert error(learned, held_out) < 0.5 * error(network, held_out)

    train.save(plan, tmp_path, plan.written(learned, data))
    player = Player(place[0], tmp_path)
    matches = [play(plan, player, 2, f"read {number}", by_search=False) for number in range(8)]
    moved = []
    for state in (state for match in matches for state in match.states[:-1]):
        if player.game.turn(state) != CHANCE:
            continue
        said, known = said_by_core(place[0], state, player.evaluation), points_of(network, plan, state)
        written = points_of(plan.read(train.data_of(plan, tmp_path)), plan, state)
        assert written is not None
        assert known is not None
        assert said.points == pytest.approx(written, abs=0.05)
        moved.append((said.points[0] - known[0]) * (1 if state.start == 0 else -1))
        if player.kernel:
            in_python = player.evaluation.value(state, Random(0))
            assert player.value(state).win == pytest.approx(in_python.win, abs=1e-9)
            assert player.value(state).points == pytest.approx(in_python.points, abs=1e-9)
    assert np.mean(moved) > 5 * STARTS


def test_an_expectation_moves_to_what_the_next_seat_realised() -> None:
    number, rng = 400, np.random.default_rng(1)
    seat, points = np.tile([0, 1], number), rng.normal(40, 10, 2 * number)
    is_next = (seat == np.repeat(rng.integers(2, size=number), 2)) * 1.0
    won = (points > points.reshape(-1, 2)[:, ::-1].ravel()) * 1.0
    same, none = np.full(2 * number, 2.0), np.zeros(2 * number)
    eager = np.where(is_next > 0, 0.7, 0.3)
    rows = Rows(none, same, seat, same, none, points, won, points + 3 * is_next, eager, is_next, none)
    expected, likely = train.realised(rows)
    ahead = (expected - points)[is_next > 0] - (expected - points)[is_next == 0]
    assert ahead.mean() == pytest.approx(0, abs=1e-6)
    assert (expected - points).mean() == pytest.approx(1.5)
    assert likely[is_next > 0].mean() == pytest.approx(won[is_next > 0].mean(), abs=1e-6)
    assert likely.reshape(-1, 2).sum(1) == pytest.approx(1)


@pytest.mark.slow
def test_equal_seeds_make_equal_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: None) -> None:
    plan = PLANS["azacru"]["net"]
    monkeypatch.setitem(PLANS["azacru"], "net", replace(plan, matches=40, iterations=1, epochs=1))
    made = [train.train("azacru", ["net"], tmp_path / run, generations=1, anew=True) for run in ("one", "other")]
    texts = [(folder / "weights.json").read_bytes() for folder in made]
    assert texts[0] == texts[1] != (tmp_path / "one" / "0" / "weights.json").read_bytes()
    train.train("azacru", ["net"], tmp_path / "one", generations=1)
    assert (made[0] / "weights.json").read_bytes() == texts[0]


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2, 6])
def test_equal_weights_are_equally_strong(number: int, tmp_path: Path, package: None) -> None:
    copy_weights("azacru", tmp_path)
    assert mirrored(("azacru", "net"), tmp_path, tmp_path, number) == pytest.approx((0, 0))


@pytest.mark.parametrize("seats", [(2,), (3, 4), (2, 2, 3, 2, 2, 2, 4, 2)])
def test_one_match_in_ten_is_held_out_of_every_number_of_seats(seats: tuple[int, ...]) -> None:
    held_out = np.flatnonzero(train.is_held_out(np.arange(1200)))
    assert len(held_out) == 120
    assert {seats[match % len(seats)] for match in held_out} == set(seats)
