"""The command line for tests: in this process, and as a program of its own."""

import json
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from viewer.cli import app

PARTIE = (sys.executable, "-c", "from viewer.cli import app; app()")
"""The words that start the program, in any folder from which its modules can be found."""


class Terminal:
    """A shell whose store is a file of its own."""

    def __init__(self, store: Path | str) -> None:
        self.store = store

    def __call__(self, *words: object, code: int = 0, input: str | None = None) -> str:
        """What a command prints, on both channels; its exit code must be `code`."""
        line = ["--store", str(self.store), *map(str, words)]
        result = CliRunner().invoke(app, line, input=input, env={"COLUMNS": "80"})
        assert result.exit_code == code, (result.output, result.exception)
        return result.output

    def json(self, *words: object) -> Any:
        line = ["--store", str(self.store), *map(str, words), "--json"]
        result = CliRunner().invoke(app, line)
        assert result.exit_code == 0, (result.output, result.exception)
        return json.loads(result.stdout)

    def new(self, *words: object) -> str:
        return self("new", *words).splitlines()[0]
