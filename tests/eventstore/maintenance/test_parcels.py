"""Parcels of rows that stores exchange: what no database could hold is no parcel."""

import pytest

from core.errors import InvalidInput
from eventstore.maintenance.parcels import Parcel, pack, unpack
from eventstore.store.store import StoredEvent


@pytest.mark.parametrize(("version", "is_read"), [(0, False), (1, True), (2**31 - 1, True), (2**31, False)])
def test_the_version_of_a_shape_is_a_number_that_a_database_holds(version: int, is_read: bool) -> None:
    row = StoredEvent(1, "people", 1, "PersonNamed", version, "{}", None, None, "me", "2026", None, None, bytes(65))
    parcel = pack(Parcel({"people": (row,)}))
    if is_read:
        assert [each.schema_version for each in unpack(parcel).streams["people"]] == [version]
    else:
        with pytest.raises(InvalidInput, match="no parcel"):
            unpack(parcel)
