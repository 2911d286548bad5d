"""A match as the replay component receives it: once, with everything the browser needs to step by itself.

The first step is the table before the first event. Stages without gains are left out: their label would only repeat the
sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Final, NamedTuple, NotRequired, TypedDict
from zlib import Z_SYNC_FLUSH, compressobj, decompressobj

from core import analysis
from core.game import AnyGame, Points, Scoring, Seat, Step, actors_of, facts_of
from core.json_text import compact
from core.record import Frame
from core.scoring_frames import SCORINGS, with_scorings
from eventstore.answers.shared import SharedAnswers, stop_if_abandoned
from eventstore.matches.match import Match
from eventstore.matches.notes import NoteWritten
from viewer.boards import GrowingBoard, board_of
from viewer.boards.scene import (
    Patch,
    PatchJson,
    SceneJson,
    ShapeJson,
    patch_to_json,
    patches,
    shape_to_json,
    to_json,
)
from viewer.boards.seat import boxed_mark
from viewer.components.replay.notes import NoteJson, notes_to_json
from viewer.components.replay.undone import UndoneJson, undone
from viewer.locale.language import translate
from viewer.locale.plain_text import plain
from viewer.texts.load_match import cache_key, checked
from viewer.texts.match_sentences import facts, game, result, sentence
from viewer.texts.own_words import own_title
from viewer.texts.rule_texts import points_address

_LEVEL: Final = 5
_GZIP: Final = 31
"""`wbits` of zlib for the gzip format."""


class PackedObject:
    """The common `members`; there must be at least one. Its length is the size of the compressed form in bytes."""

    def __init__(self, members: Mapping[str, object]) -> None:
        self._packer = compressobj(_LEVEL, wbits=_GZIP)
        self._common = self._packer.compress(compact(members)[:-1].encode()) + self._packer.flush(Z_SYNC_FLUSH)

    def __len__(self) -> int:
        return len(self._common)

    def gzip(self, own: Mapping[str, object]) -> bytes:
        """The object with the members of one reader, which must not be empty, compressed."""
        packer = self._packer.copy()
        return self._common + packer.compress(_end(own)) + packer.flush()

    def json(self, own: Mapping[str, object]) -> bytes:
        """The same without compression."""
        return decompressobj(_GZIP).decompress(self._common) + _end(own)


def _end(own: Mapping[str, object]) -> bytes:
    return f",{compact(own)[1:]}".encode()


class GainJson(NamedTuple):
    """Points with the address of the text of their rule, and the cells of the board that they are for."""

    seat: int
    points: int | float
    source: str
    rule_page: str
    cells: list[str]


class StageJson(NamedTuple):
    """A stage inside one event that brings points."""

    label: str
    gains: list[GainJson]


class StepJson(TypedDict):
    """`turn` is its number within the round, 0 for chance; `seat` acted; `seconds` since the event before.

    `scoring`: that of a round or of the end, or a stage, with the version of the last move; null: the event itself.
    `more`: the next step is of a choice made at once with this one, so both are shown together.
    """

    at: int
    round: int
    turn: int
    seat: int | None
    says: str
    scores: list[Points]
    seconds: float | None
    patches: list[PatchJson]
    stages: list[StageJson]
    scoring: Scoring | None
    more: NotRequired[bool]


class GameJson(NamedTuple):
    """The title as it is shown, with which the facts begin, and as links name it."""

    shown: str
    title: str


class RoundJson(NamedTuple):
    """`first` and `last` are indexes of steps."""

    number: int
    first: int
    last: int


class TailJson(TypedDict):
    """The parts that change when a match continues; `lead_changes` are indexes of steps."""

    steps: list[StepJson]
    rounds: list[RoundJson]
    lead_changes: list[int]
    result: str
    is_open: bool


class _MatchJson(TailJson):
    match: str
    version: int
    title: str
    game: GameJson
    facts: str
    names: list[str]
    marks: list[ShapeJson]
    symbols: str
    scene: SceneJson
    undone: list[UndoneJson]
    fewest_points_win: bool
    explorable: bool


class ReplayJson(_MatchJson):
    """A match without its notes, which change during the reading; `revision` is a digest of it.

    `explorable`: other moves can be tried out.
    """

    revision: str


class NotedReplay(ReplayJson):
    """A match with its notes."""

    notes: list[NoteJson]


def payload(match: Match, notes: Sequence[NoteWritten] = ()) -> NotedReplay:
    """All data of a match. All effective events must be legal; this is not checked."""
    replay = _replay(match)
    return {"revision": replay["revision"], "notes": notes_to_json(notes), **replay}


def without_rule_pages(replay: NotedReplay) -> NotedReplay:
    """The same for a file that is read without the server, which has the texts of the rules."""
    steps: list[StepJson] = [
        {
            **step,
            "stages": [StageJson(label, [gain._replace(rule_page="") for gain in gains]) for label, gains in stages],
        }
        for step in replay["steps"]
        for stages in (step["stages"],)
    ]
    return {**replay, "steps": steps}


def _replay(match: Match) -> ReplayJson:
    board, names = board_of(match.game), match.names
    data: _MatchJson = {
        "match": match.id,
        "version": match.version,
        "title": own_title(match) or plain(" – ".join(names)),
        "game": GameJson(game(match), match.game_title),
        "facts": facts(match),
        "names": [plain(name) for name in names],
        "marks": [shape_to_json(boxed_mark(seat)) for seat in range(len(names))],
        "symbols": board.symbols(),
        "scene": to_json(board.scene(match.frames[0].state, names)),
        **tail(match),
        "undone": undone(match),
        "fewest_points_win": match.fewest_points_win,
        "explorable": facts_of(match.game).records_moves,
    }
    return {"revision": blake2b(compact(data).encode(), digest_size=8).hexdigest(), **data}


_packed: Final = SharedAnswers[PackedObject](64 << 20)


def packed_payload(match: Match) -> PackedObject:
    """The payload without notes, computed once per version and language for all readers. Raises MatchUnavailable."""
    return _packed.get(cache_key(match), lambda: PackedObject(_replay(checked(match))))


def tail(match: Match, after: int | None = None) -> TailJson:
    """With the steps after the event with version `after`; None: with all steps."""
    frames, stories = with_scorings(match.frames, match.stories)
    first = next((place + 1 for place in range(len(frames) - 1, -1, -1) if frames[place].version == after), 0)
    return {
        "steps": _steps(match, frames, stories, first),
        "rounds": [RoundJson(band.number, band.first, band.last) for band in analysis.rounds(frames)],
        "lead_changes": list(analysis.lead_changes(analysis.compared(frames, fewest=match.fewest_points_win))),
        "result": result(match),
        "is_open": match.state == "open",
    }


def _steps(match: Match, frames: Sequence[Frame], stories: Sequence[Sequence[Step]], first: int) -> list[StepJson]:
    """The steps from index `first` on."""
    moments = zip(frames, turns(frames), analysis.tempo(frames), stories, strict=True)
    says = (sentence(match, frames, index) for index in range(first, len(frames)))
    rows = zip([*moments][first:], says, _changes(match, frames, first), strict=True)
    steps: list[StepJson] = [
        {
            "at": frame.version,
            "round": frame.round,
            "turn": turn,
            "seat": frame.seat,
            "says": says,
            "scores": list(frame.scores),
            "seconds": None if isinstance(frame.event, SCORINGS) else seconds,
            "patches": [patch_to_json(patch) for patch in changed],
            "stages": _stages(story, says),
            "scoring": story[0].scoring if isinstance(frame.event, SCORINGS) else None,
        }
        for (frame, turn, seconds, story), says, changed in rows
    ]
    for step, more in zip(steps, _continued(match.game, frames)[first:], strict=True):
        if more:
            step["more"] = True
    return steps


def _continued(game: AnyGame, frames: Sequence[Frame]) -> list[bool]:
    """For every frame, whether a choice made at once with its own follows."""
    if not hasattr(game, "actors"):
        return [False] * len(frames)
    acting = [set(actors_of(game, frame.state)) for frame in frames]
    before = [set[Seat](), *acting]
    return [
        bool(now) and frame.seat is not None and now == was - {frame.seat}
        for frame, was, now in zip(frames, before, acting, strict=False)
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


def _stages(story: Sequence[Step], says: str) -> list[StageJson]:
    """The stages with points; a label that is the sentence of the step is not said twice."""
    return [
        StageJson(
            "" if (label := plain(translate(step.label))) == says else label,
            [
                GainJson(
                    gain.seat,
                    gain.points,
                    plain(translate(gain.source)),
                    points_address(gain.rule),
                    list(gain.cells),
                )
                for gain in step.gains
            ],
        )
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
