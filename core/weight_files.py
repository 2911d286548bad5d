"""The weights of evaluations: JSON files beside their code, which `bench/train.py` writes."""

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

FOLDERS: Final[dict[str, Traversable]] = {}
"""Where the files of a game are, by its key, instead of in its package: for training, which compares weights."""


def weight_file(game: str, name: str) -> Any:
    folder = FOLDERS.get(game) or files(f"core.games.{game}.evaluation")
    return json.loads((folder / name).read_text("utf-8"))
