"""A board of the toy game with one thing wrong: for every law of boards, changes that break it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import Any, Final

from tests.viewer.conformance import toy_game as pig
from viewer.boards.fallback import Fallback
from viewer.boards.scene import Scene, Shape, shape

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
    return with_shapes(state, names, shape("die", "circle", **dict[str, Any]({"<": 1})))


def gains_of_nowhere(state: Any, event: Any) -> Any:
    return tuple(
        replace(step, gains=tuple(replace(gain, cells=("nowhere",)) for gain in step.gains))
        for step in pig.story(state, event)
    )


clicks = count()


def other_taps_each_time(state: Any, event: Any) -> tuple[str, ...]:
    return (f"={event} {next(clicks)}",)


USE = shape("die", "use", href="#nothing")

BROKEN: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
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
)
"""A law, and the names of the board that are changed."""
