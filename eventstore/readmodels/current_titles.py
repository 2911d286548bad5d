"""Matches for statistics under the present identity of their people and games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from eventstore.matches.people import People
from eventstore.statistics.plays import PlayedMatch


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
