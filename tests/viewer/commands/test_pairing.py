"""The output of `partie serve --phone` where standard output is no terminal."""

from contextlib import closing
from pathlib import Path

import pytest

from eventstore.access.access import Access
from eventstore.matches.repository import utc_now
from eventstore.store.sqlite import SqliteStore
from viewer.commands import serving
from viewer.pairing.addresses import parse


def test_standard_output_holds_the_addresses_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteStore(tmp_path / "partie.db")) as store:
        access = Access(store, "local", utc_now)
        serving.offer(access, [])
        assert (capsys.readouterr(), store.read("access")) == (("", ""), ()), "without a phone no code is made"
        serving.offer(access, ["http://192.168.1.5:8501", "http://172.17.0.1:8501"])
        printed, hints = capsys.readouterr()
        first, second = printed.splitlines()
        assert first.startswith("http://192.168.1.5:8501/pairing#")
        assert second.startswith("http://172.17.0.1:8501/pairing#")
        code = parse(first)[0]
        assert parse(second)[0] == code, "one phone, by whichever address it reaches"
        assert code not in hints
        assert "plain HTTP, which others in the same network can overhear" in hints
        found = access.pairing_of(code)
        assert found is not None
        assert (found.role, found.match) == ("recorder", None)
