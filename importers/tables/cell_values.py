"""Parses the cells of tables and lists: points, flags, winners, places, durations."""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, Literal, TypeAlias, TypeVar

from core.game import Points
from core.messages import ForCommands, message
from importers import text
from importers.tables.languages import EVERYBODY, NO, NOBODY, YES, conjunctions, plain

Decimal: TypeAlias = Literal[",", "."] | None
"""The decimal separator; None allows both and refuses a number with a possible thousands separator."""

SPACE_BEFORE: Final = r"(?:(?<!\s)\s+)?"
"""White space before a sign. `\\s*` would take quadratic time on a long run of white space."""

MAX_MINUTES: Final = 100_000
"""Longer durations are typing errors."""

STARS: Final = "*★☆✓✔🏆👑🥇"
"""Marks of a winner, alone or beside a name or points; one within a name is a part of it: `*Star*Ann`."""
_STARS: Final = frozenset(STARS)

_UNIT: Final = re.compile(
    r"(?<=[0-9)]) ?(?:pts?|points?|vp|b|bod|body|bodů|p|pkt|puncte|punkte|puntos?|pontos?|punti|punten|punkty|punktów)"
    r"\.?$",
    re.IGNORECASE,
)

_DASH: Final = re.compile(r"\A[−–‒](?= ?[0-9])")
"""A dash in place of a minus."""

_NONE: Final = frozenset(("", "-", "–", "—", "?", "x", "n/a", "na", "."))
"""Cells for unknown points."""

_POINTS: Final = re.compile(
    r"[+-]? ?(?:[0-9]{1,3}(?:[\s'’.,][0-9]{3})+(?:[.,][0-9]{1,2})?|[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)"
)
_THOUSANDS: Final = re.compile(r"[+-]? ?[1-9][0-9]{0,2}[.,][0-9]{3}")

_SPACE_WITHIN: Final = re.compile(r"(?<=[0-9])[\s'’](?=[0-9]{3}(?![0-9]))")
_SIGN_WITHIN: Final = {sign: re.compile(rf"(?<=[0-9])[{sign}](?=[0-9]{{3}}(?![0-9]))") for sign in ",."}
_WITH_COMMA: Final = re.compile(r"[+-]?[0-9. ]*[0-9],(?:[0-9]{1,2}|[0-9]{4,})")
_WITH_DOT: Final = re.compile(r"[+-]?[0-9, ]*[0-9]\.(?:[0-9]{1,2}|[0-9]{4,})")

_SEVERAL: Final = 3

_REMARK: Final = re.compile(
    r"(?P<points>[+-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?\*?)\s*"
    r"(?:\((?P<bracket>(?=[^()]*?[^\W\d_])[^()]*+)\)|[-–—,;:/]\s*(?P<behind>[^\W\d_][^0-9]{2,}))"
)
"""Points with words behind them in brackets or after a sign."""

_LAST: Final = re.compile(
    r"(?P<before>[\s:=]|(?<=\w)[-–])(?P<points>[+-]?(?:[0-9]{1,40}(?:[.,][0-9]{1,40})?|\.[0-9]{1,40}))$"
)

_BETWEEN_POINTS: Final = (
    *(re.compile(rf"{SPACE_BEFORE}[{sign}]\s*") for sign in (";|/&\n", ":", ",")),
    re.compile(rf"(?<=[0-9]){SPACE_BEFORE}[-–—]\s*"),
    re.compile(r"\s+"),
)
"""Signs between the points of several players, the clearest first: a comma may be a decimal one, a dash a minus."""

_HALVES: Final = re.compile(r"\A(?:1/2|½) ?[-–—:] ?(?:1/2|½)\Z")

_MEDALS: Final = ("🥇", "🥈", "🥉")
_RANK: Final = re.compile(
    r"#?([1-9][0-9]{0,2})(?:\.0?|(?P<form>st|nd|rd|th|er|[eè]re|e|[eè]me|[º°ª]))?"
    r"(?: (?:place|platz|m[ií]sto|miejsce|loc|locul|puesto|lugar|posto|plaats))?"
)

_DURATION: Final = re.compile(
    r"(?:(?P<hours>[0-9]{1,4}) ?(?:hours?|hodin[ya]?|hod|h|or[ae]|std|stunden?|heures?|horas?|godz|uur|:)\.? ?)?"
    r"(?:(?P<minutes>[0-9]{1,6})(?:[.,]0+)?(?::[0-9]{2})? ?(?:minut[ayei]?s?|minutos?|minuten|mins?|m|')?\.?)?"
)


_VERSUS: Final = re.compile(r"(?<=\S)\s[-–—]\s+(?=[^\W\d_])|(?<!\s)\s+vs?\.?\s+", re.IGNORECASE)
"""Between two sides: `Ann - Ben`, `Ann & Ben vs Cy & Dee`."""


_Item = TypeVar("_Item")


def share(items: Sequence[_Item], holds: Callable[[_Item], bool]) -> float:
    """The share of the items for which something holds; 0 without items."""
    return sum(map(holds, items)) / max(1, len(items))


@cache
def _and() -> str:
    """The words for "and" in all languages, as a pattern; not at the import, as they come from large tables."""
    return "|".join(sorted(conjunctions()))


@cache
def _between_names() -> re.Pattern[str]:
    return re.compile(rf"{SPACE_BEFORE}[,;&+|/·\n]\s*|{_VERSUS.pattern}|(?<!\s)\s+(?:{_and()})\s+")


@cache
def _between_winners() -> re.Pattern[str]:
    return re.compile(rf"{SPACE_BEFORE}(?:[,;/&+|\n]|\b(?:{_and()})\b)\s*")


@lru_cache(maxsize=10_000)
def points(written: str, decimal: Decimal = None) -> Points:
    """Points; spaces and the sign other than `decimal` may separate thousands. None for a dash. Raises ValueError."""
    written = unitless(written)
    if written.strip().lower() in _NONE:
        return None
    if decimal is None and _THOUSANDS.fullmatch(written.strip()):
        raise ValueError(
            message(
                "{written!r} is ambiguous: choose the decimal separator{how}.",
                written=written,
                how=ForCommands(" with --decimal"),
            )
        )
    digits = _SPACE_WITHIN.sub("", written)
    if decimal is not None:
        other = "." if decimal == "," else ","
        digits = _SIGN_WITHIN[other].sub("", digits).replace(decimal, ".")
    return text.number(digits)


def without_remark(written: str) -> tuple[str, str]:
    """Points without a remark behind them, and the remark: `52 (tie-break)`, `52 - resigned`; else it is empty."""
    matched = _REMARK.fullmatch(written.strip())
    return (matched["points"], matched["bracket"] or matched["behind"]) if matched else (written, "")


def unitless(written: str) -> str:
    """The text without a trailing unit: `52 pts`, `52 b.`, with a plain minus, and `.5` for a half."""
    return _DASH.sub("-", _UNIT.sub("", written.strip())).replace("½", ".5")


def is_points(written: str) -> bool:
    """True if the text is valid in a column of points: a number, perhaps with a star, or a mark for unknown points."""
    bare = unitless(unstarred(written)[0])
    return bool(written) and (bare.lower() in _NONE or bool(_POINTS.fullmatch(bare)))


def decimal_sign(written: Sequence[str]) -> Decimal:
    """The decimal separator that fits all of these numbers; None if no number decides it or two contradict.

    A sign that always has three digits behind it, in several numbers, separates thousands.
    """
    comma = any(_WITH_COMMA.fullmatch(one) for one in written)
    dot = any(_WITH_DOT.fullmatch(one) for one in written)
    if comma != dot:
        return "," if comma else "."
    thousands = {one[-4] for one in written if _THOUSANDS.fullmatch(one)}
    if not comma and len(thousands) == 1 and sum(bool(_THOUSANDS.fullmatch(one)) for one in written) >= _SEVERAL:
        return "," if thousands == {"."} else "."
    return None


def unstarred(written: str) -> tuple[str, bool]:
    """A name or points without a winner's mark, and whether there was one."""
    bare = written.strip().strip(STARS).strip()
    return (written.strip(), False) if not _STARS.isdisjoint(bare) else (bare, bare != written.strip())


def name_and_points(written: str) -> tuple[str, str]:
    """Splits `Jitka 52`, `Jitka: 52`, `Jitka - 52` or `Jitka (52)`; the points are empty if there are none."""
    bare = unitless(written)
    if bare.endswith(")"):
        bare = bare[:-1].replace("(", " ")
    match = _LAST.search(bare)
    name = bare[: match.start()].rstrip(" :=-–—") if match else ""
    return (name, match["points"]) if match and any(map(str.isalpha, name)) else (written.strip(), "")


def listed(written: str) -> list[str]:
    """The players listed in one cell."""
    return [name for name in _between_names().split(written.strip()) if name]


def sides(written: str) -> list[list[str]]:
    """The players listed in one cell, those of a side together: `Ann & Ben - Cy & Dee`; else each is one."""
    two = [listed(side) for side in _VERSUS.split(written.strip())]
    is_of_teams = len(two) == 2 and any(len(side) > 1 for side in two)
    return two if is_of_teams else [[name] for name in listed(written)]


def is_duel(written: str) -> bool:
    """True if the cell names two sides, and nothing else."""
    two = _VERSUS.split(written.strip())
    return len(two) == 2 and all(any(map(str.isalpha, side)) for side in two) and not any(map(str.isdigit, written))


def points_listed(written: str, count: int) -> list[str]:
    """The points of `count` players in one cell (`52:47`, `-3, 5`, `½-½`); empty if they are not so many."""
    written = _HALVES.sub("0.5-0.5", written)
    for between in _BETWEEN_POINTS:
        parts = between.split(written.strip())
        if len(parts) == count and all(map(is_points, parts)):
            return parts
    return []


def flag(written: str) -> bool | None:
    """Yes or no in ten languages; None if unknown. Raises ValueError for any other word."""
    word = plain(written)
    if word in YES or (written and not written.strip(STARS)):
        return True
    if written in ("", "?"):
        return None
    if word in NO or written in _NONE:
        return False
    raise ValueError(message("{written!r} is neither yes nor no.", written=written[:40]))


def winners(written: str, names: Sequence[str]) -> list[bool]:
    """True if each of `names` is among the winners in a text. Raises ValueError for an unknown or ambiguous name."""
    everybody = [name.casefold() for name in names]
    if plain(written) in NOBODY or written in _NONE:
        return [False] * len(names)
    if plain(written) in EVERYBODY:
        return [True] * len(names)
    if plain(written) in YES | NO and written.casefold() not in everybody:
        raise ValueError(
            message("The result {written!r} does not say who won; the winners are unknown.", written=written[:40])
        )
    whole = written.casefold() in everybody
    meant = [written] if whole else _between_winners().split(written)
    won = [False] * len(names)
    for name in filter(None, meant):
        if (folded_names := everybody.count(name.casefold())) != 1:
            raise ValueError(
                message("The winner is not clear: two players are called {name!r}.", name=name[:40])
                if folded_names
                else message("The winner is not clear: no player is called {name!r}.", name=name[:40])
            )
        won[everybody.index(name.casefold())] = True
    return won


def place(written: str) -> int | None:
    """A place, from 1: `1`, `2.`, `3rd`. Raises ValueError."""
    if not written:
        return None
    if written in _MEDALS:
        return _MEDALS.index(written) + 1
    match = _RANK.fullmatch(written.lower())
    if match is None:
        raise ValueError(message("{written!r} is not a valid rank.", written=written[:40]))
    return int(match[1])


def is_place(written: str) -> bool:
    """True if the text is valid in a column of ranks."""
    try:
        return place(written) is not None
    except ValueError:
        return False


def is_ordinal(written: str) -> bool:
    """True if a text is a place in the form of no number: `1st`, `2nd`."""
    matched = _RANK.fullmatch(written.lower())
    return matched is not None and matched["form"] is not None


def minutes(written: str) -> int | None:
    """Minutes from `90`, `90 min`, `1:30`, `1 h 30`; None (unknown) for an empty text and for 0. Raises ValueError."""
    match = _DURATION.fullmatch(written.lower())
    total = int(match["hours"] or 0) * 60 + int(match["minutes"] or 0) if match else MAX_MINUTES + 1
    if total > MAX_MINUTES:
        raise ValueError(message("{written!r} is not a valid duration.", written=written[:40]))
    return total or None


def are_running(cells: Sequence[str]) -> bool:
    """True if the cells number rows, rounds or plays: each is the one above, the next number, or the first again."""
    numbers = [int(cell) if cell.isdecimal() else -1 for cell in cells if cell]
    run_on = all(after in (before, before + 1, numbers[0]) for before, after in pairwise(numbers))
    return len(set(numbers)) > 2 and run_on and -1 not in numbers
