"""The level of somebody's choices, adjusted for the opponents: points lost in ten choices, on one scale for a game.

What person p lost in match m is taken as

    lost(p, m) = level (p) + effect of the match (m) + chance

The effect of a match, as how hard it was to play, is what the opponents lost beyond their levels, times s: the share of
the variance that people of one match have in common. Each level is pulled to the mean of all losses by `PULL` matches.
The ladder says what players of known strength lose on this scale (`bench/ladder.py`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import fsum, hypot
from statistics import fmean
from typing import Final, Literal, TypeAlias

from core.review.review import Effort
from eventstore.statistics.intervals import NORMAL, Mean, mean

Rung: TypeAlias = Literal["careless", "choose", "quick", "normal"]
"""A player of the ladder: `choose` of the game, with a quarter of its moves drawn at random, and searches as long as
those of a quick and of a normal review in Python."""

KINDS: Final = 0.25
"""The standard deviation of the level of one policy against different opponents, as a share of it: the matches of the
ladder. With more opponents an interval has less of it."""

PULL: Final = 1.0
"""Matches at the mean of all that everybody has beside the own ones."""

LADDER_EFFORT: Final[Effort] = "quick"
"""The effort of the reviews of the ladder; another one finds other losses in the same choices."""

OPPONENTS: Final = 2
"""Minimum opponents of a level: one alone changes it by more than two neighbors on the ladder differ."""

_TELLING: Final = 2
"""An interval with more rungs in it says nothing."""

_ROUNDS: Final = 200
_EXACT: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Level:
    """Points that somebody loses in ten choices at a game, adjusted for the opponents; less is better.

    `like` are the first and the last rung that the interval allows, the weaker one first; None where nothing can be
    said: too few matches or `opponents`, a wide interval, a game without a ladder, a level beyond it, or reviews of
    another kind than those of the ladder.
    """

    key: str
    game: str
    lost: Mean
    opponents: int
    like: tuple[Rung, Rung] | None

    @property
    def is_told(self) -> bool:
        """False where more opponents are needed."""
        return self.opponents >= OPPONENTS


def levels(matches: Sequence[Mapping[str, float]]) -> dict[str, Mean]:
    """The level of everybody with an opponent, from what each person of a match lost in ten choices."""
    known = [lost for lost in matches if len(lost) > 1]
    if not known:
        return {}
    middle = fmean(own for lost in known for own in lost.values())
    level = {person: middle for lost in known for person in lost}
    adjusted: dict[str, list[float]] = {}
    for _ in range(_ROUNDS):
        rest = [{person: own - level[person] for person, own in lost.items()} for lost in known]
        shared = _shared(rest)
        adjusted = {person: [] for person in level}
        for lost, beyond in zip(known, rest, strict=True):
            for person, own in lost.items():
                effect = (fsum(beyond.values()) - beyond[person]) / (len(beyond) - 1)
                adjusted[person].append(own - shared * effect)
        before = level
        level = {person: (fsum(own) + PULL * middle) / (len(own) + PULL) for person, own in adjusted.items()}
        if max(abs(level[person] - before[person]) for person in level) < _EXACT:
            break
    met = {person: len({other for lost in known if person in lost for other in lost}) - 1 for person in level}
    return {person: _at(level[person], mean(values), met[person]) for person, values in adjusted.items()}


def _shared(rest: Sequence[Mapping[str, float]]) -> float:
    """The share of the variance that people of one match have in common, 0 to 1."""
    squares = fsum(own**2 for beyond in rest for own in beyond.values())
    common = fsum((fsum(beyond.values()) - own) / (len(beyond) - 1) * own for beyond in rest for own in beyond.values())
    return max(0.0, min(1.0, common / squares)) if squares else 0.0


def _at(value: float, of_matches: Mean, opponents: int) -> Mean:
    """The value with the reach of the interval of its matches, and of so many opponents."""
    if of_matches.low is None or of_matches.high is None:
        return Mean(of_matches.n, value, None, None, of_matches.few)
    reach = hypot((of_matches.high - of_matches.low) / 2, NORMAL * KINDS * value / opponents**0.5)
    return Mean(of_matches.n, value, value - reach, value + reach, of_matches.few)


def level_of(key: str, game: str, person: str, matches: Sequence[Mapping[str, float]], effort: Effort) -> Level | None:
    """The level of a person with the rungs it is like, from what everybody lost in matches of a game, by reviews of
    this effort; None without a match that says something."""
    lost = levels(matches).get(person)
    if lost is None:
        return None
    met = {other for one in matches if person in one for other in one} - {person}
    rungs = ladder().get(key, {}) if effort == LADDER_EFFORT and len(met) >= OPPONENTS else {}
    return Level(key, game, lost, len(met), played_like(lost, rungs))


def played_like(lost: Mean, rungs: Mapping[Rung, float]) -> tuple[Rung, Rung] | None:
    """The one or two rungs within the interval of a level, the two beside it where none is within; None for more."""
    if lost.value is None or lost.low is None or lost.high is None or lost.few:
        return None
    order = sorted(rungs, key=lambda rung: -rungs[rung])
    within = [rung for rung in order if lost.low <= rungs[rung] <= lost.high]
    if within:
        return (within[0], within[-1]) if len(within) <= _TELLING else None
    weaker = [rung for rung in order if rungs[rung] > lost.high]
    stronger = [rung for rung in order if rungs[rung] < lost.low]
    return (weaker[-1], stronger[0]) if weaker and stronger else None


@cache
def ladder() -> Mapping[str, Mapping[Rung, float]]:
    """The levels of the rungs by key of the game."""
    found: Mapping[str, Mapping[Rung, float]] = json.loads((files(__package__) / "ladder.json").read_text())
    return found
