"""The contract between a game and all other code: the functions of a game, and the types both sides use.

A game is a *module* whose public names satisfy `Game`. It does not depend on recording: no ids, no clocks, no names of
people, no undo. The record (`core.record`) does not depend on a particular game.

Invariants of every game (the conformance suite in `viewer/conformance/game_laws.py` checks them for all games):
1. The log holds only choices of seats and outcomes of chance; `evolve` computes everything else.
2. `refusal` is the only place that decides legality; `evolve` never checks; `legal_moves` filters through `refusal`.
3. States and events are frozen dataclasses with tuples inside: hashable, comparable, immutable.
4. Randomness is passed in: `deal` draws from the given generator, `evolve` draws nothing.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, inf, tanh
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from core.messages import ForCommands, Message, message

CONTRACT: Final = 1
"""The number of this contract, which a game of a package states as `CONTRACT`: raised by a new required name or a
changed meaning, not by a new optional name."""

Seat: TypeAlias = int
"""A seat at the table: 0 is the start player, the others follow clockwise."""

CHANCE: Final = "chance"
"""The turn of chance: the next event is an outcome of chance (a draw, a roll)."""

Turn: TypeAlias = Seat | Literal["chance"] | None
"""The seat or chance that acts next; None: the match is over."""

Points: TypeAlias = int | float | None
"""Points of one seat; None when not noted, which is not 0."""

Scoring: TypeAlias = Literal["round", "final", "stage"]

_Fact = TypeVar("_Fact")
State = TypeVar("State")
Event = TypeVar("Event")
_State = TypeVar("_State", contravariant=True)
_Event = TypeVar("_Event", covariant=True)


def fact(cls: type[_Fact]) -> type[_Fact]:
    """Mark a frozen dataclass as an event of logs: decoding refuses unknown fields and values of a wrong type.

    pydantic reads this configuration from the class, where a request holds an event, so `core` does not import
    pydantic. Without it pydantic drops unknown fields of a plain dataclass and converts "3" to 3.
    """
    cls.__pydantic_config__ = {"extra": "forbid", "strict": True}  # type: ignore[attr-defined]
    return cls


def is_fact(cls: type[Any]) -> bool:
    """True for a class with the mark of `fact`."""
    return hasattr(cls, "__pydantic_config__")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Reason why an event is not accepted: the rule's id (`C-LINE-3`) and one sentence for a player."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"

    @property
    def reason(self) -> Message:
        """The sentence, to which commands alone add the rule."""
        return message("{why}{rule}", why=self.sentence, rule=ForCommands(f" ({self.rule})"))


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that one seat got or lost in a stage of an event.

    `points` is signed. `source` names their origin in the game's own words (`wall`, `floor`, `column`); charts add up
    the points of a source. `cells` are the spaces involved, as shape ids of the board drawing.
    """

    seat: Seat
    points: int | float
    source: str
    rule: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of an event: its label, the points it changed, and the state after it.

    `scoring` marks the scoring at the end of a round or of the match, which follows from the end and not from the last
    move; "stage": a stage that readers see by itself, after the table before it (a trick is taken); None: the event
    itself.
    """

    label: str
    gains: tuple[Gain, ...]
    state: Any  # The game's own state; a generic parameter would force all code of the viewer to write Step[...].
    scoring: Scoring | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match by the game's own rules.

    `ranks` holds one number per seat: 1 is first, equal numbers share a rank. `winners` lists the winning seats in seat
    order; empty without a winner. `why` is one sentence with the deciding reason, a tie-break included.
    """

    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    why: str


class Game(Protocol[State, Event]):
    """The names that a game module must define. All functions are pure.

    Optional are `FACTS` (a `GameFacts`), `RULES` (the number of its newest rules, 1 without it) and, where choices are
    made at once, `actors(state) -> tuple[Seat, ...]`: all seats that may choose now, in seat order, the first of them
    that of `turn`; none on a turn of chance and after the end. `legal_moves` lists the moves of all of them.
    """

    @property
    def KEY(self) -> str:
        """Stable name, stored in logs: `chocolatier`."""

    @property
    def TITLE(self) -> str:
        """Display name: `Azul: Master Chocolatier`."""

    @property
    def SEATS(self) -> range:
        """Allowed numbers of players."""

    @property
    def EVENTS(self) -> tuple[type[Any], ...]:
        """Classes the log may hold, each decorated with `@fact`; the class name is the event type."""

    @property
    def Options(self) -> type[Any]:
        """Frozen dataclass of variants; every field has a default.

        Pages ask for a `bool`, a `str`, a `Literal` of words or whole numbers, and an `int`, whose range
        `Annotated[int, range(3, 7)]` states: 3 to 6. `setup` refuses other values; pages and tests read the range.
        """

    def setup(self, seats: int, options: Any) -> State:
        """The table before the first event. `seats` must be in `SEATS` and `options` an `Options`; not checked.

        A game whose `RULES` are 2 or more also takes their number, `rules: int = 1`, and plays every earlier one.

        Raises InvalidInput with a sentence when the options contradict each other or the number of seats.
        """

    def turn(self, state: State) -> Turn:
        """The seat or chance that acts next."""

    def round_number(self, state: State) -> int:
        """The current round, from 1; 0 before the first round. An event of chance may open the next round.

        Charts group events by it. A game without rounds counts how often the turn returned to seat 0.
        """

    def refusal(self, state: State, event: Event) -> Refusal | None:
        """Reason why `event` cannot happen now; None: it can. Accepts any event of `EVENTS` with any field values."""

    def evolve(self, state: State, event: Event) -> State:
        """The table after an accepted event. Never checks; the result for a refused event is undefined."""

    def legal_moves(self, state: State) -> Iterator[Event]:
        """Every event the seat to move may choose, each once; empty on a turn of chance and after the end."""

    def deal(self, state: State, rng: Random) -> Event:
        """A fair outcome for a turn of chance; equal generator states give equal outcomes."""

    def choose(self, state: State, rng: Random) -> Event:
        """A sensible legal move for the seat to move, for simulated matches; not a strong player."""

    def scores(self, state: State) -> tuple[Points, ...]:
        """Points by seat as on the score track now."""

    def outcome(self, state: State) -> Outcome | None:
        """The winners and the reason; None while `turn` is not None."""

    def story(self, state: State, event: Event) -> tuple[Step, ...]:
        """The stages of one accepted event; at least one.

        The last step's state equals `evolve(state, event)`, and the gains add up to the difference of the scores
        (unknown points count as 0).
        """

    def inventory(self, state: State) -> Counter[str]:
        """The number of every component, wherever it is; constant during a match."""

    def write(self, event: Event) -> str:
        """One line of notation, without a line break; `parse` reads it back to an equal event."""

    def parse(self, text: str) -> Event:
        """The event of a line of notation. Raises ValueError, with a sentence, when the text is not notation."""


AnyGame: TypeAlias = Game[Any, Any]
"""Any game; for code that only passes its states and events on."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts about a game that other code asks for; a game that differs from these defaults defines `FACTS`.

    The functions take the game's own options.
    - `records_moves`: the log holds moves; otherwise points and results alone, in a sheet without turns.
    - `has_start_player`: seat 0 starts; otherwise the order of the seats may say nothing.
    - `not_reviewed`: the reason why no match of this game is reviewed, as a sentence.
    - `title`, `bgg_id`: the display name with these options, and the id at BoardGameGeek; empty and None without one.
    - `fewest_points_win`: fewer points are better.
    - `cooperative`: all seats win or lose together.
    - `teams`: the seats of each team, by number of seats; empty without teams.
    - `team_scores`: the score of a seat is that of its team; otherwise the team has the sum of its seats.
    - `covered`: classes of choices made at once that only their recorder sees until all seats have chosen; an event of
      them has a `seat`, and the game has `actors`.
    - `refusal_of_new`: the reason why an event that `refusal` accepts in a log is no longer recorded.
    - `settled`: for a game whose result is stated: the final state, given the state before the statement as it was when
      the statement was recorded, the statement, and the final state as `evolve` gives it. They differ after a
      correction of earlier events, which the statement may follow. None: the result needs no statement.
    - `edited`: for a game without moves: the events of a log after an edit of one value, given the state after them and
      the events, among which may be events of the record. Raises InvalidInput for a value that there is not.
    """

    records_moves: bool = True
    has_start_player: bool = True
    not_reviewed: str = ""
    title: Callable[[Any], str] = lambda options: ""
    bgg_id: Callable[[Any], int | None] = lambda options: None
    fewest_points_win: Callable[[Any], bool] = lambda options: False
    cooperative: Callable[[Any], bool] = lambda options: False
    teams: Callable[[int, Any], tuple[tuple[Seat, ...], ...]] = lambda seats, options: ()
    team_scores: bool = True
    covered: tuple[type[Any], ...] = ()
    refusal_of_new: Callable[[Any], Refusal | None] = lambda event: None
    settled: Callable[[Any, Any, Any], Any] | None = None
    edited: Callable[[Any, Sequence[Any], Any], tuple[Any, ...]] | None = None


_USUAL: Final = GameFacts()


def facts_of(game: AnyGame) -> GameFacts:
    """The facts that a game states in `FACTS`, or the defaults."""
    facts: GameFacts = getattr(game, "FACTS", _USUAL)
    return facts


def actors_of(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that may act now, in seat order; none on a turn of chance and after the end.

    Several where choices are made at once: a game then has the optional function `actors(state)`. The first of them is
    the seat of `turn`, and `legal_moves` lists the moves of all of them.
    """
    actors: Callable[[Any], tuple[Seat, ...]] | None = getattr(game, "actors", None)
    turn = game.turn(state)
    if turn is None or turn == CHANCE:
        return ()
    return actors(state) if actors else (turn,)


def actor_of(game: AnyGame, state: Any, event: Any) -> Seat | None:
    """The seat that acts with a legal event: of the seats that choose at once, the one that the event names."""
    turn = game.turn(state)
    if turn is None or turn == CHANCE:
        return None
    if not hasattr(game, "actors"):
        return turn
    seat: Seat = getattr(event, "seat", turn)
    return seat if seat in actors_of(game, state) else turn


def title_of(game: AnyGame, options: object) -> str:
    """The display name of a game with these options."""
    return facts_of(game).title(options) or game.TITLE


def rules_of(game: AnyGame) -> int:
    """The number of the rules that new matches of a game are played by: `RULES` of the module, 1 by default."""
    rules: int = getattr(game, "RULES", 1)
    return rules


def set_up(game: AnyGame, seats: int, options: Any, rules: int | None = None) -> Any:
    """The table before the first event by the rules of this number, 1 to `rules_of(game)`; None: the newest.

    A game with one set of rules has a `setup` without the argument `rules`.
    """
    newest = rules_of(game)
    setup: Callable[..., Any] = game.setup
    return setup(seats, options) if newest == 1 else setup(seats, options, rules=rules or newest)


class Value(NamedTuple):
    """The value of a position, by seat: the chance to win, the expected lead and the expected final points.

    `win` is 0 to 1; the seats add up to 1, and a shared win counts as a share for each winner. `lead` is the final
    points ahead of the best other seat, negative when behind.
    """

    win: tuple[float, ...]
    lead: tuple[float, ...]
    points: tuple[float, ...]


class ClaimError(NamedTuple):
    """The standard error of a claim: sqrt(least^2 + (growth * claim)^2 + (apart * error of its searches)^2)."""

    least: float
    growth: float = 0.0
    apart: float = 0.0

    def of(self, claim: float, searches: float) -> float:
        return hypot(self.least, self.growth * claim, self.apart * searches)


class Trust(NamedTuple):
    """The truth of estimates, measured by a referee that searches much longer, or plays on to the end of the match.

    `choice` and `luck` are the shares of an estimated loss and of an estimated luck that are claimed, 0 to 1: of a loss
    those of chance to win and of points, of luck those by round from the first one, the last one for all later rounds.
    No claim of points reaches `most`: of a large estimate a smaller share is true. `errors` are those of a claim,
    `unseen` what is true of the luck of a deal and not seen by searches.
    """

    choice: tuple[float, float]
    errors: tuple[ClaimError, ClaimError]
    most: float = inf
    luck: tuple[float, ...] = (1.0,)
    unseen: tuple[float, float] = (0.0, 0.0)

    def claimed(self, win: float, lead: float) -> tuple[float, float]:
        """The claims that follow from an estimated loss."""
        own = self.choice[1] * lead
        return self.choice[0] * win, own if self.most == inf else self.most * tanh(own / self.most)

    def share_of_luck(self, round_number: int) -> float:
        """The share of the luck of a deal that begins a round, from 1."""
        return self.luck[min(max(round_number, 1), len(self.luck)) - 1]


class Evaluation(Protocol[_State, _Event]):
    """The interface of a game to the review: its package `evaluation`, optional. All functions are pure.

    The review compares leads in points, so the most points must win.
    """

    @property
    def JUDGED_SEATS(self) -> frozenset[int]:
        """The numbers of players with which more search plays better, so that moves can be judged."""

    @property
    def TRUST(self) -> Trust:
        """The truth of claims that follow from this evaluation by the search in Python."""

    @property
    def SHARED_ERROR(self) -> float:
        """The share of the squared error of a value at the end of a round that all its ends have in common, 0 to 1."""

    def priors(self, state: _State) -> Sequence[tuple[_Event, float]]:
        """The different legal moves of the seat to move, the most promising first, with weights that add up to 1.

        Of moves that differ only in which of several equal displays they empty, one is given.
        """

    def key(self, state: _State) -> Hashable:
        """A key of the position: positions with equal keys differ at most by the names of equal displays."""

    def is_horizon(self, state: _State) -> bool:
        """True if the search stops at this position: a round has ended, or the match is over.

        Where chance acts within a round and this is False, the search goes on with fair outcomes.
        """

    def choices_left(self, state: _State) -> int:
        """At most about so many choices until the horizon or the end; any large number where nobody can tell cheaply.

        Where few are left, the position is solved instead of searched.
        """

    def value(self, state: _State, rng: Random) -> Value:
        """The value of any position that is not over, without a search; it may play on with `rng`.

        Between two rounds it draws nothing from `rng`: equal positions have equal values.
        """

    def tempered(self, state: _State, value: Value) -> Value:
        """The value of a table just dealt, from the `value` of a short search, which is too high for the seat to begin.

        It keeps the order of values of tables dealt after the same position.
        """


AnyEvaluation: TypeAlias = Evaluation[Any, Any]
"""The evaluation of any game; for code that only passes its states and events on."""
