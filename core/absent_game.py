"""Stands in for a game that cannot be used: its matches keep their log, their people and the result that was kept.

Nothing is computed from its events, and none is recorded. What concerns the record alone goes on: notes, dates,
withdrawal, exports, merges.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, NoReturn

from core.game import CHANCE, GameFacts, Outcome, Points, Step, Turn
from core.messages import Message, literal, message
from core.record_events import MatchEnded, UnreadEvent


@dataclass(frozen=True, slots=True)
class AbsentOptions:
    """The options of a match as its header has them."""

    fields: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class AbsentState:
    """A table of which only the number of seats is known."""

    seats: int


@dataclass(frozen=True)
class AbsentGame:
    """A game by its key, with the reason `why` it cannot be used (None: it is not installed), and the result that was
    `kept` of one match.

    `package` is the distribution that brought it when the match was recorded; None if the log does not say.
    """

    KEY: str
    why: Message | None = field(compare=False)
    package: str | None = None
    kept: MatchEnded | None = field(default=None, compare=False)

    SEATS: ClassVar = range(10**6)
    EVENTS: ClassVar = (UnreadEvent,)
    Options: ClassVar = AbsentOptions
    FACTS: ClassVar = GameFacts(
        records_moves=False,
        has_start_player=False,
        not_reviewed=message("A match without its game cannot be reviewed."),
    )

    @property
    def TITLE(self) -> str:
        """The key as a title, since the title is in the package."""
        return self.KEY.capitalize()

    @property
    def sentence(self) -> Message:
        """The way to get the game, for a page and for a refusal."""
        if self.why:
            return message("Without its game: {why}", why=self.why)
        if self.package:
            return message("Without its game: install {package}.", package=self.package)
        return message("Without its game: no installed package brings {key}.", key=self.KEY)

    def setup(self, seats: int, options: AbsentOptions) -> AbsentState:
        return AbsentState(seats)

    def turn(self, state: AbsentState) -> Turn:
        return CHANCE if self.kept is None else None

    def round_number(self, state: AbsentState) -> int:
        return 0

    def refusal(self, state: AbsentState, event: UnreadEvent) -> None:
        """None: what a file holds is kept as it is. `record_rules.absence_refusal` refuses what is recorded here."""

    def evolve(self, state: AbsentState, event: UnreadEvent) -> AbsentState:
        return state

    def legal_moves(self, state: AbsentState) -> Iterator[UnreadEvent]:
        return iter(())

    def deal(self, state: AbsentState, rng: Random) -> NoReturn:
        raise ValueError(self.sentence)

    def choose(self, state: AbsentState, rng: Random) -> NoReturn:
        raise ValueError(self.sentence)

    def scores(self, state: AbsentState) -> tuple[Points, ...]:
        return (None,) * state.seats if self.kept is None else self.kept.scores

    def outcome(self, state: AbsentState) -> Outcome | None:
        kept = self.kept
        return None if kept is None else Outcome(kept.winners, kept.ranks, kept.why)

    def story(self, state: AbsentState, event: UnreadEvent) -> tuple[Step, ...]:
        return (Step(literal(event.type), (), state),)

    def inventory(self, state: AbsentState) -> Counter[str]:
        return Counter()

    def write(self, event: UnreadEvent) -> str:
        return f"{event.type} {event.data}"

    def parse(self, text: str) -> NoReturn:
        raise ValueError(self.sentence)
