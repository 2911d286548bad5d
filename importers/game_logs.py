"""Names the records of other games and programs that no importer reads: chess (PGN), Go (SGF), logs of card games.

Almost any text looks like a list or a table, so these are recognized first, and only by what nothing else contains.
"""

import re
from functools import cache
from typing import Final

from core.messages import Message, message

_SAMPLE: Final = 50_000
"""Bytes of a file that are searched."""

_TAG: Final = r"\A(?:[%;].*\n\s*)*\[[A-Z]\w* \""
"""The first line of PGN and its relatives, below comments: `[Event "Club"]`."""

_BRIDGE: Final = message("a deal of bridge")
_CHESS: Final = message("a game of chess (PGN)")
_CHESS_JSON: Final = message("a list of chess games (JSON)")
_HEARTHSTONE: Final = message("a log of Hearthstone")
_SHOGI: Final = message("a game of shogi")
_SHOWDOWN: Final = message("a battle of Pokémon Showdown")

_KINDS: Final[tuple[tuple[Message, tuple[str, ...]], ...]] = (
    (_BRIDGE, (_TAG, r"^\[(?:Deal|Dealer|Vulnerable) \"")),
    (_BRIDGE, (r"\A(?:vg|pn|qx|st)\|[^|\n]*\|", r"\|(?:md|mb|pc)\|")),
    (message("a game of draughts (PDN)"), (_TAG, r"^\[GameType \"2\d")),
    (_CHESS, (_TAG, r"^\[(?:White|Black|Result|FEN) \"|^1\. ?\w")),
    (_CHESS, (r"\A1\.\s?(?:[a-h][34]|N[acfh]3)\s+(?:[a-h][56]|N[acfh]6)\s+2\.",)),
    (message("a position of chess (FEN)"), (r"\A(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] ",)),
    (_CHESS_JSON, (r"\A[\[{]", r"\"pgn\"\s*:\s*\"\[[A-Z]\w* \\\"")),
    (_CHESS_JSON, (r"\A[\[{]", r"\"rated\"\s*:", r"\"(?:perf|speed)\"\s*:", r"\"white\"\s*:\s*\{")),
    (message("a game in SGF (Go and others)"), (r"\A\(\s*;\s*[A-Z]{1,2}\s*\[",)),
    (_SHOGI, (r"\A(?:#.*\n\s*)*(?:開始日時|終了日時|棋戦|手合割|先手|後手)\s*[：:]",)),
    (_SHOGI, (r"\A(?:'.*\n\s*)*V[23](?:\.\d)?\s*$", r"^(?:N[+-]|PI|P1|\$EVENT)")),
    (message("a game of Scrabble (GCG)"), (r"^#player1 ", r"^#player2 ")),
    (message("a match of backgammon"), (r"\A(?:;.*\n\s*)*\d+ point match\s*$", r"^[^\S\n]*Game \d+")),
    (
        message("hands of poker"),
        (r"\A\S.*\b(?:Hand|Game) (?:#|History)", r"^Dealt to |: posts (?:the )?(?:small|big)"),
    ),
    (_HEARTHSTONE, (r"\A[DWEI] \d\d:\d\d:\d\d\.\d+ ", r"GameState\.|PowerTaskList\.")),
    (_HEARTHSTONE, (r"\A(?:<\?xml[^>]*>\s*|<!DOCTYPE[^>]*>\s*)*<HSReplay\b",)),
    (message("a log of Magic: The Gathering Arena"), (r"^\[UnityCrossThreadLogger\]",)),
    (_SHOWDOWN, (r"^\|player\|p1\|", r"^\|(?:gametype|gen|tier|teamsize)\|")),
    (_SHOWDOWN, (r"\A\{", r"\"log\"\s*:\s*\"", r"\|player\|p1\|")),
    (_SHOWDOWN, (r"\A<", r"class=\"battle-log-data\"")),
    (message("a log of Pokémon TCG Live"), (r"\ASetup\s*$", r"\bcoin (?:flip|toss)\b")),
    (message("a log of Dominion Online"), (r"\AGame #\d+, (?:un)?rated\.",)),
    (message("a saved table of Tabletop Simulator"), (r"\A\{", r"\"SaveName\"\s*:", r"\"ObjectStates\"\s*:")),
)
"""Each kind, and the patterns that all have to be in the text."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], ...], ...]:
    """Those of each kind; compiled when a file is read, which takes 15 ms."""
    return tuple(tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns) for _, patterns in _KINDS)


def named(data: bytes) -> Message | None:
    """The sentence that names the record of another game; None if the content is not surely one."""
    words = data[:_SAMPLE].decode("utf-8-sig", "replace").replace("\r\n", "\n").lstrip()
    for (kind, _), patterns in zip(_KINDS, _patterns(), strict=True):
        if all(pattern.search(words) for pattern in patterns):
            return message(
                "This is {kind}, which is not supported; type its result as a list, like "
                "`2024-12-31 Chess: Jitka 1, Jarda 0`.",
                kind=kind,
            )
    return None
