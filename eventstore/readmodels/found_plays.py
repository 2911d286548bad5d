"""The figures of the plays that a search found, and who won them."""

from collections import Counter
from typing import NamedTuple

from eventstore.matches.people import SOMEBODY
from eventstore.readmodels.population import Population, titles


class FoundPlays(NamedTuple):
    """The plays that statistics count among those found. `minutes` are those of the plays of a known length.

    `wins` are those of each person (id), most first, with those of all people `together`, who also `lost` some.
    """

    plays: int
    games: int
    people: int
    places: int
    minutes: int
    wins: tuple[tuple[str, int], ...]
    together: int
    lost: int


def found_plays(population: Population) -> FoundPlays:
    """The figures of a population: costs grow with its plays."""
    renamed = titles(population)
    games = population.query("SELECT DISTINCT title, bgg_id FROM plays WHERE {where}")
    ((plays, places, minutes),) = population.query(
        "SELECT count(*), count(DISTINCT place), coalesce(sum(minutes), 0) FROM plays WHERE {where}"
    )
    joined = "FROM results r JOIN plays ON plays.match = r.match WHERE {where}"
    seats = population.query(f"SELECT DISTINCT r.person, plays.match, plays.kind, r.won {joined}")
    wins, people = Counter[str](), set[str]()
    cooperative = dict[str, int | None]()
    for person, match, kind, won in seats:
        one = population.people.one(person)
        if kind == "cooperative":
            cooperative[match] = won
        if one != SOMEBODY:
            people.add(one)
            wins[one] += won == 1
    ranked = tuple(sorted(((one, own) for one, own in wins.items() if own), key=lambda own: (-own[1], own[0])))
    results = [*cooperative.values()]
    return FoundPlays(
        plays,
        len({renamed.get(bgg_id, title) for title, bgg_id in games}),
        len(people),
        places,
        minutes,
        ranked,
        results.count(1),
        results.count(0),
    )
