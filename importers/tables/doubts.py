"""The weights of doubts, and the doubts about the plays that a reading gives: what contradicts itself, and what does
not look like a play. Those about the mapping are in `mapping_doubts`.

A weight is the percent of confidence that a doubt costs; below 80 % an import asks. So `QUESTION` and all that weigh
more ask alone, two guesses ask together, and of several readings the one with the least weight is taken.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from core.games.scoresheet import PointsNoted
from core.messages import Message, joined, message, message_of
from eventstore.matches.people import name_key
from importers.imported_play import ImportedPlay, ImportReport
from importers.tables import cell_values, dates, header_words, headers
from importers.tables.cell_values import share
from importers.tables.languages import plain
from importers.tables.play_builder import RawPlay

TOLD: Final = 10
"""It is so in many files that are read right: a column of other things."""

GUESS: Final = 15
"""It is right more often than not: a header without a known word holds what the shape of the table asks for."""

LEANING: Final = 20
"""As a guess, where the file has a column that would decide it and the reading leaves it out."""

QUESTION: Final = 25
"""The file has another simple explanation: only a person can say which."""

AGAINST: Final = 30
"""The plays would be unusual: a reading without this doubt is taken, if there is one."""

HARDLY: Final = 40
"""Its people are hardly people, or its plays hardly plays: taken only where there is no other reading."""

Doubts: TypeAlias = Iterator[tuple[int, Message]]
"""Percent of confidence that each doubt costs, and its sentence."""


def number(score: str) -> float | None:
    """The points in a cell, without a remark behind them; None for anything else."""
    try:
        return cell_values.points(cell_values.without_remark(score)[0], ".")
    except ValueError:
        return None


MANY_SEATS: Final = 12
"""A match of a board game rarely has more players."""

MAX_LISTED: Final = 5
"""Plays that a doubt names; those that are imported are named one by one, see `ingest`."""


def of_plays(plays: Sequence[ImportedPlay], *, undated: bool = False) -> Doubts:
    """Doubts about the plays themselves: their dates, names, titles and points. `undated`: a person said so."""
    if not plays:
        return
    if not undated and share(plays, lambda play: play.played_on is None) > 0.5:
        yield QUESTION, message("Most plays have no date.")
    future = [play.played_on for play in plays if play.played_on and dates.is_future(play.played_on)]
    if future:
        yield QUESTION, message("Some dates are in the future, such as {date}.", date=future[0])
    unread = [date for play in plays if (date := play.provenance.more.get("date"))]
    if len(unread) > len(plays) / 10:
        yield QUESTION, message("Many dates cannot be read, such as {date!r}.", date=unread[0][:40])
    written = [seat.score for play in plays for seat in play.provenance.seats if seat.score]
    amiss = [score for score in written if not cell_values.is_points(cell_values.without_remark(score)[0])]
    if len(amiss) > len(written) / 5:
        yield AGAINST, message("Many points are not numbers, such as {written!r}.", written=amiss[0][:40])
    if share([play for play in plays if _has_points(play)], _lacks_points) > 0.5:
        yield QUESTION, message("In most plays some players have points and others have none.")
    if share(plays, lambda play: len(play.players) > MANY_SEATS) > 0.2:
        yield AGAINST, message("Many plays have more than {number} players.", number=MANY_SEATS)
    if twice := [(play, name) for play in plays if (name := _player_twice(play))]:
        listed = [message("{where} ({name})", where=play.where, name=name[:40]) for play, name in twice[:MAX_LISTED]]
        yield (
            AGAINST + AGAINST * (len(twice) > len(plays) / 2),
            message_of(
                "{number} play has a player on two seats: {plays}.",
                "{number} plays have a player on two seats: {plays}.",
                len(twice),
                plays=joined([*listed, *["…"] * (len(twice) > MAX_LISTED)], ", "),
            ),
        )
    names = [player.name for play in plays for player in play.players if player.name]
    if sum(map(_is_no_name, names)) > len(names) / 5:
        yield HARDLY, message("Many names of players do not look like names.")
    titles = [str(play.options.get("title") or "") for play in plays]
    signs = sum(bool(_NO_TITLE.search(title)) for title in titles)
    if signs > len(titles) / 5 or sum(map(str.isdecimal, titles)) > len(titles) / 2:
        yield HARDLY, message("Many titles of games do not look like titles.")
    if sum(map(_is_numbered, titles)) > len(titles) / 2:
        yield (
            AGAINST,
            message("The titles number the games, such as {title!r}; they do not name them.", title=titles[0]),
        )
    if share(plays, lambda play: len(play.players) < 2) > 0.5:
        yield QUESTION, message("Most plays have a single player.")


def _has_points(play: ImportedPlay) -> bool:
    return any(isinstance(event, PointsNoted) for event in play.events)


def _lacks_points(play: ImportedPlay) -> bool:
    lines = [event.points for event in play.events if isinstance(event, PointsNoted)]
    return any(all(points[seat] is None for points in lines) for seat in range(len(play.players)))


def _is_numbered(title: str) -> bool:
    """True if a title only numbers plays: `Game 1`, `Partie 3`."""
    words = [word for word in plain(title).split() if not word.isdecimal()]
    generic = header_words.GENERIC_TABLES | header_words.MEASURES
    is_generic = all(word in generic or headers.meaning(word) in ("game", "play", "round") for word in words)
    return len(words) < len(plain(title).split()) and is_generic


def of_results(raws: Sequence[RawPlay], plays: Sequence[ImportedPlay]) -> Doubts:
    """Doubts about points, winners and ranks that contradict each other."""
    said = [raw for raw in raws if raw.winners or any(seat.won for seat in raw.seats)]
    known = {play.where for play in plays if any(seat.winner is not None for seat in play.provenance.seats)}
    unclear = sum(raw.where not in known for raw in said)
    if unclear == len(said) > 0 or unclear > max(1, len(said) / 20):
        yield QUESTION + LEANING * (unclear > len(said) / 3), message("Many winners are none of the players.")
    ranks = [seat.rank for raw in raws for seat in raw.seats if seat.rank]
    if unread := [rank for rank in {*ranks} if not cell_values.is_place(rank)]:
        yield QUESTION, message("Some ranks cannot be read, such as {rank!r}.", rank=unread[0][:40])
    if any(map(_contradicts_ranks, plays)):
        yield QUESTION, message("In some plays the winner is not the one in the first place.")
    ranked = [play for play in plays if any(seat.rank for seat in play.provenance.seats)]
    if share(ranked, lambda play: all(seat.rank != 1 for seat in play.provenance.seats)) > 0.2:
        yield QUESTION, message("In many plays nobody is in the first place.")
    if _always([(seat.name, seat.rank) for raw in raws for seat in raw.seats]) and not all(
        map(_has_best_first, ranked)
    ):
        yield QUESTION, message("Every player always has the same rank: it may be the number of a seat.")
    if share(ranked, _has_unequal_ranks) > 0.05:
        yield QUESTION, message("In some plays the same rank has different points: they may be several plays.")
    decided = [(play, scored) for play in plays if not play.options.get("teams") and (scored := _scored(play))]
    if share(decided, lambda one: len(set(one[1][True])) > 1) > 0.1:
        yield QUESTION, message("Many plays have several winners with different points.")
    if len(decided) > 3 and _agreement(decided) < 0.6:
        yield QUESTION, message("The winners have neither the most nor the fewest points.")
    yield from of_stars(raws)
    if _is_constant(raws):
        yield AGAINST, message("Every player always has the same points.")


def of_stars(raws: Sequence[RawPlay]) -> Doubts:
    """A star that one person has in every play, and nobody else in any, may be a part of the name."""
    marks, beaten = defaultdict[str, set[bool]](set), set[str]()
    for raw in raws:
        points = {seat.name: number(seat.score) for seat in raw.seats}
        most = max((one for one in points.values() if one is not None), default=None)
        for seat in raw.seats:
            marks[seat.name].add(seat.won == "*")
            if points[seat.name] != most or most is None:
                beaten.add(seat.name)
    starred = [name for name, marked in marks.items() if True in marked]
    if len(raws) > 1 and len(starred) == 1 and marks[starred[0]] == {True} and starred[0] in beaten:
        yield (
            QUESTION,
            message("The star of {name} may be a part of the name: it is in each play.", name=starred[0][:40]),
        )


def _contradicts_ranks(play: ImportedPlay) -> bool:
    """True if a seat in the first place did not win, or one in a later place did; all may win together."""
    seats = [seat for seat in play.provenance.seats if seat.winner is not None and seat.rank]
    return any(seat.winner != (seat.rank == 1) for seat in seats) and len({seat.winner for seat in seats}) > 1


def _has_unequal_ranks(play: ImportedPlay) -> bool:
    """True if seats with different points share a rank, though they are in no team."""
    scored = {(seat.rank, seat.score) for seat in play.provenance.seats if seat.rank and seat.score}
    return len(scored) > len({rank for rank, _ in scored}) and not play.options.get("teams")


def _scored(play: ImportedPlay) -> dict[bool, list[float]]:
    """The points of the winners and of the others; empty without both."""
    found: dict[bool, list[float]] = defaultdict(list)
    for seat in play.provenance.seats:
        if seat.score and seat.winner is not None and (points := number(seat.score)) is not None:
            found[seat.winner].append(points)
    return found if len(found) == 2 else {}


def _agreement(decided: Sequence[tuple[ImportedPlay, dict[bool, list[float]]]]) -> float:
    """The share of plays whose winners have the most points, or in games where that is more usual the fewest."""
    by_game: dict[object, list[tuple[bool, bool]]] = defaultdict(list)
    for play, scored in decided:
        most, fewest = max(scored[True]) >= max(scored[False]), min(scored[True]) <= min(scored[False])
        by_game[play.options.get("title")].append((most, fewest))
    agreeing = sum(max(map(sum, zip(*results, strict=True))) for results in by_game.values())
    return agreeing / len(decided)


def _is_constant(raws: Sequence[RawPlay]) -> bool:
    """True if all who played several times had the same points each time, and not all of them the same: an age."""
    return _always([(seat.name, seat.score) for raw in raws for seat in raw.seats], often=3)


def _always(values: Sequence[tuple[str, str]], often: int = 2) -> bool:
    """True if all who have several values always have the same one, and not all of them the same."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for name, written in values:
        if written:
            by_name[name.casefold()].append(written)
    several = [written for written in by_name.values() if len(written) >= often]
    return len(several) > 1 and all(len({*one}) == 1 for one in several) and len({one[0] for one in several}) > 1


def _has_best_first(play: ImportedPlay) -> bool:
    """True if the first place has the most points, or no points are known."""
    seats = [(points, seat.rank) for seat in play.provenance.seats if (points := number(seat.score or "")) is not None]
    return not seats or any(rank == 1 for points, rank in seats if points == max(points for points, _ in seats))


def _player_twice(play: ImportedPlay) -> str:
    """The name of a player who has two seats; empty: there is none."""
    seats = Counter(name_key(player.name) for player in play.players if not player.is_anonymous)
    return next((player.name for player in play.players if seats[name_key(player.name)] > 1), "")


_NO_TITLE: Final = re.compile(r"[<>{}\[\]=%$€£|@\\]|://")
_SIGNS: Final = re.compile(r"[/\\<>{}\[\]=%$€£#|:;]|://|\d{3,}")


def _is_no_name(name: str) -> bool:
    return (
        not any(map(str.isalpha, name)) or not name[0].isalnum() or bool(_SIGNS.search(name)) or len(name.split()) > 5
    )


def of_list(report: ImportReport) -> Doubts:
    """Doubts that the lines of a text are plays."""
    plays = report.plays
    yield from ((QUESTION, doubt) for doubt in report.doubts)
    if any(play.played_on is None and not play.options.get("title") for play in plays):
        yield AGAINST, message("Some plays have neither a date nor a game.")
    if len(report.problems) > max(2, len(plays) / 2):
        yield QUESTION, message("Many lines cannot be read.")
    people = Counter(player.name.casefold() for play in plays for player in play.players)
    if len(plays) > 1 and max(people.values(), default=0) == 1:
        yield AGAINST, message("No player comes twice.")
    names = [player.name for play in plays for player in play.players if player.name]
    if sum(name[0].islower() for name in names) > len(names) / 2:
        yield QUESTION, message("Most names of players begin with a small letter.")
