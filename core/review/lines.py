"""The principal line of a position: the best moves of all seats up to the horizon of the search."""

from random import Random
from typing import Any, Final

from core.game import CHANCE
from core.review.search import Node, Search, best

MAX_MOVES: Final = 40
"""Moves and draws of a line, where no horizon comes before."""


def principal_line(search: Search, state: Any, iterations: int) -> tuple[Any, ...]:
    """The events from `state` on: solved moves where there are few, else the most visited of so many iterations each.

    Draws within a round are fair outcomes from equal generators, so that lines after different moves can be compared.
    """
    game, node = search.game, search.node(state)
    line: list[Any] = []
    while len(line) < MAX_MOVES and not search.stops(node):
        if node.turn == CHANCE:
            event = game.deal(search.state(node), Random(len(line)))
            node = search.node(game.evolve(search.state(node), event))
        else:
            event, node = solved_move(search, node) or _searched_move(search, node, iterations)
        line.append(event)
    return tuple(line)


def solved_line(search: Search, node: Node) -> tuple[Any, ...]:
    """The moves after a position that can be solved."""
    line: list[Any] = []
    while not search.stops(node) and (found := solved_move(search, node)):
        event, node = found
        line.append(event)
    return tuple(line)


def solved_to_end(search: Search, node: Node) -> bool:
    """True if the best moves after a position that can be solved end the match: no evaluation is in its value."""
    while not search.stops(node) and (found := solved_move(search, node)):
        _, node = found
    return node.turn is None


def solved_move(search: Search, node: Node) -> tuple[Any, Node] | None:
    """The best move by exact values, and the position after it; None where one of these values is not known."""
    if not isinstance(node.turn, int) or not search.may_be_solved(node):
        return None
    moves = [(move, search.after(node, move)) for move, _ in search.moves(node)]
    worths = []
    for _, after in moves:
        value = search.solved(after)
        if value is None:
            return None
        worths.append(search.utility(value, node.turn))
    return moves[max(range(len(moves)), key=worths.__getitem__)]


def _searched_move(search: Search, node: Node, iterations: int) -> tuple[Any, Node]:
    node = search.with_room(node)
    # A position that was solved within the search has visits, but no children.
    search.grow(node, max(node.visits, iterations) if node.children else node.visits + iterations)
    index = best(node)
    return node.moves[index][0], node.children[index]
