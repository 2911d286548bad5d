"""The rows of one object of a JSON export: one for each seat of a play, or one for an object without seats.

The seats are a list of objects, an object of points by name, or a list of names with a list of as many points beside
it. Two lists about the same people (`players` beside `results`) are joined by an id or a name.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final, TypeAlias, cast

from importers.tables import header_words, headers
from importers.tables.languages import plain

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Row: TypeAlias = dict[str, str]

_SEATS: Final = (None, "player", "account", "score", "winner", "rank", "team", "seat")
"""Meanings of keys whose values may be the seats of a play."""

_NAMES: Final = (
    *("name", "player", "playername", "displayname", "nickname", "fullname"),
    *("who", "person", "user", "username"),
)
"""Keys of the name of a person, the clearest first."""

_IDS: Final = ("id", "playerid", "userid", "memberid", "accountid")
_VALUES: Final = ("value", "amount", "total")
_PLAYS: Final = ("date", "game")
_CALLED: Final = "winner number"
"""The column of winners who are called by the numbers of their seats."""

_MANY: Final = 60
"""An object with more keys, or a list with more items, has no seats."""


def is_play(item: Mapping[str, Json]) -> bool:
    """True if an object is one play: it has seats, and a date or a game."""
    held = {headers.meaning(key) for key, value in item.items() if not isinstance(value, list)}
    return not held.isdisjoint(_PLAYS) and bool(_seats(item)[1])


def plays(item: Mapping[str, Json]) -> Iterator[list[Row]]:
    """The rows of the plays of an object, by column: of itself, or of each of the list of plays in it.

    A play has a row for each seat, or one without seats. What belongs to the whole play, or stands beside the list,
    stands in each row.
    """
    taken, seats = _seats(item)
    for key, value in item.items() if not seats else ():
        inner = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
        is_told = headers.meaning(key) in ("game", "play") or plain(key) in header_words.GENERIC_TABLES
        is_told |= any(headers.meaning(field) in _PLAYS for one in inner for field in one)
        if is_told and any(_seats(one)[1] for one in inner):
            beside = {name: held for name, held in item.items() if name != key}
            yield from (_rows(play, *_seats(play)) for one in inner for play in ({**beside, **one},))
            return
    yield _rows(item, taken, seats)


def numbered_seats(plays: Sequence[list[Row]]) -> None:
    """Turn winners that are called by the numbers of their seats, and ranks that begin with 0, into results of seats.

    A 0 among the numbers makes them begin with 0, the number of the last seat with 1. Where neither is there, or both,
    they stay a column of their own that nothing uses, so that the reading is asked about. As many numbers as seats, of
    which each is 0 or 1, are an answer for each seat; they stay as well where no answer comes twice. In a play
    of numbered teams the numbers are theirs.
    """
    called = [(_sides_of(rows), [*map(int, rows[0][_CALLED].split())]) for rows in plays if rows and _CALLED in rows[0]]
    are_answers = all(1 < len(numbers) == len(sides) and {*numbers} <= {0, 1} for sides, numbers in called)
    firsts = {0 if 0 in numbers else 1 for sides, numbers in called if 0 in numbers or len(sides) in numbers}
    first = min(firsts, default=0)
    is_clear = len(firsts) == 1 and all(0 <= n - first < len(sides) for sides, numbers in called for n in numbers)
    if are_answers:
        is_clear = any(len({*numbers}) < len(numbers) for _, numbers in called)
    for sides, numbers in called if is_clear else ():
        for place, side in enumerate(sides):
            for row in side:
                del row[_CALLED]
                row["winner"] = _cell(numbers[place] == 1 if are_answers else place + first in numbers)
    ranked = [rows for rows in plays if any("rank" in row for row in rows)]
    if ranked and all(any(row.get("rank") == "0" for row in rows) for rows in ranked):
        for row in (row for rows in ranked for row in rows if row.get("rank", "").isdecimal()):
            row["rank"] = str(int(row["rank"]) + 1)


def _sides_of(rows: Sequence[Row]) -> list[list[Row]]:
    """The seats of each numbered team, else each seat alone."""
    if not all(row.get("team", "").isdecimal() for row in rows):
        return [[row] for row in rows]
    return [[row for row in rows if row["team"] == team] for team in dict.fromkeys(row["team"] for row in rows)]


def _rows(item: Mapping[str, Json], taken: set[str], seats: list[Row]) -> list[Row]:
    of_seats = {seat["player id"] for seat in seats if "player id" in seat}
    free = (key for key, value in item.items() if seats and key not in taken and _calls_seats(key, value, of_seats))
    called = next(free, None)
    play = dict(_flat({key: value for key, value in item.items() if key not in taken and key != called}, ""))
    if not seats:
        return [play]
    if called is not None:
        numbers = cast(list[int], item[called] if isinstance(item[called], list) else [item[called]])
        ids = [seat.get("player id", seat.get("player")) for seat in seats]
        won = [str(id) in map(str, numbers) for id in ids] if {*map(str, numbers)} <= {*ids} else numbers
        if won is not numbers or (len(won) == len(seats) and all(isinstance(one, bool) for one in won)):
            seats = [{**seat, "winner": _cell(bool(flag))} for seat, flag in zip(seats, won, strict=True)]
        else:
            play[_CALLED] = " ".join(str(int(number)) for number in numbers)
    return [{**play, **{_titled(title, play): cell for title, cell in seat.items()}} for seat in seats]


def _calls_seats(key: str, value: Json, ids: Set[str]) -> bool:
    """True if a value calls the seats that won by their ids or whole numbers (their places), or answers for each."""
    numbers = value if isinstance(value, list) else [value]
    is_number = all(isinstance(one, int) or str(one).isdecimal() for one in numbers) and not isinstance(value, bool)
    is_number |= all(str(one) in ids for one in numbers)
    is_of_winner = headers.meaning(key) == "winner" or not header_words.WON.isdisjoint(plain(key).split())
    return bool(numbers) and is_number and is_of_winner


def _titled(title: str, play: Row) -> str:
    """The column of a value of a seat; the play may have a value under the same key."""
    return f"player {title}" if title in play else title


def _seats(item: Mapping[str, Json]) -> tuple[set[str], list[Row]]:
    """The keys that hold the seats, and a row for each seat."""
    taken: set[str] = set()
    seats: list[Row] = []
    for key, value in sorted(item.items(), key=lambda field: not _are_names_of_seats(*field)):
        if headers.meaning(key) not in _SEATS or not isinstance(value, dict | list):
            continue
        found = _of_value(key, value)
        if not found:
            continue
        if seats and len({seat.get("team") for seat in seats}) == len(found) < len(seats):
            found = [found[int(seat["team"]) - 1] for seat in seats]  # A value for each team.
        if not seats:
            taken, seats = {key}, found
        elif joint := _joined(seats, found):
            taken, seats = {*taken, key}, joint
    if seats and not any("player" in seat or "player id" in seat for seat in seats):
        return set(), []
    if not seats:
        taken, seats = _sides(item)
    return taken | _add_by_name(item, taken, seats), seats


def _sides(item: Mapping[str, Json]) -> tuple[set[str], list[Row]]:
    """The seats of `{"a": {"name": "Anna", "score": 3}, "b": {...}}`: objects beside each other with people each."""
    if teams := _of_teams({key: value for key, value in item.items() if isinstance(value, dict)}):
        return {key for key, value in item.items() if isinstance(value, dict)}, teams
    objects = {key: _with_points(dict(_of_seat(value))) for key, value in item.items() if isinstance(value, dict)}
    people = {key: seat for key, seat in objects.items() if "player" in seat and headers.meaning(key) not in _PLAYS}
    return ({*people}, [*people.values()]) if len(people) > 1 else (set(), [])


def _add_by_name(item: Mapping[str, Json], taken: set[str], seats: list[Row]) -> set[str]:
    """Adds values under the names of the seats: `"rounds": [{"Anna": 5, "Ben": 3}]`. Returns their keys."""
    by_name = {seat.get("player", ""): seat for seat in seats}
    found = set()
    for key, value in item.items():
        listed = value if isinstance(value, list) else [value]
        objects = [one for one in listed if isinstance(one, dict) and one and one.keys() <= by_name.keys()]
        if key in taken or not objects or len(objects) < len(listed):
            continue
        found.add(key)
        for number, one in enumerate(objects, 1):
            title = f"{key.removesuffix('s')} {number}" if isinstance(value, list) else key
            for name, held in one.items():
                by_name[name][title] = _cell(held)
    return found


def _of_teams(value: dict[str, Json] | list[Json]) -> list[Row]:
    """A row for each player of `[["Anna", "Ben"], {"players": ["Cy"], "score": 3}]`, or of such teams by name."""
    rows = list[Row]()
    named = value.items() if isinstance(value, dict) else ((str(number), one) for number, one in enumerate(value, 1))
    for name, team in named:
        fields = team if isinstance(team, dict) else {"players": team}
        lists = {
            key: held for key, held in fields.items() if isinstance(held, list) and headers.meaning(key) == "player"
        }
        people = [row for key, held in lists.items() for row in _of_value(key, held)]
        if not people or not {headers.meaning(key) for key in fields}.isdisjoint(_PLAYS):
            return []
        beside = dict(_flat({key: held for key, held in fields.items() if key not in lists}, ""))
        rows += [{**beside, **person, "team": beside.get("name", name)} for person in people]
    return rows if len(value) > 1 else []


def _of_value(key: str, value: dict[str, Json] | list[Json]) -> list[Row]:
    is_told = headers.is_telling(key) or headers.meaning(key.removesuffix("s")) in ("player", "team")
    if is_told and (teams := _of_teams(value)):
        return teams
    if isinstance(value, dict) and _are_names_of_seats(key, value):
        return [{"player id": seat, "player": _cell(name)} for seat, name in value.items()]
    if isinstance(value, dict):
        return _by_name(key, value)
    if not value or len(value) > _MANY:
        return []
    objects = [one for one in value if isinstance(one, dict)]
    if len(objects) == len(value):
        if all(len(one) == 1 for one in objects) and "name" not in objects[0]:  # `[{"Anna": 52}, {"Ben": 47}]`
            return _by_name(key, {name: points for one in objects for name, points in one.items()})
        seats = [dict(_of_seat(one)) for one in objects]
        if headers.meaning(key) == "score":
            seats = [_with_score(seat) for seat in seats]
        return seats if any(_is_of_person(key, seat) for seat in seats) else []
    held = headers.meaning(key)
    if held not in ("player", "account", "score", "rank", "team") or any(isinstance(one, dict | list) for one in value):
        return []
    is_id = held == "account" or (held == "player" and headers.is_id(key))
    return [{"player id" if is_id else held: _cell(one)} for one in value]


def _are_names_of_seats(key: str, value: Json) -> bool:
    """True for `"seats": {"north": "Anna", "south": "Ben"}`; other values have the names of the seats as their keys."""
    held = headers.meaning(key.removesuffix("s"))
    return held in ("player", "seat") and isinstance(value, dict) and all(map(_is_word, value.values()))


def _is_word(value: Json) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _by_name(key: str, value: dict[str, Json]) -> list[Row]:
    """`{"Anna": 52, "Ben": 47}`, also with an object in place of the points."""
    if not 0 < len(value) <= _MANY or headers.meaning(key) not in ("player", "score", "rank", "seat", None):
        return []
    if not all(headers.meaning(name) is None and headers.placed_seat(name) is None for name in value):
        return []
    if all(isinstance(one, int | float | None) and not isinstance(one, bool) for one in value.values()):
        is_told = headers.meaning(key) is not None or headers.is_telling(key)
        held = "rank" if headers.meaning(key) == "rank" else "score"
        return [{"player": name, held: _cell(number)} for name, number in value.items()] if is_told else []
    objects = {name: one for name, one in value.items() if isinstance(one, dict)}
    if len(objects) < len(value):
        return []
    seats = {name: dict(_of_seat(one)) for name, one in objects.items()}
    if all("player" in seat for seat in seats.values()):  # `{"a": {"name": "Anna"}}`: the key is no name.
        return [*seats.values()]
    is_told = headers.meaning(key.removesuffix("s")) in ("player", "score", "seat")
    return [{"player": name, **seat} for name, seat in seats.items()] if is_told else []


def _of_seat(one: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """The columns of a seat: `player` is its name, `player id` its id or account."""
    words = {key: plain(key).replace(" ", "") for key in one}
    keys = [key for name in _NAMES for key in one if words[key] == name]
    keys += [key for key in one if headers.meaning(key) == "player" and not headers.is_id(key)]
    named = next((key for key in keys if _is_named(one[key])), None)
    for key, value in one.items():
        if key == named and not isinstance(value, dict):
            yield "player", _cell(value)
        elif key == named and isinstance(value, dict):
            yield from _of_seat(value)
        elif words[key] in _IDS:
            yield "player id", _cell(value)
        elif isinstance(value, list) and value and not any(isinstance(item, dict | list) for item in value):
            yield from _listed(key, value)
        else:
            yield from _flat({key: value}, "")


def _with_score(seat: Row) -> Row:
    """A seat of a list of scores, whose points may be called `value`."""
    if any(headers.meaning(title) == "score" for title in seat):
        return seat
    return {"score" if title.casefold() in _VALUES else title: cell for title, cell in seat.items()}


def _with_points(seat: Row) -> Row:
    """A seat with one number beside its name, which are its points: `{"player": "Anna", "goals": 3}`."""
    others = [title for title in seat if title not in ("player", "player id")]
    is_score = len(others) == 1 and headers.meaning(others[0]) is None and seat[others[0]].lstrip("-").isdecimal()
    return {"score" if is_score and title == others[0] else title: cell for title, cell in seat.items()}


def _is_named(value: Json) -> bool:
    return isinstance(value, dict) or _is_word(value)


def _listed(key: str, value: list[Json]) -> Iterator[tuple[str, str]]:
    """The points of rounds as a column each; other lists as one cell."""
    if all(isinstance(one, int | float) and not isinstance(one, bool) for one in value):
        title = "round" if headers.meaning(key) == "score" else key
        yield from ((f"{title} {number}", _cell(one)) for number, one in enumerate(value, 1))
    else:
        yield key, "\n".join(map(_cell, value))


def _is_of_person(key: str, seat: Row) -> bool:
    return "player" in seat or (headers.meaning(key) == "player" and bool(seat)) or "player id" in seat


def _joined(seats: list[Row], further: list[Row]) -> list[Row]:
    """The seats with the values of another list about them; empty if the lists are not of the same people."""
    for own, other in (("player id", "player id"), ("player", "player"), ("player id", "player")):
        by_key = {row[other]: row for row in further if row.get(other)}
        if len(by_key) == len(further) and by_key.keys() >= {row.get(own) for row in seats}:
            return [{**by_key[seat[own]], **seat} for seat in seats]
    if len(seats) == len(further) and not any(set(seat) & set(row) for seat, row in zip(seats, further, strict=True)):
        return [{**seat, **row} for seat, row in zip(seats, further, strict=True)]
    return []


def _flat(item: Mapping[str, Json], before: str) -> Iterator[tuple[str, str]]:
    """The columns of an object and their cells; `before` are the keys of the objects around it."""
    for key, value in item.items():
        title = f"{before} {key}".strip()
        if isinstance(value, dict):
            yield from _flat(value, title)
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for number, one in enumerate(value, 1):
                yield from _flat(one, f"{title} {number}") if isinstance(one, dict) else ()
        elif isinstance(value, list):
            yield title, "\n".join(_cell(one) for one in value if not isinstance(one, dict | list))
        else:
            yield title, _cell(value)


def _cell(value: Json) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.15g}"
        case _:
            return str(value)
