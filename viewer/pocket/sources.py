"""The part of Partie that a phone needs: the modules that `host.py` imports, directly or not, and their files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import core

_ROOT: Final = Path(core.__file__).parent.parent
_PACKAGES: Final = ("core", "eventstore", "viewer", "partie")
_ENTRY: Final = "viewer.pocket.host"

_BY_NAME: Final = ("core/games/*/__init__.py", "viewer/boards/*.py", "viewer/boards/*/__init__.py")
"""Modules that are imported by a name that is put together."""

_LEFT_OUT: Final = re.compile("eventstore/store/postgres|viewer/(site|commands)/")
"""Modules that are imported where it is needed, and never on a phone."""

_FOLDER: Final = re.compile(r"(core|eventstore|viewer)(\.\w+)+")
"""The name of a package whose files a module reads."""

_FILES: Final = ("*.css", "*.html", "handover.txt", "*.svg", "sheets/*.json", "rules/*.md", "locale/*/LC_MESSAGES/*.po")
"""Files that modules read from their own folder."""


def sources() -> dict[str, bytes]:
    """Every file by its path in the archive."""
    found = dict[str, bytes]()
    waiting = [_ENTRY, *(_name(path) for pattern in _BY_NAME for path in sorted(_ROOT.glob(pattern)))]
    while waiting:
        path = _file(waiting.pop())
        if path is None or (inner := _inner(path)) in found or _LEFT_OUT.match(inner):
            continue
        found[inner] = path.read_bytes()
        waiting += _imports(path)
    for folder in {Path(_ROOT, inner).parent for inner in found}:
        read = [path for pattern in _FILES for path in folder.glob(pattern)]
        found |= {_inner(path): path.read_bytes() for path in read}
    rules = _ROOT / "docs" / "rules"  # In a wheel they are in the package.
    found |= {f"viewer/rules/{path.name}": path.read_bytes() for path in rules.glob("*.md")}
    return found


def _name(path: Path) -> str:
    return ".".join(path.relative_to(_ROOT).with_suffix("").parts).removesuffix(".__init__")


def _inner(path: Path) -> str:
    return path.relative_to(_ROOT).as_posix()


def _file(name: str) -> Path | None:
    """The file of a module of ours; None for every other one."""
    if name.partition(".")[0] not in _PACKAGES:
        return None
    place = _ROOT.joinpath(*name.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def _imports(path: Path) -> Iterator[str]:
    """The modules a file imports, anywhere in it, and the packages they are in."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            package = path.parent if node.level == 1 else path.parents[node.level - 1]
            names = [f"{_name(package)}.{node.module}"] if node.module else []
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _FOLDER.fullmatch(node.value):
            names = [node.value]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))
