"""Every board keeps the laws of `board_laws.py`, the plain board of a game without one of its own too.

A new board is tried as soon as its game is listed in `core.games.GAMES`.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.game import AnyGame
from core.games import GAMES
from tests.core.games import toy_game as pig
from tests.core.games.test_conformance import CASES, TRIED_GAMES, each_case, each_game, no_shrinking, seeds
from tests.matches import Case, Sample
from tests.viewer.boards import board_laws
from tests.viewer.boards.board_laws import EVENT_LAWS, MATCH_LAWS, STATE_LAWS, check
from tests.viewer.boards.boards import packed_size, play
from viewer.boards import Guiding, Tappable, board_of
from viewer.boards.fallback import Fallback
from viewer.boards.scene import Scene, Shape, shape

LARGEST: dict[str, dict[str, Any]] = {
    "chocolatier": {"wall": "free", "special_displays": True},
    "pavilion": {"board": "variant"},
}
"""The options with which a match takes most bytes; else the defaults."""

DRAWN = [game for game in GAMES if not isinstance(board_of(game), Fallback)]


@pytest.mark.slow
@each_game
@settings(max_examples=1, phases=no_shrinking)
@given(data=st.data(), seed=seeds)
def test_a_board_keeps_every_law(game: AnyGame, data: st.DataObject, seed: int) -> None:
    case = data.draw(st.sampled_from([case for case in CASES if case.game is game]))
    check(case, board_of(game), seed)


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


# The suite itself: for every law a board that breaks it.

Names = Sequence[str]
plain = Fallback(pig)


def dice_of(state: Any) -> tuple[Shape, ...]:
    return (shape("die", "circle", class_="place", cx=10, cy=1, r=0.5),) if state.rolling else ()


def with_shapes(state: Any, names: Names, *shapes: Shape) -> Scene:
    table, *seats = plain.scene(state, names).panels
    return Scene((replace(table, shapes=(*table.shapes, *shapes)), *seats))


def scene_of_a_die(state: Any, names: Names) -> Scene:
    return with_shapes(state, names, *dice_of(state))


def taps(state: Any, event: Any) -> tuple[str, ...]:
    return ("=Hold",) if isinstance(event, pig.Held) else ("cup",)


def task(state: Any, taps: tuple[str, ...], names: Names) -> str:
    return f"{names[state.seat]} rolls or holds"


def spots(state: Any) -> dict[str, tuple[Shape, ...]]:
    return {"table": (shape("cup", "rect", class_="place", x=10, y=1, width=1, height=1),)}


def picture(words: str) -> tuple[Shape, ...]:
    return (shape("choice", "circle", class_="place", cx=0.5, cy=0.5, r=0.4),)


SOUND: dict[str, Any] = {
    "scene": scene_of_a_die,
    "text": plain.text,
    "sentence": plain.sentence,
    "symbols": plain.symbols,
    "taps": taps,
    "task": task,
    "spots": spots,
    "picture": picture,
}


def seats_that_come_and_go(state: Any, names: Names) -> Scene:
    scene = plain.scene(state, names)
    return Scene(scene.panels if state.rolling else scene.panels[:-1])


def twice_the_same_id(state: Any, names: Names) -> Scene:
    seat = plain.scene(state, names).panels[1]
    return with_shapes(state, names, seat.shapes[0])


class Counted:
    """Ids that are counted on instead of naming a place."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, state: Any, names: Names) -> Scene:
        self.count += 1
        return with_shapes(state, names, shape(f"die/{self.count}", "circle", r=1))


class WornOut(Counted):
    """A panel that becomes wider the more often it is drawn."""

    def __call__(self, state: Any, names: Names) -> Scene:
        self.count += 1
        (table, *seats) = plain.scene(state, names).panels
        return Scene((replace(table, width=table.width + self.count), *seats))


def named_after_people(state: Any, names: Names) -> Scene:
    return with_shapes(state, names, shape(f"die/{names[0]}", "circle", r=1))


def everybody_active(state: Any, names: Names) -> Scene:
    scene = plain.scene(state, names)
    look = shape("card", "rect", class_="card active").attributes
    cards = [replace(panel, shapes=(replace(panel.shapes[0], attributes=look),)) for panel in scene.panels[1:]]
    return Scene((scene.panels[0], *cards))


def in_an_unknown_class(state: Any, names: Names) -> Scene:
    return with_shapes(state, names, shape("die", "circle", class_="sparkling", r=1))


def beyond_the_edge(state: Any, names: Names) -> Scene:
    return with_shapes(state, names, shape("die", "rect", x=99, y=1))


def not_for_xml(state: Any, names: Names) -> Scene:
    return with_shapes(state, names, shape("die", "circle", **{"<": 1}))


def gains_of_nowhere(state: Any, event: Any) -> Any:
    return tuple(
        replace(step, gains=tuple(replace(gain, cells=("nowhere",)) for gain in step.gains))
        for step in pig.story(state, event)
    )


clicks = count()


def other_taps_each_time(state: Any, event: Any) -> tuple[str, ...]:
    return (f"={event} {next(clicks)}",)


USE = shape("die", "use", href="#nothing")

BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("panels_stay", {"scene": seats_that_come_and_go}),
    ("the_scene_is_well_formed", {"scene": in_an_unknown_class}),
    ("the_scene_is_well_formed", {"scene": beyond_the_edge}),
    ("the_scene_is_well_formed", {"symbols": lambda: "", "scene": lambda state, names: with_shapes(state, names, USE)}),
    ("each_place_has_an_id_of_its_own", {"scene": twice_the_same_id}),
    ("ids_are_stable", {"scene": Counted()}),
    ("ids_are_stable", {"scene": WornOut()}),
    ("ids_are_stable", {"scene": named_after_people}),
    ("the_picture_is_xml_whatever_people_are_called", {"scene": not_for_xml}),
    ("the_seat_to_move_has_the_accent", {"scene": everybody_active}),
    ("the_text_is_narrow_and_names_everybody", {"text": lambda state, names: "x" * 101}),
    ("the_text_is_narrow_and_names_everybody", {"text": lambda state, names: "nobody"}),
    ("the_sentence_names_the_seat_that_acts", {"sentence": lambda before, event, names: "Something happens"}),
    ("the_sentence_names_the_seat_that_acts", {"sentence": lambda *args: f"{plain.sentence(*args)}."}),
    ("moves_differ_in_their_taps", {"taps": lambda state, event: ("cup",)}),
    ("taps_name_places_of_the_board", {"spots": lambda state: {}}),
    ("tapping_leads_to_the_move", {"taps": other_taps_each_time}),
    ("every_decision_has_an_instruction", {"task": lambda *args: "Roll or hold"}),
    ("every_decision_has_an_instruction", {"task": lambda state, taps, names: f"{names[0]} and {names[1]}."}),
    ("spots_lie_in_panels_beside_the_places", {"spots": lambda state: {"cellar": spots(state)["table"]}}),
    ("spots_lie_in_panels_beside_the_places", {"scene": lambda *args: with_shapes(*args, spots(None)["table"][0])}),
    ("choices_have_pictures_of_known_shapes", {"picture": lambda words: (USE,)}),
]


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
    assert broken == {law.__name__ for law in (*MATCH_LAWS, *EVENT_LAWS, *STATE_LAWS)}
