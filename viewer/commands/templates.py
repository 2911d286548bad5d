"""Commands about score-sheet templates: `template list`, `show`, `add` and `remove`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from core.games.scoresheet import template_file
from core.games.scoresheet.shipped import LANGUAGES, Kind, ShippedSheet, kind_of, sheet_for, shipped
from core.sheet_template import Template
from viewer.commands.context import Json, argument, cli_context, print_json
from viewer.commands.terminal import print_table
from viewer.locale.plain_text import plain

app = typer.Typer(help="List, show, add and remove the templates of score sheets.", no_args_is_help=True)

Title = Annotated[str, argument("TITLE", "The title of a game.")]

KINDS: Final[Mapping[Kind, str]] = {
    "most": "most points win",
    "fewest": "fewest points win",
    "rounds": "points of every round",
    "teams": "teams",
    "together": "all win or lose together",
    "winner": "only the winner",
}


@app.command("list")
def list_templates(context: typer.Context, as_json: Json = False) -> None:
    """List the templates saved here, and the sheets that come with Partie."""
    saved = cli_context(context).records.templates.saved()
    titles = {template.title.casefold() for template in saved}
    sheets = [sheet for sheet in shipped() if sheet.title.casefold() not in titles]
    known: list[Template | ShippedSheet] = sorted((*saved, *sheets), key=lambda one: one.title.casefold())
    if as_json:
        print_json([_told(sheet) for sheet in known])
        return
    rows = []
    for sheet in known:
        template = sheet.template() if isinstance(sheet, ShippedSheet) else sheet
        names = [category.name for category in template.categories] if template else []
        rows.append((sheet.title, ", ".join(names) or KINDS[kind_of(sheet)]))
    print_table(("title", "categories"), rows)


@app.command()
def show(context: typer.Context, title: Title, as_json: Json = False) -> None:
    """Print a template as a file, for another store.

    TITLE may name an edition. With --json also the kind, the names in other languages and an example.
    """
    known = cli_context(context).records.templates.find(title) or sheet_for(title)
    if known is None:
        raise ValueError(f"There is no template for {title!r}.")
    if as_json:
        print_json(_told(known) | _more(known))
        return
    template = known.template() if isinstance(known, ShippedSheet) else known
    if template is None:
        typer.echo(f"{plain(known.title)}: {KINDS[kind_of(known)]}; the sheet has no categories.")
    else:
        typer.echo(template_file.write(template), nl=False)


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


def _told(sheet: Template | ShippedSheet) -> dict[str, object]:
    template = sheet.template() if isinstance(sheet, ShippedSheet) else sheet
    return {
        "title": sheet.title,
        "saved": isinstance(sheet, Template),
        "kind": kind_of(sheet),
        "wins": sheet.wins,
        "template": template_file.to_json(template) if template else None,
    }


def _more(sheet: Template | ShippedSheet) -> dict[str, object]:
    """Other titles, the template in other languages, and the example of a sheet that comes with Partie."""
    if isinstance(sheet, Template):
        return {"names": [], "bgg_id": sheet.bgg_id, "languages": {}, "example": None}
    templates = {language: sheet.template(language) for language in LANGUAGES}
    return {
        "names": [*sheet.names],
        "bgg_id": sheet.bgg_id,
        "languages": {language: template_file.to_json(each) for language, each in templates.items() if each},
        "example": sheet.file["example"],
    }
