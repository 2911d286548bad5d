"""Addresses of stores: which store an address means, and that no message holds a part of a password."""

from pathlib import Path

import pytest

from eventstore.store.store_url import redacted_url
from tests.viewer.commands.terminal import Terminal


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("postgresql://db.example/games", "postgresql://db.example/games"),
        ("postgres://anna:secret@db.example:5433/games?sslmode=require", "postgres://db.example:5433/games"),
        ("postgresql://one.example,two.example/games?password=secret", "postgresql://one.example,two.example/games"),
        ("postgresql://anna:se@cret@db.example/games", "postgresql://..."),
        ("games.db", "games.db"),
    ],
)
def test_what_is_shown_of_an_address(address: str, place: str) -> None:
    assert redacted_url(address) == place


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql://anna:se/cret@127.0.0.1:1/games", "Invalid database address"),
        ("postgresql://anna:se?cret@127.0.0.1:1/games", "Invalid database address"),
        ("postgresql://anna:se@cret@127.0.0.1:1/games", "Invalid database address"),
        ("postgresql://anna:se%cret@127.0.0.1:1/games", "Invalid database address"),
        ("postgresql://127.0.0.1:1/games?password=se%cret", "Invalid database address"),
        ("postgresql://127.0.0.1:1/games?secret", "Invalid database address"),
        ("postgresql://anna:secret@127.0.0.1:port/games", "postgresql://127.0.0.1:port/games cannot be used"),
        ("postgresql://anna:secret@127.0.0.1:1/games", "postgresql://127.0.0.1:1/games cannot be used"),
        ("POSTGRESQL://anna:secret@127.0.0.1/games", "Unknown kind of store"),
        ("postgresql+psycopg://anna:secret@127.0.0.1/games", "Unknown kind of store"),
        ("mysql://anna:secret@127.0.0.1/games", "Unknown kind of store"),
        ("host=127.0.0.1 password=secret", "Unknown kind of store"),
    ],
)
def test_a_password_is_never_told_and_no_file_is_named_after_one(
    address: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    partie = Terminal(address)
    for words in (["list"], ["verify"], ["copy", "--to", "b.db"], ["backup", "b.db"]):
        output = partie(*words, code=1)
        assert len(output.splitlines()) == 1
        assert sentence in output or "is not a file" in output
        assert not any(part in output for part in ("secret", "cret", "se?", "se%", "se@", "se/"))
    assert list(tmp_path.iterdir()) == []
