"""Every board keeps the laws of `viewer/conformance/board_laws.py`, and so does the plain board of a game without one.

A new board is tried as soon as its game is listed in `core.games.GAMES`.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from core.game import AnyGame
from core.games import GAMES
from tests.core.games.test_conformance import CASES, TRIED_GAMES, each_case, no_shrinking, seeds
from tests.viewer.boards.boards import packed_size, play
from tests.viewer.conformance import toy_game as pig
from tests.viewer.conformance.broken_boards import BROKEN, SOUND, gains_of_nowhere
from viewer.boards import Guiding, Tappable, board_of
from viewer.boards.fallback import Fallback
from viewer.conformance import board_laws
from viewer.conformance.board_laws import EVENT_LAWS, MATCH_LAWS, STATE_LAWS, STYLE_LAWS, check
from viewer.conformance.samples import Case, Sample

LARGEST: dict[str, dict[str, Any]] = {
    "chocolatier": {"wall": "free", "special_displays": True},
    "pavilion": {"board": "variant"},
}
"""The options with which a match takes most bytes; else the defaults."""

DRAWN = [game for game in GAMES if not isinstance(board_of(game), Fallback)]


@pytest.mark.slow
@each_case
@settings(max_examples=1, phases=no_shrinking)
@given(seed=seeds)
def test_a_board_keeps_every_law_with_all_seats_and_options(case: Case, seed: int) -> None:
    check(case, board_of(case.game), seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.KEY)
def test_a_whole_match_fits_into_150_kilobytes(game: AnyGame, measured: Callable[[str], None]) -> None:
    seats = min(game.SEATS[-1], 8)
    match = play(game, seats, game.Options(**LARGEST.get(game.KEY, {})), seed=1)
    size = packed_size(board_of(game), match, [f"Player {seat}" for seat in range(seats)])
    measured(f"{game.KEY}: {len(match.events)} events of {seats} seats, scenes and sentences: {size} bytes gzipped")
    assert size < 150_000 / 4  # A quarter leaves room for the script, the charts and the notes.


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.KEY)
def test_a_board_with_taps_has_instructions(game: AnyGame) -> None:
    assert isinstance(board_of(game), Guiding) is isinstance(board_of(game), Tappable)


def test_every_game_that_is_tried_has_a_board_to_try() -> None:
    assert {case.game.KEY for case in CASES} == {game.KEY for game in TRIED_GAMES}


# The suite itself: every board that breaks a law is caught.


@pytest.mark.parametrize(("law", "changes"), BROKEN, ids=[f"{law}-{'-'.join(changes)}" for law, changes in BROKEN])
def test_a_broken_board_is_caught(law: str, changes: dict[str, Callable[..., Any]]) -> None:
    with pytest.raises((AssertionError, LookupError, ValueError, SyntaxError)) as caught:
        check_often(SimpleNamespace(**(SOUND | changes)))
    assert any(note.startswith(f"{law}:") for note in caught.value.__notes__)


def check_often(board: Any, game: Any = pig) -> None:
    case = Case(game, 2, pig.Options(target=50), Sample())
    for seed in range(3):
        check(case, board, seed)


def test_a_gain_from_nowhere_is_caught() -> None:
    game = SimpleNamespace(**vars(pig) | {"story": gains_of_nowhere})
    with pytest.raises(AssertionError) as caught:
        check_often(SimpleNamespace(**SOUND), game)
    assert caught.value.__notes__[0].startswith("gains_name_places_of_the_picture:")


@pytest.mark.slow
def test_the_board_that_is_broken_for_these_tests_is_sound_otherwise() -> None:
    check_often(SimpleNamespace(**SOUND))


def test_patches_that_lead_nowhere_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_laws, "patches", lambda before, after: ())
    with pytest.raises(AssertionError) as caught:
        check_often(SimpleNamespace(**SOUND))
    assert caught.value.__notes__[0].startswith("patches_lead_from_each_scene_to_the_next:")


def test_every_law_is_broken_once() -> None:
    broken = {law for law, _ in BROKEN} | {
        "patches_lead_from_each_scene_to_the_next",
        "gains_name_places_of_the_picture",
    }
    assert broken == {law.__name__ for law in (*MATCH_LAWS, *EVENT_LAWS, *STATE_LAWS, *STYLE_LAWS)}
