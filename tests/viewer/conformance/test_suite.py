"""The list of laws for packages: kept by the toy game, and broken by what is wrong with a game or its board."""

import gc
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from core import games
from core.errors import InvalidInput
from core.game import AnyGame
from partie.testing import Sample, laws_of
from tests import TESTS
from tests.packages import PIG, installed, write_package
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.broken_boards import SOUND
from viewer.boards.fallback import Fallback
from viewer.conformance import suite as suites
from viewer.conformance.purity import watched
from viewer.conformance.suite import Suite

SAMPLE = Sample(options={"target": (20,)}, seats=(2, 3))


def changed(**names: Any) -> AnyGame:
    game = ModuleType("changed")
    game.__dict__.update({name: value for name, value in vars(pig).items() if not name.startswith("__")} | names)
    return game


def told(game: AnyGame, law: str, **facts: Any) -> str:
    """The message of the suite about a law that is broken."""
    failures = Suite(game, **{"sample": SAMPLE} | facts).failures
    assert law in failures, failures
    return f"{failures[law]} {getattr(failures[law], '__notes__', '')}"


@pytest.mark.slow
def test_the_toy_game_keeps_every_law_and_each_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = set[str]()
    call = suites.Trial.__call__
    monkeypatch.setattr(suites.Trial, "__call__", lambda trial: (tried.add(trial.law), call(trial)))
    suite = Suite(pig, sample=SAMPLE)
    assert suite.failures == {}
    assert (suite.matches, suite.cases) == (2, 2)
    not_tried = [law for law in suite.laws() if suite.not_tried(law)]
    assert not_tried == ["golden_matches_give_their_results"]
    assert tried | {*not_tried} == set(suite.laws())


def test_laws_are_tests_of_a_package_which_share_their_matches() -> None:
    played = list[int]()
    laws = laws_of(changed(inventory=lambda state: {"pips": state.pips}), sample=SAMPLE)
    laws[0].suite.progress = lambda matches, of: played.append(matches)
    (law,) = (law for law in laws if str(law) == "components_are_neither_lost_nor_made")
    with pytest.raises(AssertionError) as broken:
        law()
    assert re.match(rf"{law}: pig-[23]p-target=20, seed 1, event \d+", broken.value.__notes__[0])
    next(law for law in laws if str(law) == "evolve_is_pure")()
    assert played == [1, 2]


def test_a_collection_of_garbage_is_not_blamed_on_a_game() -> None:
    def reads_the_clock(phase: str, info: dict[str, int]) -> None:
        time.perf_counter()

    gc.callbacks.append(reads_the_clock)
    try:
        with watched() as seen:
            kept = [[number] for number in range(10 * gc.get_threshold()[0])]
    finally:
        gc.callbacks.remove(reads_the_clock)
    assert seen == []
    assert len(kept) == 10 * gc.get_threshold()[0]
    assert gc.isenabled()


def outside(read: Callable[[], object]) -> AnyGame:
    """Pig whose seats look at the world before they choose."""
    return changed(choose=lambda state, rng: (read(), pig.choose(state, rng))[1])


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("time.time", time.time),
        ("time.monotonic", time.monotonic),
        ("datetime.now", datetime.now),
        ("random.random", random.random),
        ("open", lambda: (TESTS / "__init__.py").read_bytes()),
        ("os.listdir", lambda: list(TESTS.iterdir())),
    ],
)
def test_a_game_that_looks_outside_is_caught(name: str, read: Callable[[], object]) -> None:
    with watched() as seen:
        Random(1).random()  # A generator of its own is no outside.
        assert seen == []
        read()
    assert name in seen
    assert f"used {name}" in told(outside(read), "nothing_outside_is_touched")


@pytest.mark.slow
def test_a_game_that_depends_on_hash_seeds_is_caught(tmp_path: Path) -> None:
    colors = "('red', 'blue', 'green', 'white', 'black', 'pink')"
    source = PIG.replace('"pig"', '"dice"') + f"\nTITLE = ''.join({{*{colors}}})\n"
    source = source.replace('return (Step("Rolls again", (), after),)', "return (Step(TITLE, (), after),)")
    write_package(tmp_path, "dice", source)
    with installed(tmp_path):
        assert "differs with another hash seed" in told(games.find("dice"), "hash_seeds_change_nothing")


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        ("the_names_of_the_contract_are_there", {"TITLE": None}),
        ("the_names_of_the_contract_are_there", {"parse": None}),
        ("events_have_names_of_their_own_and_are_read_strictly", {"EVENTS": (pig.DieRolled, SimpleNamespace)}),
        ("every_option_has_values_to_try", {"setup": lambda seats, options: 1 / (seats - 3) and pig.setup(2, options)}),
        ("it_is_played_without_choosing_options", {"scores": lambda state: ()}),
        ("any_text_is_notation_or_a_value_error", {"parse": lambda text: pig.KEY[len(text)]}),
        ("each_number_of_rules_sets_up_a_table", {"RULES": 2}),
    ],
)
def test_what_breaks_the_contract_is_caught(law: str, changes: dict[str, Any]) -> None:
    game, rng = changed(**changes), Random(1)
    (tried,) = (each for each in suites.CONTRACT_LAWS if each.__name__ == law)
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever the broken game raises
        tried(game, SAMPLE, rng)
    assert caught.type is not KeyboardInterrupt


@pytest.mark.slow
def test_a_style_beyond_the_board_and_symbols_with_scripts_are_caught() -> None:
    for board in ({"STYLE": "body { fill: red; }"}, {"symbols": lambda: "<script/>"}):
        assert "is not accepted" in told(pig, "style_and_symbols_are_accepted", board=SimpleNamespace(**SOUND | board))


def test_a_card_dealt_to_a_seat_is_no_act_of_the_seat() -> None:
    """The sentence of an event of chance need not begin with the seat that it is about."""
    law = suites.board_laws.the_sentence_names_the_seat_that_acts
    board = SimpleNamespace(sentence=lambda before, event, names: "Nobody knows")
    case = suites.Case(pig, 2, pig.Options(), SAMPLE)
    law(case, board, pig.setup(2, pig.Options()), pig.Held(0))
    with pytest.raises(AssertionError):
        law(case, board, pig.evolve(pig.setup(2, pig.Options()), pig.DieRolled(3)), pig.Held(0))


GOLDEN = """{"partie": 1, "game": "pig", "options": {"target": 5}, "players": ["Anna", "Ben"]}
{"type": "DieRolled", "pips": 6}
{"type": "Held", "seat": 0}
{"type": "ScoresClaimed", "scores": [6, 0]}
"""


def test_each_number_of_rules_needs_a_golden_match(tmp_path: Path) -> None:
    newer = changed(RULES=2, setup=lambda seats, options, rules=1: pig.setup(seats, options))
    law = "golden_matches_give_their_results"
    assert "no golden match of rules 1" in told(newer, law)
    (tmp_path / "one.partie.jsonl").write_text(GOLDEN, "utf-8")
    assert "no golden match of rules 2" in told(newer, law, golden=tmp_path)
    (tmp_path / "two.partie.jsonl").write_text(GOLDEN.replace('"pig",', '"pig", "rules": 2,'), "utf-8")
    assert Suite(newer, sample=SAMPLE, golden=tmp_path).failures == {}
    (tmp_path / "two.partie.jsonl").write_text(GOLDEN.replace("[6, 0]", "[7, 0]"), "utf-8")
    assert "two.partie.jsonl: [6, 0], not [7, 0]" in told(newer, law, golden=tmp_path)


def test_options_that_need_three_players_are_tried_with_three() -> None:
    def setup(seats: int, options: pig.Options) -> pig.State:
        if options.target == 20 and seats < 3:
            raise InvalidInput("Twenty points are for three.")
        return pig.setup(seats, options)

    suite = Suite(changed(setup=setup), sample=Sample(options={"target": (20, 30)}, seats=(2, 3)))
    assert suite.failures == {}
    assert suite.cases == 3


@pytest.mark.slow
def test_the_long_form_plays_each_combination_often() -> None:
    suite = Suite(pig, Fallback(pig), Sample(options={"target": (10,)}, seats=(2,)), is_long=True)
    assert suite.failures == {}
    assert suite.matches == suites.LONG_MATCHES


@pytest.fixture(autouse=True)
def _no_modules_left() -> Iterator[None]:
    yield
    sys.modules.pop("partie_dice", None)
