"""Pairs of matches that may be two records of one play: two people logged it, or one person in two apps.

Matches are compared if the same people played the same game on the same day. A pair is suggested if points and winners
do not contradict each other, and no other match fits as well.

A diary (a file of one app, or a match recorded in Partie) holds a play once: what stands in it twice is two plays.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, groupby, pairwise
from typing import Final, NamedTuple, TypeAlias

from core.messages import message
from eventstore.matches import imports
from eventstore.matches.people import SOMEBODY, app_of
from eventstore.matches.repository import MatchRepository
from eventstore.matches.told_apart import Pairs
from eventstore.readmodels.index import MatchIndex
from eventstore.statistics.plays import PlayedMatch

MAX_PLAYS: Final = 40
"""Maximum plays of one game by the same people on one day that are compared; no evening has more."""

MIN_TELLING_POINTS: Final = 10
"""Smaller points, and points of which all seats have the same, are equal by chance too often."""

HERE: Final = "partie"
"""Stands for the app of a match that was recorded in Partie."""

EQUAL: Final = message("the points are equal")
COMPLEMENTARY: Final = message("the points complement each other")
WITHOUT_POINTS: Final = message("points are known in neither")


class JoinSuggestion(NamedTuple):
    """Two matches that may be one play, and the reason. `into` knows more of it, and would lead."""

    match: str
    into: str
    why: str


class Diary(NamedTuple):
    """The plays of an app in one file: the `file`th of the import at this position; `last_day` is their newest day.

    A match that no import brought has position 0, and one that was recorded in Partie is a diary of its own.
    """

    app: str
    position: int = 0
    file: int = 0
    last_day: str = ""
    match: str = ""


@dataclass(frozen=True)
class ComparedPlay:
    """A match as it is compared. `diaries` are those it stands in, by app; the first is that of its own source."""

    played: PlayedMatch
    diaries: Mapping[str, Diary]

    @property
    def diary(self) -> Diary:
        return next(iter(self.diaries.values()))

    @cached_property
    def points(self) -> Mapping[str, list[float | None]]:
        """The points of each person; an anonymous person may have several seats."""
        points = defaultdict[str, list[float | None]](list)
        for seat in self.played.seats:
            points[seat.person].append(seat.score)
        return {person: sorted(own, key=lambda score: (score is None, score or 0)) for person, own in points.items()}

    @cached_property
    def known_points(self) -> tuple[float, ...]:
        return tuple(seat.score for seat in self.played.seats if seat.score is not None)

    @cached_property
    def winners(self) -> tuple[str, ...] | None:
        """The people who won; None if unknown. Some apps know no winner where nothing was entered."""
        won = tuple(sorted(seat.person for seat in self.played.seats if seat.won))
        return won if won or (self.played.cooperative and self.played.decided) else None


Fit: TypeAlias = tuple[int, int]
"""The fit of two matches: by their points (0: none is known in both, 2: all are equal), then the number of other
equal facts."""


def join_suggestions(matches: MatchRepository, index: MatchIndex) -> tuple[JoinSuggestion, ...]:
    """Pairs of matches that may be one play, newest first; not those that a person told apart."""
    if not (groups := _groups(index)):
        return ()
    apart = matches.told_apart.pairs()
    diaries = _diaries(imports.batches(matches.store), index, {played.id for group in groups for played in group})
    plays = ([ComparedPlay(played, diaries[played.id]) for played in group] for group in groups)
    pairs = [pair for group in plays for pair in _pairs(group, apart)]
    newest_first = sorted(pairs, key=lambda pair: (pair[1].played_on or "", pair[1].order), reverse=True)
    return tuple(JoinSuggestion(other.id, lead.id, _why(other, lead, fit)) for other, lead, fit in newest_first)


def _why(one: PlayedMatch, other: PlayedMatch, fit: Fit) -> str:
    if any(seat.score is not None for seat in (*one.seats, *other.seats)):
        return EQUAL if fit[0] == 2 else COMPLEMENTARY
    return WITHOUT_POINTS


def _groups(index: MatchIndex) -> list[list[PlayedMatch]]:
    """The matches of one game, on one day, by the same people, in the order of play; only these are decoded."""
    ids = defaultdict[str, set[int]](set)
    for title, bgg_id in index.game_keys():
        if bgg_id:
            ids[_title(title)].add(bgg_id)
    found = [group for year in index.years() for group in _same_people(index, year, ids)]
    group_of = {id: number for number, group in enumerate(found) for id in group}
    groups = defaultdict[int, list[PlayedMatch]](list)
    for played in index.played(ids=[*group_of], with_uncounted=True) if group_of else ():
        groups[group_of[played.id]].append(played)
    return [*groups.values()]


def _same_people(index: MatchIndex, year: str, bgg_ids: Mapping[str, Collection[int]]) -> Iterator[list[str]]:
    """The ids of each group in a year. `bgg_ids` are those of the games of a title, as of `_title`."""
    alike = defaultdict[object, list[str]](list)
    for match in index.dated(since=year, until=year, simulated=False):
        title = _title(match.game_title)
        of_title = bgg_ids.get(title, ())
        game = match.bgg_id or (next(iter(of_title)) if len(of_title) == 1 else title)
        alike[match.played_on, game, match.seats].append(match.id)
    several = {match: key for key, matches in alike.items() if len(matches) > 1 for match in matches}
    groups = defaultdict[object, list[str]](list)
    for id, people in index.people_of(several).items():
        if any(person != SOMEBODY for person in people):
            groups[several[id], tuple(sorted(people))].append(id)
    return (group for group in groups.values() if 1 < len(group) <= MAX_PLAYS)


def _title(title: str) -> str:
    """The letters and digits of a title, without upper case."""
    folded = unicodedata.normalize("NFKC", title).casefold()
    return "".join(letter for letter in folded if letter.isalnum()) or folded


def _diaries(
    batches: Iterable[imports.Batch], index: MatchIndex, asked: Collection[str]
) -> Mapping[str, Mapping[str, Diary]]:
    """The diaries of each match `asked` for.

    A match that an import only changed stands in its file too: as a copy of a play of another app. What was joined to a
    match counts as this one.
    """
    days = index.days(simulated=False)
    sources, withdrawn = index.sources(), index.sources(withdrawn=True)
    holders = {source: id for id, own in sources.items() for source in own}
    diaries = defaultdict[str, dict[str, Diary]](dict)
    for batch in sorted(batches, key=lambda batch: batch.position):
        brought, changed = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for id in batch.brought:
            own = sources.get(id) or withdrawn.get(id) or (HERE,)
            held_by = id if id in days else holders.get(own[0], "")
            if held_by in days:
                brought[app_of(own[0])].append(held_by)
        for id in batch.changed:
            for source in sources.get(id, ())[1:] if id in days else ():
                changed[app_of(source)].append(id)
        for app in {**brought, **changed}:
            for file, ids in enumerate(_files(brought[app], days, len(batch.files))):
                ids = [*ids, *(changed[app] if not file else ())]
                diary = Diary(app, batch.position, file, max(days[id] for id in ids))
                for id in ids:
                    diaries[id].setdefault(app, diary)
    for id in asked:
        own = sources.get(id, ())
        if not diaries[id] or not own:
            app = app_of(own[0]) if own else HERE
            diaries[id] = {app: Diary(app, match="" if own else id), **diaries[id]}
    return diaries


def _files(ids: Sequence[str], days: Mapping[str, str], number: int) -> list[Sequence[str]]:
    """The matches of one app that were imported from this number of files, by file.

    Apps sort plays by day, so where the days begin anew, a new file begins. If they do so more often, they tell nothing
    about the files, and all matches are one.
    """
    runs = _runs(ids, days) if ids else []
    return [*runs] if 0 < len(runs) <= number else [ids]


def _runs(ids: Sequence[str], days: Mapping[str, str]) -> list[list[str]]:
    """The ids in runs whose days do not fall, or do not rise."""
    runs, direction = [[ids[0]]], 0
    for before, id in pairwise(ids):
        step = (days[id] > days[before]) - (days[id] < days[before])
        if step and direction and step != direction:
            runs.append([])
            step = 0
        direction = step or (direction if runs[-1] else 0)
        runs[-1].append(id)
    return runs


def _pairs(group: Sequence[ComparedPlay], apart: Pairs) -> Iterator[tuple[PlayedMatch, PlayedMatch, Fit]]:
    """The pairs of a group with the leading match second; no match is joined to another in two ways."""
    group = sorted(group, key=lambda play: play.diary)
    diaries = [list(plays) for _, plays in groupby(group, key=lambda play: play.diary)]
    joined = {play.played.id: {play.played.id} for play in group}
    found = [pair for one, other in combinations(diaries, 2) for pair in _matched(one, other, apart)]
    for one, other, fit in sorted(found, key=lambda pair: pair[2], reverse=True):
        if other.id in joined[one.id]:
            continue
        together = joined[one.id] | joined[other.id]
        joined |= dict.fromkeys(together, together)
        lead = max((one, other), key=lambda played: (richness(played), -played.order))
        yield (other if lead is one else one), lead, fit


def _matched(
    diary: Sequence[ComparedPlay], other: Sequence[ComparedPlay], apart: Pairs
) -> Iterator[tuple[PlayedMatch, PlayedMatch, Fit]]:
    """The pairs of two diaries: the best fits first, and of equally good ones only those without a choice."""
    fits = {
        (one, two): fit
        for one, play in enumerate(diary)
        for two, other_play in enumerate(other)
        if frozenset((play.played.id, other_play.played.id)) not in apart and (fit := _fit(play, other_play))
    }
    free, other_free = set(range(len(diary))), set(range(len(other)))
    for fit in sorted(set(fits.values()), reverse=True):
        best = [(one, two) for (one, two), each in fits.items() if each == fit and one in free and two in other_free]
        for ones, twos in _choices(best):
            free -= ones
            other_free -= twos
            if len(ones) == len(twos) == 1:
                yield diary[min(ones)].played, other[min(twos)].played, fit


def _choices(edges: Iterable[tuple[int, int]]) -> list[tuple[set[int], set[int]]]:
    """The edges as connected parts: the ends on both sides."""
    parts: list[tuple[set[int], set[int]]] = []
    for one, two in edges:
        touched = [part for part in parts if one in part[0] or two in part[1]]
        parts = [part for part in parts if part not in touched]
        parts.append(({one}.union(*(part[0] for part in touched)), {two}.union(*(part[1] for part in touched))))
    return parts


def _fit(one: ComparedPlay, other: ComparedPlay) -> Fit | None:
    """The fit of two matches; None: they are two plays."""
    here, there = one.played, other.played
    if here.bgg_id and there.bgg_id and here.bgg_id != there.bgg_id:
        return None
    by_points = _points_fit(one, other)
    if by_points is None:
        return None
    if any(other.diaries.get(app) == diary for app, diary in one.diaries.items()):
        return None
    if not (by_points == 2 and _is_telling(one.known_points)):
        is_other_result = one.winners is not None and other.winners is not None and one.winners != other.winners
        if is_other_result or _may_repeat(one, other):
            return None
    return by_points, _equal_facts(here, there)


def _points_fit(one: ComparedPlay, other: ComparedPlay) -> int | None:
    """The first part of a `Fit`; None: the points contradict each other."""
    equal, is_complete = False, True
    for person, own in one.points.items():
        others = other.points[person]
        if None in own or None in others:
            is_complete = False
        elif own != others:
            return None
        else:
            equal = True
    return 2 if is_complete else int(equal)


def _is_telling(points: Sequence[float]) -> bool:
    """True if the same points of all seats in another match are no accident."""
    return len(set(points)) > 1 and max(points) >= MIN_TELLING_POINTS


def _may_repeat(one: ComparedPlay, other: ComparedPlay) -> bool:
    """True if one person may have written both down in one app, as two plays.

    A newer export of the same app holds plays that an older one lacks, but only from the last day of the older one on.
    """
    pairs = [(one.diaries[app], other.diaries[app]) for app in one.diaries.keys() & other.diaries.keys()]
    day = one.played.played_on or ""
    return any(not min(a.position, b.position) or min(a.last_day, b.last_day) <= day for a, b in pairs)


def _equal_facts(one: PlayedMatch, other: PlayedMatch) -> int:
    """The number of other facts that are known and equal."""
    facts, others = (
        (
            played.minutes,
            _title(played.place or ""),
            frozenset(map(_title, played.expansions)),
            frozenset((seat.person, "started") for seat in played.seats if seat.started),
            frozenset((seat.person, _title(role.name)) for seat in played.seats for role in seat.roles),
            frozenset((seat.person, _title(seat.color)) for seat in played.seats if seat.color),
        )
        for played in (one, other)
    )
    return sum(bool(fact) and fact == other_fact for fact, other_fact in zip(facts, others, strict=True))


def richness(played: PlayedMatch) -> tuple[int, ...]:
    """The amount of facts of a play: the richer of two leads.

    One that statistics count is before others, moves are before points by category, then the rest.
    """
    seats = played.seats
    return (
        played.counted,
        ("final", "rounds", "moves").index(played.depth),
        sum(seat.score is not None for seat in seats),
        played.decided,
        sum(bool(value) for seat in seats for value in (seat.roles, seat.team_name, seat.color, seat.started)),
        sum(map(bool, (played.minutes, played.place, played.expansions, played.variant, played.scenario))),
    )
