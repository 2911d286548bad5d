"""The judgment of one choice: whether another move was better, by how much, and how sure that is.

Two estimates are made that hardly depend on each other. The first compares the move played and the other move by
searches of equal length. The second plays on after the other move, every seat by short searches, up to where the match
itself is followed, and compares that end with the match as it went on. The loss is their mean, less a quarter of what
they differ by; half of what they differ by is the error. A move that no other one beats by equal search lost nothing.
"""

from typing import Any, Final, NamedTuple

from core.game import CHANCE, Seat, Value
from core.review.search import Node, Search, best, utility
from core.review.values import blend

_CAUTION: Final = 0.25
"""Share of the difference of the two estimates that their mean is lowered by. Of 55 moves planted into matches of Azul
a referee realised 10.6 points and .150 chance to win; so lowered 10.4 and .149 were claimed, else 11.1 and .159."""

_CANDIDATES: Final = 2
"""Other moves that are searched further: so many that were visited most, and so many that looked best."""


class Judgment(NamedTuple):
    """What a choice lost, chance to win and lead, perhaps below 0, and the standard errors of both.

    `move` is the move that was better, None where there was none, `line` how the match might have gone on after it.
    `value` is what the position is worth by the match as it went on, or by the better move.
    """

    losses: tuple[float, float]
    errors: tuple[float, float]
    move: Any | None
    line: tuple[Any, ...]
    value: Value


class Judge:
    """Judges choices with one search and its iterations."""

    def __init__(self, search: Search, choice: int, step: int, noise: tuple[float, float], shrinkage: float) -> None:
        """`choice` iterations for a position, `step` for each move of a continuation.

        `noise` are the least standard errors of the chance to win and of the lead; `shrinkage` is the share of an
        estimated loss that is claimed.
        """
        self.search, self.choice, self.step, self.noise, self.shrinkage = search, choice, step, noise, shrinkage

    def judge(self, root: Node, after: Node, followed: Value, plies: int) -> Judgment:
        """The choice at `root` that led to `after`, from where the match was worth `followed` as it went on.

        It was followed for `plies` more choices.
        """
        seat: Any = root.turn
        self.search.grow(root, root.visits + self.choice)
        if len(root.children) < 2:
            return Judgment((0.0, 0.0), self.noise, None, (), followed)
        index = self._best_other(root, after)
        other, move = root.children[index], root.moves[index][0]
        if other.worth(seat) <= after.worth(seat):
            return Judgment((0.0, 0.0), self.noise, None, (), followed)
        searched = _change(after.mean(), other.mean(), seat)
        end, line = self._play_on(other, plies)
        played = _change(followed, end, seat)
        apart = [abs(one - two) for one, two in zip(searched, played, strict=True)]
        losses = [
            self.shrinkage * ((one + two) / 2 - _CAUTION * gap)
            for one, two, gap in zip(searched, played, apart, strict=True)
        ]
        errors = [max(gap / 2, least) for gap, least in zip(apart, self.noise, strict=True)]
        gain = utility(end, seat) - utility(followed, seat)
        share = min(1.0, (other.worth(seat) - after.worth(seat)) / gain) if gain > 0 else 0.0
        value = blend(followed, end, share)
        return Judgment((losses[0], losses[1]), (errors[0], errors[1]), move, line, value)

    def _best_other(self, root: Node, after: Node) -> int:
        """The index of the best move but the one played, searched as long as that one where it seems to be better.

        A short search visits most what the priors liked, and says little of what it hardly visited. So a few moves are
        searched half as long as the one played, whether they seem to be better or not.
        """
        seat: Any = root.turn
        children = root.children
        others = range(1, len(children))
        visited = sorted(others, key=lambda index: children[index].visits, reverse=True)
        valued = sorted(others, key=lambda index: children[index].worth(seat), reverse=True)
        candidates = list(dict.fromkeys(visited[:_CANDIDATES] + valued[:_CANDIDATES]))
        for index in candidates:
            self.search.settle(children[index], after.visits // 2)
        valued = sorted(candidates, key=lambda index: children[index].worth(seat), reverse=True)[:_CANDIDATES]
        for index in valued:
            if children[index].worth(seat) > after.worth(seat):
                self.search.settle(children[index], after.visits)
        return max(valued, key=lambda index: children[index].worth(seat))

    def _play_on(self, node: Node, plies: int) -> tuple[Value, tuple[Any, ...]]:
        line = []
        while plies and node.turn != CHANCE and not self.search.stops(node):
            self.search.grow(node, max(node.visits, self.step))
            index = best(node)
            line.append(node.moves[index][0])
            node = node.children[index]
            plies -= 1
        return self.search.worth(node, self.choice), tuple(line)


def _change(before: Value, after: Value, seat: Seat) -> tuple[float, float]:
    return after.win[seat] - before.win[seat], after.lead[seat] - before.lead[seat]
