"""A match as the replay component receives it: once, with everything the browser needs to step by itself.

 {"revision": digest of all but the notes, which change during the reading, "match": its id, "version",
 "title", "facts", "result": lines of text,
 "names": [name of every seat], "marks": [SHAPE of every seat], "symbols": SVG for <defs>, "scene": SCENE,
 "steps": [STEP, ...], "rounds": [[number, first step, last step], ...],
 "lead_changes": [step, ...], "undone": [see `viewer.replay.undone`], "notes": [see `viewer.notes`],
 "photos": [see `viewer.photos.payload`], absent where there are none,
 "is_open": whether it goes on, "explorable": whether other moves can be tried out}

 STEP: {"at": version, "round", "turn": within the round, 0 for chance, "seat": who acted or null,
  "says": sentence, "scores": [points or null], "seconds": since the event before or null,
  "patches": [PATCH, ...], "stages": [[label, [[seat, points, source, rule, [cell, ...]], ...]], ...],
  "final": whether it is the scoring at the end, with the version of the last move}

SCENE, SHAPE and PATCH are those of `viewer.boards.scene`. The first step is the table before the first event.
Stages without gains are left out: their label would only repeat the sentence.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Final

from pydantic_core import to_json as json_bytes

from core import analysis
from core.final_scoring import FinalScoring, with_final_scoring
from core.game import Step
from core.record import Frame
from eventstore.access.grants import Principal
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from eventstore.matches.repository import MatchRepository
from eventstore.service.shared_answers import SharedAnswers, stop_if_abandoned
from viewer.boards import GrowingBoard, board_of
from viewer.boards.scene import Json, Patch, patch_to_json, patches, shape_to_json, to_json
from viewer.boards.seat import boxed_mark
from viewer.boards.text import plain
from viewer.language import translate
from viewer.load_match import cache_key, checked
from viewer.match_sentences import facts, result, sentence
from viewer.notes import notes_to_json
from viewer.photos.payload import photos_to_json
from viewer.replay.packed_object import PackedObject
from viewer.replay.undone import undone


def payload(match: Match, notes: Sequence[NoteWritten] = ()) -> dict[str, Json]:
    """All data of a match. All effective events must be legal; this is not checked."""
    board, names = board_of(match.game), match.names
    data: dict[str, Json] = {
        "match": match.id,
        "version": match.version,
        "title": plain(match.header.title or " – ".join(names)),
        "facts": facts(match),
        "names": [plain(name) for name in names],
        "marks": [shape_to_json(boxed_mark(seat)) for seat in range(len(names))],
        "symbols": board.symbols(),
        "scene": to_json(board.scene(match.frames[0].state, names)),
        **tail(match),
        "undone": undone(match),
        "explorable": match.game.KEY != "scoresheet",
    }
    revision = blake2b(json_bytes(data), digest_size=8).hexdigest()
    return {"revision": revision, "notes": notes_to_json(notes), **data}


def for_reader(match: Match, records: MatchRepository, forks: Sequence[str], principal: Principal) -> dict[str, Json]:
    """What the page shows beside the match: notes, photos, the match it was forked from, its forks, the reader's
    rights.
    """
    return {
        "notes": notes_to_json(records.notes(match.id)),
        "photos": photos_to_json(match, records.photos.of(match.id)),
        "parent": [match.parent, _forked_at(match)] if match.parent else None,
        "forks": [[fork, None] for fork in forks],
        "writes": principal.has_role("annotator", match.id),
        "keeps": principal.has_role("recorder"),
    }


def _forked_at(match: Match) -> int:
    """The version of the last event a fork shares with its parent."""
    return max(frame.version for frame in match.frames if frame.version <= match.offset)


_packed: Final = SharedAnswers[PackedObject](64 << 20)


def packed_payload(match: Match) -> PackedObject:
    """The payload without notes, computed once per version and language for all readers. Raises MatchUnavailable."""

    def compute() -> PackedObject:
        data = payload(checked(match))
        del data["notes"]
        return PackedObject(data)

    return _packed.get(cache_key(match), compute)


def tail(match: Match, after: int | None = None) -> dict[str, Json]:
    """The parts of the payload that change when a match continues, with the steps after its event with version `after`.

    None: with all steps.
    """
    frames, stories = with_final_scoring(match.frames, match.stories)
    first = next((place + 1 for place in range(len(frames) - 1, -1, -1) if frames[place].version == after), 0)
    return {
        "steps": _steps(match, frames, stories, first),
        "rounds": [[band.number, band.first, band.last] for band in analysis.rounds(frames)],
        "lead_changes": list(analysis.lead_changes(frames)),
        "result": result(match),
        "is_open": match.state == "open",
    }


def _steps(match: Match, frames: Sequence[Frame], stories: Sequence[Sequence[Step]], first: int) -> list[Json]:
    """The steps from index `first` on."""
    moments = zip(frames, turns(frames), analysis.tempo(frames), stories, strict=True)
    says = (sentence(match, frames, index) for index in range(first, len(frames)))
    rows = zip([*moments][first:], says, _changes(match, frames, first), strict=True)
    return [
        {
            "at": frame.version,
            "round": frame.round,
            "turn": turn,
            "seat": frame.seat,
            "says": says,
            "scores": list(frame.scores),
            "seconds": seconds,
            "patches": [patch_to_json(patch) for patch in changed],
            "stages": _stages(story),
            "final": isinstance(frame.event, FinalScoring),
        }
        for (frame, turn, seconds, story), says, changed in rows
    ]


def _changes(match: Match, frames: Sequence[Frame], first: int) -> Iterator[tuple[Patch, ...]]:
    """The patches from each frame to the next, beginning with those that lead to the frame `first`."""
    board, names = board_of(match.game), match.names
    if first == 0:
        yield ()
    states = [frame.state for frame in frames[max(first - 1, 0) :]]
    changes = (
        (board.growth(one, other, names) for one, other in pairwise(states))
        if isinstance(board, GrowingBoard)
        else (patches(one, other) for one, other in pairwise(board.scene(state, names) for state in states))
    )
    for change in changes:
        stop_if_abandoned()
        yield change


def _stages(story: Sequence[Step]) -> list[Json]:
    return [
        [
            plain(translate(step.label)),
            [
                [gain.seat, gain.points, plain(translate(gain.source)), gain.rule, list(gain.cells)]
                for gain in step.gains
            ],
        ]
        for step in story
        if step.gains
    ]


def turns(frames: Sequence[Frame]) -> tuple[int, ...]:
    """The number of the turn within its round for every frame, from 1; 0 where no seat acted.

    Consecutive events of one seat are one turn, including draws of chance between them.
    """
    numbers: list[int] = []
    turn, round_number, seat = 0, 0, None
    for frame in frames:
        if frame.seat is None:
            numbers.append(0)
            continue
        if frame.round != round_number:
            turn, seat = 0, None
        turn += frame.seat != seat
        round_number, seat = frame.round, frame.seat
        numbers.append(turn)
    return tuple(numbers)
