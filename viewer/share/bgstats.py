"""A match as a link that BG Stats takes a play from: opened where the app is installed, it asks and then logs it."""

import io
import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import segno

from core.game import Points
from eventstore.match import Match
from viewer.boards.text import plain
from viewer.findings import fewest_win
from viewer.share.title import title

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="


def link(match: Match) -> str:
    """The address with the whole play in it, as JSON."""
    return ADDRESS + quote(json.dumps(play(match), ensure_ascii=False, separators=(",", ":")), safe="")


def qr(match: Match) -> str:
    """The link as a QR code, an SVG to be shown as an image. Raises ValueError where it is too long for one."""
    try:
        code = segno.make(link(match), error="l", micro=False)
    except segno.DataOverflowError:
        raise ValueError("The play is too long for a QR code; open the link instead.") from None
    out = io.BytesIO()
    code.save(out, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return out.getvalue().decode()


def play(match: Match) -> dict[str, Any]:
    """The play in the app's own words; what is not known is left out, as null is not among them.

    `winner` and `startPlayer` are told of everybody: the app on Android refuses a play without them.
    """
    game, bgg_id = title(match)
    scores = match.now.scores
    told = {
        "sourceName": "Partie",
        "sourcePlayId": match.id,
        "playDate": _date(match),
        "durationMin": minutes(match),
        "location": plain(match.header.place or ""),
        "game": _told(
            name=game,
            sourceGameId=f"{match.game.KEY}:{game}",
            bggId=bgg_id,
            highestWins=not fewest_win(match),
            noPoints=all(points is None for points in scores),
        ),
        "players": [_player(match, seat, points) for seat, points in enumerate(scores)],
    }
    return _told(**told)


def minutes(match: Match) -> int | None:
    """How long the match took, rounded; None while it is open and where a time is not known."""
    began = match.header.started_at or next((frame.happened_at for frame in match.frames if frame.happened_at), None)
    ended = match.now.happened_at
    if match.outcome is None or began is None or ended is None:
        return None
    took = round((datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds() / 60)
    return took if took > 0 else None


def _player(match: Match, seat: int, points: Points) -> dict[str, Any]:
    outcome = match.outcome
    return _told(
        name=plain(match.names[seat]),
        sourcePlayerId=match.header.players[seat],
        startPlayer=seat == 0,
        winner=bool(outcome and seat in outcome.winners),
        rank=outcome.ranks[seat] if outcome and outcome.winners else None,
        score=points,
    )


def _date(match: Match) -> str | None:
    """When it began, in UTC; noon where only the day is known, which is the same day almost everywhere."""
    if match.header.started_at:
        began = datetime.fromisoformat(match.header.started_at).astimezone(UTC)
        return began.strftime("%Y-%m-%d %H:%M:%S")
    day = match.header.played_on or ""
    return f"{day} 12:00:00" if len(day) == len("2026-11-20") else None


def _told(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "")}
