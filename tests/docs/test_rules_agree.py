"""The tables in docs/rules hold the numbers, places, defaults and sources of the engines."""

import json
import re
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from core.game import CHANCE, AnyGame, Step, facts_of, rules_of
from core.games import GAMES, azacru
from core.games.azacru.state import SIDES, STARTS
from core.games.chocolatier.scoring import FLOOR_LOSS
from core.games.chocolatier.state import PALETTES, SIZE
from core.games.pavilion.layout import FEATURES, PRINTED
from core.games.pavilion.scoring import MIXED_STAR_BONUS, NUMBER_BONUS, STAR_BONUS
from core.games.pavilion.state import CENTER_STAR, COLORS, STARS
from core.games.schokoly.faces import DECK_FACES
from core.games.schokoly.state import COUNTERS
from core.record_rules import MAX_EVENTS, MAX_ITEMS, MAX_SCORES, MAX_TEXT
from tests.docs.test_rules import PAGES, TEXTS


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text as rows of cells, the head first, without marks."""
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    rows = [[line.strip("| \n").split("|") for line in block.splitlines()] for block in blocks]
    bare = [[[re.sub(r"[*`]", "", cell).strip() for cell in row] for row in one] for one in rows]
    return [[one[0], *one[2:]] for one in bare]


def table(text: str, corner: str) -> list[list[str]]:
    """The first table with this word in its upper left cell, without the head."""
    return next(one[1:] for one in tables(text) if one[0][0] == corner)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.KEY)
def test_every_option_is_listed_with_its_default(game: AnyGame) -> None:
    listed = {row[0]: row[1].strip('"') for row in table(PAGES[game.KEY], "option")}
    defaults = {field.name: field.default for field in fields(game.Options)}
    assert listed == {name: json.dumps(default).strip('"') for name, default in defaults.items()}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.KEY)
def test_every_event_and_field_is_listed(game: AnyGame) -> None:
    words = {*re.findall(r"\w+", " ".join(cell for row in table(PAGES[game.KEY], "event") for cell in row))}
    assert {event.__name__ for event in game.EVENTS} <= words
    assert {field.name for event in game.EVENTS for field in fields(event)} <= words


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.KEY)
def test_the_seats_and_the_number_of_the_rules_are_those_of_the_game(game: AnyGame) -> None:
    opening = " ".join(PAGES[game.KEY].split("\n## ")[0].split())
    numbers = {1: "1.", 2: "1 or 2"}[rules_of(game)]
    assert f"{game.SEATS[0]} to {game.SEATS[-1]} seats; the number of the rules is {numbers}" in opening


@pytest.mark.parametrize("edition", PALETTES)
def test_the_colored_wall_of_azul(edition: str) -> None:
    palette = PALETTES[edition]
    wall = [[palette[(column - row) % SIZE] for column in range(SIZE)] for row in range(SIZE)]
    walls = [[row[1:] for row in one[1:]] for one in tables(PAGES["chocolatier"]) if one[0][:2] == ["row", "column 1"]]
    assert wall == walls[[*PALETTES].index(edition)]
    assert [edition, *palette] in table(PAGES["chocolatier"], "edition")


def test_the_losses_of_the_floor_line() -> None:
    ((_, *losses),) = table(TEXTS["C-SCORE-2"], "pieces")
    assert tuple(map(int, losses)) == FLOOR_LOSS


def test_the_board_of_summer_pavilion() -> None:
    text = PAGES["pavilion"]
    assert table(text, "round")[0][1:] == [*COLORS]
    colored, outer, center = ([int(cell) for cell in row[2:]] for row in table(text, "board"))
    assert PRINTED["colored"] == (tuple(colored),) * len(STARS)
    assert PRINTED["variant"] == (*(tuple(outer),) * CENTER_STAR, tuple(center))


def test_the_features_of_summer_pavilion() -> None:
    around = dict(zip(STARS, table(PAGES["pavilion"], "pillar of")[0][1:], strict=False))
    listed = {row[0].split()[0]: row[1] for row in table(PAGES["pavilion"], "feature")}
    for feature in FEATURES:
        letters = {feature.star: "X", (feature.star + 1) % CENTER_STAR: "N", CENTER_STAR: "center"}
        said = {(letter, int(place)) for letter, place in re.findall(r"\b([XN]) (\d)", listed[feature.kind])}
        if feature.kind == "pillar":
            said |= {("center", int(place)) for place in around[STARS[feature.star]].split(", ")}
        assert said == {(letters[star], space + 1) for star, space in feature.spaces}, feature


def test_the_bonuses_of_summer_pavilion() -> None:
    head, points = next(one for one in tables(TEXTS["P-END-1"]) if one[0][0] == "tiles")
    assert dict(zip(head[1:-1], map(int, points[1:-1]), strict=True)) == STAR_BONUS
    assert int(points[-1]) == MIXED_STAR_BONUS
    assert [int(number) for number in re.findall(r"\*\*(\d+)", TEXTS["P-END-2"])] == [*NUMBER_BONUS.values()]


def test_the_sides_of_azacru() -> None:
    rows = table(PAGES["azacru"], "side")
    assert {row[0]: tuple(tuple(one.split()) for one in row[2].split(", ")) for row in rows} == STARTS
    usual = {int(seats): tuple(sides.split(", ")) for seats, sides in table(PAGES["azacru"], "seats")}
    assert usual == SIDES


@pytest.mark.parametrize("seats", azacru.SEATS)
def test_the_counts_of_sequences_of_azacru(seats: int) -> None:
    counts = next(row for row in tables(PAGES["azacru"])[-1][1:] if row[0] == str(seats))
    assert [int(count.replace(",", "")) for count in counts[1:4]] == [sequences(seats, depth) for depth in (1, 2, 3)]


def sequences(seats: int, depth: int) -> int:
    def below(state: Any, left: int) -> int:
        moves = [*azacru.legal_moves(state)]
        return len(moves) if left == 1 else sum(below(azacru.evolve(state, move), left - 1) for move in moves)

    return below(azacru.setup(seats, azacru.Options()), depth)


def test_the_deck_and_the_counters_of_schokoly() -> None:
    options, setup = (PAGES["schokoly"].split(f"\n## {name}\n")[1].split("\n## ")[0] for name in ("Options", "Setup"))
    assert tuple(re.findall(r"`([wmd]{2}/[wmd]{2})`", options)) == DECK_FACES
    assert [int(number) for number in re.findall(r"\b(\d)(?= with)", " ".join(setup.split()))] == [*COUNTERS.values()]


def test_the_bounds_of_the_record() -> None:
    for bound in (MAX_EVENTS, MAX_SCORES, MAX_TEXT, MAX_ITEMS):
        assert f"{bound:,}" in TEXTS["R-SIZE"]


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if facts_of(game).records_moves], ids=lambda game: game.KEY)
def test_every_source_of_points_is_listed_with_its_rule(game: AnyGame) -> None:
    listed = {
        (source, rule)
        for sources, rules, *_ in table(PAGES[game.KEY], "source")
        for source in sources.split(", ")
        for rule in re.findall(r"[A-Z]-[A-Z]+-[0-9]+", rules)
    }
    booked = {(gain.source, gain.rule) for n in range(4) for step in stages(game, n) for gain in step.gains}
    assert booked <= listed
    assert {source for source, _ in booked} == {source for source, _ in listed}


def stages(game: AnyGame, number: int) -> list[Step]:
    """The stages of a match that its simple player plays."""
    rng, state, steps = Random(number), game.setup(2 + number % 3, game.Options()), list[Step]()
    for _ in range(400):
        if (turn := game.turn(state)) is None:
            break
        steps += game.story(state, game.deal(state, rng) if turn == CHANCE else game.choose(state, rng))
        state = steps[-1].state
    return steps
