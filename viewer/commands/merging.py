"""The command that merges another store into this one: `merge`."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from eventstore.maintenance import bulk
from eventstore.maintenance.merge_people import Answer, Namesakes, merge_people
from eventstore.maintenance.merging import MergeReport, merge
from eventstore.maintenance.schema_check import schema_findings
from eventstore.maintenance.verification import verify
from eventstore.matches.people import name_key
from eventstore.matches.repository import MatchRepository, utc_now
from eventstore.store.open_store import open_store, require_existing
from eventstore.store.store import Store
from eventstore.store.store_url import is_file, redacted_url
from viewer.commands import terminal
from viewer.commands.cli_errors import print_error, refuse
from viewer.commands.context import Json, cli_context, print_json
from viewer.locale.plain_text import plain

app = typer.Typer()


@app.command("merge")
def merge_stores(
    context: typer.Context,
    other: Annotated[
        str, typer.Argument(metavar="OTHER", help="The other store: a file or a database.", show_default=False)
    ],
    same: Annotated[
        list[str],
        typer.Option(metavar="NAME", help="People with this name in both stores are one person; repeatable."),
    ] = [],  # noqa: B006
    yes: Annotated[bool, typer.Option("--yes", help="All people with equal names are one person.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the result without writing anything.")] = False,
    as_json: Json = False,
) -> None:
    """Bring everything of another store into this one; the other store is not changed.

    A match that diverged in the two stores becomes a fork. People with the
    same account or id are one person; about equal names you are asked, and
    without an answer they stay two people. Access, tokens and settings are
    not taken. Repeating it changes nothing, and continues after an
    interruption.
    """
    address = cli_context(context).address
    _refuse_itself(address, other)
    require_existing(other)
    with (
        _opened(other) as source,
        bulk.dry_run(address) if dry_run else bulk.in_bulk(address) as records,
    ):
        # The schema first, as other objects may compute without end.
        if schema_findings(source) or not verify(MatchRepository(source)).is_whole:
            name = redacted_url(other)
            refuse(f"{name} is not whole and was not merged; `partie --store {name} verify` says why.")
        answer = _answer(same, everybody=yes)
        if not as_json and sys.stdin.isatty():
            answer = _asked(answer, merge_people(records.store, source, answer, utc_now()).unanswered)
        with terminal.progress_bar("merge") as progress:
            report = merge(records.store, source, answer, progress)
    if as_json:
        print_json(asdict(report))
    else:
        _print(report, "would be " if dry_run else "")


def _refuse_itself(address: str, other: str) -> None:
    is_same = address == other
    if is_file(address) and is_file(other):
        is_same = Path(address).resolve() == Path(other).resolve()
    if is_same:
        refuse("A store cannot be merged with itself.")


@contextmanager
def _opened(address: str) -> Iterator[Store]:
    """The other store; of a file a copy, as opening the file of an older release would change it."""
    if not is_file(address):
        with closing(open_store(address)) as database:
            yield database
        return
    with TemporaryDirectory(prefix="partie-") as folder:
        path = Path(folder) / Path(address).name
        for suffix in ("", "-wal"):
            if not suffix or Path(f"{address}{suffix}").exists():
                shutil.copyfile(f"{address}{suffix}", f"{path}{suffix}")
        try:
            store = open_store(str(path))
        except OSError as error:
            raise type(error)(str(error).replace(str(path), address)) from None
        with closing(store):
            yield store


def _answer(same: Sequence[str], *, everybody: bool) -> Answer:
    names = {name_key(name) for name in same}
    return lambda namesakes: True if everybody or name_key(namesakes.name) in names else None


def _asked(answer: Answer, questions: Sequence[Namesakes]) -> Answer:
    """Ask at the terminal what is still open, before anything is written."""
    answers = {}
    for two in questions:
        name = plain(two.name)
        question = f"Is {name} ({two.person}) of the other store the same person as {name} ({two.other}) here?"
        answers[two] = typer.confirm(question)
    return lambda namesakes: answers[namesakes] if namesakes in answers else answer(namesakes)


def _print(report: MergeReport, would: str) -> None:
    for one in report.forked:
        typer.echo(f"match {one.match} went on differently: the other line {would or 'is '}match {one.fork}")
    for two in report.namesakes:
        name = plain(two.name)
        print_error(f"Two people are called {name} ({two.person}, {two.other}); --same NAME makes them one person.")
    for stream in report.left:
        print_error(f"{stream} differs in both stores and stays as it is.")
    typer.echo(
        f"{would}copied {len(report.copied)}, {would}continued {len(report.continued)},"
        f" {would}forked {len(report.forked)}, unchanged {report.unchanged}"
    )
    typer.echo(f"{would}new people {report.people}, of whom {report.matched} have an account of somebody here")
