"""The details of a play beyond its header and its points, in words: expansions, roles, teams, series."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from core.errors import InvalidInput
from core.imported_details import TEAM_ROLE
from core.messages import message
from core.record_events import Role, SeatDetails, SeatImported
from eventstore.matches.match import Match
from viewer.locale.language import gettext, gettext_noop, listed
from viewer.locale.plain_text import plain

REASONS: Final[Mapping[str, str]] = {
    "aborted": gettext_noop("it was aborted"),
    "learning": gettext_noop("it was for learning the game"),
    "other": gettext_noop("the players said so"),
}
"""The reason why a match does not count, by the value of `uncounted`."""


def play_facts(match: Match) -> list[tuple[str, str]]:
    """Labels and texts of all known details, the match first, then its seats by name."""
    return [*about_the_match(match), *_about_the_seats(match)]


def about_the_match(match: Match) -> Iterator[tuple[str, str]]:
    """Labels and texts of the details that are of no single seat."""
    noted = match.details
    if noted.counted is False:
        yield gettext("Not counted in statistics:"), gettext(REASONS[noted.uncounted or "other"])
    if noted.series:
        series = plain(noted.series)
        numbered = gettext("{series}, match {number}", series=series, number=noted.number)
        yield gettext("Series:"), numbered if noted.number else series
    for label, text in (
        (gettext("Scenario:"), noted.scenario),
        (gettext("Variant:"), noted.variant),
        (gettext("Difficulty:"), noted.difficulty),
        (gettext("Expansions:"), listed(noted.expansions or ())),
    ):
        if text:
            yield label, plain(text)


def _about_the_seats(match: Match) -> Iterator[tuple[str, str]]:
    seats = match.details.seats or ()
    has_ranks = not any(match.now.scores)
    for name, seat in zip(match.names, seats, strict=True):
        if words := list(seat_words(seat, has_teams=has_teams(seats), has_ranks=has_ranks)):
            yield f"{plain(name)}:", ", ".join(words)


def has_teams(seats: Sequence[SeatDetails]) -> bool:
    """True if the seats form teams: BG Stats notes one team for all players of most games without them."""
    return len({seat.team for seat in seats}) > 1


def seat_words(seat: SeatDetails, *, has_teams: bool, has_ranks: bool) -> Iterator[str]:
    """All that is known of a seat besides its points; the rank where it is not shown otherwise."""
    yield from map(role_text, seat.roles)
    if seat.team and has_teams:
        yield gettext("team {team}", team=plain(seat.team))
    yield from seat_facts(seat)
    if seat.handicap:
        yield gettext("handicap {handicap}", handicap=plain(seat.handicap))
    if seat.rank and has_ranks:
        yield gettext("rank {rank}", rank=seat.rank)


def seat_facts(seat: SeatDetails | SeatImported) -> Iterator[str]:
    if seat.color:
        yield gettext("color {color}", color=plain(seat.color))
    if seat.started:
        yield gettext("start player")
    if seat.new:
        yield gettext("first time playing")


def role_text(role: Role) -> str:
    name, kind = plain(role.name), plain(role.kind)
    if role.kind == TEAM_ROLE:
        return gettext("role {role} in the team", role=name)
    return f"{kind} {name}" if kind else gettext("role {role}", role=name)


LABELS: Final[Mapping[str, str]] = {
    "tags": gettext_noop("Tags"),
    "expansions": gettext_noop("Expansions"),
    "scenario": gettext_noop("Scenario"),
    "variant": gettext_noop("Variant"),
    "difficulty": gettext_noop("Difficulty"),
    "series": gettext_noop("Series"),
    "number": gettext_noop("Place in the series"),
    "uncounted": gettext_noop("Counts in statistics"),
    "roles": gettext_noop("Roles"),
    "team": gettext_noop("Team"),
    "color": gettext_noop("Color"),
    "handicap": gettext_noop("Handicap"),
    "started": gettext_noop("Had the first turn"),
    "new": gettext_noop("First time playing"),
    "rank": gettext_noop("Rank (1 is the best)"),
}
"""The details that are edited, by name: the tags, fields of `DetailsNoted`, and those of a seat."""

OF_A_SEAT: Final = frozenset(field.name for field in fields(SeatDetails))

LISTS: Final = frozenset({"tags", "expansions", "roles"})
"""The details that are several texts, written with semicolons between them."""

_TRUTHS: Final[Mapping[str, bool]] = {"yes": True, "no": False}


def choices_of(name: str) -> dict[str, str]:
    """The values of a detail that is chosen, as they are written, with their words; empty for one that is typed."""
    if name == "uncounted":
        no = {key: gettext("No: {reason}", reason=gettext(reason)) for key, reason in REASONS.items()}
        return {"": gettext("Yes"), **no}
    return {"": gettext("Not known"), "yes": gettext("Yes"), "no": gettext("No")} if name in ("started", "new") else {}


def write_detail(name: str, value: Any) -> str:
    """A detail as a person enters it, roles like `faction: Orcs; Medic`."""
    if name == "roles":
        value = [f"{role.kind}: {role.name}" if role.kind else role.name for role in value]
    if name in LISTS:
        return "; ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def read_detail(name: str, text: str) -> object:
    """The detail of a text as `write_detail` writes it. Raises InvalidInput."""
    if name not in LABELS:
        raise InvalidInput(message("There is no detail {name!r}.", name=name[:80]))
    if name in LISTS:
        parts = [part.strip() for part in text.split(";") if part.strip()]
        return tuple(map(read_role, parts)) if name == "roles" else tuple(dict.fromkeys(parts))
    if choices := choices_of(name):
        if text not in choices:
            raise InvalidInput(message("Choose one of {choices}.", choices=", ".join(filter(None, choices))))
        return text if name == "uncounted" else _TRUTHS.get(text)
    if name in ("number", "rank"):
        if text and not (text.isascii() and text.isdecimal() and len(text) < 6 and int(text) > 0):
            raise InvalidInput(message("This is a number from 1 on, not {text!r}.", text=text[:80]))
        return int(text) if text else None
    return text


def read_role(text: str) -> Role:
    """A role of `NAME` or `KIND: NAME`; a name with a colon follows one. Raises InvalidInput."""
    kind, _, name = text.partition(":") if ":" in text else ("", "", text)
    if not name.strip():
        raise InvalidInput(message("A role has a name, like `faction: Orcs`, not {text!r}.", text=text.strip()[:80]))
    return Role(name.strip(), kind.strip())
