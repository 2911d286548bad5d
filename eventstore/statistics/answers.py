"""First figures of a person or a game: wins beside chance, the best, the usual winner, the next milestone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from eventstore.statistics import milestones
from eventstore.statistics.game import GameStatistics
from eventstore.statistics.milestones import Milestone
from eventstore.statistics.person import PersonStatistics
from eventstore.statistics.play_lists import usual_winner
from eventstore.statistics.records import Record
from eventstore.statistics.simple_fraction import SimpleFraction, simple_fraction
from eventstore.statistics.tally import Tally

ENOUGH: Final = (10, 5, 3)
"""Plays of a game that count as enough to compare it; the first number that leaves two games."""

Beside: TypeAlias = Literal["much more", "more", "a little more", "even", "a little less", "less", "much less"]
"""Wins beside those expected by chance."""

_STEPS: Final = ((15.0, "much"), (5.0, ""), (1.0, "a little"))
"""Wins of 100 above or below chance, from which on the difference is called so."""


@dataclass(frozen=True, slots=True)
class PersonAnswer:
    """`wins` are those of contests with a known result, None without one; `together` and `alone` are those of
    cooperative and of solo plays. `per_100` are wins of 100 contests above chance.

    `regular` are the games with at least `enough` plays and a known result, highest share of wins first; `best` is the
    first of them if no other has the same share. `since` is the year of the first dated play.
    """

    wins: SimpleFraction | None
    together: SimpleFraction | None
    alone: SimpleFraction | None
    per_100: float | None
    beside: Beside | None
    regular: tuple[Tally, ...]
    enough: int
    best: Tally | None
    since: str | None
    milestone: Milestone | None


def answer(person: PersonStatistics) -> PersonAnswer:
    enough, regular = regular_games(person.games)
    chance = person.chance
    per_100 = 100 * chance.above / chance.n if chance.n else None
    return PersonAnswer(
        wins=simple_fraction(person.wins, person.decided),
        together=simple_fraction(person.cooperative.wins, person.cooperative.decided),
        alone=simple_fraction(person.solo.wins, person.solo.decided),
        per_100=per_100,
        beside=None if per_100 is None or chance.few else beside(per_100),
        regular=regular,
        enough=enough,
        best=_best(regular),
        since=person.since,
        milestone=milestones.of_person(person.plays, person.wins, person.games),
    )


def beside(per_100: float) -> Beside:
    """The words for a difference from chance, in wins of 100."""
    more: dict[str, Beside] = {"much": "much more", "": "more", "a little": "a little more"}
    less: dict[str, Beside] = {"much": "much less", "": "less", "a little": "a little less"}
    for least, word in _STEPS:
        if abs(per_100) >= least:
            return (more if per_100 > 0 else less)[word]
    return "even"


def regular_games(games: Sequence[Tally]) -> tuple[int, tuple[Tally, ...]]:
    """The number of plays that is enough, and the games with so many plays with a known result, best share first."""
    for enough in ENOUGH:
        regular = [game for game in games if game.plays >= enough and game.decided]
        if len(regular) > 1:
            break
    return enough, tuple(sorted(regular, key=lambda game: (-(game.share.value or 0), -game.plays, game.label)))


def _best(regular: Sequence[Tally]) -> Tally | None:
    if len(regular) < 2 or not regular[0].wins or regular[0].share.value == regular[1].share.value:
        return None
    return regular[0]


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """`usual` won `wins` of the `decided` contests of that person; None as in `usual_winner`, and where all play as one
    side.

    `together` are the matches won by all of those that all played as one side, `alone` those won of those with one
    seat; None if there is no such match. `best` is the record of points of a seat.
    """

    usual: str | None
    wins: int
    decided: int
    together: SimpleFraction | None
    alone: SimpleFraction | None
    best: Record | None
    since: str | None
    milestone: Milestone


def game_answer(game: GameStatistics) -> GameAnswer:
    contests = {tally.label: tally.chance for tally in game.people}
    usual, wins = usual_winner({person: chance.wins for person, chance in contests.items()})
    return GameAnswer(
        usual=usual,
        wins=wins,
        decided=contests[usual].n if usual else 0,
        together=simple_fraction(game.cooperative.wins, game.cooperative.decided),
        alone=simple_fraction(game.solo.wins, game.solo.decided),
        best=next((record for record in game.records if record.kind == "points"), None),
        since=game.since,
        milestone=milestones.of_game(game.plays),
    )
