"""A service that requires tokens, with two matches."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.games import scoresheet
from tests.eventstore.service.client import NOW, Client, service


@pytest.fixture
def anybody(tmp_path: Path) -> Iterator[Client]:
    """A client without a token."""
    with service(tmp_path, tokens_required=True, now=lambda: NOW) as client:
        client.app_state.records.start(scoresheet, ("Anna", "Ben"), id="ours")
        client.app_state.records.start(scoresheet, ("Cleo", "Dora"), id="theirs")
        yield client
