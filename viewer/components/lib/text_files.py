"""The style sheets and documents of the components."""

from importlib.resources import files
from typing import Final

_FOLDER: Final = files("viewer.components")


def text_of(*paths: str) -> str:
    """The text of these files below `viewer/components`, one after the other."""
    return "".join(_FOLDER.joinpath(path).read_text("utf-8") for path in paths)
