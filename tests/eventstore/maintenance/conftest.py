"""Two stores of either kind: of one end and of the other."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from eventstore.store.open_store import open_store
from eventstore.store.store import Store
from tests.stores import KINDS, empty


@pytest.fixture(params=permutations(KINDS), ids="-to-".join)
def addresses(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return [empty(kind, tmp_path / end) for kind, end in zip(request.param, ("from", "to"), strict=True)]


@pytest.fixture
def stores(addresses: list[str]) -> Iterator[list[Store]]:
    stores = [open_store(address) for address in addresses]
    yield stores
    for store in stores:
        store.close()
