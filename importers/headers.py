"""The meaning of a column by its header, in ten languages."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast, get_args

from importers import header_words
from importers.cell_values import STARS
from importers.header_words import TOTALS
from importers.languages import NO, YES, plain

__all__ = ["MEANINGS", "TOTALS", "Meaning", "is_id", "is_name", "is_strong", "meaning", "place", "plain", "player"]

Meaning: TypeAlias = Literal[
    "date",
    "time",
    "game",
    "bgg",
    "place",
    "minutes",
    "comment",
    "variant",
    "expansions",
    "play",
    "player",
    "score",
    "points",
    "winner",
    "rank",
    "team",
    "color",
    "role",
    "seat",
    "started",
    "new",
    "other",
    "ignore",
]
"""The meaning of a column.

`bgg` is the game's id at BoardGameGeek, `play` an id of the play, `points` the points of one player (wide) or of one
round or category (long); `other` is kept as text, `ignore` is dropped.
"""

MEANINGS: Final[tuple[Meaning, ...]] = get_args(Meaning)


def _listed(words: Mapping[str, frozenset[str]]) -> dict[str, Meaning]:
    return {word: cast(Meaning, held) for held, listed in words.items() for word in listed}


_STRONG: Final = _listed(header_words.WORDS)
_WEAK: Final = _listed(header_words.WEAK)
_MEANING: Final = _WEAK | _STRONG

_OF_PLAYERS: Final = header_words.NAMES | header_words.WEAK["player"]

_NUMBERED: Final = re.compile(rf"(?:p ?[0-9]+|(?:{header_words.NUMBERED_PLAYERS}) ?(?:[0-9]+|\b[a-h]\b))(?: (.+))?")
"""The header of a column for one of several players: `P1`, `Player 2 score`, `Player B`."""

_NAME: Final = re.compile(r"[^\W\d_][\w .,'’()&-]{0,39}")
"""What may be the name of a player in a header: it begins with a letter, and has no signs of a formula or a unit."""

MAX_NAME_WORDS: Final = 4

_IN_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{1,20})[)\]]\s*$")
_FORM_WORDS: Final = YES | NO | {*"dmyjrhs", "yyyy", "dd", "mm", "jjjj", "rrrr", "hh", "ss", "hours", "optional"}
_OF_SEATS: Final = frozenset(("score", "winner", "rank", "team", "color", "role", "seat", "started", "new"))

_PLACE: Final = re.compile(
    r"(?:(?P<before>[^\W\d_]+) ?)?(?P<number>[1-9])(?P<form>\.|st|nd|rd|th|er|e|ème|º|ª|°)?(?: (?P<word>[^\W\d_]+))?"
)

_DATES: Final = frozenset(("date", "datum", "data", "fecha"))


def player(header: str) -> str:
    """The player in the header of a points column: `Jitka`, also for `Jitka score` or `Points (Jitka)`."""
    words = re.sub(r"[()\[\]:]", " ", header).split()
    if len(words) > 1 and meaning(words[-1]) == "score":
        words = words[:-1]
    elif len(words) > 1 and meaning(words[0]) == "score":
        words = words[1:]
    else:
        return header
    return " ".join(words)


@lru_cache(maxsize=10_000)
def meaning(header: str) -> Meaning | None:
    """The meaning of a header; None for unknown words, which may be the name of a player."""
    if header.strip() == "#":
        return "play"
    if header and not header.strip(STARS + " "):
        return "winner"
    words = plain(_without_form(header))
    if numbered := _NUMBERED.fullmatch(words):
        return _of_numbered(numbered[1])
    if (exact := _MEANING.get(words)) is not None:
        # "Rounds" is a count, but one numbered round is points.
        return exact
    bare = re.sub(r"(?:(?: |(?<![0-9]))[0-9]+| [a-h])$", "", words)
    if bare in header_words.PLAY_IDS:
        return "play"
    if _is_count(bare):
        return "other"
    if (known := _known(bare)) is not None:
        # One numbered round or game of several is points.
        return None if known == "other" or (known == "play" and bare != words) else known
    return "other" if is_id(header) else None


def _of_numbered(rest: str | None) -> Meaning | None:
    if not rest:
        return "player"
    return _known(rest) or ("player" if set(rest.split()) <= _OF_PLAYERS else "other")


def _without_form(header: str) -> str:
    """The header without a bracket about the form of its cells: `Player(s)`, `Length (min)`, `Won (y/n)`."""
    found = _IN_BRACKETS.search(header)
    if found is None:
        return header
    words = [plain(word) for word in re.split(r"[\W_]+", found[1]) if word]
    is_form = all(word in _FORM_WORDS or _MEANING.get(word) in ("minutes", "score") for word in words)
    before = header[: found.start()].rstrip()
    return before if is_form and before else header


def place(header: str) -> int | None:
    """The place in a header of the players who took it: `1st`, `2. Platz`, `3e place`, `Rank 2`."""
    found = _PLACE.fullmatch(header.strip().casefold())
    if found is None or not (found["form"] or found["word"] or found["before"]):
        return None
    words = [plain(word) for word in (found["word"], found["before"]) if word]
    return int(found["number"]) if all(_MEANING.get(word) in ("rank", "place") for word in words) else None


def _known(words: str) -> Meaning | None:
    """The meaning of a header without the words that say in which form a cell is written."""
    if words in _MEANING:
        return _MEANING[words]
    kept = [word for word in words.split() if not word.isdigit()]
    fillers_tried = (header_words.NAMES, header_words.IDS, header_words.NAMES | header_words.IDS, header_words.ASKING)
    for fillers in fillers_tried:
        without = " ".join(word for word in kept if word not in fillers)
        if without in _STRONG:
            return _named(words, _STRONG[without])
    # "Start date", "Datum rozgrywki": whether the cells are dates decides it.
    return "date" if len(kept) > 1 and not _DATES.isdisjoint(kept) else None


def _named(words: str, held: Meaning) -> Meaning:
    """`bgg name` is a game, and `bgg id` its number."""
    return "game" if held == "bgg" and not header_words.NAMES.isdisjoint(words.split()) else held


def _is_count(words: str) -> bool:
    """Whether a header of several words counts or measures: `number of players`, `Win ratio`, but not `Game number`."""
    parts = words.split()
    if words.endswith("zahl"):  # "Rundenzahl"; "Punktzahl" is known.
        return True
    if len(parts) < 2 or header_words.COUNTS.isdisjoint(parts):
        return False
    counting = header_words.COUNTS - header_words.IDS
    return not counting.isdisjoint(parts) or parts[0] in header_words.COUNTS


def is_id(header: str) -> bool:
    """Whether the cells hold a number or code of something: `Game id`, `nemestatsId`."""
    words = plain(header).split()
    return bool(words) and (words[-1] in header_words.IDS or words[-1].endswith("uuid"))


def is_strong(header: str) -> bool:
    """Whether the header surely names what its column holds; `Name` and `Title` stand in tables of anything."""
    words = plain(_without_form(header))
    bare = re.sub(r"(?:(?: |(?<![0-9]))[0-9]+| [a-h])$", "", words)
    return meaning(header) is not None and {words, bare}.isdisjoint(_WEAK)


def is_name(header: str) -> bool:
    """Whether a header without a meaning may be the name of a player."""
    name = player(header)
    words = plain(name).split()
    if len(words) > 1 and not _OF_SEATS.isdisjoint(map(meaning, (words[0], words[-1]))):
        return False  # "Anna rank", "Winner of Anna".
    return (
        bool(_NAME.fullmatch(name))
        and 0 < len(words) <= MAX_NAME_WORDS
        and meaning(name) is None
        and (header_words.MEASURES | header_words.COUNTS).isdisjoint(words)
    )
