"""The members of the payload that differ by reader: notes, photos, relatives of the match, rights."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from eventstore.access.grants import Principal
from eventstore.matches.match import Match
from eventstore.matches.repository import MatchRepository
from viewer.components.photos.payload import PhotoJson, photos_to_json
from viewer.components.replay.notes import NoteJson, notes_to_json


class LinkJson(NamedTuple):
    """A moment of a match, or its end."""

    match: str
    version: int | None


class ForReaderJson(TypedDict):
    """`parent` is the match it was forked from; `writes`: the reader may write notes; `keeps`: lines as forks."""

    notes: list[NoteJson]
    photos: list[PhotoJson]
    parent: LinkJson | None
    forks: list[LinkJson]
    writes: bool
    keeps: bool


def for_reader(match: Match, records: MatchRepository, forks: Sequence[str], principal: Principal) -> ForReaderJson:
    """The notes and photos of the match, the match it was forked from, its forks, and the reader's rights."""
    return {
        "notes": notes_to_json(records.notes(match.id)),
        "photos": photos_to_json(match, records.photos.of(match.id)),
        "parent": LinkJson(match.parent, _forked_at(match)) if match.parent else None,
        "forks": [LinkJson(fork, None) for fork in forks],
        "writes": principal.has_role("annotator", match.id),
        "keeps": principal.has_role("recorder"),
    }


def _forked_at(match: Match) -> int:
    """The version of the last event a fork shares with its parent."""
    return max(frame.version for frame in match.frames if frame.version <= match.offset)
