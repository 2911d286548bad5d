"""The style sheet of all boards: `boards.css`, and what boards of packages add."""

from functools import cache
from importlib.resources import files

from viewer.boards.packages import package_css


@cache
def board_css() -> str:
    own = files("viewer.boards").joinpath("boards.css").read_text("utf-8")
    return "\n".join(filter(None, (own, package_css())))
