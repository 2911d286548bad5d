"""The data that the scripts need to edit the values of a play where they stand (`editing.js`)."""

from typing import Final, TypedDict

from core.game import facts_of
from core.games.scoresheet.sides import sides
from eventstore.access.grants import Principal
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.components.live.sheet import SheetLineJson, lines_to_json
from viewer.components.people.picker import known_people
from viewer.components.play.details import DetailJson
from viewer.locale.plain_text import plain

MAX_SUGGESTIONS: Final = 300
"""Maximum people and places that are suggested."""


class EditingData(TypedDict):
    """The present values of a play. `names` are by seat; `sides` are the seats that win together; the texts of the
    header are empty and `length`, in minutes, is None where they are not known. `people` and `places` are suggestions.
    `details` are only those that the page shows as values.
    """

    match: str
    version: int
    principal: str
    names: list[str]
    lines: list[SheetLineJson]
    winners: list[int]
    sides: list[list[int]]
    title: str
    date: str
    place: str
    length: int | None
    people: list[str]
    places: list[str]
    details: list[DetailJson]


def editing_data(
    match: Match, index: MatchIndex, matches: MatchRepository, principal: Principal, details: list[DetailJson]
) -> EditingData:
    """The data for a principal who may record the match."""
    header = match.header
    people = known_people(index, matches, header.players)
    return {
        "match": match.id,
        "version": match.version,
        "principal": principal.acting(match.id).by,
        "names": [plain(name) for name in match.names],
        "lines": lines_to_json(match),
        "winners": list(match.outcome.winners) if match.outcome else [],
        "sides": [] if facts_of(match.game).records_moves else [list(side) for side in sides(match.now.state)],
        "title": header.title or "",
        "date": header.played_on or "",
        "place": header.place or "",
        "length": header.minutes,
        "people": [plain(person.name) for person in people[:MAX_SUGGESTIONS]],
        "places": [plain(place) for place in index.places()[:MAX_SUGGESTIONS]],
        "details": details,
    }
