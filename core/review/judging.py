"""The judgment of one choice: its loss against a better move, with the error of its searches.

Two nearly independent estimates are made. Estimate a compares the move played and the other move by searches of equal
length. Estimate b plays on after the other move, every seat by short searches, as many choices as the match is followed
for, and compares the value of that end with the value of the match there.

    loss = (a + b) / 2 - |a - b| / 4    error = max(|a - b| / 2, noise)

A move that no other one beats by searches of equal length loses nothing. Where all moves can be solved up to the
horizon, the loss is the difference of the evaluations there. Of both the part is claimed that a referee found to be
true (`Trust`). What was solved to the end of the match is exact. Where it is proved who wins, the lost chance to win
is exact, and the lost points are those of the searches.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from core.game import CHANCE, Seat, Value
from core.review.lines import solved_line, solved_to_end
from core.review.search import Node, Search, best
from core.review.values import blend

_CAUTION: Final = 0.25
"""Share of |a - b| by which the mean of the estimates is lowered. Of 55 moves planted into matches of Azul a referee
realised 10.6 points and .150 chance to win; with this share 10.4 and .149 were claimed, without it 11.1 and .159."""

_CANDIDATES: Final = 2
"""Number of other moves that are searched further: the most visited ones, and as many with the largest means."""

EXACT: Final = (0.005, 0.5)
"""The errors of the searches of what was solved to the end of a round."""

PROVED: Final = (0.0, 0.0)
"""Those of what was solved to the end of the match."""


class Judgment(NamedTuple):
    """The loss of a choice, in chance to win and lead (negative values are possible), and the errors of its searches.

    A loss with the error 0 is proved, and so is that part of `value`.

    `move` is the better move, None without one; `line` are the moves that the search played after it. `value` is the
    value of the position: that of the match where it was followed, moved towards the end of `line` by
    min(1, utility lost by equal search / utility gained at the end of `line`). What was solved to the end of a round
    has the error of the evaluation there.
    """

    losses: tuple[float, float]
    errors: tuple[float, float]
    move: Any | None
    line: tuple[Any, ...]
    value: Value
    is_forced: bool = False


class Judge:
    """Judges choices with one search and its iterations."""

    def __init__(
        self,
        search: Search,
        choice: int,
        step: int,
        positions: int,
        noise: tuple[float, float],
        claimed: Callable[[float, float], tuple[float, float]],
    ) -> None:
        """`choice` iterations for a position, `step` for each move of a continuation; `positions` to prove who wins.

        `noise` are the minimum standard errors of the chance to win and of the lead, `claimed` gives the claims that
        follow from an estimated loss of both.
        """
        self.search, self.choice, self.step, self.positions = search, choice, step, positions
        self.noise, self.claimed = noise, claimed

    def judge(self, root: Node, after: Node, followed: Value, plies: int) -> Judgment:
        """The judgment of the choice from `root` to `after`.

        The match was followed for `plies` more choices; `followed` is its value there.
        """
        if solved := self._solved(root):
            return solved
        # Before the search, which may begin a new tree.
        wins, kept = self.search.wins(root, self.positions), self.search.wins(after, self.positions)
        searched = self._searched(root, after, followed, plies)
        if wins is None:
            return searched
        if kept is None:
            return self._keeping(root, after, wins, followed, plies) or searched
        seat: Any = root.turn
        if searched.move is not None and self._wins_after(root, searched.move) != wins:
            searched = Judgment((0.0, 0.0), self.noise, None, (), followed)
        if searched.move is None and kept != wins:
            found = self._keeping(root, after, wins, followed, plies)
            if found is None:
                return searched
            searched = found
        losses, errors = (wins[seat] - kept[seat], searched.losses[1]), (0.0, searched.errors[1])
        return searched._replace(losses=losses, errors=errors, value=searched.value._replace(win=wins))

    def _solved(self, root: Node) -> Judgment | None:
        """The judgment by exact values; None where one of them is not known."""
        if not self.search.may_be_solved(root):
            return None
        seat: Any = root.turn
        moves = [move for move, _ in self.search.moves(root)]
        values = []
        for move in moves:
            value = self.search.solved(self.search.after(root, move))
            if value is None:
                return None
            values.append(value)
        played, *others = values
        place = max(range(len(others)), key=lambda place: self.search.utility(others[place], seat), default=None)
        if place is None or self.search.utility(others[place], seat) <= self.search.utility(played, seat):
            errors = PROVED if solved_to_end(self.search, self.search.after(root, moves[0])) else EXACT
            return Judgment((0.0, 0.0), errors, None, (), played, is_forced=not others)
        best, move = others[place], moves[place + 1]
        lost, after = _change(played, best, seat), [self.search.after(root, one) for one in (moves[0], move)]
        line = solved_line(self.search, after[1])
        if all(solved_to_end(self.search, node) for node in after):
            return Judgment(lost, PROVED, move, line, best)
        return Judgment(self.claimed(*lost), EXACT, move, line, best)

    def _searched(self, root: Node, after: Node, followed: Value, plies: int) -> Judgment:
        seat: Any = root.turn
        self.search.grow(root, root.visits + self.choice)
        if len(root.children) < 2:
            is_forced = len(self.search.moves(root)) < 2
            return Judgment((0.0, 0.0), self.noise, None, (), followed, is_forced=is_forced)
        index = self._best_other(root, after)
        other, move = root.children[index], root.moves[index][0]
        if other.worth(seat) <= after.worth(seat):
            return Judgment((0.0, 0.0), self.noise, None, (), followed)
        return self._compared(seat, after, other, move, followed, plies)

    def _keeping(
        self, root: Node, after: Node, wins: tuple[float, ...], followed: Value, plies: int
    ) -> Judgment | None:
        """The judgment against a move after which these `wins` are proved; None where that needs more positions."""
        seat: Any = root.turn
        moves = (move for move, _ in self.search.moves(root))
        move = next((move for move in moves if self._wins_after(root, move) == wins), None)
        if move is None:
            return None
        other = self.search.after(root, move)
        self.search.settle(other, after.visits)
        return self._compared(seat, after, other, move, followed, plies, wins)

    def _wins_after(self, root: Node, move: Any) -> tuple[float, ...] | None:
        return self.search.wins(self.search.after(root, move), self.positions)

    def _compared(
        self,
        seat: Seat,
        after: Node,
        other: Node,
        move: Any,
        followed: Value,
        plies: int,
        wins: tuple[float, ...] | None = None,
    ) -> Judgment:
        """The judgment against another move, which leads to `other`, after which these `wins` may be proved."""
        end, line = self._play_on(other, plies)
        instead = other.mean()
        if wins is not None:
            end, instead = end._replace(win=wins), instead._replace(win=wins)
        searched = _change(after.mean(), instead, seat)
        played = _change(followed, end, seat)
        apart = [abs(one - two) for one, two in zip(searched, played, strict=True)]
        lost = [(one + two) / 2 - _CAUTION * gap for one, two, gap in zip(searched, played, apart, strict=True)]
        errors = [max(gap / 2, least) for gap, least in zip(apart, self.noise, strict=True)]
        gain = self.search.utility(end, seat) - self.search.utility(followed, seat)
        share = min(1.0, (other.worth(seat) - after.worth(seat)) / gain) if gain > 0 else 0.0
        value = blend(followed, end, share)
        return Judgment(self.claimed(lost[0], lost[1]), (errors[0], errors[1]), move, line, value)

    def _best_other(self, root: Node, after: Node) -> int:
        """The index of the best move other than the one played; it has as many visits if its mean is better.

        A short search mostly visits moves with large priors, and the means of the others are inexact. So a few moves
        are searched half as long as the one played, whatever their means.
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
            # A position that was solved within the search has visits, but no children.
            node = self.search.with_room(node)
            self.search.grow(node, max(node.visits, self.step) if node.children else node.visits + self.step)
            index = best(node)
            line.append(node.moves[index][0])
            node = node.children[index]
            plies -= 1
        return self.search.worth(node, self.choice), tuple(line)


def _change(before: Value, after: Value, seat: Seat) -> tuple[float, float]:
    return after.win[seat] - before.win[seat], after.lead[seat] - before.lead[seat]
