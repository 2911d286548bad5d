"""Joins two records of one play: one match leads, the other is withdrawn into it; `MatchRepository.restore` undoes it.

The leading match takes over the sources of the other one, and what its own header and details leave open. Its points
stay as they are.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Final

from core import record
from core.details import details_changed
from core.errors import InvalidInput
from core.imported_details import reseated, seats_in_order
from core.messages import message
from core.record_events import DetailsNoted, MatchDescribed, MatchImported, MatchJoined, MatchWithdrawn, SeatDetails
from eventstore.matches.match import MATCHES, Match
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.same_plays import richness
from eventstore.statistics import extract
from eventstore.store.stream_state import retry_on_conflict

_HEADER: Final = ("played_on", "started_at", "place", "title", "minutes")
_DETAILS: Final = ("expansions", "scenario", "variant", "difficulty")


def leading(matches: MatchRepository, one: Match, other: Match) -> tuple[Match, Match]:
    """The two matches, the richer one first; of equals the one that was recorded first."""

    def rank(match: Match) -> tuple[tuple[int, ...], int]:
        recorded = matches.store.read(MATCHES + match.id)[0].position
        return richness(extract.played(match, recorded)), -recorded

    return (one, other) if rank(one) >= rank(other) else (other, one)


def join(matches: MatchRepository, lead: str, other: str) -> None:
    """Make the match `other` a part of the match `lead`. Raises InvalidInput, and errors as `MatchRepository.record`.

    Both are written, or where the store commits each write by itself, a repeated call completes the first.
    """
    retry_on_conflict(partial(_join, matches, lead, other))


def _join(matches: MatchRepository, lead: str, other: str) -> None:
    kept, gone = matches.match(lead), matches.match(other)
    seats = _checked_seats(matches, kept, gone)
    taken = _taken_over(kept, gone, seats)
    with matches.store.one_commit():
        if gone.id not in record.joined(kept.log):
            matches.record(kept, MatchJoined(gone.id, len(taken)), *taken)
        matches.record(gone, MatchWithdrawn(into=kept.id))


def _checked_seats(matches: MatchRepository, kept: Match, gone: Match) -> tuple[int, ...]:
    """For each seat of the leading match that of the same person in the other one."""
    if kept.id == gone.id:
        raise InvalidInput(message("These are the same match: {id}.", id=kept.id))
    for match in (kept, gone):
        if match.withdrawal and match.withdrawal.into:
            into = match.withdrawal.into
            raise InvalidInput(message("Match {id} is joined to match {into}; split it first.", id=match.id, into=into))
        if match.withdrawal:
            raise InvalidInput(message("Match {id} is deleted; bring it back before you join it.", id=match.id))
    people = matches.people()
    here, there = ([people.one(id) for id in match.header.players] for match in (kept, gone))
    seats = seats_in_order(here, there)
    if seats is None:
        raise InvalidInput(
            message(
                "Match {id} and match {other} have different players; merge the people first if they are the same.",
                id=kept.id,
                other=gone.id,
            )
        )
    return seats


def _taken_over(kept: Match, gone: Match, seats: Sequence[int]) -> list[object]:
    taken: list[object] = [*_sources(kept, gone, seats)]
    if (described := _description(kept, gone)) != MatchDescribed():
        taken.append(described)
    if (noted := details_changed(kept.details, _filled(kept.details, gone.details, seats))) != DetailsNoted():
        taken.append(noted)
    return taken


def _sources(kept: Match, gone: Match, seats: Sequence[int]) -> list[MatchImported]:
    """The imports of the other match as copies of the source that the leading one follows, or of that match itself."""
    known = record.imports(kept.log)
    origin = record.primary_source(kept.log) or f"partie:{kept.id}"
    return [
        replace(reseated(imported, seats), copy_of=imported.copy_of or origin)
        for source, imported in record.imports(gone.log).items()
        if source not in known
    ]


def _description(kept: Match, gone: Match) -> MatchDescribed:
    has, other = kept.header, gone.header
    new = {name: getattr(other, name) for name in _HEADER if getattr(has, name) in (None, "")}
    if has.played_on and (other.played_on or "").startswith(has.played_on) and other.played_on != has.played_on:
        new["played_on"] = other.played_on  # It is more precise: a day instead of a month.
    if extract.played(kept, 0).minutes:  # The times of its moves say it.
        new.pop("minutes", None)
    tags = tuple(dict.fromkeys((*has.tags, *other.tags)))
    return MatchDescribed(**new, tags=tags if tags != has.tags else None)


def _filled(has: DetailsNoted, other: DetailsNoted, seats: Sequence[int]) -> DetailsNoted:
    """The details with the values of the other ones where there are none."""
    new = {name: getattr(has, name) or getattr(other, name) for name in _DETAILS}
    if not has.series:
        new |= {"series": other.series, "number": other.number}
    others = other.seats or ()
    filled = tuple(_filled_seat(own, others[seat]) for own, seat in zip(has.seats or (), seats, strict=True))
    return replace(has, **new, seats=filled)


def _filled_seat(has: SeatDetails, other: SeatDetails) -> SeatDetails:
    values = {field.name: getattr(has, field.name) for field in fields(SeatDetails)}
    missing = {name: getattr(other, name) for name, value in values.items() if value in (None, "", ())}
    return replace(has, **missing)
