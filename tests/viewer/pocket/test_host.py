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


def test_the_match_that_was_read_last_is_kept_with_the_people_who_were_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, phone = records_in(tmp_path / "other.db"), Pocket(tmp_path / "phone.db", "")
    monkeypatch.setattr(host, "_open", [phone])

    def handed(*names: str) -> str:
        match = other.start(scoresheet, names, PointsNoted("a", (1, 2)), id=names[0])
        return handover.letters(handover.packed(match))

    opened, read = handed("Ben", "Ana"), handed("Eva", "Ana")

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
    known = phone.context.host.records.people().named("Ana")[0]
    opened = handed("Anna", "Eva")
    assert "Who is Anna?" in drawn(is_opened=True)
    drawn("who", f"Anna={known}")
    drawn("keep", "")
    assert phone.context.host.records.match("Anna").names == ("Ana", "Eva")
    assert "You already have it." in drawn()
    for records in (other, phone):
        records.store.close()
