"""Files and texts made to stop a parser: its work grows with their length and not with its square, and it says why."""

import io
import json
import time
from collections.abc import Callable
from itertools import product
from typing import Final

import pytest

from core import games
from eventstore import codec
from eventstore.formats import script
from importers import game_logs, imported_play, reading, text
from importers.apps import bgstats
from importers.tables import cell_values, cells, dates, headers, table, textlist
from importers.tables.languages import plain
from tests.importers.hostile_files import HOSTILE, LIMITS, packed, with_format

SHORT, LONG = 4_000, 16_000
"""Letters; the long text is four times the short one."""

LINEAR: Final = 9
"""Four times the text takes at most so many times the work; a square would take 16 times as much."""

UNNOTICED: Final = 0.005
"""Seconds of work within which a clock tells nothing."""

PIECES = (
    *(" ", "\t", "\n", ",", ";", '"', "'", "[", "{", "(", "<", "0", "9", "1 ", "+", "-", "1+", "1-", "a", "a ", ":"),
    *("a:", ". ", "1.", "1,", ",1 ", "|", "> ", "/", "and ", " - ", "x)", "(a", "\\", '"a\n', "=", "*", "vs "),
    *("1\u2009", "wm/dd ", "2026-", "1. 1. ", "Jitka 5 ", "A1 ", " ,", "\u00a0", "é", "🏆", '"" ', "\r"),
    *("()", "1e9", "&"),
)
AROUND = (("a", "b"), ("1", "x"), ("A: bonus ", "\nx\ny"))

TEXTS: dict[str, Callable[[str], object]] = {
    "listed": cell_values.listed,
    "points": cell_values.points,
    "decimal points": lambda written: cell_values.points(written, ","),
    "is points": cell_values.is_points,
    "decimal sign": lambda written: cell_values.decimal_sign([written]),
    "name and points": cell_values.name_and_points,
    "flag": cell_values.flag,
    "winners": lambda written: cell_values.winners(written, ["a"]),
    "place": cell_values.place,
    "minutes": cell_values.minutes,
    "number": text.number,
    "sum": text.points,
    "date": lambda written: dates.parse(written, True),
    "date within": dates.within,
    "order of dates": lambda written: dates.day_comes_first([written]),
    "header": headers.meaning,
    "player": headers.player,
    "line": text.line,
    "block": text.block,
    "log of another game": lambda written: game_logs.named(written.encode()),
    "JSON": codec.decode_object,
    **{f"notation of {game.KEY}": game.parse for game in games.GAMES},
}


def work(read: Callable[[], object], runs: int = 3) -> float:
    """Seconds of this thread's own work; the least of several runs."""
    found = []
    for _ in range(runs):
        headers.meaning.cache_clear()
        plain.cache_clear()
        begun = time.thread_time()
        read()
        found.append(time.thread_time() - begun)
    return min(found)


def grows(read: Callable[[int], object]) -> str:
    """Empty, or how the work grew where it did too fast."""
    if work(lambda: read(LONG), runs=1) <= LINEAR * UNNOTICED:
        return ""
    # Measured again before anything is said: what else the machine does must not decide.
    for _ in range(3):
        short, long = (work(lambda: read(size)) for size in (SHORT, LONG))  # noqa: B023
        if long <= LINEAR * max(short, UNNOTICED):
            return ""
    return f"{short:.3f} s, {long:.3f} s"


def tried(read: Callable[[str], object], written: str) -> None:
    """What is no such text raises ValueError with a sentence, and nothing else."""
    sentence = "."
    try:
        read(written)
    except ValueError as error:
        sentence = str(error)
    assert sentence


@pytest.mark.slow
def test_no_reader_of_a_text_takes_the_square_of_its_length() -> None:
    """Each reader with each piece and with each frame, and each piece in each frame."""
    found = {}
    for (turn, name), (place, piece) in product(enumerate(TEXTS), enumerate(PIECES)):
        before, behind = AROUND[(turn + place) % len(AROUND)]

        def read(size: int, name: str = name, piece: str = piece, before: str = before, behind: str = behind) -> None:
            tried(TEXTS[name], before + (piece * size)[:size] + behind)

        if how := grows(read):
            found[name, before, piece, behind] = how
    assert not found


def exported(**row: object) -> bytes:
    """An export of BG Stats with one play."""
    seats = [{"playerRefId": 1, "score": "5", "winner": True} | {k: row.pop(k) for k in ("score",) if k in row}]
    told = {"uuid": "p1", "gameRefId": 1, "playDate": "2026-11-20 18:00:00", "playerScores": seats} | row
    game, player = {"id": 1, "name": "Azul"}, {"id": 1, "name": "Jitka", "uuid": "u1"}
    return json.dumps({"games": [game], "players": [player], "plays": [told]}).encode()


def filled(piece: str, size: int) -> str:
    return (piece * size)[:size]


FILES: dict[str, Callable[[int], str | bytes]] = {
    "declarations of XML": lambda n: "<plays objectid='' boardgamegeek>" + filled("<?xml ", n),
    "lists of BGG": lambda n: "".join(f'<plays username="{i}" total="9" boardgamegeek=""/>' for i in range(n // 50)),
    "attributes": lambda n: "<plays boardgamegeek='' " + " ".join(f"a{i}='1'" for i in range(n // 9)) + "></plays>",
    "elements in each other": lambda n: "<plays boardgamegeek=''>" + "<a>" * (n // 3),
    "ends of lists": lambda n: "<plays boardgamegeek=''/>" + filled("</plays> ", n),
    "plays of BGG": lambda n: (
        "<plays boardgamegeek=''>" + '<play id="x" date="1"><item objectid="1"/></play>' * (n // 49) + "</plays>"
    ),
    "rows of one label": lambda n: exported(
        scoresheet=json.dumps({"groups": [{"rows": [{"label": "x", "scores": {"u1": "0"}}] * (n // 60)}]})
    ),
    "a sum": lambda n: exported(score=filled("1+", n)),
    "digits": lambda n: exported(rating=1).replace(b'"rating": 1', b'"rating": ' + b"9" * n),
    "JSON in JSON": lambda n: '{"games": 1, "players": 1, "plays": ' + filled("[", n),
    "objects in each other": lambda n: '{"header": {}, "site": 1, "date-start": 1, "moves": ' + filled('{"a":', n),
    "log of logs": lambda n: filled('{"data":', n) + '{"channel": "/table/t1"',
    "spaces in a log": lambda n: '{"data": [' + filled('"channel" ', n),
    "the same field": lambda n: json.dumps({f"a{i}": 1 for i in range(n // 10)})[:-1] + ', "a1": 1}',
    "headers": lambda n: '[Game "azacru"]\n[Players ' + filled("1 ", n) + "]",
    "many headers": lambda n: filled('[Game "azacru"]\n', n),
    "a note": lambda n: '[Game "azacru"]\n[Players "a" "b"]\n\n   {' + filled("\\x", n) + "}",
    "rows of a script": lambda n: '{"partie": 1, "game": "azacru", "players": ["a", "b"]}\n' + filled("{}\n", n),
    "columns": lambda n: "date;" + filled("a;", n),
    "rows": lambda n: "date,player,score\n" + filled("1,a,1\n", n),
    "quotation marks": lambda n: "date,player,score\n" + filled('"', n) + ',1,"',
    "players of a list": lambda n: "2026-11-20: " + filled("Jitka 5, ", n),
    "lines of a list": lambda n: "Azul\n" + filled("Jitka 5\n", n),
    "headings": lambda n: filled("Azul 2026-11-20\n\n", n),
    "a format of a workbook": lambda n: with_format("[" * 8 * n),
    "a zip of a zip": lambda n: packed(a_csv=packed(b_csv=b"\0" * n)),
    **{
        f"a cell of {piece!r}": lambda n, piece=piece: (
            f'date,game,players,scores\n1.1.2026,Azul,"{cell(piece, n)}b","{cell(piece, n)}b"\n'
        )
        for piece in PIECES
    },
    **{f"a list of {piece!r}": lambda n, piece=piece: "Azul\n1.1.2026: a" + filled(piece, n) for piece in PIECES},
}


def cell(piece: str, size: int) -> str:
    return filled(piece, size).replace('"', '""')


def answered(data: str | bytes) -> str:
    """Asserts that a file is read or refused with a sentence, by whatever importer takes it for its own and by our own
    formats; the sentence, or a full stop if the file is read.
    """
    content = data if isinstance(data, bytes) else data.encode()
    assert list(script.read(io.BytesIO(content)))
    sentence = "."
    try:
        reading.recognized(content).read(content)
    except imported_play.UnreadableFile as error:
        sentence = str(error)
    assert sentence.endswith(".")
    return sentence


@pytest.mark.slow
def test_no_file_takes_the_square_of_its_length() -> None:
    grown = {name: grows(lambda size, make=make: answered(make(size))) for name, make in FILES.items()}  # type: ignore[misc]
    assert not any(grown.values()), grown


@pytest.mark.slow
def test_a_file_from_a_kilobyte_to_a_megabyte_is_read_or_refused_with_a_sentence() -> None:
    for name, make in FILES.items():
        answers = [answered(make(size)) for size in (1_000, 1_000_000)]
        assert all(len(answer) < 1_000 for answer in answers), f"{name}: a sentence, not the file"


@pytest.mark.slow
def test_rows_cells_and_lines_are_counted_before_they_are_held() -> None:
    for sentence, made in LIMITS.items():
        data = made()
        for content in (data, packed(a_csv=data)):
            with pytest.raises(imported_play.UnreadableFile, match=sentence):
                cells.parts(content)


@pytest.mark.slow
def test_a_hostile_file_is_read_or_refused_with_a_sentence() -> None:
    assert all(len(answered(make())) < 1_000 for make in HOSTILE.values())


def test_the_tables_of_a_zip_are_counted_together() -> None:
    row = ",".join("ab" for _ in range(150)) + "\n"
    files = {f"{number}_csv": row * 7_000 for number in range(2)}
    assert len(cells.parts(packed(**{"0_csv": files["0_csv"]}))) == 1
    with pytest.raises(imported_play.UnreadableFile, match="more than 2,000,000 cells"):
        cells.parts(packed(**files))


def test_objects_with_a_key_each_are_no_table_of_all_keys() -> None:
    objects = [{f"key {number}": 1, "date": "2026-01-05", "player": "Jitka"} for number in range(20_000)]
    with pytest.raises(imported_play.UnreadableFile, match="200 columns"):
        table.read(json.dumps(objects).encode())


@pytest.mark.slow
def test_what_unpacks_to_more_than_a_table_is_refused() -> None:
    with pytest.raises(imported_play.UnreadableFile, match="too large"):
        cells.parts(packed(a_csv=b" " * (cells.MAX_BYTES + 1)))


def test_a_cell_without_an_end_is_refused() -> None:
    with pytest.raises(imported_play.UnreadableFile, match="A cell does not end"):
        table.read(b'date,player,score\n1,"' + b"a" * 200_000)


@pytest.mark.parametrize("number", ["9" * 1_000_000, "1e999999", "-" + "9" * 400, "9" * 5000])
def test_a_number_beyond_all_bounds_is_refused_with_a_sentence(number: str) -> None:
    for parse in (games.find("scoresheet").parse, lambda line: codec.decode_event(games.find("scoresheet"), line)):
        for line in (f"final: {number} 1", f'{{"type": "PointsNoted", "label": "x", "points": [{number}, 1]}}'):
            sentence = "The rules have to judge it."
            try:
                parse(line)
            except ValueError as error:
                sentence = str(error)
            assert sentence.endswith(".")
            assert "sys.set_int" not in sentence


def test_nested_json_is_refused_with_a_sentence() -> None:
    for deep in ("[" * 1_000_000, '{"a":' * 200_000):
        with pytest.raises(codec.NotAnEvent, match="This JSON cannot be read"):
            codec.decode_object(deep)
    with pytest.raises(imported_play.UnreadableFile):
        bgstats.read(b'{"games": ' + b"[" * 1_000_000)
    with pytest.raises(imported_play.UnreadableFile):
        textlist.read(b"[" * 1_000_000)
