"""The template that a new match of a title begins with."""

from typing import Final

from core.games.scoresheet.shipped import shipped, shipped_for
from core.sheet_template import Template, problem
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer.locale import language
from viewer.texts.load_match import MatchUnavailable, load_match

RECENT: Final = 3
"""Number of the last matches of a title among which one with a template is looked for."""


def template_for(index: MatchIndex, matches: MatchRepository, title: str, bgg_id: object = None) -> Template | None:
    """The saved template of this title, else that of the last sheet, else the one that comes with Partie.

    That has the names of the reader's language, as a sheet of paper would.
    """
    if saved := still_allowed(matches.templates.find(title)):
        return saved
    for row in index.matches(game=title, limit=RECENT) if title else ():
        if row.depth != "moves" and (template := template_of(matches, row.id)):
            return template
    return shipped_for(title, bgg_id, language.current())


def kept_template(matches: MatchRepository, title: str, bgg_id: object = None) -> Template | None:
    """The saved template of a title, else the one that comes with Partie."""
    return still_allowed(matches.templates.find(title)) or shipped_for(title, bgg_id, language.current())


def still_allowed(template: Template | None) -> Template | None:
    """The template; None if it was recorded before there were bounds, and a new match may not begin with it."""
    return None if template is None or problem(template) else template


def known_templates(matches: MatchRepository) -> list[Template]:
    """The saved templates, then those that come with Partie for other titles; by title."""
    saved = matches.templates.saved()
    titles = {template.title.casefold() for template in saved}
    others = (sheet.template(language.current()) for sheet in shipped() if sheet.title.casefold() not in titles)
    return sorted((*saved, *filter(None, others)), key=lambda template: template.title.casefold())


def template_of(matches: MatchRepository, id: str) -> Template | None:
    """The template of a match, if it can begin another one."""
    try:
        return still_allowed(load_match(matches, id).now.state.template)
    except MatchUnavailable:
        return None


def options_of(template: Template, seats: int) -> dict[str, object]:
    """The options of a sheet with this template."""
    return {
        "lowest_wins": template.wins == "lowest",
        "cooperative": template.wins == "together",
        "teams": [list(team) for team in template.teams_of(seats)],
    }
