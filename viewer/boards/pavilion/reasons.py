"""Why a move was better, in words: stars, numbers, tiles thrown away or kept."""

from collections.abc import Sequence

from core.comparison import Fact, Reason
from core.game import Seat
from core.games.pavilion.comparing import CORNERS, START
from core.games.pavilion.state import COLORS, State
from core.multiset import pieces
from viewer.boards.pavilion.words import tiles_in_words
from viewer.locale.language import gettext, ngettext, translate
from viewer.locale.plain_text import number, plain


def gain(reason: Reason, fact: Fact, names: Sequence[str]) -> str:
    """The gain of a fact in words, without a final period."""
    thing = fact.thing
    name, more, less = plain(names[thing.seat]), *sorted((fact.best.points, fact.played.points), key=abs, reverse=True)
    many, other = int(abs(more)), number(abs(less))
    match thing.source:
        case "placement":
            return ngettext(
                "{number} point on the {star} star in this round instead of {other}",
                "{number} points on the {star} star in this round instead of {other}",
                many,
                star=translate(thing.key),
                other=other,
            )
        case "star":
            return ngettext(
                "{number} point for the complete {star} star",
                "{number} points for the complete {star} star",
                many,
                star=translate(thing.key),
            )
        case "number":
            return ngettext(
                "{number} point for complete numbers instead of {other}",
                "{number} points for complete numbers instead of {other}",
                many,
                other=other,
            )
        case "discard":
            return ngettext(
                "{name} loses {number} point for discarded tiles instead of {other}",
                "{name} loses {number} points for discarded tiles instead of {other}",
                many,
                name=name,
                other=other,
            )
        case "token":
            return ngettext(
                "{name} loses {number} point with the start token instead of {other}",
                "{name} loses {number} points with the start token instead of {other}",
                many,
                name=name,
                other=other,
            )
        case source if source == CORNERS:
            kept = [_kept(line.end, thing.seat) for line in (reason.best, reason.played)]
            return gettext(
                "After the better move, {name} keeps {best} for the next round instead of {played}",
                name=name,
                best=kept[0],
                played=kept[1],
            )
        case source if source == START:
            begins = plain(names[reason.played.end.start])
            return gettext(
                "After the better move, {name} begins the next round instead of {other}", name=name, other=begins
            )
    return ""


def _kept(table: State, seat: Seat) -> str:
    corners = table.boards[seat].corners
    return tiles_in_words([COLORS[color] for color in pieces(corners)]) or gettext("no tile")
