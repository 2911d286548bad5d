"""Commands about people: `people` with `suggest`, `merge`, `split`, `rename`, `link`, `picture` and `forget`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from eventstore.maintenance import erasure
from eventstore.matches.people import SOMEBODY, People, name_key
from eventstore.readmodels.known_words import not_found
from eventstore.readmodels.overview import plays_by_person
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import Json, Simulated, argument, cli_context, option, print_json
from viewer.commands.photos import encoded_photo
from viewer.locale.plain_text import plain

app = typer.Typer(help="List, merge, split, rename and forget players.")

Who = Annotated[str, argument("PERSON", "The name or the id of a person.")]


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """One person in `people --json`; `merged` are the other ids of the same person."""

    id: str
    name: str
    accounts: tuple[str, ...]
    plays: int
    merged: tuple[str, ...]


def person(people: People, word: str) -> str:
    """The person with this id, current name, former name or, else, with a name that differs in accents and signs.

    Raises ValueError if there are several, NotFound if there is none.
    """
    if word in people.names:
        return people.one(word)
    key = name_key(word)
    now = [id for id, name in people.current_names().items() if name_key(name) == key]
    return _only(word, now or people.named(word) or people.found(word), people)


def _only(word: str, ids_found: Sequence[str], people: People) -> str:
    if len(ids_found) == 1:
        return ids_found[0]
    if not ids_found:
        raise not_found(f"There is no person called {word!r}", word, people.current_names().values())
    ids = ", ".join(f"{id} ({people.names[id]})" for id in ids_found)
    raise ValueError(f"{len(ids_found)} people are called {word!r}; give one of these ids: {ids}.")


@app.callback(invoke_without_command=True)
def list_people(context: typer.Context, simulated: Simulated = False, as_json: Json = False) -> None:
    """List, merge, split, rename and forget players; without a command, list them."""
    if context.invoked_subcommand:
        return
    cli = cli_context(context)
    people = cli.records.people()
    plays = Counter(plays_by_person(cli.counted(simulated=simulated).population()))
    rows = [
        ListedPerson(id, name, people.accounts_of(id), plays[id], people.ids(id)[1:])
        for id, name in sorted(people.current_names().items(), key=lambda each: (-plays[each[0]], each[1].casefold()))
    ]
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    cells = [
        (str(row.plays), row.id, ", ".join((row.name, *(f"{people.names[id]} ({id})" for id in row.merged))),
         ", ".join(row.accounts))
        for row in rows
    ]  # fmt: skip
    terminal.print_table(("plays", "id", "name", "accounts"), cells, right=("plays",))


@app.command()
def suggest(context: typer.Context, as_json: Json = False) -> None:
    """List people who may be the same person, most similar first."""
    cli = cli_context(context)
    people = cli.records.people()
    suggestions = cli.records.people_repository.suggestions(without=cli.index.unlisted_people())
    if as_json:
        print_json([asdict(suggestion) for suggestion in suggestions])
    elif not suggestions:
        print_error("There are no likely duplicates.")
    else:
        for one in suggestions:
            typer.echo(f"merge {one.person} {one.into}  {plain(people.name(one.person))}: {plain(one.why)}")


@app.command()
def merge(context: typer.Context, name: Who, into: Who) -> None:
    """Merge a person into another one, who keeps the name."""
    repository = cli_context(context).records.people_repository
    people = repository.people()
    one, other = person(people, name), person(people, into)
    repository.merge(one, other)
    typer.echo(f"{plain(people.name(one))} ({one}) was merged into {plain(people.name(other))} ({other}).")


@app.command()
def split(context: typer.Context, name: Who) -> None:
    """Undo the merge of a person into another one."""
    repository = cli_context(context).records.people_repository
    people = repository.people()
    merged = [id for id in people.merged if id == name or name_key(people.names[id]) == name_key(name)]
    if not merged:
        one = person(people, name)
        refuse(f"{plain(people.name(one))} ({one}) was not merged into another person.")
    apart = _only(name, merged, people)
    repository.split(apart)
    typer.echo(f"{plain(people.names[apart])} ({apart}) is a separate person again.")


@app.command()
def rename(context: typer.Context, name: Who, new: Annotated[str, argument("NAME", "The new name.")]) -> None:
    """Change the name of a person."""
    repository = cli_context(context).records.people_repository
    one = person(repository.people(), name)
    repository.rename(one, new)
    typer.echo(f"{one} is now called {plain(repository.people().name(one))}.")


@app.command()
def link(
    context: typer.Context,
    name: Who,
    account: Annotated[str, argument("ACCOUNT", "The account, for example bgg:username.")],
) -> None:
    """Link an account of another application to a person."""
    repository = cli_context(context).records.people_repository
    one = person(repository.people(), name)
    repository.link(one, account)
    typer.echo(f"{plain(repository.people().name(one))}: {', '.join(repository.people().accounts_of(one))}")


@app.command()
def picture(
    context: typer.Context,
    name: Who,
    file: Annotated[
        Path | None, argument("FILE", "A JPEG, PNG or WebP file; none: remove the picture.", exists=True)
    ] = None,
) -> None:
    """Give a person a picture, or remove it."""
    records = cli_context(context).records
    one = person(records.people(), name)
    if file is None:
        records.portraits.remove_person(records.people().ids(one))
    else:
        records.portraits.give_person(one, encoded_photo(file))


@app.command()
def forget(
    context: typer.Context,
    name: Who,
    yes: Annotated[bool, option("--yes", "Do not ask for confirmation.")] = False,
    as_json: Json = False,
) -> None:
    """Erase the names and accounts of a person from the store; the matches stay, with an anonymous player.

    This cannot be undone. Then search the store and print the places where a
    name still occurs: as the name of another person, or in other text.
    """
    cli = cli_context(context)
    people = cli.records.people()
    one = person(people, name)
    if not yes and not typer.confirm(f"Forget {plain(people.name(one))}? This cannot be undone.", err=True):
        refuse("No person was forgotten.")
    forgotten = erasure.forget(cli.store, cli.records, cli.index, one)
    if as_json:
        print_json({"id": one} | asdict(forgotten))
        return
    typer.echo(f"Person {one} is forgotten and shown as {SOMEBODY!r}; {forgotten.rows} rows were rewritten.")
    if not forgotten.left:
        typer.echo(f"No byte of the name or of an account remains in {cli.name}.")
    typer.echo("Earlier backups and exported files are unchanged and still contain the name; delete them yourself.")
    for word, places in forgotten.left.items():
        where = "; ".join(places[:10]) or "only inside other words"
        print_error(f"{plain(word)!r} still occurs in {cli.name}: {where}{'; …' if places[10:] else ''}.")
