"""The weight of the tree, beside its budgets: `python -m bench.budgets`; ends with 1 where it is too much.

The budgets are those of `docs/architecture.md`. Lines are those of the files that git knows, blank ones and comments
too; kernels, what is vendored and examples are apart.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("core/", "eventstore/", "importers/", "partie/", "viewer/")
MAX_SMALL: Final = 60
QUESTION: Final = re.compile(r"(What|Who|Whose|Whom|How|Which|Where|When|Why)\b")


class Budget(NamedTuple):
    """A thing that is counted, how much of it there may be, and how much there is."""

    counted: str
    limit: int
    found: int


def budgets() -> Iterator[Budget]:
    files = subprocess.run(("git", "ls-files"), cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    lines = {file: _lines(file) for file in files if file.endswith((".py", ".js")) and (ROOT / file).is_file()}
    product = {file: count for file, count in lines.items() if file.startswith(PRODUCT)}
    modules = [file for file in product if file.endswith(".py")]
    scripts = [file for file in product if file.endswith(".js") and "/vendor/" not in file]
    trees = [ast.parse((ROOT / file).read_text("utf-8")) for file in modules]
    classes = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    yield Budget("lines of Python, product", 77_000, sum(product[file] for file in modules))
    yield Budget("lines of scripts", 12_000, sum(product[file] for file in scripts))
    yield Budget(
        "lines of Python, tests",
        52_000,
        sum(n for f, n in lines.items() if f.startswith("tests/") and f.endswith(".py")),
    )
    yield Budget(
        f"modules under {MAX_SMALL} lines",
        90,
        sum(product[f] < MAX_SMALL for f in modules if not f.endswith("__init__.py")),
    )
    yield Budget("names of classes that stand twice", 0, sum(count > 1 for count in classes.values()))
    yield Budget("docstrings that begin with a question word", 0, sum(1 for tree in trees for _ in _questions(tree)))


def _lines(file: str) -> int:
    return len((ROOT / file).read_bytes().splitlines())


def _questions(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node)
            if said and QUESTION.match(said):
                yield said


def main() -> None:
    found = [*budgets()]
    for counted, limit, number in found:
        print(f"{counted:45}{number:8,} of {limit:7,}{'  beyond' if number > limit else ''}")
    sys.exit(any(budget.found > budget.limit for budget in found))


if __name__ == "__main__":
    main()
