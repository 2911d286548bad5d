"""Doubts about the mapping of a table: headers that may mean something else, columns left out, rows out of order."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import Final

from core.games import GAMES
from core.messages import message
from importers.imported_play import ImportedPlay
from importers.tables import cell_values, header_words, headers, layout
from importers.tables.cell_values import share
from importers.tables.column_meanings import has_letters, is_result, seat_columns
from importers.tables.doubts import AGAINST, GUESS, HARDLY, LEANING, QUESTION, TOLD, Doubts, number
from importers.tables.languages import YES, plain
from importers.tables.mapping import Mapping
from importers.tables.play_builder import RawPlay
from importers.text import MAX_NAME_LENGTH

_MOST: Final = 0.9
"""Share of the plays in which a column must agree with the reading to be explained by it."""

_BETWEEN_WORDS: Final = re.compile(r"[\W_]+")
_CAPITALIZED: Final = re.compile(r"[^\W\d_][^\W\dA-Z_]*")

_MAX_INITIALS: Final = 6
"""Letters of a name that may be the initials of as many people."""

_MAX_COMPARED: Final = 30
"""Seats of a play whose names are compared with each other."""

_MAX_WORD: Final = 40
"""Longer cells are remarks."""

_KNOWN_GAMES: Final = frozenset(title.casefold() for game in GAMES for title in (game.TITLE, game.TITLE.split(":")[0]))


def of_mapping(mapping: Mapping, raws: Sequence[RawPlay], plays: Sequence[ImportedPlay]) -> Doubts:
    """Doubts about the columns of a table, and about the rows that make its plays."""
    yield from _column_doubts(mapping, raws, plays)
    yield from _unused(mapping, raws)
    yield from _unused_persons(mapping, raws)
    yield from _unused_words(mapping, raws)
    yield from _people_doubts(raws)
    yield from _structure_doubts(mapping, raws)


def is_named(mapping: Mapping, meaning: str) -> bool:
    """True if a header surely names what the column of this meaning holds."""
    return any(
        column.meaning == meaning
        and (headers.is_strong(column.header) or (meaning == "player" and bool(headers.placed_seat(column.header))))
        for column in mapping.columns
    )


def has_stated_game(mapping: Mapping) -> bool:
    """True if the game was given, or the sheet is called by a game that Partie knows; other sheets may be anything."""
    return bool(mapping.game) and (
        mapping.game != layout.game_of(mapping.part) or mapping.game.casefold() in _KNOWN_GAMES
    )


def _column_doubts(mapping: Mapping, raws: Sequence[RawPlay], plays: Sequence[ImportedPlay]) -> Doubts:
    held = set(mapping.meanings())
    if "game" not in held and not mapping.game:
        yield AGAINST, message("No column names the game.")
    elif not is_named(mapping, "game") and not has_stated_game(mapping):
        yield GUESS, message("The name of the game is a guess.")
    if "player" in held and not is_named(mapping, "player") and not any(raw.winners for raw in raws):
        yield GUESS, message("The column of players could hold any names.")
    teams = [column.header for column in mapping.columns if column.meaning == "player"]
    are_people = any(seat.team for raw in raws for seat in raw.seats)  # Cells that list several are no names of teams.
    if not are_people and (teams := [header for header in teams if headers.meaning(header) == "team"]):
        yield QUESTION, message("The column {header} may name teams, not players.", header=teams[0])
    if "points" in held and mapping.shape == "wide":
        yield from _person_doubts([column.header for column in mapping.columns if column.meaning == "points"], raws)
    if held.isdisjoint(("score", "points", "winner", "rank")) and not any(play.events for play in plays if play.events):
        yield GUESS, message("No column holds points, winners or ranks.")


def _person_doubts(titles: Sequence[str], raws: Sequence[RawPlay]) -> Doubts:
    """Doubts that the headers of columns are the names of players: they may be categories, or anything counted."""
    words = [set(plain(headers.player(title)).split()) for title in titles]
    if several := [title for title in titles if len(cell_values.listed(headers.player(title))) > 1]:
        yield QUESTION, message("The header {header} may name several people.", header=several[0])
    if running := [title for title in titles if _is_running(raws, headers.player(title))]:
        yield QUESTION, message("The column {header} may number the rows: its numbers rise by one.", header=running[0])
    if any(not header_words.CATEGORIES.isdisjoint(one) for one in words):
        yield HARDLY, message("The headers of columns may be names of players or categories of points.")
    elif not any(raw.winners or any(seat.won and seat.score for seat in raw.seats) for raw in raws):
        yield GUESS, message("The headers of columns are taken for names of players.")
        if all(title[:1].islower() for title in titles):
            yield TOLD, message("Most names of players begin with a small letter.")


def _is_running(raws: Sequence[RawPlay], name: str) -> bool:
    return cell_values.are_running([seat.score for raw in raws for seat in raw.seats if seat.name == name])


def _unused(mapping: Mapping, raws: Sequence[RawPlay]) -> Doubts:
    """A column that is named like points, winners, ranks or players, and that the plays do not explain."""
    is_repeated = any(raw.is_repeated for raw in raws)
    for column in mapping.columns:
        title = column.header
        if is_repeated and column.meaning == "other" and headers.meaning(title) in ("round", "play"):
            yield LEANING, message("The column {header} is not used.", header=title)
        if column.meaning == "other" and (_says_who_won(raws, title) or _has_points_of_all(raws, title)):
            yield QUESTION, message("The column {header} is not used.", header=title)
        won = not header_words.WON.isdisjoint(plain(title).split())
        if column.meaning not in ("other", "ignore") or not _is_telling(title) or (headers.is_id(title) and not won):
            continue
        cells = _cells(raws, title)
        explained = sum(_is_explained(raw, cell, names_winners=won) for raw, cell in cells)
        if explained < _MOST * len(cells):
            yield QUESTION, message("The column {header} is not used.", header=title)


def _unused_persons(mapping: Mapping, raws: Sequence[RawPlay]) -> Doubts:
    """Columns of numbers that are called like people, and belong to nobody."""
    if mapping.shape != "wide":
        return
    titles = [
        column.header for column in mapping.columns if column.meaning == "other" and headers.is_name(column.header)
    ]
    numeric = [title for title in titles if share(_cells(raws, title), lambda one: cell_values.is_points(one[1])) > 0.5]
    if len(numeric) > 1:
        yield AGAINST, message("The columns {headers} are not used.", headers=", ".join(numeric[:5]))


def _unused_words(mapping: Mapping, raws: Sequence[RawPlay]) -> Doubts:
    """Columns of words that come again, as those of people, roles and places do, and that no play uses."""
    people = {seat.name.casefold() for raw in raws for seat in raw.seats}
    words: dict[str, list[str]] = {}
    for column in mapping.columns:
        cells = [cell.casefold() for _, cell in _cells(raws, column.header)] if column.meaning == "other" else []
        if cells and share(cells, lambda cell: 0 < len(cell) <= _MAX_WORD and has_letters(cell)) > 0.5:
            words[column.header] = cells
    every = Counter(word for cells in words.values() for word in set(cells))
    is_seats = 1 < mapping.meanings().count("points") == len(words)
    for header, cells in words.items():
        own = {*cells}
        if headers.meaning(header) not in (None, "other") or headers.is_id(header):
            continue
        if len(raws) > 1 and not headers.is_telling(header) and share([*own], lambda word: word in people) >= 0.5:
            yield QUESTION, message("The column {header} has names of players, and no play uses it.", header=header)
        elif mapping.shape == "wide" and not people & own and (is_seats or any(every[word] > 1 for word in own)):
            yield QUESTION, message("The column {header} may hold the players: its words come again.", header=header)
        elif len(own) < len(cells):
            yield TOLD, message("The column {header} is not used.", header=header)


def _people_doubts(raws: Sequence[RawPlay]) -> Doubts:
    """A person whose name is made of others' names, or holds that of another at the table, may be several people."""
    people = {seat.name.casefold() for raw in raws for seat in raw.seats if seat.name}
    made = next((seat.name for raw in raws for seat in raw.seats if _is_made_of(seat.name, people)), None)
    holding = [name for raw in raws for name in islice(_names_in_names(raw), 1)]
    if made or len(holding) > len(raws) / 2:
        made = made or holding[0]
        names = dict.fromkeys(seat.name for raw in raws for seat in raw.seats if seat.name and seat.name != made)
        held = [name for name in names if name.casefold() in made.casefold()]
        yield (
            HARDLY,
            message(
                "The player {name} may be several people, such as {names}: a comma between the names would tell.",
                name=made[:40],
                names=", ".join(held[:5]),
            ),
        )


def _names_in_names(raw: RawPlay) -> Iterator[str]:
    """The names at a table that hold the words of another seat's name; all pairs are compared, so of few seats."""
    names = [seat.name[:MAX_NAME_LENGTH] for seat in raw.seats[:_MAX_COMPARED] if seat.name]
    for name in names:
        if any(name != other and f" {other} " in f" {name} " for other in names):
            yield name


def _is_made_of(name: str, people: Set[str]) -> bool:
    """True if the name is made of others': `Ann Ben`, `Ann_Ben`, `AnnBen`, `ab` of the people `a` and `b`."""
    words = [word for word in _BETWEEN_WORDS.split(name) if word]
    words = words if len(words) > 1 else _CAPITALIZED.findall(name)
    parts = [part.casefold() for part in words]
    initials = sum(letter in people for letter in name.casefold()) if len(name) <= _MAX_INITIALS else 0
    return sum(part in people for part in parts) > 1 or (initials > 1 and (name.isupper() or initials == len(name)))


def _cells(raws: Sequence[RawPlay], title: str) -> list[tuple[RawPlay, str]]:
    return [(raw, cell) for raw in raws for cell in raw.more.get(title, ())]


def _says_who_won(raws: Sequence[RawPlay], title: str) -> bool:
    """True if a column has words for won and lost, and nothing else says who won."""
    cells = _cells(raws, title)
    won = {plain(cell) in YES for _, cell in cells if is_result(cell)}
    known = any(raw.winners or any(seat.won or seat.rank for seat in raw.seats) for raw in raws)
    return len(won) == 2 and not known and sum(is_result(cell) for _, cell in cells) >= _MOST * len(cells)


def _has_points_of_all(raws: Sequence[RawPlay], title: str) -> bool:
    """True if a column has the points of the seats, such as `3-1`, and no seat has points."""
    cells = _cells(raws, title)
    given = sum(bool(len(raw.seats) > 1 and cell_values.points_listed(cell, len(raw.seats))) for raw, cell in cells)
    return given > len(cells) / 2 and not any(seat.score or seat.parts for raw in raws for seat in raw.seats)


def _is_telling(title: str) -> bool:
    """True if a header decides a play; a rating or an age of a player does not, and a limit of players neither."""
    words = {*plain(title).split()}
    counts = header_words.COUNTS - {"number", "num", "count", "no", "pocet", "total", "anzahl", "numero"}
    is_measured = not words.isdisjoint(header_words.MEASURES - {"players", "wins", "index"} | counts)
    is_result = (
        headers.meaning(title) in ("score", "winner", "player", "rank") or headers.placed_seat(title) is not None
    )
    return (headers.is_telling(title) or is_result) and not is_measured


def _is_explained(raw: RawPlay, cell: str, *, names_winners: bool) -> bool:
    """True if the seats of the play account for the cell: it names them, counts them, or is the points of one."""
    if names_winners:
        return bool(raw.winners) or any(seat.won or seat.rank for seat in raw.seats)
    names = {seat.name.casefold() for seat in raw.seats}
    if {name.casefold() for name in cell_values.listed(cell)} <= names:
        return True
    bare = cell_values.unitless(cell)
    scores = {seat.score for seat in raw.seats}
    return bare in scores or bare == str(len(raw.seats)) or bare in _sums(scores)


def _sums(scores: Iterable[str]) -> set[str]:
    """The sum and the largest difference of the points, as text."""
    numbers = [int(score) for score in scores if score.lstrip("-").isdecimal()]
    return {str(sum(numbers)), str(max(numbers) - min(numbers))} if numbers else set()


def _has_header_as_name(mapping: Mapping, raws: Sequence[RawPlay]) -> bool:
    """True if a player is called like a column."""
    titles = {column.header.casefold() for column in mapping.columns if column.meaning not in ("points", "other")}
    return any(seat.name.casefold() in titles for raw in raws for seat in raw.seats)


def _structure_doubts(mapping: Mapping, raws: Sequence[RawPlay]) -> Doubts:
    titles, meanings = [column.header for column in mapping.columns], mapping.meanings()
    if mapping.shape == "wide" and "score" in meanings and meanings.count("player") > 1:
        seats = seat_columns(titles, meanings)
        if 0 < sum("score" in seat for seat in seats) < len(seats):
            yield QUESTION, message("Not every column of players has a column of points.")
    if any(raw.is_mixed and not (_has_one_result(raw) and not raw.is_apart) for raw in raws):
        yield AGAINST, message("Only the order of the rows separates several plays.")
    rounds = [raw for raw in raws if any(seat.is_of_round for seat in raw.seats)]
    if sum(not _has_all_rounds(raw) for raw in rounds) > len(rounds) / 10:
        yield AGAINST, message("The players of a play do not have the same rounds or categories.")
    if _has_header_as_name(mapping, raws):
        yield HARDLY, message("Names of players are headers of columns.")
    if {"rank", "winner", "seat"}.isdisjoint(meanings) and (ranked := _ranks_beside(mapping, raws)):
        yield (
            QUESTION,
            message("The column {header} may hold ranks: it has 1, 2 and so on in each play.", header=ranked),
        )
    if mapping.shape == "wide" and "points" in meanings:
        if share(raws, _has_sum) > _MOST:
            yield HARDLY, message("One of the columns taken for players is the sum of the others.")
        if _looks_like_ranks(raws):
            yield AGAINST, message("The points of each play are 1, 2, 3 and so on: they may be ranks.")
        if raws and all(sorted({seat.score for seat in raw.seats}) in _FLAGS for raw in raws):
            yield AGAINST, message("The points are 0 and 1: they may say who has won.")
    if share(raws, lambda raw: bool(raw.unread)) > 0.2:
        yield AGAINST, message("There is one number of points for several players.")
    if any(raw.is_unsure for raw in raws):
        yield QUESTION, message("A result is taken as that of the first side, and may be that of the other one.")
    opponents = [column for column in mapping.columns if column.meaning == "player"]
    if (
        len(opponents) == 2
        and plain(opponents[1].header) in header_words.OPPONENTS
        and share(raws, _mirrored(raws)) > 0.5
    ):
        yield QUESTION, message("Each play may be here twice, once as the play of either player.")
    if len(opponents) == 1 and plain(opponents[0].header) in header_words.OPPONENTS:
        yield AGAINST, message("The column {header} does not name all players.", header=opponents[0].header)
    named = [title for title in titles if (placed := headers.placed_seat(title)) and not placed.rest]
    if named and len(named) < meanings.count("player") and (only := _only_winner(raws)):
        yield QUESTION, message("The winner {name} has no column beside that of winners.", name=only[:40])
    if named and meanings.count("player") == 1 and share(raws, lambda raw: len(raw.seats) == 1) > 0.5:
        yield QUESTION, message("Only the winners are named; the other players are unknown.")


def _ranks_beside(mapping: Mapping, raws: Sequence[RawPlay]) -> str:
    """The header of a column that no play uses, with the numbers from 1 on in each play, not always in this order."""
    for column in mapping.columns:
        cells = [raw.more.get(column.header, []) for raw in raws if len(raw.seats) > 1]
        numbers = [[str(place) for place in range(1, len(held) + 1)] for held in cells]
        is_told = column.meaning == "other" and min(map(len, cells), default=0) > 1
        if (
            is_told
            and cells != numbers
            and [sorted(held, key=lambda cell: (len(cell), cell)) for held in cells] == numbers
        ):
            return column.header
    return ""


def _mirrored(raws: Sequence[RawPlay]) -> Callable[[RawPlay], bool]:
    """A test that a play of two comes as often with its seats exchanged, on the same day."""

    def key(raw: RawPlay, step: int) -> tuple[str, ...]:
        return (raw.date, raw.game, *(seat.name for seat in raw.seats[::step]))

    orders = Counter(key(raw, 1) for raw in raws)
    return lambda raw: orders[key(raw, 1)] == orders[key(raw, -1)]


def _only_winner(raws: Sequence[RawPlay]) -> str:
    """A person that only the column of winners names; empty: there is none."""
    others = {seat.name.casefold() for raw in raws for seat in raw.seats if seat.won != "yes"}
    return next((seat.name for raw in raws for seat in raw.seats if seat.name.casefold() not in others), "")


def _has_sum(raw: RawPlay) -> bool:
    """True if the points of one of at least three seats are the sum of those of the others."""
    numbers = [points for seat in raw.seats if (points := number(seat.score)) is not None]
    return len(numbers) > 2 and 2 * max(numbers) == sum(numbers)


_FLAGS: Final = (["0", "1"], ["1"], ["0"])


def _looks_like_ranks(raws: Sequence[RawPlay]) -> bool:
    return all(
        sorted(seat.score for seat in raw.seats) == [str(place) for place in range(1, len(raw.seats) + 1)]
        for raw in raws
    )


def _has_one_result(raw: RawPlay) -> bool:
    """True if the seats have one winner, or the ranks from 1 on."""
    won = [seat for seat in raw.seats if plain(seat.won) in YES]
    ranks = sorted(seat.rank for seat in raw.seats if seat.rank)
    return len(won) == 1 or ranks == [str(place) for place in range(1, len(raw.seats) + 1)]


def _has_all_rounds(raw: RawPlay) -> bool:
    labels = {label for seat in raw.seats for label in seat.parts}
    return all(seat.parts.keys() == labels for seat in raw.seats)
