"""The templates that come with Partie."""

from functools import cache
from importlib.resources import files

from core.games.scoresheet import template_file
from core.sheet_template import Template


@cache
def shipped() -> tuple[Template, ...]:
    """All of them, by title."""
    folder = files("core.games.scoresheet") / "templates"
    texts = (file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".json"))
    return tuple(sorted(map(template_file.read, texts), key=lambda template: template.title.casefold()))


def shipped_for(title: str, bgg_id: object = None) -> Template | None:
    """The template of a game: by its number at BoardGameGeek, else by its title without regard to case."""
    by_id = (one for one in shipped() if bgg_id is not None and one.bgg_id == bgg_id)
    by_title = (one for one in shipped() if one.title.casefold() == title.strip().casefold())
    return next(by_id, None) or next(by_title, None)
