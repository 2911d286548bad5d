"""Commands about score-sheet templates: `template list`, `show`, `add` and `remove`."""

from pathlib import Path
from typing import Annotated

import typer

from core.games.scoresheet import template_file
from core.games.scoresheet.shipped import shipped
from core.sheet_template import Template
from eventstore.matches.repository import MatchRepository
from viewer.commands.context import Json, cli_context, print_json
from viewer.commands.terminal import print_table
from viewer.locale.plain_text import plain

app = typer.Typer(help="List, show, add and remove the templates of score sheets.", no_args_is_help=True)

Title = Annotated[str, typer.Argument(metavar="TITLE", help="The title of a game.", show_default=False)]


@app.command("list")
def list_templates(context: typer.Context, as_json: Json = False) -> None:
    """List the templates: those saved here, and those that come with Partie."""
    matches = cli_context(context).records
    known = _known(matches)
    if as_json:
        print_json([_listed(template, saved=template in matches.templates.saved()) for template in known])
        return
    rows = [(template.title, ", ".join(category.name for category in template.categories)) for template in known]
    print_table(("title", "categories"), rows)


@app.command()
def show(context: typer.Context, title: Title) -> None:
    """Print a template as a file, for another store."""
    matches = cli_context(context).records
    known = {template.title.casefold(): template for template in _known(matches)}
    if title.casefold() not in known:
        raise ValueError(f"There is no template for {title!r}.")
    typer.echo(template_file.write(known[title.casefold()]), nl=False)


@app.command()
def add(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A template file.", show_default=False)],
) -> None:
    """Save the template in a file; it replaces the one of the same title."""
    try:
        template = template_file.read(file.read_text("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{file}: A template is a text file in UTF-8.") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None
    cli_context(context).records.templates.save(template)
    typer.echo(f"{plain(template.title)}: {len(template.categories)} categories")


@app.command()
def remove(context: typer.Context, title: Title) -> None:
    """Remove a saved template; matches keep theirs."""
    cli_context(context).records.templates.remove(title)


def _known(matches: MatchRepository) -> list[Template]:
    """The templates saved here, and those that come with Partie for other titles; by title."""
    saved = matches.templates.saved()
    titles = {template.title.casefold() for template in saved}
    others = [one for one in shipped() if one.title.casefold() not in titles]
    return sorted((*saved, *others), key=lambda one: one.title.casefold())


def _listed(template: Template, *, saved: bool) -> dict[str, object]:
    return {"title": template.title, "saved": saved, "template": template_file.to_json(template)}
