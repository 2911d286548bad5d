"""The table of the addresses that the service answers wherever it runs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from eventstore.access.grants import Role
from eventstore.answers import matches, notes, people, photos, recording
from eventstore.answers.content import FrameList, LogResponse, MatchResponse, MoveList
from eventstore.answers.parameters import parameters


@dataclass(frozen=True)
class Address:
    """A method at an address, with names of its parts in braces, and the `function` that answers.

    `role` is what the principal needs: for the match, if the address has an `id`, else for the whole store. The function
    gives a response or the value in it; the types of both and of its parameters, and `tag`, are the document of the
    service. An address without a tag is not part of it.
    """

    method: str
    template: str
    function: Callable[..., Any]
    role: Role | None = None
    status: int = 200
    tag: str = ""
    answers: Any = None
    """The type of the value in the response, where the function does not say it."""

    @property
    def is_open(self) -> bool:
        """True if the answer is the same for everybody, whoever asks."""
        return not parameters(self.function)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.template)))


MATCHES: Final = "/api/matches"
MATCH: Final = f"{MATCHES}/{{id}}"
_NOTES: Final = f"{MATCH}/notes"
_PHOTOS: Final = f"{MATCH}/photos"
_PERSON: Final = "/api/people/{person}"

ADDRESSES: Final[Sequence[Address]] = (
    Address("GET", "/api/games", matches.games_known, tag="games"),
    Address("GET", MATCHES, matches.matches, tag="matches"),
    Address("GET", MATCH, matches.match, tag="matches"),
    Address("GET", f"{MATCH}/moves", matches.moves, tag="matches", answers=MoveList),
    Address("GET", f"{MATCH}/frames", matches.frames, tag="matches", answers=FrameList),
    Address("GET", f"{MATCH}/log", matches.log, tag="matches", answers=LogResponse),
    Address("POST", MATCHES, recording.open_match, "recorder", 201, "recording", MatchResponse),
    Address("POST", f"{MATCH}/events", recording.record, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/takebacks", recording.take_back, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/corrections", recording.correct, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/corrections/preview", recording.preview, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/close", recording.close, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/withdrawal", recording.withdraw, "recorder", tag="recording"),
    Address("DELETE", f"{MATCH}/withdrawal", recording.restore, "recorder", tag="recording"),
    Address("POST", f"{MATCH}/forks", recording.fork, None, 201, "recording", MatchResponse),
    Address("PUT", f"{MATCH}/visibility", recording.set_visibility, "recorder", tag="recording"),
    Address("GET", _NOTES, notes.notes, tag="notes"),
    Address("POST", _NOTES, notes.write, "annotator", 201, "notes"),
    Address("PUT", f"{_NOTES}/{{note}}", notes.change, "annotator", 204, "notes"),
    Address("DELETE", f"{_NOTES}/{{note}}", notes.withdraw, "annotator", 204, "notes"),
    Address("GET", _PHOTOS, photos.photos, tag="photos"),
    Address("PUT", f"{_PHOTOS}/{{photo}}", photos.describe, "annotator", 204, "photos"),
    Address("DELETE", f"{_PHOTOS}/{{photo}}", photos.remove, "recorder", 204, "photos"),
    Address("GET", "/api/people", people.people, "viewer", tag="people"),
    Address("GET", f"{_PERSON}/reviews", people.reviews, "viewer", tag="people"),
    Address("PUT", f"{_PERSON}/name", people.rename, "recorder", tag="people"),
    Address("POST", f"{_PERSON}/accounts", people.link, "recorder", tag="people"),
    Address("POST", f"{_PERSON}/merge", people.merge, "recorder", tag="people"),
    Address("DELETE", f"{_PERSON}/merge", people.split, "recorder", tag="people"),
    Address("POST", f"{_PERSON}/apart", people.tell_apart, "recorder", tag="people"),
)
