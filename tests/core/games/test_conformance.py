"""Every game keeps the laws of `viewer/conformance/game_laws.py`, whatever the number of seats and the options.

A new game is tried as soon as it is listed in `core.games.GAMES`. It needs a sample here only when it has
options that are neither a bool nor a Literal nor an `Annotated[int, range(...)]`, when its matches need not end,
or when not all its moves can be listed.
"""

import re
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from core.game import AnyGame, GameFacts
from core.games import GAMES
from tests.torture import Torture
from tests.viewer.conformance import toy_choices as odds
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.broken_games import BROKEN, BROKEN_AT_ONCE, EXCLUSIVE
from viewer.conformance.contract_laws import CONTRACT_LAWS, ContractLaw, covered_events_are_choices_of_a_seat
from viewer.conformance.game_laws import EVENT_LAWS, MATCH_LAWS, STATE_LAWS, check, check_parse
from viewer.conformance.samples import SAMPLES as OWN_SAMPLES
from viewer.conformance.samples import Case, Sample, cases
from viewer.conformance.suite import Suite

SAMPLES = {**OWN_SAMPLES, "pig": Sample(options={"target": (1, 20, 100)})}
TRIED_GAMES: tuple[AnyGame, ...] = (*GAMES, pig, odds)
CASES = [case for game in TRIED_GAMES for case in cases(game, SAMPLES.get(game.KEY, Sample()))]

each_case = pytest.mark.parametrize("case", CASES, ids=str)
each_game = pytest.mark.parametrize("game", TRIED_GAMES, ids=lambda game: game.KEY)
seeds = st.integers(min_value=0, max_value=2**32 - 1)
no_shrinking = (Phase.explicit, Phase.reuse, Phase.generate)  # A smaller seed is no simpler match.


@pytest.mark.slow
@each_game
@settings(max_examples=2, phases=no_shrinking)
@given(data=st.data(), seed=seeds)
def test_a_random_match_keeps_every_law(game: AnyGame, data: st.DataObject, seed: int) -> None:
    check(data.draw(st.sampled_from([case for case in CASES if case.game is game])), seed)


@pytest.mark.slow
@each_case
@settings(max_examples=1, phases=no_shrinking)
@given(seed=seeds)
def test_a_random_match_keeps_every_law_with_all_seats_and_options(case: Case, seed: int) -> None:
    check(case, seed)


@pytest.mark.slow
@pytest.mark.torture("laws")
def test_many_random_matches_keep_every_law(torture: Torture) -> None:
    rng = torture.rng()
    tried = CASES if torture.is_long else rng.sample(CASES, 8)  # The test before plays all of them.
    for _ in torture.rounds(short=1, long=150):
        for case in tried:
            check(case, rng.randrange(2**32))
    torture.report(
        f"{torture.done * len(tried):,} matches, {torture.done} of each of {len(tried)} combinations of game, seats and"
        f" options: every law kept"
    )


@each_game
@given(text=st.text())
def test_any_text_is_notation_or_a_value_error(game: AnyGame, text: str) -> None:
    check_parse(game, text)


@each_game
@pytest.mark.parametrize("law", CONTRACT_LAWS, ids=lambda law: law.__name__)
def test_a_game_keeps_the_laws_of_the_contract(game: AnyGame, law: ContractLaw) -> None:
    law(game, SAMPLES.get(game.KEY, Sample()), Random(1))


def test_every_law_of_games_is_broken_once() -> None:
    laws = {law.__name__ for law in (*EVENT_LAWS, *STATE_LAWS, *MATCH_LAWS)}
    of_reviews = {
        "exact_ends_are_the_best_of_all_lines",
        "priors_are_different_legal_moves",
        "values_are_shares_of_a_win",
    }
    assert laws - {law for law, _ in (*BROKEN, *BROKEN_AT_ONCE)} == of_reviews | {"partners_share_points_and_result"}


def test_the_games_differ_in_key_and_title() -> None:
    assert all(re.fullmatch("[a-z]+", game.KEY) for game in TRIED_GAMES)
    assert len({game.KEY for game in TRIED_GAMES}) == len(TRIED_GAMES)
    assert len({game.TITLE for game in TRIED_GAMES}) == len(TRIED_GAMES)


@pytest.mark.parametrize(("law", "changes"), BROKEN, ids=[f"{law}-{'-'.join(changes)}" for law, changes in BROKEN])
def test_a_broken_game_is_caught(law: str, changes: dict[str, Callable[..., Any]]) -> None:
    broken = ModuleType("broken")
    broken.__dict__.update(vars(pig), **changes)
    case = Case(broken, 2, pig.Options(target=50), Sample())
    with pytest.raises((AssertionError, LookupError, ValueError)) as caught:
        check_often(case)
    assert any(note.startswith(f"{law}:") for note in caught.value.__notes__)


@pytest.mark.slow
@pytest.mark.parametrize(("law", "changes"), BROKEN_AT_ONCE)
def test_choices_at_once_that_depend_on_their_order_are_caught(
    law: str, changes: dict[str, Callable[..., Any]]
) -> None:
    broken = ModuleType("broken")
    broken.__dict__.update(vars(odds), **changes)
    suite = Suite(broken, sample=Sample(seats=(3,)))
    assert law in suite.failures


@pytest.mark.slow
def test_choices_at_once_may_exclude_each_other() -> None:
    game = ModuleType("exclusive")
    game.__dict__.update(vars(odds), **EXCLUSIVE)
    assert not Suite(game, sample=Sample(seats=(3,))).failures


def test_a_covered_event_that_is_no_choice_at_once_is_caught() -> None:
    broken = ModuleType("broken")
    broken.__dict__.update(vars(pig), FACTS=GameFacts(covered=(pig.Held,)))
    with pytest.raises(AssertionError, match="Held is covered, but the game has no actors"):
        covered_events_are_choices_of_a_seat(broken, Sample(), Random(1))


def check_often(case: Case) -> None:
    for seed in range(5):
        check(case, seed)


def test_the_game_that_is_broken_for_these_tests_is_sound_otherwise() -> None:
    check_often(Case(pig, 2, pig.Options(target=50), Sample()))
