"""The laws that every board keeps, tried on random matches: `check(case, board, seed)` plays one and tries them all.

A law is a function with the name of what it asserts. Some are laws of a whole match (`MATCH_LAWS`), some of one event
(`EVENT_LAWS`), some of one state of the table (`STATE_LAWS`), some of what the style sheet must know (`STYLE_LAWS`). A
broken law raises; a note names it, the case and the seed.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources import files
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

from core.game import actors_of
from viewer.boards import Board, Guiding, Spotted, Tappable
from viewer.boards.fallback import Fallback
from viewer.boards.scene import Panel, Patch, Scene, Shape, patches
from viewer.boards.svg import svg
from viewer.components.lib.text_files import text_of
from viewer.components.live.taps import MAX_MOVES, branch, following, rest
from viewer.components.live.tasks import decisions
from viewer.conformance.samples import Case, SimulatedMatch, Trial, play
from viewer.locale.plain_text import width

STYLE: Final = files("viewer.boards").joinpath("boards.css").read_text("utf-8")

POSITIONS: Final = 5
"""The number of states and events of a match the costly laws are tried on."""

SPOT_STYLE: Final = text_of("live/live_record.css")
"""Spots are seen on the table page alone, so they may use its classes too."""

MAX_TASK_WIDTH: Final = 70
"""The greatest width of an instruction: two lines on a narrow phone."""

COLUMNS: Final = 100
"""The greatest width of a text."""


def names_of(case: Case) -> list[str]:
    return [f"anna{seat}" for seat in range(case.seats)]


# Laws of a match.


def panels_stay(case: Case, board: Board, match: SimulatedMatch, rng: Random) -> None:
    shown = {
        tuple((panel.id, panel.title, panel.seat, panel.hero) for panel in board.scene(state, names_of(case)).panels)
        for state in match.states
    }
    assert len(shown) == 1


def patches_lead_from_each_scene_to_the_next(case: Case, board: Board, match: SimulatedMatch, rng: Random) -> None:
    shown = board.scene(match.states[0], names_of(case))
    for state in match.states[1:]:
        scene = board.scene(state, names_of(case))
        shown = patched(shown, patches(shown, scene))
        assert places(shown) == places(scene)
        assert sizes(shown) == sizes(scene)


MATCH_LAWS: Final = (panels_stay, patches_lead_from_each_scene_to_the_next)


# Laws of one event that was accepted.


def gains_name_places_of_the_picture(case: Case, board: Board, before: Any, event: Any) -> None:
    if isinstance(board, Fallback):
        return  # It draws no places; the board that comes later will.
    for step in case.game.story(before, event):
        ids = ids_of(board.scene(step.state, names_of(case)))
        missing = [cell for gain in step.gains for cell in gain.cells if gain.points > 0 and cell not in ids]
        assert not missing, missing


def the_sentence_names_the_seat_that_acts(case: Case, board: Board, before: Any, event: Any) -> None:
    sentence = board.sentence(before, event, names_of(case))
    assert sentence.splitlines() == [sentence]
    assert not sentence.endswith(".")
    seat = getattr(event, "seat", None)
    if isinstance(seat, int) and seat in actors_of(case.game, before):  # A card dealt to a seat is no act of the seat.
        assert re.match(rf"{names_of(case)[seat]}\b", sentence), sentence


EVENT_LAWS: Final = (gains_name_places_of_the_picture, the_sentence_names_the_seat_that_acts)


# Laws of a state of the table.


def the_scene_is_well_formed(case: Case, board: Board, state: Any, style: str) -> None:
    assert_well_formed(board.scene(state, names_of(case)), board.symbols(), style)


def each_place_has_an_id_of_its_own(case: Case, board: Board, state: Any, rng: Random) -> None:
    """In the whole scene: a gain and a tap name a place without its panel."""
    ids = Counter(shape.id for panel in board.scene(state, names_of(case)).panels for shape in panel.shapes)
    assert [id for id, count in ids.items() if count > 1] == []


def ids_are_stable(case: Case, board: Board, state: Any, rng: Random) -> None:
    """A state has one scene, and who sits at the table changes no id."""
    scene = board.scene(state, names_of(case))
    assert board.scene(state, names_of(case)) == scene
    others = board.scene(state, [f"Zoë {seat}/card" for seat in range(case.seats)])
    assert [each.id for each in others.panels] == [each.id for each in scene.panels]
    assert ids_of(others) == ids_of(scene)


def the_picture_is_xml_whatever_people_are_called(case: Case, board: Board, state: Any, rng: Random) -> None:
    scene = board.scene(state, [f"<b> & \"{seat}' ]]>" for seat in range(case.seats)])
    root = ElementTree.fromstring(svg(scene, board.symbols(), theme=rng.choice(("light", "dark")), title="a & b"))
    drawn = [element for element in root.iter() if "data-id" in element.attrib]
    assert len(drawn) == sum(len(panel.shapes) for panel in scene.panels)


def the_seat_to_move_has_the_accent(case: Case, board: Board, state: Any, rng: Random) -> None:
    """Each of them, on boards whose seats have the card that `viewer.boards.seat.frame` draws."""
    shapes = [shape for panel in board.scene(state, names_of(case)).panels for shape in panel.shapes]
    cards = {shape.id: str(dict(shape.attributes).get("class")) for shape in shapes}
    known = [seat for seat in range(case.seats) if f"{seat}/card" in cards]
    active = [seat for seat in known if "active" in cards[f"{seat}/card"].split()]
    assert active == [seat for seat in known if seat in actors_of(case.game, state)]


def the_text_is_narrow_and_names_everybody(case: Case, board: Board, state: Any, rng: Random) -> None:
    text = board.text(state, names_of(case))
    assert text == text.rstrip("\n")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert max(map(width, text.splitlines())) <= COLUMNS
    assert [name for name in names_of(case) if name not in text] == []


def moves_differ_in_their_taps(case: Case, board: Board, state: Any, rng: Random) -> None:
    if not isinstance(board, Tappable):
        return
    moves = list(case.game.legal_moves(state))
    taps = [board.taps(state, move) for move in moves]
    assert len({tuple(sorted(each)) if each[0].startswith("+") else each for each in taps}) == len(moves)


def taps_name_places_of_the_board(case: Case, board: Board, state: Any, rng: Random) -> None:
    if not isinstance(board, Tappable):
        return
    places = with_what_contains_them(ids_of(board.scene(state, names_of(case))) | spots_of(board, state))
    for move in case.game.legal_moves(state):
        for tap in board.taps(state, move):
            place = tap.removeprefix("+")
            assert place.startswith("=") or place in places, tap


def tapping_leads_to_the_move(case: Case, board: Board, state: Any, rng: Random) -> None:
    """And little is sent to the browser on the way."""
    moves = list(case.game.legal_moves(state))
    if not moves or not isinstance(board, Tappable):
        return
    wanted = rng.choice(moves)
    taps, within = board.taps(state, wanted), tuple[str, ...]()
    for tap in taps:
        offered = branch(case.game, board, state, within)
        assert len(offered.moves) <= MAX_MOVES
        next_taps = {each for known, _ in offered.moves for each in following(rest(known, within) or ())}
        assert tap in next_taps | set(offered.openings)
        within = (*within, tap)
    assert (taps, wanted) in branch(case.game, board, state, within).moves


def every_decision_has_an_instruction(case: Case, board: Board, state: Any, rng: Random) -> None:
    """A short one; the first names the seat to move, whatever people are called."""
    moves = list(case.game.legal_moves(state))
    if not moves or not isinstance(board, Guiding) or not isinstance(board, Tappable):
        return
    names = names_of(case)
    seat = case.game.turn(state)
    assert isinstance(seat, int)
    assert names[seat] in board.task(state, (), names)
    for move in rng.sample(moves, min(POSITIONS, len(moves))):
        for taps in decisions(board.taps(state, move)):
            task = board.task(state, taps, names)
            assert task.strip(), taps
            assert task.splitlines() == [task]
            assert not task.endswith(".")
            assert width(task) <= MAX_TASK_WIDTH, task


def spots_lie_in_panels_beside_the_places(case: Case, board: Board, state: Any, style: str) -> None:
    if not isinstance(board, Spotted):
        return
    scene = board.scene(state, names_of(case))
    panels = {panel.id: panel for panel in scene.panels}
    spots = board.spots(state)
    assert set(spots) <= set(panels)
    assert not spots_of(board, state) & ids_of(scene)
    assert len(spots_of(board, state)) == sum(map(len, spots.values()))
    for id, shapes in spots.items():
        # A spot may lie beyond the edge: the browser makes room while it can be tapped.
        panel = Panel(id, "", float("inf"), float("inf"), shapes)
        assert_well_formed_panel(panel, board.symbols(), style + SPOT_STYLE, least=float("-inf"))


def choices_have_pictures_of_known_shapes(case: Case, board: Board, state: Any, style: str) -> None:
    if not isinstance(board, Spotted) or not isinstance(board, Tappable):
        return
    words = {tap for move in case.game.legal_moves(state) for tap in board.taps(state, move) if "=" in tap[:2]}
    for word in words:
        picture = board.picture(word.lstrip("+").removeprefix("="))
        panel = Panel("choice", word, float("inf"), float("inf"), picture)
        assert_well_formed_panel(panel, board.symbols(), style + SPOT_STYLE, least=float("-inf"))


STATE_LAWS: Final = (
    each_place_has_an_id_of_its_own,
    ids_are_stable,
    the_picture_is_xml_whatever_people_are_called,
    the_seat_to_move_has_the_accent,
    the_text_is_narrow_and_names_everybody,
    moves_differ_in_their_taps,
    taps_name_places_of_the_board,
    tapping_leads_to_the_move,
    every_decision_has_an_instruction,
)

STYLE_LAWS: Final = (
    the_scene_is_well_formed,
    spots_lie_in_panels_beside_the_places,
    choices_have_pictures_of_known_shapes,
)


def ids_of(scene: Scene) -> set[str]:
    return {shape.id for panel in scene.panels for shape in panel.shapes}


def spots_of(board: Board, state: Any) -> set[str]:
    found = board.spots(state).values() if isinstance(board, Spotted) else ()
    return {shape.id for shapes in found for shape in shapes}


def with_what_contains_them(ids: set[str]) -> set[str]:
    """The ids and their beginnings: `display/3` contains `display/3/blue/1`."""
    return {"/".join(parts[:length]) for id in ids for parts in [id.split("/")] for length in range(1, len(parts) + 1)}


def trials(case: Case, board: Board, seed: int, style: str = "") -> Iterator[Trial]:
    """Every law of a board on one match that this seed gives; `style` is the board's own style sheet."""
    rng, where = Random(seed), f"{case}, seed {seed}"
    known = f"{STYLE}\n{style}"
    played = list[SimulatedMatch]()
    yield Trial("a_match_can_be_played", lambda: played.append(play(case, rng)), where)
    for match in played:
        for law in MATCH_LAWS:
            yield Trial(law.__name__, partial(law, case, board, match, rng), where)
        for number in some(range(len(match.events)), rng):
            event, before = match.events[number], match.states[number]
            for of_event in EVENT_LAWS:
                yield Trial(of_event.__name__, partial(of_event, case, board, before, event), f"{where}, {event}")
        for number in some(range(len(match.states)), rng):
            state, place = match.states[number], f"{where}, before event {number}"
            for of_state in STATE_LAWS:
                yield Trial(of_state.__name__, partial(of_state, case, board, state, rng), place)
            for of_style in STYLE_LAWS:
                yield Trial(of_style.__name__, partial(of_style, case, board, state, known), place)


def check(case: Case, board: Board, seed: int) -> None:
    """Play one match and try every law on it."""
    for trial in trials(case, board, seed):
        trial()


def some(numbers: Sequence[int], rng: Random) -> list[int]:
    """A few numbers; the first and the last always."""
    return sorted({*rng.sample(numbers, min(POSITIONS, len(numbers))), *numbers[:1], *numbers[-1:]})


def patched(scene: Scene, changes: tuple[Patch, ...]) -> Scene:
    """The scene in a browser after the patches: changed shapes keep their place, added ones come last."""
    by_panel = {patch.panel: patch for patch in changes}
    return Scene(tuple(_patched(panel, by_panel.get(panel.id)) for panel in scene.panels))


def _patched(panel: Panel, patch: Patch | None) -> Panel:
    if patch is None:
        return panel
    shapes = {shape.id: shape for shape in panel.shapes if shape.id not in patch.gone}
    shapes |= {shape.id: shape for shape in patch.put}
    width, height = patch.size or (panel.width, panel.height)
    return Panel(panel.id, panel.title, width, height, tuple(shapes.values()), panel.seat, panel.hero)


def places(scene: Scene) -> dict[str, dict[str, Shape]]:
    """Shapes by panel and id, without the order of drawing."""
    return {panel.id: {shape.id: shape for shape in panel.shapes} for panel in scene.panels}


def sizes(scene: Scene) -> list[tuple[float, float]]:
    return [(panel.width, panel.height) for panel in scene.panels]


def assert_well_formed(scene: Scene, symbols: str, style: str) -> None:
    """Ids are unique in a panel, JSON keeps all attributes, symbols and classes exist, nothing sticks out."""
    for panel in scene.panels:
        assert_well_formed_panel(panel, symbols, style)


def assert_well_formed_panel(panel: Panel, symbols: str, style: str, *, least: float = 0) -> None:
    ids = set(re.findall(r'id="([^"]+)"', symbols))
    classes = set(re.findall(r"\.([a-z][\w-]*)", style))
    assert len({shape.id for shape in panel.shapes}) == len(panel.shapes)
    for shape in panel.shapes:
        attributes = dict(shape.attributes)
        assert json.loads(json.dumps(attributes)) == attributes
        assert shape.tag in {"rect", "circle", "path", "text", "use"}
        if "href" in attributes:
            assert str(attributes["href"]).removeprefix("#") in ids
        assert set(str(attributes.get("class", "")).split()) <= classes
        assert least <= float(attributes.get("x", 0)) <= panel.width
        assert least <= float(attributes.get("y", 0)) <= panel.height
