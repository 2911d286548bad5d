"""A new package with a game: the example package, under another name."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final

from core import games
from core.errors import InvalidInput
from core.messages import message

KEY: Final = "highcard"
TITLE: Final = "High Card"
_CHECKOUT: Final = Path(__file__).parents[2] / "docs" / "examples" / f"partie-{KEY}"
_MADE: Final = ("__pycache__", "dist", "build")


def example() -> Traversable:
    """The folder of the example package: in the wheel, or in the repository."""
    shipped = files("viewer.conformance").joinpath("example")
    return shipped if shipped.is_dir() else _CHECKOUT


def write_package(key: str, title: str, parent: Path) -> Path:
    """Write `partie-<key>` into the folder `parent`, whole or not at all; returns its path.

    Raises InvalidInput for a key that cannot be used, and if the folder is there.
    """
    if not re.fullmatch("[a-z]+", key) or iskeyword(key):
        raise InvalidInput(message("The key of a game has lower-case letters only, not {key!r}.", key=key))
    if games.installed(key):
        raise InvalidInput(message("There is a game {key} already; choose another key.", key=key))
    folder = parent / f"partie-{key}"
    if folder.exists():
        raise InvalidInput(message("{folder} exists already.", folder=str(folder)))
    unfinished = Path(mkdtemp(prefix=f".{folder.name}-", dir=parent))
    try:
        _copy(example(), unfinished, key, title)
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except BaseException:
        rmtree(unfinished)
        raise
    return folder


def _copy(source: Traversable, folder: Path, key: str, title: str) -> None:
    for item in source.iterdir():
        if item.name in _MADE or item.name.endswith(".egg-info"):
            continue
        place = folder / item.name.replace(KEY, key)
        if item.is_dir():
            place.mkdir()
            _copy(item, place, key, title)
        else:
            text = item.read_text("utf-8").replace(KEY, key)
            if item.name.endswith(".po"):  # The title of another game has another translation.
                text = re.sub(rf'^msgid "{TITLE}"\nmsgstr .*\n\n', "", text, flags=re.MULTILINE)
            place.write_text(text.replace(TITLE, title), "utf-8")
