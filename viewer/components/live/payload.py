"""The table as the live record component receives it: after every event, because it shows one moment only."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Final, NamedTuple, NotRequired, TypedDict

from core import analysis, corrections
from core.game import CHANCE, Gain, Seat, Turn, actors_of, facts_of
from core.json_text import compact
from core.ranking import sum_of
from core.record_events import ChoiceCovered
from core.scoring_frames import with_scorings
from eventstore import codec
from eventstore.matches.match import Match, MatchState
from viewer.boards import Board, Drawable, Spotted, Tappable, board_of
from viewer.boards.chance_input import DrawsJson, draws_to_json
from viewer.boards.scene import (
    Json,
    PatchJson,
    Scene,
    SceneJson,
    ShapeJson,
    patch_to_json,
    patches,
    shape_to_json,
    to_json,
)
from viewer.boards.seat import boxed_mark
from viewer.components.live.number_moves import NumberMoves, around
from viewer.components.live.sheet import SheetJson, sheet_to_json
from viewer.components.live.taps import Branch, Taps, branch
from viewer.components.live.tasks import TasksJson, tasks_to_json
from viewer.locale import language
from viewer.locale.plain_text import number, plain
from viewer.texts.match_sentences import result, scored, sentence, sentences, signed, source
from viewer.texts.own_words import own_title
from viewer.texts.rule_texts import points_address


class TallyEventJson(NamedTuple):
    """The points of one rule in one event, as text, with the address of the text of the rule."""

    round: int
    sentence: str
    seat: int
    points: str
    rule_page: str


class TallyJson(NamedTuple):
    """The points from one source, by seat, and the events that brought them."""

    source: str
    points: list[str]
    events: list[TallyEventJson]


def tally_to_json(match: Match) -> list[TallyJson]:
    frames, stories = with_scorings(match.frames, match.stories)
    says, gains = sentences(match, frames), analysis.gains(stories)
    rows = dict[str, list[TallyEventJson]]()
    for frame, said, of_frame in zip(frames, says, gains, strict=True):
        for gain in of_frame:
            if gain.points:
                event = TallyEventJson(frame.round, said, gain.seat, signed(gain.points), points_address(gain.rule))
                rows.setdefault(gain.source, []).append(event)
    return [
        TallyJson(
            source(column), [signed(points) if points else "0" for points in column.points], rows.get(column.source, [])
        )
        for column in analysis.breakdown(frames, gains)
    ]


MAX_LATEST: Final = 5
"""Number of events shown beside the table."""


class MoveJson(NamedTuple):
    """A legal move: its taps (see `viewer.boards.Tappable`), the event as JSON, points as text."""

    taps: list[str]
    event: str
    sentence: str
    points: str


class NumberMovesJson(NamedTuple):
    """Legal moves that differ in one number: the first as JSON, the field, the words around it, its values."""

    event: str
    field: str
    before: str
    after: str
    values: list[int]


class LatestEventJson(NamedTuple):
    """Its own points as text, for an event of a seat; `scored`: the scorings that followed, with the points of all."""

    version: int
    seat: int | None
    sentence: str
    points: str
    scored: list[str]


class ClaimJson(TypedDict):
    """The result noted by the players, where it is another."""

    points: list[str]
    why: str


class CellGainJson(NamedTuple):
    """Points as text, and where on the board they are shown."""

    cell: str
    points: str


class PreviewJson(TypedDict):
    """The changes of a move, an event as JSON."""

    event: str
    patches: list[PatchJson]
    gains: list[CellGainJson]


class LiveRecordData(TypedDict):
    """`revision` is a digest of all the rest of the table; `turn` is null for a score sheet, which has no turns.

    `tapped`: moves are tapped, not picked from a list. `moves` and `openings` begin with the taps `within`. `pictures`:
    by the words of a choice. `tally`: points by source, once the match is over. `last`: the latest events, the newest
    first. `undone`: the last event taken back that can be restored, as JSON. `records`: whether the reader may record.
    `so_far`: the recorded rounds of a sheet. `draft`: what is entered belongs to, where it is not the match.
    """

    revision: str
    match: str
    version: int
    title: str
    round: int
    state: MatchState
    turn: Turn
    actors: list[Seat]
    result: str
    names: list[str]
    marks: list[ShapeJson]
    points: list[str]
    winners: list[int]
    symbols: str
    scene: SceneJson
    tapped: bool
    within: list[str]
    moves: list[MoveJson]
    numbers: list[NumberMovesJson]
    tasks: TasksJson
    openings: list[str]
    pictures: dict[str, list[ShapeJson]]
    draws: DrawsJson | None
    sheet: SheetJson | None
    tally: list[TallyJson] | None
    claim: ClaimJson | None
    last: list[LatestEventJson]
    undone: str | None
    preview: NotRequired[PreviewJson | None]
    records: NotRequired[bool]
    so_far: NotRequired[list[Json]]
    draft: NotRequired[str]


def payload(match: Match, within: Taps = ()) -> LiveRecordData:
    """The current table, with the legal moves that begin with the taps `within`."""
    game, board, now, names = match.game, board_of(match.game), match.now, match.names
    is_sheet = not facts_of(game).records_moves
    branched = branch(game, board, now.state, within) if isinstance(now.turn, int) and not is_sheet else None
    data: LiveRecordData = {
        "revision": "",
        "match": match.id,
        "version": match.version,
        "title": own_title(match) or plain(language.translate(match.game_title)),
        "round": 0 if is_sheet else now.round if now.turn is None else max(1, game.round_number(now.state)),
        "state": match.state,
        "turn": None if is_sheet else now.turn,
        "actors": list(actors_of(game, now.state)) if isinstance(now.turn, int) and not is_sheet else [],
        "result": result(match),
        "names": [plain(name) for name in names],
        "marks": [shape_to_json(boxed_mark(seat)) for seat in range(len(names))],
        "points": [number(points) for points in now.scores],
        "winners": list(match.outcome.winners) if match.outcome else [],
        "symbols": board.symbols(),
        "scene": to_json(_scene(match)),
        "tapped": isinstance(board, Tappable),
        "within": list(branched.within) if branched else [],
        "moves": [_move(match, taps, event) for taps, event in branched.moves] if branched else [],
        "numbers": [_number(match, number) for number in branched.numbers] if branched else [],
        "tasks": tasks_to_json(match, branched),
        "openings": list(branched.openings) if branched else [],
        "pictures": _pictures(board, branched) if branched else {},
        "draws": draws_to_json(board.draws(now.state)) if now.turn == CHANCE and isinstance(board, Drawable) else None,
        "sheet": sheet_to_json(match) if is_sheet and now.turn is not None else None,
        "tally": ([] if is_sheet else tally_to_json(match)) if now.turn is None else None,  # A sheet has its lines.
        "claim": _claim(match),
        "last": _last(match),
        "undone": _undone(match),
    }
    members = {name: value for name, value in data.items() if name != "revision"}
    data["revision"] = blake2b(compact(members).encode(), digest_size=8).hexdigest()
    return data


def _scene(match: Match) -> Scene:
    """The scene, with the tap targets that the board itself does not draw."""
    board, state = board_of(match.game), match.now.state
    scene = board.scene(state, match.names)
    if not isinstance(board, Spotted) or not isinstance(match.now.turn, int):
        return scene
    spots = board.spots(state)
    return Scene(tuple(replace(panel, shapes=panel.shapes + spots.get(panel.id, ())) for panel in scene.panels))


def _pictures(board: Board, branched: Branch) -> dict[str, list[ShapeJson]]:
    if not isinstance(board, Spotted):
        return {}
    taps = {tap for all_taps, _ in branched.moves for tap in all_taps} | set(branched.openings)
    choices = sorted(tap.lstrip("+=") for tap in taps if tap.lstrip("+").startswith("="))
    return {words: [shape_to_json(part) for part in board.picture(words)] for words in choices}


def _move(match: Match, taps: Taps, event: Any) -> MoveJson:
    state = match.now.state
    text = board_of(match.game).sentence(state, event, match.names)
    return MoveJson(list(taps), codec.encode_event(event), text, _points(_gains(match, event), event.seat))


def _number(match: Match, number: NumberMoves) -> NumberMovesJson:
    first, *_, last = number.moves
    board, state = board_of(match.game), match.now.state
    says, says_last = (board.sentence(state, event, match.names) for event in (first, last))
    before, after = around(says, says_last, number.values) or (f"{plain(match.names[first.seat])}: ", "")
    return NumberMovesJson(codec.encode_event(first), number.field, before, after, list(number.values))


def _gains(match: Match, event: Any) -> list[Gain]:
    """The gains of a possible event; the scoring of the round or of the end is not its doing."""
    story = match.game.story(match.now.state, event)
    return [gain for step in story if step.scoring is None for gain in step.gains]


def _points(gains: Sequence[Gain], seat: Seat) -> str:
    """Points a seat gains or loses in all, with sign; empty for zero."""
    total = sum_of(gain.points for gain in gains if gain.seat == seat)
    return signed(total) if total else ""


def preview(match: Match, event_json: str) -> PreviewJson | None:
    """The changes of a move; None if it is not the JSON of a move that is legal now."""
    game, state, board = match.game, match.now.state, board_of(match.game)
    try:
        event = codec.decode_event(game, event_json)
    except ValueError:
        return None
    if not isinstance(event, game.EVENTS) or match.now.turn is None or game.refusal(state, event) is not None:
        return None
    # Only the first stage: the consequences by the rules would hide where the pieces of the move go.
    after = game.story(state, event)[0].state
    changed = patches(board.scene(state, match.names), board.scene(after, match.names))
    return {
        "event": event_json,
        "patches": [patch_to_json(patch) for patch in changed],
        "gains": [
            CellGainJson(gain.cells[0] if gain.cells else f"{gain.seat}/score", signed(gain.points))
            for gain in _gains(match, event)
            if gain.points
        ],
    }


def _last(match: Match) -> list[LatestEventJson]:
    """The latest events, newest first; for an event of a seat, with the change of its points."""
    frames = match.frames
    return [_latest(match, index) for index in range(len(frames) - 1, max(0, len(frames) - 1 - MAX_LATEST), -1)]


def _latest(match: Match, index: int) -> LatestEventJson:
    before, now = match.frames[index - 1 : index + 1]
    game, moved = match.game, now.scores != before.scores and isinstance(now.event, match.game.EVENTS)
    (frame, *scorings), stories = with_scorings([now], [game.story(before.state, now.event) if moved else ()])
    seat = frame.seat if facts_of(game).records_moves else None  # A line of a sheet concerns all seats.
    change = 0.0 if seat is None else (frame.scores[seat] or 0) - (before.scores[seat] or 0)
    return LatestEventJson(
        frame.version,
        seat,
        sentence(match, match.frames, index),
        signed(change) if change else "",
        [
            scored(scoring.event, [gain for step in story for gain in step.gains], match.names)
            for scoring, story in zip(scorings, stories[1:], strict=True)
        ],
    )


def _undone(match: Match) -> str | None:
    event = next((entry.event for entry in corrections.redoable(match.log)), None)
    return None if event is None or isinstance(event, ChoiceCovered) else codec.encode_event(event)


def _claim(match: Match) -> ClaimJson | None:
    claim = match.claim
    if claim is None or claim.scores == match.now.scores:
        return None
    return {"points": [number(points) for points in claim.scores], "why": plain(claim.why or "")}
