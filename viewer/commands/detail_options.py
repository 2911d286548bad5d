"""Options that note what belongs to a play, and the event of their values.

A seat is given by its number, from 0, its letter, from A, or the name of its player: `--role Anna=faction:Orcs`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import typer

from core.record_events import DetailsNoted, Role, SeatDetails
from viewer.commands.context import option
from viewer.commands.match_text import seat_named
from viewer.texts.play_details import read_role

_SEATS: Final = "SEAT is a number from 0, a letter from A or a name; repeatable."


def _words(words: str, help: str) -> tuple[Any, list[str]]:
    return Annotated[list[str], option(words, help)], []


def _text(name: str, help: str) -> tuple[Any, None]:
    return Annotated[str | None, option(f"{name} TEXT", help)], None


DETAIL_OPTIONS: Final[Mapping[str, tuple[Any, Any]]] = {
    "expansion": _words("--expansion TEXT", "An expansion that was used; repeatable."),
    "role": _words("--role SEAT=[KIND:]NAME", f"A role: `Anna=faction:Orcs`. {_SEATS}"),
    "team": _words("--team SEAT=TEXT", f"The team of a seat. {_SEATS}"),
    "color": _words("--color SEAT=TEXT", f"The color of a seat. {_SEATS}"),
    "handicap": _words("--handicap SEAT=TEXT", f"The handicap of a seat. {_SEATS}"),
    "rank": _words("--rank SEAT=NUMBER", f"The rank of a seat, 1 for the best. {_SEATS}"),
    "started": _words("--started SEAT", f"Who had the first turn. {_SEATS}"),
    "newcomer": _words("--newcomer SEAT[=no]", f"Who played the game for the first time. {_SEATS}"),
    "scenario": _text("--scenario", "The scenario."),
    "variant": _text("--variant", "The variant of the rules."),
    "difficulty": _text("--difficulty", "The difficulty."),
    "series": _text("--series", "What the match is a part of: a campaign, a best of three."),
    "number": (
        Annotated[int | None, option("--number NUMBER", "The place in the series, from 1.")],
        None,
    ),
    "uncounted": (
        Annotated[
            Literal["aborted", "learning", "other"] | None,
            option("--uncounted", "Keep the match out of statistics, for this reason."),
        ],
        None,
    ),
    "counted": (Annotated[bool | None, option("--counted", "Count the match in statistics again.")], None),
}
"""Options by their name in `noted_details`."""


def noted_details(
    given: Mapping[str, Any], names: Sequence[str], seats: Sequence[SeatDetails] = ()
) -> DetailsNoted | None:
    """The event of these options for players with these names, whose `seats` are known so far; None: nothing given.

    An empty value removes what is known: `--role Anna=`, `--expansion ""`. Raises ValueError.
    """
    if given["counted"] and given["uncounted"]:
        raise typer.BadParameter("Give --counted or --uncounted, not both.")
    reason: Literal["", "aborted", "learning", "other"] | None = "" if given["counted"] else given["uncounted"]
    noted = DetailsNoted(
        expansions=tuple(filter(None, given["expansion"])) if given["expansion"] else None,
        seats=_noted_seats(given, names, seats),
        counted=None if reason is None else not reason,
        uncounted=reason,
        **{name: given[name] for name in ("scenario", "variant", "difficulty", "series", "number")},
    )
    return None if noted == DetailsNoted() else noted


def _noted_seats(
    given: Mapping[str, Any], names: Sequence[str], known: Sequence[SeatDetails]
) -> tuple[SeatDetails, ...] | None:
    if not any(given[name] for name in ("role", "team", "color", "handicap", "rank", "started", "newcomer")):
        return None
    seats = [*known] or [SeatDetails() for _ in names]
    roles: dict[int, list[Role]] = {}
    for word in given["role"]:
        seat, text = _split(word, names, "--role")
        roles.setdefault(seat, []).extend([read_role(text)] if text else [])
    for seat, own in roles.items():
        seats[seat] = replace(seats[seat], roles=tuple(own))
    readers: dict[str, Callable[[str], Any]] = {"team": str, "color": str, "handicap": str, "rank": _rank}
    for name, read in readers.items():
        for word in given[name]:
            seat, text = _split(word, names, f"--{name}")
            seats[seat] = replace(seats[seat], **{name: read(text)})
    if given["started"]:
        first = {seat_named(names, word) for word in given["started"]}
        seats = [replace(each, started=seat in first) for seat, each in enumerate(seats)]
    for word in given["newcomer"]:
        who, _, no = word.rpartition("=") if word.endswith(("=no", "=yes")) else (word, "", "yes")
        seat = seat_named(names, who)
        seats[seat] = replace(seats[seat], new=no != "no")
    return tuple(seats)


def _split(word: str, names: Sequence[str], option: str) -> tuple[int, str]:
    """The seat and the value of `SEAT=VALUE`."""
    seat, equals, value = word.partition("=")
    if not equals:
        raise typer.BadParameter(f"{option} has the form SEAT=VALUE, not {word[:80]!r}.")
    return seat_named(names, seat.strip()), value.strip()


def _rank(text: str) -> int | None:
    if text and not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise typer.BadParameter(f"A rank is a number from 1 on, not {text[:80]!r}.")
    return int(text) if text else None
