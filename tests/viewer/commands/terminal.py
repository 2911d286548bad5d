"""The command line for tests: in this process, and as a program of its own."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from viewer.cli import app

PARTIE = (sys.executable, "-m", "viewer")
"""The words that start the program, in any folder from which its modules can be found."""

COMMANDS = get_command(app)
"""Built once: `CliRunner.invoke` builds all commands for each call, which takes longer than most commands run."""


@dataclass(frozen=True)
class Result:
    """The end of a command; `output` is what it printed on both channels, in order."""

    code: int
    stdout: bytes
    output: str


def run(store: Path | str, *words: object, columns: int = 80, input: str | None = None) -> Result:
    """Run a command over this store, on a terminal of so many columns."""
    line = ["--store", str(store), *map(str, words)]
    with CliRunner().isolation(input, {"COLUMNS": str(columns)}) as (stdout, _, output):
        try:
            COMMANDS.main(line, prog_name="partie")
        except SystemExit as ended:
            code = ended.code
        sys.stdout.flush()
        sys.stderr.flush()
        assert isinstance(code, int)
        return Result(code, stdout.getvalue(), output.getvalue().decode(errors="replace"))


class Terminal:
    """A shell whose store is a file of its own."""

    def __init__(self, store: Path | str) -> None:
        self.store = store

    def __call__(self, *words: object, code: int = 0, input: str | None = None) -> str:
        """The output of a command, on both channels; its exit code must be `code`."""
        result = run(self.store, *words, input=input)
        assert result.code == code, result.output
        return result.output

    def json(self, *words: object, code: int = 0) -> Any:
        """The JSON that a command prints; its exit code must be `code`."""
        result = run(self.store, *words, "--json")
        assert result.code == code, result.output
        return json.loads(result.stdout)

    def new(self, *words: object) -> str:
        return self("new", *words).splitlines()[0]
