"""The plays that some people all played, decoded: only these are read, however many others there are."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from core.json_types import json_type
from eventstore.matches.people import People
from eventstore.readmodels.filters import placeholders
from eventstore.readmodels.population import Population, titles
from eventstore.statistics.plays import PlayedMatch, PlayedSeat, Seated

_DETAILS: Final = json_type(tuple[PlayedSeat, ...])

_DECODED: Final = 500
"""Plays that are decoded at once: their text takes several times as much memory while it is read."""


def plays_of(
    population: Population, people: Collection[str], *, only_by_moves: bool = False
) -> tuple[PlayedMatch, ...]:
    """The plays of the population that all these people (ids) played, in the order of play."""
    read = population.among("plays.depth = 'moves'") if only_by_moves else population
    played = decode_plays([text for _, text in _rows(read, people, "played")])
    bgg_ids = {match.bgg_id for match in played if match.bgg_id}
    return as_of_today(played, population.people, titles(population, bgg_ids) if bgg_ids else {})


def details_of(population: Population, people: Collection[str]) -> dict[str, tuple[PlayedSeat, ...]]:
    """The details of those plays that were recorded in enough detail, by id of the match."""
    return {id: decode_details(text) for id, text in _rows(population, people, "details") if text > "[]"}


def seated_in(population: Population, matches: Collection[str]) -> dict[str, Seated]:
    """The game of each of these plays of the population, and who sat in it, in the order of play."""
    rows = population.query(
        "SELECT plays.match, game, person FROM plays CROSS JOIN matches m CROSS JOIN results r"
        " WHERE plays.match IN (SELECT value FROM json_each(?)) AND m.id = plays.match AND r.title = plays.title"
        " AND r.moment = plays.moment AND {where} ORDER BY plays.moment, r.seat",
        json.dumps([*matches]),
    )
    seated = dict[str, Seated]()
    for match, game, person in rows:
        before = seated.get(match, Seated(game, ()))
        seated[match] = Seated(game, (*before.people, population.people.one(person)))
    return seated


def decode_plays(rows: Sequence[str]) -> tuple[PlayedMatch, ...]:
    """The plays in these values of the column `played`."""
    parts = (rows[start : start + _DECODED] for start in range(0, len(rows), _DECODED))
    kind = json_type(tuple[PlayedMatch, ...])
    return tuple(play for part in parts for play in kind.of_text(f"[{','.join(part)}]"))


def decode_details(text: str) -> tuple[PlayedSeat, ...]:
    """The seats in a value of the column `details`."""
    seats: tuple[PlayedSeat, ...] = _DETAILS.of_text(text)
    return seats


def _rows(population: Population, people: Collection[str], column: str) -> list[tuple[str, str]]:
    """The id of each match and a column of the table of matches."""
    ids = [population.people.ids(person) for person in people]
    played = (f"match IN (SELECT match FROM results WHERE person IN ({placeholders(own)}))" for own in ids)
    # The cross join and the concatenation keep SQLite from reading all matches in the order of an index.
    tables = f"plays CROSS JOIN matches WHERE id = match AND {' AND '.join(played)}"
    rows = population.query(
        f"SELECT id, {column} FROM {tables} AND {{where}} ORDER BY plays.moment || ''",
        *(id for own in ids for id in own),
    )
    return [(id, text) for id, text in rows]


def usual_titles(matches: Sequence[PlayedMatch]) -> Mapping[int, str]:
    """The most frequent title of each BoardGameGeek game."""
    titles = Counter((played.bgg_id, played.game) for played in matches if played.bgg_id)
    return {id: title for (id, title), _ in sorted(titles.items(), key=lambda each: each[1]) if id}


def as_of_today(
    matches: Sequence[PlayedMatch], everybody: People, titles: Mapping[int, str]
) -> tuple[PlayedMatch, ...]:
    """The matches with the present ids of merged people and these titles of BoardGameGeek games."""

    def updated(played: PlayedMatch) -> PlayedMatch:
        title = titles.get(played.bgg_id or 0, played.game)
        is_merged = everybody.merged and any(seat_result.person in everybody.merged for seat_result in played.seats)
        if title == played.game and not is_merged:
            return played
        seats = [replace(seat_result, person=everybody.one(seat_result.person)) for seat_result in played.seats]
        return replace(played, game=title, seats=tuple(seats))

    return tuple(map(updated, matches))
