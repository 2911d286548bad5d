"""Does a test fail when a number of the rules changes? Changes constants of the games one by one, tells survivors.

    .venv/bin/python bench/mutants.py [--game pavilion] [--most 60]

Mutations are made in a copy of the project: a number is incremented by one, a word is replaced by the next different
word of the same constant (a direction, a color, a field). Then the game's own tests run until the first failure. The
exit code is 1 when at least one mutation passes all tests.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent

LEFT_OUT = {
    "notation.py": "how a move is written is no rule",
    "policy.py": "how the simulated player weighs a move is no rule",
    "events.py": "holds no numbers",
}

NO_RULE = {
    ("chocolatier", "_BARE"): "a table larger than any match needs",
    ("chocolatier", "LINES"): "likewise; how many tiles fill a line is asked of the line",
    ("schokoly", "EVERY_MATCH"): "a mask; a bit more in it meets nothing",
}
"""Constants whose change has no observable effect, with the reason."""


@dataclass(frozen=True)
class Mutant:
    """One changed literal: `old` is in `path` at `line` and `column` (both from 1), in UTF-8 bytes."""

    game: str
    path: Path
    constant: str
    line: int
    column: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.constant}: {self.old} becomes {self.new}"

    def source(self) -> bytes:
        lines = self.path.read_bytes().splitlines(keepends=True)
        line, start = lines[self.line - 1], self.column - 1
        lines[self.line - 1] = line[:start] + self.new.encode() + line[start + len(self.old.encode()) :]
        return b"".join(lines)


def mutants(game: str) -> Iterator[Mutant]:
    for path in sorted((ROOT / "core" / "games" / game).glob("*.py")):
        if path.name in LEFT_OUT:
            continue
        source = path.read_text()
        for statement in ast.parse(source).body:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
            if not isinstance(target, ast.Name) or not target.id.isupper() or (game, target.id) in NO_RULE:
                continue
            literals = [node for node in ast.walk(statement.value) if isinstance(node, ast.Constant)]
            words = [node.value for node in literals if isinstance(node.value, str)]
            for node in literals:
                if new := changed(node, words):
                    old = ast.get_source_segment(source, node)
                    yield Mutant(game, path, target.id, node.lineno, node.col_offset + 1, old, new)


def changed(node: ast.Constant, words: list[str]) -> str | None:
    if isinstance(node.value, bool):
        return str(not node.value)
    if isinstance(node.value, int):
        return str(node.value + 1)
    if isinstance(node.value, str):
        others = [word for word in words[words.index(node.value) :] + words if word != node.value]
        return repr(others[0]) if others and " " not in node.value else None
    return None


def passes(game: str, mutant: Mutant | None = None) -> bool:
    """True if all tests of the game pass in a copy of the project, with the mutation if there is one."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("core", "eventstore", "viewer", "importers", "tests", "docs", "pyproject.toml"):
            source = ROOT / part
            ignore = shutil.ignore_patterns("__pycache__", "browser")
            shutil.copytree(source, copy / part, ignore=ignore) if source.is_dir() else shutil.copy(source, copy)
        if mutant:
            (copy / mutant.path.relative_to(ROOT)).write_bytes(mutant.source())
        own = [f"tests/core/games/{game}", "tests/core/games/test_games.py"]
        run = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow and not browser"]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.run([*run, *own], cwd=copy, env=environment, timeout=600, **quiet).returncode == 0


def spread(everything: list[Mutant], most: int) -> list[Mutant]:
    """At most `most` mutations, spread evenly over the list, at least one per constant if `most` allows."""
    if len(everything) <= most:
        return everything
    first = list({(one.path, one.constant): one for one in reversed(everything)}.values())
    rest = [one for one in everything if one not in first]
    room = max(most - len(first), 0)
    return first + [rest[index * len(rest) // room] for index in range(min(room, len(rest)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    games = sorted(path.name for path in (ROOT / "core" / "games").iterdir() if (path / "rules.py").exists())
    parser.add_argument("--game", choices=games, action="append", help="only this game; may be given several times")
    parser.add_argument("--most", type=int, default=40, help="changes a game at most (40)")
    arguments = parser.parse_args()
    chosen = [one for game in arguments.game or games for one in spread(list(mutants(game)), arguments.most)]
    for game in dict.fromkeys(mutant.game for mutant in chosen):
        if not passes(game):
            print(f"The tests of {game} fail without any change; nothing can be said.", file=sys.stderr)
            return 2
    print(f"{len(chosen)} changes of the rules' constants ...")
    survivors = []
    games_of = [mutant.game for mutant in chosen]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (mutant, alive) in enumerate(zip(chosen, pool.map(passes, games_of, chosen), strict=True), start=1):
            print(f"{number:4} {'SURVIVES' if alive else 'caught':9}{mutant}", flush=True)
            if alive:
                survivors.append(mutant)
    print(f"{len(chosen)} changes, {len(chosen) - len(survivors)} caught, {len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
