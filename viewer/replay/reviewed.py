"""The review of a match as the replay shows it, in the reader's language.

 {"effort", "why": why moves are not judged or "",
 "sentence": the chances in words, "wins": [[version, [chance to win by seat]], ...],
 "judged": [version of a judged move, ...],
 "mistakes": [MISTAKE, ...], "lucks": [[version, sentence, title], ...],
 "moments": [[version, seat, sign or "", sentence], ...]}

 MISTAKE: {"at": version, "grade", "sign", "word", "lost": as a signed percentage, "cost": sentence, "best": sentence,
  "reason": sentence or "", "ghost": [[panel, SHAPE, whether it arrives], ...],
  "line": the best move and its continuation as a line to explore (see `viewer.replay.exploring`)}

Moves and deals whose change is below the noise are not claimed: such a move is as good as the best one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from core.record import Frame
from core.review.moments import NOISE, KeyMoment, is_claimed, is_mistake, key_moments, lucky_seat
from core.review.reasons import Reason, reason
from core.review.review import Grade, Position, Review, ReviewedChance, ReviewedMove
from eventstore import codec
from eventstore.matches.match import Match
from viewer.boards import Holding, board_of
from viewer.boards.scene import Json, Shape, patches, shape_to_json
from viewer.boards.text import fit, number, plain
from viewer.language import gettext, gettext_noop, percent, translate
from viewer.match_sentences import LONGEST_NAME, signed, signed_percent
from viewer.reviews import not_judged

SIGNS: Final[dict[Grade, tuple[str, str]]] = {
    "inaccuracy": ("?!", gettext_noop("inaccuracy")),
    "mistake": ("?", gettext_noop("mistake")),
    "blunder": ("??", gettext_noop("blunder")),
}
"""Sign and word of the grades that are claimed."""

MAX_HOLDINGS: Final = 2
"""Differences between two tables that are named."""

_TELLING: Final = 1 / 3
"""Of the points that a move loses: fewer that the others miss are no reason, unless the match is over."""


def review_to_json(match: Match, review: Review) -> dict[str, Json]:
    moments = key_moments(review)
    grades = {move.version: move.grade for move in review.moves}
    return {
        "effort": review.engine.effort,
        "why": "" if review.judged else not_judged(len(match.names)),
        "sentence": _sentence(match, review.positions, moments, grades),
        "wins": [[each.version, [round(min(1, max(0, win)), 4) for win in each.win]] for each in review.positions],
        "judged": [move.version for move in review.moves],
        "mistakes": [_mistake(match, move) for move in review.moves if is_mistake(move)],
        "lucks": [_luck(match, chance) for chance in review.chance],
        "moments": [_moment(match, moment, grades) for moment in moments],
    }


def _sentence(
    match: Match, positions: Sequence[Position], moments: Sequence[KeyMoment], grades: Mapping[int, Grade]
) -> str:
    """The chances in words: those of the winner, of the leader while the match is open, and the largest change."""
    last = positions[-1]
    seat = max(range(len(last.win)), key=lambda own: last.win[own])
    lowest = min(positions, key=lambda position: position.win[seat])
    rounds = {frame.version: frame.round for frame in match.frames}
    parts = [
        gettext(
            "Chance to win of {name}: {start} at the start, {lowest} at its lowest (round {round}), {end} at the end.",
            name=_name(match, seat),
            start=percent(positions[0].win[seat]),
            lowest=percent(lowest.win[seat]),
            round=max(rounds[lowest.version], 1),
            end=percent(last.win[seat]),
        )
    ]
    if moments:
        largest = max(moments, key=lambda moment: abs(moment.win))
        change = gettext(
            "The largest change in round {round}: {moment}.",
            round=rounds[largest.version],
            moment=_moment_in_words(match, largest, grades),
        )
        parts.append(change)
    return " ".join(parts)


def _name(match: Match, seat: int) -> str:
    return plain(fit(match.names[seat], LONGEST_NAME))


def _moment(match: Match, moment: KeyMoment, grades: Mapping[int, Grade]) -> Json:
    sign = SIGNS[grades[moment.version]][0] if moment.kind == "choice" else ""
    return [moment.version, moment.seat, sign, _moment_in_words(match, moment, grades)]


def _moment_in_words(match: Match, moment: KeyMoment, grades: Mapping[int, Grade]) -> str:
    name, win = _name(match, moment.seat), signed_percent(moment.win)
    if moment.kind == "chance":
        return gettext("luck for {name}, {win}", name=name, win=win)
    return gettext("{name}: {grade}, {win}", name=name, grade=gettext(SIGNS[grades[moment.version]][1]), win=win)


def _luck(match: Match, chance: ReviewedChance) -> Json:
    seat = lucky_seat(chance)
    if not is_claimed(chance.change, chance.error, seat):
        return [chance.version, gettext("Fair: this draw favored nobody."), ""]
    title = gettext("Luck for {name}", name=_name(match, seat))
    win, lead = chance.change.win[seat], chance.change.lead[seat]
    values = {"win": signed_percent(win), "error": _margin(chance.error.win), "lead": signed(round(lead, 1))}
    says = gettext("{win} chance to win (±{error}) and {lead} points against an average draw.", **values)
    return [chance.version, says, title]


def _margin(error: float) -> str:
    """Twice the standard error, in percentage points."""
    return number(max(1, round(100 * NOISE * error)))


def _mistake(match: Match, move: ReviewedMove) -> Json:
    index = next(place for place, frame in enumerate(match.frames) if frame.version == move.version)
    before, board = match.frames[index - 1], board_of(match.game)
    sign, word = SIGNS[move.grade]
    win, lead = move.change.win[move.seat], move.change.lead[move.seat]
    values = {"win": signed_percent(win), "error": _margin(move.error.win), "lead": signed(round(lead, 1))}
    best = match.game.parse(move.best)
    return {
        "at": move.version,
        "grade": move.grade,
        "sign": sign,
        "word": gettext(word),
        "lost": signed_percent(win),
        "cost": gettext("{win} chance to win (±{error}) and {lead} points against the best move.", **values),
        "best": board.sentence(before.state, best, match.names),
        "reason": _reason(match, move),
        "ghost": _ghost(match, before, best),
        "line": _line(match, before, move),
    }


def _reason(match: Match, move: ReviewedMove) -> str:
    """The points of the better move by source, or what it leads to; and what the others miss, where that is more."""
    found = reason(match.game, match.frames, move)
    if found is None:
        return ""
    parts = [
        _instead(plain(translate(own.source)), signed(own.best), signed(own.played))
        for own in found.sources
        if found.own > 0
    ]
    says = [_within(found, "; ".join(parts)) if parts else _leads_to(match, move.seat, found)]
    if found.ended and not found.ends:
        says.append(gettext("It keeps the match from ending with this round."))
    telling = 0.0 if found.ends else -_TELLING * move.change.lead[move.seat]
    if -found.others > max(0.0, found.own, telling):
        says.append(_others_miss(found))
    return " ".join(each for each in says if each) or _pays_later(found)


def _pays_later(found: Reason) -> str:
    if found.ends:
        return ""
    if found.is_round:
        return gettext("It brings no more points in this round; it pays later.")
    if found.moves == 1:
        return gettext("It brings no more points at once; it pays later.")
    return gettext("It brings no more points within the next {number} moves; it pays later.", number=found.moves)


def _others_miss(found: Reason) -> str:
    lost = number(round(-found.others, 1))
    if found.is_round:
        return gettext("Points that the others miss until the end of the round: {points}.", points=lost)
    return gettext(
        "Points that the others miss within the next {number} moves: {points}.", number=found.moves, points=lost
    )


def _within(found: Reason, sources: str) -> str:
    if found.ends:
        return gettext("It brings until the end of the match: {sources}.", sources=sources)
    if found.is_round:
        return gettext("It brings until the end of the round: {sources}.", sources=sources)
    if found.moves == 1:
        return gettext("It brings: {sources}.", sources=sources)
    return gettext("It brings within the next {number} moves: {sources}.", number=found.moves, sources=sources)


def _leads_to(match: Match, seat: int, found: Reason) -> str:
    """What the seat has more of, or less where that is better, once both lines are played."""
    board = board_of(match.game)
    if found.ends or not isinstance(board, Holding):
        return ""
    played, best = (board.holdings(table, seat) for table in found.tables)
    better = [
        _instead(name, number(own), number(was))
        for (name, own, more), (_, was, _) in zip(best, played, strict=True)
        if own != was and (own > was) == more
    ][:MAX_HOLDINGS]
    return gettext("It leads to: {parts}.", parts="; ".join(better)) if better else ""


def _instead(what: str, best: str, played: str) -> str:
    return gettext("{source} {best} instead of {played}", source=what, best=best, played=played)


def _line(match: Match, before: Frame, move: ReviewedMove) -> Json:
    events = [match.game.parse(text) for text in (move.best, *move.continuation)]
    return {
        "base": match.version,
        "since": before.version,
        "events": [codec.decode_object(codec.encode_event(event)) for event in events],
    }


def _ghost(match: Match, before: Frame, best: object) -> list[Json]:
    """The pieces of the move where they would lie, and where they would be taken from.

    Where seats have boards of their own the pieces that reach one count; those of a hand that is only laid out anew
    keep id and look. Otherwise a piece that keeps its id was moved.
    """
    board = board_of(match.game)
    old = board.scene(before.state, match.names)
    new = board.scene(match.game.story(before.state, best)[0].state, match.names)
    changes = patches(old, new)
    seats = {panel.id for panel in old.panels if panel.seat is not None}
    lay = {(panel.id, shape.id): shape for panel in old.panels for shape in panel.shapes}
    arriving = {
        (patch.panel, shape.id): shape
        for patch in changes
        if patch.panel in seats or not seats
        for shape in patch.put
        if shape.tag == "use"
    }
    if seats:
        arriving = {id: shape for id, shape in arriving.items() if id not in lay or _look(lay[id]) != _look(shape)}
    kinds = {_look(shape) for shape in arriving.values()}
    gone = {(patch.panel, id) for patch in changes for id in patch.gone if _look(lay[patch.panel, id]) in kinds}
    moved = {id for id, shape in arriving.items() if id in lay and _place(lay[id]) != _place(shape)}
    pieces = [*((id, shape, True) for id, shape in arriving.items())]
    pieces += [(id, lay[id], False) for id in lay if id in gone | moved]
    return [[panel, shape_to_json(shape), arrives] for (panel, _), shape, arrives in pieces]


def _look(shape: Shape) -> object:
    return dict(shape.attributes).get("href")


def _place(shape: Shape) -> object:
    attributes = dict(shape.attributes)
    return [attributes.get(name) for name in ("x", "y", "transform")]
