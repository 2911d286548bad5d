"""The meaning of a column by its header, in ten languages."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias, cast, get_args

from importers.tables import header_words
from importers.tables.cell_values import STARS
from importers.tables.header_words import TOTALS
from importers.tables.languages import NO, YES, plain

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
    "round",
    "player",
    "account",
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

`bgg` is the game's id at BoardGameGeek, `play` an id of the play, `round` the name of a round or category with a row of
its own, `account` an id of the player beside the name, `points` the points of one player (wide) or of one round or
category (long); `other` is kept as text, `ignore` is dropped.
"""

MEANINGS: Final[tuple[Meaning, ...]] = get_args(Meaning)


def _listed(words: Mapping[str, frozenset[str]]) -> dict[str, Meaning]:
    return {word: cast(Meaning, held) for held, listed in words.items() for word in listed}


_STRONG: Final = _listed(header_words.WORDS)
_WEAK: Final = _listed(header_words.WEAK)
_MEANING: Final = _WEAK | _STRONG

_OF_PLAYERS: Final = header_words.NAMES | header_words.WEAK["player"]

_OF_WINNER: Final = header_words.WON | header_words.IDS | header_words.NAMES | {"user", "player", "member"}

_NUMBERED: Final = re.compile(rf"(?:p ?[0-9]+|(?:{header_words.NUMBERED_PLAYERS}) ?(?:[0-9]+|\b[a-h]\b))(?: (.+))?")
"""The header of a column for one of several players: `P1`, `Player 2 score`, `Player B`."""

_NAME: Final = re.compile(r"[^\W\d_][\w .,'’()&\u200c\u200d\ufe0f\u2600-\u27bf\U0001f000-\U0001faff-]{0,39}")
"""Pattern of the name of a player in a header: it begins with a letter, and has no signs of a formula or a unit but may
have pictures.
"""

MAX_NAME_WORDS: Final = 4

_IN_BRACKETS: Final = re.compile(r"[(\[]([^()\[\]]{1,20})[)\]]\s*$")
_FORM_WORDS: Final = YES | NO | {*"dmyjrhs", "yyyy", "dd", "mm", "jjjj", "rrrr", "hh", "ss", "hours", "optional"}
_OF_SEATS: Final = frozenset(("score", "winner", "rank", "team", "color", "role", "seat", "started", "new"))

_PLACE: Final = re.compile(
    r"(?:(?P<before>[^\W\d_]+) ?)?(?P<number>[1-9])(?P<form>\.|st|nd|rd|th|er|e|ème|º|ª|°)?(?: (?P<word>[^\W\d_]+))?"
)

_KEY: Final = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])|\b[a-h]\Z")
"""The number or letter of a seat in a header: `Score 2`, `P2`, `Player B`."""

_NUMBER_BEHIND: Final = re.compile(r"(?:(?: |(?<![0-9]))[0-9]+| [a-h])$")
_SIGNS: Final = re.compile(r"[()\[\]:]")
_NO_WORD: Final = re.compile(r"[\W_]+")

_MAX_INITIALS: Final = 3
"""Letters of a header that abbreviates others: `HG`, `Att`."""

_CALLED: Final = re.compile(r"[0-9]{1,2}|[a-h]")

_DATES: Final = frozenset(("date", "datum", "data", "fecha"))


class OfPerson(NamedTuple):
    """A header for one value of one player: `Anna rank`."""

    name: str
    meaning: Meaning


def of_person(header: str) -> OfPerson | None:
    """The player and the meaning in a header like `Anna rank` and `Role (Ben)`; None for points and other headers."""
    words = _SIGNS.sub(" ", header).split()
    for word, rest in ((words[-1:], words[:-1]), (words[:1], words[1:])):
        held = meaning("".join(word))
        if rest and held in _OF_SEATS - {"score"} and held and is_name(name := " ".join(rest)):
            return OfPerson(name, held)
    return None


def player(header: str) -> str:
    """The player in the header of a points column: `Jitka`, also for `Jitka score` or `Points (Jitka)`."""
    words = _SIGNS.sub(" ", header).split()
    if len(words) > 1 and meaning(words[-1]) == "score":
        words = words[:-1]
    elif len(words) > 1 and meaning(words[0]) == "score":
        words = words[1:]
    else:
        return header
    return " ".join(words)


def part(header: str) -> str:
    """The round or category in the header of a points column: `birds`, also for `scores birds`."""
    first, _, rest = header.partition(" ")
    return rest if rest and meaning(first) == "score" else header


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
    first, _, last = words.partition(" ")
    if last in TOTALS and _MEANING.get(first) == "score":
        return "score"  # The total of an object `scores`.
    if (placed := placed_seat(header)) and placed.rest:
        return _known(placed.rest)
    if (exact := _MEANING.get(words)) is not None:
        # "Rounds" is a count, but one numbered round is points.
        return exact
    bare = _NUMBER_BEHIND.sub("", words)
    if not header_words.WON.isdisjoint(bare.split()) and set(bare.split()) <= _OF_WINNER:
        return "winner"  # "winner user id".
    if bare in header_words.PLAY_IDS and header != "C":  # `Č.` is a number, C a person beside A and B.
        return "play"
    if _is_count(bare):
        return "other"
    if (known := _known(bare)) is not None:
        # One numbered round or game of several is points.
        return None if known in ("other", "round") or (known == "play" and bare != words) else known
    return "other" if is_id(header) else None


def _of_numbered(rest: str | None) -> Meaning | None:
    if not rest:
        return "player"
    return _known(rest) or ("player" if set(rest.split()) <= _OF_PLAYERS else "other")


def _without_form(header: str) -> str:
    """The header without a bracket about the form of its cells: `Player(s)`, `Length (min)`, `Won (y/n)`."""
    matched = _IN_BRACKETS.search(header)
    if matched is None:
        return header
    words = [plain(word) for word in _NO_WORD.split(matched[1]) if word]
    is_form = all(word in _FORM_WORDS or _MEANING.get(word) in ("minutes", "score") for word in words)
    before = header[: matched.start()].rstrip()
    return before if is_form and before else header


class PlacedSeat(NamedTuple):
    """The seat of a header that names it by its result; `place` is None for those who lost, `rest` what the column has.

    `2nd` and `Second place` have no rest, `Winner score` has `score`.
    """

    place: int | None
    rest: str

    @property
    def has_lost(self) -> bool:
        return self.place is None


@lru_cache(maxsize=10_000)
def placed_seat(header: str) -> PlacedSeat | None:
    """The seat in a header of the players who took a place: `1st`, `2. Platz`, `Runner-up`, `Loser`, `Winner score`."""
    words = header.strip().casefold()
    if matched := _PLACE.fullmatch(words):
        around = [plain(word) for word in (matched["word"], matched["before"]) if word]
        if (matched["form"] or around) and all(_MEANING.get(word) in ("rank", "place") for word in around):
            return PlacedSeat(int(matched["number"]), "")
    parts = plain(words).split()
    for length in (2, 1):
        head, rest = " ".join(parts[:length]), [word for word in parts[length:] if _MEANING.get(word) != "rank"]
        is_name = all(word in header_words.NAMES or _MEANING.get(word) == "player" for word in rest)
        if head in header_words.ORDINALS:
            return PlacedSeat(header_words.ORDINALS[head], "" if is_name else " ".join(rest))
        if length == 1 and (head in header_words.LOSERS | header_words.WON or _MEANING.get(head) == "winner"):
            is_seat = is_name or _known(" ".join(rest)) in _OF_SEATS
            return (
                PlacedSeat(None if head in header_words.LOSERS else 1, "" if is_name else " ".join(rest))
                if is_seat
                else None
            )
        if length == 1 and (numbered := _PLACE.fullmatch(head)) and numbered["form"] and rest:
            return PlacedSeat(int(numbered["number"]), "" if is_name else " ".join(rest))
    return None


def seat_key(header: str) -> str:
    """The mark that tells the seats of the columns of one play apart: a number, a letter or a place; else empty."""
    if placed := placed_seat(header):
        return "last" if placed.has_lost else str(placed.place)
    matched = _KEY.search(plain(header))
    return matched[0] if matched else ""


def is_short_for(header: str, name: str) -> bool:
    """True if a header of points says whose they are by the header of the person: `HG`, `Home goals`, `Score home`."""
    words, whole = plain(header), plain(name)
    if not words or not whole:
        return False
    is_initial = len(words) <= _MAX_INITIALS and words[0] == whole[0]
    is_named = words.startswith(f"{whole} ") or words.endswith(f" {whole}")
    return is_initial or is_named or (bool(seat_key(header)) and seat_key(header) == seat_key(name))


def called_seat(cell: str) -> str:
    """The key of the seat that a cell calls by its number or letter (`P2`, `Player B`, `2`), else empty."""
    words = plain(cell)
    numbered = _NUMBERED.fullmatch(words)
    return seat_key(cell) if (numbered and not numbered[1]) or _CALLED.fullmatch(words) else ""


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
    """True if a header of several words counts or measures: `number of players`, `Win ratio`, but not `Game number`."""
    parts = words.split()
    if words.endswith("zahl"):  # "Rundenzahl"; "Punktzahl" is known.
        return True
    if len(parts) < 2 or header_words.COUNTS.isdisjoint(parts):
        return False
    counting = header_words.COUNTS - header_words.IDS
    return not counting.isdisjoint(parts) or parts[0] in header_words.COUNTS


def is_id(header: str) -> bool:
    """True if the cells hold a number or code of something: `Game id`, `nemestatsId`."""
    words = plain(header).split()
    return bool(words) and (words[-1] in header_words.IDS or words[-1].endswith("uuid"))


def is_telling(header: str) -> bool:
    """True if a header has a word for what decides a play, such as `points` or `winner`."""
    return not header_words.TELLING.isdisjoint(plain(_without_form(header)).split())


def is_strong(header: str) -> bool:
    """True if the header surely names what its column holds; `Name` and `Title` stand in tables of anything."""
    words = plain(_without_form(header))
    bare = _NUMBER_BEHIND.sub("", words)
    is_known = meaning(header) is not None or placed_seat(header) is not None
    return is_known and {words, bare}.isdisjoint(_WEAK)


def is_name(header: str) -> bool:
    """True if a header without a meaning may be the name of a player."""
    name = player(header)
    words = plain(name).split()
    if name == "Max":  # Also a word for a maximum.
        return True
    if len(words) > 1 and not _OF_SEATS.isdisjoint(map(meaning, (words[0], words[-1]))):
        return False  # "Anna rank", "Winner of Anna".
    return (
        bool(_NAME.fullmatch(name))
        and 0 < len(words) <= MAX_NAME_WORDS
        and meaning(name) is None
        and placed_seat(name) is None
        and not is_telling(name)
        and (header_words.MEASURES | header_words.COUNTS).isdisjoint(words)
    )
