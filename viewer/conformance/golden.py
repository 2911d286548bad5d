"""Golden matches: whole matches kept as scripts, whose last line has the scores that were computed once."""

import json
from pathlib import Path
from typing import Any

from core.game import AnyGame, rules_of, set_up
from eventstore.codec import decode_event, decode_options


def golden_matches_give_their_results(game: AnyGame, folder: Path | None) -> None:
    """Every script in the folder, by the number of its rules; there is at least one match for each number.

    The last line is a `MatchEnded` or a `ScoresClaimed`; the lines before it are events of the game that all stand.
    """
    played = set[int]()
    for path in sorted(folder.glob("*.partie.jsonl")) if folder else ():
        header, *events, result = map(json.loads, path.read_text("utf-8").splitlines())
        if header["game"] != game.KEY:
            continue
        played.add(header.get("rules", 1))
        scores = _scores(game, header, events)
        assert scores == result["scores"], f"{path.name}: {scores}, not {result['scores']}"
    missing = set(range(1, rules_of(game) + 1)) - played
    assert not missing, f"no golden match of rules {min(missing)}"


def _scores(game: AnyGame, header: dict[str, Any], events: list[dict[str, Any]]) -> list[Any]:
    options = decode_options(game, header.get("options", {}))
    state = set_up(game, len(header["players"]), options, header.get("rules", 1))
    for line in events:
        line.pop("happened_at", None)
        event = decode_event(game, json.dumps(line))
        refused = game.refusal(state, event)
        assert refused is None, refused
        state = game.evolve(state, event)
    return list(game.scores(state))
