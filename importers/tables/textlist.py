"""Typed lists of plays, one play in each line, with the date and the game in the line or in a heading above.

    Azul
    2024-12-31: Jitka 52, Jarda 47*
    1. 1. 2025 - 1. Jarda 61; 2. Jitka 58

    3 March 2025
    Catan: Jitka 10, Jarda 8, Míša (9), 75 min
    Hanabi
    Jitka 20
    Jarda 20

Players are separated by commas, semicolons, slashes or tabs and are followed by their points. A star, `won` or the
place `1.` marks a winner. Consecutive lines with one player each are one play, until a blank line or another heading.
An unreadable line is reported as a problem; the other lines are read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from core.messages import message
from importers import text
from importers.imported_play import ImportProblem, ImportReport, UnreadableFile
from importers.tables import cell_values, cells, dates, doubts, encodings, header_words
from importers.tables.column_meanings import has_letters
from importers.tables.headers import meaning
from importers.tables.languages import YES, plain, weekdays
from importers.tables.play_builder import RawPlay, RawSeat, build_plays

KEY: Final = "textlist"

MAX_LINE_LENGTH: Final = 1_000
MAX_LINES: Final = 100_000

_SAMPLE: Final = 20_000
"""Bytes that are examined to detect a list."""

_BETWEEN: Final = re.compile(
    rf"{cell_values.SPACE_BEFORE}(?:[;\t|/]|,(?![0-9]))\s*|(?<!\s)\s+vs\.?\s+|(?<=[0-9)*])\s+[-–—]\s+"
)
"""Separator of two players; a comma before a digit is a decimal comma."""

_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?\*?")
_UNCLEAR: Final = re.compile(r"\s[0-9]+(?:[.,][0-9]+)?\s+[^\W\d_]")
"""A number followed by a word: the points of one player, then the next player."""

_EDGE: Final = " \t:;,|-–—#=_"
_BULLET: Final = re.compile(r"[-–—•]\s+")
_PLACE: Final = re.compile(r"([1-9])[.)]\s*(?=[^\W\d_])")
_NUMBER_BEFORE: Final = re.compile(r"#?[0-9]{1,4}\s*[:.)]\s+(?=\S)|#[0-9]{1,4}\s+(?=\S)")
"""The number of a play, or a limit of points, before what it is about: `#1: `, `10 : `."""

_PLAYERS: Final = re.compile(rf"{cell_values.SPACE_BEFORE}[(\[]\s*[0-9]{{1,2}}\s+(?P<word>[^\W\d_]+)\s*[)\]]")
_BEHIND: Final = re.compile(r"(?P<seat>.*[0-9])\s*+\((?P<remark>(?=[^()]*?[^\W\d_])[^()]++)\)")
_REMARK: Final = re.compile(r"\(((?=[^()]*?[^\W\d_])[^()]++)\)$")
_TITLE_ENDS: Final = re.compile(rf"{cell_values.SPACE_BEFORE}:\s*|\s[-–—]\s+")
_WINNERS: Final = re.compile(r"(?P<word>\w+)(?:\s*[:=]\s*|\s+)(?P<names>.+)")
_WON: Final = re.compile(
    r"\W(?:won|wins|winner|vyhrála?|vítěz|a câștigat|a castigat|hat gewonnen|gewonnen|sieger)\W?$", re.IGNORECASE
)
_VERSUS: Final = re.compile(r"\sv(?:s\.?)?\s")
_RESULT: Final = re.compile(r"[0-9]{1,4} ?[:–-] ?[0-9]{1,4}\Z")
_WINS: Final = frozenset(
    ["wins", "vince", "gewinnt", "vyhrava", "castiga", "gagne", "gana", "ganha", "wygrywa", "wint"]
)

_DURATION: Final = re.compile(r"[0-9][0-9: ]*(?:min|minut\w*|h|hod|hodin\w*|ore?|std)\.?", re.IGNORECASE)


@dataclass(slots=True)
class _Heading:
    """The date and the game of the lines below; `used` once a play has followed.

    A heading with `both` in one line applies only to lines without a date.
    """

    where: str = ""
    date: str = ""
    game: str = ""
    both: bool = False
    used: bool = True


@dataclass(slots=True)
class _ParserState:
    """The parser's state. Lines with one player are added to the `open` play; `seated` are its players' names."""

    raw_plays: list[RawPlay] = field(default_factory=list)
    problems: list[ImportProblem] = field(default_factory=list)
    heading: _Heading = field(default_factory=_Heading)
    open: RawPlay | None = None
    seated: set[str] = field(default_factory=set)


def recognizes(data: bytes) -> bool:
    if data.startswith(cells.PACKED) or cells.is_markup(data):
        return False
    try:
        state = _parse(data[:_SAMPLE])
    except UnreadableFile:
        return False
    plays = sum(len(raw.seats) > 1 for raw in state.raw_plays)
    return plays > 0 and plays >= len(state.problems)


def read(data: bytes, day_first: bool | None = None, game: str = "") -> ImportReport:
    """The plays of a list. `day_first` decides how to read `3/4/2025` if no other date of the list does.

    `game` is the game of the plays for which the list names none.
    """
    state = _parse(data)
    if not state.raw_plays:
        raise UnreadableFile(
            message("No line of this text is a play; write plays like `2024-12-31: Jitka 52, Jarda 47`.")
        )
    for raw in state.raw_plays:
        raw.game = raw.game or game
    if day_first is None:
        day_first = dates.day_comes_first(raw.date for raw in state.raw_plays)
    sign = cell_values.decimal_sign([seat.score for raw in state.raw_plays for seat in raw.seats])
    written = [raw.date for raw in state.raw_plays]
    year_first = dates.year_comes_first(written)
    result = build_plays(state.raw_plays, KEY, day_first, sign, year_first=bool(year_first))
    dated = next(filter(None, written), "")[:40]
    why = message("The year may come first or last in dates such as {date!r}.", date=dated)
    reasons = [why] if year_first is None else []
    reasons += encodings.doubts(data, encodings.encoding_of(data))
    reasons += (sentence for _, sentence in doubts.of_stars(state.raw_plays))
    return ImportReport(tuple(result.plays), (*state.problems, *result.problems), doubts=tuple(reasons))


def _parse(data: bytes) -> _ParserState:
    state = _ParserState()
    for where, line in _lines(data):
        if not line:
            state.open = None
        elif len(line) > MAX_LINE_LENGTH:
            state.problems.append(ImportProblem(where, message("The line is too long for a play.")))
        else:
            _parse_line(state, where, line)
    _end_heading(state)
    return state


def _lines(data: bytes) -> Iterator[tuple[str, str]]:
    encoding = encodings.encoding_of(data)
    try:
        words = data.decode(encoding, "strict" if encoding.startswith("utf") else "replace")
    except UnicodeDecodeError:
        raise UnreadableFile(message("This is not text.")) from None
    lines = words.splitlines()
    if "\0" in words or len(lines) > MAX_LINES:
        raise UnreadableFile(message("This is not a list of plays."))
    for number, line in enumerate(lines, 1):
        tidy = "\t".join(text.line(part) for part in line.replace("**", "").split("\t"))  # Bold type of Markdown.
        yield message("line {number}", number=number), tidy.strip()


def _parse_line(state: _ParserState, where: str, line: str) -> None:
    """Parse one line: a play, a player of the play above, or a heading."""
    raw = RawPlay(where)
    line = _without_number(_BULLET.sub("", line, count=1) if _BULLET.match(line) else line)
    rest = _without_date(raw, line)
    rest = _without_count(raw, rest.strip(_EDGE))
    remark = _REMARK.search(rest)
    if remark and not _WON.search(rest) and not _BEHIND.fullmatch(_BETWEEN.split(rest)[-1]):
        raw.comments.append(remark[1])
        rest = rest[: remark.start()].strip(_EDGE)
    if not line.startswith(("#", "=")) and not line.endswith(":"):
        _take_players(raw, rest, named=bool(state.heading.game and not (raw.date and state.heading.both)))
    _take_winner_of_remark(raw)
    if any(_UNCLEAR.search(seat.name) for seat in raw.seats if seat.score):
        unclear = message("The players are not clearly separated; put commas between them.")
        state.problems.append(ImportProblem(where, unclear))
    elif not raw.winners and not any(seat.score or seat.won for seat in raw.seats):
        _begin_heading(state, raw, rest)
    elif len(raw.seats) == 1 and not raw.date and not raw.game:
        _add_player(state, raw)
    else:
        state.open = None
        _put_below(state, raw)


def _take_winner_of_remark(raw: RawPlay) -> None:
    """A remark like `(ha vinto Elisa)` names the winner."""
    for comment in raw.comments if not raw.winners else ():
        remark = comment.rpartition(": ")[2]
        words = remark.split()
        named = [seat.name for seat in raw.seats if seat.name in remark]
        if len(named) == 1 and any(meaning(word) == "winner" or plain(word) in _WINS | YES for word in words):
            raw.winners = named[0]


def _without_number(line: str) -> str:
    """The line without the number of the play before a date or before several players without places."""
    matched = _NUMBER_BEFORE.match(line)
    dated = dates.within(line)
    if not matched or (dated and not dated[0]):
        return line
    rest = line[matched.end() :]
    _, *further = _BETWEEN.split(rest)
    is_place = not line.startswith("#") and bool(further) and bool(_PLACE.match(further[0]))
    is_player = not further and not dates.within(rest)
    return line if is_place or (is_player and not line.startswith("#")) else rest


def _without_count(raw: RawPlay, rest: str) -> str:
    """The text without the number of players in brackets, which is kept as a remark."""
    for matched in _PLAYERS.finditer(rest):
        if meaning(matched["word"]) == "player" or plain(matched["word"]) in header_words.TELLING:
            raw.comments.append(matched[0].strip(" ()[]"))
            return rest[: matched.start()] + rest[matched.end() :]
    return rest


def _without_date(raw: RawPlay, line: str) -> str:
    """The line without its date; the text before the date is the game, unless nothing follows the date."""
    parts = dates.within(line)
    if parts is None:
        return line
    before, raw.date, after = parts[0].strip(_EDGE), parts[1], parts[2]
    if meaning(before) == "date":
        return after
    if not after.strip(_EDGE) or not before:
        return before or after
    raw.game = "" if plain(before) in weekdays() else before
    return after


def _take_players(raw: RawPlay, rest: str, *, named: bool) -> None:
    """Parse the players of a line, and the game before them unless a heading has `named` it."""
    if limit := _NUMBER_BEFORE.match(rest):
        items = _BETWEEN.split(rest[limit.end() :])
        if len(items) > 1 and not _PLACE.match(items[1]):
            raw.comments.append(limit[0].strip(_EDGE))
            rest = rest[limit.end() :]
    if _take_duel(raw, rest):
        return
    items = [item for part in _BETWEEN.split(rest) for item in _apart(part.strip())]
    if items and not raw.game:
        raw.game, items[0] = _title_and_player(items[0])
    for number, item in enumerate(items):
        winners = _WINNERS.fullmatch(item)
        if winners and (meaning(winners["word"]) == "winner" or plain(winners["word"]) in _WINS):
            raw.winners = ", ".join(filter(None, (raw.winners, winners["names"])))
        elif _DURATION.fullmatch(item):
            raw.minutes = item
        elif raw.seats and not raw.seats[-1].score and cell_values.is_points(item):
            raw.seats[-1].score = item
        else:
            seat, remark = _seat(item)
            if remark:
                raw.comments.append(remark)
            if number == 0 and len(items) > 1 and not (named or raw.game or seat.score or seat.won):
                raw.game = item
            else:
                raw.seats.append(seat)


def _take_duel(raw: RawPlay, rest: str) -> bool:
    """Parse `Darts: Anna vs Ben 3:1`, whose points stand behind both players."""
    result = _RESULT.search(rest)
    title, _, players = rest[: result.start()].rpartition(": ") if result else ("", "", "")
    names = _VERSUS.split(players.strip())
    if not result or len(names) != 2 or not all(map(has_letters, names)):
        return False
    raw.game = raw.game or title
    points = cell_values.points_listed(result[0], 2)
    raw.seats += [RawSeat(name.strip(), number) for name, number in zip(names, points, strict=True)]
    return True


def _title_and_player(item: str) -> tuple[str, str]:
    """The game before the first player, or empty, and the player; `Jitka: 52` is only a player."""
    for end in reversed(list(_TITLE_ENDS.finditer(item))):
        title, player = item[: end.start()], item[end.end() :]
        if has_letters(title) and has_letters(_WON.sub("", player)) and meaning(title) != "winner":
            return title, player
    return "", item


def _apart(part: str) -> list[str]:
    """Splits `Jitka 52 Jarda 47` into two players."""
    items, words = [], []
    for word in part.split():
        words.append(word)
        if _NUMBER.fullmatch(word):
            items.append(" ".join(words))
            words = []
    if words or len(items) < 2 or not all(item[0].isalpha() for item in items):
        return [part] if part else []
    return items


def _seat(item: str) -> tuple[RawSeat, str]:
    """A player, and the remark in brackets behind the points; `52 (Anna won)` says who won."""
    behind = _BEHIND.fullmatch(item)
    if behind and _WON.search(f" {behind['remark']}"):
        item = f"{behind['seat']} won"
    elif behind:
        seat, _ = _seat(behind["seat"])
        return seat, f"{seat.name}: {behind['remark']}"
    place = _PLACE.match(item)
    bare, starred = cell_values.unstarred(item[place.end() :] if place else item)
    won = _WON.search(bare)
    name, points = cell_values.name_and_points(bare[: won.start()] if won else bare)
    name, marked = cell_values.unstarred(name)
    first = place is not None and place[1] == "1"
    won_mark = "*" if starred or marked or won or first else ""
    return RawSeat(name, points, won_mark, place[1] if place else ""), ""


def _begin_heading(state: _ParserState, raw: RawPlay, rest: str) -> None:
    """Start a heading with the date, the game or both; a missing value is taken from the heading before."""
    before = state.heading
    title = raw.game or rest
    label, _, named = rest.partition(":")
    if meaning(label) == "game" and named:
        title = named.strip()
    goes_on = not before.used and (bool(before.date) != bool(raw.date) or not title)
    if not goes_on:
        _end_heading(state)
    state.open = None
    state.heading = _Heading(raw.where, raw.date or before.date, title or before.game, bool(raw.date and title), False)


def _end_heading(state: _ParserState) -> None:
    if not state.heading.used:
        empty = message("Neither this line nor the lines below it have players with points or a winner.")
        state.problems.append(ImportProblem(state.heading.where, empty))


def _put_below(state: _ParserState, raw: RawPlay) -> None:
    if not (raw.date and state.heading.both):
        raw.date, raw.game = raw.date or state.heading.date, raw.game or state.heading.game
        state.heading.used = True
    state.raw_plays.append(raw)


def _add_player(state: _ParserState, raw: RawPlay) -> None:
    """A line with one player continues the open play, unless the player is in it: then a play begins."""
    name = raw.seats[0].name.casefold()
    if state.open is None or name in state.seated:
        if not (state.heading.date or state.heading.game):
            alone = message("A single player without a date or a game is not a play.")
            state.problems.append(ImportProblem(raw.where, alone))
            return
        state.open, state.seated = raw, {name}
        _put_below(state, raw)
    else:
        state.seated.add(name)
        state.open.seats += raw.seats
        state.open.comments += raw.comments
        state.open.minutes = state.open.minutes or raw.minutes
