"""Mistakes at the command line: one sentence on stderr, an exit code, no traceback, nothing written."""

import os
import re
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from eventstore.store.sqlite import SqliteStore, sqlite3
from tests import ROOT
from tests.eventstore.store.test_sqlite_file import UNUSABLE
from tests.patience import patience, until
from tests.recorded import FILL
from tests.served import answers, free_port
from tests.stores import change
from tests.viewer.commands.terminal import PARTIE, Terminal
from viewer.commands.maintenance import DAMAGED, TAMPERED


def run(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COLUMNS": "80"}
    return subprocess.run(
        [*PARTIE, *map(str, words)], cwd=ROOT, capture_output=True, text=True, env=environment, **more
    )


def refused(*words: object, code: int = 1, **more: object) -> str:
    """The message of a real process on stderr, which must be one line and all it says."""
    done = run(*words, **more)
    assert (done.returncode, done.stdout) == (code, ""), done
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


def begun(folder: Path) -> Terminal:
    terminal = Terminal(folder / "partie.db")
    terminal("new", "chocolatier", "--player", "Jitka", "--player", "Jarda")
    return terminal


@pytest.fixture
def partie(tmp_path: Path) -> Terminal:
    return begun(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """A store to which nothing may be written."""
    terminal = begun(tmp_path_factory.mktemp("refusals"))
    before = rows(terminal.store)
    yield terminal
    assert rows(terminal.store) == before


def rows(path: Path | str) -> int:
    store = SqliteStore(Path(path))
    count = len(store.read_all(limit=10**6))
    store.close()
    return count


def the_match(partie: Terminal) -> str:
    (row,) = partie.json("list")
    return str(row["id"])


BLUE = ",".join(['["blue","blue","blue","blue"]'] * 5)
FIVE = BLUE.replace("]", ',"blue"]', 1)
REFUSED = {
    r"is refused: .*\(C-": ["record", "MATCH", "A: 1 blue > 1"],
    "Start the line with `fill` or a seat": ["record", "MATCH", "castle"],
    "There is no event type 'Castled'": ["record", "MATCH", '{"type":"Castled"}'],
    "DisplaysFilled: x: unknown field": ["record", "MATCH", '{"type":"DisplaysFilled","displays":[],"x":1}'],
    "The field 'since' stands twice": ["record", "MATCH", '{"type":"TakenBack","since":1,"since":2}'],
    r"\(C-FILL": ["record", "MATCH", f'{{"type":"DisplaysFilled","displays":[{FIVE}]}}'],
    "is refused": ["record", "MATCH", f'{{"type":"DisplaysFilled","displays":[{BLUE}],"extra":"blue"}}'],
    "R-STANDS": ["record", "MATCH", '{"type":"TakenBack","since":9}'],
    "'B: 1 blue > 1' is refused: It is another player's turn": ["record", "MATCH", FILL, "B: 1 blue > 1"],
    "Start the line with": ["record", "MATCH", "[" * 100_000],
    "This JSON|not JSON": ["record", "MATCH", "{" * 100_000],
    "There is no match 'nowhere'": ["record", "nowhere", FILL],
    "at version 1, not 7": ["record", "MATCH", FILL, "--after", "7"],
    "There is nothing to take back yet": ["undo", "MATCH"],
    "(R-STANDS)": ["correct", "MATCH", "3", "--why", "x"],
    "R-STAND": ["fork", "MATCH", "9"],
    "R-NOTE": ["note", "MATCH", "1", " "],
    "R-STANDS.": ["note", "MATCH", "9", "hm"],
    "R-SEAT": ["claim", "MATCH", "1"],
    "R-POINTS": ["claim", "MATCH", "1e999", "0"],
    "neither a seat nor a player": ["adjust", "MATCH", "7", "1", "--why", "x"],
    "(R-SEAT)": ["describe", "MATCH", "--player", "Zoe"],
    "'soon' is not a date": ["describe", "MATCH", "--date", "soon"],
    "There is no game called 'chess'; known are chocolatier": ["new", "chess", "--player", "A"],
    "for 2 to 4 players, not 1": ["new", "chocolatier", "--player", "A"],
    "is not a valid name": ["new", "chocolatier", "--player", "A", "--player", ""],
    "Jitka cannot sit on two seats": ["new", "scoresheet", "--player", "Jitka", "--player", "jitka"],
    "Jarda cannot sit on two seats": ["describe", "MATCH", "--player", "Jarda", "--player", "JARDA"],
    "no option 'titel'": ["new", "scoresheet", "--player", "A", "--option", "titel=x"],
    "Event 0 is not effective": ["show", "MATCH", "--at", "0"],
    "There is no match 'nowhere'.$": ["verify", "nowhere"],
    "no such file or directory": ["export", "MATCH", "--out", "/nowhere/x"],
    "lone surrogate": ["record", "\udcff", FILL],
    "lone surrogates?": ["note", "MATCH", "1", "\udcff"],
}


def test_what_is_refused_is_told_and_nothing_is_written(unchanged: Terminal) -> None:
    before, id = rows(unchanged.store), the_match(unchanged)
    for sentence, words in REFUSED.items():
        output = unchanged(*(id if word == "MATCH" else word for word in words), code=1)
        assert re.search(sentence, output), (words[:1], output)
        assert len(output.splitlines()) == 1
        assert len(output) < 700
    assert rows(unchanged.store) == before


def test_points_seats_and_ranks_have_the_digits_0_to_9_as_in_the_browser(unchanged: Terminal) -> None:
    id = the_match(unchanged)
    for number in ("\u0661", "1_0", "\uff11", "\u00b2", "nan", "inf", "1\u0662"):
        assert "is not a number of points" in unchanged("claim", id, number, "0", code=2)
        assert "is not a number of points" in unchanged("adjust", id, "0", number, "--why", "x", code=2)
        assert "neither a seat nor a player" in unchanged("adjust", id, number, "1", "--why", "x", code=1)


WRONG = """castle|--castle|record|record x|show|show x --at three|new chocolatier --option wall|close x bored|list extra
correct MATCH 1|describe x|claim x many|note x 1 --glyph ?!?|new scoresheet|list --since soon|import
stats game Go --until 2026-02-30|export-all /nowhere/x --since 2026-13|people castle|people rename Jarda|people merge
people forget"""


def test_wrong_usage_is_told_in_one_line_with_code_2(unchanged: Terminal) -> None:
    id = the_match(unchanged)
    lines = [line.split() for line in re.split("[|\n]", WRONG)]
    for words in (*lines, ["adjust", "MATCH", "0", "1", "--why", " "]):
        output = unchanged(*(id if word == "MATCH" else word for word in words), code=2)
        assert len(output.splitlines()) == 1, words


@pytest.mark.slow
def test_a_real_process_says_one_line_on_stderr(partie: Terminal) -> None:
    assert refused("show", "nowhere", "--store", partie.store) == "There is no match 'nowhere'."
    assert "No such command 'castle'" in refused("castle", code=2)


# Files.


def test_files_that_are_none_are_told_one_by_one(partie: Terminal, tmp_path: Path) -> None:
    header = '{"partie": 1, "game": "chocolatier", "players": ["A", "B"]}\n'
    files = {
        "cut": header + '{"type":"DisplaysFil',
        "empty": "",
        "double": header + '{"type":"TakenBack","since":1,"since":2}\n',
        "unknown": header + '{"type":"DisplaysFilled","displays":[],"bag":[]}\n',
        "game": header.replace("chocolatier", "chess 960"),
        "seat": header + '{"type":"TilesTaken","seat":7,"source":1,"color":"blue","line":1}\n',
    }
    paths = [tmp_path / name for name in (*files, "binary", "missing", "folder")]
    for path in paths[: len(files)]:
        path.write_text(files[path.name], encoding="utf-8")
    (tmp_path / "binary").write_bytes(os.urandom(4096))
    (tmp_path / "folder").mkdir()
    before = rows(partie.store)
    for more in ((), ("--dry-run",)):
        *output, summary = partie("import", *paths, *more, code=1).splitlines()
        assert [line.partition(",")[0].partition(":")[0] for line in output] == [str(path) for path in paths]
        assert "refused 9" in summary
    assert rows(partie.store) == before


@pytest.mark.slow
def test_a_line_of_100_megabytes_is_refused_without_reading_it(partie: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "long.partie.jsonl"
    with path.open("wb") as file:
        file.write(b'{"partie": 1')
        file.truncate(100_000_000)
    done = run("import", path, "--store", partie.store, timeout=patience(20))
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "longer than 1,000,000 bytes" in done.stderr


# Stores.


@pytest.mark.parametrize("kind", UNUSABLE)
def test_what_is_no_store_is_told_and_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    UNUSABLE[kind][0](path)
    before = path.read_bytes() if path.is_file() else None
    terminal = Terminal(path)
    for words in (["list"], ["new", "scoresheet", "--player", "A"], ["verify"], ["demo"], ["view"], ["rebuild"]):
        output = terminal(*words, code=1)
        assert output.startswith(str(path))
        assert len(output.splitlines()) == 1
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_store_cut_short_is_told(partie: Terminal) -> None:
    id = the_match(partie)
    content = partie.store.read_bytes()
    partie.store.write_bytes(content[: len(content) // 2 // 4096 * 4096])
    for words in (["list"], ["show", id], ["record", id, FILL]):
        output = partie(*words, code=1)
        assert len(output.splitlines()) == 1
        assert "damaged" in output
    assert "too damaged to be opened" in partie("verify", code=DAMAGED)


@pytest.mark.slow
def test_a_locked_store_is_told_after_five_seconds(partie: Terminal) -> None:
    id, before = the_match(partie), rows(partie.store)
    other = sqlite3.connect(partie.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "is locked: another program" in refused("record", id, FILL, "--store", partie.store)
    assert run("show", id, "--store", partie.store).returncode == 0
    other.execute("ROLLBACK")
    assert rows(partie.store) == before


def as_another_user(terminal: Terminal, *words: str, code: int) -> str:
    """The output of the command for a user whom file modes stop; root is not, so a child process gives that up."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        output = "nothing: the child failed"
        try:
            if os.getuid() == 0:
                os.setuid(65534)
            output = terminal(*words, code=code)
        finally:
            os.write(writing, output.encode())
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        return told.read()


def test_a_store_that_may_not_be_written_is_told() -> None:
    # Not below pytest's own folder, which other users may not even enter.
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder) / "partie.db")
        id = terminal.new("scoresheet", "--player", "Anna")
        terminal.store.chmod(0o444)
        Path(folder).chmod(0o555)
        before = terminal.store.read_bytes()
        output = as_another_user(terminal, "record", id, "final: 3", code=1)
        assert re.fullmatch(rf"{terminal.store} cannot be (written|opened).*\n", output)
        assert id in as_another_user(terminal, "list", code=0)
        assert "0 damaged" in as_another_user(terminal, "verify", code=0)
        assert terminal.store.read_bytes() == before
        Path(folder).chmod(0o755)


def test_a_match_changed_by_hand_is_told_by_every_command(partie: Terminal) -> None:
    id = the_match(partie)
    partie("record", id, FILL, "A: 1 brown > 2", "B: 2 red > 2")
    for wrong in ("""replace(data, '"line":2', '"line":7')""", """replace(data, '"line":7', '"line":"x"')"""):
        change(partie.store, f"UPDATE events SET data = {wrong}", triggers=False)
        for words in (["show", id], ["moves", id], ["legal", id], ["undo", id], ["export", id], ["fork", id, "2"]):
            assert "`partie verify" in partie(*words, code=1)
        assert f"tampered: match {id}, event 3" in partie("verify", code=TAMPERED)
        partie("rebuild")
        assert partie.json("list")[0]["state"] == "damaged"


@pytest.mark.slow
def test_the_viewer_listens_on_this_machine_only(partie: Terminal) -> None:
    port = free_port()
    words = ("view", "--port", str(port), "--no-browser", "--store", str(partie.store))
    command, pipe = [*PARTIE, *words], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as viewer:
        try:
            assert viewer.stderr is not None
            assert viewer.stderr.readline() == f"Partie is at http://127.0.0.1:{port} and shows {partie.store}\n"
            until(lambda: answers(f"http://127.0.0.1:{port}/_stcore/health") or viewer.poll() is not None, 60)
            assert viewer.poll() is None
            found = psutil.Process(viewer.pid).net_connections("tcp")
            assert {each.laddr.ip for each in found if each.status == psutil.CONN_LISTEN} == {"127.0.0.1"}
        finally:
            viewer.kill()  # A polite stop while the server is still starting may go unheard.
        assert viewer.stdout is not None
        assert viewer.stdout.read() == ""  # Nothing of what the pages are made with is greeted for or advertised.


def test_a_taken_port_is_told(partie: Terminal) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        output = partie("view", "--port", port, "--no-browser", code=1)
    assert output == f"Port {port} is in use by another program; choose another one with --port.\n"
    assert "Cannot listen on" in partie("view", "--host", "192.0.2.1", "--no-browser", code=1)
