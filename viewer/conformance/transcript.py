"""One match in all that can be seen of it, as a digest: equal in every process, whatever its hash seed.

`python -m viewer.conformance.transcript MODULE [BOARD]` reads the number of seats, the options and the seed of cases
from standard input, a JSON array a line, and prints the digest of a match of each.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from random import Random
from typing import Any

from core.game import AnyGame
from eventstore.codec import decode_options, encode_options
from viewer.boards import Board
from viewer.conformance.board_laws import names_of
from viewer.conformance.samples import Case, Sample, play


def digest(case: Case, board: Board | None, seed: int) -> str:
    """The digest of a match by this seed: its events, states, legal moves, stories, scores and drawings."""
    match, seen = play(case, Random(seed)), sha256()
    for state, event in zip(match.states, (*match.events, None), strict=False):
        parts: list[Any] = [state, event, case.game.scores(state), case.game.outcome(state)]
        parts += [list(case.game.legal_moves(state)), event and case.game.story(state, event)]
        if board:
            parts.append((board.scene(state, names_of(case)), board.text(state, names_of(case))))
        seen.update(repr(parts).encode())
    return seen.hexdigest()


def digests_with_hash_seed(
    game: AnyGame, board: Any, picked: Sequence[Case], seed: int, hash_seed: int
) -> dict[str, str]:
    """The digests of these cases in a new process with this hash seed. Raises RuntimeError where that fails."""
    words = [sys.executable, "-m", __name__, game.__name__, *([board.__name__] if board else [])]  # type: ignore[attr-defined]
    lines = "".join(f"{json.dumps([case.seats, encode_options(case.options), seed])}\n" for case in picked)
    done = subprocess.run(
        words,
        input=lines,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().rpartition("\n")[2])
    return dict(zip(map(str, picked), done.stdout.split(), strict=True))


def main(module: str, board: str | None = None) -> None:
    """Answer each line of standard input."""
    game: Any = import_module(module)
    drawn: Any = import_module(board) if board else None
    for line in sys.stdin:
        seats, options, seed = json.loads(line)
        print(digest(Case(game, seats, decode_options(game, options), Sample()), drawn, seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
