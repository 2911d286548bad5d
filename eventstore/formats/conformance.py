"""Tries a reader of the format, in any language, with the vectors: the protocol of `docs/format`."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, NotRequired, TypedDict

from core import games
from core.game import facts_of
from eventstore.formats.reading import LEVELS, matches_in

TIMEOUT_S: Final = 20
"""Seconds that a reader has for an answer."""

_FIELDS: Final = (
    ("line", "game", "players", "events", "notes", "photos", "newer", "error"),
    ("effective", "header"),
    ("scores", "ranks", "winners"),
    ("progress",),
)
"""The fields of an answer by level."""


class Vector(TypedDict):
    """A file, and what a reader of this level finds in it; fields that are left out of a match may be anything.

    `game` is the game whose rules are needed, if any. A long text has the word FILL, in place of which `fill` letters
    stand.
    """

    id: str
    requirement: str
    level: int
    text: str
    matches: list[dict[str, Any]]
    game: NotRequired[str]
    fill: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a reader: its name, the highest level, and for level 3 the keys of the games that it knows."""

    name: str
    level: int
    games: tuple[str, ...]

    def covers(self, vector: Vector) -> bool:
        game = vector.get("game")
        return vector["level"] <= self.level and (game is None or vector["level"] < 3 or game in self.games)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One vector that was tried; `problem` says what differs, empty if nothing does."""

    vector: Vector
    problem: str


class NoReader(Exception):
    """The command cannot be run, or does not speak the protocol; the message is a sentence."""


@cache
def vectors() -> tuple[Vector, ...]:
    """All vectors, in the order of their levels."""
    folder = files("eventstore.formats").joinpath("vectors")
    sources = sorted((path for path in folder.iterdir() if path.name.endswith(".jsonl")), key=lambda path: path.name)
    found: list[Vector] = [json.loads(line) for path in sources for line in path.read_text("utf-8").splitlines()]
    for vector in found:
        if length := vector.pop("fill", 0):
            vector["text"] = vector["text"].replace("FILL", "a" * length)
    return tuple(sorted(found, key=lambda vector: vector["level"]))


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Partie's own answer to a request of the protocol."""
    if "hello" in request:
        with_rules = [game.KEY for game in games.GAMES if facts_of(game).records_moves]
        return {"name": "Partie", "level": LEVELS, "games": with_rules}
    level = request["level"]
    wanted = [name for fields in _FIELDS[: level + 1] for name in fields]
    found = []
    for match in matches_in(BytesIO(request["text"].encode("utf-8", "surrogatepass")), level):
        fields = asdict(match) | {"error": match.error and {"id": match.error.id, "line": match.error.line}}
        found.append({name: fields[name] for name in wanted})
    return {"id": request["id"], "matches": found}


def try_reader(command: Sequence[str], tried: Iterable[Vector]) -> tuple[Claim, list[Attempt]]:
    """The claim of the reader, and the result of each vector that its claim covers. Raises NoReader."""
    with closing(_Conversation(command)) as conversation:
        hello = conversation.ask({"hello": 1})
        try:
            claim = Claim(str(hello["name"]), int(hello["level"]), tuple(map(str, hello.get("games", ()))))
        except (KeyError, TypeError, ValueError):
            raise NoReader('The reader does not answer {"hello": 1} with its name, level and games.') from None
        results = [Attempt(vector, conversation.difference(vector)) for vector in tried if claim.covers(vector)]
    return claim, results


class _Conversation:
    """A reader as a process, asked line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise NoReader(f"{command[0]} cannot be started: {error.strerror}.") from None
        self._lines: Queue[str | None] = Queue()
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one request. Raises NoReader, and ends the reader, where there is none."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=TIMEOUT_S)
        except BrokenPipeError:
            line = None
        except Empty:
            raise NoReader(f"The reader gave no answer to {self._named(request)} for {TIMEOUT_S} s.") from None
        if line is None:
            raise NoReader(f"The reader ended with code {self._process.wait()} at {self._named(request)}.")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise NoReader(f"The answer to {self._named(request)} is no JSON object: {line.strip()[:80]!r}.")
        return found

    def _named(self, request: dict[str, Any]) -> str:
        return str(request.get("id", "the first line"))

    def difference(self, vector: Vector) -> str:
        """The defect of the answer to this vector; empty if nothing is."""
        return difference(vector, self.ask({"id": vector["id"], "level": vector["level"], "text": vector["text"]}))

    def close(self) -> None:
        """End the reader: it has nothing more to read, and no time left."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        self._thread.join()
        self._process.stdout.close()


def difference(vector: Vector, found: dict[str, Any]) -> str:
    """The defect of an answer, in one sentence; empty if nothing is."""
    if found.get("id") != vector["id"]:
        return f"the answer is to {found.get('id')!r}"
    matches = found.get("matches")
    if not isinstance(matches, list) or len(matches) != len(vector["matches"]):
        return f"{len(vector['matches'])} matches are expected, not {len(matches) if isinstance(matches, list) else 0}"
    for number, (expected, match) in enumerate(zip(vector["matches"], matches, strict=True), 1):
        for name, value in expected.items():
            if not isinstance(match, dict) or not _is_equal(match.get(name), value):
                given = json.dumps(match.get(name) if isinstance(match, dict) else match, ensure_ascii=False)
                return f"match {number}, {name}: {json.dumps(value, ensure_ascii=False)} is expected, not {given[:200]}"
    return ""


def _is_equal(found: Any, expected: Any) -> bool:
    """Equal values, where true is no number."""
    if isinstance(found, bool) or isinstance(expected, bool):
        return found is expected
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(found) == len(expected)
            and all(_is_equal(*each) for each in zip(found, expected, strict=True))
        )
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(_is_equal(found[name], expected[name]) for name in expected)
        )
    return bool(found == expected)


def counts(results: Iterable[Attempt]) -> Counter[tuple[int, str, bool]]:
    """Numbers of vectors of each level and game that were right (True) and wrong."""
    return Counter((each.vector["level"], str(each.vector.get("game", "")), not each.problem) for each in results)
