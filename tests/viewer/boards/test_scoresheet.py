"""The board of the score sheet."""

from importlib.resources import files
from itertools import pairwise

from core.games import scoresheet
from core.games.scoresheet import Options, PointsNoted, State, WinnersNamed
from viewer.boards import scoresheet as board
from viewer.boards.scene import Scene, patches
from viewer.conformance.board_laws import assert_well_formed, places

STYLE = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
NAMES = ["Anna", "Benjamin", "Zoë <b>", "Dan", "Eva", "Filip", "Gustav"]


def sheet(*events: scoresheet.Event, seats: int = 3, title: str = "Wingspan") -> State:
    state = scoresheet.setup(seats, Options(title=title))
    for event in events:
        assert scoresheet.refusal(state, event) is None
        state = scoresheet.evolve(state, event)
    return state


BIRDS = PointsNoted("Birds", (20, 30, None))
GOALS = PointsNoted("Goals", (2.5, -3, 4))
BEN_WON = WinnersNamed((1,))


def texts(scene: Scene) -> dict[str, str | None]:
    return {id: shape.text for shapes in places(scene).values() for id, shape in shapes.items()}


def test_the_sheet_shows_lines_totals_and_winners() -> None:
    scene = board.scene(sheet(BIRDS, GOALS, BEN_WON), NAMES[:3])
    shown = texts(scene)
    assert [shown[f"line/1/{seat}"] for seat in range(3)] == ["20", "30", "-"]
    assert [shown[f"total/{seat}"] for seat in range(3)] == ["22.5", "27", "4"]
    looks = [dict(places(scene)["table"][f"total/{seat}/place"].attributes)["class"] for seat in range(3)]
    assert looks == ["total", "won", "total"]


def test_more_than_six_seats_get_a_second_panel_and_a_sheet_without_seats_can_be_shown() -> None:
    state = sheet(PointsNoted("final", tuple(range(7))), seats=7)
    scene = board.scene(state, NAMES)
    assert [panel.id for panel in scene.panels] == ["table", "table/2"]
    assert texts(scene)["total/6"] == "6"
    assert "Gustav" in board.text(state, NAMES)
    assert max(len(line) for line in board.text(state, NAMES).splitlines()) <= 100
    assert_well_formed(board.scene(sheet(seats=0), []), board.symbols(), STYLE)
    assert "Nobody wins" in board.text(sheet(seats=0), [])


def test_the_text_is_a_table() -> None:
    assert board.text(sheet(BIRDS, GOALS, BEN_WON), NAMES[:3]).splitlines() == [
        "Wingspan",
        "",
        "                         Anna     Benjamin      Zoë <b>",
        "Birds                      20           30            -",
        "Goals                     2.5           −3            4",
        "-" * 55,
        "Total                    22.5          27*            4",
        "",
        "Benjamin wins",
    ]


def test_sentences() -> None:
    assert board.sentence(sheet(), BIRDS, NAMES[:3]) == "Birds: Anna 20, Benjamin 30, Zoë <b> -"
    final = PointsNoted("final", (1, 2, 3))
    assert board.sentence(sheet(), final, NAMES[:3]) == "Final points: Anna 1, Benjamin 2, Zoë <b> 3"
    assert board.sentence(sheet(), WinnersNamed((0, 2)), NAMES[:3]) == "Anna and Zoë <b> win"
    assert board.sentence(sheet(), WinnersNamed(()), NAMES[:3]) == "Nobody wins"


def test_the_growth_of_a_sheet_is_the_difference_of_its_scenes() -> None:
    seats = len(NAMES)
    lines = [
        PointsNoted(f"Round {n}", tuple(n * seat if (n + seat) % 3 else None for seat in range(seats)))
        for n in range(4)
    ]
    states = [sheet(seats=seats)]
    for event in (*lines, WinnersNamed((1, 6))):
        states.append(scoresheet.evolve(states[-1], event))
    for before, after in pairwise(states):
        whole = patches(board.scene(before, NAMES), board.scene(after, NAMES))
        assert board.growth(before, after, NAMES) == whole != ()
