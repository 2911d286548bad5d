"""The plain board: all that a state holds, where it belongs, in words and as chips."""

import re
from dataclasses import dataclass, replace
from typing import Any

import pytest

from core.games import GAMES
from tests.viewer.boards.boards import play
from tests.viewer.conformance import toy_game as pig
from viewer.boards.fallback import Fallback, Parts, Row, parts_of
from viewer.locale.language import set_language

NAMES = ("Anna", "Ben", "Jarda with a name that is longer than any card")


@dataclass(frozen=True)
class Card:
    suit: str
    rank: int


@dataclass(frozen=True)
class Options:
    cards: int = 8


@dataclass(frozen=True)
class Table:
    options: Options
    trump_suit: str
    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[tuple[int, Card], ...]
    tricks_won: tuple[int, ...]
    leader: int | None = None


TABLE = Table(
    Options(),
    "red",
    ((Card("red", 3), Card("blue", 9)), (Card("green", 1),), ()),
    ((0, Card("red", 7)), (1, Card("red", 9)), (2, Card("red", 1))),
    (2, 0, 1),
)


class Tricks:
    """As much of a game as a board asks for."""

    Options = Options

    def turn(self, state: Table) -> int:
        return 2

    def scores(self, state: Table) -> tuple[int, ...]:
        return (12, -3, 0)

    def round_number(self, state: Table) -> int:
        return 2


board = Fallback(Tricks())  # type: ignore[arg-type]


def texts(scene: Any) -> list[str]:
    return [shape.text for panel in scene.panels for shape in panel.shapes if shape.text]


def test_what_each_seat_has_stands_at_the_seat_and_the_rest_on_the_table_in_the_words_of_the_reader() -> None:
    assert parts_of(TABLE, (12, -3, 0), Options) == Parts(
        (Row("Trump suit", ("red",)), Row("Trick", ("0 red 7", "1 red 9", "2 red 1"), True), Row("Leader", ("none",))),
        (
            (Row("Hands", ("red 3", "blue 9"), True), Row("Tricks won", ("2",))),
            (Row("Hands", ("green 1",), True), Row("Tricks won", ("0",))),
            (Row("Hands", (), True), Row("Tricks won", ("1",))),
        ),
    )
    set_language("cs")
    try:
        assert "červená" in " ".join(texts(board.scene(TABLE, NAMES)))
    finally:
        set_language("en")


def test_every_card_is_drawn_in_its_panel_however_many_there_are() -> None:
    many = tuple(Card("yellow", rank) for rank in range(60))
    state = replace(TABLE, hands=(many, (), ()))
    scene = board.scene(state, NAMES)
    assert set(texts(scene)) >= {f"yellow {rank}" for rank in range(60)}
    for panel in scene.panels:
        for shape in panel.shapes:
            places = dict(shape.attributes)
            assert 0 <= float(places.get("x", 0)) <= panel.width
            assert 0 <= float(places.get("y", 0)) <= panel.height
    assert [panel.id for panel in scene.panels] == [panel.id for panel in board.scene(TABLE, NAMES).panels]
    text = board.text(state, NAMES)
    assert max(map(len, text.splitlines())) <= 100
    assert len(re.findall(r"yellow\s+\d", text)) == 60


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES, pig], ids=lambda game: game.KEY)
def test_no_name_of_python_is_shown(game: Any) -> None:
    states = play(game, 3, game.Options(), 3, 60).states
    shown = Fallback(game)
    for state in (states[0], states[-1]):
        words = " ".join((shown.text(state, NAMES), *texts(shown.scene(state, NAMES))))
        assert not re.search(r"[a-z]_[a-z]|\w\(|=|\bNone\b|\bTrue\b|\bFalse\b|Counter\(|frozenset", words)
