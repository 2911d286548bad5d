"""Exports of BG Stats written for tests: one play, as the app would tell it, and its score sheet."""

import json
from typing import Any

from core.games.scoresheet import WinnersNamed
from importers.apps import bgstats
from importers.imported_play import ImportedPlay
from tests.importers.imported import the_play


def export(*seats: dict[str, Any], games: dict[str, Any] | None = None, **play: Any) -> bytes:
    """An export of one play of game 1 by players 1, 2, 3 ... in seat order, unless a seat says otherwise."""
    rows = [{"playerRefId": number, "score": "", "winner": False} | seat for number, seat in enumerate(seats, 1)]
    return json.dumps(
        {
            "games": [{"id": 1, "uuid": "G1", "name": "Kettle Race", "bggId": 7} | (games or {})],
            "players": [
                {"id": 1, "uuid": "AA-1", "name": "Jitka", "isAnonymous": False, "bggUsername": "JitkaB"},
                {"id": 2, "uuid": "aa-2", "name": " Jarda ", "isAnonymous": False, "bggUsername": ""},
                {"id": 3, "uuid": "AA-3", "name": "Jarda", "isAnonymous": False},
                {"id": 9, "uuid": "AA-9", "name": "Anonymous player", "isAnonymous": True},
            ],
            "locations": [{"id": 5, "uuid": "L", "name": "Brno"}],
            "tags": [{"id": 6, "uuid": "T", "name": "league"}],
            "plays": [
                {"uuid": "3C9682F4", "gameRefId": 1, "playDate": "2026-11-20 19:30:05", "playerScores": rows} | play
            ],
        }
    ).encode()


def one(data: bytes) -> ImportedPlay:
    return the_play(bgstats.read(data))


def won(play: ImportedPlay) -> tuple[int, ...] | None:
    last = play.events[-1]
    return last.seats if isinstance(last, WinnersNamed) else None


def sheet(*rows: dict[str, Any], **more: Any) -> str:
    """A sheet of one group; cells belong to players 1 and 2."""
    return json.dumps({"version": 1, "groups": [{"templateId": "1", "rows": rows}], **more})


def row(label: str, *cells: str | None, **more: Any) -> dict[str, Any]:
    return {
        "label": label,
        "templateId": label.lower(),
        "scores": dict(zip(("aa-1", "AA-2"), cells, strict=True)),
        **more,
    }


AZUL = (
    {"templateId": "scoretrack", "label": "Score track", "scores": {"aa-1": "41", "other": "38"}},
    {"templateId": "horizontallines", "scores": {"AA-1": "4", "Other": "2"}},
    {"templateId": "verticallines", "label": "", "scores": {"AA-1": "", "OTHER": "7"}},
    {"templateId": "Completedcolors", "label": "Completed colors", "scores": {}},
)
