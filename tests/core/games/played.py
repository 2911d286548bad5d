"""Matches as statistics know them, written as people would tell them, and many of them at random."""

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import count
from random import Random
from typing import Any

from eventstore.statistics.plays import PlayedMatch, PlayedSeat, SeatResult

_numbers = count(1)


def match(
    told: str, *, id: str = "", start: str = "", teams: Mapping[str, int] | None = None, **facts: Any
) -> PlayedMatch:
    """`Anna* 40, Ben 31`: who played with how many points (none where not known), the winners with a star.

    Without a star, and without `nobody`, the match was not decided. `start` is the start player.
    """
    number = next(_numbers)
    entries = [entry.split() for entry in told.removesuffix(", nobody").split(", ")]
    names = [name for name, *_ in entries]
    points = [float(own[0]) if own else None for _, *own in entries]
    decided = "*" in told or told.endswith(", nobody")
    best = -1 if facts.get("lowest_wins") else 1
    merits = [-1e9 if own is None else best * own for own in points]
    places = [(name.endswith("*"), merit) for name, merit in zip(names, merits, strict=True)]
    seats = tuple(
        SeatResult(
            person=(person := name.rstrip("*")),
            score=own,
            rank=1 + sum(other > place for other in places) if decided else None,
            won=place[0] if decided else None,
            started=person == start if start else None,
            team=(teams or {}).get(person),
        )
        for name, own, place in zip(names, points, places, strict=True)
    )
    usual: dict[str, Any] = {
        "id": id or f"m{number}",
        "game": "Azul",
        "key": "scoresheet",
        "bgg_id": None,
        "played_on": None,
        "order": number,
        "place": None,
        "tags": (),
        "depth": "final",
        "state": "finished" if decided else "closed",
        "minutes": None,
        "cooperative": False,
        "lowest_wins": False,
    }
    return PlayedMatch(seats=seats, **(usual | facts))


def rounds(*scores: float | None, sources: Mapping[str, float] | None = None) -> PlayedSeat:
    """One seat's details from its scores after each round."""
    return PlayedSeat(sources or {}, scores, {})


def random_plays(rng: Random, number: int, people: int = 6) -> list[PlayedMatch]:
    """Matches of all kinds: ties, unknown points and results, cooperative games, games where the fewest points win."""
    known = [f"P{place}" for place in range(people)] + ["somebody"]
    day = date(2024, 1, 1)
    plays = []
    for _ in range(number):
        game = rng.choice(["Azul", "Azul", "Golf", "Pandemic"])
        points = {
            name: rng.randrange(9) if rng.random() < 0.9 else None for name in rng.sample(known, rng.randint(1, 5))
        }
        told = [own for own in points.values() if own is not None]
        best = min(told, default=None) if game == "Golf" else max(told, default=None)
        won = {name for name, own in points.items() if own is not None and own == best}
        if game == "Pandemic":
            won = {*points} if rng.random() < 0.5 else set()
        entries = [f"{name}{'*' * (name in won)}{'' if own is None else f' {own}'}" for name, own in points.items()]
        undecided = rng.random() < 0.1
        line = ", ".join(entries).replace("*", "") if undecided else ", ".join(entries) + ", nobody" * (not won)
        day += timedelta(days=rng.randrange(3))
        plays.append(
            match(
                line,
                start=rng.choice([*points, ""]),
                game=game,
                cooperative=game == "Pandemic",
                lowest_wins=game == "Golf",
                played_on=day.isoformat(),
                minutes=rng.choice([None, 30, 45]),
                place=rng.choice([None, "Brno", "Iasi"]),
                state="open" if undecided else "finished",
            )
        )
    return plays
