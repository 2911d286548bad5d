"""A match as a link for BG Stats: where the app is installed, the link opens it, and the user confirms the play."""

import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from eventstore.matches.match import Match
from eventstore.statistics import extract
from eventstore.statistics.plays import SeatResult
from viewer.components.share.words import title
from viewer.locale.plain_text import plain

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="


def link(match: Match) -> str:
    """The link with the whole play as JSON."""
    return ADDRESS + quote(json.dumps(play(match), ensure_ascii=False, separators=(",", ":")), safe="")


def play(match: Match) -> dict[str, Any]:
    """The play in the app's JSON format; unknown values are left out, because it does not allow null.

    `winner` and `startPlayer` are given for every player: the Android app refuses a play without them.
    """
    game, bgg_id = title(match)
    scores = match.now.scores
    play = {
        "sourceName": "Partie",
        "sourcePlayId": match.id,
        "playDate": _date(match),
        "durationMin": minutes(match),
        "location": plain(match.header.place or ""),
        "game": _known_fields(
            name=game,
            sourceGameId=f"{match.game.KEY}:{game}",
            bggId=bgg_id,
            highestWins=not match.fewest_points_win,
            noPoints=all(points is None for points in scores),
        ),
        "players": [_player(match, seat, result) for seat, result in enumerate(extract.played(match, order=0).seats)],
    }
    return _known_fields(**play)


def minutes(match: Match) -> int | None:
    """Duration of the match, rounded; None while it is open, and if a time is unknown."""
    began = match.header.started_at or next((frame.happened_at for frame in match.frames if frame.happened_at), None)
    ended = match.now.happened_at
    if match.outcome is None or began is None or ended is None:
        return None
    took = round((datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds() / 60)
    return took if took > 0 else None


def _player(match: Match, seat: int, result: SeatResult) -> dict[str, Any]:
    outcome = match.outcome
    return _known_fields(
        name=plain(match.names[seat]),
        sourcePlayerId=match.header.players[seat],
        startPlayer=bool(result.started),
        winner=bool(outcome and seat in outcome.winners),
        rank=outcome.ranks[seat] if outcome and outcome.winners else None,
        score=result.score,
    )


def _date(match: Match) -> str | None:
    """The start in UTC; noon if only the day is known, which is the same day in almost every time zone."""
    if match.header.started_at:
        began = datetime.fromisoformat(match.header.started_at).astimezone(UTC)
        return began.strftime("%Y-%m-%d %H:%M:%S")
    day = match.header.played_on or ""
    return f"{day} 12:00:00" if len(day) == len("2026-11-20") else None


def _known_fields(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "")}
