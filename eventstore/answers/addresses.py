"""The table of the addresses that the service answers wherever it runs."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from eventstore.access.grants import Role
from eventstore.answers import changes, matches, notes, people, photos, portraits, recording, reviews
from eventstore.answers.content import (
    FrameList,
    LogResponse,
    MatchResponse,
    MoveList,
    ReviewProgressResponse,
    ReviewResponse,
)
from eventstore.answers.parameters import parameters
from eventstore.matches.photos import PhotoAttached


@dataclass(frozen=True)
class Endpoint:
    """A method at an address, with names of its parts in braces, and the `function` that answers.

    The principal needs the `role`: for the match, if the address has an `id`, else for the whole store. The function
    gives a response or the value in it; the types of its parameters and of that value, and `tag`, are the document of
    the service. An address without a tag is not part of it.
    """

    method: str
    template: str
    function: Callable[..., Any]
    role: Role | None = None
    status: int = 200
    tag: str = ""
    answers: Any = None
    """The type of the value in the response, where the function does not say it."""
    also: Mapping[int, Any] = field(default_factory=dict)
    """Further statuses with the type of what they hold, or its media type; None: nothing."""
    takes_pictures: bool = False
    is_followed: bool = False
    """Servers go on with what follows, by a route of their own."""

    @property
    def is_open(self) -> bool:
        """True if the answer is the same for every principal."""
        return not parameters(self.function)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.template)))


MATCHES: Final = "/api/matches"
MATCH: Final = f"{MATCHES}/{{id}}"
_NOTES: Final = f"{MATCH}/notes"
_PHOTOS: Final = f"{MATCH}/photos"
_PERSON: Final = "/api/people/{person}"

_GAME: Final = "/api/games/picture"
_PICTURE: Final = {200: photos.JPEG, 304: None}
_REVIEW: Final = {202: ReviewProgressResponse, 304: None}

ADDRESSES: Final[Sequence[Endpoint]] = (
    Endpoint("GET", "/api/games", matches.games_known, tag="games"),
    Endpoint("GET", MATCHES, matches.matches, tag="matches"),
    Endpoint("GET", MATCH, matches.match, tag="matches"),
    Endpoint("GET", f"{MATCH}/moves", matches.moves, tag="matches", answers=MoveList),
    Endpoint("GET", f"{MATCH}/frames", matches.frames, tag="matches", answers=FrameList),
    Endpoint("GET", f"{MATCH}/log", matches.log, tag="matches", answers=LogResponse),
    Endpoint("GET", f"{MATCH}/review", reviews.review, tag="reviews", answers=ReviewResponse, also=_REVIEW),
    Endpoint("POST", MATCHES, recording.open_match, "recorder", 201, "recording", MatchResponse),
    Endpoint("POST", f"{MATCH}/events", recording.record, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/takebacks", recording.take_back, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/corrections", recording.correct, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/corrections/preview", recording.preview, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/close", recording.close, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/withdrawal", recording.withdraw, "recorder", tag="recording"),
    Endpoint("DELETE", f"{MATCH}/withdrawal", recording.restore, "recorder", tag="recording"),
    Endpoint("POST", f"{MATCH}/forks", recording.fork, None, 201, "recording", MatchResponse),
    Endpoint("PUT", f"{MATCH}/visibility", recording.set_visibility, "recorder", tag="recording"),
    Endpoint("GET", _NOTES, notes.notes, tag="notes"),
    Endpoint("POST", _NOTES, notes.write, "annotator", 201, "notes"),
    Endpoint("PUT", f"{_NOTES}/{{note}}", notes.change, "annotator", 204, "notes"),
    Endpoint("DELETE", f"{_NOTES}/{{note}}", notes.withdraw, "annotator", 204, "notes"),
    Endpoint("GET", _PHOTOS, photos.photos, tag="photos"),
    Endpoint("POST", _PHOTOS, photos.attach, "annotator", 201, "photos", PhotoAttached, takes_pictures=True),
    Endpoint("GET", f"{_PHOTOS}/{{photo}}", photos.picture, tag="photos", also=_PICTURE),
    Endpoint("PUT", f"{_PHOTOS}/{{photo}}", photos.describe, "annotator", 204, "photos"),
    Endpoint("DELETE", f"{_PHOTOS}/{{photo}}", photos.remove, "recorder", 204, "photos"),
    Endpoint("GET", f"{MATCH}/script", matches.match_script, tag="export", also={200: matches.SCRIPT}),
    Endpoint("GET", f"{MATCH}/text", matches.match_text, tag="export", also={200: matches.TEXT}),
    Endpoint("GET", f"{MATCH}/feed", changes.changes, tag="feed", is_followed=True),
    Endpoint("GET", "/api/people", people.people, "viewer", tag="people"),
    Endpoint("GET", f"{_PERSON}/reviews", people.reviews, "viewer", tag="people"),
    Endpoint("PUT", f"{_PERSON}/name", people.rename, "recorder", tag="people"),
    Endpoint("POST", f"{_PERSON}/accounts", people.link, "recorder", tag="people"),
    Endpoint("POST", f"{_PERSON}/merge", people.merge, "recorder", tag="people"),
    Endpoint("DELETE", f"{_PERSON}/merge", people.split, "recorder", tag="people"),
    Endpoint("POST", f"{_PERSON}/apart", people.tell_apart, "recorder", tag="people"),
    Endpoint("GET", f"{_PERSON}/picture", portraits.picture_of_person, "viewer", tag="people", also=_PICTURE),
    Endpoint("PUT", f"{_PERSON}/picture", portraits.give_person, "recorder", 204, "people", takes_pictures=True),
    Endpoint("DELETE", f"{_PERSON}/picture", portraits.remove_of_person, "recorder", 204, "people"),
    Endpoint("GET", _GAME, portraits.picture_of_game, "viewer", tag="people", also=_PICTURE),
    Endpoint("PUT", _GAME, portraits.give_game, "recorder", 204, "people", takes_pictures=True),
    Endpoint("DELETE", _GAME, portraits.remove_of_game, "recorder", 204, "people"),
)
