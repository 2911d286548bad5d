"""All laws of a game and its board as a list: each is kept, broken, or not tried for a stated reason."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

from core.errors import InvalidInput
from core.game import CHANCE, AnyGame, rules_of, set_up
from core.messages import message
from eventstore.codec import decode_event, decode_options
from viewer.boards.fallback import Fallback
from viewer.boards.packages import are_harmless, checked_style
from viewer.conformance import board_laws, game_laws
from viewer.conformance.contract_laws import CONTRACT_LAWS
from viewer.conformance.purity import watched
from viewer.conformance.samples import Case, Sample, Trial, cases, play
from viewer.conformance.transcript import digests_with_hash_seed

BUDGET_S: Final = 40.0
"""Seconds after which no further match is begun, unless the long form is asked for."""

LONG_MATCHES: Final = 20
"""Matches of each case in the long form."""

MAX_CASES: Final = 60
"""Maximum cases of the default form."""

HASHED: Final = 3
"""The number of cases that are played with two hash seeds."""

GAME_LAWS: Final = (
    "a_match_can_be_played",
    *(law.__name__ for law in (*game_laws.EVENT_LAWS, *game_laws.STATE_LAWS, *game_laws.MATCH_LAWS)),
)
BOARD_LAWS: Final = tuple(
    law.__name__
    for law in (*board_laws.MATCH_LAWS, *board_laws.EVENT_LAWS, *board_laws.STATE_LAWS, *board_laws.STYLE_LAWS)
)
OTHER_LAWS: Final = (
    "nothing_outside_is_touched",
    "hash_seeds_change_nothing",
    "style_and_symbols_are_accepted",
    "golden_matches_give_their_results",
)

_TRIED_ONCE: Final = frozenset((*(law.__name__ for law in CONTRACT_LAWS), *OTHER_LAWS))
"""The laws that are known after one try; the others are tried on every match."""


@dataclass
class Suite:
    """The laws of a game, tried once: `failures` has the first error of each law that is broken.

    `board` is a module or an object with the functions of a board; without one the plain board is tried. `golden` is a
    folder of match scripts with their results, which a game with several numbers of rules must have. `is_long` plays
    `LONG_MATCHES` of every combination of seats and options; otherwise a choice is played in which each value occurs.
    `progress` gets the number of matches played, and how many there will be at most; `tried` each law, as soon as it is
    known, with the error that broke it.
    """

    game: AnyGame
    board: Any = None
    sample: Sample = field(default_factory=Sample)
    golden: Path | None = None
    is_long: bool = False
    seed: int = 1
    progress: Callable[[int, int], None] = lambda matches, of: None
    tried: Callable[[str, Exception | None], None] = lambda law, error: None
    matches: int = field(default=0, init=False)
    cases: int = field(default=0, init=False)

    def laws(self) -> list[str]:
        """The names of all laws, in the order in which they are listed."""
        return [*(law.__name__ for law in CONTRACT_LAWS), *GAME_LAWS, *BOARD_LAWS, *OTHER_LAWS]

    @cached_property
    def failures(self) -> dict[str, Exception]:
        """The first error by law; the first access tries all laws. Raises InvalidInput under `python -O`."""
        if not __debug__:
            raise InvalidInput(message("The laws are assertions, which `python -O` leaves out."))
        found: dict[str, Exception] = {}
        known = set[str]()
        for trial in self._trials():
            if trial.law not in found:
                try:
                    trial()
                except Exception as error:
                    found[trial.law] = error
                if trial.law in found or trial.law in _TRIED_ONCE:
                    known.add(trial.law)
                    self.tried(trial.law, found.get(trial.law))
        for law in self.laws():
            if law not in known:
                self.tried(law, None)
        return found

    def not_tried(self, law: str) -> str | None:
        """The reason why a law says nothing about this game; None: it was tried."""
        if law == "hash_seeds_change_nothing" and not _can_be_imported(self.game):
            return "the game is no module that another process could import"
        if law == "golden_matches_give_their_results" and self.golden is None and rules_of(self.game) == 1:
            return "no golden matches were given; a game with one set of rules needs none"
        return None

    def _trials(self) -> Iterator[Trial]:
        rng = Random(self.seed)
        for law in CONTRACT_LAWS:
            yield Trial(law.__name__, partial(law, self.game, self.sample, rng), self.game.KEY)
        every = _in_covering_order([*cases(self.game, self.sample)], rng)
        self.cases = len(every)
        yield from self._trials_of_the_package(every)
        until = monotonic() + BUDGET_S
        picked = every * LONG_MATCHES if self.is_long else every[:MAX_CASES]
        for seed, case in zip(count(self.seed), picked, strict=False):
            if not self.is_long and self.matches >= _covering(every) and monotonic() > until:
                return
            yield from game_laws.trials(case, seed)
            yield from board_laws.trials(case, self.board or Fallback(self.game), seed, self._style)
            self.matches += 1
            self.progress(self.matches, len(picked))

    @property
    def _style(self) -> str:
        return str(getattr(self.board, "STYLE", ""))

    def _trials_of_the_package(self, every: Sequence[Case]) -> Iterator[Trial]:
        if every:
            yield Trial("nothing_outside_is_touched", partial(self._is_pure, every[0]), str(every[0]))
        if self.not_tried("hash_seeds_change_nothing") is None:
            yield Trial("hash_seeds_change_nothing", partial(self._is_the_same, every[:HASHED]), self.game.KEY)
        yield Trial("style_and_symbols_are_accepted", self._is_safe, self.game.KEY)
        if self.not_tried("golden_matches_give_their_results") is None:
            golden = partial(golden_matches_give_their_results, self.game, self.golden)
            yield Trial("golden_matches_give_their_results", golden, str(self.golden or self.game.KEY))

    def _is_pure(self, case: Case) -> None:
        for _ in range(2):  # The first match imports what is imported late.
            with watched() as seen:
                match = play(case, Random(self.seed))
                for state, event in zip(match.states, match.events, strict=False):
                    _use(case, self.board, state, event, Random(self.seed))
        assert not seen, f"used {', '.join(sorted(set(seen)))}"

    def _is_the_same(self, picked: Sequence[Case]) -> None:
        board = self.board if _can_be_imported(self.board) else None
        one, two = (digests_with_hash_seed(self.game, board, picked, self.seed, each) for each in (1, 2))
        different = [case for case in one if one[case] != two[case]]
        assert not different, f"{different[0]} differs with another hash seed"

    def _is_safe(self) -> None:
        if self.board is not None:
            assert not self._style or checked_style(self._style, self.game.KEY), "STYLE is not accepted"
            assert are_harmless(self.board.symbols()), "symbols() is not accepted"


def _use(case: Case, board: Any, state: Any, event: Any, rng: Random) -> None:
    """Call every function of a game and its board once."""
    game, turn, names = case.game, case.game.turn(state), board_laws.names_of(case)
    game.scores(state), game.outcome(state), game.inventory(state), game.round_number(state)
    game.refusal(state, event), game.story(state, event), game.parse(game.write(event)), tuple(game.legal_moves(state))
    if turn is not None:
        game.deal(state, rng) if turn == CHANCE else game.choose(state, rng)
    if board is not None:
        board.scene(state, names), board.text(state, names), board.sentence(state, event, names), board.symbols()


def _can_be_imported(module: object) -> bool:
    name = getattr(module, "__name__", "")
    try:
        return bool(name) and find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _in_covering_order(every: list[Case], rng: Random) -> list[Case]:
    """Cases in random order, but first those with a number of seats or a value of an option that no earlier one has."""
    rng.shuffle(every)
    first, later, seen = list[Case](), list[Case](), set[tuple[str, str]]()
    for case in every:
        values = _values(case)
        (later if values <= seen else first).append(case)
        seen |= values
    return first + later


def _covering(every: Sequence[Case]) -> int:
    """The number of cases of the beginning that have every value between them."""
    whole, seen = set[tuple[str, str]]().union(*map(_values, every)), set[tuple[str, str]]()
    for number, case in enumerate(every):
        if seen == whole:
            return number
        seen |= _values(case)
    return len(every)


def _values(case: Case) -> set[tuple[str, str]]:
    return {("seats", str(case.seats))} | {
        (name, repr(getattr(case.options, name))) for name in case.options.__dataclass_fields__
    }


@dataclass(frozen=True)
class Law:
    """A law as a test: calling it raises what broke the law, with a note of where; the first call tries all laws."""

    name: str
    suite: Suite

    def __str__(self) -> str:
        return self.name

    def __call__(self) -> None:
        if error := self.suite.failures.get(self.name):
            raise error


def laws_of(
    game: AnyGame,
    *,
    board: Any = None,
    sample: Sample | None = None,
    golden: Path | None = None,
    is_long: bool = False,
    seed: int = 1,
) -> list[Law]:
    """The laws of a game and its board, for `pytest.mark.parametrize`; those that say nothing about it are left out."""
    suite = Suite(game, board, sample or Sample(), golden, is_long, seed)
    return [Law(name, suite) for name in suite.laws() if suite.not_tried(name) is None]


def golden_matches_give_their_results(game: AnyGame, folder: Path | None) -> None:
    """Every script in the folder, by the number of its rules; there is at least one match for each number.

    The last line is a `MatchEnded` or a `ScoresClaimed`; the lines before it are events of the game that all stand.
    """
    played = set[int]()
    for path in sorted(folder.glob("*.partie.jsonl")) if folder else ():
        header, *events, result = map(json.loads, path.read_text("utf-8").splitlines())
        if header["game"] != game.KEY:
            continue
        played.add(header.get("rules", 1))
        scores = _scores(game, header, events)
        assert scores == result["scores"], f"{path.name}: {scores}, not {result['scores']}"
    missing = set(range(1, rules_of(game) + 1)) - played
    assert not missing, f"no golden match of rules {min(missing)}"


def _scores(game: AnyGame, header: dict[str, Any], events: list[dict[str, Any]]) -> list[Any]:
    options = decode_options(game, header.get("options", {}))
    state = set_up(game, len(header["players"]), options, header.get("rules", 1))
    for line in events:
        line.pop("happened_at", None)
        event = decode_event(game, json.dumps(line))
        refused = game.refusal(state, event)
        assert refused is None, refused
        state = game.evolve(state, event)
    return list(game.scores(state))
