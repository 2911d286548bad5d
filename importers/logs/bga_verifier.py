"""Replays a match by the rules while its log is read, and checks every score of the log at once."""

from collections.abc import Sequence
from typing import Generic

from core.game import CHANCE, Event, Gain, Game, Seat, State, Step, set_up
from core.messages import message
from importers.logs.bga_log import Disagreement, Log, Notice


class ReplayVerifier(Generic[State, Event]):
    """The events so far, their times, and the state after them.

    `order` are player ids by seat. Events undone on the platform are removed: they were never confirmed.
    """

    def __init__(self, log: Log, game: Game[State, Event], takers: Sequence[str], options: object) -> None:
        """`takers` are player ids in the order of their first moves; repetitions are allowed."""
        self.log, self.game, self.options = log, game, options
        self.order = seating(log, takers)
        if strangers := set(self.order) - set(log.people):
            raise Disagreement(None, message("the list of players has no player with the id {id}", id=min(strangers)))
        if len(self.order) not in game.SEATS:
            raise Disagreement(
                None,
                message("the log names {number} players, which this game does not allow", number=len(self.order)),
            )
        self.events: list[Event] = []
        self.times: list[str | None] = []
        self._states: list[State] = [set_up(game, len(self.order), options)]
        self._stories: list[tuple[Step, ...]] = []

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def is_over(self) -> bool:
        return self.game.turn(self.state) is None

    def seat(self, notice: Notice, player: str) -> Seat:
        """The seat of a player. Raises Disagreement for an id without a seat."""
        if player not in self.order:
            raise Disagreement(notice, message("no player with the id {id} sits at this table", id=player))
        return self.order.index(player)

    def name(self, seat: Seat) -> str:
        return self.log.people[self.order[seat]]

    def record(self, notice: Notice, event: Event) -> State:
        """Append an event; returns the state directly after it, before the events that the rules derive from it.

        Raises Disagreement if the rules refuse it.
        """
        if refusal := self.game.refusal(self.state, event):
            raise Disagreement(
                notice,
                message("the rules do not allow it: {why}", why=refusal.reason),
            )
        story = self.game.story(self.state, event)
        self.events.append(event)
        self.times.append(notice.time)
        self._stories.append(story)
        self._states.append(story[-1].state)
        first: State = story[0].state
        return first

    def rewind(self, notice: Notice, seat: Seat, *kinds: type) -> Event:
        """Remove the last events of `seat`, back to and including one of these types, and return that one."""
        while self.events and getattr(self.events[-1], "seat", CHANCE) == seat:
            event = self.events.pop()
            self.times.pop()
            self._stories.pop()
            self._states.pop()
            if isinstance(event, kinds):
                return event
        raise Disagreement(notice, message("there was no event that {name} could undo", name=self.name(seat)))

    def scores(self, before: int | None = None) -> tuple[int, ...]:
        """Points by seat, after all events or before the event with this index."""
        state = self.state if before is None else self._states[before]
        return tuple(int(points or 0) for points in self.game.scores(state))

    def gains(self, since: int, seat: Seat) -> list[Gain]:
        """Gains and losses of a seat from the event with this index on, in order, without those of 0 points."""
        gains = [gain for story in self._stories[since:] for step in story for gain in step.gains]
        return [gain for gain in gains if gain.seat == seat and gain.points]

    def check(self, notice: Notice, seat: Seat, stated: int, ours: int | float) -> None:
        """Raises Disagreement unless the `stated` points of the log equal `ours`, those of the rules."""
        if stated != ours:
            raise Disagreement(
                notice,
                message(
                    "the log states {stated} points for {name}, the rules give {ours}",
                    stated=stated,
                    name=self.name(seat),
                    ours=ours,
                ),
            )


def seating(log: Log, takers: Sequence[str]) -> tuple[str, ...]:
    """Player ids by seat: by first moves if all have moved, else in the platform's order from the first mover on."""
    moved = tuple(dict.fromkeys(takers))
    listed = tuple(log.people)
    if not moved or len(moved) == len(listed) or moved[0] not in listed:
        return moved or listed
    first = listed.index(moved[0])
    return listed[first:] + listed[:first]
