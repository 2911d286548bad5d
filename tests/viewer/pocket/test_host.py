"""The phone in place of a server."""

import json
from pathlib import Path
from typing import get_args

import pytest

from core.games import scoresheet
from core.games.scoresheet import PointsNoted
from eventstore.formats import handover
from tests.recorded import records_in
from viewer.locale.language import DatePattern
from viewer.pocket import host
from viewer.pocket.host import DATE_FORMS, Pocket


def test_the_browser_writes_a_date_in_every_form() -> None:
    assert DATE_FORMS.keys() == {*get_args(DatePattern)}


def test_a_match_that_is_read_after_the_one_of_the_address_is_the_one_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, phone = records_in(tmp_path / "other.db"), Pocket(tmp_path / "phone.db", "")
    monkeypatch.setattr(host, "_open", [phone])
    opened, read = (
        handover.letters(handover.packed(other.start(scoresheet, ("Ana", name), PointsNoted("a", (1, 2)), id=name)))
        for name in ("Ben", "Eva")
    )

    def drawn(*sent: str, is_opened: bool = False) -> str:
        events = [{"key": "handover-phone", "name": "sent", "value": sent}] if sent else []
        asked = {"code": opened, "isOpened": is_opened, "events": events, "visitor": "v", "theme": "light", "zone": 0}
        body = json.dumps({**asked, "address": {}}).encode()
        return host.answer("POST", "pages/handover", "{}", body)[2].decode()

    assert '"Ben"' in drawn(is_opened=True)
    assert '"Eva"' in drawn("read", read)
    assert '"Eva"' in drawn()
    drawn("keep", "")
    assert [*phone.context.host.records.ids()] == ["Eva"]
    for records in (other, phone):
        records.store.close()
