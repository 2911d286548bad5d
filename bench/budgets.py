"""The weight of the tree beside its budgets: `python -m bench.budgets`, run by `make check`; 1 if too much.

Lines are counted with blank ones and comments; kernels and vendored files are apart.
A count that is still beyond its budget may hardly grow: its limit comes down with it.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("core/", "eventstore/", "importers/", "partie/", "viewer/")
SMALL: Final = 60
QUESTION: Final = re.compile(r"(What|Who|Whose|Whom|How|Which|Where|When|Why)\b")
GAME: Final = re.compile(r"core/games/(\w+)/")


class Budget(NamedTuple):
    """A count of the tree, the budget for it, and the most of it that passes today."""

    counted: str
    budget: int
    limit: int
    found: int


def budgets() -> Iterator[Budget]:
    found = [path for folder in (*PRODUCT, "tests/") for path in (ROOT / folder).rglob("*.[pj][ys]")]
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_bytes().splitlines()) for path in found}
    modules = {file: count for file, count in lines.items() if file.startswith(PRODUCT) and file.endswith(".py")}
    scripts = [file for file in lines if file.startswith(PRODUCT) and file.endswith(".js") and "/lit-html/" not in file]
    tests = [file for file in lines if file.startswith("tests/") and file.endswith(".py")]
    small = [file for file, count in modules.items() if count < SMALL and not file.endswith("__init__.py")]
    trees = {file: ast.parse((ROOT / file).read_text("utf-8")) for file in modules}
    yield Budget("lines of Python in the product", 77_000, LIMITS[0], sum(modules.values()))
    yield Budget("lines of scripts", 12_000, LIMITS[1], sum(lines[file] for file in scripts))
    yield Budget("lines of Python in the tests", 52_000, LIMITS[2], sum(lines[file] for file in tests))
    yield Budget(f"modules under {SMALL} lines", 90, 90, len(small))
    yield Budget("names of classes that stand twice", 0, LIMITS[3], len(_twice(trees)))
    yield Budget("docstrings that begin with a question word", 0, LIMITS[4], sum(map(_questions, trees.values())))


LIMITS: Final = (92_930, 14_770, 63_230, 1, 0)


def _twice(trees: dict[str, ast.Module]) -> list[str]:
    """Names of classes with two homes. A game is a home of its own, with the words of its rulebook."""
    homes = defaultdict[str, list[str]](list)
    for file, tree in trees.items():
        game = GAME.match(file)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(game[1] if game else "")
    return [name for name, found in homes.items() if len(found) > 1 and ("" in found or len({*found}) < len(found))]


def _questions(tree: ast.Module) -> int:
    """Docstrings, those of constants too, that begin with a question word."""
    said = [
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]
    return sum(1 for text in said if isinstance(text, str) and QUESTION.match(text))


def main() -> None:
    found = [*budgets()]
    for counted, budget, limit, number in found:
        more = "" if number <= budget else f", {limit:,} passes today"
        print(f"{counted:44} {number:7,} of {budget:,}{more}")
    sys.exit(any(each.found > each.limit for each in found))


if __name__ == "__main__":
    main()
