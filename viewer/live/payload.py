"""The table as the live record component receives it: after every event, because it shows one moment only.

 {"revision": digest of all the rest, "match": its id, "version", "title", "round", "state": open|finished|closed,
 "turn": seat, "chance" or null (a score sheet has no turns), "result": the result in a line, "names",
 "marks": [SHAPE of every seat],
 "points": [text of every seat], "winners": [seat, ...], "symbols": SVG for <defs>, "scene": SCENE,
 "tapped": whether moves are tapped or picked from a list, "within": [tap, ...], "moves": [MOVE, ...],
 "openings": [tap, ...], "tasks": instructions, see `viewer.live.tasks`,
 "pictures": {words of a choice: [SHAPE, ...]}, "draws": `viewer.boards.chance_input` or null,
 "sheet": the next line of a score sheet or null, "tally": points by source, once the match is over, or null,
 "claim": {"points": [text of every seat], "why": text}, the result noted by the players, or null if it is the same,
 "last": [[version, seat or null, sentence, points], ...] the latest events, the newest first,
 "undone": the last event taken back that can be restored, as JSON, or null}

 MOVE: [[tap, ...], event as JSON, sentence, points as text]

SCENE and SHAPE are those of `viewer.boards.scene`, taps those of `viewer.boards.Tappable`.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Any, Final

import pydantic_core

from core import analysis, corrections
from core.game import CHANCE, Gain, Seat
from core.games.scoresheet.rules import proposed_winners, sides
from core.games.scoresheet.state import FINAL
from core.sheet_template import Template
from eventstore import codec
from eventstore.matches.match import Match
from viewer import language
from viewer.boards import Board, Drawable, Spotted, Tappable, board_of
from viewer.boards.chance_input import draws_to_json
from viewer.boards.scene import Json, Scene, patch_to_json, patches, shape_to_json, to_json
from viewer.boards.seat import boxed_mark
from viewer.boards.text import number, plain
from viewer.language import gettext
from viewer.live.taps import Branch, Taps, branch
from viewer.live.tasks import tasks_to_json
from viewer.match_sentences import result, sentence, sentences, signed, source

MAX_LATEST: Final = 5
"""Number of events shown beside the table."""


def payload(match: Match, within: Taps = ()) -> dict[str, Json]:
    """The current table, with the legal moves that begin with the taps `within`."""
    game, board, now, names = match.game, board_of(match.game), match.now, match.names
    is_sheet = game.KEY == "scoresheet"
    branched = branch(game, board, now.state, within) if isinstance(now.turn, int) and not is_sheet else None
    data: dict[str, Json] = {
        "match": match.id,
        "version": match.version,
        "title": plain(match.header.title or language.translate(match.game_title)),
        "round": 0 if is_sheet else now.round if now.turn is None else max(1, game.round_number(now.state)),
        "state": match.state,
        "turn": None if is_sheet else now.turn,
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
        "tasks": tasks_to_json(match, branched),
        "openings": list(branched.openings) if branched else [],
        "pictures": _pictures(board, branched) if branched else {},
        "draws": draws_to_json(board.draws(now.state)) if now.turn == CHANCE and isinstance(board, Drawable) else None,
        "sheet": _sheet(match) if is_sheet and now.turn is not None else None,
        "tally": _tally(match) if now.turn is None else None,
        "claim": _claim(match),
        "last": _last(match),
        "undone": next((codec.encode_event(entry.event) for entry in corrections.redoable(match.log)), None),
    }
    return {"revision": blake2b(pydantic_core.to_json(data), digest_size=8).hexdigest(), **data}


def _scene(match: Match) -> Scene:
    """The scene, with the tap targets that the board itself does not draw."""
    board, state = board_of(match.game), match.now.state
    scene = board.scene(state, match.names)
    if not isinstance(board, Spotted) or not isinstance(match.now.turn, int):
        return scene
    spots = board.spots(state)
    return Scene(tuple(replace(panel, shapes=panel.shapes + spots.get(panel.id, ())) for panel in scene.panels))


def _pictures(board: Board, branched: Branch) -> dict[str, Json]:
    if not isinstance(board, Spotted):
        return {}
    taps = {tap for all_taps, _ in branched.moves for tap in all_taps} | set(branched.openings)
    choices = sorted(tap.lstrip("+=") for tap in taps if tap.lstrip("+").startswith("="))
    return {words: [shape_to_json(part) for part in board.picture(words)] for words in choices}


def _move(match: Match, taps: Taps, event: Any) -> Json:
    state = match.now.state
    text = board_of(match.game).sentence(state, event, match.names)
    return [list(taps), codec.encode_event(event), text, _points(_gains(match, event), event.seat)]


def _gains(match: Match, event: Any) -> list[Gain]:
    """The gains of a possible event; final scoring is not its doing."""
    story = match.game.story(match.now.state, event)
    return [gain for step in story if not step.final for gain in step.gains]


def _points(gains: Sequence[Gain], seat: Seat) -> str:
    """Points a seat gains or loses in all, with sign; empty for zero."""
    total = sum(gain.points for gain in gains if gain.seat == seat)
    return signed(total) if total else ""


def preview(match: Match, event_json: str) -> dict[str, Json] | None:
    """The changes of a move: {"event": its JSON, "patches": [PATCH, ...], "gains": [[cell, points as text], ...]}.

    None if it is not the JSON of a move that is legal now.
    """
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
            [gain.cells[0] if gain.cells else f"{gain.seat}/score", signed(gain.points)]
            for gain in _gains(match, event)
            if gain.points
        ],
    }


def _last(match: Match) -> list[Json]:
    """The latest events, newest first; for an event of a seat, with the change of its points."""
    frames = match.frames
    latest: list[Json] = []
    for index in range(len(frames) - 1, max(0, len(frames) - 1 - MAX_LATEST), -1):
        frame, before = frames[index], frames[index - 1]
        seat = None if match.game.KEY == "scoresheet" else frame.seat  # A line of a score sheet concerns all seats.
        change = 0.0 if seat is None else (frame.scores[seat] or 0) - (before.scores[seat] or 0)
        latest.append([frame.version, seat, sentence(match, frames, index), signed(change) if change else ""])
    return latest


def _claim(match: Match) -> dict[str, Json] | None:
    claim = match.claim
    if claim is None or claim.scores == match.now.scores:
        return None
    return {"points": [number(points) for points in claim.scores], "why": plain(claim.why or "")}


def _sheet(match: Match) -> dict[str, Json]:
    """The next line: its default label, whether final points can still be noted, the winners by points."""
    state = match.now.state
    labels = {line.label for line in state.noted}
    return {
        "label": next(
            name for n in range(1, len(labels) + 2) if (name := gettext("Round {number}", number=n)) not in labels
        ),
        "final": None if labels else FINAL,
        "open": FINAL not in labels,
        "proposed": list(proposed_winners(state)),
        "together": match.options.cooperative,
        "scores": list(match.now.scores),
        "labels": [line.label for line in state.noted],
        "lowest": match.options.lowest_wins,
        "template": _template(state.template) if state.template else None,
        "sides": [list(side) for side in sides(state)],
    }


def _template(template: Template) -> dict[str, Json]:
    """The categories as objects, and those that break a tie."""
    categories = [asdict(category) for category in template.categories]
    return {"categories": [*categories], "tie_break": [*template.deciding_categories()]}


def _tally(match: Match) -> list[Json]:
    """For each source [source, points by seat as text, [[round, sentence, seat, points as text, rule], ...]]."""
    frames, says = match.frames, sentences(match)
    gains = analysis.gains(match.stories)
    rows: dict[str, list[Json]] = {}
    for frame, said, of_frame in zip(frames, says, gains, strict=True):
        for gain in of_frame:
            if gain.points:
                rows.setdefault(gain.source, []).append([frame.round, said, gain.seat, signed(gain.points), gain.rule])
    return [
        [source(column), [signed(points) if points else "0" for points in column.points], rows.get(column.source, [])]
        for column in analysis.breakdown(frames, gains)
    ]
