"""The instructions for each decision, as the table shows them after each tap."""

from pathlib import Path
from typing import Any

from core.game import AnyGame
from core.games import azacru, chocolatier, pavilion, schokoly, scoresheet
from eventstore.matches.match import Match
from tests.recorded import FOUR, record, records_in
from viewer.boards import board_of
from viewer.components.live.taps import branch
from viewer.components.live.tasks import tasks_to_json


def table(tmp_path: Path, game: AnyGame, events: int, seats: int = 2, **options: Any) -> Match:
    return record(
        records_in(tmp_path / f"{game.KEY}{events}.db"), "m", game, FOUR[:seats], 3, options=options, events=events
    )


def says(match: Match, *taps: str) -> str | None:
    """The instruction after these taps, as the browser finds it."""
    is_tapped = isinstance(match.now.turn, int) and match.game is not scoresheet
    branched = branch(match.game, board_of(match.game), match.now.state, taps) if is_tapped else None
    tasks: Any = tasks_to_json(match, branched)
    at = tasks["after"].get("\n".join(tap for tap in taps if not tap.startswith("+")))
    return None if at is None else tasks["says"][at]


def test_each_decision_is_asked_for_in_words_tap_by_tap(tmp_path: Path) -> None:
    match = table(tmp_path, chocolatier, 1)
    assert says(match) == "Anna takes: tap the tiles of one color"
    assert says(match, "display/1/blue") == "Tap the line for the blue tiles, or the floor"
    assert says(table(tmp_path, chocolatier, 28, wall="free")) == "Anna tiles: tap the space for the red tile of line 1"
    match = table(tmp_path, pavilion, 40)
    assert says(match) == "Anna places: tap a color in your hand, or pass"
    assert says(match, "=Pass") == says(match, "=Pass", "+0/hand/green") == "Choose the tiles you keep: at most 4"
    match = table(tmp_path, azacru, 0)
    assert says(match) == "Anna moves: tap a chevron"
    assert says(match, "0/chevron/1") == "Tap the field it moves to"
    assert says(table(tmp_path, schokoly, 0)) == "Anna names a color"
    match = table(tmp_path, schokoly, 6)
    assert says(match) == "Anna lays: choose the card"
    kind = board_of(schokoly).taps(match.now.state, next(schokoly.legal_moves(match.now.state)))[0]  # type: ignore[attr-defined]
    assert says(match, kind) == "Choose how the card lies"


def test_a_draw_has_an_instruction_for_each_slot(tmp_path: Path) -> None:
    match = table(tmp_path, chocolatier, 0, seats=3, special_displays=True)
    assert says(match) is None
    slots = board_of(chocolatier).draws(match.now.state).slots  # type: ignore[attr-defined]
    assert slots[0].task == "Choose the display of gold side 1"
    assert slots[-2].task == "Display 7: tap the 4 tiles that lie there"


def test_a_sheet_asks_for_points_until_it_is_over(tmp_path: Path) -> None:
    records = records_in(tmp_path / "m.db")
    match = records.start(scoresheet, FOUR, id="sheet")
    assert says(match) == "Enter the points, or who won"
    assert says(records.record("sheet", scoresheet.WinnersNamed((0,)))) == ""
