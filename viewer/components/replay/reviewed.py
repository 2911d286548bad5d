"""The review of a match as the replay shows it, in the reader's language.

Of moves and draws whose change is not claimed nothing is said but that it is not known.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, NotRequired, TypedDict

from core.record import Frame
from core.review.moments import HARDLY, KeyMoment, is_lucky, is_mistake, key_moments, lucky_seat
from core.review.review import Effort, Grade, Review, ReviewedChance, ReviewedMove, ReviewedPosition
from eventstore.matches.match import Match
from viewer.boards import board_of
from viewer.boards.scene import Shape, ShapeJson, patches, shape_to_json
from viewer.components.replay.exploring import LineJson, TriedLine, line_to_json
from viewer.components.replay.reasons import reason_in_words
from viewer.locale.language import gettext, gettext_noop, percent
from viewer.locale.plain_text import fit, number, plain
from viewer.texts.match_sentences import MAX_NAME, not_judged, signed, signed_percent


class GhostJson(NamedTuple):
    """A piece of the better move, where it would lie or be taken from."""

    panel: str
    shape: ShapeJson
    arrives: bool


def ghost(match: Match, before: Frame, best: object) -> list[GhostJson]:
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
    return [GhostJson(panel, shape_to_json(shape), arrives) for (panel, _), shape, arrives in pieces]


def _look(shape: Shape) -> object:
    return dict(shape.attributes).get("href")


def _place(shape: Shape) -> object:
    attributes = dict(shape.attributes)
    return [attributes.get(name) for name in ("x", "y", "transform")]


SIGNS: Final[dict[Grade, tuple[str, str]]] = {
    "inaccuracy": ("?!", gettext_noop("inaccuracy")),
    "mistake": ("?", gettext_noop("mistake")),
    "blunder": ("??", gettext_noop("blunder")),
}
"""Sign and word of the grades that are claimed."""


class WinsJson(NamedTuple):
    """The chances to win after an event, by seat."""

    version: int
    wins: list[float]


class MistakeJson(TypedDict):
    """`lost` is a signed percentage, `line` the best move with its continuation; the rest are words and sentences.

    `reason` is empty where nothing explains the loss.
    """

    at: int
    grade: Grade
    sign: str
    word: str
    lost: str
    cost: str
    best: str
    reason: str
    ghost: list[GhostJson]
    line: LineJson


class LuckJson(NamedTuple):
    """A draw; the title is empty where it is not known whom it favored."""

    version: int
    says: str
    title: str


class MomentJson(NamedTuple):
    """A key moment; the sign is empty for luck."""

    version: int
    seat: int
    sign: str
    says: str


class ReviewData(TypedDict):
    """`why` moves are not judged, or empty; `sentence`: the chances in words; `judged`: versions of judged moves.

    `deeper` is a larger effort that the reader may ask for.
    """

    effort: Effort
    why: str
    sentence: str
    wins: list[WinsJson]
    judged: list[int]
    mistakes: list[MistakeJson]
    lucks: list[LuckJson]
    moments: list[MomentJson]
    deeper: NotRequired[Effort | None]


def review_to_json(match: Match, review: Review) -> ReviewData:
    moments = key_moments(review)
    grades = {move.version: move.grade for move in review.moves}
    return {
        "effort": review.engine.effort,
        "why": "" if review.judged else not_judged(len(match.names)),
        "sentence": _sentence(match, review.positions, moments, grades),
        "wins": [WinsJson(each.version, [round(win, 4) for win in each.win]) for each in review.positions],
        "judged": [move.version for move in review.moves],
        "mistakes": [_mistake(match, move) for move in review.moves if is_mistake(move)],
        "lucks": [_luck(match, chance) for chance in review.chance],
        "moments": [_moment(match, moment, grades) for moment in moments],
    }


def _sentence(
    match: Match, positions: Sequence[ReviewedPosition], moments: Sequence[KeyMoment], grades: Mapping[int, Grade]
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
    return plain(fit(match.names[seat], MAX_NAME))


def _moment(match: Match, moment: KeyMoment, grades: Mapping[int, Grade]) -> MomentJson:
    sign = SIGNS[grades[moment.version]][0] if moment.kind == "choice" else ""
    return MomentJson(moment.version, moment.seat, sign, _moment_in_words(match, moment, grades))


def _moment_in_words(match: Match, moment: KeyMoment, grades: Mapping[int, Grade]) -> str:
    name, win = _name(match, moment.seat), signed_percent(moment.win)
    if moment.kind == "chance":
        return gettext("luck for {name}, {win}", name=name, win=win)
    return gettext("{name}: {grade}, {win}", name=name, grade=gettext(SIGNS[grades[moment.version]][1]), win=win)


def _luck(match: Match, chance: ReviewedChance) -> LuckJson:
    seat = lucky_seat(chance)
    if not is_lucky(chance):
        values = {"win": percent(max(HARDLY, chance.error.win)), "lead": number(max(1, round(chance.error.lead)))}
        says = gettext("Luck not known: within ±{win} chance to win and ±{lead} points.", **values)
        return LuckJson(chance.version, says, "")
    title = gettext("Luck for {name}", name=_name(match, seat))
    win, lead = chance.change.win[seat], chance.change.lead[seat]
    values = {"win": signed_percent(win), "error": _margin(chance.error.win), "lead": signed(round(lead, 1))}
    says = gettext("{win} chance to win (±{error}) and {lead} points against an average draw.", **values)
    return LuckJson(chance.version, says, title)


def _margin(error: float) -> str:
    """The stated error in percentage points."""
    return number(max(1, round(100 * error)))


def _mistake(match: Match, move: ReviewedMove) -> MistakeJson:
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
        "reason": reason_in_words(match.game, match.names, before.state, move),
        "ghost": ghost(match, before, best),
        "line": _line(match, before, move),
    }


def _line(match: Match, before: Frame, move: ReviewedMove) -> LineJson:
    events = (match.game.parse(text) for text in (move.best, *move.continuation))
    return line_to_json(TriedLine(match.version, before.version, tuple(events)))
