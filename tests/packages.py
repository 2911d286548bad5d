"""Packages with games, installed as files on the path of imports: a module and the metadata that pip would write."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TOYS = Path(__file__).parent / "viewer" / "conformance"

PIG = (_TOYS / "toy_game.py").read_text("utf-8") + "\nCONTRACT = 1\n"
"""The dice game as the module of a package."""

BIDS = (_TOYS / "toy_choices.py").read_text("utf-8").replace(
    "for fingers in range(1, 6)", "for fingers in range(1, 101)"
).replace("if not 1 <= event.fingers <= 5:", "if not 1 <= event.fingers <= 100:").replace(
    "([0-9]) shows ([0-9])", "([0-9]) shows ([0-9]+)"
) + "\nCONTRACT = 1\n"
"""The game of choices made at once, `odds`, with 1 to 100 to choose from, as the module of a package."""


def write_package(folder: Path, key: str, source: str, *, package: str = "", **groups: str) -> None:
    """Write the module and the metadata of a package; `groups` are further modules by their group of entry points."""
    name, version = package or f"partie-{key}", "1.0"
    module = name.replace("-", "_")
    info = folder / f"{module}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    modules = {"games": (module, source)} | {group: (f"{module}_{group}", text) for group, text in groups.items()}
    points = "".join(f"[partie.{group}]\n{key} = {module}\n" for group, (module, _) in modules.items())
    (info / "entry_points.txt").write_text(points, "utf-8")
    for module, text in modules.values():
        (folder / f"{module}.py").write_text(text, "utf-8")


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The packages in this folder can be imported for as long as this lasts."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in [path.stem for path in folder.glob("*.py")]:
            sys.modules.pop(name, None)
