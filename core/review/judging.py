"""The judgment of one choice: whether another move was better, by how much, and how sure that is.

Two estimates are made that hardly depend on each other. The first compares the move played and the other move by
searches of equal length. The second plays on after the other move, every seat by short searches, up to where the match
itself is followed, and compares that end with the match as it went on. The smaller loss counts; half of what they
differ by is the error.
"""

from typing import Any, Final, NamedTuple

from core.game import Seat, Value
from core.review.search import Node, Search, best, utility
from core.review.values import blend

SHRINKAGE: Final = 1.0
"""Share of an estimated loss that is claimed; from the referee of `make strength`."""


class Judgment(NamedTuple):
    """What a choice lost, chance to win and lead, perhaps below 0, and the standard errors of both.

    `move` is the best other move, None where there is none, `line` how the match might have gone on after it. `value`
    is what the position is worth by the match as it went on, or by the other move if that is better.
    """

    losses: tuple[float, float]
    errors: tuple[float, float]
    move: Any | None
    line: tuple[Any, ...]
    value: Value


class Judge:
    """Judges choices with one search and its iterations."""

    def __init__(self, search: Search, choice: int, step: int, noise: tuple[float, float]) -> None:
        """`choice` iterations for a position, `step` for each move of a continuation.

        `noise` are the least standard errors of the chance to win and of the lead.
        """
        self.search, self.choice, self.step, self.noise = search, choice, step, noise

    def judge(self, root: Node, after: Node, followed: Value, plies: int) -> Judgment:
        """The choice at `root` that led to `after`, from where the match was worth `followed` as it went on.

        It was followed for `plies` more choices.
        """
        seat: Any = root.turn
        self.search.grow(root, root.visits + self.choice)
        if len(root.children) < 2:
            return Judgment((0.0, 0.0), self.noise, None, (), followed)
        index = best(root, first=1)
        other, move = root.children[index], root.moves[index][0]
        if other.worth(seat) > after.worth(seat):
            self.search.settle(other, after.visits)
        searched = _change(after.mean(), other.mean(), seat)
        if other.worth(seat) <= after.worth(seat):
            return Judgment(searched, self.noise, move, (), followed)
        end, line = self._play_on(other, plies)
        played = _change(followed, end, seat)
        losses = [SHRINKAGE * min(one, two) for one, two in zip(searched, played, strict=True)]
        errors = [max(abs(one - two) / 2, least) for one, two, least in zip(searched, played, self.noise, strict=True)]
        gain = utility(end, seat) - utility(followed, seat)
        share = min(1.0, (other.worth(seat) - after.worth(seat)) / gain) if gain > 0 else 0.0
        value = blend(followed, end, share)
        return Judgment((losses[0], losses[1]), (errors[0], errors[1]), move, (move, *line), value)

    def _play_on(self, node: Node, plies: int) -> tuple[Value, tuple[Any, ...]]:
        line = []
        while plies and not self.search.stops(node):
            self.search.grow(node, max(node.visits, self.step))
            index = best(node)
            line.append(node.moves[index][0])
            node = node.children[index]
            plies -= 1
        return self.search.worth(node, self.choice), tuple(line)


def _change(before: Value, after: Value, seat: Seat) -> tuple[float, float]:
    return after.win[seat] - before.win[seat], after.lead[seat] - before.lead[seat]
