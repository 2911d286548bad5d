"""Facts about a game are stated by the game: no other code asks which game it has."""

import ast
from collections.abc import Iterator
from itertools import chain

import pytest

from core import games
from core.game import facts_of, title_of
from core.games import azacru, chocolatier, schokoly, scoresheet
from core.review.account import can_review
from tests import ROOT
from tests.core.games.test_conformance import CASES
from tests.viewer.conformance import toy_game

KEYS = frozenset(game.KEY for game in games.GAMES)
FOLDERS = ("core", "eventstore", "importers", "viewer")
NAMING = ("importers/logs/abstractplay", "importers/logs/bga", "importers/apps/bgstats")
"""Importers that map foreign names to games."""


def test_a_game_that_states_nothing_has_the_defaults() -> None:
    facts, options = facts_of(toy_game), toy_game.Options()
    assert (facts.records_moves, facts.has_start_player, facts.not_reviewed) == (True, True, "")
    assert (facts.fewest_points_win(options), facts.cooperative(options), facts.teams(4, options)) == (False, False, ())
    assert (facts.bgg_id(options), facts.refusal_of_new(toy_game.Held(0))) == (None, None)
    assert title_of(toy_game, options) == "Pig"


def test_a_score_sheet_has_the_facts_of_its_options() -> None:
    facts = facts_of(scoresheet)
    options = scoresheet.Options("Hearts", 6887, lowest_wins=True, teams=((0, 2),))
    assert (facts.records_moves, facts.has_start_player, facts.team_scores) == (False, False, False)
    assert (facts.fewest_points_win(options), facts.cooperative(options), facts.teams(3, options)) == (
        True,
        False,
        ((0, 2),),
    )
    assert facts.cooperative(scoresheet.Options(cooperative=True))
    assert (title_of(scoresheet, options), facts.bgg_id(options)) == ("Hearts", 6887)
    assert title_of(scoresheet, scoresheet.Options()) == scoresheet.TITLE


def test_schokoly_is_played_in_teams_of_two_with_four_alone() -> None:
    facts, options = facts_of(schokoly), schokoly.Options()
    assert [facts.teams(seats, options) for seats in schokoly.SEATS] == [(), (), ((0, 2), (1, 3))]
    assert facts.team_scores


def test_an_edition_has_a_title_of_its_own() -> None:
    assert title_of(chocolatier, chocolatier.Options(edition="azul")) == "Azul"
    assert title_of(azacru, azacru.Options()) == "Azacru"


def test_most_points_win_in_every_game_that_is_reviewed() -> None:
    """A review counts leads in points, and does not turn their sign."""
    reviewed = [case for case in CASES if can_review(case.game)]
    assert {case.game.KEY for case in reviewed} == {"azacru", "chocolatier", "pavilion"}
    assert not [case for case in reviewed if facts_of(case.game).fewest_points_win(case.options)]


@pytest.mark.slow
def test_no_other_code_compares_the_key_of_a_game() -> None:
    lines = []
    for path in chain.from_iterable((ROOT / folder).rglob("*.py") for folder in FOLDERS):
        file = path.relative_to(ROOT).as_posix()
        if not file.startswith(NAMING) and not _is_of_a_game(file):
            lines += [f"{file}:{line}" for line in compared_keys(path.read_text("utf-8"))]
    assert lines == []


def _is_of_a_game(file: str) -> bool:
    """Whether the file belongs to a game or to its board."""
    return any(f"{folder}/{key}{end}" in file for folder in ("core/games", "boards") for key in KEYS for end in "/.")


def compared_keys(source: str) -> Iterator[int]:
    """The lines of comparisons with a game or its key, and of lookups by a literal key."""
    tree = ast.parse(source)
    modules = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "core.games"
        for alias in node.names
        if alias.name in KEYS
    }

    def is_named(node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return any(map(is_named, node.elts))
        if isinstance(node, ast.Attribute) and node.attr == "KEY":
            return is_named(node.value)
        return (isinstance(node, ast.Name) and node.id in modules) or (
            isinstance(node, ast.Constant) and node.value in KEYS
        )

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        elif isinstance(node, ast.Subscript):
            asked = [node.slice]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            asked = node.args[:1]
        else:
            continue
        if any(map(is_named, asked)):
            yield node.lineno


@pytest.mark.parametrize(
    "line",
    [
        *('game.KEY == "scoresheet"', "scoresheet.KEY != row.game", "game is not scoresheet"),
        *('match.key in ("azacru", "pavilion")', 'EVALUATIONS["azacru"]', "EVALUATIONS.get(scoresheet.KEY)"),
    ],
)
def test_comparisons_are_found(line: str) -> None:
    assert [*compared_keys(f"from core.games import scoresheet\n{line}\n")] == [2]


@pytest.mark.parametrize("line", ["EVALUATIONS.get(game.KEY)", "key == game.KEY", 'Series(scoresheet, "pavilion")'])
def test_other_uses_of_a_game_are_none(line: str) -> None:
    assert not [*compared_keys(f"from core.games import scoresheet\n{line}\n")]


def test_no_script_of_a_page_compares_the_key_of_a_game() -> None:
    """A page is told what it has to know of a game."""
    scripts = [
        path for path in (ROOT / "viewer").rglob("*.js") if any(f'"{key}"' in path.read_text("utf-8") for key in KEYS)
    ]
    assert scripts == []
